#!/usr/bin/env bats
# Two samples files compared: what did not change is not called a change, what did is found.

load helpers

# Rows made by hand: a point of size N with times around TIME (ms): 20 samples in ROUNDS rounds, of which each is
# slower than the one before, so that the last takes DRIFT times as long as the first.
samples_of() {
    awk -v t="$1" -v n="$2" -v d="${3:-1}" -v rounds="${4:-5}" 'BEGIN {
        for (i = 1; i <= 20; i++) {
            r = int((i - 1) * rounds / 20) + 1
            s = t * (rounds > 1 ? d ^ ((r - 1) / (rounds - 1)) : 1) * (1 + ((i * 7) % 5 - 2) / 1000) / 1000
            printf "1,run,2024-01-01,box,run,matmul,float32,%d,cpu/naive,1,,,,1,,1,,,warm,1,h,%d,%d,,,%.9f,,,%.9f,,ok,%s,,b,,,,\n",
                n, r, i, s, s, i == 20 ? "rounds" : ""
        } }'
}

make_file() {
    local header=$BATS_FILE_TMPDIR/header.csv
    [ -s "$header" ] || "$speedup" run matmul --variant cpu/naive --size 8 --out "$header" "${quick[@]}" >/dev/null
    head -n 1 "$header" | cut -d, -f1-38 # the columns that these rows have
    cat
}

@test "no change, slower, faster; exit 3 only when something got slower" {
    { samples_of 10 64; samples_of 5 65; } | make_file >base.csv
    { samples_of 10.1 64; samples_of 5 65; } | make_file >same.csv
    { samples_of 10 64; samples_of 5.5 65; } | make_file >slower.csv
    { samples_of 9 64; samples_of 5 65; } | make_file >faster.csv
    reports 0 "2 no change, 0 faster, 0 slower" "$speedup" compare base.csv same.csv
    reports 3 "1 no change, 0 faster, 1 slower" "$speedup" compare base.csv slower.csv
    reports 0 "1 faster, 0 slower" "$speedup" compare base.csv faster.csv
}

@test "fewer than five rounds per side are undecided, however large the difference" {
    samples_of 10 64 | make_file >five.csv
    for rounds in 1 2 4; do
        samples_of 20 64 1 "$rounds" | make_file >few.csv
        reports 0 "cannot tell  fewer than 5 rounds" "$speedup" compare five.csv few.csv
        [[ "$output" == *"0 no change, 0 faster, 0 slower, 1 cannot tell"* ]]
        reports 0 "0 no change, 0 faster, 0 slower, 1 cannot tell" "$speedup" compare few.csv five.csv
    done
}

@test "a machine that drifts between rounds does not make a change, nor proves that there is none, nor does a large difference without proof" {
    samples_of 10 64 1.2 | make_file >base.csv
    samples_of 11 64 1.0 | make_file >new.csv
    reports 0 "cannot tell  wide interval" "$speedup" compare base.csv new.csv
    # Three of five rounds are slower by a quarter, the others are as they were.
    { samples_of 10 64; } | make_file >base.csv
    { samples_of 10 64 | awk -F, -v OFS=, '$22 > 2 { $26 = $29 = sprintf("%.9f", $26 * 1.25) } { print }'; } |
        make_file >new.csv
    "$speedup" compare --csv base.csv new.csv >out.csv
    [ "$(column out.csv verdict)" = "cannot tell" ]
}

@test "a variant that takes twice as long is found between two files" {
    few=(--quiet --rounds 5 --min-samples 5 --max-samples 5 --warmup 0)
    "$wrong" run matmul --variant cpu/slowable --size 8 --out base.csv "${few[@]}" >/dev/null
    SLOWABLE=10 "$wrong" run matmul --variant cpu/slowable --size 8 --out slow.csv "${few[@]}" >/dev/null
    run -3 "$wrong" compare base.csv slow.csv
}

@test "many points are one family: what one of them would prove alone, one of forty does not" {
    samples_of 10 64 1.06 | make_file >base.csv
    samples_of 10.5 64 1.06 | make_file >new.csv
    "$speedup" compare --csv base.csv new.csv >alone.csv || [ $? -eq 3 ]
    [ "$(column alone.csv verdict)" = slower ]
    for n in $(seq 101 139); do samples_of 10 "$n"; done >others
    { samples_of 10 64 1.06; cat others; } | make_file >base.csv
    { samples_of 10.5 64 1.06; cat others; } | make_file >new.csv
    "$speedup" compare --csv base.csv new.csv >family.csv
    [ "$(query family.csv "SELECT verdict FROM rows WHERE n = 64")" = "cannot tell" ]
    [ "$(query family.csv "SELECT count(*) FROM rows WHERE verdict = 'no change'")" = 39 ]
    [ "$(column alone.csv ratio_low)" = "$(query family.csv "SELECT ratio_low FROM rows WHERE n = 64")" ]
}

@test "files that were measured at different times say so in the verdict" {
    samples_of 10 64 | make_file >base.csv
    sed 's/2024-01-01/2024-01-02/' base.csv >later.csv
    "$speedup" compare base.csv later.csv 2>err >/dev/null
    grep -q 'base measured 2024-01-01 to 2024-01-01, new 2024-01-02 to 2024-01-02' err
    verdict='measured at different times.*: 13 % of such comparisons.* raised an alarm, not 5 %; compare --interleave'
    grep -q "^1 points in both:.*$verdict" err
    "$speedup" compare --markdown base.csv later.csv 2>/dev/null | grep -q "false alarm within one run; $verdict"
    "$speedup" compare --json base.csv later.csv 2>/dev/null | grep -q '"different_times": true'
    "$speedup" compare --json base.csv base.csv 2>err | grep -q '"different_times": false'
    run ! grep -q 'different times' err
    head -1 base.csv >none.csv
    reports 2 'no point was measured in both files' "$speedup" compare base.csv none.csv
    [[ "$output" != *'measured '2024* && "$output" != *'different times'* ]]
}

@test "times of two machines are longer or shorter, not of slower code: named, and exit 3 on request" {
    { samples_of 10 64; samples_of 5 65; samples_of 5 66; } | make_file >base.csv
    { samples_of 11 64; samples_of 4 65; samples_of 5 66; } | make_file >slower.csv
    sed 's/,box,/,fast,/' slower.csv >other.csv
    "$speedup" compare base.csv other.csv >table 2>err
    grep -qF '3 points in both: 1 no change, 0 faster, 0 slower, 0 cannot tell, 0 broken (threshold 2 %); measured on different machines (box, fast), which is no change of the code: 1 shorter time, 1 longer time' err
    run ! grep -qE 'slower|faster' table
    "$speedup" compare --json base.csv other.csv >out.json
    [ "$(sqlite3 :memory: "SELECT json_extract(readfile('out.json'), '$.different_machines', '$.counts.slower', '$.counts.longer time', '$.points[0].verdict')")" = \
        '[true,0,1,"longer time"]' ]
    "$speedup" compare --markdown base.csv other.csv >out.md
    [ "$(head -n 1 out.md)" = '**0 slower, 0 faster, 0 broken** of 3 points; 1 no change, 0 cannot tell.' ]
    grep -q '| longer time |$' out.md
    grep -q 'different machines (box, fast)' out.md
    run -3 "$speedup" compare --across-machines base.csv other.csv
    # Two hosts of one kind, and one host.
    cut -d, -f1-34 base.csv | sed '1s/$/,edges,graph,host/; 2,$s/$/,,,one/' >one.csv
    cut -d, -f1-34 slower.csv | sed '1s/$/,edges,graph,host/; 2,$s/$/,,,two/' >two.csv
    "$speedup" compare base.csv one.csv 2>err # a file of an earlier version names no host
    "$speedup" compare one.csv two.csv 2>err >table
    grep -q 'different machines (one, two)' err
    sed -i 's/,two$/,one/' two.csv
    run -3 "$speedup" compare --json one.csv two.csv
    [[ "$output" == *'"different_machines": false'*'"slower"'* ]]
}

@test "points of other inputs are not the same work, and one that was right and is wrong now is broken, exit 1" {
    { samples_of 10 64; samples_of 5 65; } | make_file >base.csv
    { samples_of 11 64; samples_of 5 65; } | make_file | sed '2,21s/,warm,1,h,/,warm,1,i,/' >new.csv
    "$speedup" compare --csv base.csv new.csv >out.csv
    [ "$(query out.csv "SELECT group_concat(verdict || ': ' || why, '; ') FROM rows")" = 'cannot tell: other inputs; no change: ' ]
    sed '$s/,ok,rounds,/,wrong,wrong,/' base.csv >new.csv
    reports 1 "broken: now wrong" "$speedup" compare base.csv new.csv
    [[ "$output" == *"1 no change, 0 faster, 0 slower, 0 cannot tell, 1 broken"* ]]
}

@test "--all-builds compares within a build, and an unknown baseline is refused" {
    {
        samples_of 100 64
        samples_of 50 64 | sed 's|cpu/naive|cpu/ikj|'
        samples_of 20 64 | sed 's|,run,2024|,run2,2024|; s|,b,,,,$|,other,,,,|'
        samples_of 10 64 | sed 's|cpu/naive|cpu/ikj|; s|,run,2024|,run2,2024|; s|,b,,,,$|,other,,,,|'
    } | make_file >s.csv
    [ "$(summarized --all-builds s.csv "SELECT group_concat(printf('%.1f', speedup)) FROM rows WHERE variant = 'cpu/ikj'")" = "2.0,2.0" ]
    reports 2 "did you mean cpu/naive?" "$speedup" summarize --baseline cpu/naif s.csv
}

@test "the threshold decides what counts, and the CSV has a row a point" {
    samples_of 10 64 | make_file >base.csv
    samples_of 10.3 64 | make_file >new.csv
    reports 0 "1 no change" "$speedup" compare --threshold 5% base.csv new.csv
    "$speedup" compare --csv base.csv new.csv >out.csv 2>/dev/null || [ $? -eq 3 ]
    [ "$(column out.csv verdict)" = slower ]
    [ "$(column out.csv rounds)" = 5 ]
    [ "$(query out.csv "SELECT base_s = base_median_s AND new_s = new_median_s FROM rows")" = 1 ]
    [ "$(query out.csv "SELECT ratio_low + 0 < ratio + 0 AND ratio + 0 < ratio_high + 0 AND p + 0 < 0.05
        AND abs(ratio - 1.03) < 0.001 FROM rows")" = 1 ]
}

@test "--json is one object with the same figures, whatever the names hold" {
    { samples_of 10 64; samples_of 10 65 1 2; } | make_file >'base "a\b".csv'
    { samples_of 10.3 64; samples_of 10 65 1 2; } | make_file >new.csv
    "$speedup" compare --csv base*.csv new.csv >out.csv || [ $? -eq 3 ]
    "$speedup" compare --json base*.csv new.csv >out.json || [ $? -eq 3 ]
    json() { sqlite3 :memory: "SELECT json_extract(readfile('out.json'), '$1')"; }
    [ "$(json '$.base')" = 'base "a\b".csv' ]
    [ "$(json '$.counts.slower') $(json '$.counts.cannot tell')" = "1 1" ]
    [ "$(json '$.points[0].verdict') $(json '$.points[0].ratio')" = "slower $(query out.csv 'SELECT ratio FROM rows WHERE n = 64')" ]
    [ "$(json '$.points[1].why')" = "fewer than 5 rounds" ]
    [ -z "$(json '$.points[1].ratio_low')" ]
}

@test "--markdown says what changed and counts what is undecided" {
    { samples_of 10 64; samples_of 10 65; samples_of 10 66 1 2; samples_of 10 67 1 3; } | make_file >base.csv
    { samples_of 11 64; samples_of 10 65; samples_of 10 66 1 2; samples_of 10 67 1 3; } | make_file >new.csv
    "$speedup" compare --markdown base.csv new.csv >out.md || [ $? -eq 3 ]
    [ "$(head -n 1 out.md)" = "**1 slower, 0 faster, 0 broken** of 4 points; 1 no change, 2 cannot tell." ]
    [ "$(grep -c '^|' out.md)" = 3 ] # header, rule, the one that changed
    grep -qE '^\| matmul cpu/naive float32, n 64, .* \| 10.0 ms \| 11.0 ms \| \+10.00 % \| .* \| slower \|$' out.md
    grep -qxF -- '- 2 cannot tell: fewer than 5 rounds' out.md
    "$speedup" compare --markdown base.csv base.csv >same.md
    run ! grep -q '^|' same.md
}

@test "a file of just the columns that every file has is read and appended to" {
    { samples_of 10 64; samples_of 5 65; } | make_file >all.csv
    cut -d, -f1-34 all.csv >contract.csv
    [ "$(head -n 1 contract.csv | sed 's/.*,//')" = build ]
    "$speedup" summarize all.csv >all
    "$speedup" summarize contract.csv >contract
    cmp all contract
    reports 0 "2 no change, 0 faster, 0 slower" "$speedup" compare all.csv contract.csv
    "$speedup" run matmul --variant cpu/naive --size 8 --out contract.csv "${quick[@]}"
    [ "$(query contract.csv "SELECT count(*) FROM rows WHERE n = '8' AND status = 'ok' AND build <> ''")" = 4 ]
}

@test "a last line without its newline counts when it is whole, and what became of it is said" {
    samples_of 10 64 | make_file >s.csv
    head -c -1 s.csv >whole.csv
    head -c -3 s.csv >torn.csv
    "$speedup" summarize whole.csv >whole 2>err
    grep -q 'whole.csv:21: the last line has no newline' err
    "$speedup" summarize s.csv | cmp - whole
    "$speedup" summarize torn.csv >torn 2>err
    grep -q 'torn.csv:21: the last line is incomplete and ignored' err
    [ "$(column torn samples)" = 19 ]
    "$speedup" compare s.csv torn.csv 2>&1 | grep -q 'ignored'
}

# Programs for --interleave: the test program under another name, with COMMAND before and after its run.
program() {
    executable "$1" "$(printf '%s\n"%s" "$@"\ncode=$?\n%s\nexit $code' "$2" "$wrong" "${3-}")"
}

interleaved() {
    "$wrong" compare --interleave --samples 1 --quiet "$@"
}

@test "--interleave: a result that is wrong now is broken, exit 1" {
    program right ''
    program spoilt '' 'while [ "$1" != --out ]; do shift; done; sed -i "s/,[^,]*\$//; s/,ok,/,wrong,/" "$2"; code=1'
    reports 1 "broken: now wrong" interleaved ./right ./spoilt -- matmul --variant cpu/naive --size 8,9
    [[ "$output" == *"2 broken"* ]]
}

@test "--interleave: a program without an option or a variant is reported, and the common points are compared" {
    program new ''
    program old 'case "$*" in *--matrices*) echo "speedup: there is no option --matrices" >&2; exit 2 ;; esac'
    reports 2 "base: speedup: there is no option --matrices" interleaved ./old ./new -- matmul --variant cpu/naive --size 8 --matrices 2
    run "$wrong" compare --interleave --samples 1 ./old ./new -- matmul --variant cpu/naive --size 8 --matrices 1,2
    [ "$status" -eq 0 ] || [ "$status" -eq 3 ]
    [[ "$output" == *"n 8 float32 matrices 2 is left out: base:"* ]]
    [[ "$output" == *"1 points in both"* ]]
    [[ "$output" == *"  base (5 fastest)  new (5 fastest)  "*"change of medians  verdict"* ]]
}

@test "--interleave --pool keeps pairs of every point and judges nothing; a process that fails is named, with --quiet too, and the exit code is 1" {
    program same ''
    interleaved --pool 3 --pairs pool.csv ./same ./same -- matmul --variant cpu/naive --size 8,9 >out
    [ ! -s out ]
    [ "$(query pool.csv "SELECT count(*) || ' ' || count(DISTINCT n || ' ' || pair) FROM rows WHERE min_s + 0 <= median_s + 0")" = "12 6" ]
    program fails_third 'echo >>calls; [ "$(wc -l <calls)" -lt 3 ] || exit 9'
    run -1 --separate-stderr interleaved --pool 4 --pairs failed.csv ./same ./fails_third -- matmul --variant cpu/naive --size 8
    [ "$stderr" = "matmul cpu/naive n 8 float32, new: it wrote no samples; name a program that is speedup" ]
    [ "$(query failed.csv "SELECT count(*) FROM rows")" = 2 ]
}

@test "--interleave leaves nothing behind when it is interrupted, nor when it ends" {
    program same ''
    mkdir temporary
    export TMPDIR=$PWD/temporary
    for signal in TERM HUP; do # a terminal that is closed
        "$wrong" compare --interleave --quiet ./same ./same -- matmul --variant cpu/slowable --size 8 >out 2>err &
        pid=$!
        until_true 60 compgen -G 'temporary/*' >/dev/null
        kill -$signal "$pid"
        ends_with 130
        [ ! -s out ]
        [ -z "$(ls temporary)" ]
    done
    interleaved --pool 1 --pairs p.csv ./same ./same -- matmul --variant cpu/naive --size 8
    [ -z "$(ls temporary)" ]
}

@test "summarize --json has the cells of the CSV, numbers as numbers and what is not known as null" {
    "$speedup" run matmul --variant cpu/naive,cpu/ikj --size 8,16 --out s.csv --experiment 'a "quoted" \ one' "${quick[@]}" >/dev/null
    for table in '' --rounds --laws; do
        # shellcheck disable=SC2086  # none is none
        "$speedup" summarize $table s.csv >t.csv
        # shellcheck disable=SC2086
        "$speedup" summarize $table --json s.csv >t.json
        [ "$(sqlite3 :memory: "SELECT json_valid(CAST(readfile('t.json') AS TEXT))")" = 1 ]
        [ "$(sqlite3 :memory: "SELECT count(*) FROM json_each(CAST(readfile('t.json') AS TEXT))")" = $(($(wc -l <t.csv) - 1)) ]
        for name in $(head -n 1 t.csv | tr , ' '); do
            echo "SELECT '$name', \"$name\", cell FROM (
                SELECT t.*, json_extract(value, '\$.$name') AS cell FROM t JOIN json_each(CAST(readfile('t.json') AS TEXT)) ON key = t.rowid - 1)
                WHERE CASE typeof(cell) WHEN 'null' THEN \"$name\" <> '' WHEN 'text' THEN cell <> \"$name\" ELSE cell <> \"$name\" + 0 END;"
        done >differences.sql
        sqlite3 :memory: ".mode csv" ".import t.csv t" ".read differences.sql" >differ
        cat differ
        [ ! -s differ ]
    done
    [ "$(sqlite3 :memory: "SELECT typeof(json_extract(CAST(readfile('t.json') AS TEXT), '\$[0].n'))")" = null ] # no curve: no row
    "$speedup" summarize --json s.csv >t.json
    [ "$(sqlite3 :memory: "SELECT typeof(json_extract(CAST(readfile('t.json') AS TEXT), '\$[0].n')) || json_extract(CAST(readfile('t.json') AS TEXT), '\$[0].experiment')")" = \
        'integera "quoted" \ one' ]
}

@test "--color colours the verdicts of the table, and nothing else" {
    { samples_of 10 64; samples_of 10 65; samples_of 10 66; samples_of 10 67; samples_of 10 68; } | make_file >base.csv
    { samples_of 9 64; samples_of 11 65; samples_of 10 66; samples_of 10 67; samples_of 14 68 0.5; } | make_file |
        sed '81s/,ok,rounds,/,wrong,wrong,/' >new.csv # the last sample of n 67
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
    command -v script >/dev/null || return 0 # for a terminal
    for setting in TERM=xterm NO_COLOR=1 TERM=dumb; do
        TERM=xterm script -qec "$setting '$speedup' compare base.csv new.csv" /dev/null </dev/null >"$setting" ||
            [ $? -eq 3 ]
    done
    grep -qF $'\e[31mslower' TERM=xterm
    run ! grep -q $'\e' NO_COLOR=1
    run ! grep -q $'\e' TERM=dumb
}

@test "selftest answers every question from kept pairs, and refuses what they cannot answer" {
    pairs=$root/tests/data/pairs-same.csv
    "$speedup" selftest --resamples 2 "$pairs" >answers
    [ "$(query answers "SELECT count(*) FROM rows WHERE share <> '' AND share + 0 BETWEEN 0 AND 1")" = 11 ]
    [ "$(query answers "SELECT min(share + 0) FROM rows WHERE question = 'interval'")" != 0 ]
    refused 2 'have no interval' "$speedup" selftest --rounds 4 "$pairs"
    refused 2 'two stretches' "$speedup" selftest --rounds 51 "$pairs"
    head -n 100 "$pairs" >few.csv
    refused 2 'at least 60' "$speedup" selftest few.csv
}
