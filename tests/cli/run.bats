#!/usr/bin/env bats
# A sweep from plan to table: crossing, zipping, rows, resuming, surviving.

load helpers

@test "rows have all columns, a hash, and a stop reason on the last" {
    "$speedup" run matmul --variant cpu/naive,cpu/ikj --size 16,32 --out s.csv "${quick[@]}"
    header=$(head -n 1 s.csv)
    for name in schema run started machine experiment workload type n variant threads schedule block tile matrices \
        transfer iterations places bind cache seed input_hash round sample input_s h2d_s kernel_s d2h_s output_s \
        total_s sm_mhz status stop detail build; do
        [[ ",$header," == *",$name,"* ]]
    done
    [ "$(query s.csv "SELECT count(DISTINCT variant || n) FROM rows")" = 4 ]
    [ "$(query s.csv "SELECT count(*) FROM rows WHERE stop <> ''")" = 4 ]
    [ "$(query s.csv "SELECT count(*) FROM rows WHERE status <> 'ok'")" = 0 ]
    # The same input for both variants, another for another size.
    [ "$(query s.csv "SELECT count(DISTINCT input_hash) FROM rows")" = 2 ]
    [ "$(query s.csv "SELECT count(*) FROM rows WHERE kernel_s + 0 <> total_s + 0")" = 0 ]
}

@test "inputs are the same whatever the threads and the order" {
    has_openmp || skip "no OpenMP"
    "$speedup" run matmul --variant cpu/openmp --size 33 --threads 1,2 --oversubscribe --out a.csv "${quick[@]}"
    "$speedup" run matmul --variant cpu/naive --size 33 --out b.csv "${quick[@]}"
    "$speedup" run matmul --variant cpu/naive --size 33 --seed 18446744073709551615 --out c.csv "${quick[@]}"
    [ "$(column a.csv input_hash | sort -u)" = "$(column b.csv input_hash | sort -u)" ]
    [ "$(column a.csv input_hash | sort -u)" != "$(column c.csv input_hash | sort -u)" ]
    "$speedup" summarize c.csv >/dev/null # the largest seed can be read back
}

@test "the whole CSV holds no quote or break that another reader would trip over" {
    "$wrong" run matmul --variant cpu/fails --size 8 --out s.csv "${quick[@]}" || [ $? -eq 1 ]
    [ "$(column s.csv detail)" = 'this variant always fails, with a comma and a "quote"' ]
}

@test "a variant is crossed only with the axes it reads, and zip walks axes side by side" {
    has_openmp || skip "no OpenMP"
    run -0 "$speedup" run matmul --variant cpu/naive,cpu/openmp --size 8,16 --threads 1,2 --oversubscribe --dry-run
    [ "$(grep -c cpu/naive <<<"$output")" = 2 ]
    [ "$(grep -c cpu/openmp <<<"$output")" = 4 ]
    [ ! -e results ]
    run "$speedup" run matmul --variant cpu/openmp --zip size,threads --size 8,16 --threads 1,2 --oversubscribe --dry-run
    [ "$(grep -c 'n 8 .* 1 thread' <<<"$output")" = 1 ]
    [ "$(grep -c 'n 16 .* 2 threads' <<<"$output")" = 1 ]
    [ "$(grep -c cpu/openmp <<<"$output")" = 2 ]
}

@test "the table goes to stdout, the talk to stderr, and no bar into a pipe" {
    "$speedup" run matmul --variant cpu/naive,cpu/ikj --size 16 --out s.csv --rounds 1 --warmup 0 \
        >out 2>err
    grep -q 'cpu/ikj' out
    grep -q 'speedup' out
    grep -q 'matmul cpu/ikj n 16' err
    run ! grep -q $'\r\|\033' err
    "$speedup" run matmul --variant cpu/naive --size 8 --out s.csv "${quick[@]}" --color always >out 2>err
    run ! grep -q $'\r' err
}

@test "on a terminal the bar has the round and its points, of one round the points alone" {
    command -v script >/dev/null || skip "no script (bsdutils)"
    bar() { TERM=xterm script -qec "'$speedup' $*" /dev/null </dev/null | tr '\r' '\n' >bar; }
    bar run matmul --variant cpu/naive,cpu/ikj --size 8 --rounds 3 --max-samples 1 --warmup 0 --out s.csv
    # Drawn at the start, and again below the line of a finished point, however fast the machine is.
    grep -qF '] round 1 of 3, 0 of 2 points  matmul ' bar
    grep -qF '] round 3 of 3, 1 of 2 points, ' bar
    bar run matmul --variant cpu/naive,cpu/ikj --size 9 --rounds 1 --max-samples 1 --warmup 0 --out s.csv
    grep -qF '] 1 of 2 points, ' bar
    run ! grep -q 'round ' bar
    bar check matmul --variant cpu/naive --type float32 --size 8,9
    grep -qF '] 0 of 2 points  matmul ' bar
}

@test "the table fits the terminal's width, and a pipe gets every column" {
    command -v script >/dev/null || skip "no script (bsdutils)"
    sweep=("$speedup" run matmul --variant "cpu/naive,cpu/tiled" --size 16 --tile 16 --rounds 5 --max-samples 1 --warmup 0 --out s.csv --quiet)
    "${sweep[@]}" >/dev/null
    # Times and a note that do not depend on the machine; the next runs measure nothing.
    alter s.csv "UPDATE rows SET kernel_s = iif(variant = 'cpu/naive', 0.2, 0.1) * (1 + round / 1000.0), flags = 'oversubscribed';
        UPDATE rows SET total_s = kernel_s"
    COLUMNS=40 "${sweep[@]}" >piped
    grep -qE '^variant +type +n +threads +tile +time +interval +rate +unit +speedup +over +notes$' piped
    # shown SETTING: what a terminal shows after that command.
    shown() { TERM=xterm script -qec "$1; ${sweep[*]} 2>/dev/null" /dev/null </dev/null | tr -d '\r' >shown; }
    shown 'stty cols 300'
    cmp shown piped
    for columns in 100 80 60; do
        shown "stty cols $columns"
        [ "$(wc -L <shown)" -le "$columns" ]
        grep -q '^variant .* time .* speedup  over' shown
        grep -q '^cpu/tiled .* 100 ms .* 2.00 .* cpu/naive' shown
    done
    grep -q '^type float32, n 16, threads 1' shown
    grep -q '^not shown: rate, unit, notes$' shown
    cp shown narrow
    shown 'stty cols 0; export COLUMNS=60'
    cmp shown narrow
    shown 'stty cols 0; unset COLUMNS'
    cmp shown piped
    # A status is not left out with the notes.
    sed -i '$s/,ok,/,wrong,/' s.csv
    shown 'stty cols 70'
    grep -q 'wrong: ' shown
    [ "$(wc -L <shown)" -le 70 ]
}

@test "the same command again measures nothing, --fresh everything, another build everything" {
    "$speedup" run matmul --variant cpu/naive --size 16,17 --out s.csv "${quick[@]}"
    unchanged s.csv "$speedup" run matmul --variant cpu/naive --size 16,17 --out s.csv "${quick[@]}"
    "$speedup" run matmul --variant cpu/naive --size 16,17,18 --out s.csv "${quick[@]}"
    [ "$(query s.csv "SELECT count(DISTINCT n) FROM rows")" = 3 ]
    [ "$(query s.csv "SELECT count(*) FROM rows WHERE stop <> ''")" = 3 ]
    "$speedup" run matmul --variant cpu/naive --size 16 --out s.csv --fresh "${quick[@]}"
    [ "$(query s.csv "SELECT count(*) FROM rows WHERE stop <> ''")" = 4 ]
    "$wrong" run matmul --variant cpu/naive --size 16 --out s.csv "${quick[@]}"
    [ "$(query s.csv "SELECT count(DISTINCT build) FROM rows")" = 2 ]
    [ "$(summarized s.csv "SELECT count(*) FROM rows")" = 3 ]
    [ "$(summarized --all-builds s.csv "SELECT count(*) FROM rows")" = 5 ]
}

@test "a work is measured whole: beside a new point those that an earlier command finished are measured again" {
    sweep=("$speedup" run matmul --rounds 5 --min-samples 1 --max-samples 1 --warmup 0 --out s.csv)
    points() { query s.csv "SELECT group_concat(variant || n || ' ' || runs, ', ') FROM (SELECT variant, n, count(DISTINCT run) AS runs FROM rows GROUP BY 1, 2)"; }
    marked() { "$speedup" summarize s.csv 2>/dev/null >summary.csv; query summary.csv "SELECT group_concat(variant || n) FROM rows WHERE flags LIKE '%other-run%'"; }
    "${sweep[@]}" --variant cpu/naive,cpu/ikj --size 8,9 --experiment study >/dev/null 2>err
    run ! grep 'measured again' err
    cp s.csv study.csv
    for time in 1 2; do # the second time nothing is missing
        "${sweep[@]}" --variant cpu/naive,cpu/ikj,cpu/tiled --size 8 --experiment mine >/dev/null 2>"err$time"
        [ "$(points)" = 'cpu/ikj8 2, cpu/ikj9 1, cpu/naive8 2, cpu/naive9 1, cpu/tiled8 1' ]
        [ -z "$(marked)" ]
    done
    grep -q '2 finished points are measured again: others of the same work are new, and a ratio needs common rounds$' err1
    run ! grep 'measured again' err2
    cp s.csv mine.csv
    # Interrupted in its first round, the command measures the same points, in one run.
    for rows in 1 2 3 7; do
        head -n "$(($(wc -l <study.csv) + rows))" mine.csv >s.csv
        "${sweep[@]}" --variant cpu/naive,cpu/ikj,cpu/tiled --size 8 --quiet >/dev/null
        [ "$(points)" = 'cpu/ikj8 2, cpu/ikj9 1, cpu/naive8 2, cpu/naive9 1, cpu/tiled8 1' ]
        [ -z "$(marked)" ]
        [ "$(query s.csv "SELECT count(*) FROM rows WHERE n = '8' AND stop <> ''")" = 5 ]
    done
    # Too few rounds for an interval replace no five.
    "${sweep[@]}" --variant cpu/naive,cpu/tiled --size 9 --rounds 2 --quiet >/dev/null
    [ "$(points)" = 'cpu/ikj8 2, cpu/ikj9 1, cpu/naive8 2, cpu/naive9 1, cpu/tiled8 1, cpu/tiled9 1' ]
    [ "$(marked)" = cpu/tiled9 ]
    # A point that was skipped, of which one row says so, is measured when it can be, and is not new.
    rm s.csv
    for time in 1 2; do "${sweep[@]}" --variant cpu/unoptimized --size 160,320 --max-time 0.001 --quiet >/dev/null; done
    [ "$(query s.csv "SELECT count(*) FROM rows WHERE status = 'skipped'")" = 1 ]
    "${sweep[@]}" --variant cpu/ikj --size 320 --max-time 60 --quiet >/dev/null
    "${sweep[@]}" --variant cpu/ikj,cpu/unoptimized --size 320 --max-time 60 --quiet >/dev/null
    [ "$(points)" = 'cpu/ikj320 1, cpu/unoptimized160 1, cpu/unoptimized320 2' ]
    [ "$(summarized s.csv "SELECT DISTINCT status FROM rows WHERE n = '320'")" = ok ]
}

@test "killed at six random moments and restarted, no point is lost or measured twice" {
    sweep=("$speedup" run matmul --size '24,33' --variant 'cpu/naive,cpu/openm*p,cpu/openm*_ikj' --quiet --rounds 3 --max-samples 3 --warmup 0)
    if has_openmp; then sweep+=(--threads '1,2' --oversubscribe); fi
    "${sweep[@]}" --out whole.csv >/dev/null
    rows() { cat killed.csv 2>/dev/null | wc -l; }
    went_on() { [ "$(rows)" -gt $((before + 1)) ] || ! kill -0 $pid 2>/dev/null; }
    for _ in $(seq 6); do
        before=$(rows)
        "${sweep[@]}" --out killed.csv >/dev/null 2>&1 &
        pid=$!
        until_true 60 went_on
        sleep "0.00$((RANDOM % 10))"
        kill -9 "$pid" 2>/dev/null || true
        wait "$pid" 2>/dev/null || true
    done
    [ "$before" -gt 1 ]
    "${sweep[@]}" --out killed.csv >/dev/null
    key="workload||type||n||variant||threads||schedule||tile"
    query whole.csv "SELECT DISTINCT $key FROM rows ORDER BY 1" >whole
    query killed.csv "SELECT DISTINCT $key FROM rows ORDER BY 1" >killed
    [ -s whole ]
    cmp whole killed
    [ "$(query killed.csv "SELECT count(*) FROM rows WHERE stop <> ''")" = "$(wc -l <whole)" ]
    # Within a point the samples count 1, 2, 3 ... without gap or repetition.
    [ "$(query killed.csv "SELECT count(*) FROM (SELECT count(*) c, count(DISTINCT sample) d, max(sample + 0) m
        FROM rows GROUP BY $key HAVING c <> d OR c <> m)")" = 0 ]
}

@test "a round that was cut short is completed before the next, whichever sample was the last" {
    sweep=("$speedup" run matmul --size 24 --variant 'cpu/naive,cpu/ikj' --quiet --rounds 3 --min-samples 4 --max-samples 4 --warmup 0)
    "${sweep[@]}" --out whole.csv
    for rows in 1 6 10 13 18 23; do
        head -n $((rows + 1)) whole.csv >s.csv
        "${sweep[@]}" --out s.csv
        [ "$(query s.csv "SELECT count(*) || ' ' || min(samples) || ' ' || max(round) || ' ' || count(DISTINCT run) FROM (
            SELECT count(*) samples, max(round + 0) round, run FROM rows GROUP BY variant, round, run)")" = "6 4 3 1" ] ||
            { echo "cut behind $rows"; query s.csv "SELECT variant, round, count(*) FROM rows GROUP BY 1, 2"; return 1; }
    done
    # Fewer rounds than the interrupted run finish its points.
    sed '$d' whole.csv >s.csv
    "${sweep[@]}" --rounds 2 --out s.csv
    [ "$(query s.csv "SELECT count(*) FROM rows WHERE stop <> ''")" = 2 ]
}

@test "an interrupt ends with 130 and keeps what was measured" {
    # A job in the background of a script ignores SIGINT; one of its own process group does not.
    set -m
    "$speedup" run matmul --variant cpu/naive,cpu/ikj --size 200:400:5 --out s.csv --quiet --max-time 60 \
        --precision 0.001% --max-samples 100000 >/dev/null 2>err &
    pid=$!
    set +m
    until_true 60 has_lines 2 s.csv
    kill -INT "$pid"
    ends_with 130
    grep -q "the same command resumes" err
    "$speedup" summarize s.csv >/dev/null
}

@test "a full disk stops the run with exit 1 and every row before is readable" {
    # The file size limit stands in for the disk: the write comes back short, then fails.
    reports 1 "cannot write to s.csv: File too large; all rows before are kept, raise the limit (ulimit -f)" bash -c "ulimit -f 4; '$speedup' run matmul --variant cpu/naive --size 16:64 --out s.csv --quiet"
    [ "$(tail -c 1 s.csv | od -An -c | tr -d ' ')" = '\n' ]
    [ "$(summarized s.csv "SELECT count(*) > 0 FROM rows")" = 1 ]
}

@test "a delay of one process skips no larger size: the smaller one is measured again" {
    status_of() { query "$1" "SELECT group_concat(DISTINCT status || ' ' || n) FROM rows WHERE n <> '16'"; }
    export DELAYED
    for seed in 1 2 3 4; do # the orders of a round
        DELAYED=sweep$seed
        "$wrong" run matmul --variant cpu/delayed --type float32 --size 16,150 --seed "$seed" --skip-over 5 --out "$seed.csv" "${quick[@]}"
        [ "$(status_of "$seed.csv")" = 'ok 150' ]
    done
    DELAYED=probe # of an eighth of the size
    "$wrong" run matmul --variant cpu/delayed --type float32 --size 400 --skip-over 5 --out probe.csv "${quick[@]}"
    [ "$(status_of probe.csv)" = 'ok 400' ]
    DELAYED=earlier # an earlier run, of one round
    "$wrong" run matmul --variant cpu/delayed --type float32 --size 16 --out file.csv "${quick[@]}" --rounds 1
    [ "$(query file.csv 'SELECT min(kernel_s + 0) > 0.02 FROM rows')" = 1 ]
    "$wrong" run matmul --variant cpu/delayed --type float32 --size 150 --skip-over 5 --out file.csv "${quick[@]}"
    [ "$(status_of file.csv)" = 'ok 150' ]
}

@test "skipped points are counted apart, with what they need in plain units, and advice is given where it helps" {
    run -0 "$speedup" run matmul --variant cpu/naive --size 2000000 --out large.csv "${quick[@]}"
    [[ "$(query large.csv "SELECT status || detail FROM rows")" == skipped*GiB* ]]
    "$speedup" run matmul --variant cpu/naive --size 100 --out s.csv "${quick[@]}"
    slowed s.csv 10 slow.csv
    "$speedup" run matmul --variant cpu/naive --size 200,400,5000 --skip-over 0.1 --out slow.csv >out 2>err
    grep -q 'n 200 .* skipped: predicted 1 min 20 s per sample (from n = 100) exceeds --skip-over 0.1 s; raise it to measure this$' err
    grep -q 'n 400 .* skipped: predicted 10 min 40 s .* exceeds --skip-over 0.1 s; raise it and --timeout to measure this$' err
    grep -q 'n 5000 .* skipped: predicted 14 days per sample (from n = 100) exceeds --skip-over 0.1 s$' err
    grep -q '^3 points, 0 measured now, 3 skipped, 0 wrong, crashed or timed out; ' err
    "$speedup" run matmul --variant cpu/naive --size 8,300 --rounds 2 --max-time 1 --out slow.csv >out 2>err
    grep -q 'n 300 .* exceeds 10 times --max-time 1 s; raise it to measure this$' err
    grep -q '^2 points, 1 measured now, 1 skipped, ' err
}

@test "a sample too short to tell is no reason to skip a larger size" {
    "$speedup" run matmul --variant cpu/ikj --size 1,400 --max-time 0.05 --out s.csv "${quick[@]}"
    [ "$(query s.csv "SELECT DISTINCT status FROM rows WHERE n = '400'")" = ok ]
    "$speedup" run matmul --variant cpu/ikj --size 1 --out t.csv "${quick[@]}"
    "$speedup" run matmul --variant cpu/ikj --size 400 --max-time 0.05 --out t.csv "${quick[@]}"
    [ "$(query t.csv "SELECT DISTINCT status FROM rows WHERE n = '400'")" = ok ]
}

@test "apsp from a file has its phases input and output, leaves no file, and equals the same graph from the generator" {
    graph=("$speedup" graph --size 100 --edges 800 --out g.bin)
    "${graph[@]}" --seed 3
    echo mine >f.csv.result
    "$speedup" run apsp --variant cpu/naive --graph g.bin --out f.csv "${quick[@]}"
    [ "$(cat f.csv.result)" = mine ]
    [ "$(find . -type f | sort | xargs)" = "./f.csv ./f.csv.result ./g.bin" ]
    [ "$(query f.csv "SELECT count(*) FROM rows WHERE input_s + 0 <= 0 OR output_s + 0 <= 0")" = 0 ]
    [ "$(query f.csv "SELECT count(*) FROM rows WHERE total_s + 0 < kernel_s + input_s + output_s")" = 0 ]
    # input_s without the matrix is the time of reading
    [ "$(query f.csv "SELECT count(*) FROM rows WHERE fill_s + 0 > 0 AND fill_s + 0 < input_s + 0")" = "$(query f.csv "SELECT count(*) FROM rows")" ]
    [ "$(summarized --rounds f.csv "SELECT count(*) FROM rows WHERE fill_s + 0 > 0 AND fill_s + 0 < input_s + 0")" = 2 ]
    [ "$(query f.csv "SELECT DISTINCT edges || ' ' || n FROM rows")" = "800 100" ]
    "$speedup" run apsp --variant cpu/naive --size 100 --edges 800 --seed 3 --out random.csv "${quick[@]}"
    [ "$(column random.csv input_hash | sort -u)" = "$(column f.csv input_hash | sort -u)" ]
    for format in gr mtx; do
        "$speedup" graph --in g.bin --out "g.$format"
        "$speedup" run apsp --variant cpu/blocked --graph "g.$format" --out "$format.csv" "${quick[@]}"
        [ "$(column "$format.csv" input_hash | sort -u)" = "$(column f.csv input_hash | sort -u)" ]
    done
    # Another file of the same name is another point.
    "${graph[@]}" --seed 2
    "$speedup" run apsp --variant cpu/naive --graph g.bin --out f.csv "${quick[@]}"
    [ "$(query f.csv "SELECT count(*) FROM rows WHERE stop <> ''")" = 2 ]
}

@test "binding in the environment does not put all threads on one processor; more threads than their places hold are flagged" {
    has_openmp || skip "no OpenMP"
    [ "$(nproc)" -ge 2 ] || skip "one processor"
    command -v taskset >/dev/null || skip "no taskset"
    local first second
    { read -r first && read -r second; } < <(usable_processors)
    for setting in OMP_PROC_BIND=true OMP_PLACES=cores "GOMP_CPU_AFFINITY=$first $second"; do
        rm -f s.csv
        env "$setting" "$speedup" run matmul --variant cpu/openmp --size 32 --threads 2 --out s.csv "${quick[@]}"
        [ "$(column s.csv detail | sort -u)" = "" ]
    done
    [ "$(column s.csv places | sort -u)" = "{$first},{$second}" ]
    # More threads than their places hold are flagged.
    for setting in "OMP_PLACES={$first}" "GOMP_CPU_AFFINITY=$first" "OMP_PLACES={$first},{$first}"; do
        rm -f s.csv
        env "$setting" "$speedup" run matmul --variant cpu/openmp --size 32 --threads 1,2 --out s.csv "${quick[@]}"
        [ "$(query s.csv "SELECT DISTINCT detail FROM rows WHERE threads = '2'")" = "2 threads on 1 processor" ]
        [ "$(query s.csv "SELECT DISTINCT detail FROM rows WHERE threads = '1'")" = "" ]
        "$speedup" summarize s.csv >summary.csv
        [[ "$(query summary.csv "SELECT flags FROM rows WHERE threads = '2'")" == *oversubscribed* ]]
    done
    "$speedup" run matmul --variant cpu/openmp --size 32 --threads 2 --places "{$first}" --bind false --out free.csv \
        "${quick[@]}"
    [ "$(column free.csv detail | sort -u)" = "" ]
}

@test "a closed stdout or stderr does not end up in the samples" {
    run -0 bash -c "'$speedup' run matmul --variant cpu/naive --size 16 --out s.csv 2>&-"
    "$speedup" summarize s.csv >/dev/null
    run -1 bash -c "'$speedup' run matmul --variant cpu/naive --size 17 --out s.csv --quiet >&-"
    "$speedup" summarize s.csv >/dev/null
}

@test "a machine.json that is no regular file is kept, named, and waits for nothing" {
    mkdir r
    mkfifo r/machine.json
    reports 0 "r/machine.json is no regular file and is kept" timeout 20 "$speedup" run matmul --variant cpu/naive --size 8 --out r/ "${quick[@]}"
}

@test "what was in the environment is marked" {
    OMP_PROC_BIND=false "$speedup" run transpose --variant cpu/naive --size 64 --out b.csv "${quick[@]}"
    [ "$(column b.csv bind | sort -u)" = false ]
}

@test "check finds every variant right" {
    "$speedup" list --csv >list.csv
    alone=$(query list.csv "SELECT group_concat(DISTINCT variant) FROM rows WHERE available = 'yes' AND axes NOT LIKE '%ranks%'")
    ! has_openmp || threads=(--threads 2 --oversubscribe)
    # n 1: more threads than rows. ranks.bats has the other sizes, .ci/run all.
    reports 0 ", 0 wrong or failed," "$speedup" check --variant "$alone" --size 1,33 "${threads[@]}" --schedule dynamic:2 --block 8 --tile 4 --quiet
}

@test "a stack of 128 KiB is enough, for threads too" {
    has_openmp || skip "no OpenMP"
    (ulimit -s 128 && "$speedup" run matmul --variant cpu/packed,cpu/register_tile --size 100 --threads 1,2 --oversubscribe --out s.csv "${quick[@]}")
    [ "$(column s.csv status | sort -u)" = ok ]
}

@test "processors beyond 1,024, with gaps between their numbers, are counted and named" {
    cat >many.c <<'C'
#define _GNU_SOURCE
#include <errno.h>
#include <sched.h>
#include <string.h>
/* As on a machine of 2,048 processors, of which two may be used. */
int sched_getaffinity(pid_t thread, size_t size, cpu_set_t *set)
{
    (void)thread;
    if (size < 256) {
        errno = EINVAL;
        return -1;
    }
    memset(set, 0, size);
    CPU_SET_S(3, size, set);
    CPU_SET_S(1500, size, set);
    return 0;
}
C
    cc -shared -fPIC many.c -o many.so
    export LD_PRELOAD=$PWD/many.so
    "$speedup" machine | grep -q '"usable_processors": 2\b'
    "$speedup" run matmul --variant cpu/naive --size 8 --places '{3},{1500}' --dry-run
    refused 2 'processor 1024 does not exist or may not be used' "$speedup" run matmul --variant cpu/naive --size 8 --places '{1024}' --dry-run
}
