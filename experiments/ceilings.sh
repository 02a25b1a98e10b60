#!/usr/bin/env bash
# What are the ceilings of this machine, against which rates are judged?
# Bare copies, multiply-adds and add-then-mins, on the CPU over threads and on the GPU: no kernel can
# be faster than the resource that it needs most. Copies are of the transposes' sizes beyond the caches.
. "$(dirname "$0")/lib.sh"

sweep copy --variant 'cpu/*' --size "$(by_profile 4000 2000,4000,8100 2000,4000,8100,16200)"
sweep multiply_add --variant 'cpu/*' --type float32,float64,int32 --size "$(by_profile 512 1024 4096)"
sweep multiply_add --variant cpu/amx --type int32 --size "$(by_profile 1024 4096 4096)" # the matrix unit idles between blocks, less so at this size
sweep add_min_packed --variant 'cpu/*' --size "$(by_profile 512 1024 4096)"
sweep add_min --variant 'cpu/*' --size "$(by_profile 512 1024 4096)"
if has_gpu; then
    sweep copy --variant 'gpu/*' --size "$(by_profile 8100 16200 32400)" --transfer pinned
    sweep multiply_add --variant 'gpu/*' --type float32,float64,int32 --size "$(by_profile 2048 4096 8192)"
    sweep add_min --variant 'gpu/*' --size "$(by_profile 2048 4096 8192)"
    sweep add_min_packed --variant 'gpu/*' --size "$(by_profile 2048 4096 8192)"
fi
finish
