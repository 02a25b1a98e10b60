#!/usr/bin/env bash
# What is the speedup of work that processes share, with MPI between them?
# Product and shortest paths on 1, 2, 3, 4, ... processes of one thread, and as many threads of one process; with several GPUs and
# NCCL, on as many processes with a GPU each, at sizes of experiments/devices.sh. On several machines LAUNCHER is the command that
# starts processes there (mpirun with its hosts, srun), and PROCESSES their numbers: PROCESSES=1,2,4,8.
. "$(dirname "$0")/lib.sh"

job=(${PROCESSES:+--ranks "$PROCESSES"} ${LAUNCHER:+--launcher "$LAUNCHER"})
shared=(--threads 1 "${job[@]}")
gpus=(--size "$(by_profile 4096 8192,16384 12288,16384,32768)" --transfer pinned "${job[@]}")
n=$(by_profile 512,1024 2048,4096 8192,16384) # the part of one of four processes is as large as half the n on one (report/model/scale_out.sql)
sweep copy --variant cpu/ring --size "256,$n" "${job[@]}"
sweep matmul --variant cpu/summa,cpu/summa_ahead,cpu/scalapack --type float32 --size "$n" "${shared[@]}"
sweep apsp --variant cpu/two_d --size "$(by_profile 512,1024 1024,2048 4096,8192)" "${shared[@]}"
sweep matmul --variant cpu/packed --type float32 --size "$n"
if [ "$gpu_count" -gt 1 ] || [ -n "${PROCESSES:-}" ]; then
    sweep matmul --variant gpu/nccl_ahead --type float32 "${gpus[@]}"
    sweep apsp --variant gpu/nccl_ahead "${gpus[@]}"
fi
finish
