#!/usr/bin/env bash
# How do time and rate grow with the size of the matrices, on the CPU and on the GPU?
# All CPU variants on one thread and on all, from sizes that sit in the caches to sizes that do not, and
# all GPU variants. Points that would take far too long are skipped by prediction and listed as such.
. "$(dirname "$0")/lib.sh"

threads=1
[ "$processors" = 1 ] || threads=1,$processors
sweep matmul --variant 'cpu/*' --type float32 --threads "$threads" --size "$(by_profile 128:512:x2 256:1024:x2 256:8192:x2)"
sweep transpose --variant 'cpu/*' --type float32 --threads "$threads" \
    --size "$(by_profile 512:4096:x2 1024:4096:x2 1024:32768:x2)"
sweep apsp --variant 'cpu/*' --threads "$threads" --size "$(by_profile 128:512:x2 256:1024:x2 256:8192:x2)"
if has_gpu; then
    sweep matmul --variant 'gpu/*' --type float32 --size "$(by_profile 512:2048:x2 512:4096:x2 512:16384:x2)"
    sweep transpose --variant 'gpu/*' --type float32 --size "$(by_profile 2048:8192:x2 2048:8192:x2 2048:32768:x2)"
    sweep apsp --variant 'gpu/*' --size "$(by_profile 500:2000:x2 750:6000:x2 750:12000:x2)"
fi
finish
