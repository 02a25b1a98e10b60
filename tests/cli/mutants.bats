#!/usr/bin/env bats
# The rules that make wrong variants still fit the right ones, and the score counts what it should. The score
# itself is `make mutants`.

load helpers

# A copy of what make.sh reads, to be changed.
copy_sources() {
    mkdir tests
    cp -r "$root/cpu" "$root/gpu" .
    cp -r "$root"/tests/{mutants,figures.bash} tests/
}

# A program in place of the mutants': it knows four variants, and says of each what its name says.
stand_in() {
    mkdir -p built/mutants
    executable built/tests/speedup-mutants <<'PROGRAM'
command=$1
variant=$4
case $command in
list) printf 'matmul,cpu/%s,idea,,,int32,,yes,\n' model wrong right unknown ; printf 'matmul,cpu/absent,idea,,,int32,,no,no such thing\n' ;;
*)
    case $variant in
    cpu/unknown) echo 'error: never heard of it' >&2; exit 2 ;;
    cpu/wrong) echo "matmul $variant n 33 int32 wrong: element (0, 0)"; exit 1 ;;
    esac
    while [ $# -gt 0 ]; do
        [ "$1" != --out ] || echo ',ok,' >"$2"
        shift
    done ;;
esac
PROGRAM
    printf 'matmul|cpu/%s|cpu/model|lost row||a row is lost\n' "$@" >built/mutants/list
}

setup_file() {
    "$BATS_TEST_DIRNAME/../mutants/make.sh" "$BATS_FILE_TMPDIR/mutants"
}

@test "every rule fits its variants, and there are mutants enough of each workload" {
    cd "$BATS_FILE_TMPDIR"
    for workload in matmul transpose apsp; do
        [ "$(grep -c "^$workload|cpu/" mutants/list)" -ge 20 ]
    done
    [ "$(grep -c '|gpu/' mutants/list)" -ge 15 ]
    while IFS=: read -r name _; do
        grep -q "^${name/ /|}|" mutants/list
    done <"$root/tests/mutants/equivalent"
}

@test "a mutant is its model with the rule's change, its headers and a name of its own" {
    cd "$BATS_FILE_TMPDIR"
    run diff "$root/cpu/matmul/ikj.c" mutants/cpu/matmul/ikj_transposed_a.c
    [ "$(grep -c '^>' <<<"$output")" -eq 3 ]
    [[ "$output" == *'> const Variant variant_cpu_matmul_ikj_transposed_a = {'* ]]
    [[ "$output" == *'>     .name = "cpu/ikj_transposed_a",'* ]]
    [ "$(grep -c '^>.*a\[k \* n + i\]' <<<"$output")" -eq 1 ]
    grep -q 'k < n - 1\|k < depth_end - 1\|k + 1 < depth_end' mutants/cpu/matmul/tiled_last_k.c
    run ! grep -q '#include "cpu/matmul/' mutants/cpu/matmul/tiled_last_k.c
    touch -d 2001-01-01 mutants/cpu/matmul/ikj_transposed_a.c mutants/cpu/matmul/stale.c
    "$root/tests/mutants/make.sh" "$PWD/mutants"
    [ "$(date -r mutants/cpu/matmul/ikj_transposed_a.c +%Y)" = 2001 ] # the same: not compiled again
    [ ! -e mutants/cpu/matmul/stale.c ]
}

@test "a variant that a rule no longer fits is named with the rule's line" {
    copy_sources
    sed -i 's/a\[i \* depth + k\]/a[k + depth * i]/' cpu/matmul/ikj.c
    rm -f cpu/matmul/naive.c
    echo 'rool x | y | z' >>tests/mutants/matmul.rules
    run tests/mutants/make.sh "$PWD/mutants"
    [ "$status" -ne 0 ]
    [[ "$output" == *"error: tests/mutants/matmul.rules:"*"in cpu/matmul/ikj.c this text occurs 0 times, expected 1: a[i * depth + k]"* ]]
    [[ "$output" == *"cpu/matmul/naive.c: no such file"* ]]
    [[ "$output" == *"not a line of a rule: rool x | y | z"* ]]
}

@test "the score: caught, equivalent, survived, not run, between the marks of the README with WRITE=1; exit 1 when one survives" {
    copy_sources
    stand_in wrong right absent
    echo 'matmul cpu/right: it is right' >tests/mutants/equivalent
    printf '%s\n' above '<!-- the figures: make mutants -->' old '<!-- end of the figures -->' below >tests/README.md
    WRITE=1 run -0 tests/mutants/run.sh "$PWD/built"
    [ "${lines[-1]}" = '2 mutants: 1 caught, 1 equivalent, 0 survived; 1 could not run here' ]
    [[ "$output" == *"caught "*"cpu/wrong "*"check: n 33 int32 wrong: element (0, 0)"* ]]
    [[ "$output" == *"skipped "*"cpu/absent "*"no such thing"* ]]
    grep -qx '| lost row | 3 | 1 | 1 | 0 | 1 |' built/mutants/score.md
    grep -qx '| all | 3 | 1 | 1 | 0 | 1 |' tests/README.md
    run ! grep -q old tests/README.md
    [ "$(head -n 1 tests/README.md) $(tail -n 1 tests/README.md)" = 'above below' ]
    : >tests/mutants/equivalent
    run -1 tests/mutants/run.sh "$PWD/built"
    [ "${lines[-1]}" = '2 mutants: 1 caught, 0 equivalent, 1 survived; 1 could not run here' ]
    [[ "$output" == *"survived "*"cpu/right "*"a row is lost"* ]]
}

@test "what is named equivalent and is caught, or is no mutant, or was never run, fails" {
    copy_sources
    stand_in wrong
    echo 'matmul cpu/wrong: it is not' >tests/mutants/equivalent
    reports 1 "names it, but it is caught" tests/mutants/run.sh "$PWD/built"
    echo 'matmul cpu/forgotten: gone' >tests/mutants/equivalent
    reports 1 "names matmul cpu/forgotten, which is no mutant" tests/mutants/run.sh "$PWD/built"
    stand_in unknown
    echo 'matmul cpu/unknown: unknown' >tests/mutants/equivalent
    reports 1 "was not run: error: never heard of it" tests/mutants/run.sh "$PWD/built"
}
