#!/usr/bin/env bash
# What do the GPU's hardware counters say about each kernel of the reports?
# ncu (of the CUDA Toolkit) watches one launch a kernel; rows go to counters.csv under today's names
# for what the reports read. Where ncu may not count, it says so, and the report shows the gap.
#
#   counters.sh [WORKLOAD]    the kernels of one workload only; what is counted already is left
takes=WORKLOAD only=${1:-}
. "$(dirname "$0")/lib.sh"
! declaring || exit 0

can_profile || exit 0
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
metrics=$(awk -v list=1 -f report/csv.awk -f experiments/ncu.awk -f experiments/counters.awk)
counted=$results/counters.csv
if [ ! -s "$counted" ] || [ -n "${FRESH:-}" ]; then
    cp report/empty/counters.csv "$counted"
fi

# count WORKLOAD VARIANT TYPE N [BLOCK [TILE]]: the first launch of each kernel.
count() {
    local row="$1,$2,$3,$4,${5:-},${6:-}"
    [ -z "$only" ] || [ "$1" = "$only" ] || return 0
    ! grep -qF "$row," "$counted" || return 0
    profile "$work/log" "$metrics" '--launch-count 4' "$1" --variant "$2" --type "$3" --size "$4" ${5:+--block "$5"} \
        ${6:+--tile "$6"} || return 0
    awk -v row="$row" -f report/csv.awk -f experiments/ncu.awk -f experiments/counters.awk "$work/log" >>"$counted"
}

for block in 8 16 32; do count apsp gpu/branchless int32 5000 $block; done
count apsp gpu/large_block int32 5000 64
for rung in baseline coalesced unrolled shared occupancy; do count apsp gpu/$rung int32 5000; done
for rung in naive coalesced padded unrolled; do count transpose gpu/$rung int32 2048; done
count transpose gpu/cublas float32 2048
for rung in single_block multi_block cublas; do count matmul gpu/$rung float32 1024; done
for n in 224 1120; do for block in 8 16; do count matmul gpu/shared float32 $n $block; done; done
for tile in 1 4 16; do count matmul gpu/thread_tile int32 1024 '' $tile; done
count copy gpu/vector float32 8192
count multiply_add gpu/registers float32 2048
for ceiling in add_min add_min_packed; do count $ceiling gpu/registers int32 2048; done
say "$(($(cut -d, -f1-7 "$counted" | sort -u | wc -l) - 1)) kernels counted ($counted)"
