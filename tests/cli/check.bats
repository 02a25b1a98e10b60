#!/usr/bin/env bats
# `speedup check`: which points it takes, and what it says of variants that it cannot check.

load helpers

# mine FUNCTION [FIELDS]: the plug-in mine.so of a matmul variant whose run() is the function's body.
mine() {
    {
        printf '#include "common/workload.h"\n#include "common/matrix.h"\n#include <string.h>\n'
        printf 'static int run(const Task *task)\n{\n%s\n}\n' "$1"
        printf 'const Variant variant_mine = {.workload = "matmul", .name = "cpu/mine", .idea = "for a test",\n'
        printf '.types = INT32 | FLOAT32 | FLOAT64, %s .run = run};\n' "${2-}"
    } >mine.c
    "$speedup" build mine.c 2>err || { cat err; return 1; }
}

@test "check meets each value of an axis at each size, and pairs of values, without crossing them all" {
    mine 'return error_set(task->error, "no");' '.axes = AXIS_THREADS | AXIS_SCHEDULE | AXIS_TILE, .tile = 8,'
    run "$speedup" check matmul --plugin mine.so --quiet
    [ "$status" -eq 1 ]
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
