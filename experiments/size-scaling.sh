#!/usr/bin/env bash
# How do time and rate grow with the size of the matrices, on the CPU and on the GPU?
# All CPU variants, those with threads on all processors, and all GPU variants, on one grid of sizes, from those that fit the
# caches to those that do not; the GPU on larger ones too. Points predicted to take too long are skipped and listed.
. "$(dirname "$0")/lib.sh"

skip=$(by_profile 0.1 0.7 20)
short=(--threads "$processors" --skip-over "$skip")
sweep matmul --variant 'cpu/*' --type float32 --size "$grid$(by_profile '' '' ,8100)" "${short[@]}"
sweep transpose --variant 'cpu/*' --type float32 --size "$grid$(by_profile '' ,8100 ,8100,16200,32400)" "${short[@]}"
sweep apsp --variant 'cpu/*' --size "$grid$(by_profile '' '' ,8100)" "${short[@]}"
# The leading variants on one thread too: the best of the others would not be the best.
sweep matmul --variant cpu/blas,cpu/packed --type float32 --size "$grid" --threads 1 --skip-over "$skip"
sweep transpose --variant cpu/streamed --type float32 --size "$grid" --threads 1 --skip-over "$skip"
sweep apsp --variant cpu/int16 --size "$grid" --threads 1 --skip-over "$skip"
if has_gpu; then
    sweep matmul --variant 'gpu/*' --type float32 --size "$grid$(by_profile '' ,8100 ,8100,16200)" --skip-over "$skip"
    sweep transpose --variant 'gpu/*' --type float32 --size "$grid,8100$(by_profile '' '' ,16200,32400)"
    sweep apsp --variant 'gpu/*' --size "$grid$(by_profile '' ,6000 ,6000,12000)"
fi
for workload in $(other_workloads); do
    sizes=$(default_sizes "$workload")
    sweep "$workload" --variant 'cpu/*' --size "$sizes" "${short[@]}"
    if has_gpu; then
        sweep "$workload" --variant 'gpu/*' --size "$sizes" --skip-over "$skip"
    fi
done
finish
