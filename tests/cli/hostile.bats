#!/usr/bin/env bats
# Text of a file is text in every table, figure and report: nothing of it runs, nothing of it is markup.
# shellcheck disable=SC2154  # root and speedup come from helpers.bash, status and output from bats
# shellcheck disable=SC2016  # what would run is meant as it stands

load helpers

# A study, made once, whose files hold hostile text in every column that may hold text: `mine` again and again, an
# experiment a text, and all texts at once in the other columns. Would any of it run, the file $ran were there.
setup_file() {
    setup
    export ran=$BATS_FILE_TMPDIR/ran study=$BATS_FILE_TMPDIR/study REFERENCE=$BATS_FILE_TMPDIR/reference
    export texts=$BATS_FILE_TMPDIR/texts
    cd "$BATS_FILE_TMPDIR" || return 1
    hostile_texts >"$texts"
    mkdir -p "$study" "$REFERENCE"
    measure() {
        "$speedup" run "$@" --oversubscribe --out honest.csv --rounds 2 --min-samples 2 --max-samples 2 --warmup 0 \
            --quiet >/dev/null
    }
    measure matmul --experiment thread-scaling --variant cpu/naive,cpu/ikj --type float32 --size 40
    measure matmul --experiment size-scaling --variant cpu/naive --type float32 --size 32,40
    measure transpose --experiment transpose-ladder --variant cpu/naive --type int32 --size 64 --iterations 2
    measure apsp --experiment apsp-breakdown --variant cpu/naive --size 20
    measure matmul --experiment mine --variant cpu/naive --size 20,24,28 # three sizes make a figure of each experiment
    uncheck honest.csv
    spoil "$study"
    spoil "$REFERENCE" "UPDATE rows SET variant = 'gpu/naive', threads = '' WHERE experiment = 'transpose-ladder';
        UPDATE rows SET variant = 'gpu/shared' WHERE experiment = 'mine'"
    "$root/report/build.sh" "$study" >"$BATS_FILE_TMPDIR/log" 2>&1 || echo "failed: exit $?" >>"$BATS_FILE_TMPDIR/log"
}

# A line a text.
hostile_texts() {
    printf '%s\n' '`touch '"$ran"'`' '$(touch '"$ran"')' '"; system("touch '"$ran"'") #' "'; system('touch $ran') #" \
        "'); DROP TABLE points; --" '<script>alert(1)</script>' '</td><img src=x onerror=y>' '\input{'"$ran"'}' \
        '\immediate\write18{touch '"$ran"'}' '$x$ and \(y\)' '=1+1' '@SUM(A1)' 'a^few' '{1.5}' '{reference}' '|a|b|' '[a](b)' \
        '![a](b)' '**strong** _weak_ ~~gone~~ __ *a*' '&lt; &amp; #1' '%s%n 100%' '# heading' '../../etc/passwd' \
        'café 中文 ⁰' "'single' -- \"double\"... \\" 'a	tab' "$(printf 'long %.0s' {1..200})end"
}

# The honest samples and other files, spoiled, in folder $1; SQL $2 comes before.
spoil() {
    "$speedup" machine >honest.json
    "$speedup" list --csv >honest_variants.csv
    sqlite3 -bail :memory: <<EOT
.mode csv
.import honest.csv rows
.import honest_variants.csv variants
.mode ascii
.separator "\037" "\n"
CREATE TABLE texts (text);
.import $texts texts
CREATE VIEW line AS SELECT 100 + rowid AS number, replace(text, char(9), ' ') AS text FROM texts; -- a samples file holds no tabs
CREATE VIEW every AS SELECT group_concat(text, ' ') AS text FROM line WHERE length(text) < 1000;
${2:-};
UPDATE rows SET (graph, places, bind, stop, detail, build, run) =
    (SELECT '/a/' || text, text, text, text, text, text, text FROM every);
INSERT INTO rows (schema, run, started, machine, experiment, workload, type, n, variant, threads, matrices, iterations,
                  cache, seed, round, sample, status, detail, build)
SELECT schema, run, started, machine, text, workload, type, n, variant, threads, matrices, iterations, cache, number, 1, 1,
       'skipped', text, build FROM (SELECT * FROM rows WHERE experiment = 'mine' LIMIT 1), line;
CREATE TABLE again AS SELECT rows.*, text, number FROM rows, line WHERE experiment = 'mine' AND status = 'ok';
UPDATE again SET experiment = text, seed = 100 + number;
ALTER TABLE again DROP COLUMN text;
ALTER TABLE again DROP COLUMN number;
INSERT INTO rows SELECT * FROM again;
.mode csv
.separator , "\n"
.headers on
.output $1/samples.csv
SELECT * FROM rows;
.output $1/variants.csv
SELECT workload, variant, text AS idea, text AS source, text AS after, text AS types, text AS axes, text AS available,
       text AS reason FROM variants, every;
.output $1/kernels.csv
SELECT 'matmul' AS workload, 'gpu/shared' AS variant, 'float32' AS type, 64 AS n, 8 AS block, text AS tile, text AS kernel,
       1 AS launches, text AS grid, 1 AS threads_per_block, 1 AS registers, 0 AS static_shared_bytes,
       0 AS dynamic_shared_bytes, 0 AS local_bytes, 1 AS blocks_per_sm, 0.5 AS occupancy, text AS limited_by, 1 AS waves,
       1 AS last_wave_filled, 1 AS cgma FROM texts;
.output $1/counters.csv
SELECT text AS workload, text AS variant, text AS type, 64 AS n, 8 AS block, '' AS tile, substr(text, 1, 24) AS kernel,
       iif(rowid % 2, 'time_s', text) AS metric, 1e-3 AS value, text AS unit, 1 AS run FROM texts;
.output $1/trace.csv
SELECT 1 AS sample, text AS variant, 64 AS n, 8 AS block, text AS transfer, 2 AS matrices, 0 AS matrix, 0 AS stream,
       text AS kind, 0.001 AS start_s, 0.002 AS end_s FROM texts
       WHERE text LIKE '%/%' AND length(text) < 100 OR text = '=1+1';
.output $1/profiler.csv
SELECT text AS workload, text AS variant, text AS type, 64 AS n, '' AS tile, 1 AS launch, 1 AS time_s, 1 AS sm_mhz FROM texts;
.output $1/cachegrind.csv
SELECT text AS workload, text AS variant, text AS type, 64 AS n, 'Dr' AS event, 5 AS value FROM texts;
.output $1/machine.json
.mode list
.headers off
.separator "\037" "\n"
SELECT json_set(readfile('honest.json'), '$.name', text, '$.cpu.model', text || char(10, 30) || 'end', '$.cpu.isa', text, '$.cpu.governor', text,
                '$.cpu.hypervisor', text, '$.caches[0].type', text, '$.memory.huge_pages', text, '$.system.kernel', text,
                '$.system.release', text, '$.system.distribution', text, '$.gpu_reason', text, '$.build.compiler', text,
                '$.build.flags', text, '$.build.openmp', text, '$.build.blas', text, '$.build.gpu', text,
                '$.environment', json_object(text, text),
                '$.gpu', json_object('name', text, 'compute_capability', text, 'driver_cuda', text))
FROM every;
EOT
}

# The texts as they should be shown: a tab is a space.
shown() { tr '\t' ' ' <"$texts" | sort; }

# As they stand in cells of CSV: a spreadsheet computes none.
in_cells() { sed "s/^[-=+@]/'&/" | sort -u; }

@test "nothing of a file is run, and everything is made" {
    cat "$BATS_FILE_TMPDIR/log"
    run ! grep -E 'failed|rror|could not' "$BATS_FILE_TMPDIR/log"
    for query in "$root"/report/queries/*.sql; do
        [ -s "$study/tables/$(basename "$query" .sql).csv" ] && [ -s "$study/tables/$(basename "$query" .sql).tex" ]
    done
    [ ! -e "$ran" ]
}

@test "a table's CSV has every text as it is, but for an apostrophe before formulas" {
    diff <(shown | tr ';' '\n' | in_cells) <(column "$study/tables/own.csv" experiment | grep -vx mine | sort -u) # a;b is two
    diff <(shown | in_cells) <(query "$study/tables/problems.csv" 'SELECT DISTINCT reason FROM rows' | sort)
    diff <(in_cells <"$texts") <(column "$study/tables/occupancy.csv" kernel | sort)
    [ "$(query "$study/tables/machine.csv" "SELECT value FROM rows WHERE property = 'processor'" | tr '\n\036' '  ' | sed 's| $||')" = \
        "$(grep -v '^long' "$texts" | tr '\t\n' '  ') end" ]
}

# as_html: standard input as it stands in a cell of HTML.
as_html() { sed 's/&/\&amp;/g; s/</\&lt;/g; s/>/\&gt;/g; s|.*|>&</td>|'; }

@test "no cell of a table begins as a formula, and numbers stay numbers" {
    "$speedup" summarize "$study/samples.csv" >summarized.csv
    "$speedup" summarize --tables "$study" | sed '/^# counters/,/^$/d; /^# /d' >tables.csv # counters are the texts of the file
    "$speedup" compare --csv "$study/samples.csv" "$study/samples.csv" >compared.csv || [ $? -eq 3 ]
    "$root/report/query.sh" "$study" >queried.csv <<<"SELECT '-1e-3' AS n, -2.5 AS m, char(9) || '=1' AS a, '-1+1' AS b, '''@x' AS c"
    grep -qxF -- "-1e-3,-2.5,'	=1,'-1+1,''@x" queried.csv
    python3 - "$study"/summary.csv "$study"/tables/*.csv ./*.csv <<'END'
import csv, re, sys
for path in sys.argv[1:]:
    for row in csv.reader(open(path, newline='')):
        for cell in row:
            number = re.fullmatch(r'[-+]?([0-9.]+(e[-+]?[0-9]+)?|inf)', cell)
            assert number or cell.startswith('-std=gnu11 ') or not re.match(r'[-=+@\t\r]', cell), f'{path}: {cell}'
END
    grep -q "'=1+1" summarized.csv
    "$speedup" summarize --json "$study/samples.csv" | grep -qF '"=1+1"'
    # What the program writes and reads again is what it was.
    printf 'p sp 2 1\na 1 2 3\n' >'=g.gr'
    for _ in 1 2; do
        "$speedup" run apsp --variant cpu/naive --graph =g.gr --out mine/samples.csv "${quick[@]}"
        [ "$("$speedup" summarize mine/samples.csv | grep -c ",'=g.gr,")" = 1 ]
        [ "$(grep -c ",'=g.gr," mine/samples.csv)" = 4 ]
    done
}

@test "HTML shows every text as it is, and nothing of it is markup" {
    needs pandoc
    pandoc --from=gfm --wrap=preserve --to=html5 "$study/report.md" >elsewhere.html # what another reader of Markdown makes of it
    for html in "$study/report.html" elsewhere.html; do
        sed 's/&quot;/"/g; s/&#\(39\|x27\);/'\''/g' "$html" >plain.html
        # All of them at once, in the table of the machine; and one a row in the first 25 of other tables.
        every=$(grep -v '^long' "$texts" | tr '\t\n' '  ' | as_html | sed 's|^>|| ; s|</td>$||')
        grep -qF "$every" plain.html || { echo "$html does not show the texts"; return 1; }
        [ "$(shown | as_html | grep -cFf - <(grep -oE '>[^<]*</td>' plain.html))" -ge 15 ]
        sed 's|^<script>$||' plain.html >tags.html # the page's own
        run ! grep -E '<script|<img src="?[xa]"|<a href="b"|<em>(weak|a)<|<del>|<strong>(strong|a)<|class="math|<h1[^>]*>heading' tags.html
    done
}

@test "figures show a text as it is" {
    needs gnuplot
    local svgs=("$study"/figures/time-size-*.svg)
    [ "${#svgs[@]}" -ge 20 ]
    grep -qF '`touch ' "${svgs[@]}"
    grep -q '<text[^>]*>=1+1' "$study"/figures/time-size-=3D1=2B1-*.svg
    grep -qF '&lt;/td&gt;' "${svgs[@]}" || grep -qF '&lt;/td>' "${svgs[@]}"
    grep -qF 'system(&quot;touch ' "${svgs[@]}"
    grep -qF '\input{' "${svgs[@]}"
    run ! grep -E '\\0(42|54)|\\134' "$study"/figures/*.svg
    [ "$(find "$study/figures" "$study/tables" -mindepth 2 | wc -l)" = 0 ]
}

@test "LaTeX shows every text as it is" {
    needs_latex
    {
        printf '%s\n' '\documentclass[a4paper,landscape]{article}'
        sed -s -n '1s/^% Needs \(\\usepackage{[a-z,]*}\) .*/\1/p' "$study"/tables/*.tex | sort -u
        printf '%s\n' '\begin{document}'
        printf '\\input{%s}\\clearpage\n' "$study"/tables/*.tex
        printf '%s\n' '\end{document}'
    } >all.tex
    pdflatex -halt-on-error -interaction=nonstopmode all.tex >out || { tail -n 30 out; return 1; }
    [ ! -e "$ran" ]
    grep -qF '\textbackslash{}input\{' "$study/tables/machine.tex"
    ! command -v pdftotext >/dev/null || pdftotext -layout all.pdf - | grep -q '\\input{/'
}

@test "a name that no registry holds is refused with its place" {
    mkdir spoiled
    machine=$(query "$BATS_FILE_TMPDIR/honest.csv" "SELECT machine FROM rows LIMIT 1")
    # REFUSING...: the name in a column, which this refuses.
    spoiled() {
        sed "1!s|,${column#*:},|,\"${name//\"/\"\"}\",|" "$BATS_FILE_TMPDIR/honest.csv" >spoiled/samples.csv
        REFERENCE=/nonexistent run "$@" spoiled
        [ -z "$(find . "$root/plots" -name ran_here -print -delete)" ] || { echo "$name was run"; return 1; }
        [ "$status" -ne 0 ]
        [[ "$output" == *samples.csv:*"${column%%:*}"* ]] || { echo "$output"; return 1; }
    }
    name='matmul`touch ran_here`'
    for column in variant:cpu/naive workload:matmul type:float32 machine:"$machine"; do
        spoiled "$speedup" summarize
    done
    spoiled "$root/report/build.sh" # it lets summarize read them
    column=variant:cpu/naive
    for name in 'a/../b' '"; system("touch '"$ran"'") #' '<script>'; do
        spoiled "$speedup" summarize
    done
    [ ! -e "$ran" ]
}
