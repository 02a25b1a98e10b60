#!/usr/bin/env bash
# Do more threads do more work in the same time?
# Product, transpose and shortest paths, whose n grows with the threads at constant work per thread, in multiples of 64 or smaller
# powers of two: elsewhere the partial tiles would take the time.
. "$(dirname "$0")/lib.sh"

sweep matmul --variant cpu/openmp_tiled --type float32 --weak --size "$(by_profile 768 768 2304)"
sweep transpose --variant cpu/openmp_tiled --type float32 --weak --size "$(by_profile 2240 4160 8256)"
sweep apsp --variant cpu/openmp_blocked --weak --size "$(by_profile 768 1152 2304)"
finish
