#!/usr/bin/env bats
# The upper rungs of the ladders at the sizes that they can break at: beyond one slab, band or panel, and beside a tile's edge.
# `check` alone stops at n 257, where some of them have not left their first slab. tests/unit/test_widths.c has narrower vectors.

bats_require_minimum_version 1.5.0
load helpers

# right WORKLOAD VARIANTS SIZES
right() {
    run "$speedup" check "$1" --variant "$2" --size "$3" --quiet
    echo "$output"
    [ "$status" -eq 0 ]
    [[ "$output" == *" 0 wrong or failed"* ]]
}

@test "products whose slabs, bands and panels end within the matrix are right" {
    right matmul cpu/register_tile,cpu/packed 11,12,13,255,256,257,383,384,385,400,447,449,769,1030
}

@test "a transpose whose lines begin anywhere is right" {
    [[ "$("$speedup" list transpose --csv)" == *'cpu/streamed,'*,yes,* ]] || skip 'no AVX2'
    right transpose cpu/streamed 15,16,17,47,48,49,400,769,1024,1030
}
