#!/usr/bin/env bats
# Honest mistakes whose first result is right (tests/variants/): none ends as ok.
# shellcheck disable=SC2154  # variables of helpers.bash and of bats

bats_require_minimum_version 1.5.0
load helpers

# Two rounds of two samples of a variant: sets statuses and detail.
measured() {
    rm -f s.csv
    run "$wrong" run matmul --size 64 --type float32 --out s.csv "${quick[@]}" --variant "$@"
    statuses=$(query s.csv "SELECT group_concat(DISTINCT status) FROM rows")
    detail=$(query s.csv "SELECT detail FROM rows WHERE status <> 'ok' LIMIT 1")
}

@test "a workspace that is taken for zeros: wrong in the first call, for every type" {
    run "$wrong" check matmul --size 1,33,100 --variant cpu/adds_to_workspace --quiet
    [ "$status" -eq 1 ]
    [[ "$output" == *"0 points right, 9 wrong or failed"* ]]
    measured cpu/adds_to_workspace
    [ "$status" -eq 1 ]
    [ "$statuses" = wrong ]
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
        [ "$status" -eq 1 ]
        [ "$(query s.csv "SELECT group_concat(DISTINCT status) FROM rows")" = wrong ]
        [[ "$(query s.csv "SELECT detail FROM rows LIMIT 1")" == "used "*" ms of processor time "*"and its point has 1"* ]]
    done
    run "$wrong" run matmul --size 200 --threads 2 --oversubscribe --type float32 --out two.csv "${quick[@]}" --variant cpu/library_threads
    [ "$status" -eq 0 ] # it is right where the row says two
}

@test "a thread that writes on after the clock has stopped crashes there" {
    run "$wrong" check matmul --size 64,100 --variant cpu/writes_on --quiet
    [ "$status" -eq 1 ]
    [[ "$output" == *"0 points right, 4 wrong or failed"* ]]
    [[ "$output" == *"failed: wrote to its result after run() had returned (byte "*"), join its threads in run()"* ]]
    measured cpu/writes_on
    [ "$status" -eq 1 ]
    [ "$(query s.csv "SELECT status FROM rows ORDER BY round + 0 DESC, sample + 0 DESC LIMIT 1")" = failed ]
}

@test "what is kept from an earlier call is wrong for other inputs in the same memory" {
    for variant in cpu/packs_once cpu/keyed_by_pointer cpu/caches_later; do
        measured $variant
        [ "$status" -eq 1 ]
        [ "$(query s.csv "SELECT status FROM rows ORDER BY sample + 0 DESC LIMIT 1")" = wrong ]
        [[ "$detail" == "right for these inputs only: with others in the same memory (--seed "*") element ("*"; keep nothing between two calls of run()" ]]
    done
    run "$wrong" check matmul --size 33,64 --variant cpu/packs_once,cpu/keyed_by_pointer --quiet
    [ "$status" -eq 1 ]
    [[ "$output" == *"0 points right, 8 wrong or failed"* ]]
}

@test "the run on other inputs: once a point in a run; of long samples for the smallest size only" {
    # cpu/prints prints a line for each call of run(): 60 in a sample, one on other inputs.
    calls() {
        "$wrong" run matmul --type int32 --variant cpu/prints --out calls.csv --warmup 0 --min-samples 1 --max-samples 1 \
            --iterations 60 --cold --max-time 600 --quiet "$@" 2>&1 >/dev/null | grep -c noise
    }
    [ "$(calls --size 440 --rounds 1)" -eq 61 ]
    [ "$(query calls.csv 'SELECT total_s > 0.25 FROM rows')" = 1 ]
    [ "$(calls --size 440 --rounds 2)" -eq 61 ] # another run
    rm calls.csv
    [ "$(calls --size 8 --rounds 1)" -eq 121 ] # with a warm-up
    rm calls.csv
    [ "$(calls --size 8,440 --rounds 1)" -eq 181 ]
    [ "$(calls --size 8,440 --rounds 3)" -eq $((181 + 180)) ]
}

@test "a result that is made in open() is one of no inputs" {
    measured cpu/result_in_open
    [ "$status" -eq 1 ]
    [ "$statuses" = wrong ]
}

# refuses TEXT: the build refuses the object of the file from standard input.
refuses() {
    mkdir -p cpu/matmul
    cat - "$root/cpu/matmul/naive.c" >cpu/matmul/mine.c
    cc -c -I "$root" cpu/matmul/mine.c -o mine.o
    run "$root/common/build/check_object.sh" mine.o cpu/matmul/mine.c
    [ "$status" -eq 1 ]
    [ "$output" = "error: cpu/matmul/mine.c $1" ] || { echo "$output"; return 1; }
}

@test "the build refuses a variant that defines a function of the C library for the whole program" {
    refuses "defines memcmp for the whole program; declare it static (only variant_... may be global)" <<<'
        int memcmp(const void *a, const void *b, unsigned long size) { return a == b && size == 0; }'
    refuses "defines index, random for the whole program; declare it static (only variant_... may be global)" <<<'
        int index, random;'
    refuses "has a constructor, which runs before main; move that into run() or the hook open" <<<'
        static int calls; __attribute__((constructor)) static void count(void) { calls++; }'
    cc -c -I "$root" "$root/cpu/matmul/naive.c" -o right.o
    "$root/common/build/check_object.sh" right.o cpu/matmul/naive.c
}

@test "make stops at such a variant, and leaves no object" {
    mkdir -p built cpu/matmul
    cp -a "$build"/{config.*,flags,files,obj} built
    local key settings=()
    eval "key=($(<built/config.key))"
    for setting in "${key[@]}"; do
        [[ "$setting" != *=* ]] || settings+=("$setting")
    done
    { echo 'int read(int fd, void *to, unsigned long size) { return fd == 0 && to && size ? 0 : -1; }'
        sed 's/cpu_matmul_naive/cpu_matmul_mine/; s|"cpu/naive"|"cpu/mine"|' "$root/cpu/matmul/naive.c"; } >cpu/matmul/mine.c
    run make -s -C "$root" "${settings[@]}" BUILD="$PWD/built" EXTRA_VARIANTS="$PWD/cpu/matmul/mine.c"
    [ "$status" -eq 2 ]
    [[ "$output" == *"cpu/matmul/mine.c defines read for the whole program; declare it static"* ]]
    [ -z "$(find built -name 'mine.o')" ]
}

@test "the program judges the rate that its worker reports" {
    measured cpu/forges_result
    [ "$status" -eq 1 ]
    [ "$statuses" = wrong ]
    [[ "$detail" == *"exceeds lanes x ports x clock"* ]]
}

@test "a handler of memory faults that is replaced, and guard pages that are opened, are found after the batch" {
    measured cpu/own_handler
    [ "$status" -eq 1 ]
    [[ "$detail" == "the variant replaced the handler of memory faults" ]]
    measured cpu/opens_guards
    [ "$status" -eq 1 ]
    [[ "$detail" == "the variant made memory around its matrices accessible" ]]
}

@test "what is poisoned between two repetitions cannot be known before" {
    measured cpu/repairs
    [ "$status" -eq 1 ]
    [ "$(query s.csv "SELECT status FROM rows ORDER BY sample + 0 DESC LIMIT 1")" = wrong ]
}
