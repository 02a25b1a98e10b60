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

@test "shortest paths whose blocks, strips and panels end within the matrix are right" {
    right apsp cpu/register_tile,cpu/look_ahead,cpu/int16 63,64,65,127,128,129,255,256,257,400,513,769,1030
}

# chain WEIGHT...: a graph in which each vertex leads to the next by these weights, and what cpu/int16 says of it.
chain() {
    local vertex=1 weight
    echo "p sp $(($# + 1)) $#" >"$BATS_TEST_TMPDIR/chain.gr"
    for weight; do
        echo "a $vertex $((++vertex)) $weight"
    done >>"$BATS_TEST_TMPDIR/chain.gr"
    "$speedup" run apsp --variant cpu/int16 --graph "$BATS_TEST_TMPDIR/chain.gr" --rounds 1 --fresh --quiet \
        --out "$BATS_TEST_TMPDIR/chain.csv"
    tail -n 1 "$BATS_TEST_TMPDIR/chain.csv"
}

@test "16 bits are kept where the longest path and the heaviest edge prove that they suffice, else 32 do the work" {
    [[ "$(chain 16383 0)" == *,ok,*'; 16 bits'* ]]               # together 2^15 - 2
    [[ "$(chain 16383 1)" == *,ok,*'computed in 32 bits'* ]]     # one more: not proved, though right in 16 bits
    [[ "$(chain 20000 20000)" == *,ok,*'computed in 32 bits'* ]] # the longest path does not fit
    [[ "$(chain 32766 0)" == *,ok,*'computed in 32 bits'* ]]
    [[ "$(chain 5 32767 5)" == *,ok,*'computed in 32 bits'* ]]   # nor does an edge
    [[ "$(chain 0 1 100000)" == *,ok,*'computed in 32 bits'* ]]
    [[ "$(chain $(seq 1 170))" == *,ok,*'; 16 bits'* ]]          # 14535 and 170
}
