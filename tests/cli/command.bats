#!/usr/bin/env bats
# Programs in place of variants: their command lines, times, verdicts and ends.
# shellcheck disable=SC2016  # $$ and $HOME are for the programs

load helpers

one=(--rounds 1 --max-samples 1 --warmup 0 --quiet --out s.csv)

# Makes ./prog, which prints its arguments, its environment and a time, and ends as its first argument says.
make_program() {
    executable prog <<'EOF'
case $1 in
fails) echo one; echo two >&2; exit 3 ;;
killed) kill -SEGV $$ ;;
hangs) sleep 321 & sleep 322 ;;
leaves) sleep 323 & ;;
huge) yes 'a line of output' | head -c 4000000 ;;
esac
echo "args $*"
echo "omp $OMP_NUM_THREADS $OMP_PLACES $OMP_PROC_BIND $OMP_SCHEDULE $OPENBLAS_NUM_THREADS."
echo "time: 2.5 us"
EOF
}

# fails TEXT STATUS OPTIONS...: the point has the status, and its detail contains the text.
fails() {
    local text=$1 status_wanted=$2
    shift 2
    rm -f s.csv
    run "$speedup" run "$@" "${one[@]}"
    [ "$status" -eq 1 ] || { echo "exit $status: $output"; return 1; }
    [ "$(column s.csv status | tail -n 1)" = "$status_wanted" ]
    [[ "$(column s.csv detail | tail -n 1)" == *"$text"* ]] || { column s.csv detail; return 1; }
}

@test "a program is measured at every point, with rounds, speedups, laws and its command line in the rows" {
    make_program
    "$speedup" run --command './prog {n} {threads}' --size 16,32 --threads 1,2 --oversubscribe --rounds 5 --max-samples 2 --out s.csv \
        >out 2>err
    [ "$(query s.csv "SELECT count(DISTINCT n || ' ' || threads) FROM rows WHERE status = 'ok' AND workload = 'command' AND variant = 'cpu/prog'")" = 4 ]
    [ "$(query s.csv "SELECT count(*) FROM rows WHERE kernel_s <> total_s OR type <> '' OR cpu_s = ''")" = 0 ]
    [ "$(query s.csv "SELECT count(*) FROM rows WHERE detail GLOB './prog ' || n || ' ' || threads || '; an empty process takes *s'")" = \
        "$(query s.csv 'SELECT count(*) FROM rows')" ]
    grep -q 'an empty process (true) takes .* from start to end; wall times include' err
    grep -qE '^cpu/prog +32 +2 .*runs/s.*cpu/prog, 1 thread' out
    [ "$("$speedup" summarize s.csv | query /dev/stdin "SELECT count(*) FROM rows WHERE efficiency <> '' AND kernel_ci_low_s <> ''")" = 4 ]
    [ "$("$speedup" summarize --laws s.csv | query /dev/stdin "SELECT count(*) || scaling FROM rows")" = 2strong ]
    reports 0 '4 points, 0 measured now' "$speedup" run --command './prog {n} {threads}' --size 16,32 --threads 1,2 --oversubscribe --rounds 5 --max-samples 2 --out s.csv
}

@test "an edited program is measured again, and so are a script argument and another command line" {
    make_program
    again() {
        "$speedup" run "$@" "${one[@]}" >/dev/null
        query s.csv 'SELECT count(*) FROM rows'
    }
    [ "$(again --command './prog {n}' --size 3)" = 1 ]
    [ "$(again --command './prog {n}' --size 3)" = 1 ]
    echo '# edited' >>prog
    [ "$(again --command './prog {n}' --size 3)" = 2 ]
    [ "$(again --command './prog  {n}' --size 3)" = 3 ]
    [ "$(again --command './prog {n}' --size 3 --expect-pattern args)" = 4 ]
    cp prog script
    [ "$(again --command 'sh script {n}' --name script --size 3)" = 5 ]
    [ "$(again --command 'sh script {n}' --name script --size 3)" = 5 ]
    echo '# edited' >>script
    [ "$(again --command 'sh script {n}' --name script --size 3)" = 6 ]
    [ "$(again --command './script {n} | cat' --shell --name script --size 3)" = 7 ]
    echo '# edited' >>script
    [ "$(again --command './script {n} | cat' --shell --name script --size 3)" = 8 ]
    [ "$(again --command "sh -c './script {n} | cat'" --name script --size 3)" = 9 ]
    echo '# edited' >>script
    [ "$(again --command "sh -c './script {n} | cat'" --name script --size 3)" = 10 ]
    [ "$("$speedup" summarize s.csv 2>notes | query /dev/stdin 'SELECT count(*) FROM rows')" = 2 ]
    grep -q '8 older measurements' notes
    # Every file, whatever a launcher names before it, and behind an option's "=" or in PATH.
    executable bin/mpirun 'exec "$@"'
    cp prog bin/onpath
    cp prog input
    cp prog mesh
    for edited in prog bin/onpath input mesh; do
        rm s.csv
        [ "$(PATH=$PWD/bin:$PATH again --command 'mpirun ./prog script onpath --in=input --outer-mesh mesh')" = 1 ]
        echo '# edited' >>$edited
        [ "$(PATH=$PWD/bin:$PATH again --command 'mpirun ./prog script onpath --in=input --outer-mesh mesh')" = 2 ]
    done
    # But no file that the program writes.
    for written in '-o out' '--output=out' '--output out' '>out' '> out'; do
        rm -f s.csv out
        for number in 1 1; do
            [ "$(again --command "./prog $written; date >>out" --shell)" = $number ]
        done
        echo '# edited' >>prog
        [ "$(again --command "./prog $written; date >>out" --shell)" = 2 ]
    done
    # The environment: what OpenMP and BLAS read, and what the program names, but not other variables.
    echo '[ "$MODE" != slow ]' >>prog
    rm s.csv
    [ "$(MODE=fast again --command ./prog)" = 1 ]
    [ "$(MODE=fast MOD=1 again --command ./prog)" = 1 ]
    [ "$(MODE=quick again --command ./prog)" = 2 ]
    [ "$(MODE=quick OMP_WAIT_POLICY=active again --command ./prog)" = 3 ]
    [ "$(MODE=quick MKL_DYNAMIC=true again --command ./prog)" = 4 ]
    [ "$(MODE=quick CUDA_VISIBLE_DEVICES='' again --command ./prog)" = 5 ]
    [ "$(MODE=quick OMPI_MCA_btl=self again --command ./prog)" = 6 ]
    [ "$(MODE=quick OMPI_MCA_btl=self OMPI_MCA_ess_base_jobid=7 again --command ./prog)" = 6 ]
    # A variable that two of its texts name.
    rm s.csv
    [ "$(MODE=fast again --command 'test "$MODE"' --shell --prepare 'test "$MODE"')" = 1 ]
    [ "$(MODE=slow again --command 'test "$MODE"' --shell --prepare 'test "$MODE"')" = 2 ]
    "$speedup" run --command 'true {n}' --size 1,2 --fresh "${one[@]}" >/dev/null 2>notes
    [ ! -s notes ]
    "$speedup" run --command 'true {n}' --size 1,2,3 "${one[@]}" >/dev/null 2>notes
    grep -qE '^2 of 3 points are reused \(2 finished\), of run [0-9T:.Z-]+; --fresh measures them again$' notes
}

@test "parameters are axes of their own, in rows, words, manifests and a column each of the summary" {
    make_program
    "$speedup" run --command './prog {n} {file} {alpha}' --param file=a,b --param alpha=0.1,-2,1,0:30 --size 5 \
        --expect-pattern '^args {n} {file} {alpha}$' "${one[@]}" >table
    [ "$(query s.csv "SELECT count(DISTINCT parameters) || min(parameters) FROM rows WHERE status = 'ok' AND variant = 'cpu/prog'")" = '8alpha=-2;file=a' ]
    grep -qE '^cpu/prog +5 +1 +alpha=0.1;file=b ' table
    [ "$("$speedup" summarize s.csv | query /dev/stdin 'SELECT alpha || file FROM rows' | sort | paste -sd ' ')" = '-2a -2b 0.1a 0.1b 0:30a 0:30b 1a 1b' ]
    [ "$("$speedup" summarize s.csv | head -n 1 | tr , '\n' | grep -cxE 'alpha|file|parameters')" = 2 ]
    [ "$("$speedup" summarize --json s.csv | grep -cE '"alpha": (-2|0.1|1|"0:30"), "file": "[ab]"')" = 8 ]
    # The same points of a manifest are reused; another value is measured.
    "$speedup" plan --command './prog {n} {file} {alpha}' --param alpha=0.1,-2,1,0:30 --param file=a,b,c --size 5 \
        --expect-pattern '^args {n} {file} {alpha}$' --rounds 1 --max-samples 1 >my.manifest
    run -0 "$speedup" run --manifest my.manifest --out s.csv
    [[ "$output" == *'8 of 12 points are reused'* && "$output" == *'command cpu/prog n 5 alpha=0.1;file=c '* ]]
    alter s.csv "UPDATE rows SET parameters = 'a\"b=1'" bad.csv
    refused 2 'column parameters: invalid value' "$speedup" summarize bad.csv
    # A command is crossed with the parameters that it has.
    reports 0 '3 points; nothing was run' "$speedup" run --command './prog {file}' --command ./prog --name with,without --param file=a,b --dry-run
    "$speedup" compare --interleave --command --quiet --samples 1 --pool 1 --pairs pairs.csv './prog {file}' './prog {file} more' -- \
        --param file=a,b --expect-pattern '^args {file}'
    [ "$(query pairs.csv "SELECT count(DISTINCT parameters) FROM rows")" = 2 ]
}

@test "commands before every sample, before all of them and after, outside the time" {
    executable prog 'cat in_$1 && rm ready'
    hooks=(--prepare 'echo prepare {n} >>log; sleep 1; touch ready' --setup 'echo setup {n} >>log; echo data {n} >in_{n}' --cleanup 'echo cleanup >>log; rm in_*'
        --expect-pattern '^data {n}$' --size '1,2')
    "$speedup" run --command './prog {n}' "${hooks[@]}" "${one[@]}" >/dev/null
    [ "$(query s.csv "SELECT count(*) FROM rows WHERE status = 'ok' AND total_s < 0.9")" = 2 ]
    [ "$(head -n 2 log | paste -sd ,)" = 'setup 1,setup 2' ]
    [ "$(grep -c prepare log)" -ge 2 ]
    [ "$(tail -n 1 log) $(grep -c cleanup log)" = 'cleanup 1' ]
    [ ! -e in_1 ]
    # What --setup makes is part of the identity, and made again it is the same.
    reports 0 '2 of 2 points are reused' "$speedup" run --command './prog {n}' "${hooks[@]}" "${one[@]}"
    hooks=("${hooks[@]/sleep 1; /}")
    : >log
    "$speedup" plan --command './prog {n}' "${hooks[@]}" --rounds 1 --max-samples 1 >my.manifest
    "$speedup" run --manifest my.manifest --out t.csv --quiet >/dev/null
    [ "$(grep -c setup log) $(grep -c cleanup log)" = '2 1' ]
    : >log
    "$speedup" compare --interleave --command --quiet --samples 1 --pool 2 --pairs pairs.csv './prog {n}' './prog {n} 2' -- "${hooks[@]}"
    [ "$(grep -c setup log) $(grep -c cleanup log)" = '2 1' ]
    # Failures: a row of the point, nothing measured, an error; and after an interrupt.
    fails '--prepare echo no >&2; exit 3: exit code 3; its output ends: no' failed --command true --prepare 'echo no >&2; exit 3'
    SECONDS=0
    fails 'no result after 1 s (--timeout), while --prepare ran' timeout --command true --prepare 'sleep 99' --timeout 1
    [ "$SECONDS" -lt 60 ]
    run -1 "$speedup" run --command true --setup 'exit 3' --cleanup 'touch cleaned' --out u.csv
    [[ "$output" == *'speedup: --setup exit 3: exit code 3'* && "$output" != *points* ]]
    rm cleaned
    reports 1 'speedup: --cleanup kill -TERM $$: killed by signal 15' "$speedup" run --command true --cleanup 'kill -TERM $$' "${one[@]}"
    run -1 "$speedup" run --command 'true {p}' --param p=a,b,c --cleanup 'echo {p} >>cleaned; test {p} = b' "${one[@]}"
    [[ "$output" == *'test a = b: exit code 1'* && "$(paste -sd , cleaned)" = a,b,c ]]
    # interrupted HOOK...: once the hook sleeps. A second interrupt ends a --cleanup that hangs.
    interrupted() {
        "$speedup" run --command true "$@" "${one[@]}" 2>err 3>&- &
        pid=$!
        until_true 60 is_running '^sleep 325'
        kill -TERM "$pid"
    }
    interrupted --setup 'sleep 325' --cleanup 'touch cleaned'
    ends_with 130
    rm cleaned
    interrupted --cleanup 'sleep 325'
    sleep 0.3
    is_running '^sleep 325'
    kill -TERM "$pid"
    ends_with 1
    until_true 60 has_ended '^sleep 325'
}

@test "a size reaches the program as typed, and {n} in a name is the size" {
    make_program
    "$speedup" run --command './prog {n}' --size 007,12 --expect-pattern '^args (007|12)$' --name 'at_{n}' "${one[@]}" >/dev/null
    [ "$(query s.csv "SELECT group_concat(n || variant) FROM (SELECT * FROM rows ORDER BY n + 0)")" = '7cpu/at_7,12cpu/at_12' ]
    "$speedup" run --command './prog {block} {n}' --block 016,8 --size 4 --expect-pattern '^args (016|8) 4$' "${one[@]}" >/dev/null
    "$speedup" plan --command './prog {n}' --size 007:009 --expect-pattern '^args 00[7-9]$' --rounds 1 --max-samples 1 >my.manifest
    "$speedup" run --manifest my.manifest --out t.csv --quiet
    [ "$(query t.csv "SELECT count(*) FROM rows WHERE status = 'ok'")" = 3 ]
    # One digit too many for the command line with its quotes, which its words do not have.
    printf -v text '%1000s' ''
    text=${text// /x}
    run -1 "$speedup" run --command "true$(printf " ''%.0s" {1..200}) ${text:0:585}{p}{p}{p}{p}{p}{p}{p}{n}" --param "p=$text" --size 4,1000 "${one[@]:0:7}" --out u.csv
    [ "$(query u.csv "SELECT status || detail FROM rows WHERE n = '1000'")" = \
        'failedit has more than 8191 bytes with its values; put it into a script' ]
}

@test "placeholders in --time-pattern stand for themselves, and quantifiers stay" {
    [ "$(times --command 'echo "n 1.5 time 3 us; n 1x5 aaa"; true {v}' --shell --param v=1.5 \
        --time-pattern '^n {v} time ([0-9]+) us; n 1x5 a{3}$' --time-unit us)" = 3.0000000000000001e-06 ]
    fails "'time 1\\.5 (.*)' (--time-pattern) matches 0 times" failed --command 'echo time 1x5 3 {v}' --param v=1.5 --time-pattern 'time {v} (.*)' \
        --time-unit us
}

@test "a file of 4 GiB as an argument counts by its size and time" {
    truncate -s 4G big
    run -0 timeout 10 "$speedup" run --command 'true {n} big' --size 1:9 --dry-run
    "$speedup" run --command 'true {n} big' --size 1 "${one[@]}" 2>notes
    touch -d yesterday big
    "$speedup" run --command 'true {n} big' --size 1 "${one[@]}" 2>>notes
    [ ! -s notes ]
}

@test "words are split without a shell, and --shell runs one" {
    make_program
    expect() { "$speedup" run "$@" "${one[@]}" --fresh; }
    expect --command "./prog 'a  b' \"c'd\" e\\ f \$HOME * {{n}} {}" --expect-pattern "^args a  b c'd e f [$]HOME [*] [{]n[}] [{]}$"
    touch "$(printf 'a\nb')" other
    expect --command './prog "a  b" '"''"' c' --expect-pattern '^args a  b  c$'
    expect --command './prog $((1 + 1)) | sed s/args/ARGS/' --shell --expect-pattern '^ARGS 2$'
    # SIGPIPE has its default action again: without that `yes` prints an error.
    expect --command 'yes 2>err | head -n 1 >/dev/null; test ! -s err' --shell
}

@test "the threads of the point are in the environment, with places and binding, and no limit on BLAS" {
    make_program
    "$speedup" run --command ./prog --threads 2 --oversubscribe --bind spread --places cores --expect-pattern '^omp 2 cores spread  [.]$' \
        "${one[@]}"
    "$speedup" run --command ./prog --expect-pattern '^omp 1 ' "${one[@]}"
    OMP_NUM_THREADS=1 "$speedup" run --command './prog {schedule} {block}' --schedule dynamic:4 --block 8,16 --bind false \
        --expect-pattern '^omp 1  false dynamic,4 [.]$' "${one[@]}"
    [ "$(query s.csv "SELECT DISTINCT schedule, block FROM rows WHERE block > 0 ORDER BY block + 0" | paste -sd ,)" = 'dynamic:4|8,dynamic:4|16' ]
    # Whatever binds the worker, the program has all processors.
    command -v taskset >/dev/null || skip 'no taskset'
    "$speedup" run --command "grep '^Cpus_allowed_list' /proc/self/status" --name cpus --bind close \
        --expect-pattern "$(grep '^Cpus_allowed_list' /proc/self/status | tr '\t' .)$" "${one[@]}"
}

@test "speedups of several programs are over one of them if --baseline names it" {
    make_program
    "$speedup" run --command ./prog --command 'sleep 0.01' --name fast,slow --baseline cpu/slow --rounds 1 --max-samples 1 --warmup 0 --quiet --out s.csv >out
    grep -qE '^cpu/fast .* cpu/slow ' out
    refused 2 "--baseline: command has no variant 'cpu/slo'; did you mean cpu/slow?" \
        "$speedup" run --command ./prog --command 'sleep 0.01' --name fast,slow --baseline cpu/slo --out t.csv
}

@test "a printed time is the kernel's, in its unit, beside the wall time" {
    make_program
    "$speedup" run --command ./prog --time-pattern '^time: ([0-9.]+) us$' --time-unit us "${one[@]}"
    [ "$(query s.csv "SELECT count(*) FROM rows WHERE abs(kernel_s / 2.5e-6 - 1) < 1e-9 AND total_s > 1e-4")" = 1 ]
    "$speedup" run --command './prog huge' --time-pattern '^time: ([0-9.]+) us$' --time-unit us "${one[@]}"
}

@test "a time that is missing, there twice, no number, part of one, 0 or in another unit fails with the remedy" {
    make_program
    time=(--command ./prog --time-unit us --time-pattern)
    fails "'elapsed (.*)' (--time-pattern) matches 0 times in its stdout, not once; correct it" failed "${time[@]}" 'elapsed (.*)'
    fails 'its stdout ends: ' failed "${time[@]}" 'elapsed (.*)'
    fails "matches 2 times in its stdout, not once; make it match one line only" failed --command "printf 't=1\nt=2\n'" --time-unit us \
        --time-pattern 't=([0-9]+)'
    fails "captures ' 2.5 us', which is not a number" failed "${time[@]}" 'time:(.*)'
    fails 'prints a time of 0 s (--time-pattern); have it print more digits' failed --command 'echo t=0.00' --time-unit s --time-pattern 't=(.*)'
    fails 'prints a time of -0.5 s (--time-pattern); correct it: a time is the end minus the start' failed --command 'echo t=-0.5' --time-unit s \
        --time-pattern 't=(.*)'
    fails 'prints a time of 2500 s, but ran for ' failed --command 'echo t=2500' --time-unit s --time-pattern 't=(.*)'
    fails 'correct --time-unit' failed --command 'echo t=2500' --time-unit s --time-pattern 't=(.*)'
    # Of two threads clock() says up to twice the time. The last digit may be rounded up.
    cat >adds.c <<'C'
#include <stdio.h>
#include <time.h>
#include <unistd.h>
int main(void) {
    struct timespec start, end;
    clock_gettime(CLOCK_MONOTONIC, &start);
    usleep(500000);
    clock_gettime(CLOCK_MONOTONIC, &end);
    const double time = end.tv_sec - start.tv_sec + 1e-9 * (end.tv_nsec - start.tv_nsec);
    printf("t=%.3f\nx=%.0f\n", 1.9 * time, time + 0.2);
}
C
    cc -O1 -o adds adds.c
    fails 'adds up the threads'"'"' processor time, use omp_get_wtime()' failed --command ./adds --time-unit s --time-pattern 't=(.*)'
    "$speedup" run --command ./adds --time-unit s --time-pattern 'x=(.*)' "${one[@]}"
}

# times OPTIONS...: kernel_s of a sample. Without rounds it is no estimate.
times() {
    rm -f s.csv
    "$speedup" run "$@" "${one[@]}" >/dev/null && column s.csv kernel_s
}

@test "a printed time may be on stderr, in a unit that its line names, the last or the sum of several, or a rate" {
    [ "$(times --command 'echo t 95.0 us >&2' --shell --time-from stderr --time-pattern 't ([0-9.]+) *([a-z]+)')" = 9.4999999999999992e-05 ]
    [ "$(times --command 'echo t 0.125D-03' --time-pattern 't ([0-9.D-]+)' --time-unit s)" = 0.000125 ]
    several=(--command "printf 't=0.025 ms\\nt=0.05 ms\\n'" --time-pattern 't=([0-9.]+)' --time-unit ms)
    [ "$(times "${several[@]}" --time-take last)" = 5.0000000000000002e-05 ]
    [ "$(times "${several[@]}" --time-take sum)" = 7.5000000000000007e-05 ]
    [ "$(column s.csv resolution_s)" = 1.1e-05 ]
    fails 'matches 2 times in its stdout, not once; make it match one line only, or give --time-take last or sum' failed "${several[@]}"
    fails 'several thread counts need a run each, by {threads} in the command' failed "${several[@]}"
    fails "'950.0', a number in another unit than the given one" failed --command 'echo t 950.0 us' --time-unit ms --time-pattern 't ([0-9.]+)'
    [ "$(times --command 'echo 12.5 GFLOP/s' --rate-pattern '([0-9.]+) GFLOP/s' --rate-unit GFLOP/s)" = 0.080000000000000002 ]
    [ "$("$speedup" summarize s.csv | query /dev/stdin "SELECT rate, rate_unit FROM rows")" = '12.5|GFLOP/s' ]
    "$speedup" run --command 'echo 12.5 GFLOP/s' --rate-pattern '([0-9.]+) GFLOP/s' --rate-unit GFLOP/s "${one[@]}" | grep -q ' 12.5  GFLOP/s '
    # The time of a unit is no prediction of that of a sample.
    "$speedup" run --command 'echo 0.001 GB/s {n}' --size 1,2,4 --rate-pattern '([0-9.]+) GB/s' --rate-unit GB/s --rounds 2 --min-samples 4 --max-samples 4 --quiet --out r.csv
    [ "$(query r.csv "SELECT count(*) FROM rows WHERE status = 'ok' AND flags NOT LIKE '%grows%'")" = 24 ]
}

@test "a time of few digits has their resolution in its interval and a flag, and no verdict within it" {
    for t in 0.05 0.06 0.20; do
        "$speedup" run --command "echo t = $t" --time-pattern 't = ([0-9.]+)' --time-unit us --name solve \
            --rounds 5 --max-samples 1 --warmup 0 --out "$t.csv" --quiet >"$t.out"
    done
    grep -q '±18.3 %.*coarse-time' 0.05.out
    [ "$("$speedup" summarize 0.05.csv | query /dev/stdin "SELECT flags LIKE '%coarse-time%' AND kernel_ci_low_s < 0.045e-6 AND kernel_ci_high_s >= 0.06e-6 AND stop = 'rounds' FROM rows")" = 1 ]
    run -0 "$speedup" compare 0.05.csv 0.06.csv
    [[ "$output" == *'cannot tell'*'printed times have too few digits'* ]]
    run -3 "$speedup" compare 0.05.csv 0.20.csv
    echo 'echo "t = $1"' >prog
    run -0 "$speedup" compare --interleave --command --quiet --samples 1 'sh prog 5' 'sh prog 6' -- --time-pattern 't = ([0-9.]+)' --time-unit us --warmup 0 --name solve
    [[ "$output" == *'1.0000'*'cannot tell'*'printed times have too few digits'* ]]
}

@test "exit codes, stdin, a discarded stdout and peak memory" {
    "$speedup" run --command 'sh -c "exit 3"' --ok-codes 0,3 "${one[@]}"
    fails 'ended with exit code 3' failed --command 'sh -c "exit 3"' --ok-codes 0,13
    fails 'ended with exit code 0' failed --command true --ok-codes 3
    mkdir in
    printf 'a\nb\n' >in/2.txt
    "$speedup" run --command 'wc -l' --stdin in/2.txt --expect-pattern '^2$' --rounds 2 --max-samples 2 --quiet --out s.csv
    "$speedup" run --command 'sh -c "wc -l #{n}"' --size 2 --stdin 'in/{n}.txt' --expect-pattern '^2$' "${one[@]}"
    echo c >>in/2.txt
    run -1 "$speedup" run --command 'wc -l' --stdin in/2.txt --expect-pattern '^2$' --rounds 1 --max-samples 1 --quiet --out s.csv
    "$speedup" run --command 'test /dev/stdout -ef /dev/null' --output discard "${one[@]}"
    rm s.csv
    "$speedup" run --command 'head -c 60M /dev/zero | tail -c 50M | wc -c' --shell "${one[@]}" >out
    [ "$("$speedup" summarize s.csv | query /dev/stdin 'SELECT peak_bytes > 50e6 AND peak_bytes < 80e6 FROM rows')" = 1 ]
    grep -qE ' [56][0-9]\.[0-9] MB ' out
}

@test "a file that the program writes is judged, and numbers within a tolerance" {
    executable writes 'printf "$1\\n" >out.txt; echo done'
    printf 'x = 1.0, 2.0\n3.0 nan -inf\n' >right.txt
    judged=(--expect-file right.txt --expect-output out.txt --tolerance 1e-4)
    "$speedup" run --command "./writes 'x=1.00001,  2\\n\\n 3.0D0 nan -inf'" "${judged[@]}" "${one[@]}"
    fails "out.txt differs from right.txt in line 1: '1.001, 2\\n' where the file has '1.0, 2.0\\n'" wrong --command "./writes 'x = 1.001, 2'" "${judged[@]}"
    fails "'nan\\n' where the file has '2.0\\n'" wrong --command "./writes 'x = 1, nan'" "${judged[@]}"
    fails "'y = 1\\n' where the file has 'x = 1.0, 2.0\\n'" wrong --command "./writes 'y = 1'" "${judged[@]}"
    fails 'out.txt ends in line 2, before the end of right.txt' wrong --command "./writes 'x = 1, 2'" "${judged[@]}"
    fails "where the file has nothing" wrong --command "./writes 'x = 1, 2 3 nan -inf 4'" "${judged[@]}"
    fails 'the program wrote no file out.txt (--expect-output)' wrong --command true "${judged[@]}"
    "$speedup" run --command "./writes 'x = 1.0, 2.0\\n3.0 nan -inf'" --expect-file right.txt --expect-output out.txt --rounds 2 --max-samples 2 --quiet --out t.csv
    "$speedup" run --command 'printf "x =   1.0, 2.000001 3 nan -inf"' --expect-file right.txt --tolerance 1e-4 "${one[@]}"
    printf '1.5 -2.5 1.5e-6\n' >sums.txt # the last cancels: relative to the others it is right
    "$speedup" run --command 'printf "1.5 -2.500001 1.2e-6"' --expect-file sums.txt --tolerance 1e-6 "${one[@]}"
    fails "where the file has '1.5e-6" wrong --command 'printf "1.5 -2.5 1e-5"' --expect-file sums.txt --tolerance 1e-6
    # a line longer than the buffer, which ends within a number
    (echo begin; yes 0.33333333 | head -n 250000 | tr "\n" " ") >long.txt
    tr 3 4 <long.txt >near.txt
    "$speedup" run --command 'cat long.txt' --expect-file near.txt --tolerance 0.3 "${one[@]}"
    "$speedup" run --command "sed -i s/y/x/ out.txt" --prepare "sed s/x/y/ right.txt >out.txt" --expect-file right.txt --expect-output out.txt "${one[@]}"
    # What the program writes is no part of its identity, under any of its names.
    run "$speedup" run --command "./writes 'x = 1.0, 2.0\\n3.0 nan -inf'" --expect-file right.txt --expect-output out.txt --rounds 2 --max-samples 2 --out t.csv
    [[ "$output" == *'1 points, 0 measured now'* ]]
    for number in 1 0; do
        run "$speedup" run --command "./writes 'x = 1.0, 2.0\\n3.0 nan -inf' ./out.txt" --expect-file right.txt --expect-output "$PWD/out.txt" --rounds 1 --max-samples 1 --out u.csv
        [[ "$output" == *"1 points, $number measured now"* ]]
    done
}

@test "what --prepare copies is part of the identity, and its copy, which the program may change, is not" {
    while IFS='|' read -r prepare command more; do
        rm -f s.csv work
        for now in 'first 1' 'first 0' 'second 1'; do
            echo "${now% *}" >in
            # shellcheck disable=SC2086
            run -0 "$speedup" run --command "$command" --prepare "$prepare" $more --rounds 1 --max-samples 1 --out s.csv
            [[ "$output" == *"1 points, ${now#* } measured now"* ]] || { echo "$prepare, $command: $output"; return 1; }
        done
    done <<'EOF'
cp in work|sed -i s/$/x/ work
cp -f "in" 'work' 2>/dev/null; true|sed -i s/$/x/ ./work
cat <in >work|sed -i s/$/x/ work
cp in work|cat work; date >>work|--shell
cat in|cat in
ln in work; rm work|cat in
cp in work; touch work|cat in work
EOF
}

@test "no file is removed that the program reads or is, by any of its names, nor the samples" {
    executable prog ''
    cp prog right
    "$speedup" run --command true "${one[@]}" >out
    ln s.csv other.csv
    while IFS='|' read -r what command options; do
        # shellcheck disable=SC2086
        refused 2 "is $what, and would be removed before each sample; name the file" "$speedup" run --command "$command" --expect-file right $options "${one[@]}"
    done <<'EOF'
the program|./prog x|--expect-output prog
the program|sh prog|--expect-output ./prog
the program|./prog; true|--shell --expect-output prog
the expected file|true|--expect-output ./right
the file of --stdin|true|--stdin prog --expect-output ./prog
the samples file|true|--expect-output other.csv
EOF
}

@test "an interpreter that does not exist is named, with its carriage return" {
    printf '#!/bin/sh\r\necho a\r\n' >crlf
    printf '#!/no/such/python\n' >gone
    printf '#!/usr/bin/env sh\r\necho a\r\n' >by_env
    chmod +x crlf gone by_env
    fails "there is no interpreter '/bin/sh\\r': lines end in CR LF, and dos2unix removes the CR" failed --command ./crlf
    fails "there is no interpreter '/usr/bin/env sh\\r': lines end in CR LF" failed --command ./by_env
    fails "there is no interpreter '/no/such/python': correct the first line" failed --command ./gone
}

@test "the verdict: a line that matches, a file that is equal, the exit code" {
    make_program
    mkdir right
    for n in 1 2; do ./prog $n | head -n 1 >right/$n.txt; done
    "$speedup" run --command './prog {n} | head -n 1' --shell --size 1,2 --expect-file 'right/{n}.txt' "${one[@]}"
    "$speedup" run --command './prog {n}' --size 1,2 --expect-pattern '^args [12]$' "${one[@]}"
    fails "no line of stdout matches '^args 7$' (--expect-pattern)" wrong --command './prog {n}' --size 1 --expect-pattern '^args 7$'
    fails "stdout differs from right/1.txt in line 2: 'omp " wrong --command './prog {n}' --size 1 --expect-file 'right/{n}.txt'
    fails "where the file has nothing" wrong --command './prog {n}' --size 1 --expect-file 'right/{n}.txt'
    fails "in line 1: '2\\n' where the file has '\\n'" wrong --command './prog {n}2' --size 1 --expect-file 'right/1.txt'
    echo more >>right/1.txt
    fails 'stdout ends in line 2, before the end of right/1.txt' wrong --command './prog {n} | head -n 1' --shell --size 1 \
        --expect-file 'right/{n}.txt'
    fails './prog fails ended with exit code 3; its stderr ends: two' failed --command './prog fails'
    fails 'ended with exit code 127: the shell did not find the program' failed --command 'nothing-of-this-name' --shell
    fails './prog killed was killed by signal 11 (Segmentation fault)' failed --command './prog killed'
    # A wrong point does not stop the others.
    run -1 "$speedup" run --command './prog {n}' --size 1,2 --expect-pattern '^args 2$' --fresh "${one[@]}"
    [ "$(query s.csv 'SELECT group_concat(status) FROM (SELECT status FROM rows ORDER BY started DESC, n LIMIT 2)' | tr , '\n' | sort | paste -sd ,)" = ok,wrong ]
}

@test "a program that is not ready in time is killed with its children, those that it leaves behind too, and all with the run" {
    make_program
    fails 'no result after 0.5 s (--timeout)' timeout --command './prog hangs' --timeout 0.5
    "$speedup" run --command './prog leaves' --timeout 60 "${one[@]}"
    until_true 60 has_ended '^sleep 32[123]'
    "$speedup" run --command 'sleep 324' --quiet --out s.csv 3>&- &
    local parent=$!
    until_true 60 is_running '^sleep 324'
    kill -KILL "$parent"
    until_true 60 has_ended '^sleep 324'
}

@test "rows are valid UTF-8, whatever a program prints and wherever its command line is cut" {
    fails 'stdout ends: a??b é' failed --command "printf 'a\\377\\303b é'; exit 3" --shell
    iconv -f UTF-8 -t UTF-8 s.csv >/dev/null
    "$speedup" run --command "echo x$(printf 'é%.0s' {1..99})" "${one[@]}"
    "$speedup" run --command "echo $(printf 'é%.0s' {1..99})" "${one[@]}"
    iconv -f UTF-8 -t UTF-8 s.csv >/dev/null
}

@test "a manifest has command lines, whose quotes it keeps" {
    make_program
    "$speedup" plan --command "./prog {n} 'a  b' \\\\" --size 1,2 --threads 2 --oversubscribe --expect-pattern '^args [12] a  b \\$' \
        --experiment mine --rounds 1 --max-samples 1 >my.manifest
    [ "$(wc -l <my.manifest)" = 2 ]
    "$speedup" run --manifest my.manifest --out s.csv 2>err
    [ "$(query s.csv "SELECT count(*) || group_concat(DISTINCT status) || group_concat(DISTINCT threads) FROM rows WHERE experiment = 'mine'")" = 2ok2 ]
    # A point of two experiments is measured once; two commands of one name are refused.
    sed 's/mine/other/' my.manifest | cat - my.manifest >both.manifest
    "$speedup" run --manifest both.manifest --out t.csv --quiet
    [ "$(query t.csv 'SELECT count(*) FROM rows')" = 2 ]
    sed 's/{n}/{n}\\ 1/' my.manifest >>both.manifest
    refused 2 "two different commands have the name 'prog'" "$speedup" run --manifest both.manifest --out u.csv
    refused 2 '--manifest already contains the points' "$speedup" run --manifest my.manifest --command ./prog
}

@test "the default name is that of the program that an interpreter or a launcher runs" {
    make_program
    mkdir -p code
    echo 'echo done' >code/solve.it.sh
    named() {
        [[ "$("$speedup" run --command "$1" --dry-run 2>/dev/null)" == *"command cpu/$2 "* ]] || { echo "$1: not cpu/$2"; return 1; }
    }
    named 'sh code/solve.it.sh' solve_it
    named 'env A=1 ./prog' prog
    named 'sh -c true' sh
    named 'cat code/solve.it.sh' cat
}

@test "a large change between two command lines is in the table and in the pairs, and has a finite interval with a few fast processes on one side" {
    executable prog <<'EOF'
read -r calls <"$1"
echo $((calls + 1)) >"$1"
time=$(($2 + calls * 37 % 101))
[ "$2" -lt 10000 ] || [ $((calls % 13)) -ne 6 ] || time=$(($2 * 9 / 10))
echo "time: $time"
EOF
    echo 0 | tee old >new
    "$speedup" compare --interleave --command --csv --quiet --samples 1 --pairs pairs.csv './prog old 100000' './prog new 4630' -- --warmup 0 --time-unit ns --time-pattern '^time: ([0-9.]+)' >out.csv
    [ "$(query out.csv "SELECT variant, verdict, ratio_low + 0 > 0.04, ratio_low + 0 <= ratio + 0, ratio + 0 <= ratio_high + 0, ratio_high + 0 < 0.06 FROM rows")" = 'cpu/prog|faster|1|1|1|1' ]
    [ "$(query out.csv "SELECT rounds, p + 0 < 0.05, median_ratio + 0 < 0.06 FROM rows")" = '40|1|1' ]
    # The times shown are by the estimator of the change, those of medians have their own.
    [ "$(query out.csv "SELECT abs(new_s / base_s / ratio - 1) < 1e-6 AND abs(new_median_s / base_median_s / median_ratio - 1) < 1e-6 FROM rows")" = 1 ]
    [ "$(query pairs.csv "SELECT count(*) || ' ' || count(DISTINCT stage || pair) || ' ' || count(DISTINCT stage || pair || side) FROM rows")" = '120 60 120' ]
    run -1 "$speedup" compare --interleave --command --csv --quiet --samples 1 true false
    # In random order: either side comes first now and then.
    [ "$(query pairs.csv "SELECT count(*) BETWEEN 10 AND 50 FROM rows WHERE side = 'new' AND \"order\" = 1")" = 1 ]
}

@test "a reader's typing of docs/commands.md works, up to the report" {
    command -v gcc >/dev/null || skip 'no gcc'
    has_openmp || skip 'no OpenMP'
    ln -s "$build" build
    ln -s "$root/report" report
    typing "$root/docs/commands.md" | sed 's/^cc /gcc /' >session
    [ "$(grep -cE '^(gcc|build|report)' session)" -ge 10 ]
    # Verdicts are not this test's: one pair is enough.
    sed -i 's/--interleave/& --samples 1 --pool 1 --pairs pairs.csv/; s/300/30/g; s/500/50/g; s/--edges 80000/--edges 800/; s/--edges 1000/--edges 60/; s/--threads 1,2/& --oversubscribe/; s/--threads 2/& --oversubscribe/; s/--rounds 5/--rounds 2/' session
    bash session >out 2>err </dev/null || { cat out err; return 1; }
    [ "$(query mine/samples.csv "SELECT group_concat(variant || ' ' || status || ' ' || parameters) FROM (SELECT DISTINCT variant, status, parameters FROM rows ORDER BY 1, 3)")" = \
        'cpu/fw ok ,cpu/fw_30 ok kind=dense,cpu/fw_30 ok kind=sparse' ]
    grep -q 'command untyped' mine/experiments/fw/report.md
    grep -q 'cpu/fw_30' mine/experiments/fw/report.md
    run ! grep -q grows mine/experiments/fw/report.md
    [ -z "$(grep -w None mine/experiments/fw/report.md)" ]
}
