#!/usr/bin/env bash
# Report S: what does it gain to hide copies behind computing, and how much of that is pinned memory?
# n, block and number of matrices as in the report; pageable and pinned memory in sequence, overlap
# issued breadth first and depth first. The CPU row is the sequential IKJ product.
. "$(dirname "$0")/lib.sh"

sizes=224,864,1120,1728
sweep matmul --variant cpu/ikj --type float32 --size $sizes --min-samples 3
if has_gpu; then
    sweep matmul --variant gpu/shared --type float32 --size $sizes --block 8,16 --matrices 1,5,10 \
        --transfer pageable,pinned,overlap-breadth,overlap-depth
    # The timelines, from a run of their own: n 1120, block 16, 5 pairs.
    rm -f "$results/trace.csv"
    "$speedup" run matmul --type float32 --size 1120 --variant gpu/shared --block 16 --matrices 5 --fresh --quiet \
        --transfer pageable,pinned,overlap-breadth,overlap-depth --max-samples 6 --min-samples 6 \
        --experiment trace --out "$results/samples.csv" --trace "$results/trace.csv" >&2 || failures=$((failures + 1))
    for n in ${sizes//,/ }; do
        "$speedup" kernels matmul --size "$n" --csv
    done | awk 'NR == 1 || !/^workload,/' >"$results/kernels.csv"
fi
finish
