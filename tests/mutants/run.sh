#!/usr/bin/env bash
# The mutation score of the verifier: tests/mutants/run.sh BUILD
#
# Runs every mutant (make.sh) with the program BUILD/tests/speedup-mutants and tests whether it is caught: first by
# `check` at awkward sizes, with two matrices, and for shortest paths with unreachable vertices; then by `run` at larger
# sizes with several samples, and by the run of its rule. Caught means status wrong, failed or timeout, or `reduced` for
# rules that reduce precision.
#
# Prints a line per mutant, a table by kind of rule, and as the last line "N mutants: C caught, E equivalent, S
# survived". Non-zero if one survives that tests/mutants/equivalent does not list, if a listed one is caught or unknown,
# or if a correct variant fails. WRITE=1 updates the table in tests/README.md.
set -u
cd "$(dirname "$0")/../.." || exit 1
export XDG_CACHE_HOME=/dev/null # no times of the reference loop from or for other runs
export LC_ALL=C
unset OMP_NUM_THREADS OMP_PROC_BIND OMP_PLACES OMP_SCHEDULE OMP_DYNAMIC OMP_WAIT_POLICY GOMP_CPU_AFFINITY

build=$1
program=$build/tests/speedup-mutants
list=$build/mutants/list
results=$build/mutants/results
equivalent=tests/mutants/equivalent
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# Enough threads for a race, and one schedule: the result is tested, not the schedule.
team=(--threads 2 --schedule static --oversubscribe --quiet)
samples=(--rounds 1 --min-samples 5 --max-samples 5 --warmup 0)

# 600 vertices: a ring of 597, the 301st that leads into it, and two with edges of weight 0 to each other only.
awk 'BEGIN {
    print "p sp 600 600"
    for (i = 1; i <= 598; i++) {
        print "a", i, i == 598 ? 1 : i == 300 ? 302 : i + 1, i % 7 + 1
    }
    print "a 599 600 0\na 600 599 0"
}' >"$scratch/zero.gr"

# missing WORKLOAD VARIANT: the reason why it cannot run here, or nothing.
missing() {
    grep "^$1,$2," "$scratch/list.csv" | grep -v ',yes,$' | sed 's/.*,no,//'
}

# If the correct variants failed here, every mutant would seem to be caught.
control() {
    local workload models
    for workload in matmul transpose apsp; do
        models=$(awk -F '|' -v workload="$workload" '$1 == workload && !seen[$3]++ { print $3 }' "$list" |
            while read -r model; do
                [ -n "$(missing "$workload" "$model")" ] || echo "$model"
            done | paste -sd ,)
        [ -n "$models" ] || continue
        if ! "$program" check "$workload" --variant "$models" "${team[@]}" --size 33,257 >"$scratch/out" 2>&1; then
            cat "$scratch/out"
            echo "error: a correct variant of $workload fails, so no mutant can be tested" >&2
            return 1
        fi
    done
}

# ---- one mutant: the functions below see judge()'s workload, variant, kind, further, what ----

bad_statuses() {
    case $kind in
    'float sums in bfloat16' | 'TF32 inputs' | 'lower precision') echo 'wrong|failed|timeout|reduced' ;;
    *) echo 'wrong|failed|timeout' ;;
    esac
}

# The program must report the variant: a mutant that never ran is not equivalent.
could_run() {
    if [ "$1" -gt 1 ]; then
        head -n 1 "$scratch/err" >"$scratch/trouble"
        return 1
    fi
}

# check ARGUMENTS...: prints how the mutant is caught; 1 if it is not.
check() {
    local code=0
    "$program" check "$workload" --variant "$variant" --timeout 20 "${team[@]}" "$@" >"$scratch/out" \
        2>"$scratch/err" || code=$?
    could_run "$code" && grep -m 1 -oE "$variant (n |[0-9]).* ($(bad_statuses)): .*" "$scratch/out" |
        sed "s|^$variant |check: |" | grep .
}

# The same of `run`.
run() {
    local code=0 shown
    rm -f "$scratch/samples.csv"
    "$program" run "$workload" --variant "$variant" --timeout 60 "${team[@]}" "${samples[@]}" "$@" \
        --out "$scratch/samples.csv" >"$scratch/out" 2>"$scratch/err" || code=$?
    shown=$*
    could_run "$code" && grep -m 1 -oE ",($(bad_statuses))," "$scratch/samples.csv" | tr -d , |
        sed "s|^|run ${shown##*/}: |" | grep .
}

# The cheapest test first.
caught() {
    local types='int32,float32,float64,float16,bfloat16' words
    check --size 33 || check || check --size 33 --matrices 2 && return
    if [ "$workload" = apsp ]; then
        types=int32
        check --size 33,100,257 --edges 40 && return
    fi
    run --type "$types" --size 640 || run --type "$types" --size 1000 && return
    if [ -n "$further" ]; then
        read -ra words <<<"${further//ZERO_CYCLE/$scratch/zero.gr}"
        run --min-samples 2 --max-samples 2 "${words[@]}" && return
    fi
    return 1
}

judge() {
    local workload=$1 variant=$2 kind=$3 further=$4 what=$5 how verdict named
    rm -f "$scratch/trouble"
    named=$(sed -n "s|^$workload $variant: ||p" "$equivalent")
    how=$(missing "$workload" "$variant")
    if [ -n "$how" ]; then
        verdict=skipped
    elif how=$(caught); then
        verdict=caught
        if [ -n "$named" ]; then
            verdict=survived how="$equivalent names it, but it is caught: $how"
        fi
    elif [ -s "$scratch/trouble" ]; then
        verdict=survived how="was not run: $(cat "$scratch/trouble")"
    elif [ -n "$named" ]; then
        verdict=equivalent how=$named
    else
        verdict=survived how=$what
    fi
    printf '%-10s %-9s %-36s %s\n' "$verdict" "$workload" "$variant" "$how"
    printf '%s|%s|%s|%s\n' "$workload" "$variant" "$kind" "$verdict" >>"$results"
}

# ---- the score ----

# By kind of rule, in Markdown.
table() {
    awk -F '|' '
        function row(name, count, caught, equivalent, survived, skipped) {
            return sprintf("| %s | %d | %d | %d | %d | %d |", name, count, caught, equivalent, survived, skipped)
        }
        { mutants[$3]++; number[$3, $4]++; total[$4]++; all++ }
        END {
            print "| What is wrong | Mutants | Caught | Equivalent | Survived | Not run |"
            print "| --- | ---: | ---: | ---: | ---: | ---: |"
            for (kind in mutants) {
                print row(kind, mutants[kind], number[kind, "caught"], number[kind, "equivalent"],
                    number[kind, "survived"], number[kind, "skipped"]) | "sort"
            }
            close("sort")
            print row("all", all, total["caught"], total["equivalent"], total["survived"], total["skipped"])
        }' "$results"
}

# The last line, and the exit code.
total() {
    awk -F '|' '
        { total[$4]++ }
        END {
            printf "%d mutants: %d caught, %d equivalent, %d survived", NR - total["skipped"], total["caught"],
                total["equivalent"], total["survived"]
            if (total["skipped"] > 0) {
                printf "; %d could not run here", total["skipped"]
            }
            print ""
            exit (total["survived"] > 0)
        }' "$results"
}

"$program" list --csv >"$scratch/list.csv" && control || exit 1
: >"$results"
while IFS='|' read -r workload variant _ kind further what; do
    judge "$workload" "$variant" "$kind" "$further" "$what"
done <"$list"
while IFS=: read -r name _; do
    grep -q "^${name/ /|}|" "$results" || { echo "error: $equivalent names $name, which is no mutant" >&2; exit 1; }
done <"$equivalent"
echo
figures=$build/mutants/score.md
. tests/figures.bash
table | tee "$figures"
write_figures mutants
echo
total
