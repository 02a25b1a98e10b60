#!/usr/bin/env bats
# From samples to tables, figures and the report: report/build.sh and report/query.sh.
# shellcheck disable=SC2154  # root and speedup come from helpers.bash, status and output from bats

load helpers
load plant

# A small study, made once: CPU rows of this machine, and the same rows under other names as the
# GPU rows of a reference machine.
setup_file() {
    setup
    export study=$BATS_FILE_TMPDIR/study REFERENCE=$BATS_FILE_TMPDIR/reference
    mkdir -p "$study" "$REFERENCE"
    "$speedup" machine >"$study/machine.json"
    "$speedup" list --csv >"$study/variants.csv"
    measure() {
        "$speedup" run "$@" --oversubscribe --out "$study/samples.csv" --min-samples 2 --max-samples 2 --warmup 0 --quiet \
            >/dev/null
    }
    local threads=()
    if has_openmp; then threads=(--threads "1,2"); fi
    measure matmul --experiment thread-scaling --variant 'cpu/naive,cpu/ikj,cpu/transposed,cpu/openm*p' --type float32 --size 40 "${threads[@]}" --rounds 5
    measure matmul --experiment size-scaling --variant cpu/naive,cpu/ikj --type float32 --size 32,40 --rounds 5
    measure matmul --experiment openmp-threads --variant cpu/unoptimized,cpu/naive,cpu/transposed --type int32 --size 40 --rounds 5
    measure copy --experiment ceilings --variant cpu/memcpy --size 64 --rounds 5
    measure transpose --experiment transpose-ladder --variant cpu/naive --type int32 --size 64 --iterations 2 --rounds 5
    measure apsp --experiment mine --variant cpu/naive --size 20 --rounds 3
    uncheck "$study/samples.csv"
    # Rung by rung: a copy of the CPU's rows with another machine and another variant.
    "$speedup" machine | sed 's/"name": *"[^"]*"/"name": "card"/' >"$REFERENCE/machine.json"
    head -n 1 "$study/samples.csv" >"$REFERENCE/samples.csv"
    for variant in cpu/naive gpu/naive gpu/coalesced gpu/padded gpu/unrolled; do
        sed -n "s|,transpose-ladder,transpose,int32,64,cpu/naive,1,|,transpose-ladder,transpose,int32,64,$variant,,|p" "$study/samples.csv" |
            sed 's|^\(1,[^,]*,[^,]*\),[^,]*,|\1,card,|' >>"$REFERENCE/samples.csv"
    done
    sed -i 's|,cpu/naive,,|,cpu/naive,1,|' "$REFERENCE/samples.csv"
    "$root/report/build.sh" "$study" >"$BATS_FILE_TMPDIR/log" 2>&1 || {
        cat "$BATS_FILE_TMPDIR/log"
        return 1
    }
}

# say FOLDER NAME: sentences about a folder.
say() { "$root/report/query.sh" --say "$2" "$1"; }

# For the right side of ||, where a command behind ! would never fail a test.
lacks() { ! command -v "$1" >/dev/null; }
no_openmp() { ! has_openmp; }

@test "every query becomes a table in Markdown, CSV and LaTeX" {
    local query name rows=0
    for query in "$root"/report/queries/*.sql; do
        name=$(basename "$query" .sql)
        [[ $name != beside-* ]] || continue # of two machines
        [[ -f $study/tables/$name.md && -s $study/tables/$name.tex && -s $study/tables/$name.csv ]]
        [ "$(wc -l <"$study/tables/$name.csv")" -lt 2 ] || rows=$((rows + 1))
    done
    [ "$rows" -ge 15 ]
    grep -q ',cpu/openmp,' "$study/tables/thread-scaling.csv" || no_openmp
    grep -q '\\toprule' "$study/tables/ladder.tex"
}

# planted SQL: the study in the folder copy, its samples changed; its figures only with drawn=yes.
planted() {
    rm -rf copy
    mkdir copy
    cp "$study"/{members,variants}.csv "$study/machine.json" copy/
    alter "$study/samples.csv" "$1" copy/samples.csv
    if [ "${drawn:-}" = yes ]; then "$root/report/build.sh" copy; else undrawn "$root/report/build.sh" copy; fi
}

# reduced_to ROUNDS: the study in the folder copy, cpu/ikj the fastest by far and steady, in so many rounds.
reduced_to() {
    planted "DELETE FROM rows WHERE variant = 'cpu/ikj' AND round > $1;
        UPDATE rows SET kernel_s = 1e-9 * (100 + round), total_s = 1e-9 * (100 + round) WHERE variant = 'cpu/ikj'"
}

ladder_caption() { grep 'What does each step gain on one thread' "$1/report.md"; }

@test "a point of three rounds is called a result in no table, figure and sentence" {
    reduced_to 5
    [ "$(query copy/tables/baselines.csv "SELECT DISTINCT \"best CPU variant\" FROM rows WHERE workload = 'matmul'")" = 'cpu/ikj, 1 thread' ] ||
        no_openmp
    grep -q 'cpu/ikj with 1 thread is the fastest' copy/report.md
    ! ladder_caption "$study" | grep -q 'Open or thin' || false
    drawn=yes reduced_to 3
    # No sentence and no other row names it, and its own rows are marked and have no interval.
    run ! grep -E '^[^|!*]*cpu/ikj' copy/report.md
    for table in thread-scaling baselines; do
        [ -z "$(query copy/tables/$table.csv "SELECT * FROM rows WHERE \"best CPU variant\" LIKE 'cpu/ikj,%'")" ]
    done
    for table in ladder size-scaling; do
        [ "$(query copy/tables/$table.csv "SELECT count(*) FROM rows WHERE variant = 'cpu/ikj' AND footnotes LIKE '%Fewer than five rounds%'
            AND \"± time (ms)\" = ''")" -ge 1 ]
        [ -z "$(query copy/tables/$table.csv "SELECT * FROM rows WHERE variant = 'cpu/ikj' AND footnotes NOT LIKE '%no confidence interval%'")" ]
    done
    row=$(grep -E '^\| cpu/ikj \|' copy/tables/ladder.md)
    [[ "$row" == *'<sup>'* && "$row" != *' ± '* && "$row" != *' to '* ]]
    ladder_caption copy | grep -q 'Open or thin: fewer than five rounds' || lacks gnuplot
    [ "$(query copy/tables/rounds.csv "SELECT sum(points) FROM rows WHERE rounds < 5")" -ge 2 ]
}

@test "with fewer than five rounds there is no sentence" {
    mkdir few
    alter "$study/samples.csv" "DELETE FROM rows WHERE round > 4" few/samples.csv
    cp "$study/machine.json" "$study/variants.csv" "$study/members.csv" few/
    for sentence in thread-scaling size-scaling ceilings; do
        [ -z "$(say few $sentence)" ]
    done
    tabled thread-scaling few
    [ -z "$(query few/thread-scaling.csv 'SELECT * FROM rows WHERE "best CPU variant" <> ""')" ]
}

@test "float rates have their error beside them, what is of reduced precision counts and is marked, and steal, load and rounds are shown" {
    planted "UPDATE rows SET load = 3 + round, steal = 0.25; UPDATE rows SET error_units = 0.3123, error_relative = 1e-7, precision_class = 'float32' WHERE type = 'float32' AND workload = 'matmul';
        UPDATE rows SET error_units = 24.456, status = 'reduced', precision_class = 'tf32' WHERE type = 'float32' AND variant = 'cpu/ikj'"
    for table in size-scaling ladder; do
        [ "$(query copy/tables/$table.csv "SELECT DISTINCT \"error (u√n)\" || ' ' || precision || ' ' || (footnotes LIKE '%less precise%')
            FROM rows WHERE variant IN ('cpu/naive', 'cpu/ikj') AND workload = 'matmul' ORDER BY 1" | paste -sd ,)" = '0.3123 float32 0,24.456 tf32 1' ]
    done
    [ "$(query copy/tables/ladder.csv "SELECT \"speedup over cpu/naive\" > 0 FROM rows WHERE variant = 'cpu/ikj'")" = 1 ]
    [ -z "$(query copy/tables/problems.csv "SELECT * FROM rows WHERE variant = 'cpu/ikj'")" ]
    [ "$(query copy/tables/runs.csv "SELECT sum(\"of reduced precision\") FROM rows WHERE experiment = 'thread-scaling'")" = 1 ]
    [ "$(query copy/tables/noise.csv "SELECT \"steal (%)\" || ' ' || \"load: mean\" || ' ' || \"load: highest\"
        FROM rows WHERE experiment = 'openmp-threads'")" = '25 6 8' ]
    grep -q 'The load was .* and 8.00 at most' copy/report.md
    [ "$(query copy/tables/rounds.csv "SELECT sum(points) FROM rows")" = "$(query copy/summary.csv "SELECT count(*) FROM rows WHERE status IN ('ok', 'reduced')")" ]
}

@test "summarize --rounds gives each round's medians, and the row of its point" {
    "$speedup" summarize "$study/samples.csv" >summary.csv
    "$speedup" summarize --rounds "$study/samples.csv" >rounds.csv
    sqlite3 :memory: ".mode csv" ".import summary.csv s" ".import rounds.csv r" ".import $study/samples.csv x" ".mode list" "
        SELECT count(*) FROM s WHERE rounds <> (SELECT count(*) FROM r WHERE line = s.rowid);
        WITH medians AS (SELECT round, avg(kernel_s) AS kernel_s -- of two samples
            FROM x WHERE workload = 'apsp' GROUP BY round)
        SELECT abs(r.kernel_s / (SELECT kernel_s FROM medians m WHERE m.round = r.round) - 1) < 1e-6
            FROM r JOIN s ON s.rowid = line WHERE s.workload = 'apsp' AND r.round = 2" >found
    [ "$(paste -sd ' ' found)" = '0 1' ]
}

# tables ARGUMENTS...: each table of `summarize --tables` as NAME.csv, those of the reference as NAME.2.csv
tables() {
    "$speedup" summarize --tables "$@" | awk '/^# / && !inside { file = $2 (seen[$2]++ ? ".2" : "") ".csv"; inside = 1; next }
        $0 == "" { inside = 0; next } { print >file }'
}

@test "summarize --tables: estimates and ratios agree with the summary, and a reference's points are numbered after the others" {
    mkdir counted
    cp "$study"/{samples,members}.csv counted
    { cat "$root/report/empty/counters.csv"; printf '%s,GOP/s,%s\n' few,7 1 'a,"b,c",0' 1 few,8 2 few,none 3 many,1 1 many,2 2 many,3 3 many,4 4 many,5 5; } |
        sed 's/^\(few\|many\)/\1,,,,,,,/' >counted/counters.csv
    tables --reference counted counted
    for table in summary rounds estimates laws counters; do diff $table.csv $table.2.csv; done
    for table in rounds laws; do diff $table.csv <("$speedup" summarize --$table counted); done
    diff summary.csv <("$speedup" summarize counted)
    [ "$(tail -n +2 counters.csv | paste -sd ' ')" = 'a,"b,c",1,0,, few,,,,,,,,2,7.5,, many,,,,,,,,5,3,1.03675684,4.96324316' ]
    sqlite3 :memory: ".mode csv" ".import summary.csv s" ".import estimates.csv e" ".import ratios.csv r" ".mode list" "
        CREATE TABLE p AS SELECT r.*, s.speedup, s.speedup_low, s.speedup_high, s.speedup_total FROM s JOIN s b ON b.variant = s.baseline AND b.threads = s.baseline_threads
            AND b.workload = s.workload AND b.type = s.type AND b.n = s.n AND b.block = s.block AND b.tile = s.tile AND b.schedule = s.schedule AND b.bind = s.bind
            AND b.cache = s.cache AND b.edges = s.edges AND b.matrices = s.matrices AND b.iterations = s.iterations AND b.rounds >= 5
            JOIN r ON above = b.rowid AND below = s.rowid WHERE s.rounds >= 5;
        SELECT count(*) > 5, sum(kernel_ratio <> speedup OR kernel_low <> speedup_low OR kernel_high <> speedup_high OR total_ratio <> speedup_total) FROM p;
        WITH n AS (SELECT count(*) AS points FROM s) SELECT (SELECT count(*) FROM r WHERE above + 0 <= points AND below + 0 <= points) - (SELECT count(*) FROM r JOIN r o
            ON o.above = r.above + points AND o.below = r.below + points AND o.kernel_ratio = r.kernel_ratio WHERE r.above + 0 <= points AND r.below + 0 <= points) FROM n;
        SELECT count(*) FROM s LEFT JOIN e ON line = s.rowid AND clock = 'kernel' AND value = kernel_median_s AND low = kernel_ci_low_s AND high = kernel_ci_high_s
            AND e.rounds = s.rounds WHERE status = 'ok' AND line IS NULL;
        SELECT count(*) FROM s LEFT JOIN e ON line = s.rowid AND clock = 'share' WHERE status = 'ok' AND line IS NULL" >found
    [ "$(paste -sd ' ' found)" = '1|0 0 0 0' ]
    "$speedup" summarize --experiment ceilings "$study/samples.csv" >one.csv
    "$speedup" summarize --experiment ceiling "$study/samples.csv" 2>&1 >/dev/null | grep -qF -- '--experiment ceiling: no row is of it; the column experiment'
    [ "$(column one.csv experiment | sort -u)" = ceilings ]
}

@test "flags are counted by kind, and each has its meaning" {
    diff <(sed -n '/names\[\] = {/,/};/p' "$root/experiments/harness/store/status.c" | grep -o '"[^"]*"' | tr -d '"' | sort) \
        <(column "$root/report/flags.csv" flag | sort)
    diff <(column "$root/report/flags.csv" flag | sort) <(column "$study/tables/flags.csv" flag | sort)
    [ -z "$(query "$study/tables/flags.csv" "SELECT flag FROM rows WHERE length(meaning) < 20")" ]
    right=$(query "$study/summary.csv" "SELECT count(*) FROM rows WHERE status = 'ok'")
    while IFS='|' read -r flag points share; do
        counted=$(query "$study/summary.csv" "SELECT count(*) FROM rows WHERE status = 'ok' AND ';' || flags || ';' LIKE '%;$flag;%'")
        [ "$points" = "$counted" ] || { echo "$flag: $points, not $counted"; return 1; }
        [ "$(query "$study/summary.csv" "SELECT abs($share - 100.0 * $counted / $right) < 0.001 LIMIT 1")" = 1 ]
    done < <(query "$study/tables/flags.csv" "SELECT flag, points, \"share of points (%)\" FROM rows")
    [ "$(query "$study/tables/flags.csv" "SELECT points FROM rows WHERE flag = 'few-rounds'")" = 1 ]
    [ "$(query "$study/tables/rounds.csv" "SELECT points || ' ' || \"with an interval\" FROM rows WHERE rounds = 3")" = '1 0' ]
}

@test "a language with a decimal comma changes no figure" {
    localedef -i de_DE -f ISO-8859-1 "$PWD/de_DE" 2>/dev/null || skip "no source of the locale de_DE (package locales)"
    cp -r "$study" comma
    LOCPATH=$PWD LC_ALL=de_DE undrawn "$root/report/build.sh" comma
    diff -r "$study/tables" comma/tables
}

@test "the published figures that do not follow from their rows, or are out of line, are marked, and no others; of report S those of n 864 are righted" {
    [ "$(query "$study/tables/audit.csv" 'SELECT group_concat("table" || " " || row, "; ") FROM rows')" = \
        'transpose-cuda cpu; transpose-cuda coalesced; matmul-openmp 10; matmul-openmp 12; matmul-openmp 14; matmul-openmp 16; apsp-breakdown p20k1; apsp-breakdown p11k1' ]
    # What follows from p11k1 is 27 % less than what is printed.
    [ "$(query "$study/tables/audit.csv" "SELECT round(100 * (1 - recomputed / published)) FROM rows WHERE row = 'p11k1'")" = 27.0 ]
    grep -q '| 23.383<sup>' "$study/tables/transpose-ladder.md"
    [ "$(query "$study/tables/transpose-ladder.csv" "SELECT \"published: GiB/s\" FROM rows
        WHERE footnotes LIKE '%published: GiB/s: The published figure does not follow%'")" = 0.716 ]
    [ "$(query "$study/tables/transfer-overlap.csv" 'SELECT count(*) || " " || min(n) || " " || max(n) FROM rows
        WHERE "righted: matrices" <> ""')" = '12 864 864' ]
    [ "$(query "$study/tables/transfer-overlap.csv" 'SELECT cast("righted: GFLOP/s" AS integer) FROM rows
        WHERE n = 864 AND block = 16 AND version = 5 ORDER BY "published: matrices" + 0' | paste -sd ' ')" = '184 130 177' ]
}

# beside SQL: the folders copy, of this study, and other, of another machine with its samples changed; their page.
beside() {
    rm -rf copy other
    mkdir copy other
    cp "$study"/{samples.csv,members.csv,machine.json} copy/
    cp "$study/machine.json" other/
    alter "$study/samples.csv" "UPDATE rows SET machine = 'other', run = run || '-2'; $1" other/samples.csv
    undrawn "$root/report/build.sh" copy --beside other
}

@test "two machines stand side by side, with the points of both" {
    beside "UPDATE rows SET kernel_s = kernel_s * (300 + 100 * (round % 2)) WHERE variant = 'cpu/ikj'; DELETE FROM rows WHERE variant = 'cpu/naive' AND n = 32"
    page=copy/beside/other
    head -n 1 "$page/report.md" | grep -qx "# Scaling study of .* beside other"
    [ "$(find "$page/tables" -name '*.csv' | wc -l)" = 4 ]
    # The largest certain difference comes first, and no row is of the size that only one of them measured.
    [ "$(query "$page/tables/beside-ratios.csv" 'SELECT "plain variant" FROM rows LIMIT 1')" = cpu/ikj ]
    [ -z "$(query "$page/tables/beside-ratios.csv" "SELECT n FROM rows WHERE \"plain variant\" = 'cpu/naive' AND n = 32 AND workload = 'matmul'")" ]
    run ! grep -iE 'faster|slower code|could not be made' "$page/report.md"
}

@test "two machines that share no point, or have one name, have no page, and what to do is said" {
    reports 2 'share no point of five rounds' beside "UPDATE rows SET n = n + 1"
    [[ "$output" == *'measure the same on both, with `make study` or for example `speedup run '* ]]
    reports 2 'SPEEDUP_MACHINE=NAME' beside "UPDATE rows SET machine = (SELECT '$(column "$study/samples.csv" machine | head -n 1)')"
    reports 1 'there is no samples.csv in nowhere' "$root/report/build.sh" "$study" --beside nowhere
    reports 2 'leave out --experiment' "$root/report/build.sh" "$study" --beside other --experiment mine
    [ ! -e copy/beside ]
}

@test "claims are judged where they were measured, and left open elsewhere" {
    [ "$(column "$study/tables/claims.csv" claim | sort)" = "$(cd "$root/report/claims" && printf '%s\n' *.sql | sed 's/\.sql$//' | sort)" ]
    [ "$(column "$study/tables/claims.csv" claim | cut -c1 | uniq | paste -sd '')" = TOFSR ]
    [ "$(query "$study/tables/claims.csv" "SELECT judged FROM rows WHERE claim = 'T1'")" = 'on the reference' ]
    [ "$(query "$study/tables/claims.csv" "SELECT verdict || judged FROM rows WHERE claim = 'F4'")" = 'not measured here' ]
    [ -z "$(query "$study/tables/claims.csv" "SELECT claim FROM rows WHERE verdict NOT IN ('reproduced', 'exceeded', 'short', 'cannot tell',
        'not comparable', 'not measured here')")" ]
    # The sentence counts the table's rows, those of both machines apart.
    for judged in here 'on the reference'; do
        counted=$(query "$study/tables/claims.csv" "SELECT count(*) FROM rows WHERE judged = '$judged' AND verdict IN ('reproduced', 'exceeded', 'short')")
        said="claims $counted are decided on this machine"
        [ "$judged" = here ] || said=", $counted on the reference"
        grep -q "$said" "$study/report.md" || [ "$counted$judged" = '0on the reference' ]
    done
    [ "$counted" -ge 1 ] # T1
}

@test "on graphs of ever more edges the faster of search and closure is named, with the interval of their ratio" {
    mkdir sparse
    cp "$study"/{machine.json,variants.csv} sparse/
    # A search is as long as there are edges, a closure takes 0.2 s; cpu/blocked is never the fastest.
    rows_like "$study/samples.csv" "WITH code (variant, time) AS (VALUES ('cpu/dijkstra', NULL), ('cpu/naive', 200), ('cpu/blocked', 300)),
        graph (edges) AS (VALUES (64), (640)), rounds (r) AS (VALUES (1), (2), (3), (4), (5))
        SELECT 'sparse-graphs' AS experiment, 'apsp' AS workload, 'int32' AS type, 32 AS n, 1 AS threads, variant, edges, r AS round, r AS sample,
        (0.001 + r * 1e-6) * coalesce(time, edges) AS kernel_s, (0.001 + r * 1e-6) * coalesce(time, edges) AS total_s FROM code, graph, rounds" >sparse/samples.csv
    tabled sparse-graphs sparse
    [ "$(query sparse/sparse-graphs.csv "SELECT group_concat(edges || ' ' || \"fastest search\" || ' ' || \"fastest closure\" || ' ' || round(\"closure over search\", 3), '; ')
        FROM rows")" = '64 cpu/dijkstra cpu/naive 3.125; 640 cpu/dijkstra cpu/naive 0.313' ]
    said=$(say sparse sparse-graphs)
    searches='On graphs of 32 vertices searches from every vertex are faster up to 2 edges per vertex'
    [ "$said" = "$searches"' and closures are faster from 20 edges per vertex on.' ] ||
        { echo "$said"; return 1; }
}

# made FOLDER MACHINE ROWS: five rounds of each row (variant, threads, transfer, n, shape, time) of rungs and their libraries.
made() {
    mkdir "$1"
    sed 's/"name": *"[^"]*"/"name": "'"$2"'"/' "$study/machine.json" >"$1/machine.json"
    cp "$study/variants.csv" "$1/"
    rows_like "$study/samples.csv" "WITH code (variant, threads, transfer, n, shape, time) AS (VALUES $3), rounds (r) AS (VALUES (1), (2), (3), (4), (5))
        SELECT '$2' AS machine, 'peers' AS experiment, '' AS schedule, variant, threads, transfer, n, shape, r AS round, r AS sample,
        time * (0.001 + r * 1e-6) AS kernel_s, time * (0.001 + r * 1e-6) AS total_s FROM code, rounds" >"$1/samples.csv"
}

@test "an upper rung stands beside its library, above 1 where that is slower; the lowest ratio is of all shapes, those of few rows or columns included" {
    # No library has done 64x1x64; that of 1x64x64 is neither the one with pageable copies nor the one on two threads.
    made peers card "('gpu/stream_k', '', 'pinned', 64, '', 2), ('gpu/cublas', '', 'pinned', 64, '', 3), ('gpu/stream_k', '', 'pinned', 128, '', 8), ('gpu/cublas', '', 'pinned', 128, '', 10),
        ('gpu/stream_k', '', 'pinned', 64, '1x64x64', 4), ('gpu/cublas', '', 'pinned', 64, '1x64x64', 2), ('gpu/cublas', '', 'pageable', 64, '1x64x64', 1),
        ('gpu/stream_k', '', 'pinned', 64, '16x64x64', 1), ('gpu/cublas', '', 'pinned', 64, '16x64x64', 7), ('gpu/stream_k', '', 'pinned', 64, '64x1x64', 90),
        ('cpu/packed', 1, '', 64, '', 2), ('cpu/blas', 1, '', 64, '', 4), ('cpu/packed', 1, '', 64, '1x64x64', 1), ('cpu/blas', 1, '', 64, '1x64x64', 5),
        ('cpu/blas', 2, '', 64, '1x64x64', 0.1)"
    found() {
        tabled performance "$1"
        query "$1/performance.csv" "SELECT group_concat(variant || ' ' || n || ' ' || round(\"times the library: lowest\", 3) || ' ' || round(\"times the library: highest\", 3), '; ')
            FROM (SELECT * FROM rows ORDER BY variant)"
    }
    [ "$(found peers)" = 'cpu/packed 64 2.0 5.0; gpu/stream_k 64 to 128 0.5 7.0' ]
    tabled peers peers
    [ "$(query peers/peers.csv "SELECT group_concat(variant || ' ' || n || ' ' || round(\"rate over the library's\", 3) || ' ' || library, '; ') FROM (SELECT * FROM rows ORDER BY variant, n + 0)")" = \
        'cpu/packed 64 2.0 cpu/blas; gpu/stream_k 64 1.5 gpu/cublas; gpu/stream_k 128 1.25 gpu/cublas' ] # squares alone
    # Of a machine whose GPU is lent.
    mkdir own
    alter peers/samples.csv "DELETE FROM rows WHERE variant LIKE 'gpu/%' OR shape <> ''; UPDATE rows SET machine = 'mine'" own/samples.csv
    sed 's/"name": *"[^"]*"/"name": "mine"/' "$study/machine.json" >own/machine.json
    [ "$(REFERENCE=$PWD/peers found own)" = 'cpu/packed 64 2.0 2.0; gpu/stream_k 64 to 128 0.5 7.0' ]
    # The reference's command is not shown for it.
    printf 'command,revision\n"a study",1\n' >peers/command.csv
    REFERENCE=$PWD/peers undrawn "$root/report/build.sh" own
    run ! grep -q 'a study' own/report.md
    # A wrong one is counted on page one.
    alter peers/samples.csv "UPDATE rows SET status = 'wrong' WHERE shape = '64x1x64'"
    undrawn "$root/report/build.sh" peers
    grep -q ' 14 points measured and verified' peers/report.md
    grep -qF '**1 point was wrong, failed or timed out.**' peers/report.md
}

@test "beside this machine's upper rungs stand those of the GPU that is lent, named, and none of its CPU" {
    made own mine "('cpu/packed', 1, '', 64, '', 20), ('cpu/blas', 1, '', 64, '', 10)"
    made card card "('cpu/packed', 1, '', 64, '', 20), ('cpu/blas', 1, '', 64, '', 60), ('gpu/shared', '', '', 64, '', 2), ('gpu/cublas', '', '', 64, '', 1),
        ('gpu/tiled', '', '', 64, '', 1), ('gpu/tiled', '', '', 128, '', 1), ('gpu/cublas', '', '', 128, '', 3)"
    export REFERENCE=$PWD/card
    tabled peers own
    [ "$(query own/peers.csv "SELECT group_concat(DISTINCT variant) FROM (SELECT * FROM rows ORDER BY variant)")" = cpu/packed,gpu/shared,gpu/tiled ]
    "$root/report/query.sh" own <<<'SELECT machine, kind FROM beside_library' >rows.csv
    [ "$(query rows.csv "SELECT count(*) FROM rows WHERE machine = 'card'")" = 3 ]
    [ "$(query rows.csv "SELECT group_concat(kind) FROM rows WHERE machine = 'mine'")" = cpu ]
}

@test "the report has a chapter of what was measured and no other, and is one file" {
    needs pandoc
    local here='The_ladder Sizes Ceilings trust Your_own_sweeps Report_O Appendix' elsewhere='Report_[TFSR] The_claims' chapter
    ! has_openmp || here+=' Threads'
    for chapter in $here; do
        grep -q "^#.*${chapter//_/ }" "$study/report.md" || { echo "no chapter $chapter"; return 1; }
    done
    for chapter in $elsewhere; do
        ! grep "^#.*${chapter//_/ }" "$study/report.md" || return 1
    done
    run ! grep -qE '\{\{|\{%|could not be made' "$study/report.md"
    # But for its tables and #anchors it names nothing.
    grep -vE '<a href="tables/[-a-z]+\.(csv|tex)"' "$study/report.html" >names
    run ! grep -qE '<[^>]* (src|href|srcset|data)="([^#"]|")|@import|url\([^#]' names
    grep -q '@media print' "$study/report.html"
    grep -q '<body data-reference="card">' "$study/report.html" # whose marks a switch hides
    # It allows only its own script.
    allowed=$(sed -n "s/.*script-src 'sha256-\([^']*\)'.*/\1/p" "$study/report.html" | base64 -d | od -An -tx1 | tr -d ' \n')
    hash=$(sed -n '/^<script>$/,/^<\/script>$/p' "$study/report.html" | sed '1d;$d' | { echo && cat; } | sha256sum | cut -d ' ' -f 1)
    [ "$allowed" = "$hash" ]
    [ "$(grep -c '<script' "$study/report.html")" = 1 ]
    run ! grep -qE ' (src|onload|onclick|onmousemove|style)=' "$study/report.html"
}

@test "every figure is drawn as SVG" {
    needs gnuplot
    [ "$(find "$study/figures" -name '*.svg' | wc -l)" -ge 8 ]
    for svg in "$study"/figures/*.svg; do
        grep -q '</svg>' "$svg"
        ! command -v rsvg-convert >/dev/null || rsvg-convert "$svg" >/dev/null
    done
}

# latex GEOMETRY FOLDER...: sets every table of the folders on a page of its own, with the packages that it names and geometry, and prints
# those that do not fit. Folders have tables of the same label.
latex() {
    {
        printf '%s\n' '\documentclass[a4paper]{article}' "\\usepackage[$1]{geometry}"
        sed -s -n '1s/^% Needs \(\\usepackage{[a-z,]*}\) .*/\1/p' ./*/tables/*.tex | sort -u
        printf '%s\n' '\let\plainlabel\label' '\renewcommand\label[1]{\plainlabel{\folder#1}}' '\begin{document}'
        for folder in "${@:2}"; do
            printf '\\def\\folder{%s:}\n' "$(basename "$folder")"
            for table in "$folder"/tables/*.tex; do
                printf '\\typeout{table %s}\\input{%s}\\clearpage\n' "$table" "$table"
            done
        done
        printf '%s\n' '\end{document}'
    } >all.tex
    max_print_line=1000 pdflatex -draftmode -halt-on-error -interaction=nonstopmode all.tex >pdflatex.out || {
        tail -n 30 pdflatex.out
        return 1
    }
    awk '/^table / { table = $2 }
        /Float too large|multiply.defined/ { print table ": " $0 }
        match($0, /^Overfull \\hbox \([0-9.]+pt/) && substr($0, 17) + 0 > 2 { print table ": " $0 }' all.log >faults
    cat faults
    [ ! -s faults ]
}

@test "the tables fit the pages of a LaTeX document, upright and across, with the packages that they name" {
    needs_latex
    mkdir reference
    cp "$root"/report/reference/h200/{*.csv,machine.json} reference/
    REFERENCE=/nonexistent undrawn "$root/report/build.sh" reference
    cp -r "$study" study
    latex margin=2.5cm study reference
    latex landscape,margin=1cm study reference
}

@test "a point of several experiments is one point, and stands in each" {
    # cpu/naive and cpu/ikj at n 40 were asked for by two experiments, and measured by the first.
    [ "$(query "$study/summary.csv" "SELECT count(*) || ' ' || min(n) FROM rows WHERE experiment = 'size-scaling;thread-scaling'")" = "2 40" ]
    [ "$(query "$study/samples.csv" "SELECT count(DISTINCT run || experiment) FROM rows WHERE workload = 'matmul'
        AND type = 'float32' AND n = '40' AND variant = 'cpu/ikj'")" = 1 ]
    [ "$(query "$study/tables/size-scaling.csv" "SELECT group_concat(variant || n) FROM (SELECT * FROM rows WHERE variant LIKE 'cpu/%'
        ORDER BY variant, n + 0)")" = cpu/ikj32,cpu/ikj40,cpu/naive32,cpu/naive40 ]
    [ "$(query "$study/tables/ladder.csv" "SELECT count(*) FROM rows WHERE variant IN ('cpu/naive', 'cpu/ikj')")" = 2 ]
    planned=$(query "$study/summary.csv" 'SELECT count(*) FROM rows')
    [ "$(query "$study/tables/runs.csv" 'SELECT sum(points) FROM rows')" = $((planned + 2)) ]
    grep -q " $planned points measured and verified" "$study/report.md"
}

@test "rows of two hosts are never set against each other" {
    cp -r "$study" copy
    rm copy/summary.csv
    twice="UPDATE rows SET host = 'one'; CREATE TABLE second AS SELECT * FROM rows; UPDATE second SET host = 'two'; INSERT INTO rows SELECT * FROM second"
    alter copy/samples.csv "$twice; UPDATE rows SET kernel_s = 3 * kernel_s, total_s = 3 * total_s WHERE host = 'two'"
    alter copy/members.csv "$twice"
    undrawn "$root/report/build.sh" copy
    for host in one two; do
        diff <(query "$study/tables/ladder.csv" 'SELECT variant, printf("%.5g %.5g", "speedup over cpu/naive", "step speedup") FROM rows') \
            <(query copy/tables/ladder.csv "SELECT replace(variant, ' ($host)', ''), printf('%.5g %.5g', \"speedup over cpu/naive\",
                \"step speedup\") FROM rows WHERE variant LIKE '% ($host)'")
    done
    [ "$(column copy/tables/ladder.csv variant | wc -l)" = "$((2 * $(column "$study/tables/ladder.csv" variant | wc -l)))" ]
    [ "$(query copy/tables/size-scaling.csv "SELECT count(*) FROM rows WHERE variant LIKE 'cpu/% (one)'")" = \
        "$(column "$study/tables/size-scaling.csv" variant | wc -l)" ]
    [ "$(column copy/tables/transpose-ladder.csv rung)" = "$(column "$study/tables/transpose-ladder.csv" rung)" ]
}

@test "without gnuplot and pandoc the tables are made, and what is missing is named; without Jinja2 nothing is" {
    [ ! -e "$root/venv" ] || skip 'make deps-user has brought them'
    mkdir copy
    echo old >copy/report.html # of a report with other numbers
    cp "$study"/{samples,members,variants}.csv "$study/machine.json" copy/
    run -0 undrawn "$root/report/build.sh" copy
    [[ "$output" == *'gnuplot is missing'*'apt-get install gnuplot-nox'* ]]
    [[ "$output" == *'pandoc is missing'* ]]
    [ -s copy/tables/ladder.md ] && [ -s copy/report.md ] && [ ! -e copy/report.html ]
    [ -z "$(ls copy/figures)" ]
    run ! grep -q '!\[' copy/report.md
    run ! grep -E '^#.*$' <(tail -n 1 copy/report.md) # no section without content
    # -S: without the packages of the system. An interpreter of another name leaves the work to Debian's.
    executable none/python3 'exec /usr/bin/python3 -S "$@"'
    executable other/python3 "exec bash -c 'exec -a python3 /usr/bin/python3 -S \"\$@\"' python3 \"\$@\""
    PATH=$PWD/none:$PATH run -1 "$root/report/build.sh" copy
    [[ "$output" == *'Python 3 with Jinja2 is missing'*'apt-get install python3-jinja2'* ]]
    [ "$(PATH=$PWD/other:$PATH "$root/report/query.sh" copy <<<'SELECT 1 AS one')" = $'one\n1' ] || ! /usr/bin/python3 -c 'import jinja2'
}

@test "a query that fails is named, and the others are answered" {
    mkdir tree
    cp -r "$root/report" "$root/plots" tree/
    rm -rf tree/report/reference
    for query in report/queries/audit report/queries/ladder plots/ladder; do
        echo 'SELECT nonsense;' >"tree/$query.sql"
    done
    echo "{% call(r) each('SELECT nonsense') %}x{% endcall %}" >tree/report/templates/sentences/experiment.md
    cp -r "$study" copy
    rm -r copy/tables copy/figures
    run -1 tree/report/build.sh copy
    [[ "$output" == *'report/queries/audit.sql failed'*nonsense* ]]
    [[ "$output" == *sentences/experiment.md*nonsense* ]]
    [[ "$output" == *'plots/ladder.sql failed'* ]] || lacks gnuplot
    [ "$(diff <(ls "$study/tables") <(ls copy/tables) | grep '^[<>]' | paste -sd ' ')" = \
        '< audit.csv < audit.md < audit.tex < ladder.csv < ladder.md < ladder.tex' ]
    [ "$(find copy/figures -name '*.svg' | wc -l)" -ge 5 ] || lacks gnuplot
    grep -q '^# Sizes' copy/report.md
    [ -s copy/report.html ] || lacks pandoc
}

@test "the headers of files that the program prints are those of report/empty" {
    diff <("$speedup" list --csv | head -n 1) "$root/report/empty/variants.csv"
    diff <("$speedup" selftest --resamples 1 "$root/tests/data/pairs-same.csv" | head -n 1) "$root/report/empty/self-test.csv"
    for header in $(tr -d ' \n"' < <(cat "$root"/gpu/*.cu) | grep -o 'workload,variant,type,n,block[a-z_,]*'); do
        [ "$header" = "$(cat "$root/report/empty/kernels.csv")" ]
    done
    for folder in "$root"/report/reference/*/; do
        for empty in "$root"/report/empty/*.csv; do
            [ "${empty##*/}" != self-test.csv ] || continue # it says nothing of another machine
            [ ! -f "$folder/${empty##*/}" ] || diff "$empty" <(head -n 1 "$folder/${empty##*/}")
        done
    done
}

@test "a folder without samples is refused with the remedy" {
    mkdir empty
    refused 2 'run an experiment first' "$root/report/build.sh" empty
    refused 2 'run an experiment first' "$root/report/query.sh" empty <<<'SELECT 1'
    refused 2 'no query' "$root/report/query.sh" "$study" </dev/null
}

@test "the README's table of performance is the reference's, and its figure too" {
    "$root/report/performance.sh" --check
    [ "$(grep -oE 'report/reference/[^/]+/(figures|tables)' "$root/README.md" | cut -d / -f 3 | sort -u)" = "$(<"$root/report/reference/default")" ]
}

@test "a full disk, or a folder that is read-only, ends the report with one line that says so" {
    mkdir s
    "$speedup" run matmul --variant cpu/naive --size 8 --out s/ "${quick[@]}" >/dev/null
    # The file size limit stands in for the disk.
    run -1 bash -c "ulimit -f 8; '$root/report/build.sh' s 2>&1 >/dev/null"
    [[ "$output" != *Traceback* && "${lines[-1]}" == "report: cannot write "*"free space"* ]]
    read_only='mount --bind s s && mount -o remount,ro,bind s'
    unshare --mount bash -c "$read_only" 2>/dev/null || skip 'no mount in a namespace of its own'
    run -1 unshare --mount bash -c "$read_only && '$root/report/build.sh' s 2>&1 >/dev/null"
    [[ "$output" != *Traceback* && "${lines[-1]}" == "report: cannot write "*": Read-only file system; make it writable, then make the report again" ]]
}
