#!/usr/bin/env bash
# How much faster does each CPU variant become with more threads?
# All CPU variants of each workload at one size or its default sizes, over 1, 2, 3, 4, 6, 8, 12, ... threads.
# The serial variants are included: they are the baselines and the rungs of the ladder.
. "$(dirname "$0")/lib.sh"

sweep matmul --variant 'cpu/*' --type float32 --size "$(by_profile 500 1000 1000,4000)"
sweep transpose --variant 'cpu/*' --type float32 --size "$(by_profile 4000 8100 16200)"
sweep apsp --variant 'cpu/*' --size "$(by_profile 1000 2000 4000)"
for workload in $(other_workloads); do
    sweep "$workload" --variant 'cpu/*' --size "$(default_sizes "$workload")"
done
finish
