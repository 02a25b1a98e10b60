#!/usr/bin/env bash
# Do more threads do more work in the same time?
# Product, transpose and shortest paths, whose n grows with the threads at constant work per thread.
. "$(dirname "$0")/lib.sh"

sweep matmul --variant cpu/openmp_tiled --type float32 --weak --size "$(by_profile 256 768 2048)"
sweep transpose --variant cpu/openmp_tiled --type float32 --weak --size "$(by_profile 2048 4096 8192)"
sweep apsp --variant cpu/openmp_blocked --weak --size "$(by_profile 384 1024 2048)"
finish
