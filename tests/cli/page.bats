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
}
