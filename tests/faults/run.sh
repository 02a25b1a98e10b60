#!/usr/bin/env bash
# Fails one call of a C library function at a time: tests/faults/run.sh BUILD [--list] [--sample N] [CASE...]
#
# A CASE is 'COMMAND FUNCTION NUMBER ERROR': 'run write 7 ENOSPC' fails the seventh write of the program and its
# workers with ENOSPC. `short` halves a read or write. Without cases all of --list run, or N of them. A clean run counts
# each command's calls and where they come from; the cases are spread over all combinations of command, function and
# error, and within one over the places that call.
#
# After a failing call: no hang and no crash; exit code 0 only with the whole result; else one to eight lines on stderr;
# EINTR and short counts change nothing; rows of before are still there, the samples file can be read; no file is left;
# and the same command without a fault completes. The last line is "N passed, N failed".
set -u
cd "$(dirname "$0")/../.." || exit 1
root=$PWD
build=$(cd "$1" && pwd) || exit 1
shift
speedup=$build/speedup
export LC_ALL=C.UTF-8 speedup
export OPENBLAS_NUM_THREADS=1 # it ends the process where it cannot start a thread
unset OMP_NUM_THREADS OMP_PROC_BIND OMP_PLACES OMP_SCHEDULE FAULTS_STATE FAULTS_LOG FAULTS_CASE
cases_wanted=1000
if "$speedup" machine | grep -qE '"flags": .*(--coverage|-fsanitize)'; then
    echo 'an instrumented build makes calls of its own' >&2
    exit 77
fi

work=$(mktemp -d "${TMPDIR:-/tmp}/faults.XXXXXX") || exit 1
trap 'rm -rf "$work"' EXIT
export work
shim=$work/faults.so
${CC:-cc} -shared -fPIC -O1 -o "$shim" tests/faults/faults.c -ldl || exit 1
export shim

# ---- commands: each runs in a folder of its own, with the inputs of $work/in ----

few=(--type float32 --size 8 --threads 1 --rounds 2 --min-samples 2 --max-samples 2 --warmup 0 --quiet)
study() { "$speedup" run matmul --variant cpu/naive,cpu/ikj "${few[@]}" --experiment e --out r/samples.csv "$@"; }
command_run() { study "$@"; }
command_resume() { study "$@"; }
command_graph() {
    "$speedup" graph --size 30 --edges 90 --out g.gr && "$speedup" graph --in g.gr --out g.bin && "$speedup" graph g.bin
}
command_summarize() { "$speedup" summarize "$work/in/a.csv" && "$speedup" summarize --json "$work/in/r"; }
command_compare() {
    "$speedup" compare "$work/in/a.csv" "$work/in/b.csv" && "$speedup" compare --csv "$work/in/a.csv" "$work/in/b.csv" &&
        "$speedup" compare --markdown "$work/in/a.csv" "$work/in/b.csv"
}
# What the report reads of the program.
command_report() { "$speedup" summarize --tables "$work/in/r" && "$speedup" list apsp --csv && "$speedup" machine; }
command_list() {
    "$speedup" list apsp && "$speedup" plan matmul --variant cpu/naive --size 8,16 --experiment e >m &&
        "$speedup" plan --manifest m --shards 2
}
commands=(run resume graph summarize compare report list)
# The others ask a child process for GPUs if the program has a GPU part, and print why it failed as the reason.
! "$speedup" machine | grep -q '"gpu": "nvcc' || commands=(run resume graph summarize compare)
declare -A errors=([malloc]=ENOMEM [calloc]=ENOMEM [realloc]=ENOMEM [mmap]=ENOMEM [open]='ENOMEM EIO ENOSPC EINTR'
    [read]='EIO EINTR short' [write]='EIO ENOSPC EINTR short' [fsync]='EIO ENOSPC' [rename]='EIO ENOSPC'
    [spawn]=ENOMEM [pipe]=ENOMEM)
functions=(malloc calloc realloc mmap open read write fsync rename spawn pipe)

# with_faults CODE_FILE COMMAND [VARIABLE=VALUE...]: runs a command under the shim in this folder, at most 20 s.
with_faults() {
    local code_file=$1 name=$2
    shift 2
    head -c 4096 /dev/zero >"$code_file.state"
    mkdir -p tmp
    timeout -k 1 20 env TMPDIR="$PWD/tmp" LD_PRELOAD="$shim" FAULTS_STATE="$code_file.state" "$@" \
        bash -c "$(declare -p few); $(declare -f study "command_$name"); command_$name" >"$code_file.out" 2>"$code_file.err" </dev/null
    echo $? >"$code_file"
}

prepare() { # COMMAND: the files that it finds
    if [ "$1" = resume ]; then
        mkdir r
        cp "$work/in/partial.csv" r/samples.csv
    fi
}

files_here() { find . -type f -o -type p | sort; }
# Without what differs between two runs, and without facts of the machine that this run could not find out.
steady() { grep -vE '"(described|free_bytes|clock_hz)"' "$1" | { grep -vFf <(sed -n 's/^\( *"[a-z_]*": \)null,\{0,1\}$/\1/p' "$2") || true; }; }

# whole: is the samples file complete? The fault may have cost the sample in flight.
whole() { [ "$(grep -cE ',(ok|reduced),' r/samples.csv)" -ge 7 ] && [ "$("$speedup" summarize r/samples.csv 2>/dev/null | grep -c ',ok')" -eq 2 ]; }

# stated RESULT: do a row and the table name the reason why a point has no result?
stated() { grep -qE ',(skipped|failed),' r/samples.csv && grep -qE '(skipped|failed): [a-z]' "$1.out"; }

# right COMMAND RESULT: is the output in RESULT.out complete?
right() {
    case $1 in
    run | resume) [ "$(wc -l <"$2.out")" -ge 3 ] && { whole || stated "$2"; } ;;
    *) cmp -s <(steady "$2.out" "$2.out") <(steady "$work/clean/$1.out" "$2.out") && { [ "$1" != graph ] || cmp -s g.bin "$work/clean/g.bin"; } ;;
    esac
}

# problem COMMAND FUNCTION ERROR RESULT: what is wrong after the failing call; nothing if all is right.
problem() {
    local name=$1 error=$3 result=$4 code lines stray
    code=$(<"$result")
    lines=$(wc -l <"$result.err")
    if [ "$code" -eq 124 ] || [ "$code" -eq 137 ]; then echo 'hangs' && return; fi
    if [ "$code" -ge 128 ]; then echo "ends by signal $((code - 128))" && return; fi
    if [ "$code" -eq 0 ] && ! right "$name" "$result" ; then echo 'exit 0 without the whole result' && return; fi
    if [ "$code" -ne 0 ] && [[ $error == EINTR || $error == short ]]; then echo "is not invisible: exit $code" && return; fi
    if [ "$code" -ne 0 ] && [ "$lines" -eq 0 ] && ! { [[ $name == r[ue]* ]] && stated "$result"; }; then echo "exit $code in silence" && return; fi
    if [ "$lines" -gt 8 ]; then echo "$lines lines on stderr" && return; fi
    stray=$(files_here | grep -vxFf "$work/clean/$name.files")
    if [ -n "$stray" ]; then echo "leaves $stray" && return; fi
    if [ "$name" = resume ] && ! cmp -s -n "$(stat -c %s "$work/in/partial.csv")" r/samples.csv "$work/in/partial.csv"; then
        echo 'a row of before is lost' && return
    fi
    case $name in run | resume) ;; *) return ;; esac
    if [ -s r/samples.csv ] && ! "$speedup" summarize r/samples.csv >/dev/null 2>"$result.sum"; then
        echo "unreadable: $(<"$result.sum")" && return
    fi
    "command_$name" >/dev/null 2>"$result.again"
    code=$?
    if grep -qE ',failed,' r/samples.csv; then # a result too; such a point is measured again on demand
        study --fresh >/dev/null 2>"$result.again"
        code=$?
    fi
    if [ "$code" -ne 0 ]; then echo "a rerun exits $code: $(tail -n 1 "$result.again")" && return; fi
    whole || echo 'a rerun does not complete'
}

# run_case CASE: prints "CASE: passed, survived|reported|not reached" or "CASE: FAILED: why".
run_case() {
    local name function number error folder result why
    read -r name function number error <<<"$1"
    folder=$work/case.${1// /-}
    result=$folder.code
    mkdir "$folder"
    cd "$folder" || return
    prepare "$name"
    with_faults "$result" "$name" FAULTS_CASE="$function $number $error"
    rmdir tmp 2>/dev/null
    why=$(problem "$name" "$function" "$error" "$result")
    if [ -n "$why" ]; then
        echo "$1: FAILED: $why"
        head -n 3 "$result.err" | cut -c 1-200 | sed 's/^/    /'
        [ -z "${keep:-}" ] || cp -r "$folder" "$result"* "$keep/"
    elif [ "$(od -An -tx1 -v -j 88 -N 1 "$result.state" | tr -d ' ')" = 00 ]; then
        echo "$1: passed, not reached"
    else
        echo "$1: passed, $([ "$(<"$result")" = 0 ] && echo survived || echo reported)"
    fi
    cd "$root" && rm -rf "$folder" "$result"*
}

# ---- inputs, clean runs, cases ----

mkdir "$work/in" "$work/clean"
cd "$work/in" || exit 1
"$speedup" run matmul --variant cpu/naive,cpu/ikj --type float32 --size 8 --threads 1,2 --rounds 5 --min-samples 2 --max-samples 2 \
    --warmup 0 --quiet --out a.csv >/dev/null 2>&1 || exit 1
sed 's/cpu\/naive/cpu\/tiled/' a.csv >b.csv
cp a.csv b.csv
mkdir r && cp a.csv r/samples.csv
study --out whole.csv >/dev/null 2>&1 || exit 1
head -n 3 whole.csv >partial.csv # one batch
for name in "${commands[@]}"; do
    mkdir "$work/clean/$name"
    cd "$work/clean/$name" || exit 1
    prepare "$name"
    with_faults "$work/clean/code" "$name" FAULTS_LOG="$work/clean/$name.log"
    rmdir tmp
    for part in out err; do mv "$work/clean/code.$part" "$work/clean/$name.$part"; done
    [ "$name" != graph ] || cp g.bin "$work/clean/g.bin"
    files_here >"$work/clean/$name.files"
    [ "$(<"$work/clean/code")" = 0 ] || { echo "$name fails without a fault:"; cat "$work/clean/$name.err"; exit 1; }
done
cd "$root" || exit 1

# Each combination gets as many cases as any other, or all of its calls. Streams of stdio are not interrupted.
list_cases() {
    for name in "${commands[@]}"; do
        for function in "${functions[@]}"; do
            for error in ${errors[$function]}; do
                awk -v name="$name" -v function_="$function" -v error="$error" '
                    $1 == function_ { n++; if (!(error == "EINTR" && $3 ~ /s/) && !(error == "ENOSPC" && function_ == "open" && $3 !~ /c/)) print name, function_, n, error, seen[$2]++ }
                ' "$work/clean/$name.log"
            done
        done
    done | awk -v wanted="$cases_wanted" '
        function weight(key) { return key ~ /loc ENOMEM$/ ? 4 : 1 } # allocations have the most places
        { key = $1 " " $2 " " $4; count[key]++; if (!(key in order)) { order[key] = ++keys; of[keys] = key }
          # the first call of every place before its second one
          line[key, count[key]] = $1 " " $2 " " $3 " " $4; first[key, count[key]] = $5; firsts[key] += $5 == 0 }
        END {
            for (most = 1; total < wanted && most < 1000; most++) {
                total = 0
                for (k = 1; k <= keys; k++) total += count[of[k]] < most * weight(of[k]) ? count[of[k]] : most * weight(of[k])
            }
            fewest = most - 1
            for (k = 1; k <= keys; k++) {
                key = of[k]; c = 0; most = fewest * weight(key)
                for (i = 1; i <= count[key]; i++) if (firsts[key] < most || first[key, i] == 0) chosen[++c] = line[key, i]
                take = c < most ? c : most
                for (i = 0; i < take; i++) print chosen[take == 1 ? 1 : 1 + int(i * (c - 1) / (take - 1))]
            }
        }'
}

sample=0 cases=()
while [ $# -gt 0 ]; do
    case $1 in
    --list) list_cases && exit ;;
    --sample) sample=$2 && shift ;;
    *) cases+=("$1") ;;
    esac
    shift
done
[ "${#cases[@]}" -gt 0 ] || mapfile -t cases < <(list_cases)
if [ "$sample" -gt 0 ]; then
    mapfile -t cases < <(printf '%s\n' "${cases[@]}" | awk -v n="${#cases[@]}" -v most="$sample" 'int(NR * most / n) != int((NR - 1) * most / n)')
fi

declare -fx study command_{run,resume,graph,summarize,compare,report,list} with_faults prepare files_here steady whole stated right problem run_case
few_text=$(declare -p few)
export few_text root
printf '%s\n' "${cases[@]}" | xargs -P "$(nproc)" -d '\n' -n 1 bash -c 'eval "$few_text"; run_case "$0"' >"$work/results"
grep -A 3 FAILED "$work/results" | grep -v ': passed'

# table: calls that failed by function and command, of which the command survived so many.
table() {
    awk -F '[ :,]+' -v commands="${commands[*]}" -v functions="${functions[*]}" '
        /: passed/ { all[$2, $1]++; ok[$2, $1] += $6 == "survived"; unreached[$2, $1] += $6 == "not" }
        /: FAILED/ { all[$2, $1]++; failed[$2, $1]++ }
        END {
            c = split(commands, command, " "); f = split(functions, name, " ")
            printf "| function |"; for (i = 1; i <= c; i++) printf " %s |", command[i]
            printf "\n| --- |"; for (i = 1; i <= c; i++) printf " ---: |"
            for (j = 1; j <= f; j++) {
                printf "\n| %s |", name[j]
                for (i = 1; i <= c; i++) {
                    n = all[name[j], command[i]] - unreached[name[j], command[i]]; s = ok[name[j], command[i]]; total += n; survived += s; bad += failed[name[j], command[i]]
                    printf "%s |", (n ? " " n ": " s + 0 ", " n - s - failed[name[j], command[i]] : "")
                }
            }
            printf "\n\n%d calls failed: %d survived, %d reported, %d wrong.\n", total, survived, total - survived - bad, bad
        }' "$work/results"
}
figures=$work/table
. tests/figures.bash
table | tee "$figures"
write_figures check-faults
failed=$(grep -c ': FAILED' "$work/results")
echo "$(grep -cE ': passed, (survived|reported)' "$work/results") passed, $failed failed"
[ "$failed" = 0 ]
