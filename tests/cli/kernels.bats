#!/usr/bin/env bats
# The upper rungs of the ladders at the sizes that they can break at: beyond one slab, band or panel, and beside a tile's edge.
# `check` alone stops at n 257, where some of them have not left their first slab. tests/unit/test_widths.c has
# narrower vectors, and n 257 and 400.

load helpers

# right WORKLOAD VARIANTS SIZES
right() {
    run "$speedup" check "$1" --variant "$2" --size "$3" --quiet
    echo "$output"
    [ "$status" -eq 0 ]
    [[ "$output" == *" 0 wrong or failed"* ]]
}

@test "products whose slabs, bands and panels end within the matrix are right" {
    right matmul cpu/register_tile,cpu/packed 12,25x1030x769,1030x33x385
}

# can WORKLOAD VARIANT: skips the test with the reason where it cannot run.
can() {
    local row
    row=$("$speedup" list "$1" --csv | grep "^$1,$2,")
    [[ "$row" == *,yes,* ]] || skip "$1 $2: ${row##*,no,}"
}

@test "products of 8-bit limbs are exact in slabs of whole steps of k and parts of one" {
    can matmul cpu/amx
    right matmul cpu/amx 1,2,15,16,17,31,32,33,63,64,65,255,256,257,321,400,511,513,769,1025,1030
}

@test "products of bfloat16 pairs are right in slabs of even and odd depth, in whole tiles and parts of them" {
    can matmul cpu/dot_bfloat16
    right matmul cpu/dot_bfloat16 11,12,13,767,768,769,12x32x771,25x1030x1537,1030x33x1025
    can matmul cpu/amx_bfloat16
    right matmul cpu/amx_bfloat16 31,32,33,255,256,257,512x32x515,65x1030x1025,1030x33x769
}

@test "steps by limbs are those of the chains, where tiles of them end and where they do not" {
    can multiply_add cpu/amx
    right multiply_add cpu/amx 1,2,22,23,63,64,65,127,128,192,400,769
}

@test "a transpose whose lines begin anywhere is right" {
    "$speedup" list transpose --csv | grep -q '^transpose,cpu/streamed,.*,yes,' || skip 'no AVX2'
    right transpose cpu/streamed 15,16,17,47,48,49,769,1024,1030
}

@test "shortest paths whose blocks, strips and panels end within the matrix are right" {
    right apsp cpu/register_tile,cpu/look_ahead,cpu/int16 63,65,128,513
}

load ../chain.bash

@test "16 bits are kept where the longest path and the heaviest edge prove that they suffice, else 32 do the work" {
    on_chain cpu/int16 ok '; 16 bits' 16383 0           # together 2^15 - 2
    on_chain cpu/int16 ok '; 32 bits' 16383 1           # one more: not proved, though right in 16 bits
    on_chain cpu/int16 ok '; 32 bits' 20000 20000       # the longest path does not fit
    on_chain cpu/int16 ok '; 32 bits' 32766 0
    on_chain cpu/int16 ok '; 32 bits' 5 32767 5         # nor does an edge
    on_chain cpu/int16 ok '; 32 bits' 0 1 100000
    # shellcheck disable=SC2046  # a weight a word
    on_chain cpu/int16 ok '; 16 bits' $(seq 1 170)      # 14535 and 170
}

@test "a bucket for each distance: for weights below 2^16, heavier ones are named" {
    on_chain cpu/dial ok '' 65535 0 65535 1
    on_chain cpu/dial failed 'an edge weighs 65536 or more, and there is a bucket for each unit of distance; cpu/dijkstra takes any weight' 65536 0
}
