#!/usr/bin/env bats
# Honest mistakes whose first result is right (tests/variants/): none ends as ok.

bats_require_minimum_version 1.5.0
load helpers

# Two rounds of two samples of a variant: sets statuses and detail.
measured() {
    rm -f s.csv
    run "$wrong" run matmul --size 64 --type float32 --out s.csv "${quick[@]}" --variant "$@"
    statuses=$(query s.csv "SELECT group_concat(DISTINCT status) FROM rows")
    detail=$(query s.csv "SELECT detail FROM rows WHERE status <> 'ok' LIMIT 1")
}

@test "a workspace that is taken for zeros: wrong in the first call, for every type" {
    run "$wrong" check matmul --size 1,33,100 --variant cpu/adds_to_workspace --quiet
    [ "$status" -eq 1 ]
    [[ "$output" == *"0 points right, 9 wrong or failed"* ]]
    measured cpu/adds_to_workspace
    [ "$status" -eq 1 ]
    [ "$statuses" = wrong ]
}

@test "more threads than the row says: wrong, by processor time, in a library too" {
    [ "$(usable_processors | wc -l)" -ge 2 ] || skip "one processor"
    has_openmp || skip "no OpenMP"
    for variant in cpu/two_threads cpu/sets_threads cpu/own_thread cpu/library_threads; do
        for size in 200 300 500 700 900; do # on a loaded machine two threads may get little more than one processor
            rm -f s.csv
            run "$wrong" run matmul --size $size --threads 1 --type float32 --out s.csv "${quick[@]}" --variant $variant
            [ "$status" -eq 0 ] || break
        done
        [ "$status" -eq 1 ]
        [ "$(query s.csv "SELECT group_concat(DISTINCT status) FROM rows")" = wrong ]
        [[ "$(query s.csv "SELECT detail FROM rows LIMIT 1")" == "used "*" ms of processor time "*"and its point has 1"* ]]
    done
    run "$wrong" run matmul --size 200 --threads 2 --oversubscribe --type float32 --out two.csv "${quick[@]}" --variant cpu/library_threads
    [ "$status" -eq 0 ] # it is right where the row says two
}
