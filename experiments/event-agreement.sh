#!/usr/bin/env bash
# Are kernel times true? CUDA events, which this program reads, beside the profiler's own clock.
# ncu times launches 11 to 20 of a row, one by one, caches left as they are: the first launches find the card
# asleep. Kernels over 100 us only, as events add a microsecond or two to each. Rows of ncu go to profiler.csv.
. "$(dirname "$0")/lib.sh"

can_profile || {
    finish
    exit 0
}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cp report/empty/profiler.csv "$work/profiler.csv"

# agree WORKLOAD VARIANT TYPE N [TILE]: measured by events, then by ncu.
agree() {
    local clock=gpc__cycles_elapsed.avg.per_second
    local point=("$1" --variant "$2" --type "$3" --size "$4" ${5:+--tile "$5"} --transfer pinned)
    sweep "${point[@]}"
    profile "$work/log" gpu__time_duration.sum,$clock '--launch-skip 10 --launch-count 10' "${point[@]}" \
        --iterations 20 || return 0
    awk -v row="$1,$2,$3,$4,${5:-}" -v clock=$clock -f report/csv.awk -f experiments/ncu.awk \
        -f experiments/profiler.awk "$work/log" >>"$work/profiler.csv"
}

agree copy gpu/vector float32 8192
for rung in naive coalesced padded unrolled; do agree transpose gpu/$rung float32 8192; done
for rung in multi_block shared; do agree matmul gpu/$rung float32 2048; done
for tile in 1 4 16; do agree matmul gpu/thread_tile int32 1024 $tile; done
agree multiply_add gpu/registers float32 2048
keep "$work/profiler.csv" profiler.csv
finish
