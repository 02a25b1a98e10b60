#!/usr/bin/env bats
# Variants that are wrong on purpose (tests/variants/) are each reported as what they are, and the
# sweep around them completes.

load helpers

# status_of VARIANT: the statuses of its rows.
status_of() {
    query s.csv "SELECT group_concat(DISTINCT status) FROM rows WHERE variant = '$1'"
}

detail_of() {
    query s.csv "SELECT detail FROM rows WHERE variant = '$1' AND status <> 'ok' LIMIT 1"
}

@test "each is named for what it does, the others are measured, exit 1" {
    measured() {
        run -1 --separate-stderr "$wrong" run matmul --size 48 --out s.csv --timeout $timeout "${quick[@]}" --variant \
            cpu/naive,cpu/wrong_element,cpu/writes_nan,cpu/writes_nothing,cpu/crashes,cpu/hangs,cpu/fails,cpu/exits,cpu/writes_input,cpu/too_much_memory,cpu/prints,cpu/ikj
    }
    # On a loaded machine the others may take a second too: then all get more time.
    for timeout in 1 5 25; do
        rm -f s.csv
        measured
        [ "$(query s.csv "SELECT DISTINCT variant FROM rows WHERE status = 'timeout'")" != cpu/hangs ] || break
    done
    while read -r variant wanted detail; do
        [ "$(status_of "cpu/$variant")" = "$wanted" ]
        # shellcheck disable=SC2053  # a pattern
        [[ "$(detail_of "cpu/$variant")" == $detail ]]
    done <<'END'
naive ok
ikj ok
prints ok
wrong_element wrong *(47, 47)*
writes_nan wrong *
writes_nothing wrong *
crashes failed *signal 11*
writes_input failed wrote to its input (input a, byte 0)*signal 11*
hangs timeout *--timeout*
fails failed *always fails*
exits failed *exit code 0*
too_much_memory skipped *GiB*
END
    # What a variant prints does not get into the data.
    [[ "$stderr" == *"noise from"* && "$output" != *"noise from"* && "$(<s.csv)" != *"noise from"* ]]
    # A wrong one has no rate and no speedup.
    [ "$(summarized s.csv "SELECT status || rate || speedup || kernel_median_s FROM rows WHERE variant = 'cpu/writes_nothing'")" = wrong ]
    # The points that are left are not measured again, and the exit code stays.
    unchanged s.csv measured
}

@test "a result that turns wrong after the first sample is found by the check after the last" {
    run -1 "$wrong" run matmul --size 24 --variant cpu/wrong_later --out s.csv --warmup 0 --rounds 1 --min-samples 5 \
        --max-samples 5 --precision 0.001% --quiet
    [ "$(query s.csv "SELECT status FROM rows ORDER BY sample + 0 LIMIT 1")" = ok ]
    [ "$(query s.csv "SELECT status FROM rows ORDER BY sample + 0 DESC LIMIT 1")" = wrong ]
}

@test "a variant that goes beyond its matrices fails, with the place" {
    beyond="cpu/reads_behind,cpu/writes_behind,cpu/writes_before,cpu/overruns_workspace"
    # A matrix of 32 fills a page, so both guards are hit; one of 48 ends with its last page.
    run -1 "$wrong" run matmul --size 32 --variant "cpu/naive,$beyond" --out s.csv "${quick[@]}"
    [ "$(status_of cpu/naive)" = ok ]
    while read -r variant place; do
        [ "$(status_of "cpu/$variant")" = failed ]
        [[ "$(detail_of "cpu/$variant")" == "read or wrote beyond its matrix ($place) while it ran: signal 11,"* ]]
    done <<'EOF'
reads_behind input a, 0 bytes after its end
writes_behind output, 0 bytes after its end
writes_before output, 4 bytes before its start
overruns_workspace workspace, 16383 bytes after its end
EOF
    reports 1 "cpu/reads_behind n 48 float32 failed: read or wrote beyond its matrix (input a, 0 bytes after" "$wrong" check matmul --size 48 --type float32 --variant "$beyond" --quiet
    [[ "$output" == *"cpu/writes_behind n 48 float32 failed: read or wrote beyond its matrix (output, 0 bytes after"* ]]
    [[ "$output" == *"0 points right, 4 wrong or failed"* ]]
}

@test "what the alignment leaves between a matrix and its guard is watched too" {
    beyond="cpu/reads_behind,cpu/writes_behind,cpu/writes_before"
    reports 1 "0 points right, 21 wrong or failed" "$wrong" check matmul --size 1,33,257 --variant "$beyond" --quiet
    [[ "$output" == *"cpu/reads_behind n 33 float32 wrong: "*nan* ]]
    [[ "$output" == *"cpu/reads_behind n 33 float64 wrong: "*nan* ]]
    [[ "$output" == *"cpu/writes_behind n 33 float64 failed: wrote beyond its matrix (output, 0 bytes after its end)"* ]]
    [[ "$output" == *"cpu/writes_behind n 33 int32 failed: wrote beyond its matrix (output, 0 bytes after its end)"* ]]
    [[ "$output" == *"cpu/writes_before n 257 int32 failed: wrote beyond its matrix (output, 4 bytes before its start)"* ]]
    run -1 "$wrong" run matmul --size 33 --variant "$beyond" --out s.csv "${quick[@]}"
    [ "$(status_of cpu/reads_behind)" = wrong ]
    [[ "$(detail_of cpu/writes_behind)" == "wrote beyond its matrix (output, 0 bytes after its end)" ]]
    [[ "$(detail_of cpu/writes_before)" == "wrote beyond its matrix (output, 4 bytes before its start)" ]]
}

@test "an input that was made writable and zeroed is found" {
    run -1 "$wrong" run matmul --size 64 --type int32,float32 --variant cpu/zeroes_input --out s.csv "${quick[@]}"
    [ "$(status_of cpu/zeroes_input)" = wrong ]
    [[ "$(detail_of cpu/zeroes_input)" == *"changed its input"* ]]
}

@test "a result that was there before is faster than any processor" {
    run -1 "$wrong" run matmul --size 1024 --type float32 --variant cpu/cached --out s.csv --warmup 0 --rounds 1 \
        --min-samples 2 --max-samples 2 --quiet
    [ "$(query s.csv "SELECT status FROM rows ORDER BY sample + 0 DESC LIMIT 1")" = wrong ]
    [[ "$(detail_of cpu/cached)" == *"lanes x ports x clock"* ]] || skip_if_loaded # else by its result on other inputs
}

@test "a long first run is the first sample, unless it is to warm up for longer" {
    # It prints a line for each time that it computes, and computes 50 times in a sample. Of a second visit the time is known:
    # nothing is run at a smaller size. On a loaded machine one sample may take as long as a point may by default.
    visit() {
        "$wrong" run matmul --size 100 --type int32 --variant cpu/prints --iterations 50 --max-samples 1 --max-time 600 --quiet "$@" >/dev/null
    }
    visit --rounds 1 --out s.csv 2>/dev/null
    [ "$(query s.csv 'SELECT total_s > 0.2 FROM rows')" = 1 ]
    visit --rounds 2 --out s.csv 2>err
    [ "$(grep -c noise err)" -eq 51 ] # and once on other inputs
    visit --rounds 3 --warmup 1 --out s.csv 2>err
    [ "$(query s.csv 'SELECT count(*) FROM rows')" = 3 ]
    [ "$(grep -c noise err)" -ge 100 ]
}

@test "a copied file that keeps its model's name stops the program" { # test_registry.c has one that keeps its workload
    mkdir -p cpu/matmul odd/matmul
    sed 's/variant_cpu_matmul_ikj/variant_cpu_matmul_kij/' "$root/cpu/matmul/ikj.c" >cpu/matmul/kij.c
    make_with cpu/matmul/kij.c
    refused 2 'cpu/matmul/kij.c: the Variant has .name = "cpu/ikj", but its path requires .name = "cpu/kij"' built/speedup list
    sed -i 's|"cpu/ikj"|"cpu/kij"|' cpu/matmul/kij.c
    make_with cpu/matmul/kij.c
    built/speedup check matmul --variant cpu/kij --size 33 --quiet
    reports 1 "a variant belongs in cpu/<workload>/" "$root/common/build/make_registry.sh" common/workloads/matmul.c odd/matmul/kij.c
}

@test "the build refuses a variant that calls a library with which the program is not linked, and names the function" {
    printf 'int MPI_Init(int *, char ***);\nint main(void)\n{\n    return MPI_Init(0, 0);\n}\n' >right.c
    CC=cc "$root/common/build/stub_link.sh" right cc right.c
    ! ./right 2>err && grep -q 'MPI_Init was called outside an MPI process' err
    printf 'void cblas_sgemm(void);\nint main(void)\n{\n    cblas_sgemm();\n}\n' >wrong.c
    run -1 env CC=cc "$root/common/build/stub_link.sh" wrong cc wrong.c
    [ ! -e wrong ]
    [[ "$output" == *'wrong.c'*'has cblas_sgemm: find functions of BLAS by blas_function (cpu/blas.h)'* ]]
    echo 'int main(void) { no }' >wrong.c # another error is the compiler's
    run -1 env CC=cc "$root/common/build/stub_link.sh" wrong cc wrong.c
    [[ "$output" != *'error: the program is linked'* ]]
}

@test "of a variant that is not built the registry knows the idea, the flags and the instructions" {
    mkdir -p gpu/matmul
    printf '%s\n' '    .idea = "one line"' '        " and more",' '    .instructions = INSTRUCTIONS_TENSOR,' >gpu/matmul/wide.cu
    printf '%s\n' '    .idea = "one line",' >gpu/matmul/plain.cu
    printf '%s\n' 'Other other = {.flags = 1};' 'const Variant variant_gpu_matmul_library = {' '    .idea = "a, }",' '    .flags = VARIANT_LIBRARY |' \
        '        VARIANT_TENSOR_FLOAT64};' >gpu/matmul/library.cu
    "$root/common/build/make_registry.sh" --without CUDA 'no nvcc' common/workloads/matmul.c gpu/matmul/*.cu >registry.c
    grep '.name = "gpu/wide", .idea = "one line".* " and more", .instructions = INSTRUCTIONS_TENSOR}, "not built: no nvcc"}' registry.c
    grep -E '"gpu/library", .idea = "a, }", .flags = VARIANT_LIBRARY \| +VARIANT_TENSOR_FLOAT64, .instructions = INSTRUCTIONS_VECTOR}' registry.c
    grep -F '.name = "gpu/plain", .idea = "one line", .instructions = INSTRUCTIONS_VECTOR}, "not built: no nvcc"}' registry.c
}

@test "a file whose head names what the build lacks is listed with the reason" {
    mkdir -p gpu/matmul cpu/matmul
    printf '/* A.\n *\n * Architecture: sm_90a\n */\n    .idea = "a",\n' >gpu/matmul/only.cu
    printf '/* B.\n */\n    .idea = "b",\n' >gpu/matmul/any.cu
    printf '/* C.\n * Processor: x86-64\n * Target: amx-int8\n */\n    .idea = "c",\n' >cpu/matmul/tiles.c
    run -0 "$root/common/build/make_registry.sh" --without sm_90a 'needs sm_90a' --without amx-int8 'gcc 10.2 does not know amx-int8' \
        common/workloads/matmul.c gpu/matmul/only.cu gpu/matmul/any.cu cpu/matmul/tiles.c
    [[ "$output" == *'.name = "gpu/only", .idea = "a", .instructions = INSTRUCTIONS_VECTOR}, "not built: needs sm_90a'* ]]
    [[ "$output" == *'.name = "cpu/tiles", '*'"not built: gcc 10.2 does not know amx-int8"'* ]]
    [[ "$output" == *'&variant_gpu_matmul_any,'* ]]
    [[ "$output" != *variant_gpu_matmul_only* ]]
}

@test "check finds the race of a variant that does not say that it has threads" {
    has_openmp || skip "no OpenMP"
    # Every row of a step gives up its processor, on a loaded machine for milliseconds: hence not more steps than show it.
    reports 1 "cpu/races n 16 int32 wrong: " "$wrong" check matmul --size 16 --variant cpu/naive,cpu/races --quiet
    [[ "$output" == *"cpu/races n 16 float32 wrong: "* ]]
    [[ "$output" == *"5 points right, 2 wrong or failed"* ]]
    run "$wrong" check matmul --size 16 --variant cpu/races --threads 1
    [ "$status" -eq 0 ] # it is the threads
    [[ "$output" != *"--threads has no effect"* ]]
}
