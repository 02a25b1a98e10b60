#!/usr/bin/env bats
# What report.html is made of, looked at as text. tests/page looks at it in a browser.
# shellcheck disable=SC2154  # root and speedup come from helpers.bash, status and output from bats

bats_require_minimum_version 1.5.0
load helpers

# A study of a few points and a reference with one GPU point, its report made by a copy of report/ with one chapter.
setup_file() {
    setup
    export study=$BATS_FILE_TMPDIR/study REFERENCE=$BATS_FILE_TMPDIR/reference SPEEDUP=$speedup tree=$BATS_FILE_TMPDIR/tree
    mkdir -p "$study" "$REFERENCE" "$tree"
    "$speedup" machine >"$study/machine.json"
    "$speedup" list --csv >"$study/variants.csv"
    "$speedup" run matmul --experiment size-scaling --variant cpu/naive,cpu/ikj --type float32 --size 32,40 --rounds 5 \
        --out "$study/samples.csv" --min-samples 2 --max-samples 2 --warmup 0 --quiet >/dev/null
    uncheck "$study/samples.csv"
    sed 's/"name": *"[^"]*"/"name": "card"/' "$study/machine.json" >"$REFERENCE/machine.json"
    sed '2,$s|^\(1,[^,]*,[^,]*\),[^,]*,|\1,card,|; s|,cpu/ikj,1,|,gpu/shared,,|' "$study/samples.csv" >"$REFERENCE/samples.csv"
    cp -r "$root/report" "$root/plots" "$tree/"
    rm -rf "$tree"/report/{queries,templates/[0-9]*.md,reference} "$tree"/plots/*.sql
    mkdir -p "$tree/report/queries" "$tree/report/templates/sentences"
    cp "$root/plots/lines.gp" "$tree/plots/marked.gp"
    cat >"$tree/plots/marked.sql" <<'SQL'
-- axes: logx logy
-- caption: What is it for?
SELECT NULL AS facet, 'Time over n' AS title, variant || ' on ' || origin AS series, n AS x, kernel_s AS y, kernel_s * 0.9 AS low, kernel_s * 1.1 AS high,
       '0x0072B2' AS colour, 7 AS point, 'time (s)' AS axis, id FROM points ORDER BY series, n;
SQL
    cat >"$tree/report/queries/marked.sql" <<'SQL'
-- title: Two machines
-- keys: 1
SELECT variant, time_ms AS "time (ms)", time_ms_half AS "±", CASE origin WHEN 'reference' THEN 'ref' END AS "^", id AS point
FROM (SELECT id, origin, variant, kernel_s * 1e3 AS time_ms, 0.001 AS time_ms_half FROM points) ORDER BY variant, id;
SQL
    echo 'No answer.' >"$tree/report/templates/sentences/answer.md"
    cat >"$tree/report/templates/sentences/marked.md" <<'MD'
{% call(r) each("SELECT 2.5 AS here, 3.25 AS other, 'reference' AS whose, '«a» <b>' AS data") %}
Here it is {{ r.here }}. {% call tone(r.whose) %}On the card {{ r.other }}, **much** more.{% endcall %} {{ r.data }}.
{% endcall %}
{% call(r) each("SELECT 4.25 AS there, 'reference' AS origin") %}
There it is {{ r.there }}.
{% endcall %}
MD
    printf '%s\n' '# Marked' '' "{{ say('marked') }}" '' "{{ table('marked') }}" '' "{{ figure('marked') }}" '' '# Empty' '' 'Prose.' \
        >"$tree/report/templates/00-marked.md"
    "$tree/report/build.sh" "$study" >"$BATS_FILE_TMPDIR/log" 2>&1 || {
        cat "$BATS_FILE_TMPDIR/log"
        return 1
    }
}

needs() {
    command -v "$1" >/dev/null || skip "$1 is not installed"
}

@test "sentences and clauses of the reference have another tone in HTML and none elsewhere; what is data stays text" {
    said='Here it is 2.50. On the card 3.25, much more. «a» <b>. There it is 4.25.'
    [ "$("$tree/report/query.sh" "$study" --say marked)" = "$said" ]
    grep -qF 'Here it is 2.50. On the card 3.25, **much** more. «a» \<b>. There it is 4.25.' "$study/report.md"
    needs pandoc
    sed 's/<span class="said"><\/span>//g' "$study/report.html" | grep -qF 'Here it is 2.50. <span class="reference">On the card 3.25, <strong>much</strong> more.</span> «a» &lt;b&gt;. <span class="reference">There it is 4.25.</span>'
    run ! grep -qE '>(Empty|Prose)|^# Empty|^Prose' "$study/report.html" "$study/report.md"
}

@test "a row of a table and a series of a figure are marked as the reference's" {
    [ "$(query "$study/tables/marked.csv" "SELECT DISTINCT machine = 'card' FROM rows WHERE variant = 'gpu/shared'")" = 1 ]
    [ "$(query "$study/tables/marked.csv" "SELECT DISTINCT machine = 'card' FROM rows WHERE variant = 'cpu/ikj'")" = 0 ]
    run ! grep -qE '^\|.*(point|machine)' "$study/tables/marked.md"
    needs pandoc
    [ "$(grep -c '<tr class="reference">.*gpu/shared' "$study/report.html")" -ge 1 ]
    run ! grep -q '<tr class="reference">.*cpu/ikj' "$study/report.html"
    needs gnuplot
    grep -q '<div class="drawing' "$study/report.html"
    # each value is a tooltip, each series of the reference in a group of its own
    [ "$(grep -o '<g class="mark"[^>]*aria-label="[^"]* on [^"]*"' "$study/report.html" | sed 's/.*aria-label="//; s/ at .*//' | sort -u | tr '\n' ,)" = \
        'cpu/ikj on here,cpu/naive on here,cpu/naive on reference,gpu/shared on reference,' ]
    [ "$(grep -c '<g class="reference">' "$study/report.html")" -ge 2 ]
    grep -q 'What is it for?' "$study/report.html"
}

@test "the page allows only its own script" {
    needs pandoc
    allowed=$(sed -n "s/.*script-src 'sha256-\([^']*\)'.*/\1/p" "$study/report.html" | base64 -d | od -An -tx1 | tr -d ' \n')
    hash=$(sed -n '/^<script>$/,/^<\/script>$/p' "$study/report.html" | sed '1d;$d' | { echo && cat; } | sha256sum | cut -d ' ' -f 1)
    [ "$allowed" = "$hash" ]
    [ "$(grep -c '<script' "$study/report.html")" = 1 ]
    run ! grep -qE ' (src|onload|onclick|onmousemove|style)=' "$study/report.html"
}

@test "a mark without a text stops the report and is named" {
    cp -r "$tree" broken
    sed -i "s/THEN 'ref'/THEN 'ref nonsense'/" broken/report/queries/marked.sql
    run env SPEEDUP="$speedup" broken/report/build.sh "$study"
    [ "$status" -ne 0 ]
    [[ "$output" == *nonsense* ]]
}
