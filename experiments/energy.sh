#!/usr/bin/env bash
# How much energy does a result take, on the CPU and on the GPU?
# The board's counter moves in steps of some 20 ms, so a sample repeats the work for at least a second, once per round. Idle power is
# included. CPUs have counters if Linux shows them (RAPL), which virtual machines seldom do.
. "$(dirname "$0")/lib.sh"

draw() { sweep "$@" --max-samples 1 --max-time 20; }

if has_gpu; then
    draw matmul --variant gpu/cublas --type float32 --size 4000 --iterations 500
    draw matmul --variant gpu/wgmma_split_fp16 --type float32 --size 4000 --iterations 1500
    draw transpose --variant gpu/full_row_stores --type float32 --size 8100 --iterations 8000
    draw apsp --variant gpu/overlapped_phases --size 4000 --iterations 250
fi
if [ -n "$(sed -n 's/^ *"energy_packages": *\([1-9]\).*/\1/p' <<<"$machine_json")" ]; then
    draw matmul --variant cpu/blas,cpu/openmp_tiled --type float32 --size 4000 --threads "$processors" --iterations 5 --skip-over 10
    draw transpose --variant cpu/openmp_tiled --type float32 --size 8100 --threads "$processors" --iterations 20 --skip-over 10
    draw apsp --variant cpu/openmp_blocked --size 4000 --threads "$processors" --skip-over 10
else
    declaring || log 'no energy of the CPU: /sys/class/powercap has no readable counter'
fi
finish
