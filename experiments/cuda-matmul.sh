#!/usr/bin/env bash
# Report O, part 2: what does the GPU gain over the serial product, from one thread block to tiles
# in shared memory? 1024 x 1024 float32 (quick without a GPU: 500). With a GPU all CPU variants run too:
# they are the baselines of its speedups.
. "$(dirname "$0")/lib.sh"

work=(--type float32 --size 1024)
if has_gpu; then
    sweep matmul --variant gpu/single_block,gpu/multi_block,gpu/shared "${work[@]}" --transfer pageable
    sweep matmul --variant cpu/unoptimized,cpu/naive,cpu/ikj,cpu/tiled,cpu/openmp,cpu/openmp_ikj,cpu/openmp_tiled,cpu/blas \
        "${work[@]}" --threads "$processors" # baselines
else
    sweep matmul --variant cpu/naive --type float32 --size "$(by_profile 500 1024 1024)"
fi
finish
