#!/usr/bin/env bash
# From which size does the GPU win, copies included, and how many threads are equivalent?
# The fastest GPU variants with copies from pinned memory, alone and overlapped among four matrices, on the sizes of
# size-scaling.sh, which has the CPU and copies from pageable memory.
. "$(dirname "$0")/lib.sh"

# beside_copies WORKLOAD VARIANTS OPTION...
beside_copies() {
    sweep "$1" --variant "$2" --transfer pinned --size "$grid" "${@:3}"
    sweep "$1" --variant "$2" --transfer overlap-breadth --matrices 4 --size "$grid" "${@:3}"
}

if has_gpu; then
    beside_copies matmul gpu/mbarrier_pipeline,gpu/wgmma_split_fp16,gpu/cublas --type float32
    beside_copies transpose gpu/full_row_stores,gpu/cublas --type float32
    beside_copies apsp gpu/overlapped_phases,gpu/int16
fi
finish
