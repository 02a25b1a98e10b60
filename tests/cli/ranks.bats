#!/usr/bin/env bats
# Variants of several processes: right, measured as any other, and whatever happens to one of them is a row.

load helpers

setup() {
    local missing
    set_up
    missing=$("$speedup" list matmul --csv | sed -n 's/^matmul,cpu\/summa,.*,no,//p' | tr -d '"')
    [ -z "$missing" ] || skip "$missing"
    [ "$(id -u)" != 0 ] || export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
    export TMPDIR=$BATS_TEST_TMPDIR # whose folders are looked into
    export OMPI_MCA_btl_vader_backing_directory=$TMPDIR # jobs that are killed leave their memory in /dev/shm
}

# sweep OPTION...: of the variant that is struck, on two ranks, beside a serial one.
sweep() {
    code=0
    "$wrong" run matmul --size 40 --out s.csv --variant cpu/unlucky_rank,cpu/naive --ranks 2 --threads 1 \
        --rounds 1 --min-samples 1 --max-samples 1 --warmup 0 --color never "$@" >out 2>err || code=$?
}

# Of this test's processes none is there any more, nor a folder of a job.
nothing_left() {
    has_ended 'worker (ranks|launch)'
    [ -z "$(find "$BATS_TEST_TMPDIR" -name 'speedup-ranks-*')" ]
}

@test "several processes are right, on the same input, and their rows say how many" {
    "$speedup" run matmul --variant cpu/summa,cpu/naive --type int32 --size 50 --ranks 1,2 --threads 1 --out s.csv \
        "${quick[@]}" --rounds 1
    [ "$(query s.csv "SELECT group_concat(DISTINCT status) || ' ' || group_concat(DISTINCT variant || ranks) FROM rows
        ORDER BY ranks")" = "ok $(query s.csv "SELECT group_concat(DISTINCT variant || ranks) FROM rows ORDER BY ranks")" ]
    [ "$(query s.csv "SELECT count(DISTINCT variant || ranks) FROM rows")" = 3 ]
    [ "$(column s.csv input_hash | sort -u | wc -l)" = 1 ]
    [ "$(query s.csv "SELECT min(h2d_s > 0 AND d2h_s > 0 AND total_s + 0 > kernel_s + 0) FROM rows WHERE ranks <> ''")" = 1 ]
    [ "$(summarized s.csv "SELECT count(*) FROM rows WHERE efficiency <> '' AND ranks = '2'")" = 1 ]
    nothing_left
    # Only what ranks run is linked with MPI.
    [[ "$(ldd "$speedup")" != *libmpi* ]]
    ldd "$speedup-ranks" | grep -q libmpi
}

@test "check takes awkward sizes to several processes" {
    "$speedup" check --variant 'cpu/summ*,cpu/scalapac[k],cpu/two_d,cpu/ring' --size 1,33 --ranks 6 --threads 2 --quiet >out
    [[ "$(cat out)" == *" 0 wrong"*" 0 skipped"* ]]
    nothing_left
}

@test "a short time of several processes, mostly messages, predicts no larger size" {
    ring() { "$speedup" run copy --variant cpu/ring --ranks 2 --rounds 1 --quiet --out s.csv "$@"; }
    ring --size 4 --max-samples 1
    cp s.csv first.csv
    slowed first.csv 0.02 s.csv
    ring --size 2000
    [ "$(query s.csv "SELECT group_concat(DISTINCT status) FROM rows WHERE n = '2000'")" = ok ]
    slowed first.csv 0.2 s.csv
    ring --size 2000
    [[ "$(query s.csv "SELECT status || ': ' || detail FROM rows WHERE n = '2000'")" == 'skipped: predicted '*' per sample (from n = 4) exceeds '* ]]
}

@test "a job that cannot be started ends no process that was there before" {
    bash -c 'sleep 97.25 & exec env TMPDIR=$PWD/nothing "$1" run copy --variant cpu/ring --size 64 --ranks 2 --out s.csv --quiet' - "$speedup" || [ $? -eq 1 ]
    left=$(running 'sleep 97.25')
    [ -n "$left" ]
    kill "$left"
}

@test "a rank that is killed, any of them or the launcher, is replaced twice and then a row" {
    export UNLUCKY=$PWD/unlucky UNLUCKY_RANK UNLUCKY_HOW
    for killed in 0 '0 launcher'; do
        read -r UNLUCKY_RANK UNLUCKY_HOW <<<"$killed"
        rm -f s.csv
        printf x >unlucky
        sweep
        [ "$code" -eq 0 ] || { cat err; return 1; }
        [[ "$(last_of cpu/unlucky_rank)" == ok:* ]]
        [ "$(grep -c 'it is measured again' err)" = 1 ] || { cat err; return 1; }
        nothing_left
    done
    UNLUCKY_RANK=1
    rm s.csv
    printf xxx >unlucky
    UNLUCKY_HOW='' sweep
    [ "$code" -eq 1 ]
    [[ "$(last_of cpu/unlucky_rank)" == failed:*killed*"rank 1"* ]] || { last_of cpu/unlucky_rank; return 1; }
    [[ "$(last_of cpu/naive)" == ok:* ]]
    sweep # measures what is missing, and nothing else
    [ "$code" -eq 0 ]
    [[ "$(last_of cpu/unlucky_rank)" == ok:* ]]
    [ "$(query s.csv "SELECT count(*) FROM rows WHERE variant = 'cpu/naive'")" = 1 ]
    nothing_left
}

@test "a rank that crashes, exits, fails or hangs is a row, and the sweep goes on" {
    export UNLUCKY=$PWD/unlucky UNLUCKY_RANK=1 UNLUCKY_HOW UNLUCKY_SIGNAL=11
    strike() { # HOW OPTION...
        rm -f s.csv
        printf xxxx >unlucky
        UNLUCKY_HOW=$1 sweep "${@:2}"
    }
    says() { # PATTERN
        [ "$code" -eq 1 ]
        # shellcheck disable=SC2053  # a pattern
        [[ "$(last_of cpu/unlucky_rank)" == $1 ]] || { last_of cpu/unlucky_rank; return 1; }
        [[ "$(last_of cpu/naive)" == ok:* ]]
        nothing_left
    }
    strike ''
    says 'failed: crashed while it ran: signal 11*rank 1*'
    strike exits
    says 'failed: ended the process while it ran with exit code 3*'
    strike fails
    says 'failed: rank 1: it fails'
    for timeout in 1 10 50; do # on a loaded machine the job or cpu/naive may need a second to begin
        strike hangs --timeout $timeout
        [[ "$(last_of cpu/naive)" == timeout:* || "$(last_of cpu/unlucky_rank)" != *'while it ran' ]] || break
    done
    says "timeout: no result after $timeout s (--timeout), while it ran"
}

@test "a sweep that is killed or interrupted leaves no process behind, and goes on" {
    export UNLUCKY=$PWD/unlucky UNLUCKY_RANK=1 UNLUCKY_HOW=hangs
    for signal in KILL INT; do
        printf x >unlucky
        "$wrong" run matmul --size 40 --out s.csv --variant cpu/unlucky_rank --ranks 3 --threads 1 "${quick[@]}" >/dev/null 2>&1 &
        pid=$!
        until_true 60 test ! -s unlucky
        kill -$signal "$pid"
        wait "$pid" || true
        until_true 60 has_ended 'worker (ranks|launch)'
    done
    sweep
    [ "$code" -eq 0 ]
}

@test "variants of several processes are measured where they are asked for, on at most the processors of each process" {
    run "$speedup" run matmul --size 50 --threads 1 --dry-run
    [[ "$output" != *cpu/summa* ]]
    reports 0 'cpu/summa n 50 float32 1 thread 2 ranks' "$speedup" run matmul --size 50 --threads 1 --ranks 2 --dry-run
    "$speedup" plan matmul --variant cpu/summa --ranks 2,4 --threads 1 --size 50 --quiet >manifest
    [ "$(grep -c -- '--ranks' manifest)" = 2 ]
    [ "$("$speedup" run --manifest manifest --dry-run 2>/dev/null | wc -l)" = 2 ]
    processors=$("$speedup" machine | sed -n 's/^ *"usable_processors": *\([0-9]*\).*/\1/p')
    [ "$processors" -gt 1 ] || skip 'one processor'
    dry() { "$speedup" run matmul --variant cpu/summa --size 50 --ranks "1,$processors" --dry-run "$@" | grep -c "cpu/summa.* $processors ranks"; }
    [ "$(dry)" = 1 ]
    [ "$(dry --threads 1,2 --oversubscribe)" = 2 ]
}

@test "a program that is itself started as several processes measures once" {
    command -v mpirun >/dev/null || skip 'no mpirun in PATH'
    mpirun --map-by slot:OVERSUBSCRIBE -n 3 "$speedup" run matmul --variant cpu/summa --size 50 --ranks 2 --threads 1 --out s.csv \
        "${quick[@]}" >out
    [ "$(query s.csv "SELECT count(*) || ' ' || group_concat(DISTINCT status) || ' ' || max(sample + 0) FROM rows")" = "4 ok 4" ]
    [ "$(grep -c 'cpu/summa' out)" = 1 ]
}

@test "what cannot be is refused in words" {
    refused 2 'no mpirun in PATH' env PATH=/nowhere "$speedup" run matmul --variant cpu/summa --ranks 2 --size 50 --out s.csv
    mkdir alone
    cp "$speedup" alone/
    refused 2 "$PWD/alone/speedup-ranks, the program of ranks, is missing" alone/speedup run matmul --variant cpu/summa --ranks 2 --size 50 --out s.csv
    cp "$wrong-ranks" alone/speedup-ranks
    alone/speedup run matmul --variant cpu/summa --ranks 2 --threads 1 --size 50 --out a.csv "${quick[@]}" || [ $? -eq 1 ]
    [[ "$(query a.csv "SELECT status || ': ' || detail FROM rows")" == "failed: "*"another build"* ]]
    reports 0 '--ranks has no effect: no chosen variant reads it (cpu/' "$speedup" run matmul --variant cpu/naive --ranks 2 --size 50 --dry-run
    run "$speedup" run matmul --variant cpu/summa --ranks 2 --threads 1 --size 50 --matrices 2 --dry-run
    [[ "$output" == *'skipped: several processes share one random matrix in a warm cache'* ]]
    "$speedup" run matmul --variant cpu/summa --ranks 2 --threads 1 --size 50 --launcher /nowhere/mpirun --out l.csv "${quick[@]}" || [ $? -eq 1 ]
    [[ "$(query l.csv "SELECT status || ': ' || detail FROM rows")" == "failed: "*"cannot start the launcher /nowhere/mpirun"* ]]
}

@test "a launcher is a command of plain words, the whole of it; that of a manifest is used only if the command line has one" {
    # Stands for mpirun: its words but the program's, and then mpirun's work.
    executable launcher "for word; do case \$word in -n) break ;; *) echo \"\$word\" >>'$PWD/words'; shift ;; esac; done
        exec mpirun --map-by slot:OVERSUBSCRIBE \"\$@\""
    local many
    many=$(seq -s ' ' 200)
    "$speedup" plan matmul --variant cpu/summa --ranks 2 --threads 1 --size 50 --launcher "$PWD/launcher $many" --rounds 1 --max-samples 1 \
        --quiet >manifest
    # A launcher is code, so that of a file runs only if the command line has one.
    refused 2 "manifest:1: --launcher $PWD/launcher 1 2 3" "$speedup" run --manifest manifest --out s.csv --quiet
    [ ! -e words ]
    "$speedup" run --manifest manifest --launcher "$PWD/launcher $many" --out s.csv --quiet
    [ "$(paste -sd ' ' words)" = "$many" ]
    # Who runs it knows better where.
    "$speedup" run --manifest manifest --launcher 'sh -c false' --out other.csv --quiet || [ $? -eq 1 ]
    [ "$(query other.csv "SELECT DISTINCT status || ': ' || detail FROM rows")" = 'failed: its launcher ended before the ranks had begun, exit code 1' ]
    LAUNCHER="$PWD/launcher" PLAN=$PWD/asked PROCESSES=2 RESULTS=$PWD/r bash "$root/experiments/ranks.sh"
    [ "$(grep -c -- "--ranks 2 .*--launcher $PWD/launcher" asked)" -ge 3 ]
}

@test "ranks have processors of their own beside points of one process" {
    [ "$(nproc)" -gt 1 ] || skip 'one processor'
    executable launcher "grep Cpus_allowed_list /proc/self/status >>'$PWD/allowed'
        exec mpirun --allow-run-as-root --map-by slot:OVERSUBSCRIBE --bind-to none \"\$@\""
    "$speedup" run matmul --variant cpu/naive,cpu/summa --ranks 2 --threads 1 --size 50 --launcher "$PWD/launcher" --out s.csv --quiet \
        --rounds 3 --max-samples 1
    [ "$(sort -u allowed)" = "$(grep Cpus_allowed_list /proc/self/status)" ]
    [[ "$(query s.csv "SELECT DISTINCT detail FROM rows")" != *OMP_WAIT_POLICY=passive* ]]
}

@test "of Slurm's tasks a rank counts those of its own node" {
    command -v mpirun >/dev/null || skip 'no mpirun in PATH'
    # Stands for srun on the second of two nodes, the first of which has far too many tasks.
    executable second <<'EOF'
shift # -n
ranks=$1
shift
exec mpirun --bind-to none -n "$ranks" sh -c 'unset OMPI_COMM_WORLD_LOCAL_SIZE OMPI_COMM_WORLD_LOCAL_RANK
    export SLURM_LOCALID=0 SLURM_NODEID=1 SLURM_STEP_TASKS_PER_NODE="5000,1"; exec "$@"' sh "$@"
EOF
    "$speedup" run matmul --variant cpu/summa --ranks 1 --threads 1 --size 50 --launcher "$PWD/second" --out s.csv "${quick[@]}"
    [[ "$(query s.csv "SELECT DISTINCT status || ': ' || detail FROM rows")" == ok:* ]]
    [[ "$(query s.csv "SELECT DISTINCT detail FROM rows")" != *OMP_WAIT_POLICY=passive* ]]
}

@test "in a Slurm job without mpirun srun starts the ranks, and binds none" {
    command -v mpirun >/dev/null || skip 'no mpirun in PATH'
    executable bin/srun "echo \"\$@\" >'$PWD/words'; PATH='$PATH'; while [ \"\$1\" != -n ]; do shift; done
        exec mpirun --map-by slot:OVERSUBSCRIBE --bind-to none \"\$@\""
    SLURM_JOB_ID=1 PATH=$PWD/bin "$speedup" run matmul --variant cpu/summa --ranks 1 --threads 1 --size 50 --out s.csv "${quick[@]}"
    [[ "$(cat words)" == *' --cpu-bind=none -n 1 '* ]]
    [ "$(query s.csv "SELECT DISTINCT status FROM rows")" = ok ]
}
