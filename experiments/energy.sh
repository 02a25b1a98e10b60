#!/usr/bin/env bash
# How much energy does a result take, on the CPU and on the GPU?
# The board's counter moves in steps of some 20 ms, so a sample repeats the work for a second and more. Idle power is in it. CPUs tell
# where Linux shows their counters (RAPL), which virtual machines seldom do.
. "$(dirname "$0")/lib.sh"

if has_gpu; then
    sweep matmul --variant gpu/cublas --type float32 --size 4096 --iterations 500
    sweep matmul --variant gpu/shared --type float32 --size 4096 --iterations 100
    sweep transpose --variant gpu/unrolled --type float32 --size 8192 --iterations 8000
    sweep apsp --variant gpu/large_block --size 4096 --iterations 40
fi
if [ -n "$(sed -n 's/^ *"energy_packages": *\([1-9]\).*/\1/p' <<<"$machine_json")" ]; then
    sweep matmul --variant cpu/blas,cpu/openmp_tiled --type float32 --size 4096 --threads "$processors" --iterations 5 --skip-over 10
    sweep transpose --variant cpu/openmp_tiled --type float32 --size 8192 --threads "$processors" --iterations 20 --skip-over 10
    sweep apsp --variant cpu/openmp_blocked --size 4096 --threads "$processors" --skip-over 10
else
    declaring || say 'no energy of the CPU: Linux shows no counters of it here that can be read (/sys/class/powercap)'
fi
finish
