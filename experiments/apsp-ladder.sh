#!/usr/bin/env bash
# Report F: what does each rung of blocked Floyd-Warshall on the GPU gain?
# Test case p12k1 is not public: a random graph with as many vertices as its name states (quick: a
# quarter) replaces it. Without a GPU the CPU's own ladder runs at a feasible size.
. "$(dirname "$0")/lib.sh"

if has_gpu; then
    n=$(by_profile 3000 12000 12000)
    sweep apsp --variant gpu/baseline,gpu/coalesced,gpu/unrolled,gpu/shared,gpu/branchless,gpu/large_block,gpu/occupancy \
        --size "$n" --transfer pinned --max-samples 1
    # The baselines. Points predicted from smaller sizes to take too long are skipped.
    sweep apsp --variant cpu/naive,cpu/openmp,cpu/openmp_blocked --size "750,1500,$n" --threads "1,$processors" \
        --skip-over "$(by_profile 0.3 8 100)"
else
    sweep apsp --variant cpu/naive,cpu/blocked,cpu/openmp_blocked \
        --size "$(by_profile 1000 2000 4000)" --threads "$processors"
fi
finish
