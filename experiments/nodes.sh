#!/usr/bin/env bash
# Are the nodes of a cluster alike?
# The ceilings on all processors and on the GPU, to be measured on each node: a slower node is as much slower in its shares of a
# study. experiments/slurm/study.sbatch runs it; by hand, on each node into the folder of the shards:
#   PLAN=nodes.manifest experiments/nodes.sh; speedup run --manifest nodes.manifest --out results/cluster/samples.$(hostname).nodes.csv
. "$(dirname "$0")/lib.sh"

all=(--threads "$processors")
sweep copy --variant 'cpu/*' --size "$(by_profile 4096 8192 16384)" "${all[@]}"
sweep multiply_add --variant 'cpu/*' --type float32 --size "$(by_profile 512 1024 4096)" "${all[@]}"
sweep add_min --variant 'cpu/*' --size "$(by_profile 512 1024 4096)" "${all[@]}"
if has_gpu; then
    sweep copy --variant 'gpu/*' --size "$(by_profile 8192 16384 32768)" --transfer pinned
    sweep multiply_add --variant 'gpu/*' --type float32 --size "$(by_profile 2048 4096 8192)"
fi
finish
