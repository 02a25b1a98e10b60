#!/usr/bin/env bats
# Honest mistakes whose first result is right (tests/variants/): none ends as ok.
# shellcheck disable=SC2030,SC2031,SC2154  # variables of helpers.bash and of bats

load helpers

# Two rounds of two samples of a variant, which are found wrong: sets statuses and detail.
measured() {
    rm -f s.csv
    run -1 "$wrong" run matmul --size 64 --type float32 --out s.csv "${quick[@]}" --variant "$@"
    statuses=$(query s.csv "SELECT group_concat(status) FROM (SELECT status FROM rows ORDER BY round + 0, sample + 0)")
    detail=$(query s.csv "SELECT detail FROM rows WHERE status <> 'ok' LIMIT 1")
}

# Beside other tasks two threads may work one after the other, as one does.
skip_if_loaded() {
    awk -v processors="$(usable_processors | wc -l)" '{ exit $1 <= processors }' /proc/loadavg && skip "a loaded machine"
    return 1
}

@test "each mistake of a call is found in a run, by the first sample or by the last, and named" {
    while IFS='|' read -r variants all words; do
        for variant in $variants; do
            measured "cpu/$variant"
            # shellcheck disable=SC2053  # patterns
            [[ "$statuses" == $all && "$detail" == $words ]] || { echo "$variant: $statuses: $detail"; return 1; }
        done
    done <<'END'
adds_to_workspace result_in_open|wrong|*
forges_result|wrong|*exceeds lanes x ports x clock*
own_handler|*|the variant replaced the handler of memory faults
opens_guards|*|the variant made memory around its matrices accessible
packs_once keyed_by_pointer caches_later|*wrong|right for these inputs only: with others in the same memory (--seed *) element (*; keep nothing between two calls of run()
keyed_by_first|*|right for these inputs only: with one row changed in the same memory (--seed *; keep nothing between two calls of run()
fixed_point|*|wrong for * inputs (--seed *
repairs|*wrong|*
writes_on|*[dg]|*
END
}

@test "a workspace that is taken for zeros and what is kept from an earlier call are found by check, for every type" {
    reports 1 "0 points right, 9 wrong or failed" "$wrong" check matmul --size 1,33,100 --variant cpu/adds_to_workspace --quiet
    reports 1 "0 points right, 8 wrong or failed" "$wrong" check matmul --size 33,64 --variant cpu/packs_once,cpu/keyed_by_pointer --quiet
}

@test "more threads than the row says: wrong, by processor time, in a library too" {
    [ "$(usable_processors | wc -l)" -ge 2 ] || skip "one processor"
    has_openmp || skip "no OpenMP"
    for variant in cpu/two_threads cpu/sets_threads cpu/own_thread cpu/library_threads; do
        for size in 200 300 500 700 900; do # on a loaded machine two threads may get little more than one processor
            rm -f s.csv
            run "$wrong" run matmul --size $size --threads 1 --type float32 --out s.csv "${quick[@]}" --variant $variant
            [ "$status" -eq 0 ] || break
        done
        [ "$status" -eq 1 ] || skip_if_loaded
        [ "$(query s.csv "SELECT status FROM rows ORDER BY round + 0 DESC, sample + 0 DESC LIMIT 1")" = wrong ]
        [[ "$(query s.csv "SELECT detail FROM rows WHERE status = 'wrong' LIMIT 1")" == "used "*" ms of processor time "*"and its point has 1"* ]]
    done
    run "$wrong" run matmul --size 200 --threads 2 --oversubscribe --type float32 --out two.csv "${quick[@]}" --variant cpu/library_threads
    [ "$status" -eq 0 ] # it is right where the row says two
}

@test "a thread that writes on after the clock has stopped crashes there" {
    reports 1 "0 points right, 4 wrong or failed" "$wrong" check matmul --size 64,100 --variant cpu/writes_on --quiet
    [[ "$output" == *"failed: wrote to its result after run() had returned (byte "*"), join its threads in run()"* ]]
}

@test "the runs on other inputs: once a point in a run; of long samples one, for the smallest and the largest size" {
    # cpu/prints prints a line for each call of run(): 60 in a sample, one on other inputs.
    calls() {
        "$wrong" run matmul --type int32 --variant cpu/prints --out calls.csv --warmup 0 --max-samples 1 --iterations 60 --max-time 600 --quiet "$@" 2>&1 >/dev/null | grep -c noise
    }
    [ "$(calls --size 44 --rounds 2)" -eq $((2 * 60 + 1)) ]
    [ "$(query calls.csv 'SELECT min(total_s + 0) > 0.25 FROM rows')" = 1 ]
    [ "$(calls --size 44 --rounds 3)" -eq 61 ] # another run
    rm calls.csv
    [ "$(calls --size 43,44,45 --rounds 1)" -eq $((3 * 60 + 2)) ]
}

# accepted VARIANT OPTION...: right in a sweep of two rounds.
accepted() {
    rm -f s.csv
    run "$wrong" run matmul --type float32 --out s.csv "${quick[@]}" --variant "$@"
    [ "$status" -eq 0 ] || { query s.csv "SELECT variant, n, detail FROM rows WHERE status <> 'ok'"; return 1; }
}

@test "one thread at a time is one thread: a helper for each call, a pool, a team in open()" {
    unset GOMP_SPINCOUNT KMP_BLOCKTIME # the team of open() is to spin
    accepted 'cpu/helper_thread,cpu/pool_thread' --size 32,48,64,96,128,192,256
    for _ in 1 2 3; do # a new thread may start on the caller's processor, which depends on the load before
        accepted cpu/helper_thread --size 64,96,128 --max-samples 3
    done
    has_openmp || return 0
    accepted cpu/team_in_open --size 32,48,64,96,128,192,256
}

@test "traps for floats that a variant leaves behind do not reach the program" {
    accepted cpu/traps --size 33,64,300 --threads 1
    has_openmp || return 0
    accepted cpu/traps --size 33,64,300 --threads 2 --oversubscribe
}

@test "the errors of Strassen's algorithm differ from element to element, and it is right" {
    for seed in 2 5; do
        accepted cpu/strassen --size 64,128,200,256 --seed $seed
    done
    run -0 "$wrong" check matmul --size 33,100,200 --variant cpu/strassen --quiet
}

@test "factors of TF32 in float64 are reduced, whatever the size of the error in units" {
    run -0 "$wrong" run matmul --type float64 --size 129x65x1,64 --variant cpu/tf32_inputs --out s.csv "${quick[@]}"
    [ "$(query s.csv 'SELECT DISTINCT status, precision_class FROM rows')" = 'reduced|tf32' ]
    [ "$(query s.csv 'SELECT max(error_units + 0) > 1e12 FROM rows')" = 1 ]
    "$wrong" summarize s.csv >/dev/null
}

@test "a child process that does half of the work counts" {
    [ "$(usable_processors | wc -l)" -ge 2 ] || skip "one processor"
    for size in 300 500 700 900; do # on a loaded machine the child may run while its parent waits
        rm -f s.csv
        run "$wrong" run matmul --size $size --type float32 --out s.csv "${quick[@]}" --variant cpu/forks_half
        [ "$status" -eq 0 ] || break
    done
    [ "$status" -eq 1 ] || skip_if_loaded
    [ "$(query s.csv 'SELECT DISTINCT status FROM rows WHERE status <> "ok"')" = wrong ]
}

@test "what is kept at large sizes only, or until the first element changes, is found" {
    run -1 "$wrong" run matmul --type float32 --size 64,320 --variant cpu/kept_at_large --out s.csv "${quick[@]}"
    [[ "$(query s.csv "SELECT n, detail FROM rows WHERE status = 'wrong'")" == "320|right for these inputs only: with "*"; keep nothing between two calls of run()" ]]
    reports 1 "0 points right, 4 wrong or failed" "$wrong" check matmul --size 33,64 --variant cpu/keyed_by_first --quiet
}

@test "one call of fifty is wrong: check repeats calls, and names a race" {
    run -1 "$wrong" check matmul --size 1:65:2 --variant cpu/flaky --quiet
    [[ "$output" == *": right in some calls only, with the same inputs: element "*"; threads race, something is kept from an earlier call, or memory is read that nothing was written to"* ]]
}

@test "check: paths that do not exist, weights 0, large weights; empty and long rows; magnitudes; memory of malloc" {
    for variant in apsp:no_path_is_minus apsp:no_zero_edges apsp:short_distances spmv:no_empty_rows spmv:short_rows \
        matmul:fixed_point matmul:malloc_zeros; do
        run "$wrong" check "${variant%:*}" --size 33,65,100 --variant "cpu/${variant#*:}" --quiet
        [ "$status" -eq 1 ] || { echo "$variant: $output"; return 1; }
        [[ "$output" != *" failed: "* ]]
    done
    run "$wrong" check apsp --size 33 --variant cpu/no_zero_edges --quiet
    [[ "$output" == *"wrong for small inputs (--seed "*"), which docs/adversarial.md describes: element ("*"; the usual ones are right"* ]]
}

@test "threads that do not work, and memory that grows, are flagged" {
    accepted cpu/leaks --size 64 --min-samples 4 --max-samples 4
    [ "$(query s.csv "SELECT count(*) > 0 FROM rows WHERE flags LIKE '%grows%'")" = 1 ]
    accepted cpu/ikj --size 64 --min-samples 4 --max-samples 4
    [ "$(query s.csv "SELECT count(*) FROM rows WHERE flags LIKE '%grows%'")" = 0 ]
    has_openmp || return 0
    unset GOMP_SPINCOUNT KMP_BLOCKTIME # threads that wait are to spin
    for _ in 1 2 3; do # beside other tasks a thread that wakes for the critical section may wait for a processor
        accepted cpu/orphaned_for,cpu/all_critical,cpu/openmp_ikj --size 960 --threads 2 --oversubscribe
        "$wrong" summarize s.csv >summary.csv
        idle=$(query summary.csv "SELECT group_concat(variant) FROM (SELECT variant FROM rows WHERE flags LIKE '%idle-threads%' ORDER BY 1)")
        [ "$idle" != 'cpu/all_critical,cpu/orphaned_for' ] || return 0
    done
    echo "idle: $idle"
    skip_if_loaded
}

@test "a variant that computes only what is poisoned is found by the time of a whole result" {
    for size in 32 64 128; do
        run -1 "$wrong" run matmul --type float32 --size $size --variant cpu/repairs_poison --out s$size.csv "${quick[@]}"
        [[ "$(query s$size.csv "SELECT detail FROM rows WHERE status = 'wrong'")" == "takes "*" us if its whole result is poisoned before, and "*"; compute the whole result in each call" ]]
    done
    accepted cpu/disturbed --size 32,64 # the shortest calls decide
}

# refuses TEXT: the build refuses the object of the file from standard input.
refuses() {
    mkdir -p cpu/matmul
    cat - "$root/cpu/matmul/naive.c" >cpu/matmul/mine.c
    cc -c -I "$root" cpu/matmul/mine.c -o mine.o
    run -1 "$root/common/build/check_object.sh" mine.o cpu/matmul/mine.c
    [ "$output" = "error: cpu/matmul/mine.c $1" ] || { echo "$output"; return 1; }
}

@test "the build refuses a variant that defines a function of the C library for the whole program" {
    refuses "defines memcmp for the whole program; declare it static (only variant_... may be global)" <<<'
        int memcmp(const void *a, const void *b, unsigned long size) { return a == b && size == 0; }'
    refuses "defines link, random for the whole program; declare it static (only variant_... may be global)" <<<'
        int link, random;'
    refuses "has a constructor, which runs before main; move that into run() or the hook open" <<<'
        static int calls; __attribute__((constructor)) static void count(void) { calls++; }'
    cc -c -I "$root" "$root/cpu/matmul/naive.c" -o right.o
    "$root/common/build/check_object.sh" right.o cpu/matmul/naive.c
}

@test "make stops at such a variant, and leaves no object" {
    mkdir -p cpu/matmul
    { echo 'int read(int fd, void *to, unsigned long size) { return fd == 0 && to && size ? 0 : -1; }'
        sed 's/cpu_matmul_naive/cpu_matmul_mine/; s|"cpu/naive"|"cpu/mine"|' "$root/cpu/matmul/naive.c"; } >cpu/matmul/mine.c
    reports 2 "cpu/matmul/mine.c defines read for the whole program; declare it static" make_with cpu/matmul/mine.c
    [ -z "$(find built -name 'mine.o')" ]
}

