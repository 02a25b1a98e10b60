# shellcheck shell=bash
# Shared by the experiment scripts: arguments, paths of the program and the results, sizes by profile, threads, and the sweep itself.
# Sourced; leaves no files.
#
# Settings, in the environment (`make study` takes them as NAME=value too):
#   PROFILE=quick|report|large   sizes and precision (quick)
#   RESULTS=FOLDER               folder of samples and report (results/<machine>)
#   FRESH=1                      measure finished points again
#   SPEEDUP=PROGRAM              the program (build/speedup)
#   REFERENCE=FOLDER             results of the machine to compare with (that of report/reference/default)
#   WORKLOADS="NAME NAME"        only these of matmul, transpose, apsp, stencil, ... (all; the ceilings stay)
#   SIZES=LIST, THREADS=LIST     replace the sizes and threads of every sweep, except the sizes of ceilings and graphs
#   PLAN=FILE                    only write the requested points, as a manifest for `speedup run --manifest`
#   OPENBLAS_CORETYPE=NAME       processor type for OpenBLAS (SkylakeX with AVX-512)
# and those of OpenMP and CUDA: OMP_PROC_BIND, CUDA_VISIBLE_DEVICES and the others that `speedup machine` lists.
set -euo pipefail

export LC_ALL=C.UTF-8 # numbers have a decimal point, whatever the language
# Prints the script's head comment, and the settings at the head of this file.
case " $* " in
*' -h '* | *' --help '*)
    comment='/^([^#]|$)/q; s/^# ?//p'
    sed -En "1d; $comment" "$0"
    echo
    sed -En "1,/^#\$/d; $comment" "${BASH_SOURCE[0]}"
    exit 0
    ;;
esac
for name in SPEEDUP RESULTS PLAN; do # relative to the caller's folder
    [ -z "${!name:-}" ] || printf -v "$name" %s "$(realpath -ms -- "${!name}")"
done
caller=$PWD
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
cd "$root"

# Is this an installation and no checkout?
installed() { [ ! -f Makefile ]; }

speedup=${SPEEDUP:-build/speedup}
profile=${PROFILE:-quick}
experiment=${0##*/} experiment=${experiment%.sh}
failures=0

log() { printf '%s\n' "$experiment: $*" >&2; }

# A script takes no arguments but --help, or, with takes=WORKLOAD, the name of one.
case $#${takes:-},${1:-} in
0* | 1WORKLOAD,[!-]*) ;;
*)
    log "'$*' is no argument of this script (settings go before its name: --help lists them)"
    exit 2
    ;;
esac

# An interval needs five rounds; more samples per round only steady the round's median. Page one says nothing of an interval wider
# than 30 %, so such a point gets as many rounds again. A point that --max-time cuts short has one sample and no interval. In report
# that are samples of more than a minute: its claims compare with serial code of 45 s, so --skip-over limits the cost of points
# instead, in a sweep of many sizes to less.
case $profile in
quick) rule='--rounds 7,14 --precision 30% --max-samples 1 --max-time 2 --skip-over 0.3' ;;
report) rule='--rounds 5,10 --precision 30% --max-samples 2 --max-time 300 --skip-over 100' ;;
large) rule='--rounds 7,14 --max-samples 5 --max-time 60' ;;
*)
    log "PROFILE=$profile is unknown; use quick, report or large"
    exit 2
    ;;
esac
[ -x "$speedup" ] || {
    log "$speedup is not built: run make first, or set SPEEDUP to the program"
    exit 2
}
[ $# = 0 ] || "$speedup" list "$1" >/dev/null || exit 2

# OpenBLAS detects processors by name and takes a new one for an old one.
if [ -z "${OPENBLAS_CORETYPE:-}" ] && grep -qs avx512f /proc/cpuinfo; then
    export OPENBLAS_CORETYPE=SkylakeX
    log "OPENBLAS_CORETYPE=SkylakeX, as this processor has AVX-512 (set it yourself to choose another)"
fi

machine_json=${STUDY_MACHINE:-$("$speedup" machine)} # study.sh queries it once for all scripts
results=results/$(sed -n 's/^ *"name": *"\([^"]*\)".*/\1/p' <<<"$machine_json" | head -n 1)
! installed || export RESULTS="${RESULTS:-$caller/$results}" # not in the program's folder
results=${RESULTS:-$results}
# Usable processors: without OpenMP every variant runs on one thread.
processors=$(sed -n 's/^ *"usable_processors": *\([0-9]*\).*/\1/p' <<<"$machine_json" | head -n 1)
# shellcheck disable=SC2034  # of the scripts
[[ $machine_json != *'"openmp": null'* ]] || processors=1
# shellcheck disable=SC2034  # of the scripts
gpu_count=$(sed -n '/"gpu": *{/,/}/s/^ *"count": *\([0-9]*\).*/\1/p' <<<"$machine_json")
gpu_count=${gpu_count:-0}
mkdir -p "$results"
# A link in there would lead what is written elsewhere.
! find "$results/" -maxdepth 2 -type l | sed "s/.*/$experiment: & is a link; remove it, or name another folder by RESULTS/" | grep . >&2 || exit 2
if [ -z "${STUDY_MACHINE:-}" ]; then
    printf '%s\n' "$machine_json" >"$results/machine.json"
    "$speedup" list --csv >"$results/variants.csv"
    # The settings, the script and, in a checkout, the commit: the head of the report.
    command=''
    for name in PROFILE WORKLOADS EXPERIMENTS SIZES THREADS; do
        [ -z "${!name:-}" ] || command+="$name='${!name}' "
    done
    printf 'command,revision\n"%s",%s\n' "$command$0" "$(git describe --always --dirty 2>/dev/null || true)" >"$results/command.csv"
fi

# Prints the argument of the profile: by_profile QUICK REPORT LARGE.
by_profile() {
    local -A argument=([quick]=$1 [report]=$2 [large]=$3)
    printf '%s\n' "${argument[$profile]}"
}

# The common grid of sizes for CPU and GPU. At multiples of 64, powers of two above all, rows and columns share the sets of a cache, and
# plain code is slowest: baselines would be measured at their worst. So no size is one but 64, and 512 beside 500 to show it. Quick omits
# a size between which curves hardly bend, and that beyond its time.
grid=64,130,250,360,500,512,1000,2000,4000
# shellcheck disable=SC2034  # of the scripts
[ "$profile" != quick ] || grid=64,130,250,500,512,1000,2000

# Report F's test cases: name, vertices, edges.
test_cases() { awk -F, '!/^#|^testcase,/ { print $1, $2, $3 }' report/published/apsp-breakdown.csv; }

# The file of a random graph of $2 vertices and $3 edges, named $1: made on demand and kept.
graph_file() {
    local folder=build/graphs
    ! installed || folder=$results/graphs
    mkdir -p "$folder"
    [ -s "$folder/$1.bin" ] || "$speedup" graph --size "$2" --edges "$3" --seed 1 --out "$folder/$1.bin" >&2 || exit
    printf '%s\n' "$folder/$1.bin"
}

# Sets $work to a temporary folder, which ends with the script.
make_work_folder() {
    work=$(mktemp -d)
    trap 'rm -rf "$work"' EXIT
}

# Is there a GPU, and was the program built for it?
has_gpu() { grep -q '^[a-z_]*,gpu/.*,yes,' "$results/variants.csv"; }

# Does a variant of workload $1 that matches the name or glob $2 run here?
runs_here() {
    local name
    for name in $(sed -nE "s/^$1,([^,]*),.*,yes,.*/\1/p" "$results/variants.csv"); do
        # shellcheck disable=SC2053  # the right side is a glob
        [[ $name == $2 ]] && return 0
    done
    return 1
}

# Workloads that no script names: stencil, and what users add. They are swept over threads and sizes.
other_workloads() {
    cut -d, -f1 "$results/variants.csv" | sort -u | grep -vx -e workload -e matmul -e transpose -e apsp -e copy -e multiply_add \
        -e add_min -e add_min_packed || true
}

# The default sizes of such a workload, as their nature differs: n 2048 is a large stencil and a tiny sparse matrix. Quick omits the
# last.
default_sizes() {
    local sizes
    sizes=$("$speedup" plan "$1" --threads 1 2>/dev/null | sed -n 's/.* --size \([^ ]*\) .*/\1/p' | awk '!seen[$0]++' | paste -sd,)
    [ "$profile" != quick ] || sizes=${sizes%,*}
    printf '%s\n' "$sizes"
}

workloads=${WORKLOADS:-} workloads=${workloads//,/ }
for name in $workloads; do
    "$speedup" list "$name" >/dev/null || exit 2
done

# Sets `options` to those of a sweep, with SIZES and THREADS in place of its own. A ceiling keeps its size, beyond the caches,
# and so do graphs, whose edges depend on it.
choose_axes() {
    local i sizes=${SIZES:-} threads=${THREADS:-}
    [ "$experiment" != ceilings ] && [[ " $* " != *' --edges '* ]] || sizes=''
    options=("$@")
    for i in "${!options[@]}"; do
        case ${options[i]} in
        --size) options[i + 1]=${sizes:-${options[i + 1]}} ;;
        --threads) options[i + 1]=${threads:-${options[i + 1]}} threads='' ;;
        esac
    done
    [ -z "$threads" ] || options+=(--threads "$threads")
}

# sweep WORKLOAD --variant LIST OPTION...: measures into the results folder. Variants that cannot run here are left out. A
# failing point is counted, and the script continues; a usage error or an interruption ends it. study.sh measures the points
# of all scripts in one run: DECLARED lists their sweeps, and if no point failed (MEASURED=all) they are skipped here.
sweep() {
    local status name kept=''
    # The ceilings always are wanted, because shares refer to them.
    [ -z "$workloads" ] || [ "$experiment" = ceilings ] || [[ " $workloads " == *" $1 "* ]] || return 0
    IFS=, read -ra names <<<"$3"
    for name in "${names[@]}"; do
        runs_here "$1" "$name" && kept+=${kept:+,}$name
    done
    [ -n "$kept" ] || {
        declaring || log "left out: none of $1 $3 can run here ($speedup list says why)"
        return 0
    }
    if [ "${MEASURED:-}" = all ] && grep -qxFs -e "$*" "${DECLARED:-}/$experiment.sweeps"; then
        return 0
    fi
    local wanted=("$1" --variant "$kept" --experiment "$experiment")
    choose_axes "${@:4}"
    # shellcheck disable=SC2206  # $rule is several words
    wanted+=($rule "${options[@]}")
    if declaring; then
        "$speedup" plan "${wanted[@]}" --quiet >>"$PLAN" || exit
        [ -z "${DECLARED:-}" ] || printf '%s\n' "$*" >>"$DECLARED/$experiment.sweeps"
        return
    fi
    [ -n "${MEASURED:-}" ] || wanted+=(${FRESH:+--fresh})
    "$speedup" run "${wanted[@]}" --out "$results/samples.csv" --quiet || {
        status=$?
        [ "$status" = 1 ] || exit "$status"
        failures=$((failures + 1))
    }
}

# Does a study only collect the points? Anything but sweeps must wait until they are measured.
declaring() { [ -n "${PLAN:-}" ]; }

# Can ncu, of the CUDA Toolkit, profile kernels here? Reports what is missing, sets $ncu.
can_profile() {
    ! declaring || return 1
    has_gpu || {
        log 'no profile: no GPU here'
        return 1
    }
    ncu=$(common/build/cuda_tool.sh ncu)
}

# profile LOG METRICS LAUNCHES RUN...: `speedup run RUN...` under ncu, which writes METRICS of the launches that its
# options LAUNCHES choose to LOG as CSV. Clocks and caches are not changed.
profile() {
    rm -f "$1.samples"
    # shellcheck disable=SC2086  # LAUNCHES is several words
    "$ncu" --clock-control none --cache-control none --target-processes all --profile-from-start off $3 --csv \
        --print-units base --print-fp --print-kernel-base function --metrics "$2" --log-file "$1" \
        "$speedup" run "${@:4}" --profile --quiet --out "$1.samples" >/dev/null && grep -q '^"[0-9]' "$1" && return
    grep -m 1 -E 'ERR_|==ERROR==' "$1" >&2 || true
    log "ncu could not count $4 ${*:5:2}; its cells in the report stay empty"
    return 1
}

# keep FILE NAME: moves it into the results if it has rows; otherwise an existing file stays.
keep() {
    if [ "$(wc -l <"$1")" -gt 1 ]; then
        mv "$1" "$results/$2"
    else
        log "nothing was counted; $results/$2 is left as it is"
    fi
}

# Prints how many points the experiment has and, outside a study, its result: report/templates/sentences/<experiment>.md.
finish() {
    ! declaring || exit 0
    local points=0
    if [ -s "$results/samples.csv" ]; then
        [ -n "${MEASURED:-}" ] || [ ! -f "report/templates/sentences/$experiment.md" ] || report/query.sh "$results" --say "$experiment" || true
        points=$("$speedup" summarize --experiment "$experiment" "$results/samples.csv" 2>/dev/null | tail -n +2 | wc -l)
    fi
    printf '%s\n' "$experiment: $points points (samples: $results/samples.csv)"
    [ "$failures" = 0 ] || {
        log "points of $failures sweep(s) were wrong, failed or timed out; tables/problems.csv of the report lists them"
        exit 1
    }
}
