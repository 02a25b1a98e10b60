#!/usr/bin/env bats
# Sweeps of one's own get what the study gets, a report of one experiment, and what every figure must be like.
# shellcheck disable=SC2154  # root and speedup come from helpers.bash, status and output from bats

load helpers
load plant

# A sweep over threads and sizes, planted: the rows of one point under other n and threads, near T(p) = 0.1 + 0.9 / p, five rounds
# each. It has no point on cpu/naive; another experiment, `other`, has.
setup_file() {
    setup
    export own=$BATS_FILE_TMPDIR/own
    mkdir "$own"
    "$speedup" machine | sed -E 's/(cores": *)[0-9]+/\18/' >"$own/machine.json"
    "$speedup" list --csv >"$own/variants.csv"
    one_row "$BATS_FILE_TMPDIR/one.csv"
    rows_like "$BATS_FILE_TMPDIR/one.csv" "WITH point (p, n, variant, plan, name) AS (
            SELECT p.column1, n.column1, v.column1, c.column1, 'mine'
            FROM (VALUES (1), (2), (3), (4), (6), (8)) p, (VALUES (512), (1024), (2048), (4096), (8192), (16384), (32768)) n,
                (VALUES ('cpu/openmp'), ('cpu/openmp_tiled')) v, (VALUES ('static'), ('dynamic')) c
            UNION ALL VALUES (1, 32768, 'cpu/naive', '', 'other'), (1, 512, 'cpu/blocked', '', 'lone')),
        visit (r) AS (VALUES (1), (2), (3), (4), (5))
        SELECT *, kernel_s AS total_s FROM (SELECT n, p AS threads, variant, plan AS schedule, name AS experiment, '' AS tile, '' AS input_hash, r AS round,
            2 * r - k.column1 AS sample, iif(r = 5 AND k.column1 = 0, 'rounds', '') AS stop,
            1e-9 * n * n * (0.1 + 0.9 / p) * (1 + 0.01 * ((r * 3 + p * 2 + length(variant || plan)) % 5)) AS kernel_s
            FROM visit, (VALUES (1), (0)) k, point)" >"$own/samples.csv"
    "$root/report/build.sh" "$own" >"$BATS_FILE_TMPDIR/log" 2>&1 || {
        cat "$BATS_FILE_TMPDIR/log"
        return 1
    }
}

@test "a sweep of one's own has figures over threads and sizes" {
    needs gnuplot
    for figure in {speedup,efficiency}-threads-mine-matmul-float32 {time,rate}-size-mine-matmul-float32-cpu; do
        grep -q "!\[mine: matmul, float32, .*\](figures/$figure.svg)" "$own/report.md"
        for series in 'openmp' 'openmp_tiled'; do
            grep -qE ">$series( ×8)?, (static|dynamic)</text>" "$own/figures/$figure.svg"
        done
    done
    run ! ls "$own"/figures/*-lone-*
    # the study's chapters do not show it
    run ! grep -q "figures/speedup-threads-mine" <(sed '/^# Your own sweeps/,/^# /d' "$own/report.md")
}

@test "the curve of a law is drawn beside few points, and predicts up to twice the threads" {
    needs gnuplot
    [ "$(query "$own/summary.csv" 'SELECT count(*) > 0 FROM rows')" = 1 ]
    "$root/report/query.sh" "$own" <<<'SELECT series, curve, max(threads) AS p, max(speedup) AS s FROM over_threads WHERE curve GROUP BY series, curve ORDER BY 1, 2' >laws
    [ "$(query laws 'SELECT count(*) FROM rows')" = 8 ]
    [ "$(query laws "SELECT DISTINCT curve || ' ' || cast(p AS integer) FROM rows ORDER BY 1" | paste -sd ,)" = '1 8,2 16' ]
    # T(p) = 0.1 + 0.9 / p, so s = 0.1: 16 / (1 + 0.1 * 15) = 6.4 at p = 16
    [ -z "$(query laws 'SELECT * FROM rows WHERE curve = 2 AND abs(s / 6.4 - 1) > 0.05')" ]
    grep -q '>16</text>' "$own/figures/speedup-threads-mine-matmul-float32.svg"
}

@test "the table of own sweeps fits a page upright and has every setting in its CSV" {
    [ "$(grep -m 1 '^| sweep' "$own/tables/own.md" | tr -cd '|' | wc -c)" -le 9 ]
    [ "$(query "$own/tables/own.csv" "SELECT group_concat(DISTINCT schedule) || count(*) FROM rows WHERE variant GLOB '*_tiled*' AND experiment = 'mine'")" = dynamic,static84 ]
    # The page has the fastest thread count of each series at the six largest n.
    [ "$(grep -c '^| mine: matmul float32 | cpu/openmp' "$own/tables/own.md")" = 24 ]
    grep -qE '25 of 170 rows' "$own/tables/own.md"
    needs_latex
    printf '%s\n' '\documentclass[a4paper]{article}\usepackage[margin=2.5cm]{geometry}' '\usepackage{booktabs,array,adjustbox}\begin{document}' \
        "\\input{$own/tables/own.tex}" '\end{document}' >all.tex
    for _ in 1 2; do pdflatex -halt-on-error -interaction=nonstopmode all.tex >pdflatex.out; done
    run ! grep -E 'Overfull .hbox \(([3-9]|[0-9]{2,})' all.log
}

@test "--experiment makes a report of one experiment beside the others" {
    cp -r "$own" copy
    (cd copy && find . -type f -exec cksum {} + | sort -k 3) >before
    "$root/report/build.sh" copy --experiment mine
    (cd copy && find . -type f -not -path './experiments/*' -exec cksum {} + | sort -k 3) >after
    diff before after
    report=copy/experiments/mine
    grep -q 'Experiment \*\*mine\*\* on .* 168 points measured and verified' $report/report.md
    run ! grep -qE 'Report [TOFSR]:|\| other|\| lone|\{\{|could not be made' $report/report.md
    [ -s $report/tables/own.tex ] && [ ! -e $report/tables/claims.tex ]
    [ "$(query $report/tables/rounds.csv "SELECT sum(points) FROM rows")" = 168 ]
    [ "$(query $report/tables/own.csv 'SELECT count(*) FROM rows WHERE n = 32768 AND "speedup over cpu/naive" > 0')" = 24 ]
    needs gnuplot
    diff $report/figures/speedup-threads-mine-matmul-float32.svg copy/figures/speedup-threads-mine-matmul-float32.svg
    [ -z "$(find $report/figures -name '*.p[nd]*')" ] # FIGURES names no PNG and PDF
    needs pandoc
    grep -q 'id="table-own"' $report/report.html
}

@test "--only takes nothing from other experiments" {
    cp -r "$own" copy
    undrawn "$root/report/build.sh" --only --experiment=mine copy
    [ "$(query copy/experiments/mine/tables/rounds.csv "SELECT sum(points) FROM rows")" = 168 ]
    [ "$(query copy/experiments/mine/tables/own.csv "SELECT count(*) FROM rows WHERE \"speedup over cpu/naive\" <> ''")" = 0 ]
    # a point is of an experiment by members.csv too
    head -n 1 "$own/samples.csv" | grep -q 'machine,experiment,workload,type,n,variant,threads'
    "$speedup" run matmul --experiment first --variant cpu/ikj --type float32 --size 20 --out both/samples.csv "${quick[@]}" >/dev/null
    "$speedup" run matmul --experiment second --variant cpu/ikj,cpu/naive --type float32 --size 20 --out both/samples.csv "${quick[@]}" >/dev/null
    undrawn "$root/report/build.sh" both --experiment first --only
    [ "$(query both/experiments/first/tables/own.csv 'SELECT group_concat(variant) FROM rows')" = cpu/ikj ]
    undrawn "$root/report/build.sh" both --experiment second --only
    [ "$(query both/experiments/second/tables/own.csv 'SELECT count(*) FROM rows')" = 2 ]
}

@test "an experiment that there is not is refused with those that there are" {
    cp -r "$own" copy
    rm -r copy/tables copy/figures
    refused 2 'belongs to nix; there are lone, mine, other' "$root/report/build.sh" copy --experiment nix
    refused 2 "belongs to mi'ne\"" "$root/report/build.sh" copy --experiment "mi'ne\""
    refused 2 'expected one argument' "$root/report/build.sh" copy --experiment
    refused 2 'needs --experiment' "$root/report/build.sh" copy --only
    refused 2 'unrecognized arguments: --onyl' "$root/report/build.sh" copy --onyl
    "$root/report/build.sh" --help | grep -q -- '--only'
}

@test "an experiment's name is a folder's name, and no more" {
    # shellcheck disable=SC2016  # a name, not a command
    for name in 'a/b' '$(touch ran)' 'tables'; do # tests/report/test_escape.py has more
        rm -rf copy
        mkdir copy
        cp "$own/machine.json" copy/
        sed -n "1p; s|,lone,|,$name,|p" "$own/samples.csv" >copy/samples.csv
        # Figures are files too: their names come from the folder's, once through a shell's words and once through a path.
        local how=(undrawn)
        [[ "$name" != *['(/']* ]] || how=(env)
        "${how[@]}" "$root/report/build.sh" copy --experiment "$name" >/dev/null
        [ "$(find copy -name report.md -path 'copy/experiments/*/report.md' | wc -l)" = 1 ]
        [ "$(find copy -name tables | wc -l)" = "$([ "$name" = tables ] && echo 2 || echo 1)" ]
        [ ! -e ran ] && [ ! -e copy/ran ]
    done
}

@test "installed, the report is called speedup-report" {
    mkdir -p usr/bin usr/share/speedup/build
    cp -R "$root"/{plots,report} usr/share/speedup/
    ln -s "$speedup" usr/share/speedup/build/speedup
    grep -q "ln -sf ../share/speedup/report/build.sh '\$(DESTDIR)\$(PREFIX)/bin/speedup-report'" "$root/Makefile"
    ln -s ../share/speedup/report/build.sh usr/bin/speedup-report
    cp -r "$own" copy
    undrawn env -u SPEEDUP usr/bin/speedup-report copy --experiment mine
    [ -s copy/experiments/mine/report.md ]
    usr/bin/speedup-report --help | grep -q 'experiments/NAME'
}

@test "every experiment of the study is known as one, so that none counts as one's own" {
    for script in "$root"/experiments/*.sh; do
        name=$(basename "$script" .sh)
        [[ " lib study " == *" $name "* ]] || column "$root/report/experiments.csv" experiment | grep -qx "$name" || { echo "$name is not in report/experiments.csv"; return 1; }
    done
}

@test "what stands in a figure can be read: ticks, labels of series, axes" {
    needs gnuplot
    LC_ALL=C awk -f "$BATS_TEST_DIRNAME/figures.awk" "$own"/figures/*.svg >faults
    cat faults
    [ ! -s faults ]
    # and it is a test: ticks 20 apart and labels 5 apart are found
    sed -E 's/translate\([0-9.]+,(.*)text-anchor="middle"/translate(100,\1text-anchor="middle"/' "$own/figures/time-size-mine-matmul-float32-cpu.svg" >close.svg
    LC_ALL=C awk -f "$BATS_TEST_DIRNAME/figures.awk" close.svg | grep -q ': ticks '
}

@test "shares of a ceiling have one axis in every facet, to 100 % at least" {
    [ "$(grep -cE 'OVER \(\)\) AS top|^-- ideal: 100$' "$root/plots/ceiling-share.sql")" = 2 ]
}
