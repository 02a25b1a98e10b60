#!/usr/bin/env bats
# What only a machine with a GPU can show; skipped, by name, where there is none. `make check-gpu` runs them too.

load helpers
load ../chain.bash

setup() {
    local missing
    set_up
    missing=$("$speedup" machine | sed -n 's/^ *"gpu_reason": *"\(.*\)",*$/\1/p')
    [ -z "$missing" ] || skip "$missing"
}

@test "GPU variants that are wrong on purpose leave a row each, and the points after them are measured" {
    run -1 "$wrong" run transpose --size 100 --out s.csv --timeout 2 "${quick[@]}" --variant \
        gpu/naive,gpu/illegal_address,gpu/coalesced,gpu/never_ends,gpu/padded,gpu/too_much_memory,gpu/writes_nothing,gpu/unrolled,cpu/naive
    for variant in gpu/naive gpu/coalesced gpu/padded gpu/unrolled cpu/naive; do
        [[ "$(last_of $variant)" == ok:* ]]
    done
    [[ "$(last_of gpu/illegal_address)" == failed:*illegal* ]]
    [[ "$(last_of gpu/never_ends)" == timeout:*--timeout* ]]
    [[ "$(last_of gpu/too_much_memory)" == skipped:*GiB* ]]
    [[ "$(last_of gpu/writes_nothing)" == wrong:* ]]
}

# kernel_s OPTION...: the shortest of gpu/persists.
kernel_s() {
    "$wrong" run copy --variant gpu/persists --type int32 --size 2048 --out "s${1-}.csv" "${quick[@]}" "$@" >/dev/null || return
    query "s${1-}.csv" "SELECT min(kernel_s + 0) FROM rows WHERE status = 'ok'"
}

@test "--cold evicts lines that a variant has marked as persisting" {
    run -0 kernel_s
    warm=$output
    run -0 kernel_s --cold
    echo "warm $warm s, cold $output s"
    awk -v warm="$warm" -v cold="$output" 'BEGIN { exit !(warm > 0 && cold > 1.2 * warm) }'
}

@test "the run that is timed is verified too" {
    run -1 "$wrong" run transpose --size 100 --out s.csv --variant gpu/right_once "${quick[@]}"
    [[ "$(last_of gpu/right_once)" == wrong:* ]]
}

@test "work on other streams, and results kept on the GPU, are found" {
    run -1 "$wrong" run transpose --size 64,512 --out s.csv --variant gpu/own_stream,gpu/leaves_running,gpu/keeps_result,gpu/naive "${quick[@]}"
    [ "$(query s.csv "SELECT count(DISTINCT n) FROM rows WHERE variant = 'gpu/naive' AND status = 'ok'")" = 2 ]
    [ "$(query s.csv "SELECT group_concat(DISTINCT status) FROM rows WHERE variant <> 'gpu/naive' AND status = 'ok'
        AND NOT (variant = 'gpu/keeps_result')")" = "" ]
    [[ "$(last_of gpu/own_stream)" =~ ^(failed:.*nothing\ was\ launched|wrong:) ]]
    [[ "$(last_of gpu/leaves_running)" == failed:*'still at work'* ]]
    [[ "$(last_of gpu/keeps_result)" == wrong:* ]]
}

@test "a variant that changes the process which a round shares spoils no other, and no superfluous context is made" {
    for seed in 1 2 3; do # the order is shuffled by the seed
        rm -f s.csv
        "$wrong" run transpose --size 64,100 --seed $seed --out s.csv "${quick[@]}" \
            --variant gpu/spoils,gpu/notices,gpu/naive,gpu/coalesced
        [ "$(query s.csv "SELECT group_concat(DISTINCT status) FROM rows")" = ok ]
    done
    # One process a round serves all points that leave it as it was.
    strace -V >/dev/null 2>&1 || return 0
    strace -f -e trace=execve -o calls "$speedup" run transpose --size 64,100 --rounds 1 --out t.csv "${quick[@]}" \
        --variant gpu/naive,gpu/coalesced,gpu/padded
    [ "$(grep -c 'execve("/proc/self/exe"' calls)" -le 2 ]
}

@test "what a variant cannot take is a skipped row with the reason" {
    "$speedup" run matmul --variant gpu/shared --size 64 --block 64,16 --out s.csv "${quick[@]}"
    [ "$(query s.csv "SELECT group_concat(DISTINCT block || ' ' || status) FROM rows WHERE block = '64'")" = "64 skipped" ]
    [[ "$(query s.csv "SELECT detail FROM rows WHERE block = '64' LIMIT 1")" == *block* ]]
    [ "$(query s.csv "SELECT count(*) > 0 FROM rows WHERE block = '16' AND status = 'ok'")" = 1 ]
    "$speedup" run matmul --variant gpu/thread_tile --size 64 --tile 3 --out t.csv "${quick[@]}"
    [ "$(query t.csv "SELECT group_concat(DISTINCT status) FROM rows")" = skipped ]
}

@test "the machine tells the GPU's bus; without a visible device a GPU variant is refused with exit 2" {
    "$speedup" machine | grep -qE '^    "pci_bus_id": "[0-9A-Fa-f]+:[0-9A-Fa-f]+:[0-9A-Fa-f]+[.][0-9]"'
    CUDA_VISIBLE_DEVICES='' refused 2 'CUDA_VISIBLE_DEVICES' "$speedup" run matmul --variant gpu/shared --size 64 --out s.csv
    CUDA_VISIBLE_DEVICES=99 refused 2 'CUDA_VISIBLE_DEVICES' "$speedup" run matmul --variant gpu/shared --size 64 --out s.csv
}

@test "16 bits are kept on both sides of the limit: the longest path plus the heaviest edge below 2^15 - 1" {
    on_chain gpu/int16 ok '16 bits' 16383 0
    on_chain gpu/int16 ok '32 bits' 16383 1
    on_chain gpu/int16 ok '32 bits' 20000 20000
    on_chain gpu/int16 ok '32 bits' 5 32767 5
    for weights in '16 bits|16|2000' '32 bits|17|2000' '16 bits|5|6100' '32 bits|6|6100'; do
        IFS='|' read -r kept weight edges <<<"$weights"
        # shellcheck disable=SC2046  # a weight a word
        on_chain gpu/int16 ok "$kept" $(yes "$weight" | head -n "$edges")
    done
}

@test "CPU and GPU stand side by side on one input" {
    "$speedup" run matmul --variant 'cpu/ikj,gpu/*' --size 100 --out s.csv "${quick[@]}" >table
    "$speedup" list matmul --csv >list.csv
    own=$(query list.csv "SELECT count(*) FROM rows WHERE variant LIKE 'gpu/%' AND available = 'yes' AND types LIKE '%float32%'
        AND axes NOT LIKE '%devices%' AND axes NOT LIKE '%ranks%'")
    [ "$(query s.csv "SELECT count(DISTINCT input_hash) || ' ' || count(DISTINCT variant) FROM rows WHERE type = 'float32'")" = \
        "1 $((own + 1))" ]
    grep -q 'cpu/ikj' table
    grep -q 'gpu/shared' table
}

@test "transfers: h2d, kernel and d2h in every row, and a trace with one row an operation" {
    for transfer in pageable pinned overlap-breadth overlap-depth; do
        rm -f trace.csv
        "$speedup" run matmul --variant gpu/shared --size 200 --matrices 3 --transfer $transfer --out s.csv --fresh \
            --trace trace.csv "${quick[@]}" >/dev/null
        # Nine operations a sample: 3 copies in, 3 products, 3 copies out.
        [ "$(query trace.csv "SELECT (count(*) % 9) || ' ' || count(DISTINCT kind) FROM rows")" = "0 3" ]
        [ "$(query trace.csv "SELECT sum(end_s + 0 <= start_s + 0) FROM rows")" = 0 ]
        streams=1
        if [[ $transfer == overlap-* ]]; then streams=3; fi
        [ "$(query trace.csv "SELECT count(DISTINCT stream) FROM rows")" = $streams ]
    done
    [ "$(query s.csv "SELECT count(DISTINCT transfer) FROM rows WHERE h2d_s > 0 AND kernel_s > 0 AND d2h_s > 0
        AND total_s + 0 >= kernel_s + 0")" = 4 ]
}

@test "--cold marks its rows and refuses overlap" {
    "$speedup" run transpose --variant gpu/naive --size 100 --cold --transfer pinned,overlap-breadth --out s.csv "${quick[@]}"
    [ "$(query s.csv "SELECT group_concat(DISTINCT transfer || ' ' || cache || ' ' || status) FROM rows WHERE transfer = 'pinned'")" = \
        "pinned cold ok" ]
    [[ "$(query s.csv "SELECT status || ' ' || detail FROM rows WHERE transfer <> 'pinned' LIMIT 1")" == "skipped --cold"* ]]
}

@test "--profile leaves the samples alone" {
    "$speedup" run transpose --variant gpu/naive --size 100 --profile --quiet >/dev/null
    [ "$(cd results/* && echo *.csv)" = profiled.csv ]
}

@test "kernel facts: every variant of every workload has a row, registers and occupancy" {
    "$speedup" kernels --size 512 --csv >kernels.csv
    others='cublas|cusparse|memcpy|copygpu/peer' # by libraries and the driver
    own=$("$speedup" list --csv | awk -F, '$2 ~ /^gpu\// { print $1 $2 }' | grep -v -E "$others" | sort -u)
    [ "$(query kernels.csv "SELECT DISTINCT workload || variant FROM rows" | grep -v -E "$others" | sort -u)" = "$own" ]
    [ "$(query kernels.csv "SELECT min(registers + 0 > 0 AND occupancy + 0 > 0 AND occupancy + 0 <= 1) FROM rows")" = 1 ]
    [ "$(query kernels.csv "SELECT group_concat(DISTINCT block) FROM rows WHERE workload = 'matmul' AND variant = 'gpu/shared'")" = \
        "1,2,4,8,16,32" ]
}

# plugin_of NAME FLAGS, its body of multiply() on stdin: gpu/NAME of matmul on float32, by code that knows nothing of speedup.
plugin_of() {
    {
        printf '#include "gpu/check.h"\n#include "common/workload.h"\n#include <cuda_runtime.h>\n'
        cat
        printf 'static int run(const Task *task)\n{\n    multiply((const float *)task->a, (const float *)task->b, (float *)task->out, (int)task->point->n);\n'
        printf '    return GPU_CHECK(task, cudaGetLastError());\n}\n'
        printf 'extern "C" const Variant variant_%s;\n' "$1"
        printf 'const Variant variant_%s = {\n    .workload = "matmul", .name = "%s", .idea = "of a course", .types = FLOAT32, .flags = %s,\n    .accepts = accepts_squares, .run = run};\n' \
            "$1" "${3-gpu}/$1" "$2"
    } >"$1.cu"
    "$speedup" build "$1.cu"
}

kernel='static __global__ void product(const float *a, const float *b, float *c, int n)
{
    const int column = blockIdx.x * 16 + threadIdx.x, row = blockIdx.y * 16 + threadIdx.y;
    float sum = 0;
    for (int i = 0; row < n && column < n && i < n; i++)
        sum += a[row * n + i] * b[i * n + column];
    if (row < n && column < n)
        c[row * n + column] ADDS sum;
}
static void launch(const float *a, const float *b, float *c, int n)
{
    product<<<dim3((n + 15) / 16, (n + 15) / 16), dim3(16, 16)>>>(a, b, c, n);
}
'
on_host='static void multiply(const float *a, const float *b, float *c, int n)
{
    const size_t bytes = sizeof(float) * n * n;
    float *da, *db, *dc;
    cudaMalloc(&da, bytes), cudaMalloc(&db, bytes), cudaMalloc(&dc, bytes);
    cudaMemcpy(da, a, bytes, cudaMemcpyHostToDevice), cudaMemcpy(db, b, bytes, cudaMemcpyHostToDevice);
    launch(da, db, dc, n);
    cudaMemcpy(c, dc, bytes, cudaMemcpyDeviceToHost);
    cudaFree(da), cudaFree(db), cudaFree(dc);
}
'

@test "foreign launchers: on the default stream, adding onto the result, with host pointers, and as a cpu/ variant" {
    plain=${kernel/ADDS/=}
    plugin_of on_default VARIANT_DEFAULT_STREAM <<<"$plain"$'\n#define multiply launch'
    plugin_of adds 'VARIANT_DEFAULT_STREAM | VARIANT_ACCUMULATES' <<<"${kernel/ADDS/+=}"$'\n#define multiply launch'
    plugin_of on_host VARIANT_HOST_POINTERS <<<"$plain$on_host"
    plugin_of unnamed 0 cpu <<<"$plain$on_host"
    plugin_of unjoined 0 <<<"$plain"$'\n#define multiply launch'
    plugins=(--plugin 'on_default.so,adds.so,on_host.so,unnamed.so,unjoined.so')
    "$speedup" check matmul "${plugins[@]}" --variant gpu/on_default,gpu/adds,gpu/on_host --type float32
    code=0
    "$speedup" run matmul "${plugins[@]}" --type float32 --size 500,1000 --iterations 1,2 --rounds 5 --max-samples 2 --out s.csv --quiet \
        --variant gpu/on_default,gpu/adds,gpu/on_host,cpu/unnamed,gpu/unjoined,gpu/single_block,gpu/multi_block || code=$?
    cp s.csv "${OUT:-.}/foreign.csv"
    [ "$code" -eq 1 ]
    for variant in on_default adds on_host; do
        [ "$(query s.csv "SELECT count(*) FROM rows WHERE variant = 'gpu/$variant' AND status <> 'ok'")" = 0 ]
    done
    [[ "$(last_of cpu/unnamed)" == failed:*'it uses a GPU; name it gpu/NAME'* ]]
    [[ "$(last_of gpu/unjoined)" =~ ^(failed|wrong): ]]
    # End to end it takes longer than the kernel of the same launch.
    query s.csv "SELECT variant, min(kernel_s + 0), detail FROM rows WHERE n = 1000 AND iterations = 1 GROUP BY 1"
    [ "$(query s.csv "SELECT (SELECT min(kernel_s + 0) FROM rows WHERE variant = 'gpu/on_host' AND n = 1000) >
        (SELECT min(kernel_s + 0) FROM rows WHERE variant = 'gpu/on_default' AND n = 1000)")" = 1 ]
    [ "$(query s.csv "SELECT count(DISTINCT h2d_s <> '') FROM rows WHERE variant = 'gpu/on_host'")" = 1 ]
}
