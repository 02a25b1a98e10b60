#!/usr/bin/env bats
# docs/tutorial.md, typed by a new user: an installed copy, an empty folder, every command and edit.
# shellcheck disable=SC2154  # root and speedup come from helpers.bash

load helpers

@test "a reader's typing of docs/tutorial.md works, up to the reports" {
    command -v shuf >/dev/null || skip 'no shuf'
    has_openmp || skip 'no OpenMP'
    mkdir bin home
    printf '#!/bin/sh\nexec %s -s -C %q BUILD=%q -o all "$@"\n' "$(command -v make)" "$root" "$build" >bin/make
    chmod +x bin/make
    typing "$root/docs/tutorial.md" >session
    [ "$(grep -cE '^(speedup|edit|make)' session)" -ge 17 ]
    # Times, verdicts and all of check's sizes are not this test's.
    sed -i 's/--interleave/& --samples 1 --pool 1 --pairs pairs.csv/; s/^speedup check .*/& --size 33/; s/--size [0-9,]*/--size 32,64/; s/--threads 1,2/& --oversubscribe/; s/500000/2000/g; s/--rounds 5/--rounds 2/' session
    HOME=$PWD/home PATH=$PWD/bin:$PATH REFERENCE=/nonexistent bash session >out 2>err </dev/null || { cat out err; return 1; }
    [ "$(grep -c 'points right, 0 wrong or failed' out)" = 3 ]
    cat study/results/*/samples.csv >s.csv
    [ "$(query s.csv "SELECT DISTINCT workload || ' ' || variant || ' ' || status FROM rows ORDER BY 1")" = "$(printf '%s\n' \
        'command cpu/sort ok' 'matmul cpu/mine ok' 'matmul cpu/naive ok' 'potential cpu/naive ok' 'potential cpu/openmp ok')" ]
    [ "$(query s.csv "SELECT group_concat(threads) FROM (SELECT DISTINCT threads FROM rows WHERE variant IN ('cpu/sort', 'cpu/openmp') ORDER BY 1)")" = 1,2 ]
    [ "$(query s.csv "SELECT DISTINCT (1.0 * work / n / n) || rate_unit FROM rows WHERE workload = 'potential'")" = 5.0GFLOP/s ]
    grep -q '1 + distance' study/potential.c
    grep -q 'it is poisoned' study/mine.c
    grep -q 'cpu/openmp' study/results/*/experiments/potential/report.md
    grep -q 'cpu/sort' study/results/*/experiments/sort/report.md
}
