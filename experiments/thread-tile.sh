#!/usr/bin/env bash
# Report R: how large a tile of the product should one GPU thread compute?
# int32 from global memory, tiles of 1 x 1 to 64 x 64; the report does not state n, taken as 1024.
# With a GPU the CPU variants are the baselines of its speedups.
. "$(dirname "$0")/lib.sh"

if has_gpu; then
    sweep matmul --variant gpu/thread_tile --type int32 --size 1024 --tile 1:64:x2
    sweep matmul --variant cpu/unoptimized,cpu/naive,cpu/ikj,cpu/tiled,cpu/openmp_ikj,cpu/openmp_tiled \
        --type int32 --size 1024 --threads "$processors" # baselines
else
    log "no GPU here: the report shows rows of the reference machine"
fi
finish
