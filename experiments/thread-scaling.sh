#!/usr/bin/env bash
# How much faster does each CPU variant become with more threads?
# All CPU variants of each workload at one size or its default sizes, over 1, 2, 3, 4, 6, 8, 12, ... threads.
# The serial variants are included: they are the baselines and the rungs of the ladder.
. "$(dirname "$0")/lib.sh"

sweep matmul --variant 'cpu/*' --type float32 --size "$(by_profile 512 1024 1024,4096)"
sweep transpose --variant 'cpu/*' --type float32 --size "$(by_profile 4096 8192 16384)"
sweep apsp --variant 'cpu/*' --size "$(by_profile 1024 2048 4096)"
for workload in $(other_workloads); do
    sweep "$workload" --variant 'cpu/*' --size "$(default_sizes "$workload")"
done
finish
