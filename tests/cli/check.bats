#!/usr/bin/env bats
# `speedup check`: which points it takes, and what it says of variants that it cannot check.

load helpers

export CFLAGS=-O1 # compiles in two thirds of the time of -O3

# mine FUNCTION [FIELDS [BEFORE]]: the plug-in mine.so of a matmul variant whose run() is the function's body.
mine() {
    {
        printf '#include "common/workload.h"\n#include "common/matrix.h"\n#include <string.h>\n'
        printf '%s\nstatic int run(const Task *task)\n{\n%s\n}\n' "${3-}" "$1"
        printf 'const Variant variant_mine = {.workload = "matmul", .name = "cpu/mine", .idea = "for a test",\n'
        printf '.types = INT32 | FLOAT32 | FLOAT64, %s .run = run};\n' "${2-}"
    } >mine.c
    "$speedup" build mine.c 2>err || { cat err; return 1; }
}

@test "check meets each value of an axis at each size, and pairs of values, without crossing them all" {
    mine 'return error_set(task->error, "no");' '.axes = AXIS_THREADS | AXIS_SCHEDULE | AXIS_TILE, .tile = 8,'
    run -1 "$speedup" check matmul --plugin mine.so --quiet
    grep '^matmul cpu/mine .*no$' <<<"$output" | sed 's/ n / /; s/threads\? tile/static/; s/ threads\?//; s/ tile//' >points
    [ "$(wc -l <points)" -le 200 ] # of 2142
    threads=$(awk '{ print $5 }' points | sort -u | wc -l) # 1 without OpenMP
    awk -v threads="$threads" '
        { tiles[$3 " " $7]; schedules[$3 " " $6]; teams[$3 " " $5]; pairs[$4 " " $6 " " $7]; others[$4 " " $5 " " $7] }
        END { print length(tiles), length(schedules), length(teams) / threads, length(pairs), length(others) / threads }' points >counts
    [ "$(cat counts)" = '119 51 17 63 21' ] # 17 sizes, 7 tiles, 3 schedules, 3 types
    # The default of one axis, given: it is crossed with all others; so is everything at a given size.
    [ "$("$speedup" check matmul --plugin mine.so --quiet --size 33 | grep -c ': no$')" = $((63 * threads)) ]
}

@test "a variant that accepts multiples only is checked at several blocks a side, and at a rectangle" {
    local shaped='p->n % B == 0 \&\& p->m % B == 0 \&\& p->k % B == 0' square='p->n % B == 0 \&\& p->m == p->n \&\& p->k == p->n'
    "$speedup" new matmul/mine 2>/dev/null
    local power='p->m == p->n \&\& p->k == p->n \&\& p->n >= B \&\& (p->n \& (p->n - 1)) == 0'
    for case in "128 $shaped" "48 $square" "4 $power"; do
        local block=${case%% *} accepts=${case#* }
        # Right for two blocks a side, and wrong for more.
        sed "s|^static int run.*|static int ok(const Point *p, Error *e) { return ${accepts//B/$block} ? 0 : error_set(e, \"no $block\"); }\n&|
            s|    .run = run|    .accepts = ok,\n&|
            s|^    return 0;|    if (task->point->n > 2 * $block) memset(task->out, 0, type_size(task->point->type));\n&|
            1s|^|#include <string.h>\n|" mine.c >block.c
        "$speedup" build block.c -o mine.so 2>err || { cat err; return 1; }
        run -1 "$speedup" check matmul --plugin mine.so --type float32 --quiet
        [[ "$output" =~ "cpu/mine n "[0-9]+" float32 wrong: " && "$output" =~ [1-9][0-9]*" points right" ]]
        [ "$(wc -l <<<"$output")" -eq "$(sort -u <<<"$output" | wc -l)" ] # each size once
        [ "$block" != 128 ] || grep -qE "cpu/mine [0-9]+x[0-9x]+ float32 wrong" <<<"$output"
    done
}

@test "a check that checked no point of a variant and type fails, with the reason" {
    local reject='p->type == TYPE_INT32 ? 0 : error_set(e, "no room for dessert")'
    make_plugin mine "s|^static int run.*|static int ok(const Point *p, Error *e) { return $reject; }\n&|; s|    .run = run|    .accepts = ok,\n&|"
    run -1 "$speedup" check matmul --plugin mine.so --type int32,bfloat16 --quiet
    grep -q '^matmul cpu/mine bfloat16 unchecked, every point is rejected: no room for dessert; name a --size' <<<"$output"
    [[ "$output" != *'int32 unchecked'* && "$output" == *'17 points right, 0 wrong or failed, 17 skipped'* ]]
    run -1 "$speedup" check --plugin mine.so --variant 'cpu/min[e]' --size 32 --type float64 --quiet # nothing at all
    [[ "$output" == *'float64 unchecked'*'0 points right, 0 wrong or failed, 1 skipped'* ]]
    # Of a glob or of all, those that the given sizes leave out are no failure.
    run -0 "$speedup" check --variant 'cpu/naiv[e],cpu/summ[a]' --size 1x3x2 --quiet
}

@test "hooks that return -1 without a message are named" {
    mine 'return -1;'
    run "$speedup" check matmul --plugin mine.so --size 2 --type int32 --quiet
    [[ "$output" == *'n 2 int32 failed: run() returned -1 without a message; set one with error_set(task->error, ...)'* ]]
    for hook in 'open Task *t' 'accepts const Point *p, Error *e'; do
        mine 'return -1;' ".${hook%% *} = hook," "static int hook(${hook#* }) { return -1; }"
        run "$speedup" run matmul --plugin mine.so --variant cpu/mine --size 2 "${quick[@]}" --out "${hook%% *}.csv"
        [[ "$(column "${hook%% *}.csv" detail)" == "${hook%% *}() returned -1 without a message; set one"* ]]
    done
}

@test "check --race fails a point for a data race that its result does not show, in OpenMP and threads" {
    local openmp threads body
    unset CFLAGS # -O1 would call memset, in which no line is of the source
    has_openmp || skip "no OpenMP"
    refused 2 '--race is for plug-ins; give --plugin' "$speedup" check matmul --race
    for command in clang gcc; do
        command -v "$command" >/dev/null || skip "no $command: make deps-dev"
    done
    make_plugin mine
    refused 2 'mine.so is not compiled for it; make it by speedup build --race' "$speedup" check matmul --race --plugin mine.so
    # Each of two threads writes the last element, the same value.
    body='char *last = (char *)task->out + (task->point->m * task->point->n - 1) * type_size(task->point->type);'
    openmp='#pragma omp parallel num_threads(2)\n    memset(last, 0, 1);'
    threads='pthread_t other; pthread_create(\&other, 0, again, last); memset(last, 0, 1); pthread_join(other, 0);'
    for kind in "$openmp" "$threads"; do
        sed "1s|^|#include <string.h>\n#include <pthread.h>\n|
            s|^static int run.*|static void *again(void *last) { return memset(last, 0, 1); }\n&|
            s|^    CALL|    $body\n    (void)again;\n    $kind\n&|; s|    .run = run|    .axes = AXIS_THREADS,\n&|" mine.c >race.c
        "$speedup" build --race race.c 2>err || { cat err; grep -q 'there is no lib' err && skip "$(cat err)"; return 1; }
        grep -q 'check matmul --plugin race.so --race$' err
        run -1 "$speedup" check matmul --race --plugin race.so --size 33 --type int32 --threads 2 --oversubscribe --quiet
        [[ "$output" == *'data race'*'race.c:'*'race.c:'*"n 33 int32 2 threads failed: "*"a data race: ThreadSanitizer's report is above"* ]]
    done
    "$speedup" new matmul/right --from cpu/openmp_transposed 2>/dev/null
    "$speedup" build --race right.c 2>/dev/null
    run "$speedup" check matmul --race --plugin right.so --size 33 --threads 2 --oversubscribe --quiet
    [[ "$status" -eq 0 && "$output" == *'9 points right, 0 wrong'* ]]
}

@test "a point that is wrong and then crashes counts once" {
    mine 'memset(task->out, 0, type_size(task->point->type)); return 0;' '.close = crash,' 'static void crash(Task *task) { __builtin_trap(); }'
    run -1 "$speedup" check matmul --plugin mine.so --size 2,33 --type int32 --quiet
    [ "$(grep -c '^matmul cpu/mine n' <<<"$output")" -eq 2 ]
    [[ "$output" == *'0 points right, 2 wrong or failed, 0 skipped'* ]]
}

@test "large inputs, which all processors fill, leave no thread that runs beside a point of one" {
    for _ in 1 2; do
        "$speedup" check copy --variant cpu/memcpy --type float32 --threads 1 --size 4096 --quiet
        "$speedup" check matmul --variant cpu/packed --type float32 --threads 1 --size 16x4096x4096 --quiet
    done
}
