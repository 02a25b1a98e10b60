#!/usr/bin/env bash
# Do kernel times by CUDA events agree with Nsight Compute?
# ncu times launches 11 to 20 of a series, one by one, without flushing caches: during the first launches the GPU's clock is still
# low. Kernels over 100 us only, as events add one or two microseconds to each. Rows of ncu go to profiler.csv.
. "$(dirname "$0")/lib.sh"

can_profile || {
    finish
    exit 0
}
make_work_folder
cp report/empty/profiler.csv "$work/profiler.csv"

# agree WORKLOAD VARIANT TYPE N [TILE]: measured by events, then by ncu.
agree() {
    local clock=gpc__cycles_elapsed.avg.per_second
    local point=("$1" --variant "$2" --type "$3" --size "$4" ${5:+--tile "$5"} --transfer pinned)
    sweep "${point[@]}"
    profile "$work/log" gpu__time_duration.sum,$clock '--launch-skip 10 --launch-count 10' "${point[@]}" \
        --iterations 20 || return 0
    python3 experiments/ncu.py profiler "$1,$2,$3,$4,${5:-}" $clock <"$work/log" >>"$work/profiler.csv"
}

agree copy gpu/vector float32 8192
for rung in naive coalesced padded unrolled; do agree transpose gpu/$rung float32 8192; done
for rung in multi_block shared; do agree matmul gpu/$rung float32 2048; done
for tile in 1 4 16; do agree matmul gpu/thread_tile int32 1024 $tile; done
agree multiply_add gpu/registers float32 2048
keep "$work/profiler.csv" profiler.csv
finish
