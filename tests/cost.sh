#!/usr/bin/env bash
# What verification costs: BASE=PROGRAM tests/cost.sh BUILD
#
# BASE is another build's program, by which the costs are divided. Both take 500 samples of short points in one batch each,
# in turn, PAIRS (8) times; then all points of the quick study, STUDIES (2) times each. Nothing else should run.
set -eu
cd "$(dirname "$0")/.."

new=$(cd "$1" && pwd)/speedup
base=$(readlink -f "${BASE:?names the program to compare with}")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export XDG_CACHE_HOME=$work
figures=$work/figures
. tests/figures.bash

# seconds COMMAND...: its wall time.
seconds() {
    local from=$EPOCHREALTIME
    "$@" >/dev/null 2>&1
    awk -v from="$from" -v to="$EPOCHREALTIME" 'BEGIN { print to - from }'
}

# sampled PROGRAM VARIANT N THREADS: seconds of 500 samples.
sampled() {
    rm -f "$work/s.csv"
    seconds "$1" run matmul --variant "$2" --size "$3" --threads "$4" --type float32 --rounds 1 --min-samples 500 --max-samples 500 \
        --precision 0.001% --max-time 600 --warmup 0 --quiet --out "$work/s.csv"
}

# median COLUMN: of the numbers in that column of the pairs.
median() {
    awk "{ print $1 }" "$work/pairs" | sort -g |
        awk '{ value[NR] = $1 } END { print (value[int((NR + 1) / 2)] + value[int(NR / 2) + 1]) / 2 }'
}

heading "Microseconds a sample, all included: base, now, median of the ratios of ${PAIRS:-8} pairs"
while read -r variant n threads; do
    for ((i = 0; i < ${PAIRS:-8}; i++)); do
        echo "$(sampled "$base" "$variant" "$n" "$threads") $(sampled "$new" "$variant" "$n" "$threads")"
    done >"$work/pairs"
    # shellcheck disable=SC2016  # fields of awk
    printf 'matmul %s n %s, %s thread(s): %.0f, %.0f, %.3f\n' "$variant" "$n" "$threads" \
        "$(median '2000 * $1')" "$(median '2000 * $2')" "$(median '$2 / $1')" | show
done <<<'cpu/naive 1 1
cpu/openmp 1 2
cpu/transposed 64 1
cpu/ikj 256 1'

heading "All points of the quick study: seconds of wall time, base and now in turn"
PLAN=$work/plan PROFILE=quick SPEEDUP=$new RESULTS=$work/results experiments/study.sh >/dev/null
for ((i = 0; i < ${STUDIES:-2}; i++)); do
    for program in "$base" "$new"; do
        rm -f "$work/s.csv"
        echo "$([ "$program" = "$new" ] && echo now || echo base) $(seconds "$program" run --manifest "$work/plan" --quiet --out "$work/s.csv")"
    done
done | show

write_figures 'check-cost BASE=PROGRAM'
