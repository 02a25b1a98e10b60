#!/usr/bin/env bats
# Workloads of one file: results compared with the reference variant, inputs of their own types, graph files as patterns.

load helpers

once=(--rounds 1 --max-samples 1 --warmup 0 --threads 1 --quiet)

@test "a workload without a verifier of its own is compared with its reference variant" {
    has_openmp || skip "no OpenMP"
    run -1 "$wrong" run stencil --variant cpu/naive,cpu/openmp,cpu/stops_early --type float32 --size 40x50 --out s.csv "${once[@]}"
    [ "$(query s.csv "SELECT group_concat(DISTINCT variant || ' ' || status) FROM (SELECT * FROM rows ORDER BY variant)")" = \
        'cpu/naive ok,cpu/openmp ok,cpu/stops_early wrong' ]
    [[ "$(query s.csv "SELECT detail FROM rows WHERE status = 'wrong'")" == 'element (1, 1) is '*' expected '*' within '* ]]
}

@test "a sparse matrix comes from a file, whose values may be any numbers, or is random" {
    printf '%%%%MatrixMarket matrix coordinate real general\n3 3 4\n1 1 -2.5e-3\n1 3 7\n3 2 0.5\n3 3 1e300\n' >a.mtx
    "$speedup" run spmv --graph a.mtx --type float32,float64 --out s.csv "${once[@]}"
    [ "$(query s.csv "SELECT group_concat(DISTINCT n || ' ' || edges || ' ' || graph || ' ' || status) FROM rows")" = '3 4 a.mtx ok' ]
    "$speedup" run spmv --size 1000 --edges 5000 --out s.csv "${once[@]}"
    "$speedup" summarize s.csv >summary.csv
    # values and columns, offsets, vector and result, each once
    [ "$(query summary.csv "SELECT min(abs(rate * kernel_median_s * 1e9 / (5000 * 12 + 1001 * 4 + 2 * 8000) - 1) < 1e-6) FROM rows WHERE n = 1000")" -eq 1 ]
    printf '%%%%MatrixMarket matrix coordinate real symmetric\n3 3 3\n1 1 2\n2 1 -1\n3 3 2\n' >symmetric.mtx
    "$speedup" run spmv --graph symmetric.mtx --out s.csv "${once[@]}"
    [ "$(query s.csv "SELECT DISTINCT edges FROM rows WHERE graph = 'symmetric.mtx'")" = 4 ] # the diagonal counts once
    "$speedup" graph symmetric.mtx | grep -qx 'm: 4'
    for format in mtx gr bin; do
        "$speedup" graph --in symmetric.mtx --out "copy.$format" 2>said || grep -q 'line 4: weight -1 is negative' said
    done
}

@test "a matrix of any shape, packed by gzip, with its own values or random ones" {
    printf '%%%%MatrixMarket matrix coordinate real general\n4 1 2\n1 1 .42\n3 1 7.3D-1\n' | gzip >a.mtx.gz
    "$speedup" graph a.mtx.gz | grep -E '^(rows|columns|m|weight)' | paste -sd, | grep -qx 'rows: 4,columns: 1,m: 2,weight min: 0.42,weight max: 0.73'
    for values in random file; do
        "$speedup" run spmv --variant cpu/naive --graph a.mtx.gz --values $values --out s.csv "${once[@]}"
    done
    "$speedup" run spmv --variant cpu/naive --sandbox --graph a.mtx.gz --out sandbox.csv "${once[@]}"
    [ "$(query s.csv "SELECT count(DISTINCT seed) || group_concat(DISTINCT shape || ' ' || edges || ' ' || status) FROM rows")" = '24x1 2 ok' ]
    # two values and columns, five offsets, one element of x and four of the result
    [ "$(summarized s.csv "SELECT min(abs(rate * kernel_median_s * 1e9 / (2 * 12 + 5 * 4 + 5 * 8) - 1) < 1e-6) FROM rows")" -eq 1 ]
    "$speedup" plan spmv --variant cpu/naive --graph a.mtx.gz --values file --type float32,float64 --rounds 1 --max-samples 1 >manifest
    [ "$(grep -c -- '--values file' manifest)" = 2 ]
    "$speedup" run --manifest manifest --quiet --out manifest.csv
    [ "$(query manifest.csv "SELECT count(DISTINCT type) || group_concat(DISTINCT graph || status) FROM rows")" = '2a.mtx.gzok' ]
    tar -cf - a.mtx.gz >a.tar
    run -2 "$speedup" graph a.tar
    [[ $output == *'a tar archive; unpack it first'* ]]
}

@test "inputs and the right result are written for programs, as run has them" {
    "$speedup" inputs matmul --size 3x4x5 --type float32 --seed 2 --out in/
    "$speedup" inputs apsp --size 5 --edges 9 --seed 2 --binary --out in
    "$speedup" inputs spmv --size 4 --out spmv/
    "$speedup" graph --size 5 --edges 9 --seed 2 --out g.gr
    "$speedup" inputs apsp --graph g.gr --out of-file
    "${python:-python3}" - <<'end'
import struct
def rows(name): return [[float(x) for x in line.split()] for line in open(name)]
a, b, right = rows('in/A.txt'), rows('in/B.txt'), rows('in/right.txt')
assert len(a) == 3 and len(a[0]) == 5 and len(b[0]) == 4
for i in range(3):
    for j in range(4):
        assert abs(sum(a[i][k] * b[k][j] for k in range(5)) - right[i][j]) < 1e-6
d = [[0 if i == j else 2**30 - 1 for j in range(5)] for i in range(5)]
for line in open('g.gr'):
    if line[0] == 'a':
        i, j, w = map(int, line.split()[1:])
        d[i - 1][j - 1] = min(d[i - 1][j - 1], w)
flat = lambda name: list(struct.unpack('<25i', open(name, 'rb').read()))
assert flat('in/A.bin') == sum(d, [])
for k in range(5):
    d = [[min(d[i][j], d[i][k] + d[k][j]) for j in range(5)] for i in range(5)]
assert flat('in/right.bin') == sum(d, []) and rows('of-file/right.txt') == d
offset, column, value, x, right = [[row[0] for row in rows(f'spmv/{name}.txt')] for name in 'A B C D right'.split()]
for i in range(4):
    assert abs(sum(value[k] * x[int(column[k])] for k in range(int(offset[i]), int(offset[i + 1]))) - right[i]) < 1e-15
end
}

@test "a program that reads files is judged by those that speedup writes" {
    "$speedup" inputs matmul --size 8 --type float32 --out in/
    printf '%s\n' 'FNR == NR { for (j = 1; j <= NF; j++) a[FNR, j] = $j; next }' '{ for (j = 1; j <= NF; j++) b[FNR, j] = $j }' \
        'END { for (i = 1; i <= 8; i++) for (j = 1; j <= 8; j++) { s = 0; for (k = 1; k <= 8; k++) s += a[i, k] * b[k, j]; print s } }' >right.awk
    sed 's/b\[k, j\]/b[j, k]/' right.awk >wrong.awk
    for name in right wrong; do
        "$speedup" run --command "awk -f $name.awk in/A.txt in/B.txt" --name $name --expect-file in/right.txt --tolerance 1e-4 \
            --out s.csv "${once[@]}" || [ $name = wrong ]
    done
    [ "$(query s.csv "SELECT group_concat(variant || ' ' || status) FROM (SELECT * FROM rows ORDER BY variant)")" = 'cpu/right ok,cpu/wrong wrong' ]
}

@test "the study takes other workloads by themselves, with ladder, threads and sizes in the report" {
    has_openmp || skip "no OpenMP"
    [[ $(WORKLOADS="stencil spmv" PLAN=$PWD/plan RESULTS=$PWD/r bash "$root/experiments/thread-scaling.sh" 2>&1) != *error* ]]
    [ "$(grep -c '^spmv .*thread-scaling' plan)" -ge 2 ]
    [ "$(grep -c '^stencil .*thread-scaling' plan)" -ge 2 ]
    "$speedup" run stencil --size 64,128 --rounds 5 --max-samples 1 --warmup 0 --threads 1,2 --oversubscribe --quiet --experiment thread-scaling --out r/samples.csv
    undrawn "$root/report/build.sh" r
    grep -q '^stencil,.*cpu/naive' r/tables/ladder.csv
    grep -q 'stencil' r/tables/thread-scaling.csv
    grep -q 'stencil' r/report.md
}

@test "work that does not shrink with n is predicted all the same" {
    "$speedup" run spmv --variant cpu/naive --size 20000 --edges 8000000 --skip-over 1e-7 --out s.csv "${once[@]}"
    [[ "$(query s.csv 'SELECT status || detail FROM rows')" == 'skippedpredicted '*'exceeds --skip-over'* ]]
}
