#!/usr/bin/env bash
# What do the GPU's hardware counters show for each kernel of the reports?
# ncu (of the CUDA Toolkit) profiles one launch per kernel; rows go to counters.csv under current names of the metrics in the reports.
# Counters that decide a claim are read in five processes, so that they have an interval, the others in one. If ncu is not permitted,
# the script reports it, and the tables are empty.
#
#   counters.sh [WORKLOAD]    the kernels of one workload only; existing counts are kept
takes=WORKLOAD only=${1:-}
. "$(dirname "$0")/lib.sh"
! declaring || exit 0

can_profile || exit 0
make_work_folder
metrics=$(python3 experiments/ncu.py metrics)
counted=$results/counters.csv
if [ ! -s "$counted" ] || [ -n "${FRESH:-}" ]; then
    cp report/empty/counters.csv "$counted"
elif ! head -n 1 "$counted" | grep -q ',run$'; then
    sed -i '1s/$/,run/; 2,$s/$/,1/' "$counted" # an older version counted once
fi

# count RUN WORKLOAD VARIANT TYPE N [BLOCK [TILE]]: the first launch of each kernel.
count() {
    local run=$1 row="$2,$3,$4,$5,${6:-},${7:-}"
    shift
    [ -z "$only" ] || [ "$1" = "$only" ] || return 0
    ! grep -q "^$row,.*,$run$" "$counted" || return 0
    profile "$work/log" "$metrics" '--launch-count 4' "$1" --variant "$2" --type "$3" --size "$4" ${5:+--block "$5"} \
        ${6:+--tile "$6"} || return 0
    python3 experiments/ncu.py counters "$row" "$run" <"$work/log" >>"$counted"
}

for run in 1 2 3 4 5; do
    for block in 8 16 32; do count $run apsp gpu/branchless int32 5000 $block; done
    count $run apsp gpu/large_block int32 5000 64
    for n in 224 1120; do for block in 8 16; do count $run matmul gpu/shared float32 $n $block; done; done
done
for rung in baseline coalesced unrolled shared occupancy; do count 1 apsp gpu/$rung int32 5000; done
for rung in naive coalesced padded unrolled; do count 1 transpose gpu/$rung int32 2048; done
count 1 transpose gpu/cublas float32 2048
for rung in single_block multi_block cublas; do count 1 matmul gpu/$rung float32 1024; done
for tile in 1 4 16; do count 1 matmul gpu/thread_tile int32 1024 '' $tile; done
count 1 copy gpu/vector float32 8192
count 1 multiply_add gpu/registers float32 2048
for ceiling in add_min add_min_packed; do count 1 $ceiling gpu/registers int32 2048; done
log "$(($(cut -d, -f1-7 "$counted" | sort -u | wc -l) - 1)) kernels counted ($counted)"
