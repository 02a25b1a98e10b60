#!/usr/bin/env bash
# Report T: what does each rung of the GPU transpose gain, and the last one over the CPU?
# 2048 x 2048 int32, 100 iterations in one sample, timed from before the copy to the GPU until after
# the copy back. The same size in every profile, as it is cheap.
. "$(dirname "$0")/lib.sh"

work=(--type int32 --size 2048)
if has_gpu; then
    sweep transpose --variant cpu/naive "${work[@]}" --iterations 100 --warmup 0 --skip-over 10 # one run
    # Pageable copies of one process and the next differ by 10 %, as much as a rung gains.
    sweep transpose --variant gpu/naive,gpu/coalesced,gpu/padded,gpu/unrolled "${work[@]}" --iterations 100 \
        --transfer pageable --rounds "$(by_profile 7 15 15)"
    sweep transpose --variant 'cpu/*' "${work[@]}" --threads "1,$processors" # baselines
else
    sweep transpose --variant cpu/naive "${work[@]}" --iterations "$(by_profile 5 100 100)" --warmup 0
fi
finish
