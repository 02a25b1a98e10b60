#!/usr/bin/env bats
# Results from elsewhere may hold links: nothing is written through one.
# shellcheck disable=SC2154  # root and speedup come from helpers.bash, status and output from bats

load helpers

# Samples of two points with their other files in d, and a file that must stay as it is.
study() {
    naive=("$speedup" run matmul --variant cpu/naive "${quick[@]}")
    "${naive[@]}" --size 8,9 --experiment one --out d/samples.csv >/dev/null
    echo 'mine' >victim
    cp victim before
    victim=$PWD/victim
}

untouched() {
    cmp victim before
    [ ! -e gone ]
}

# damage FILE: zeros in line 3.
damage() {
    dd if=/dev/zero of="$1" bs=1 seek=$(($(head -n 2 "$1" | wc -c) + 5)) count=4 conv=notrunc status=none
}

@test "repair writes through no link beside the file" {
    study
    for file in samples members; do
        for name in damaged part; do ln -s "$victim" "d/$file.csv.$name"; done
    done
    [ "$("$speedup" repair d | grep -c 'nothing to repair')" = 2 ]
    untouched
    damage d/samples.csv
    damage d/members.csv
    "$speedup" repair d
    untouched
    for file in samples members; do
        [ ! -L "d/$file.csv.damaged" ]
        [ "$(wc -l <"d/$file.csv.damaged")" = 1 ]
    done
    # Nor through a dangling one; earlier lines are kept, the file's mode too, and no part is left.
    damage d/samples.csv
    chmod 640 d/samples.csv
    "$speedup" repair d
    [ "$(wc -l <d/samples.csv.damaged)" = 2 ]
    [ "$(stat -c %a d/samples.csv)" = 640 ]
    rm d/samples.csv.damaged
    ln -s "$PWD/gone" d/samples.csv.damaged
    damage d/samples.csv
    "$speedup" repair d
    untouched
    [ -z "$(find d -name '.*')" ]
}

@test "repair follows no link to a file; damaged lines that cannot be kept leave it unchanged" {
    study
    mkdir e
    damage d/samples.csv
    ln -s ../d/samples.csv e/samples.csv
    refused 2 'e/samples.csv: it is a link; name the file that it leads to' "$speedup" repair e
    refused 2 'e/samples.csv: it is a link; name the file that it leads to' "$speedup" repair e/samples.csv
    mkdir d/samples.csv.damaged
    refused 2 'cannot write beside d/samples.csv' "$speedup" repair d/samples.csv
    [ -z "$(find d -name '.*')" ]
}

@test "run makes no file through a dangling link, and appends to none but a samples file that is named" {
    study
    for name in samples members; do
        mkdir "$name"
        ln -s "$PWD/gone" "$name/$name.csv"
    done
    refused 2 'samples/samples.csv is a link; name the file that it leads to with --out' "${naive[@]}" --size 8 --out samples/
    refused 2 'samples/samples.csv: it is a link that is not followed; name another file with --out' \
        "${naive[@]}" --size 8 --out samples/samples.csv
    reports 0 'members/members.csv: it is a link that is not followed; move it away' "${naive[@]}" --size 8 --experiment two --out members/
    untouched
    # Files that would pass as ones that a crash has left.
    ln -s "$victim" link.csv
    head -c 20 d/samples.csv >torn
    head -c 300 /dev/zero >zeros
    for file in /dev/null torn zeros; do
        cat "$file" >victim
        cp victim before
        refused 2 'link.csv:1: another header than this version writes' "${naive[@]}" --size 8 --out link.csv
        untouched
    done
    # members.csv of another study, and samples that are not named; the user's own link is followed.
    cp d/members.csv victim
    cp victim before
    ln -sf "$victim" members/members.csv
    "${naive[@]}" --size 8 --experiment two --out members/
    cp d/samples.csv victim
    "${naive[@]}" --size 10 --out link.csv
    [ -L link.csv ]
    [ "$("$speedup" summarize victim | wc -l)" = 4 ]
}

@test "machine.json and a graph replace a link, and a script refuses results with one" {
    study
    for target in gone victim; do
        ln -sf "$PWD/$target" d/machine.json
        "${naive[@]}" --size 8 --out d/samples.csv
        untouched
    done
    ln -s "$PWD/gone" graph.bin
    "$speedup" graph --size 9 --edges 9 --out graph.bin
    untouched
    [ -f graph.bin ]
    export RESULTS=$PWD/r
    for name in machine.json variants.csv samples.csv graphs; do
        rm -rf r
        mkdir r
        ln -s "$PWD/gone" "r/$name"
        reports 2 "r/$name is a link" "$root/experiments/study.sh"
        untouched
    done
}

@test "the report replaces every link, those of PNG and PDF too where FIGURES names them, and refuses a folder that is one" {
    study
    command -v gnuplot pandoc >/dev/null || skip 'gnuplot or pandoc is not installed'
    export FIGURES=svg
    ! command -v rsvg-convert >/dev/null || FIGURES='svg png pdf'
    for experiment in '' one; do
        build=("$root/report/build.sh" d)
        [ -z "$experiment" ] || build=(undrawn "${build[@]}" --experiment "$experiment")
        find d -type f | sort >first
        "${build[@]}"
        find d -type f | sort | comm -13 first - >made
        [ "$(wc -l <made)" -gt 15 ]
        [[ -n $experiment || $FIGURES == svg || "$(grep -cE '[.](png|pdf)$' made)" = $((2 * $(grep -c '[.]svg$' made))) ]]
        xargs rm <made
        python3 -c 'import os, sys; [os.symlink(sys.argv[1], path) for path in sys.stdin.read().split()]' "$victim" <made
        "${build[@]}"
        untouched
        [ -z "$(find d -type l)$(find d -name '.*')" ]
        while read -r file; do [ -f "$file" ]; done <made
    done
    mkdir elsewhere
    for folder in tables figures experiments experiments/one experiments/one/tables; do
        mv "d/$folder" moved
        ln -s "$PWD/elsewhere" "d/$folder"
        experiment=(--experiment one)
        [[ $folder == experiments* ]] || experiment=()
        reports 1 "d/$folder is a link" "$root/report/build.sh" d "${experiment[@]}"
        [ -z "$(ls elsewhere)" ]
        rm "d/$folder"
        mv moved "d/$folder"
    done
    # A results folder that the user names may be a link.
    ln -s d own
    undrawn "$root/report/build.sh" own
}
