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
