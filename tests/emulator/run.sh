#!/usr/bin/env bash
# The GPU part on the CPU: tests/emulator/run.sh BUILD
#
# BUILD was made with the toolkit of toolkit.sh, whose devices are the CPU. Every variant that can run there, on
# few small sizes, and those of several GPUs on one to four of them, each time in another order of whatever
# no event orders (EMULATED_SEED=N repeats one). First variants that lack an event, or an edge of a graph, must be
# found wrong, or silence would say nothing. Those of several processes run under the MPI of the build, if it has one:
# on up to four ranks, and with one that leaves the others waiting. What only a GPU can show is in tests/gpu.sh.
set -eu
cd "$(dirname "$0")/../.."
speedup=$1/speedup
export EMULATED_GPUS=3 EMULATED_SEED=${EMULATED_SEED:-$((RANDOM * 32768 + RANDOM))}
echo "seed $EMULATED_SEED (EMULATED_SEED=$EMULATED_SEED repeats it)"
. tests/count.bash
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# right WORKLOAD VARIANTS OPTION...: points were measured, and all of them are right.
right() {
    local said
    if said=$("$speedup" check "$1" --variant "$2" --quiet "${@:3}" 2>&1) &&
        [[ $said == *[1-9]*' points right, 0 wrong or failed'* ]]; then
        return 0
    fi
    printf '%s\n' "$said"
    return 1
}

# matches TEXT PATTERN: shows the text if it does not.
matches() {
    # shellcheck disable=SC2053  # a pattern
    [[ $1 == $2 ]] || {
        printf '%s\n' "$1"
        return 1
    }
}

# finds_wrong VARIANT: of copy.
finds_wrong() {
    local i said
    for i in 1 2 3 4 5; do
        said=$(EMULATED_SEED=$((EMULATED_SEED + i)) "$speedup" check copy --variant "$1" --size 33 --devices 3 --quiet 2>&1) || true
        [[ $said != *' wrong: element '* ]] || return 0
    done
    printf '%s\n' "$said"
    return 1
}

# quietly COMMAND...: its output only if it fails.
quietly() {
    local said
    said=$("$@" 2>&1) || {
        printf '%s\n' "$said"
        return 1
    }
}

captures() {
    "${CXX:-g++}" -std=c++17 -O1 -Itests/emulator/include tests/emulator/capture.cc tests/emulator/runtime.cc -o "$work/captures" &&
        quietly "$work/captures"
}

# Products of split float16 operands on the elements that generated inputs lack.
edges() {
    find "$1/obj" -name '*.o' ! -path '*/tests/*' ! -name 'registry*' ! -path '*/harness/main.o' -print0 | xargs -0 ar rc "$work/all.a" &&
        "${CXX:-g++}" -std=c++17 -O1 -I. -Itests/emulator/include tests/emulator/fp16_edges.cc "$work/all.a" "$work/all.a" \
            "$1/../emulator/lib64/libcudart_static.a" -fopenmp -lpthread -ldl -lm -o "$work/edges" &&
        quietly "$work/edges" 34
}

# A sweep's rows name the GPUs, and one device is what the others are held against.
sweeps() {
    local said text
    said=$("$speedup" run transpose --variant gpu/peer_writes --size 64 --devices 1,3 --rounds 1 --quiet --out "$work/sweeps.csv" 2>/dev/null)
    said+=$(cat "$work/sweeps.csv")
    said+=$("$speedup" run transpose --variant gpu/peer_writes --devices 4 --dry-run --out "$work/sweeps.csv" 2>&1 || echo " refused: $?")
    for text in ' devices ' 'gpu/peer_writes, 1 device' '0000:01:00.0;0000:02:00.0;0000:03:00.0' \
        '4 devices are more than the 3 GPUs' 'refused: 2'; do
        matches "$said" "*$text*" || return
    done
}

# dry OPTION...: the points of a variant of devices and ranks, one beside the other.
dry() {
    "$speedup" run apsp --variant gpu/nccl_ahead --size 64 --transfer pinned --quiet --dry-run --out /nonexistent/s.csv "$@" 2>/dev/null |
        sed -n 's/.*int32\( [1-9].*\) pinned.*/\1/p' | tr '\n' ';'
}

# A point has devices or ranks: each axis that is given, devices without either.
devices_or_ranks() {
    [ "$(dry)" = ' 1 device; 2 devices; 3 devices;' ] && [ "$(dry --devices 2)" = ' 2 devices;' ] &&
        [ "$(dry --ranks 2)" = ' 2 ranks;' ] && [ "$(dry --devices 3 --ranks 1,2)" = ' 3 devices; 1 rank; 2 ranks;' ] &&
        [ "$("$speedup" plan apsp --variant gpu/nccl_ahead --size 64 --devices 3 --ranks 2 --quiet | grep -c -e '--devices 3 .*--transfer' -e '--ranks 2 .*--transfer')" = 2 ]
}

# A kernel grows as the work and copies as the bytes: what took $1 s, $2 of them in the kernel, at n 16, for n 64.
predicts() {
    awk -F, -v OFS=, -v total="$1" -v kernel="$2" 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i }
        NR > 1 { $at["kernel_s"] = kernel; $at["total_s"] = total } { NF--; print }' "$work/first.csv" >"$work/s.csv"
    "$speedup" repair "$work/s.csv" >/dev/null # with the check of each row anew
    "$speedup" run matmul --variant gpu/shared --block 16 --size 64 --rounds 1 --skip-over 16 --quiet --out "$work/s.csv" >/dev/null 2>&1
    tail -n 1 "$work/s.csv"
}
copies_apart() {
    "$speedup" run matmul --variant gpu/shared --block 16 --size 16 --rounds 1 --max-samples 1 --quiet --out "$work/first.csv" >/dev/null 2>&1
    [[ $(predicts 0.505 0.005) == *,ok,* && $(predicts 0.505 0.5) == *,skipped,*'predicted 32.'* &&
        $(predicts 1.505 0.005) == *,skipped,*'predicted 24.'* ]]
}

# Of every variant that can run here, where nothing was opened for it.
facts() {
    local workload
    for workload in matmul transpose apsp stencil spmv; do
        "$speedup" kernels "$workload" --size 130 --csv >/dev/null || return
    done
}

# A copy of a variant and a foreign launcher, with a main() and a flag of two words, as plug-ins in a folder of their own.
plugins() {
    local program said result=0
    program=$(readlink -f "$speedup")
    mkdir "$work/plugins"
    said=$(
        exec 2>&1
        set -e
        cd "$work/plugins"
        "$program" new matmul/gpu/mine --from gpu/shared
        "$program" build mine.cu
        cat >theirs.cu <<'EOC'
#include <cuda_runtime.h>
static const char text[] = TEXT;
__global__ void product(const float *a, const float *b, float *c, int n)
{
    const int row = blockIdx.y * 16 + threadIdx.y, column = blockIdx.x * 16 + threadIdx.x;
    for (int i = 0; row < n && column < n && i < n; i++)
        c[row * n + column] = (i == 0 ? 0 : c[row * n + column]) + a[row * n + i] * b[i * n + column] * (text[1] == ' ');
}
void launch(const float *d_a, const float *d_b, float *d_c, int n)
{
    product<<<dim3((n + 15) / 16, (n + 15) / 16), dim3(16, 16)>>>(d_a, d_b, d_c, n);
}
void no_library();
int main() { no_library(); }
EOC
        "$program" new matmul/gpu/glue --wrap 'void launch(const float *d_a, const float *d_b, float *d_c, int n)'
        "$program" build glue.cu theirs.cu -D 'TEXT="a b"'
        "$program" new matmul/gpu/kernel --wrap '__global__ void product(const float *a, const float *b, float *c, int n)'
        "$program" build kernel.cu theirs.cu -D 'TEXT="a b"'
        "$program" check matmul --plugin mine.so,glue.so,kernel.so --size 33 --block 16 --quiet
        "$program" kernels --plugin mine.so,glue.so,kernel.so --size 64 --csv
    ) || result=1
    matches "$said" "*7 points right, 0 wrong*matmul,gpu/mine,*,multiply,*matmul,gpu/kernel,*,product,1,4x4x1,256,*" && return $result
}

# A GPU with less shared memory than a kernel needs: the points are skipped, with both figures, the others are right.
skips_much_shared() {
    local said
    EMULATED_SHARED=$((99 << 10)) "$speedup" run matmul --variant gpu/mbarrier_pipeline,gpu/two_ctas_per_sm --type float32 --size 130 \
        --rounds 1 --max-samples 1 --quiet --out "$work/shared.csv" >/dev/null 2>&1 || echo "exit code $?"
    said=$(cat "$work/shared.csv")
    matches "$said" '*,skipped,*needs 156.0 KB of shared memory per block (kernel stream_k_multiply); this GPU has 99.0 KB*' &&
        matches "$said" '*gpu/two_ctas_per_sm*,ok,*'
}

# ---- several processes ----

# ranks_sweep FILE OPTION...: one round, whose rows `rows` asks.
ranks_sweep() {
    "$speedup" run "${@:2}" --rounds 1 --max-samples 1 --timeout 60 --quiet --out "$1" >/dev/null 2>&1
}
rows() {
    sqlite3 :memory: ".mode csv" ".import '$1' rows" ".mode list" "$2"
}

# Rows name the GPUs of all ranks, and the node.
names_gpus() {
    local file=$work/names.csv
    ranks_sweep "$file" matmul --variant gpu/nccl_ahead --type float32 --size 513 --ranks 1,2,3 --transfer pinned &&
        [ "$(rows "$file" "SELECT group_concat(device, ' ') FROM rows WHERE ranks = '3'")" = \
            '0000:01:00.0;0000:02:00.0;0000:03:00.0' ] &&
        [ "$(rows "$file" "SELECT count(*) FROM rows WHERE status = 'ok' AND detail LIKE ranks || ' emulated on 1 node, %; NCCL %' AND threads = ''")" = 3 ]
}

# A node with fewer GPUs than ranks skips the point, whatever may be oversubscribed: without starting ranks on this
# machine, and once a launcher that may reach others has started them.
skips_few_gpus() {
    EMULATED_GPUS=2 ranks_sweep "$work/few.csv" apsp --variant gpu/nccl_ahead --size 33 --ranks 3 --oversubscribe
    EMULATED_GPUS=2 ranks_sweep "$work/spread.csv" apsp --variant gpu/nccl_ahead --size 33 --ranks 3 --launcher 'mpirun --allow-run-as-root --oversubscribe'
    [[ $(rows "$work/few.csv" "SELECT status || ': ' || detail FROM rows") == 'skipped: it needs 3 different GPUs, and there are 2' ]] &&
        [[ $(rows "$work/spread.csv" "SELECT status || ': ' || detail FROM rows") == 'skipped: 3 ranks on '*' share 2 GPUs'* ]]
}

# And a node without any: here a launcher that takes the GPUs from all processes but the first.
skips_no_gpu() {
    # shellcheck disable=SC2016  # the launcher's own
    printf '%s\n' '#!/usr/bin/env bash' 'ranks=$2' 'shift 2' \
        'mpirun --allow-run-as-root --map-by slot:OVERSUBSCRIBE --bind-to none -n 1 "$@" : -n $((ranks - 1)) -x EMULATED_GPUS=0 "$@"' >"$work/launcher"
    chmod +x "$work/launcher"
    ranks_sweep "$work/none.csv" apsp --variant gpu/nccl_ahead --size 33 --ranks 2 --launcher "$work/launcher"
    [[ $(rows "$work/none.csv" "SELECT status || ': ' || detail FROM rows") == 'skipped: rank 1: '*': no GPU on this machine' ]]
}

# unlucky HOW PATTERN: a row, the points behind it, and no process that still waits.
unlucky() {
    local file=$work/$1.csv code=0 said left
    UNLUCKY=$1 ranks_sweep "$file" matmul --variant gpu/unlucky_rank,gpu/nccl_ahead --type int32 --size 40 --ranks 3 || code=$?
    said=$(rows "$file" "SELECT status || ': ' || detail FROM rows WHERE variant = 'gpu/unlucky_rank' ORDER BY rowid DESC LIMIT 1")
    left=$(pgrep -f "worker (ranks|launch) .*$work" || true)
    # shellcheck disable=SC2053  # a pattern
    [ "$code" = 1 ] && [[ $said == $2 ]] && [ -z "$left" ] &&
        [ "$(rows "$file" "SELECT status FROM rows WHERE variant = 'gpu/nccl_ahead'")" = ok ] || {
        printf '%s\n' "exit code $code, left: $left" "$said"
        return 1
    }
}

is 'a sweep over devices, and no more of them than there are' sweeps
is 'a variant that lacks an event is found' finds_wrong gpu/unordered
is 'and one whose graph lacks an edge' finds_wrong gpu/unordered_graph
is 'what a captured stream may do and what not' captures
is 'attributes of kernels without running them' facts
is 'plug-ins: a copy of a variant, a foreign launcher and a foreign kernel' plugins
is 'copies and ceilings' right copy 'gpu/[mv]*' --size 1,33,100
is 'chains of multiply-adds' right multiply_add 'gpu/*' --size 1,33
is 'transposes' right transpose 'gpu/*' --size 1,33,100,100x36,36x65 --devices 1
is 'products' right matmul 'gpu/*' --size 1,130,130x33x65,36x100x64,1x300x40,1x30x300,40x3x300,9x301x270,70x16x300 --block 16 --tile 4 --devices 1 --ranks 1
is 'a stencil' right stencil 'gpu/*' --size 1,33,3x257,260x264
is 'a sparse matrix times a vector: four inputs of their own types' right spmv 'gpu/*' --size 1,33,257,20x257,257x20 --edges 400 --matrices 1,2 --transfer pageable,pinned,overlap-depth
is 'rows of every length on average, so with every number of lanes' right spmv 'gpu/*' --size 100,150,270,600,1500,5000 --edges 4000
is 'split products of scaled rows, subnormal numbers, NaN and infinities' edges "$1"
is 'shortest paths' right apsp 'gpu/*' --size 1,33,130 --block 16,64 --devices 1 --ranks 1
is 'a point that needs more shared memory than the GPU has is skipped' skips_much_shared
is 'the copies of a small size predict only the copies of a larger one' copies_apart
is 'several matrices and iterations, every transfer' right transpose gpu/naive --size 33 --matrices 1,3 --iterations 1,2 \
    --transfer pageable,pinned,overlap-breadth,overlap-depth
is 'the same in place' right apsp gpu/look_ahead,gpu/baseline,gpu/graph_ahead --size 33 --block 16 --devices 1 --matrices 1,3 --iterations 1,2 \
    --transfer pageable,pinned,overlap-breadth,overlap-depth
is 'copies between GPUs' right copy gpu/peer --size 1,33,66
is 'transposes on several GPUs' right transpose 'gpu/peer*,gpu/nccl*' --size 1,2,31,100,257
is 'products of a few steps of k, several tiles a block' right matmul gpu/wgmma_emulated --size 1024x64x8,2048x192x8
EMULATED_MULTIPROCESSORS=2 is 'products on several GPUs, in several panels' right matmul 'gpu/peer*,gpu/nccl*' --size 33,257,513 --devices 2,3
is 'shortest paths on several GPUs' right apsp 'gpu/peer*,gpu/nccl*,gpu/graph*' --size 1,33,400 --devices 2,3
EMULATED_GPUS=4 is 'the same as a graph, on more GPUs and in more rounds' right apsp gpu/graph_ahead --size 128,700 --devices 1,3,4
is 'several matrices and iterations on several GPUs' right transpose 'gpu/peer*,gpu/nccl*' --size 33 --matrices 1,2 \
    --iterations 1,2 --transfer pageable,pinned
is 'the same in place, on several GPUs' right apsp 'gpu/peer*,gpu/nccl*,gpu/graph*' --size 130 --devices 3 --matrices 1,2 --iterations 1,2 \
    --transfer pageable,pinned
is 'NCCL where GPUs do not see each other' env EMULATED_PEERS=0 "$speedup" check transpose --variant 'gpu/nccl*' --size 33 --devices 2 --quiet
is 'GPUs that stand for several devices' env EMULATED_GPUS=1 "$speedup" check transpose --variant 'gpu/peer*' --size 33,100 --quiet
missing=$("$speedup" list matmul --csv | sed -n 's/^matmul,gpu\/nccl_ahead,.*,no,//p')
if [ -n "$missing" ] || ! command -v sqlite3 >/dev/null; then
    echo "skipped ranks: ${missing:-sqlite3 is not installed (make deps deps-dev)}"
else
    export TMPDIR=$work
    EMULATED_GPUS=4
    is 'products on GPUs of several processes' right matmul 'gpu/nccl*' --size 2,257 --ranks 1,3,4 --transfer pageable,pinned
    is 'shortest paths on GPUs of several processes' right apsp 'gpu/nccl*' --size 33,400 --ranks 1,3,4 --transfer pageable,pinned
    EMULATED_GPUS=3
    is 'a variant of devices and ranks is measured over one or the other' devices_or_ranks
    is 'rows name the GPUs of all processes' names_gpus
    is 'ranks that have no GPU of their own are skipped' skips_few_gpus
    is 'so are ranks where there is no GPU at all' skips_no_gpu
    is 'a rank that fails while others wait for it is a row' unlucky fails 'failed: ended the process while it ran*: rank 1: it fails'
    is 'so is one that is killed' unlucky killed 'failed: killed while it ran*rank 1*'
    is 'nothing is left behind' [ -z "$(find "$work" -name 'speedup-ranks-*')" ]
fi
counted check-emulated
