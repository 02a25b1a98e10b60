#!/usr/bin/env bats
# Manifests: the points of several experiments, joined and measured in one run, round by round.

load helpers

@test "a point that two experiments want is measured once, by the stricter rule, and belongs to both" {
    "$speedup" plan matmul --variant cpu/naive,cpu/ikj --size 16 --rounds 2 --min-samples 3 --max-samples 3 --experiment one >m
    "$speedup" plan matmul --variant cpu/naive --size 16,24 --rounds 3 --min-samples 2 --max-samples 2 --experiment two >>m
    "$speedup" plan --manifest m >joined 2>err
    [ "$(wc -l <joined)" = 3 ]
    grep -q '3 points, 1 of them in several experiments' err
    grep -q -- 'cpu/naive .*--size 16 .*--rounds 3,3 .*--max-samples 3 .*--experiment one;two$' joined
    "$speedup" run --manifest joined --out s.csv --quiet >table
    [ "$(query s.csv "SELECT group_concat(c) FROM (SELECT count(*) AS c FROM rows GROUP BY variant, n ORDER BY variant, n)")" = 6,9,6 ]
    [ "$(summarized s.csv "SELECT group_concat(experiment, ' ') FROM (SELECT * FROM rows ORDER BY variant, n + 0)")" = "one one;two two" ]
    unchanged s.csv "$speedup" run matmul --variant cpu/naive --size 24 --rounds 3 --min-samples 2 --max-samples 2 --experiment two --out s.csv --quiet >own
    grep -q cpu/naive own
}

@test "what plan prints is the plan again, whatever the axes, and a path may hold blanks" {
    "$speedup" graph --size 30 --edges 100 --out 'my graph.bin'
    "$speedup" plan apsp --variant cpu/blocked --graph 'my graph.bin' --block 8,16 --cold >m
    "$speedup" plan matmul --size 8,9 --seed 7 --type int32,float32 --matrices 2 --iterations 3 --threads 1 \
        --warmup 0 --skip-over 2.5 --bind spread --places threads >>m
    "$speedup" plan transpose --size 8 --rounds 5,9 --precision 3% --timeout 9 --threads 1 >>m
    "$speedup" plan --manifest m --quiet >again
    cmp m again
    "$speedup" plan --manifest - <again --quiet | cmp m
}

@test "a round visits every point before the next one begins" {
    "$speedup" plan matmul --variant cpu/naive,cpu/ikj --size 8,16 --rounds 5 --max-samples 2 --experiment a >m
    "$speedup" plan transpose --variant cpu/naive --size 8 --rounds 5 --max-samples 2 --experiment b >>m
    "$speedup" run --manifest m --out s.csv --quiet >/dev/null
    [ "$(column s.csv round | uniq | xargs)" = "1 2 3 4 5" ]
    [ "$(query s.csv "SELECT count(DISTINCT workload || variant || n) FROM rows WHERE round = '4'")" = 5 ]
    # In another order each time.
    [ "$(query s.csv "SELECT count(DISTINCT o) FROM (SELECT group_concat(workload || variant || n) AS o FROM rows GROUP BY round)")" -gt 1 ]
}

@test "points of one run that are finished apart share no round, and those that are rounds behind catch up before all go on together" {
    run=("$speedup" run matmul --size 16 --max-samples 1 --warmup 0 --out s.csv --quiet)
    "${run[@]}" --variant cpu/naive,cpu/ikj --rounds 2 >/dev/null
    "${run[@]}" --variant cpu/naive --rounds 5 >/dev/null
    "${run[@]}" --variant cpu/ikj --rounds 5 >/dev/null
    [ "$(query s.csv "SELECT count(DISTINCT run) FROM rows")" = 1 ]
    [ "$(query s.csv "SELECT group_concat(DISTINCT round) FROM rows WHERE variant = 'cpu/naive'")" = 1,2,3,4,5 ]
    [ "$(query s.csv "SELECT group_concat(DISTINCT round) FROM rows WHERE variant = 'cpu/ikj'")" = 1,2,6,7,8 ]
    rm s.csv
    "${run[@]}" --variant cpu/naive --rounds 3 >/dev/null
    "${run[@]}" --variant cpu/naive,cpu/ikj --rounds 5 >/dev/null
    [ "$(query s.csv "SELECT group_concat(round) FROM rows WHERE variant = 'cpu/naive'")" = 1,2,3,7,8 ]
    [ "$(query s.csv "SELECT group_concat(round) FROM rows WHERE variant = 'cpu/ikj'")" = 4,5,6,7,8 ]
}

@test "a ratio has an interval from five rounds on, and none before" {
    "$speedup" run matmul --variant cpu/naive,cpu/ikj --size 24 --rounds 4 --max-samples 2 --out s.csv --quiet >few
    [ "$(summarized s.csv "SELECT count(*) FROM rows WHERE speedup <> '' AND speedup_low = '' AND kernel_ci_low_s = '' AND flags LIKE '%few-rounds%'")" = 2 ]
    run ! grep -q '±' few
    "$speedup" run matmul --variant cpu/naive,cpu/ikj --size 24 --rounds 5 --max-samples 2 --out s.csv --quiet >enough
    [ "$(summarized s.csv "SELECT count(*) FROM rows WHERE speedup_low + 0 <= speedup + 0 AND speedup + 0 <= speedup_high + 0
        AND kernel_ci_low_s + 0 < kernel_median_s + 0 AND flags NOT LIKE '%few-rounds%'")" = 2 ]
    grep -q '±' enough
}
