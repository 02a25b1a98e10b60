#!/usr/bin/env bats
# The process that a variant runs in: whatever happens to it becomes a row, and nothing of it outlives the visit.

load helpers

# sweep CODE VARIANTS OPTION...: of the planted variants, at one size, which ends with the code.
sweep() {
    local code=0
    "$wrong" run matmul --size 24 --out s.csv --variant "${@:2}" "${quick[@]/--quiet/--color=never}" >out 2>err || code=$?
    [ "$code" -eq "$1" ] || { echo "exit $code"; return 1; }
}

@test "junk on the worker's pipe, of any length, is a failed row" {
    for bytes in 1 600 3000; do
        rm -f s.csv
        JUNK=$bytes sweep 1 cpu/writes_pipe,cpu/naive --timeout 60
        [[ "$(last_of cpu/writes_pipe)" == failed:*pipe* ]]
        [[ "$(last_of cpu/naive)" == ok:* ]]
    done
}

@test "a worker that stops before the first sample is a timeout" {
    for timeout in 1 5 25; do # on a loaded machine cpu/naive may need more than a second
        rm -f s.csv
        timeout 120 "$wrong" run matmul --size 24 --out s.csv --variant cpu/stops,cpu/naive --timeout $timeout "${quick[@]}" || [ $? -eq 1 ]
        [[ "$(last_of cpu/naive)" == timeout:* ]] || break
    done
    [[ "$(last_of cpu/stops)" == "timeout:"*stopped* ]]
    [[ "$(last_of cpu/naive)" == ok:* ]]
}

@test "an abort is a crash although a forked child holds the pipe, the child is ended, and how is known to who ignores its children" {
    sweep 1 cpu/forks --timeout 20
    [[ "$(last_of cpu/forks)" == failed:*"signal 6"* ]]
    until_true 60 has_ended 'sleep 97.531'
    env --ignore-signal=CHLD "$wrong" run matmul --size 24 --variant cpu/crashes --out s.csv "${quick[@]}" || [ $? -eq 1 ]
    [[ "$(last_of cpu/crashes)" == failed:*"signal 11"* ]]
}

@test "handlers of exit() do not hold up the sweep" {
    SECONDS=0
    sweep 0 cpu/lingers --rounds 2
    [ "$SECONDS" -lt 8 ] # two processes, whose handlers sleep 5 s each
}

@test "a worker that is killed is replaced, twice a run, and measured again by the next run" {
    export UNLUCKY=$PWD/unlucky
    printf xx >unlucky
    sweep 0 cpu/unlucky
    [[ "$(last_of cpu/unlucky)" == ok:* ]]
    [ "$(grep -c 'it is measured again' err)" = 2 ]
    rm s.csv
    printf xxx >unlucky
    sweep 1 cpu/unlucky
    [[ "$(last_of cpu/unlucky)" == failed:*killed* ]]
    sweep 0 cpu/unlucky
    [[ "$(last_of cpu/unlucky)" == ok:* ]]
    "$speedup" summarize s.csv >summary.csv
    [ "$(column summary.csv status)" = ok ]
}

@test "a crash is tried once more after the other points, and the row tells" {
    export UNLUCKY=$PWD/unlucky UNLUCKY_SIGNAL=11
    for rounds in 1 2; do
        rm -f s.csv
        printf x >unlucky
        sweep 0 cpu/unlucky --rounds $rounds
        [[ "$(last_of cpu/unlucky)" == "ok: second try"*"signal 11"* ]]
        rm -f s.csv
        printf xx >unlucky
        sweep 1 cpu/unlucky --rounds $rounds
        [[ "$(last_of cpu/unlucky)" == failed:*"signal 11"* ]]
        [ "$(query s.csv "SELECT count(*) FROM rows WHERE status <> 'ok'")" = 1 ]
    done
}

@test "a crash behind the last sample fails the point that it is of, and no other" {
    for rounds in 1 2; do
        rm -f s.csv
        sweep 1 cpu/crashes_closing,cpu/naive --rounds $rounds
        [[ "$(last_of cpu/crashes_closing)" == failed:*"while its memory was freed"*"signal 6"* ]]
        [[ "$(last_of cpu/naive)" == ok:* ]]
    done
}

@test "nothing that a variant does to its process is there for the next" {
    for round in 1 2 3; do # the order is shuffled by the seed
        rm -f s.csv
        sweep 0 cpu/spoils,cpu/notices,cpu/ikj --type float32,int32 --seed $round
        [ "$(query s.csv "SELECT count(*) FROM rows WHERE status <> 'ok'")" = 0 ]
    done
}

@test "times of another build predict nothing, nor does a short time, however often the work is repeated" {
    "$wrong" run matmul --variant cpu/naive --size 100 --out s.csv "${quick[@]}"
    # As if that build took 10 s for what this one does in a millisecond.
    slowed s.csv 10 slow.csv
    "$speedup" run matmul --variant cpu/naive --size 200 --max-time 0.5 --out slow.csv "${quick[@]}"
    [ "$(query slow.csv "SELECT DISTINCT status FROM rows WHERE n = '200'")" = ok ]
    status_after() { # of n 10, done 100 times in $1 s, for n 100
        slowed first.csv "$1" s.csv
        "$speedup" run matmul --variant cpu/naive --iterations 100 --size 100 --max-time 0.5 --out s.csv "${quick[@]}" >/dev/null
        query s.csv "SELECT DISTINCT status FROM rows WHERE n = '100'"
    }
    "$speedup" run matmul --variant cpu/naive --iterations 100 --size 10 --out first.csv "${quick[@]}"
    [ "$(status_after 0.05)" = ok ]
    [ "$(status_after 0.5)" = skipped ]
}

@test "a size that would take far too long is found out by a small one, where no smaller is in the sweep" {
    "$speedup" run matmul --variant cpu/unoptimized --size 1000 --max-time 0.02 --out s.csv "${quick[@]}"
    [ "$(query s.csv "SELECT status || ' ' || (detail LIKE 'predicted % per sample (from n = %) exceeds 10 times --max-time 0.02 s%') || ' ' || count(*) FROM rows")" = "skipped 1 1" ]
    # At an eighth of it the matrices fit a cache, and 2048 looks eight times as fast as it is.
    "$speedup" run matmul --variant cpu/naive --size 2048 --max-time 0.2 --out n.csv "${quick[@]}"
    [ "$(query n.csv "SELECT DISTINCT status FROM rows")" = skipped ]
    "$speedup" run matmul --variant cpu/ikj --size 1000 --max-time 1 --out t.csv "${quick[@]}"
    [ "$(query t.csv "SELECT DISTINCT status || ' ' || n FROM rows")" = "ok 1000" ]
    # An eighth of this would take an hour itself. Half a minute is for a machine that is busy.
    timeout 30 "$speedup" run matmul --variant cpu/naive --size 30000 --out h.csv "${quick[@]}"
    [ "$(query h.csv "SELECT status FROM rows")" = skipped ]
}

@test "a point that is done for one rule goes on for a stricter one, and back" {
    for rounds in 2 5 2 3,5; do
        "$speedup" run matmul --variant cpu/naive --size 24 --out s.csv --quiet --rounds $rounds --min-samples 2 --max-samples 2
    done
    [ "$(column s.csv sample | paste -sd ' ')" = "1 2 3 4 5 6 7 8 9 10" ]
    [ "$(query s.csv "SELECT count(DISTINCT run) || ' ' || group_concat(DISTINCT round) FROM rows")" = "1 1,2,3,4,5" ]
}

@test "a run that is killed while it writes a result leaves no file behind" {
    "$speedup" graph --size 400 --edges 4000 --out g.bin
    "$speedup" run apsp --variant cpu/naive --graph g.bin --out s.csv --quiet --min-samples 100000 --max-samples 100000 \
        --warmup 0 >/dev/null 2>&1 &
    pid=$!
    until_true 60 has_lines 5 s.csv # it is in the middle of its samples
    kill -9 "$pid"
    wait "$pid" || true
    [ "$(echo ./*)" = "./g.bin ./s.csv" ]
    [ "$(query s.csv "SELECT min(output_s > 0) FROM rows")" = 1 ]
}

@test "work that is fast in early calls and slow later is repeated for milliseconds only" {
    timeout 20 "$wrong" run matmul --variant cpu/fast_at_first --size 2 --rounds 1 --min-samples 3 --max-samples 3 --warmup 0 \
        --quiet --out s.csv >/dev/null
    [ "$(query s.csv "SELECT count(*), min(status) || max(status), max(repeats * kernel_s) < 1 FROM rows")" = '3|okok|1' ]
}
