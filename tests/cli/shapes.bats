#!/usr/bin/env bats
# Matrices that are not square: options, rows, manifests, shards and the report.

load helpers

once=(--rounds 1 --max-samples 1 --warmup 0 --threads 1 --quiet)

@test "shapes are measured once, beside squares, with a column and a rate of their own" {
    "$speedup" run matmul --variant cpu/naive,cpu/packed --size 33x65x129,64 --out s.csv "${once[@]}"
    [ "$(query s.csv "SELECT group_concat(DISTINCT n || ' ' || shape || ' ' || status) FROM (SELECT * FROM rows ORDER BY shape)")" = \
        '64  ok,65 33x65x129 ok' ]
    [ "$(query s.csv "SELECT count(DISTINCT input_hash) FROM rows")" -eq 2 ]
    "$speedup" run matmul --variant cpu/naive,cpu/packed --size 33x65x129,64 --out s.csv "${once[@]}"
    [ "$(query s.csv 'SELECT count(*) FROM rows')" -eq 4 ] # all points were done
    "$speedup" run matmul --variant cpu/naive --size 65x65x129 --out s.csv "${once[@]}"
    [ "$(query s.csv 'SELECT count(*) FROM rows')" -eq 5 ] # another shape of the same n
    [ "$(summarized s.csv "SELECT count(*) FROM rows WHERE shape = '33x65x129' AND variant = 'cpu/packed' AND baseline = 'cpu/naive' AND speedup > 0
        AND abs(rate * kernel_median_s / (2e-9 * 33 * 65 * 129) - 1) < 1e-6")" -eq 1 ]
    "$speedup" run transpose --variant cpu/naive,cpu/tiled --type float64 --size 33x100 --out t.csv "${once[@]}"
    [ "$(summarized t.csv "SELECT count(*) FROM rows WHERE shape = '33x100' AND abs(rate * kernel_median_s / (2e-9 * 8 * 33 * 100) - 1) < 1e-6")" -eq 2 ]
}

@test "manifests, shards and comparisons keep shapes apart, and a variant that takes none is named" {
    "$speedup" plan matmul --variant cpu/naive --size 9x8x7:36x40x28:x2 --rounds 1 --max-samples 1 --quiet >manifest
    [ "$(grep -o -- '--size [0-9x]*' manifest | paste -sd ' ')" = '--size 9x8x7 --size 18x16x14 --size 36x32x28' ]
    for shard in 1/2 2/2; do
        "$speedup" run --manifest manifest --shard $shard --out "s.${shard%/2}.csv" --quiet
    done
    [ "$(query s.1.csv 'SELECT count(*) FROM rows')" -gt 0 ]
    [ "$(query s.2.csv 'SELECT count(*) FROM rows')" -gt 0 ]
    [ "$("$speedup" summarize s.1.csv s.2.csv | tail -n +2 | wc -l)" -eq 3 ]
    "$speedup" compare s.1.csv s.1.csv >compared || [ $? -eq 0 ]
    grep -q '9x8x7\|18x16x14\|36x32x28' compared
    run "$speedup" run matmul --variant cpu/summa --ranks 1 --size 8x9x10 --dry-run
    [[ "$output" == *'has square matrices'* || "$output" == *'not built'* || "$output" == *'MPI'* ]]
}

@test "the report has a table of shapes, and no shape among the sizes" {
    "$speedup" run matmul --variant cpu/naive,cpu/packed --size 33x65x129,64 --experiment own --out r/samples.csv "${once[@]}"
    "$speedup" run transpose --variant cpu/naive --size 9x8 --experiment other --out r/samples.csv "${once[@]}"
    undrawn "$root/report/build.sh" --experiment other r # of shapes alone
    grep -q '9x8' r/experiments/other/tables/shapes.csv
    run ! grep -q '33x65x129' r/experiments/other/tables/shapes.csv # of another experiment
    "$speedup" run stencil --variant cpu/naive --size 2097151x2097150 --experiment other --out r/samples.csv "${once[@]}"
    undrawn "$root/report/build.sh" r
    [ "$(grep -c '33x65x129' r/tables/shapes.csv)" -eq 2 ]
    run ! grep -q ',65,' r/tables/own.csv
    grep -q '^skipped,other,stencil,float32,2097151x2097150,cpu/naive,1,"\?needs ' r/tables/problems.csv
    "$root/report/extra-p.sh" matmul r >x
    grep -qx 'POINTS 64' x
}
