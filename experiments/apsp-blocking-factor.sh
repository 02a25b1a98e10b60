#!/usr/bin/env bash
# Report F: which blocking factor suits blocked Floyd-Warshall?
# Factors 8 to 64 at the n of test case c21.1; integer operations per second of the whole closure, and
# the hardware counters of phase 3 if ncu may read them. Without a GPU: the CPU's blocked variant.
. "$(dirname "$0")/lib.sh"

if has_gpu; then
    work=(--size 5000 --edges 10723117 --transfer pinned)
    sweep apsp --variant gpu/branchless "${work[@]}" --block 8,16,32
    sweep apsp --variant gpu/large_block "${work[@]}" --block 64
    experiments/counters.sh apsp || true # it reports missing counters itself
else
    sweep apsp --variant cpu/openmp_blocked --size "$(by_profile 1000 2000 4000)" --block 8,16,32,64 \
        --threads "$processors"
fi
finish
