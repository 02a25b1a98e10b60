#!/usr/bin/env bats
# Two samples files compared: what did not change is not called a change, what did is found.

bats_require_minimum_version 1.5.0
load helpers

# Samples made by hand: point NAME with medians around TIME (ms) in two rounds.
samples_of() {
    local time=$1 n=$2 drift=${3:-1}
    for i in $(seq 20); do
        round=$((i > 10 ? 2 : 1))
        awk -v t="$time" -v i="$i" -v n="$n" -v r="$round" -v d="$drift" 'BEGIN {
            s = t * (r == 2 ? d : 1) * (1 + ((i * 7) % 5 - 2) / 1000) / 1000
            printf "1,run,2024-01-01,box,run,matmul,float32,%d,cpu/naive,1,,,,1,,1,,,warm,1,h,%d,%d,,,%.9f,,,%.9f,,ok,%s,,b,,,,\n",
                n, r, i, s, s, i == 20 ? "max-samples" : "" }'
    done
}

make_file() {
    "$speedup" run matmul --variant cpu/naive --size 8 --out header.csv "${quick[@]}" >/dev/null
    head -n 1 header.csv
    cat
}

@test "no change, slower, faster; exit 3 only when something got slower" {
    { samples_of 10 64; samples_of 5 65; } | make_file >base.csv
    { samples_of 10.1 64; samples_of 5 65; } | make_file >same.csv
    { samples_of 10 64; samples_of 5.5 65; } | make_file >slower.csv
    { samples_of 9 64; samples_of 5 65; } | make_file >faster.csv
    run "$speedup" compare base.csv same.csv
    [ "$status" -eq 0 ]
    [[ "$output" == *"2 no change, 0 faster, 0 slower"* ]]
    run "$speedup" compare base.csv slower.csv
    [ "$status" -eq 3 ]
    [[ "$output" == *"1 no change, 0 faster, 1 slower"* ]]
    run "$speedup" compare base.csv faster.csv
    [ "$status" -eq 0 ]
    [[ "$output" == *"1 faster, 0 slower"* ]]
}

@test "a machine that drifts between rounds does not make a change" {
    samples_of 10 64 1.2 | make_file >base.csv
    samples_of 11 64 1.0 | make_file >new.csv
    run "$speedup" compare base.csv new.csv
    [ "$status" -eq 0 ]
    [[ "$output" == *"1 no change"* ]]
}

@test "a point that was right and is wrong now is broken, exit 1" {
    { samples_of 10 64; samples_of 5 65; } | make_file >base.csv
    { samples_of 10 64; samples_of 5 65; } | make_file | sed '$s/,ok,max-samples,/,wrong,wrong,/' >new.csv
    run "$speedup" compare base.csv new.csv
    [ "$status" -eq 1 ]
    [[ "$output" == *"broken: now wrong"* ]]
    [[ "$output" == *"1 no change, 0 faster, 0 slower, 0 cannot tell, 1 broken"* ]]
}

@test "--all-builds compares within a build, and an unknown baseline is refused" {
    {
        samples_of 100 64
        samples_of 50 64 | sed 's|cpu/naive|cpu/ikj|'
        samples_of 20 64 | sed 's|,run,2024|,run2,2024|; s|,b,,,,$|,other,,,,|'
        samples_of 10 64 | sed 's|cpu/naive|cpu/ikj|; s|,run,2024|,run2,2024|; s|,b,,,,$|,other,,,,|'
    } | make_file >s.csv
    "$speedup" summarize --all-builds s.csv >summary.csv
    [ "$(query summary.csv "SELECT group_concat(printf('%.1f', speedup)) FROM rows WHERE variant = 'cpu/ikj'")" = "2.0,2.0" ]
    run "$speedup" summarize --baseline cpu/naif s.csv
    [ "$status" -eq 2 ]
    [[ "$output" == *"did you mean cpu/naive?"* ]]
}

@test "the threshold decides what counts, and the CSV has a row a point" {
    samples_of 10 64 | make_file >base.csv
    samples_of 10.3 64 | make_file >new.csv
    run "$speedup" compare base.csv new.csv
    [ "$status" -eq 0 ]
    run "$speedup" compare --threshold 2% base.csv new.csv
    [ "$status" -eq 3 ]
    "$speedup" compare --csv --threshold 2% base.csv new.csv >out.csv 2>/dev/null || [ $? -eq 3 ]
    [ "$(column out.csv verdict)" = slower ]
}

@test "a file of just the columns that every file has is read, and not appended to" {
    { samples_of 10 64; samples_of 5 65; } | make_file >all.csv
    cut -d, -f1-34 all.csv >contract.csv
    [ "$(head -n 1 contract.csv | sed 's/.*,//')" = build ]
    "$speedup" summarize all.csv >all
    "$speedup" summarize contract.csv >contract
    cmp all contract
    run "$speedup" compare all.csv contract.csv
    [ "$status" -eq 0 ]
    [[ "$output" == *"2 no change, 0 faster, 0 slower"* ]]
    refused 2 "nothing can be appended" "$speedup" run matmul --variant cpu/naive --size 8 --out contract.csv
}

@test "a last line without its newline counts when it is whole, and what became of it is said" {
    samples_of 10 64 | make_file >s.csv
    head -c -1 s.csv >whole.csv
    head -c -3 s.csv >torn.csv
    "$speedup" summarize whole.csv >whole 2>err
    grep -q 'whole.csv: the last line (21) lacks its newline' err
    "$speedup" summarize s.csv | cmp - whole
    "$speedup" summarize torn.csv >torn 2>err
    grep -q 'torn.csv: the last line (21) is incomplete and left out' err
    [ "$(column torn samples)" = 19 ]
    "$speedup" compare s.csv torn.csv 2>&1 | grep -q 'left out'
}

@test "files without a common point are refused" {
    samples_of 10 64 | make_file >base.csv
    samples_of 10 65 | make_file >new.csv
    run "$speedup" compare base.csv new.csv
    [ "$status" -eq 2 ]
    [[ "$output" == *"no point was measured in both"* ]]
}

@test "a large difference without proof is not called no change" {
    # The slow half of the samples moves the median by 25 %, the fastest samples stay where they were.
    { samples_of 10 64; } | make_file >base.csv
    { samples_of 10 64 | awk -F, -v OFS=, 'NR % 10 > 3 || NR % 10 == 0 { $26 = $29 = sprintf("%.9f", $26 * 1.25) } { print }'; } |
        make_file >new.csv
    "$speedup" compare --csv base.csv new.csv >out.csv
    [ "$(column out.csv verdict)" = "cannot tell" ]
}

@test "a variant slowed by 10 % is found" {
    "$wrong" run matmul --variant cpu/slowable --size 8 --out base.csv --quiet --max-samples 40 >/dev/null
    SLOWABLE=1 "$wrong" run matmul --variant cpu/slowable --size 8 --out slow.csv --quiet --max-samples 40 >/dev/null
    run "$wrong" compare base.csv slow.csv
    [ "$status" -eq 3 ]
}

@test "summaries: medians, intervals and speedups of known samples" {
    { samples_of 10 64; samples_of 10 64 | sed 's|cpu/naive|cpu/ikj|; s/0\.0\([0-9]*\)/0.00\1/g'; } | make_file >s.csv
    "$speedup" summarize s.csv >summary.csv
    [ "$(query summary.csv "SELECT printf('%.1f', speedup) FROM rows WHERE variant = 'cpu/ikj'")" = 10.0 ]
    [ "$(query summary.csv "SELECT baseline FROM rows WHERE variant = 'cpu/ikj'")" = cpu/naive ]
    [ "$(query summary.csv "SELECT samples || ' ' || status FROM rows WHERE variant = 'cpu/naive'")" = "20 ok" ]
    [ "$(query summary.csv "SELECT kernel_ci_low_s + 0 <= kernel_median_s + 0 AND kernel_median_s + 0 <= kernel_ci_high_s + 0
        FROM rows WHERE variant = 'cpu/naive'")" = 1 ]
}

@test "--color colours the verdicts of the table, and nothing else" {
    { samples_of 10 64; samples_of 10 65; samples_of 10 66; samples_of 10 67; samples_of 10 68; } | make_file >base.csv
    { samples_of 9 64; samples_of 11 65; samples_of 10 66; samples_of 10 67; samples_of 14 68 0.75; } | make_file |
        sed '81s/,ok,max-samples,/,wrong,wrong,/' >new.csv # the last sample of n 67
    "$speedup" compare base.csv new.csv >plain 2>/dev/null || [ $? -eq 3 ]
    "$speedup" compare --color always base.csv new.csv >colored 2>/dev/null || [ $? -eq 3 ]
    for shown in $'\e[32mfaster\e[0m' $'\e[31mslower\e[0m' $'\e[31mbroken: now wrong\e[0m' $'\e[33mcannot tell\e[0m'; do
        grep -qF "$shown" colored
    done
    sed 's/\x1b\[[0-9]*m//g' colored | cmp - plain
    run ! grep -q $'\e' plain
    "$speedup" compare --color never base.csv new.csv 2>/dev/null | cmp - plain
    NO_COLOR=1 "$speedup" compare --color always base.csv new.csv 2>/dev/null | cmp - colored # asked for by name
    "$speedup" compare --csv --color always base.csv new.csv 2>/dev/null >out.csv || [ $? -eq 3 ]
    run ! grep -q $'\e' out.csv
    command -v script >/dev/null || return 0 # a terminal, as far as it can be had
    for setting in TERM=xterm NO_COLOR=1 TERM=dumb; do
        TERM=xterm script -qec "$setting '$speedup' compare base.csv new.csv" /dev/null </dev/null >"$setting" ||
            [ $? -eq 3 ]
    done
    grep -qF $'\e[31mslower' TERM=xterm
    run ! grep -q $'\e' NO_COLOR=1
    run ! grep -q $'\e' TERM=dumb
}
