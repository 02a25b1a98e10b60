#!/usr/bin/env bats
# What becomes of samples files: replaced, merged, of several hosts and experiments, damaged, very large.

load helpers
load plant

naive=(run matmul --variant cpu/naive)

@test "a samples file that is replaced, written into, emptied or deleted while a run writes it stops the run, which says what to do" {
    while IFS='|' read -r change what; do
        rm -f s.csv
        timeout 120 "$speedup" "${naive[@]}" --size 100:400:2 --out s.csv --quiet --max-time 60 --precision 0.001% \
            --max-samples 100000 >/dev/null 2>err </dev/null &
        pid=$!
        until_true 60 has_lines 6 s.csv
        head -n 4 s.csv >other.csv
        bash -c "$change"
        ends_with 1
        grep -q "s.csv was $what while this run was writing to it; run the same command again" err
        [[ $what != replaced ]] || cmp s.csv before
        [[ $what != deleted* ]] || [ ! -e s.csv ]
    done <<'EOT'
mv other.csv s.csv; cp s.csv before|replaced
cp other.csv s.csv|changed by another program
: >s.csv|changed by another program
rm s.csv|deleted or moved
EOT
}

@test "equal numbers with unequal rows are refused with both lines, equal rows count once" {
    "$speedup" "${naive[@]}" --size 8 --out s.csv "${quick[@]}"
    "$speedup" summarize s.csv >once
    "$speedup" summarize s.csv s.csv | cmp - once
    { cat s.csv; tail -n +2 s.csv; } >copies.csv
    "$speedup" summarize copies.csv | cmp - once
    cp s.csv edited.csv
    uncheck edited.csv
    sed '3s/,ok,\([^,]*\),/,ok,\1,other/' edited.csv >other.csv
    refused 2 's.csv:3 and other.csv:3 are both sample 2 of one point in one run but differ in detail; delete' \
        "$speedup" summarize s.csv other.csv
    { cat edited.csv; sed -n 3p other.csv; } >both.csv
    refused 2 "both.csv:3 and both.csv:$(wc -l <both.csv) are both sample 2" "$speedup" "${naive[@]}" --size 8 \
        --out both.csv "${quick[@]}"
    # Of two experiments they count once too, and for both.
    { cat edited.csv; sed '1d; s/,run,matmul,/,other,matmul,/' edited.csv; } >two.csv
    [ "$(summarized two.csv "SELECT experiment || ' ' || samples FROM rows")" = "other;run $(column once samples)" ]
}

@test "after the clock went back the newest measurement is still the last one" {
    "$speedup" "${naive[@]}" --size 8 --out s.csv "${quick[@]}"
    uncheck s.csv
    sed -i '2,$s/^1,[^,]*,/1,2099-01-01T00:00:00.000Z-1,/' s.csv
    "$speedup" repair s.csv
    "$speedup" "${naive[@]}" --size 8 --out s.csv --fresh "${quick[@]}"
    last=$(tail -n 1 s.csv | cut -d, -f2)
    [[ "$last" != 2099* ]]
    "$speedup" summarize s.csv >summary.csv 2>err
    [ "$(column summary.csv run)" = "$last" ]
    grep -q '^1 older measurements of points that were measured again are not shown, 0 of them by another build; summarize --all-builds' err
    "$speedup" summarize --all-builds s.csv >all.csv 2>err
    [ "$(column all.csv run | xargs)" = "$last 2099-01-01T00:00:00.000Z-1" ]
    [ ! -s err ]
    # Nothing is measured again: it is the last run that is done.
    unchanged s.csv "$speedup" "${naive[@]}" --size 8 --out s.csv "${quick[@]}"
}

@test "hosts are kept apart, and joined when it is asked" {
    for host in node1 node2; do
        SPEEDUP_HOST=$host "$speedup" "${naive[@]}" --size 8 --out $host.csv "${quick[@]}"
    done
    [ "$(column node1.csv host | sort -u)" = node1 ]
    "$speedup" summarize node1.csv node2.csv >both.csv 2>err
    [ "$(column both.csv host | xargs)" = "node1 node2" ]
    [[ "$(head -n 1 both.csv)" == schema,machine,host,experiment,* ]]
    [ ! -s err ]
    [ "$(column both.csv speedup | xargs)" = "1 1" ] # each its own baseline
    "$speedup" summarize --merge-hosts node1.csv node2.csv >merged.csv 2>err
    [ "$(column merged.csv run)" = "$(column node2.csv run | sort -u)" ]
    grep -q '^1 older measurement' err
    "$speedup" compare node1.csv node2.csv 2>&1 | grep -q '^1 points in both'
    # The same file, resumed by another host, is measured there: by the system's name if none is given.
    cp node1.csv s.csv
    env -u SPEEDUP_HOST "$speedup" "${naive[@]}" --size 8 --out s.csv "${quick[@]}" --warmup 0.25
    [ "$(query s.csv "SELECT DISTINCT host, warmup_s FROM rows" | paste -sd ' ')" = "node1|0 $(uname -n)|0.25" ]
    run --separate-stderr "$speedup" compare node1.csv s.csv
    [[ "$stderr" == *'s.csv has rows of several hosts'* && "$stderr" != *'node1.csv has rows'* ]]
}

@test "a point of two experiments is measured once and belongs to both" {
    "$speedup" "${naive[@]}" --size 8,16 --experiment one --out s.csv "${quick[@]}"
    for _ in 1 2; do unchanged s.csv "$speedup" "${naive[@]}" --size 8 --experiment another --out s.csv "${quick[@]}"; done
    [ "$(query members.csv "SELECT group_concat(experiment || ' ' || n, ', ') FROM rows")" = "one 8, one 16, another 8" ]
    [ "$(summarized s.csv "SELECT group_concat(n || ' ' || experiment, ', ') FROM rows")" = "8 another;one, 16 one" ]
    # Without the option, in a dry run and under another name nothing is recorded.
    unchanged members.csv "$speedup" "${naive[@]}" --size 32 --out s.csv "${quick[@]}"
    unchanged members.csv "$speedup" "${naive[@]}" --size 64 --experiment third --out s.csv --dry-run
    # Without members.csv the rows' own column says it.
    rm members.csv
    [ "$(summarized s.csv "SELECT group_concat(n || ' ' || experiment, ', ') FROM rows")" = "8 one, 16 one, 32 run" ]
    # A baseline of any experiment serves.
    "$speedup" run matmul --variant cpu/ikj --size 8 --experiment more --out s.csv "${quick[@]}"
    [ "$(summarized s.csv "SELECT experiment || ' ' || baseline FROM rows WHERE variant = 'cpu/ikj'")" = 'more cpu/naive' ]
    alter s.csv "UPDATE rows SET experiment = 'else'" t.csv
    "$speedup" compare s.csv t.csv 2>&1 | grep -q '^4 points in both'
}

@test "run describes the machine beside samples.csv, and only there" {
    "$speedup" "${naive[@]}" --size 8 --out d/samples.csv "${quick[@]}"
    "$speedup" machine | sed -n 2p | cmp - <(sed -n 2p d/machine.json)
    [ "$(find d | sort | xargs)" = "d d/machine.json d/samples.csv" ]
    ls -i d/machine.json >before
    "$speedup" "${naive[@]}" --size 9 --out d/samples.csv "${quick[@]}"
    ls -i d/machine.json | cmp - before
    "$wrong" "${naive[@]}" --size 10 --out d/samples.csv "${quick[@]}"
    grep -q "$("$wrong" --version | sed 's/.*build \([0-9a-f]*\).*/\1/')" d/machine.json
    for text in "$(sed 's/"name": "/"name": "not-/' d/machine.json)" '{"mine": 1}'; do # not ours to replace
        echo "$text" >d/machine.json
        cp d/machine.json theirs
        run -0 --separate-stderr "$speedup" "${naive[@]}" --size 10 --out d/samples.csv "${quick[@]}"
        [[ "$stderr" == *"d/machine.json does not describe this machine and is kept"* ]]
        cmp d/machine.json theirs
    done
    mkdir -p e/machine.json.part # no name that matters
    "$speedup" "${naive[@]}" --size 8 --out e/samples.csv "${quick[@]}"
    [ -s e/machine.json ]
}

@test "a pipe with a writer is read, one without is rejected" {
    "$speedup" "${naive[@]}" --size 8 --out s.csv "${quick[@]}"
    "$speedup" summarize s.csv >whole
    mkfifo fifo
    refused 2 "fifo is a pipe without a writer; start the writer first" timeout 10 "$speedup" summarize fifo
    refused 2 "fifo is a pipe" timeout 10 "$speedup" compare s.csv fifo
    "$speedup" summarize <(sleep 0.3; cat s.csv) | cmp - whole
    "$speedup" summarize <(head -n 2 s.csv; sleep 0.3; tail -n +3 s.csv) | cmp - whole
    exec 4<>fifo # the writer is there before the reader
    { sleep 0.2; cat s.csv; sleep 2; } >&4 4>&- &
    exec 4>&-
    timeout 10 "$speedup" summarize fifo | cmp - whole
    cat s.csv | "$speedup" summarize /dev/stdin | cmp - whole
}

@test "points that differ in any setting have different labels, and cold samples are marked" {
    for settings in "" "--cold" "--iterations 2" "--bind false" "--places threads" "--seed 3"; do
        # shellcheck disable=SC2086  # words on purpose
        "$speedup" "${naive[@]}" --size 8 $settings --out s.csv "${quick[@]}" >/dev/null
    done
    [ "$(query s.csv "SELECT count(*) FROM rows WHERE cache = 'cold' AND repeats = 1")" = 4 ]
    for edges in 20 30; do
        "$speedup" run apsp --variant cpu/naive --size 10 --edges $edges --out s.csv "${quick[@]}" >/dev/null
    done
    "$speedup" compare s.csv s.csv >out 2>err
    grep -q '^8 points in both' err
    # Without the columns of times and verdicts, no two rows are the same.
    sed 's/ *[0-9.]* [mun]s .*//' out | sort | uniq -d >same
    [ ! -s same ] || { cat out; return 1; }
    [[ "$(head -n 1 out)" == *edges*iterations*cache*bind*places*seed* ]]
    "$speedup" run matmul --variant cpu/naive,cpu/ikj --size 8 --out s.csv "${quick[@]}" >out
    [[ "$(head -n 1 out)" == "variant "*type*n*threads*time* ]]
    run ! grep -qE 'cache|bind|places|seed|iterations|workload' out
    "$speedup" run matmul --variant cpu/naive --size 8 --iterations 1,2 --out s.csv "${quick[@]}" >out
    grep -q iterations out
}

@test "fifty thousand points are summarized in seconds" {
    one_row one.csv
    rows_like one.csv "WITH i (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM i WHERE i < 49999)
        SELECT 1 + i / 4 AS n, 'cpu/' || iif(i % 4 > 1, 'openmp', iif(i % 4, 'ikj', 'naive')) AS variant, 1 + (i % 4 = 3) AS threads FROM i" >large.csv
    # Not how fast it is, but that it is no matter of minutes: the time grew with the square of the points.
    timeout 20 "$speedup" summarize large.csv >summary.csv
    [ "$(query summary.csv 'SELECT count(*) || " " || count(nullif(speedup, "")) FROM rows')" = "50000 50000" ]
}

@test "a row deleted in the middle: numbers go on from the largest, and the point is finished" {
    five=("$speedup" "${naive[@]}" --size 64 --out s.csv --quiet --warmup 0 --rounds 5 --min-samples 2 --max-samples 2)
    "${five[@]}"
    sed -i '5d; $d' s.csv # of ten samples the fourth, and the last, which says why the point is done
    "${five[@]}"
    [ "$(query s.csv "SELECT group_concat(sample) FROM rows")" = 1,2,3,5,6,7,8,9,10,11 ]
    [ "$(query s.csv "SELECT group_concat(DISTINCT round) FROM rows")" = 1,2,3,4,5 ] # the last round is completed
    [ "$(query s.csv "SELECT count(*) FROM rows WHERE stop <> ''")" = 1 ]
    unchanged s.csv "${five[@]}"
}

@test "a members.csv that is empty, torn or of another program does not hide the samples" {
    "$speedup" "${naive[@]}" --size 8 --out s.csv --experiment one "${quick[@]}" >/dev/null
    for text in '' 'experiment,mach' $'name,age\nanna,7\n'; do
        printf %s "$text" >members.csv
        "$speedup" summarize s.csv >summary.csv 2>err
        [ "$(column summary.csv experiment)" = one ]
        [ -z "$text" ] || grep -q 'members.csv.*ignored' err
    done
    run -0 --separate-stderr "$speedup" "${naive[@]}" --size 9 --out s.csv --experiment two "${quick[@]}"
    [[ "$stderr" == *'join no experiment'* ]]
    "$speedup" summarize s.csv 2>/dev/null >summary.csv
    [ "$(query summary.csv "SELECT experiment FROM rows WHERE n = '9'")" = two ]
}

@test "files with CR LF and a byte order mark, as Excel and Windows write them, are read, continued, repaired and reported" {
    "$speedup" plan matmul --variant cpu/naive --size 8,9 --experiment one "${quick[@]}" >manifest
    sweep=("$speedup" run --manifest manifest --out here/ --quiet)
    "${sweep[@]}" >before
    cp -r here plain
    for file in manifest here/samples.csv here/members.csv; do
        sed -i $'1s/^/\xef\xbb\xbf/; s/$/\r/' "$file"
    done
    cp here/samples.csv windows.csv
    "${sweep[@]}" >after
    cmp before after
    cmp here/samples.csv windows.csv
    cmp <("$speedup" summarize here) <("$speedup" summarize plain)
    "$speedup" compare plain here >/dev/null
    "${sweep[@]}" --fresh >/dev/null
    [ "$("$speedup" summarize --all-builds here | query /dev/stdin "SELECT group_concat(samples) FROM rows")" = 4,4,4,4 ]
    sed -i '3s/naive/maive/' here/*.csv
    "$speedup" repair here
    [ "$(cat here/*.damaged | wc -l)" = 2 ]
    undrawn "$root/report/build.sh" here
    grep -q cpu/naive here/report.md
}

@test "started is when a sample began, not when it was judged and written" {
    "$speedup" run matmul --variant cpu/naive --type int32 --size 500 --iterations 16 --rounds 1 --max-samples 1 --quiet \
        --out s.csv >/dev/null
    # The run's name is the moment at which it began. So long a sample has no warm-up before it, only inputs to be made.
    moment() { query s.csv "SELECT (julianday(substr($1, 1, 23)) - julianday('2020-01-01')) * 86400 FROM rows"; }
    since=$(awk -v from="$(moment run)" -v to="$(moment started)" 'BEGIN { print to - from }')
    took=$(query s.csv 'SELECT total_s FROM rows')
    awk -v since="$since" -v took="$took" 'BEGIN { exit !(since >= 0 && since < took) }'
    # A row that was never sampled is dated too.
    "$speedup" run matmul --variant cpu/naive --size 30000 --rounds 1 --quiet --out none.csv >/dev/null || true
    [[ "$(query none.csv 'SELECT started FROM rows')" == 20??-??-??T??:??:??.???Z ]]
}

@test "a point is as precise as its least precise sample" {
    run=("$speedup" run matmul --variant cpu/naive --size 32 --rounds 5 --max-samples 1 --warmup 0 --quiet)
    "${run[@]}" --out s.csv >/dev/null
    alter s.csv "UPDATE rows SET status = 'reduced', error_relative = '1e-3', error_units = '24', precision_class = 'tf32' WHERE sample = '2'" one.csv
    [ "$(summarized one.csv "SELECT status || error_units || precision_class || stop FROM rows")" = reduced24tf32rounds ]
    "${run[@]}" --out one.csv >table
    grep -q ' reduced' table
    "${run[@]}" --out s.csv >table
    run ! grep -q 'reduced' table
}

@test "a CPU sample has the slowdown of the reference loop, and a file with an earlier column is continued" {
    one=("$speedup" run matmul --variant cpu/naive --size 16 --rounds 1 --min-samples 3 --max-samples 3 --warmup 0 --quiet)
    "${one[@]}" --out s.csv >/dev/null
    [ "$(query s.csv "SELECT count(*), min(noise + 0) = 1 FROM rows")" = '3|1' ]
    alter s.csv "ALTER TABLE rows RENAME COLUMN noise TO disturbed; UPDATE rows SET disturbed = iif(sample = '3', 1, 0)" old.csv
    "$speedup" summarize old.csv | cmp - <("$speedup" summarize s.csv | sed 's/,noisy,/,,/')
    "${one[@]}" --rounds 2 --out old.csv >/dev/null 2>err
    [[ "$(<err)" == '1 of 1 points are reused (0 finished), of run '*'; --fresh measures them again' ]]
    [ "$(query old.csv "SELECT group_concat(sample || disturbed) FROM rows")" = 10,20,31,4,5,6 ]
}

# noisy FILE: the number of samples and of points with the flag.
noisy() {
    "$speedup" summarize "$1" >summary.csv
    echo "$(query "$1" "SELECT sum(flags LIKE '%noisy%') || ' of ' || count(*) FROM rows"), $(query summary.csv "SELECT sum(flags LIKE '%noisy%') || ' of ' || count(*) FROM rows")"
}

@test "a run that is noisy from beginning to end is flagged by the reference loop of an earlier one" {
    one=("$speedup" run matmul --variant cpu/naive --size '16,17' --rounds 2 --min-samples 1 --max-samples 1 --warmup 0 --quiet)
    "${one[@]}" --out s.csv >/dev/null
    file=$XDG_CACHE_HOME/speedup/reference-loop
    read -r host speed threads _ date <"$file"
    echo "$host $speed $threads 3e-07 $date" >"$file"
    "${one[@]}" --out noisy.csv >table
    [ "$(noisy noisy.csv)" = '4 of 4, 2 of 2' ]
    grep -q noisy table
    [ "$(query noisy.csv 'SELECT min(noise + 0) > 10 FROM rows')" = 1 ]
    # A file that says nothing, and one that cannot be written.
    echo nonsense >"$file"
    "${one[@]}" --out s2.csv >/dev/null
    [ "$(query s2.csv 'SELECT min(noise + 0) = 1 FROM rows')" = 1 ]
    XDG_CACHE_HOME=/dev/null "${one[@]}" --out s3.csv >/dev/null 2>err
    [ ! -s err ]
    # Half of the samples decide.
    alter noisy.csv "UPDATE rows SET flags = '' WHERE round = '1' OR n = '17'" half.csv
    [ "$(noisy half.csv)" = '1 of 4, 1 of 2' ]
}

@test "one sample with idle threads flags a point, and one after which memory grew" {
    "$speedup" run matmul --variant cpu/naive --size '16,17' --rounds 3 --min-samples 1 --max-samples 1 --warmup 0 --quiet --out s.csv >/dev/null
    alter s.csv "UPDATE rows SET flags = iif(round <> '1', '', iif(n = '16', 'idle-threads', 'grows'))" flagged.csv
    [ "$(summarized flagged.csv "SELECT n, flags LIKE '%idle-threads%', flags LIKE '%grows%' FROM rows ORDER BY n")" = $'16|1|0\n17|0|1' ]
}

@test "load above the processors flags points" {
    for _ in $(seq "$(getconf _NPROCESSORS_ONLN)"); do
        timeout 60 sh -c 'while :; do :; done' 3>&- &
    done
    busy=$(jobs -p)
    "$speedup" run matmul --variant cpu/naive --size 64 --rounds 5 --min-samples 1 --max-samples 1 --quiet --out s.csv >/dev/null
    # shellcheck disable=SC2086  # a list of numbers
    kill $busy
    query s.csv 'SELECT noise, load, flags FROM rows'
    [[ "$(noisy s.csv)" == *', 1 of 1' ]]
}

@test "a quota of processor time below the threads is flagged" {
    has_openmp && [ "$(nproc)" -ge 2 ] || skip 'no OpenMP, or one processor'
    [ -f /proc/self/cgroup ] && unshare -rm mount -t tmpfs none /sys/fs/cgroup 2>/dev/null || skip 'no mount in a namespace of its own'
    grep -qE '^0::|[:,]cpu[,:]' /proc/self/cgroup || skip 'no control group of processors'
    # shellcheck disable=SC2016  # for the inner shell
    unshare -rm sh -c 'mount -t tmpfs none /sys/fs/cgroup && mkdir -p /sys/fs/cgroup/cpu && cd /sys/fs/cgroup &&
        echo 150000 100000 >cpu.max && echo 150000 >cpu/cpu.cfs_quota_us && echo 100000 >cpu/cpu.cfs_period_us && cd "$0" && "$@"' \
        "$PWD" "$speedup" run matmul --variant cpu/openmp --size 32 --threads 1,2 --out s.csv "${quick[@]}" >/dev/null
    [ "$(query s.csv "SELECT DISTINCT threads, flags LIKE '%oversubscribed%', detail LIKE '%2 threads, a quota of 1.5 processors%' FROM rows ORDER BY 1")" = $'1|0|0\n2|1|1' ]
}

@test "a share of a ceiling is of the rounds that both have" {
    one_row one.csv
    # half of the copies' rate in five rounds, as fast as they in nine of its own
    rows_like one.csv "WITH code (workload, variant, rounds) AS (VALUES ('transpose', 'cpu/naive', 14), ('copy', 'cpu/memcpy', 5)),
            visit (r) AS (SELECT 1 UNION ALL SELECT r + 1 FROM visit WHERE r < 14)
        SELECT *, kernel_s AS total_s FROM (SELECT workload, variant, 2048 AS n, r AS round, r AS sample, '' AS flags, '' AS repeats,
            iif(r = rounds, 'rounds', '') AS stop, iif(rounds > 5 AND r <= 5, 0.04, 0.02) * (1 + 0.001 * (r % 3)) AS kernel_s
        FROM visit, code WHERE r <= rounds)" >s.csv
    [ "$(summarized s.csv "SELECT round(ceiling_share, 2), ceiling_share_low < 0.5001 AND ceiling_share_high > 0.4999 FROM rows WHERE workload = 'transpose'")" = '0.5|1' ]
}

@test "a ratio without a round in common is marked, and the table of ratios has the number of common rounds" {
    two=(run matmul --size 8 --rounds 5 --min-samples 1 --max-samples 1 --warmup 0 --quiet --out r/samples.csv)
    "$speedup" "${two[@]}" --variant cpu/naive,cpu/ikj >/dev/null
    "$speedup" "${two[@]}" --variant cpu/tiled >table
    grep -q '^cpu/tiled .*other-run' table
    [ "$(summarized r/samples.csv "SELECT group_concat(variant) FROM rows WHERE ';' || flags || ';' LIKE '%;other-run;%'")" = cpu/tiled ]
    "$speedup" summarize --tables r | sed '1,/^# ratios/d; /^$/,$d' >ratios.csv
    [ "$(query ratios.csv "SELECT group_concat(above || below || common_rounds, ' ') FROM (SELECT * FROM rows ORDER BY above, below)")" = \
        '115 125 130 215 225 230 310 320 335' ]
    # Rounds that only one side has: of a run that was resumed, its id is the same.
    alter r/samples.csv "UPDATE rows SET run = 'a', round = round + iif(variant = 'cpu/tiled', 3, 0)" a.csv
    "$speedup" summarize a.csv >summary.csv
    [ -z "$(query summary.csv "SELECT variant FROM rows WHERE flags LIKE '%other-run%'")" ]
    alter a.csv "UPDATE rows SET round = round + iif(variant = 'cpu/tiled', 2, 0)" b.csv
    [ "$(summarized b.csv "SELECT variant FROM rows WHERE flags LIKE '%other-run%'")" = cpu/tiled ]
}

@test "efficiency is over one thread with the same binding, of another run too, and else over one with another" {
    has_openmp || skip 'no OpenMP'
    "$speedup" run matmul --variant cpu/openmp --size 8 --threads 1,2 --bind close --oversubscribe --rounds 1 --max-samples 1 --warmup 0 --quiet --out one.csv >/dev/null
    # spread: 0.4 s in run b on one thread, 0.2 s in run a on two; close: 0.2 s in run a
    alter one.csv "INSERT INTO rows SELECT * FROM rows; UPDATE rows SET bind = 'spread' WHERE rowid > 2;
        UPDATE rows SET run = iif(bind = 'spread' AND threads = '1', 'b', 'a'), repeats = '', kernel_s = iif(bind = 'spread' AND threads = '1', 0.4, 0.2);
        UPDATE rows SET total_s = kernel_s" s.csv
    efficiency() { "$speedup" summarize "$1" >summary.csv; query summary.csv "SELECT bind || round(efficiency, 3) FROM rows WHERE threads = '2' ORDER BY 1" | paste -sd ' '; }
    [ "$(efficiency s.csv)" = 'close0.5 spread1.0' ]
    grep -v ',b,' s.csv >close.csv
    [ "$(efficiency close.csv)" = 'close0.5 spread0.5' ]
}

@test "a copy is the ceiling of work beyond the cache on about as many bytes, and of nothing else" {
    one_row one.csv
    # 2000 is measured by both; 1500 has more than half of its bytes, 1000 a quarter; 100 fits the cache.
    rows_like one.csv "WITH code (workload, variant, sizes) AS (VALUES ('copy', 'cpu/memcpy', '[100, 2000]'), ('multiply_add', 'cpu/registers', '[100]'),
            ('transpose', 'cpu/naive', '[100, 1000, 1500, 2000]'), ('matmul', 'cpu/ikj', '[100, 1000, 1500, 2000]'))
        SELECT workload, variant, value AS n, iif(value = 100, 'fits-cache', '') AS flags FROM code, json_each(sizes)" >s.csv
    "$speedup" summarize s.csv >summary.csv
    shares() { query summary.csv "SELECT group_concat(n) FROM rows WHERE workload = '$1' AND ceiling_share > 0"; }
    [ "$(shares transpose)" = 1500,2000 ]
    [ "$(shares matmul)" = 100,1000,1500,2000 ] # in registers
}

@test "rows of a GPU have the same ceilings in every build, also where their variants are not built" {
    "$speedup" run matmul --variant cpu/ikj --type float64 --size 64 --rounds 1 --min-samples 1 --max-samples 1 --quiet --out one.csv >/dev/null
    uncheck one.csv
    rows_like one.csv "WITH code (workload, variant, type, kernel_s) AS (VALUES ('multiply_add', 'gpu/registers', 'float64', 2), ('multiply_add', 'gpu/mma_float64', 'float64', 1),
        ('matmul', 'gpu/cublas', 'float64', 3), ('matmul', 'gpu/mma_float64', 'float64', 3), ('matmul', 'gpu/register_tile', 'float64', 3))
        SELECT *, kernel_s AS total_s, '' AS threads, '' AS schedule, 'pinned' AS transfer FROM code" >s.csv
    [ "$(summarized s.csv "SELECT group_concat(variant || ' under ' || ceiling, '; ') FROM rows WHERE workload = 'matmul'")" = \
        'gpu/cublas under multiply_add gpu/mma_float64; gpu/mma_float64 under multiply_add gpu/mma_float64; gpu/register_tile under multiply_add gpu/registers' ]
}

@test "operations a byte are those of the workload: its inputs read once, its result written once" {
    once=(--size 48 --threads 1 --rounds 1 --min-samples 1 --max-samples 1 --warmup 0 --quiet --out s.csv)
    "$speedup" run matmul --variant cpu/naive --type float32,float64 --matrices 1,2 "${once[@]}" >/dev/null
    "$speedup" run matmul --variant cpu/naive --type float32 "${once[@]}" --size 48x24x12 >/dev/null
    for workload in apsp transpose stencil spmv; do "$speedup" run $workload --variant cpu/naive "${once[@]}" >/dev/null; done
    "$speedup" run copy --variant cpu/memcpy "${once[@]}" >/dev/null
    "$speedup" run add_min --variant cpu/registers "${once[@]}" >/dev/null
    "$speedup" summarize s.csv >summary.csv
    [[ "$(head -n 1 summary.csv)" == *,operations_per_byte ]]
    [ "$(query summary.csv "SELECT count(DISTINCT workload) FROM rows")" = 7 ]
    [ "$(query summary.csv "SELECT workload, type, shape, group_concat(DISTINCT operations_per_byte) FROM rows WHERE operations_per_byte <> '' GROUP BY 1, 2, 3")" = \
        'apsp|int32||6
matmul|float32||8
matmul|float32|48x24x12|3.42857143
matmul|float64||4' ]
}

# resident_kb FILE: the largest resident set of `speedup summarize FILE`. Its output fills the pipe, so it still runs
# when the header is read, and all of its memory is in use by then.
resident_kb() {
    local header pid kb
    [ -p output ] || mkfifo output
    "$speedup" summarize "$1" >output 2>/dev/null 3>&- &
    pid=$!
    exec 5<output
    read -r header <&5
    [[ "$header" == schema,* ]]
    kb=$(awk '/^VmHWM/ { print $2 }' "/proc/$pid/status")
    cat <&5 >/dev/null
    exec 5<&-
    wait "$pid"
    echo "$kb"
}

@test "summarize needs memory for what differs between the rows of a point, not for whole rows" {
    one_row one.csv
    # Two samples in each of five rounds; all that a run measures differs between them.
    for points in 1000 2000; do
        awk -F, -v OFS=, -v points="$points" 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; print; next }
            { for (round = 1; round <= 5; round++) for (n = 1; n <= points; n++) for (k = 1; k <= 2; k++) {
                time = sprintf("%.17g", 1e-9 * n * (1 + 0.01 * rand()))
                $at["n"] = n; $at["round"] = round; $at["sample"] = 2 * round + k - 2; $at["kernel_s"] = $at["total_s"] = time
                $at["started"] = sprintf("2026-01-01T00:%02d:%02d.%03dZ", rand() * 60, rand() * 60, rand() * 1000)
                $at["cpu_s"] = sprintf("%.6g", time); $at["load"] = sprintf("%.5f", rand())
                $at["noise"] = sprintf("%.6g", 1 + rand())
                print } }' one.csv >"$points.csv"
    done
    [ "$(wc -l <2000.csv)" -eq 20001 ]
    few=$(resident_kb 1000.csv)
    many=$(resident_kb 2000.csv)
    [ "$(summarized 2000.csv "SELECT count(*), min(samples), min(kernel_ci_low_s > '') FROM rows")" = '2000|10|1' ]
    # A row of this file has 310 bytes. With its fields as text and a pointer to each it would take over 1000.
    growth=$(((many - few) * 1024 / 10000))
    echo "$growth bytes a row"
    [ "$growth" -gt 0 ]
    [ "$growth" -lt 400 ]
}
