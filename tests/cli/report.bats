#!/usr/bin/env bats
# From samples to tables, figures and the report: report/build.sh and report/query.sh.
# shellcheck disable=SC2154  # root and speedup come from helpers.bash, status and output from bats

bats_require_minimum_version 1.5.0
load helpers

# A small study, made once: CPU rows of this machine, and the same rows under other names as the
# GPU rows of a reference machine.
setup_file() {
    setup
    export study=$BATS_FILE_TMPDIR/study REFERENCE=$BATS_FILE_TMPDIR/reference SPEEDUP=$speedup
    mkdir -p "$study" "$REFERENCE"
    "$speedup" machine >"$study/machine.json"
    "$speedup" list --csv >"$study/variants.csv"
    measure() {
        "$speedup" run "$@" --oversubscribe --out "$study/samples.csv" --precision 50% --min-samples 6 --max-samples 6 \
            --warmup 0 --quiet >/dev/null
    }
    local threads=()
    if has_openmp; then threads=(--threads "1,2"); fi
    measure matmul --experiment thread-scaling --variant 'cpu/*' --type float32 --size 40 "${threads[@]}"
    measure matmul --experiment size-scaling --variant cpu/naive,cpu/ikj --type float32 --size 32,40
    measure matmul --experiment openmp-threads --variant cpu/unoptimized,cpu/naive,cpu/transposed --type int32 --size 40
    measure copy --experiment ceilings --variant cpu/memcpy --size 64
    measure transpose --experiment transpose-ladder --variant cpu/naive --type int32 --size 64 --iterations 2
    measure apsp --experiment mine --variant cpu/naive --size 20
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

needs() {
    command -v "$1" >/dev/null || skip "$1 is not installed"
}

@test "every query becomes a table in Markdown, CSV and LaTeX" {
    for query in "$root"/report/tables/*.sql; do
        name=$(basename "$query" .sql)
        [ -s "$study/tables/$name.md" ] && [ -s "$study/tables/$name.tex" ] && [ -f "$study/tables/$name.csv" ]
    done
    grep -q '^| matmul | float32 | 40 | cpu/openmp ' "$study/tables/thread-scaling.md" || ! has_openmp
    grep -q '\\toprule' "$study/tables/ladder.tex"
}

@test "a query run by hand gives the table's figures" {
    "$root/report/query.sh" "$study" <"$root/report/tables/ladder.sql" >by_hand.csv
    [ "$(column by_hand.csv variant)" = "$(column "$study/tables/ladder.csv" variant)" ]
    by_hand=$(column by_hand.csv 'speedup over cpu/naive' | head -n 1)
    table=$(column "$study/tables/ladder.csv" 'speedup over cpu/naive' | head -n 1)
    [ "$(printf '%.7g' "$by_hand")" = "$(printf '%.7g' "$table")" ]
}

@test "a speedup is the ratio of two medians of the summary" {
    "$speedup" summarize "$study/samples.csv" >summary.csv
    # The baseline is the fastest cpu/naive for the same work, whatever experiment measured it.
    ratio=$(query summary.csv "SELECT min(iif(variant = 'cpu/naive', kernel_median_s + 0, NULL)) / max(iif(variant = 'cpu/ikj'
        AND experiment LIKE '%thread-scaling%', kernel_median_s + 0, NULL))
        FROM rows WHERE workload = 'matmul' AND type = 'float32' AND n = 40")
    table=$(query "$study/tables/ladder.csv" "SELECT \"speedup over cpu/naive\" FROM rows WHERE variant = 'cpu/ikj'")
    [ "$(query summary.csv "SELECT abs($table / $ratio - 1) < 1e-6")" = 1 ] || { echo "$table, not $ratio"; return 1; }
}

@test "a language with a decimal comma changes no figure" {
    localedef -i de_DE -f UTF-8 "$PWD/de_DE.UTF-8" 2>/dev/null || skip "no source of the locale de_DE (package locales)"
    cp -r "$study" comma
    LOCPATH=$PWD LC_ALL=de_DE.UTF-8 "$root/report/build.sh" comma
    diff -r "$study/tables" comma/tables
}

@test "the published figures that do not follow from their rows are marked, and no others" {
    [ "$(query "$study/tables/audit.csv" 'SELECT group_concat("table" || " " || row, "; ") FROM rows')" = \
        'transpose-cuda coalesced; matmul-openmp 10; matmul-openmp 12; matmul-openmp 14; matmul-openmp 16' ]
    grep -q '| 23.383<sup>' "$study/tables/transpose-ladder.md"
}

@test "report S: the matrices of n 864, and only these, are righted" {
    [ "$(query "$study/tables/transfer-overlap.csv" 'SELECT count(*) || " " || min(n) || " " || max(n) FROM rows
        WHERE "righted: matrices" <> ""')" = '12 864 864' ]
    [ "$(query "$study/tables/transfer-overlap.csv" 'SELECT cast("righted: GFLOP/s" AS integer) FROM rows
        WHERE n = 864 AND block = 16 AND version = 5 ORDER BY "published: matrices" + 0' | paste -sd ' ')" = '184 130 177' ]
}

@test "GPU rows of the reference machine are marked as such" {
    grep -q 'Measured on the reference machine card, not here' "$study/tables/transpose-ladder.md"
    grep -q 'cpu, here' "$study/tables/transpose-ladder.csv"
    grep -q 'reference machine \*\*card\*\*' "$study/report.md"
}

@test "claims are judged where they were measured, and left open elsewhere" {
    [ "$(column "$study/tables/claims.csv" claim | sort)" = "$(cd "$root/report/claims" && printf '%s\n' *.sql | sed 's/\.sql$//' | sort)" ]
    [ "$(column "$study/tables/claims.csv" claim | cut -c1 | uniq | paste -sd '')" = TOFSR ]
    for claim in "$root"/report/claims/*.sql; do
        grep -qxF -- "-- claim: $(query "$study/tables/claims.csv" "SELECT claimed FROM rows WHERE claim = '$(basename "$claim" .sql)'")" "$claim"
    done
    [ "$(query "$study/tables/claims.csv" "SELECT verdict FROM rows WHERE claim = 'T1'")" != 'not measured here' ]
    [ "$(query "$study/tables/claims.csv" "SELECT verdict FROM rows WHERE claim = 'F4'")" = 'not measured here' ]
    [ -z "$(query "$study/tables/claims.csv" "SELECT claim FROM rows WHERE verdict NOT IN ('holds', 'does not hold', 'not measured here')")" ]
}

@test "sweeps of one's own stand in the report" {
    [ "$(column "$study/tables/own.csv" experiment)" = mine ]
}

@test "the report has every chapter, and is one file" {
    needs pandoc
    for chapter in 'Threads' 'Report T' 'Report O' 'Report F' 'Report S' 'Report R' 'claims' 'skipped'; do
        grep -q "^#.*$chapter" "$study/report.md"
    done
    run ! grep -qE '\{\{|could not be made' "$study/report.md"
    run ! grep -qE '(src|href)="(figures|http)' "$study/report.html"
    grep -q '@media print' "$study/report.html"
}

@test "every figure is drawn as SVG and PNG" {
    needs gnuplot
    [ "$(find "$study/figures" -name '*.svg' | wc -l)" -ge 8 ]
    for svg in "$study"/figures/*.svg; do
        [ -s "${svg%.svg}.png" ]
        grep -q '</svg>' "$svg"
        ! command -v rsvg-convert >/dev/null || rsvg-convert "$svg" >/dev/null
    done
}

needs_latex() {
    needs pdflatex
    kpsewhich adjustbox.sty >/dev/null || skip "adjustbox is not installed (package texlive-latex-extra)"
}

# latex FOLDER GEOMETRY: sets every table of the folder on its own page, and prints those that do not fit.
latex() {
    {
        printf '\\documentclass[a4paper]{article}\\usepackage[%s]{geometry}\n' "$2"
        printf '%s\n' '\usepackage{booktabs,array,longtable,adjustbox,pdflscape}\begin{document}'
        for table in "$1"/tables/*.tex; do
            printf '\\typeout{table %s}\\input{%s}\\clearpage\n' "$(basename "$table" .tex)" "$table"
        done
        printf '%s\n' '\end{document}'
    } >all.tex
    rm -f all.aux
    for _ in 1 2 3; do # the widths of a longtable settle in the third run
        max_print_line=1000 pdflatex -halt-on-error -interaction=nonstopmode all.tex >pdflatex.out || {
            tail -n 30 pdflatex.out
            return 1
        }
    done
    awk '/^table / { table = $2 }
        /Float too large|multiply.defined/ { print table ": " $0 }
        match($0, /^Overfull \\hbox \([0-9.]+pt/) && substr($0, 17) + 0 > 2 { print table ": " $0 }' all.log >faults
    cat faults
    [ ! -s faults ]
}

@test "the tables fit the pages of a LaTeX document, upright and across" {
    needs_latex
    latex "$study" margin=2.5cm
    latex "$study" landscape,margin=1cm
    for folder in "$root"/report/reference/*/; do
        [ -f "$folder/samples.csv" ] || continue
        mkdir again
        cp "$folder"/*.csv "$folder"/machine.json again/
        REFERENCE=/nonexistent "$root/report/build.sh" again
        latex again margin=2.5cm
        latex again landscape,margin=1cm
        rm -r again
    done
}

@test "a LaTeX table names the packages that it needs" {
    needs_latex
    for table in "$study"/tables/*.tex; do
        packages=$(sed -n '1s/^% Needs \(\\usepackage{[a-z,]*}\) .*/\1/p' "$table")
        printf '%s\n' '\documentclass{article}' "$packages" '\begin{document}' "\\input{$table}" '\end{document}' \
            >one.tex
        pdflatex -halt-on-error -interaction=nonstopmode one.tex
    done
}

@test "half an interval keeps a digit, and a mark has its text in the CSV" {
    printf '%s\n' '-- title: A try.' >try.sql
    printf 'n\037time (ms)\037±\036' >rows
    printf '%s\037%s\037%s\036' 1 163.0412 0.0213 2 55.4321 0.0021 3 55.4321 0.0 4$'\022'few 1.234567$'\022'few '' >>rows
    LC_ALL=C awk -v out=try -v footnotes="$root/report/footnotes.csv" -v query=try.sql -f "$root/report/number.awk" \
        -f "$root/report/markdown.awk" -f "$root/report/latex.awk" -f "$root/report/formats.awk" \
        "$root/report/footnotes.csv" try.sql RS='\036' FS='\037' rows
    [ "$(grep -o '[0-9.]* ± [0-9.]*' try.md | paste -sd ' ')" = '163.0 ± 0.02 55.43 ± 0.002 55.43 ± 0.00' ]
    grep -qF '163.0 \ensuremath{\pm} 0.02 ' try.tex
    [ "$(column try.csv footnotes | tail -n 1)" = 'n, time (ms): Fewer than six samples: no interval is claimed.' ]
}

# backwards FOLDER: builds it with an SQLite that gives the rows of a query without ORDER BY in reverse, as others may.
backwards() {
    mkdir -p bin
    printf '#!/bin/sh\nexec %s -cmd "PRAGMA reverse_unordered_selects = ON" "$@"\n' "$(command -v sqlite3)" >bin/sqlite3
    chmod +x bin/sqlite3
    PATH=$PWD/bin:$PATH "$root/report/build.sh" "$1"
}

@test "tables, figures and sentences depend on no order that SQLite does not promise" {
    cp -r "$study" again
    backwards again
    diff -r -x '*.png' -x report.html "$study" again
    for folder in "$root"/report/reference/*/; do
        [ -d "$folder/tables" ] || continue
        rm -r again
        mkdir again
        cp "$folder"/*.csv "$folder"/machine.json again/
        REFERENCE=/nonexistent backwards again
        diff -r "$folder/tables" again/tables
        ! command -v gnuplot >/dev/null || diff "$folder/report.md" again/report.md
    done
}

@test "the newer pandoc is asked in its own words" {
    needs pandoc
    mkdir bin
    printf '%s\n' '#!/bin/sh' '[ "$1" = --help ] && echo " --embed-resources" && exit' 'echo "$@" >asked' >bin/pandoc
    chmod +x bin/pandoc
    cp -r "$study" copy
    PATH=$PWD/bin:$PATH "$root/report/build.sh" copy
    grep -q -- --embed-resources copy/asked
    run ! grep -q -- --self-contained copy/asked
}

# summarized_as SQL: `speedup` is a program whose summary, the table `rows`, is changed by SQL.
summarized_as() {
    cat >speedup <<EOT
#!/usr/bin/env bash
[ "\$1" = summarize ] || exec $speedup "\$@"
$speedup "\$@" >honest.csv
sqlite3 -bail :memory: <<'SQL'
.mode csv
.import honest.csv rows
ALTER TABLE rows ADD COLUMN host;
$1
.headers on
SELECT * FROM rows ORDER BY rowid;
SQL
EOT
    chmod +x speedup
    export SPEEDUP=$PWD/speedup
}

@test "a point of several experiments is one point, and stands in each" {
    summarized_as "CREATE TABLE points AS
        SELECT min(rowid) AS first, group_concat(experiment, ';') AS experiments
        FROM (SELECT rowid, * FROM rows ORDER BY experiment)
        GROUP BY machine, workload, type, n, variant, threads, schedule, block, tile, edges, graph, matrices, transfer,
                 iterations, places, bind, cache, seed;
        DELETE FROM rows WHERE rowid NOT IN (SELECT first FROM points);
        UPDATE rows SET host = 'node', experiment = (SELECT experiments FROM points WHERE first = rows.rowid);"
    cp -r "$study" copy
    rm copy/summary.csv
    "$root/report/build.sh" copy
    grep -q 'size-scaling;thread-scaling' copy/summary.csv
    for table in thread-scaling size-scaling ladder ceilings transpose-ladder; do
        diff <(cut -d, -f1-4 "$study/tables/$table.csv" | sort) <(cut -d, -f1-4 "copy/tables/$table.csv" | sort) # by time
    done
    diff <(query "$study/tables/runs.csv" 'SELECT experiment, points FROM rows ORDER BY 1') \
        <(query copy/tables/runs.csv 'SELECT experiment, points FROM rows ORDER BY 1')
    planned=$(query copy/summary.csv 'SELECT count(*) FROM rows')
    [ "$planned" -lt "$(query "$study/summary.csv" 'SELECT count(*) FROM rows')" ]
    grep -q "^$planned points were planned here" copy/report.md
    [ "$(query copy/tables/flagged.csv "SELECT count(*) FROM rows WHERE experiment = 'size-scaling, thread-scaling'")" = \
        "$(query copy/summary.csv "SELECT count(*) FROM rows WHERE experiment LIKE '%;%' AND flags <> ''")" ]
    ratio=$(query copy/summary.csv "SELECT max(iif(variant = 'cpu/naive', kernel_median_s, NULL)) / max(iif(variant = 'cpu/ikj',
        kernel_median_s, NULL)) FROM rows WHERE experiment LIKE '%thread-scaling%' AND n = 40")
    table=$(query copy/tables/ladder.csv "SELECT \"speedup over cpu/naive\" FROM rows WHERE variant = 'cpu/ikj'")
    [ "$(query copy/summary.csv "SELECT abs($table / $ratio - 1) < 1e-6")" = 1 ] || { echo "$table, not $ratio"; return 1; }
}

@test "rows of two hosts are never set against each other" {
    summarized_as "UPDATE rows SET host = 'one';
        CREATE TABLE second AS SELECT * FROM rows;
        UPDATE second SET host = 'two', kernel_median_s = 3 * kernel_median_s, kernel_ci_low_s = 3 * kernel_ci_low_s,
               kernel_ci_high_s = 3 * kernel_ci_high_s;
        INSERT INTO rows SELECT * FROM second;"
    cp -r "$study" copy
    "$root/report/build.sh" copy
    for host in one two; do
        diff <(query "$study/tables/ladder.csv" 'SELECT variant, "speedup over cpu/naive", "step speedup" FROM rows') \
            <(query copy/tables/ladder.csv "SELECT replace(variant, ' ($host)', ''), \"speedup over cpu/naive\", \"step speedup\"
                FROM rows WHERE variant LIKE '% ($host)'")
    done
    [ "$(column copy/tables/ladder.csv variant | wc -l)" = "$((2 * $(column "$study/tables/ladder.csv" variant | wc -l)))" ]
    [ "$(query copy/tables/size-scaling.csv "SELECT count(*) FROM rows WHERE variant LIKE 'cpu/% (one)'")" = \
        "$(column "$study/tables/size-scaling.csv" variant | wc -l)" ]
    [ "$(column copy/tables/transpose-ladder.csv rung)" = "$(column "$study/tables/transpose-ladder.csv" rung)
cpu, here" ]
}

@test "without gnuplot and pandoc the tables are made, and what is missing is named" {
    mkdir bin
    for tool in bash env awk sed sqlite3 mktemp rm cp mkdir basename dirname head tr cat grep; do
        ln -s "$(command -v $tool)" bin/
    done
    mkdir copy
    cp "$study"/*.csv "$study/machine.json" copy/
    rm -f copy/summary.csv
    PATH=$PWD/bin run "$root/report/build.sh" copy
    [ "$status" -eq 0 ]
    [[ "$output" == *'gnuplot is missing'*'apt-get install gnuplot-nox'* ]]
    [[ "$output" == *'pandoc is missing'* ]]
    [ -s copy/tables/ladder.md ] && [ -s copy/report.md ] && [ ! -e copy/report.html ]
    grep -q 'gnuplot is missing' copy/report.md
}

@test "a query that fails is named, and the others are answered" {
    mkdir tree
    cp -r "$root/report" "$root/plots" tree/
    for query in report/tables/audit report/sentences/title plots/ladder; do
        echo 'SELECT nonsense;' >"tree/$query.sql"
    done
    cp -r "$study" copy
    rm -r copy/tables copy/figures
    run tree/report/build.sh copy
    [ "$status" -eq 1 ]
    [[ "$output" == *'report/tables/audit.sql failed'* && "$output" == *'report/sentences/title.sql failed'* ]]
    [[ "$output" == *'plots/ladder.sql failed'* ]] || ! command -v gnuplot
    [ "$(diff <(ls "$study/tables") <(ls copy/tables) | grep '^[<>]' | paste -sd ' ')" = '< audit.csv < audit.md < audit.tex' ]
    [ "$(find copy/figures -name '*.svg' | wc -l)" -ge 5 ] || ! command -v gnuplot
    grep -q 'Table audit could not be made' copy/report.md
}

@test "the headers of files that the program prints are those of report/empty" {
    diff <("$speedup" list --csv | head -n 1) "$root/report/empty/variants.csv"
    for header in $(tr -d ' \n"' < <(cat "$root"/gpu/*.cu) | grep -o 'workload,variant,type,n,block[a-z_,]*'); do
        [ "$header" = "$(cat "$root/report/empty/kernels.csv")" ]
    done
    for folder in "$root"/report/reference/*/; do
        for empty in "$root"/report/empty/*.csv; do
            diff "$empty" <(head -n 1 "$folder/$(basename "$empty")")
        done
    done
}

@test "a folder without samples is refused with the remedy" {
    mkdir empty
    refused 2 'run an experiment first' "$root/report/build.sh" empty
    refused 2 'usage' "$root/report/query.sh" empty </dev/null
}

@test "an experiment refuses an unknown profile" {
    PROFILE=huge refused 2 'none of quick, report, large' "$root/experiments/ceilings.sh"
}

@test "committed reference tables are what their samples give" {
    for folder in "$root"/report/reference/*/; do
        [ -d "$folder/tables" ] || continue
        found=yes
        mkdir again
        cp "$folder"/*.csv "$folder"/machine.json again/
        REFERENCE=/nonexistent "$root/report/build.sh" again
        diff -r "$folder/tables" again/tables
        rm -r again
    done
    [ -n "${found:-}" ] || skip 'there are no reference results yet'
}
