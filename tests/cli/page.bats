#!/usr/bin/env bats
# What report.html is made of, looked at as text. tests/page looks at it in a browser.
# shellcheck disable=SC2154  # root and speedup come from helpers.bash, status and output from bats

bats_require_minimum_version 1.5.0
load helpers

# A study of a few points and a reference with one GPU point, its report made by a copy of report/ that has one more sentence,
# chapter and table.
setup_file() {
    setup
    export study=$BATS_FILE_TMPDIR/study REFERENCE=$BATS_FILE_TMPDIR/reference SPEEDUP=$speedup tree=$BATS_FILE_TMPDIR/tree
    mkdir -p "$study" "$REFERENCE" "$tree"
    "$speedup" machine >"$study/machine.json"
    "$speedup" list --csv >"$study/variants.csv"
    "$speedup" run matmul --experiment size-scaling --variant cpu/naive,cpu/ikj --type float32 --size 32,40 --rounds 5 \
        --out "$study/samples.csv" --min-samples 2 --max-samples 2 --warmup 0 --quiet >/dev/null
    sed 's/"name": *"[^"]*"/"name": "card"/' "$study/machine.json" >"$REFERENCE/machine.json"
    sed '2,$s|^\(1,[^,]*,[^,]*\),[^,]*,|\1,card,|; s|,cpu/ikj,1,|,gpu/shared,,|' "$study/samples.csv" >"$REFERENCE/samples.csv"
    cp -r "$root/report" "$root/plots" "$tree/"
    echo "SELECT 'Here it is {2.5}. «On card {3.25}, **much** more.» ' || char(171) || 'data' || char(187) || '. A » alone.';" \
        >"$tree/report/sentences/marked.sql"
    printf '%s\n' '-- title: Marked «there» and here.' '-- note: A «note».' \
        "SELECT 'a «b»' AS cell, char(171) || 'c' || char(187) AS data;" >"$tree/report/tables/marked.sql"
    printf '%s\n' '# Marked' '' '{{say marked}}' '' 'A «{{say marked}}».' '' '{{table marked}}' >"$tree/report/chapters/99-marked.md"
    "$tree/report/build.sh" "$study" >"$BATS_FILE_TMPDIR/log" 2>&1 || {
        cat "$BATS_FILE_TMPDIR/log"
        return 1
    }
}

needs() {
    command -v "$1" >/dev/null || skip "$1 is not installed"
}

@test "what a query says between « and » is the reference's in HTML and plain elsewhere, and in data it is text" {
    said='Here it is 2.50. On card 3.25, much more. «data». A  alone.'
    [ "$("$tree/report/query.sh" --say "$study" <"$tree/report/sentences/marked.sql")" = "$said" ]
    grep -qxF "${said/much/**much**}" "$study/report.md"
    grep -qF '**Marked there and here.**' "$study/tables/marked.md"
    grep -qxF '| a b | «c» |' "$study/tables/marked.md"
    grep -qxF 'A note.' "$study/tables/marked.md"
    [ "$(tail -n 1 "$study/tables/marked.csv")" = 'a b,«c»' ]
    grep -qF 'a b & ' "$study/tables/marked.tex"
    needs pandoc
    grep -qF 'Here it is 2.50. <span class="reference">On card 3.25, <strong>much</strong> more.</span> «data». A alone.' "$study/report.html"
    grep -qF '<strong>Table' "$study/report.html"
    grep -qF 'Marked <span class="reference">there</span> and here.' "$study/report.html"
}

@test "no sentence names the reference where the page hides what is its, and what stays is whole sentences" {
    mkdir own stage
    sed '2,$s|^\(1,[^,]*,[^,]*\),[^,]*,|\1,mine,|' "$study/samples.csv" >own/samples.csv
    sed 's/"name": *"[^"]*"/"name": "mine"/' "$study/machine.json" >own/machine.json
    export REFERENCE=$root/report/reference/h200 STUDY_STAGE=$PWD/stage
    name=$(sed -n 's/^ *"name": *"\([^"]*\)".*/\1/p' "$REFERENCE/machine.json" | head -n 1)
    named=0
    for sentence in "$root"/report/sentences/*.sql; do
        { echo 'WITH said (text) AS (' && sed '$s/;$//' "$sentence" && echo ') SELECT text FROM said'; } |
            "$root/report/query.sh" own | sed '1d; s/^"\(.*\)"$/\1/; s/""/"/g' >said
        sed 's/«[^«»]*»//g' said >stays
        ! grep -qF "$name" said || named=$((named + 1))
        # a full stop, no list with gaps, nothing of the reference
        if grep -F "$name" stays || grep '[«»]' stays || grep -E '[;,(] *[;,.)]|  [^ ]' stays || grep -vE '^ *$|[.] *$' stays; then
            echo "${sentence##*/}: $(cat said)"
            return 1
        fi
        run ! grep '[«»]' <("$root/report/query.sh" --say own <"$sentence")
    done
    [ "$named" -ge 12 ] || { echo "$named name it"; return 1; }
}

@test "a row of a table and a drawing say of which machine they are" {
    [ "$(query "$study/tables/size-scaling.csv" "SELECT DISTINCT machine = 'card' FROM rows WHERE variant = 'gpu/shared'")" = 1 ]
    [ "$(query "$study/tables/size-scaling.csv" "SELECT DISTINCT machine = 'card' FROM rows WHERE variant <> 'gpu/shared'")" = 0 ]
    run ! grep -qE '^\|.*(point|machine)' "$study/tables/size-scaling.md"
    needs pandoc
    [ "$(grep -c '<tr class="reference">.*gpu/shared' "$study/report.html")" -ge 2 ]
    [ "$(grep -c '^<tr>.*data-point="[0-9]*".*cpu/\|^<tr>.*cpu/.*data-point="[0-9]*"' "$study/report.html")" -ge 4 ]
    needs gnuplot
    grep -q '<div class="drawing reference" id="figure-rate-size-matmul-float32-gpu">' "$study/report.html"
    grep -q '<div class="drawing" id="figure-rate-size-matmul-float32-cpu">' "$study/report.html"
}

@test "the page says which script it runs, and has the samples of the points that it leads to" {
    needs pandoc
    hash=$(sed -n '/^<script>$/,/^<\/script>$/p' "$study/report.html" | sed '1d;$d' | { echo && cat; } | sha256sum | cut -d ' ' -f 1)
    [ "$(sed -n "s/.*script-src 'sha256-\([^']*\)'.*/\1/p" "$study/report.html" | base64 -d | od -An -tx1 | tr -d ' \n')" = "$hash" ]
    sed -n '/id="samples"/,/<\/script>/p' "$study/report.html" | sed '1d;$d' >samples.json
    [ "$(sqlite3 :memory: "SELECT json_valid(readfile('samples.json'))")" = 1 ]
    linked=$(sed '/<script/,$d' "$study/report.html" | grep -oE 'data-point="[0-9]+"' | sort -u | wc -l)
    [ "$(sqlite3 :memory: "SELECT count(*) FROM json_each(readfile('samples.json'))")" = "$linked" ]
    # Two samples in each of five rounds, and the round's median before them.
    [ "$(sqlite3 :memory: "SELECT DISTINCT json_array_length(value, '$.clocks[0].rounds') || ' ' || json_array_length(value, '$.clocks[0].rounds[4]')
        FROM json_each(readfile('samples.json'))")" = '5 3' ]
    cp -r "$tree" few
    sed -i 's/^most_samples=.*/most_samples=10/' few/report/page.sh
    cp -r "$study" copy
    few/report/build.sh copy
    sed -n '/id="samples"/,/<\/script>/p' copy/report.html | sed '1d;$d' >few.json
    [ "$(sqlite3 :memory: "SELECT min(json_extract(value, '$.kept')) > 1 FROM json_each(readfile('few.json'))")" = 1 ]
    [ "$(sqlite3 :memory: "SELECT sum(json_array_length(r.value) - 1) <= 10 FROM json_each(readfile('few.json')) p,
        json_each(p.value, '$.clocks') c, json_each(c.value, '$.rounds') r")" = 1 ]
}

@test "a mark without a text stops the report and is named" {
    cp -r "$tree" broken
    sed -i "s/SELECT /SELECT 'one^ref, two' AS odd, /;" broken/report/tables/runs.sql
    run env SPEEDUP="$speedup" broken/report/build.sh "$study"
    [ "$status" -ne 0 ]
    [[ "$output" == *'^ref, two has no text in report/footnotes.csv'* ]]
}
