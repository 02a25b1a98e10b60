#!/usr/bin/env bash
# Report O, part 1: what do threads gain on the textbook product, and what does transposing B gain?
# cpu/naive and cpu/transposed, serial and on 2, 4, ..., 16 threads, int32; and cpu/unoptimized, compiled without optimization,
# at a size whose columns do not map to the same cache sets.
. "$(dirname "$0")/lib.sh"

threads=$(seq 2 2 $((processors < 16 ? processors : 16)) | paste -sd,)
[ "$processors" -ge 8 ] || threads=1${threads:+,$threads}
sweep matmul --variant cpu/naive,cpu/openmp,cpu/transposed,cpu/openmp_transposed --type int32 \
    --size "$(by_profile 512 2048 2048)" --threads "$threads" --warmup 0
sweep matmul --variant cpu/unoptimized,cpu/naive,cpu/openmp,cpu/transposed,cpu/openmp_transposed --type int32 \
    --size "$(by_profile 500 1000 1000)" --threads "$threads"
finish
