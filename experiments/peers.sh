#!/usr/bin/env bash
# How near do the upper rungs come to libraries and to the ceilings?
# Each beside the library that does the same work, if there is one, on one thread, four, and all processors, at sizes far beyond the
# caches. In quick one small size on all processors, which only shows the table: verifying a product in float64 takes long. On a GPU with
# resident data; one of its sizes is a multiple of a tile.
. "$(dirname "$0")/lib.sh"

threads=$processors
[ "$processors" -le 4 ] || threads=4,$threads
[ "$processors" -eq 1 ] || [ "$profile" = quick ] || threads=1,$threads
# --max-time: five rounds of the slowest, n 8100 in int32 on one thread.
products=(--size "$(by_profile 250 1000,2000,4000,8100 1000,2000,4000,8100)" --threads "$threads" --max-time "$(by_profile 2 180 180)")
sweep matmul --variant cpu/packed,cpu/blas --type float32,float64 "${products[@]}"
sweep matmul --variant cpu/packed,cpu/amx --type int32 "${products[@]}"
sweep matmul --variant cpu/dot_bfloat16,cpu/amx_bfloat16 --type bfloat16 "${products[@]}"
thin() { [ "$profile" = quick ] || sweep matmul --variant "$1" --type float32 --size "$2" "${@:3}"; } # products of few rows or columns
thin cpu/packed,cpu/blas 64x4096x4096,4096x64x4096 --threads "$threads"
sweep transpose --variant cpu/streamed,cpu/blas --type float32,float64 --size "$(by_profile 1000 4000,8100 4000,8100,10000,16200)" --threads "$threads"
sweep apsp --variant cpu/look_ahead,cpu/int16 --size "$(by_profile 500 2000 2000,4000,8100)" --threads "$threads"
if has_gpu; then
    gpu() { sweep "$1" --variant "$2" --transfer pinned --size "$3" "${@:4}"; }
    factors=$(by_profile 1000 1000,2000,3000,4000,5001,8192 1000,2000,3000,4000,5001,8192,16200)
    gpu matmul gpu/stream_k,gpu/mbarrier_pipeline,gpu/mma_split_fp16,gpu/wgmma_split_fp16,gpu/cublas "$factors" --type float32
    gpu matmul gpu/register_tile,gpu/mma_float64,gpu/cublas "$factors" --type float64
    gpu matmul gpu/wgmma_float16,gpu/cublas "$factors" --type float16,bfloat16
    gpu matmul gpu/stream_k,gpu/mbarrier_pipeline,gpu/mma_int8_limbs,gpu/wgmma_int8_limbs "$factors" --type int32
    thin gpu/stream_k,gpu/mbarrier_pipeline,gpu/cublas \
        1x4096x4096,16x4096x4096,64x4096x4096,128x8192x8192,4096x1x4096,4096x16x4096,4096x64x4096,8192x128x8192 --transfer pinned
    moves=$(by_profile 2000 2000,4000,5001,8100,16200 2000,4000,5001,8100,10001,16200,32400)
    gpu transpose gpu/vectorized_tiles,gpu/full_row_stores,gpu/cublas "$moves" --type float32
    gpu copy gpu/memcpy "$moves"
    gpu apsp gpu/overlapped_phases,gpu/int16 "$(by_profile 2000 4000,12000 4000,12000,24100)"
fi
finish
