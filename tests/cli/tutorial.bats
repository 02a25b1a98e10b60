#!/usr/bin/env bats
# docs/tutorial.md, docs/plugins.md and docs/teaching.md, typed by a new user: an installed copy, an empty folder, every command and edit.
# shellcheck disable=SC2154  # root and speedup come from helpers.bash

load helpers

# type_document DOCUMENT SED: its session, with speedup installed; the sed changes times and sizes, which are not these tests'.
type_document() {
    has_openmp || skip 'no OpenMP'
    mkdir -p home
    executable bin/make "exec $(command -v make) -s -C '$root' BUILD='$build' -o all \"\$@\""
    typing "$root/docs/$1" >session
    sed -i "s/--interleave/& --samples 1 --pool 1 --pairs pairs.csv/; s/--threads 1,2/& --oversubscribe/; s/--rounds 5/--rounds 2/; $2" session
    HOME=$PWD/home PATH=$PWD/bin:$PWD/home/.local/bin:$PATH env -u SPEEDUP bash session >out 2>err </dev/null || { cat out err; return 1; }
    cat "${3-.}"/results/*/samples.csv >s.csv
}

@test "a reader's typing of docs/tutorial.md works, up to the reports" {
    command -v shuf >/dev/null || skip 'no shuf'
    type_document tutorial.md 's/^speedup check .*--size 32,33$/& || [ $? -eq 1 ]/; s/^\(speedup check .*\)so$/\1so --size 36/; s/--size 256,500/--size 32,64/; s/--size 500/--size 64/; s/500000/2000/; s/s=300/s=30/' study
    [ "$(grep -cE '^(speedup|edit|make)' session)" -ge 16 ]
    grep -q 'declares VARIANT_ACCUMULATES' out err
    grep -q 'read or wrote beyond its matrix' out err
    grep -q '^1 points right, 0 wrong or failed' out
    grep -qx 'm: 4380' out
    [ "$(query s.csv "SELECT DISTINCT workload || ' ' || variant || ' ' || status FROM rows ORDER BY 1")" = "$(printf '%s\n' \
        'command cpu/sort ok' 'matmul cpu/gemm4 ok' 'matmul cpu/ikj ok' 'matmul cpu/naive ok' 'spmv cpu/naive ok' 'spmv cpu/openmp ok')" ]
    [ "$(query s.csv "SELECT group_concat(threads) FROM (SELECT DISTINCT threads FROM rows WHERE variant IN ('cpu/sort', 'cpu/openmp') ORDER BY 1)")" = 1,2 ]
    for experiment in 'gemm cpu/gemm4' 'sort cpu/sort' 'laplacian cpu/openmp'; do
        grep -q "${experiment#* }" study/results/*/experiments/"${experiment% *}"/report.md
    done
}

@test "a reader's typing of the workload in docs/plugins.md works" {
    ! command -v make >/dev/null || make -s -C "$root" BUILD="$build" PREFIX="$PWD/home/.local" -o all install
    type_document plugins.md 's/^speedup check .*/& --size 33/; s/--size [0-9,]*/--size 32,64/'
    [ "$(grep -c 'points right, 0 wrong or failed' out)" = 1 ]
    [ "$(query s.csv "SELECT group_concat(variant || ' ' || status) FROM (SELECT DISTINCT variant, status FROM rows ORDER BY 1)")" = 'cpu/naive ok,cpu/openmp ok' ]
    [ "$(query s.csv "SELECT DISTINCT (1.0 * work / n / n) || rate_unit FROM rows WHERE workload = 'potential'")" = 5.0GFLOP/s ]
    grep -q '1 + distance' potential.c
}

@test "a teacher's typing of docs/teaching.md works, and its other assignments are read" {
    ! command -v make >/dev/null || make -s -C "$root" BUILD="$build" PREFIX="$PWD/home/.local" -o all install
    typed='s/^size = 500/size = 48\ncheck sizes = 16,33\nrounds = 5\nmost rounds = 5/; s/^threads = 2/threads = 1/'
    mkdir -p course/results/none
    echo none >course/results/none/samples.csv
    type_document teaching.md "$typed; s/^mkdir course/:/" course
    [ "$(query course/grades/grades.csv "SELECT group_concat(submission || ' ' || \"right\") FROM rows")" = 'anna yes,bert no' ]
    grep -q 'wrong: element' course/grades/feedback/bert.html
    awk '/^```ini/ { file = "a" ++count ".ini"; next } /^```/ { file = "" } file != "" { print >file }' "$root/docs/teaching.md"
    for file in a?.ini; do
        run "$speedup" grade $file missing.c --out missing
        [[ "$status $output" == [12]*('the baseline cannot be measured'|'there is no source file')* ]] || { echo "$file: $output"; return 1; }
    done
    [ -e a5.ini ]
}
