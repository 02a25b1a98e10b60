#!/usr/bin/env bats
# Plug-ins: variants and workloads in shared objects, from `speedup new` and `speedup build` to rows, and what is refused.

load helpers

export CFLAGS=-O0 # half of the time of a compilation
small=(--size 32 --rounds 1 --max-samples 1 --warmup 0 --quiet --out s.csv)

# from_tree OLD NEW: NEW.so of a workload of the tree and its plainest variant, under another name.
from_tree() {
    cat "$root/common/workloads/$1.c" "$root/cpu/$1/naive.c" |
        sed "s/workload_$1/workload_$2/; s/\"$1\"/\"$2\"/; s/cpu_$1/cpu_$2/; s/static int run(/static int run_naive(/; s/\.run = run,/.run = run_naive,/" >"$2.c"
    "$speedup" build "$2.c" 2>/dev/null
}

@test "an installed copy writes, builds, checks and measures a variant in an empty folder" {
    local prefix=$PWD/prefix data=prefix/share
    (umask 077 && env -u CFLAGS make -s -C "$root" BUILD="$build" PREFIX="$prefix" -o all install) # -o: nothing is built
    [ -z "$(find prefix ! -type l ! -perm 755 ! -perm 644)" ]
    cmp prefix/bin/speedup "$build/speedup"
    cmp $data/speedup/LICENSE "$root/LICENSE"
    for command in run summarize graph; do
        grep -q "^.SH SPEEDUP ${command^^}" $data/man/man1/speedup.1
    done
    grep -Fq '.B \-\-rounds N[,M]' $data/man/man1/speedup.1
    ! command -v man >/dev/null || [ -z "$(man --warnings -l $data/man/man1/speedup.1 2>&1 >/dev/null)" ]
    completes() { # WORDS, of which the last is being typed
        (PATH=$prefix/bin:$PATH COMP_WORDS=("$@") COMP_CWORD=$(($# - 1)) && . $data/bash-completion/completions/speedup && _speedup "$1" && echo "${COMPREPLY[*]}")
    }
    [ "$(completes speedup su)" = summarize ]
    [ "$(completes speedup summarize --ro)" = --rounds ]
    [ "$(prefix/bin/speedup version)" = "$("$speedup" --version)" ]
    mkdir work
    cd work
    speedup=../prefix/bin/speedup
    "$speedup" new matmul/mine 2>err
    grep -q "interface is $(realpath ..)/prefix/share/speedup/include/common/workload.h" err
    [ "$(wc -l <mine.c)" -le 70 ]
    "$speedup" build mine.c 2>err
    grep -q '^mine.so has matmul cpu/mine; next: speedup check matmul --plugin mine.so' err
    [ "$(ls)" = "$(printf '%s\n' err mine.c mine.so)" ]
    [[ "$("$speedup" check matmul --plugin mine.so --size 1,33 --quiet)" == '10 points right, 0 wrong'* ]]
    [ "$("$speedup" list matmul --plugin mine.so --csv | query /dev/stdin "SELECT available FROM rows WHERE variant = 'cpu/mine'")" = yes ]
    has_openmp && reports 0 '--threads has no effect: cpu/mine does not read it; if its code has threads, write .axes = AXIS_THREADS into its Variant' \
        "$speedup" run matmul --plugin mine.so --variant cpu/mine --threads 1,2 --size 16 --dry-run
    "$speedup" run matmul --plugin mine.so --variant cpu/naive,cpu/mine "${quick[@]}" --size 32,48 --out s.csv
    [ "$(query s.csv "SELECT count(*) FROM rows WHERE status = 'ok'")" = 16 ]
    [ "$("$speedup" summarize s.csv | query /dev/stdin "SELECT count(*) FROM rows WHERE variant = 'cpu/mine' AND baseline LIKE 'cpu/naive%' AND speedup <> ''")" = 2 ]
    grep -q 'Cflags: -I' ../prefix/share/pkgconfig/speedup.pc
    make -s -C "$root" PREFIX="$prefix" uninstall
    [ -z "$(find ../prefix ! -type d)" ]
}

@test "the same source gives the same plug-in in any folder, and an edit measures its points alone again" {
    mkdir a
    (cd a && make_plugin mine)
    make_plugin mine
    cmp mine.so a/mine.so
    "$speedup" list matmul --plugin a/mine.so,./a/mine.so,"$PWD/a/mine.so" --csv | grep -c '^matmul,cpu/mine,' | grep -qx 1
    (cd a && CFLAGS=-O1 V=1 "$speedup" build mine.c -o 'my mine.so' 2>err && grep -qF "next: speedup check matmul --plugin 'my mine.so'" err)
    run ! cmp -s 'a/my mine.so' mine.so
    local sweep=(run matmul --plugin mine.so --variant 'cpu/naive,cpu/mine' --size '16,32' --rounds 1 --warmup 0 --max-samples 1 --out s.csv)
    "$speedup" "${sweep[@]}" >/dev/null 2>&1
    reports 0 '4 points, 0 measured now' "$speedup" "${sweep[@]}"
    sed -i 's/return 0;/return task->point->n == 0;/' mine.c
    "$speedup" build mine.c 2>/dev/null
    reports 0 '4 points, 2 measured now' "$speedup" "${sweep[@]}"
    [ "$(query s.csv "SELECT count(DISTINCT build) FROM rows WHERE variant = 'cpu/mine'")" = 2 ]
    [ "$(query s.csv "SELECT count(DISTINCT build) FROM rows WHERE variant = 'cpu/naive'")" = 1 ]
}

@test "a manifest names the plug-in, two plug-ins are compared in pairs, and what is no plug-in is refused" {
    make_plugin mine
    "$speedup" plan matmul --plugin mine.so --variant cpu/mine --size 16 --rounds 1 --max-samples 1 --quiet >m
    grep -q -- '--plugin mine.so --variant cpu/mine' m
    "$speedup" run --manifest m --quiet --out s.csv >/dev/null
    [ "$(column s.csv variant | sort -u)" = cpu/mine ]
    refused 2 'already contains the points' "$speedup" run --manifest m --plugin mine.so
    cp mine.so before.so
    run -0 "$speedup" compare --interleave --plugin before.so mine.so --samples 1 --pool 1 --pairs pairs.csv --quiet -- matmul --variant cpu/mine --size 16
    [ "$(wc -l <pairs.csv)" = 3 ]
    refused 2 'no chosen variant in common' "$speedup" compare --interleave --plugin before.so mine.so -- matmul --variant cpu/naive
    "$speedup" compare --interleave "$speedup" "$speedup" --samples 1 --pool 1 --pairs two.csv --quiet -- matmul --plugin mine.so --variant cpu/mine --size 16
    echo 'int x;' >x.c
    cc -shared -fPIC x.c -o x.so
    refused 2 'x.so: it has no symbol speedup_plugin' "$speedup" list --plugin x.so
    printf '#include "common/plugin.h"\nstatic const Variant *const none[] = {NULL};\nconst PluginDescriptor speedup_plugin = {%s, none};\n' 99 >y.c
    cc -shared -fPIC -I"$root" y.c -o y.so
    refused 2 "y.so: it has interface version 99, this program has $(sed -n 's/#define SPEEDUP_INTERFACE //p' "$root/common/workload.h"); run speedup build again" \
        "$speedup" run matmul --plugin y.so
    sed -i 's/{99/{SPEEDUP_INTERFACE/' y.c
    cc -shared -fPIC -I"$root" y.c -o y.so
    refused 2 'y.so: it has no Variant' "$speedup" run matmul --plugin y.so
    mv before.so other.so
    refused 2 '--plugin other.so: the plug-in mine.so has a variant matmul cpu/mine already' "$speedup" run matmul --plugin mine.so,other.so
    refused 2 "matmul has no variant 'cpu/min'; did you mean cpu/mine?" "$speedup" run matmul --plugin mine.so --variant cpu/min
    refused 2 'the plug-ins have no variant of apsp' "$speedup" check apsp --plugin mine.so
}

@test "a plug-in that is missing something is listed with the reason" {
    make_plugin mine 's|^static int run|static const char *lacks(void) { return "no such processor"; }\n\n&|
        s|    .run = run|    .missing = lacks,\n&|'
    [ "$("$speedup" list matmul --plugin mine.so --csv | query /dev/stdin "SELECT reason FROM rows WHERE variant = 'cpu/mine'")" = 'no such processor' ]
    refused 2 'cpu/mine cannot run here: no such processor' "$speedup" run matmul --plugin mine.so --variant cpu/mine
    refused 2 'can run here: no such processor' "$speedup" check matmul --plugin mine.so
}

@test "a plug-in that crashes, is wrong or does not accept a point, as its worker says, becomes a row, and the others are measured" {
    make_plugin bad 's|^    const Point \*point = |    __builtin_trap();\n&|'
    make_plugin off 's|^static int run|static int even(const Point *p, Error *e) { return p->n % 2 == 0 ? 0 : error_set(e, "n is odd"); }\n\n&|
        s|sum = 0|sum = 1|; s|    .run = run|    .accepts = even,\n&|'
    run -1 "$speedup" run matmul --plugin bad.so,off.so --variant cpu/naive,cpu/bad,cpu/off "${small[@]}" --size 33
    [ "$(query s.csv "SELECT group_concat(DISTINCT status || ' ' || substr(detail, 1, 28)) FROM rows WHERE variant = 'cpu/bad'")" = 'failed crashed while it ran: signal' ]
    [ "$(query s.csv "SELECT group_concat(n || ' ' || status) FROM (SELECT n, status FROM rows WHERE variant <> 'cpu/bad' ORDER BY variant, n)")" = '32 ok,33 ok,32 wrong,33 skipped' ]
    [ "$(query s.csv "SELECT detail FROM rows WHERE status = 'skipped'")" = 'n is odd' ]
}

@test "constructors run in other processes: one that crashes, exits or closes a pipe and waits is an error, not a wait" {
    make_plugin mine 's|^static int run|__attribute__((constructor)) static void early(void)\n{\n    switch (getenv("DO") != NULL ? atoi(getenv("DO")) : 0) {\n    case 1: abort();\n    case 2: _exit(5);\n    case 3: close(4); for (;;) pause();\n    }\n}\n\n&|
        s|^#include .*|#include <stdlib.h>\n#include <unistd.h>\n&|'
    DO=1 refused 2 'mine.so: crashed while it was loaded: signal 6' "$speedup" run matmul --plugin mine.so --variant cpu/mine
    DO=2 refused 2 'mine.so: ended the process while it was loaded with exit code 5' "$speedup" list --plugin mine.so
    DO=3 refused 2 "its process closed the program's own pipe, while it was loaded" timeout 30 "$speedup" list --plugin mine.so
}

@test "what cannot be built is refused with the compiler's errors, and nothing is written" { # more in bad-inputs.tsv
    "$speedup" new matmul/bad 2>/dev/null
    run ! grep -q __attribute__ bad.c
    sed -i 's/const Point \*point = /const Point *point = oops;/' bad.c
    refused 2 ' did not compile it; correct the errors above' "$speedup" build bad.c
    [[ "$output" == *"error: "*"oops"* ]]
    if "$speedup" --version | grep -q 'GPU part: none'; then
        cp bad.c bad.cu
        refused 2 'bad.cu: this program has no GPU part' "$speedup" build bad.cu -o bad.so
    else
        cp bad.c bad.cu
        refused 2 'there is no nvcc at /no/nvcc' env NVCC=/no/nvcc "$speedup" build bad.cu -o bad.so
    fi
}

@test "speedup new refuses the name of a file, and writes variants of each workload" {
    if "$speedup" list matmul --csv | grep '^matmul,cpu/summa,' | grep -qv 'not built'; then
        refused 2 "--from cpu/summa: variants over several processes cannot be plug-ins" "$speedup" new matmul/mine --from cpu/summa
    fi
    "$speedup" new matmul/mine 2>/dev/null
    refused 2 'mine.c exists' "$speedup" new matmul/mine
    refused 2 'mine.c exists' "$speedup" new mine
    # Right as plug-ins: with headers, hooks and threads, and of each workload.
    for from in tiled packed openmp_transposed blas; do
        ! "$speedup" list matmul --csv | grep -q "^matmul,cpu/$from,.*,yes," || "$speedup" new "matmul/try_$from" --from "cpu/$from" 2>/dev/null
    done
    for workload in transpose apsp copy; do "$speedup" new "$workload/try_$workload" 2>/dev/null; done
    "$speedup" build try_*.c -o try.so 2>/dev/null
    "$speedup" check --plugin try.so --type int32,float32 --size 33 --quiet
}

@test "a CUDA source becomes a plug-in where this build has nvcc" {
    [[ "$("$speedup" --version)" != *'GPU part: none'* ]] || skip 'built without CUDA'
    "$speedup" new matmul/gpu/mine --from gpu/shared 2>/dev/null
    "$speedup" build mine.cu
    cp mine.so first.so
    "$speedup" build mine.cu
    cmp first.so mine.so
    mkdir a,b
    (cd a,b && "$speedup" build ../mine.cu -o mine.so -- -lineinfo -L . -l cudart)
    "$speedup" list matmul --plugin mine.so --csv | grep -q '^matmul,gpu/mine,'
    sed -i '/^extern "C" const Variant/d' mine.cu
    rm mine.so
    refused 2 'in C++ and CUDA lacks the line extern "C" const Variant' "$speedup" build mine.cu
}

@test "a C++ source becomes a plug-in" {
    cat >mine.cpp <<'EOC'
#include <vector>
#include "common/workload.h"

static int run(const Task *task)
{
    const size_t n = task->point->n;
    const float *a = static_cast<const float *>(task->a), *b = static_cast<const float *>(task->b);
    float *out = static_cast<float *>(task->out);
    std::vector<float> row(n);
    for (size_t i = 0; i < n; i++) {
        row.assign(n, 0);
        for (size_t k = 0; k < n; k++)
            for (size_t j = 0; j < n; j++)
                row[j] += a[i * n + k] * b[k * n + j];
        for (size_t j = 0; j < n; j++)
            out[i * n + j] = row[j];
    }
    return 0;
}

extern "C" const Variant variant_cpu_matmul_mine;
const Variant variant_cpu_matmul_mine = {
    .workload = "matmul",
    .name = "cpu/mine",
    .idea = "a row at a time",
    .types = FLOAT32,
    .accepts = accepts_squares,
    .run = run,
};
EOC
    install -m 755 /dev/stdin c-only <<<'#!/bin/sh
case " $* " in *" c++ "*) exit 1 ;; esac
exec cc "$@"'
    printf '#!/bin/sh\ncase "$*" in *-Wextra*) echo unknown option >&2; exit 1 ;; esac\nexec cc "$@"\n' >knows-less
    chmod +x knows-less
    CC=$PWD/knows-less make_plugin less # as clang with options of gcc
    CC=$PWD/c-only refused 2 'mine.cpp: '"$PWD/c-only"' compiles no C++; install g++, or name another compiler by CC' "$speedup" build mine.cpp
    echo '#include <vector>' | ${CXX:-c++} -x c++ -c - -o /dev/null 2>/dev/null || skip 'no C++ compiler'
    "$speedup" build mine.cpp
    "$speedup" check matmul --plugin mine.so --size 33 --quiet
}

@test "several sources of C and C++ become one plug-in: macros make its variants, and a main() beside a kernel is left out" {
    mkdir inc
    echo 'void kernel(int n, const float *a, const float *b, float *c);' >inc/kernel.h
    cat >wrap.c <<'EOC'
#include "common/workload.h"
#include "kernel.h"
static int run(const Task *task) { kernel((int)task->point->n, task->a, task->b, task->out); return 0; }
#define VARIANT(base) const Variant variant_cpu_matmul_##base = {.workload = "matmul", .name = "cpu/" #base, .idea = "i", \
    .types = FLOAT32, .accepts = accepts_squares, .run = run}
VARIANT(one);
VARIANT(two);
EOC
    cat >theirs.cxx <<'EOC'
extern "C" {
#include "kernel.h"
}
void report(float *);
void accepts_squares() {} // of another name space than that of speedup
extern "C" void kernel(int n, const float *a, const float *b, float *c)
{
    for (int i = 0; i < n * n; i++) { c[i] = ZERO; for (int k = 0; k < n; k++) c[i] += a[i / n * n + k] * b[k * n + i % n]; }
}
int main() { float x; report(&x); }
EOC
    printf 'float no_library(void);\nint main(void) { return (int)no_library(); }\n' >unused.c
    echo '#include <vector>' | ${CXX:-c++} -x c++ -c - -o /dev/null 2>/dev/null || skip 'no C++ compiler'
    "$speedup" build wrap.c theirs.cxx unused.c -Iinc -D ZERO=0 -o mine.so -- -fno-math-errno -lm 2>err
    grep -q '^mine.so has matmul cpu/one;' err
    grep -q '^mine.so has matmul cpu/two;' err
    "$speedup" check matmul --plugin mine.so --size 33 --quiet
    refused 2 'undefined symbol: kernel' "$speedup" build wrap.c -I inc
    CFLAGS='-O2 -flto' "$speedup" build wrap.c theirs.cxx -I inc --define ZERO=0 -o mine.so
}

# wraps WORKLOAD PROTOTYPE [OPTION...]: glueN.c, the glue to a function of theirs.c, which `speedup new` writes.
wraps() {
    number=$((number + 1))
    "$speedup" new "$1/glue$number" --wrap "$2" "${@:3}" 2>/dev/null
}

@test "the glue to a function that knows nothing of speedup is written by --wrap" {
    cat >theirs.c <<'EOC'
#include <stddef.h>
#define BODY(A, B, C) for (int i = 0; i < m; i++) for (int j = 0; j < n; j++) { C = 0; for (int l = 0; l < k; l++) C += A * B; }
void gemm(int m, int n, int k, float *a, float *b, float *c) { BODY(a[i * k + l], b[l * n + j], c[i * n + j]) }
void by_columns(long M, long N, long K, double alpha, const double *A, int lda, const double *B, int ldb, double beta, double *C, int ldc)
{
    for (long i = 0; i < M; i++)
        for (long j = 0; j < N; j++) {
            double sum = 0;
            for (long l = 0; l < K; l++) sum += A[i + l * lda] * B[l + j * ldb];
            C[i + j * ldc] = alpha * sum + beta * C[i + j * ldc];
        }
}
int by_rows(unsigned **right, unsigned **left, unsigned **result, size_t size)
{
    int m = (int)size, n = m, k = m;
    BODY(left[i][l], right[l][j], result[i][j])
    return 0;
}
void turned(float *c, int m, int n, int k, const float **a, const float **b) { BODY(a[i][l], b[j][l], c[i * n + j]) }
void arrays(int n, double a[n][n], double b[n][n], double c[n][n]) { int m = n, k = n; BODY(a[i][l], b[l][j], c[i][j]) }
void flip(float *A, float *B, int width, int height, int ldb)
{
    for (int i = 0; i < height; i++) for (int j = 0; j < width; j++) B[j * ldb + i] = A[i * width + j];
}
void flip_columns(const float *A, float *B, int rows, int cols, int lda)
{
    for (int i = 0; i < rows; i++) for (int j = 0; j < cols; j++) B[j + i * cols] = A[i + j * lda];
}
void paths(int V, const int *graph, int *dist)
{
    for (int i = 0; i < V * V; i++) dist[i] = graph[i];
    for (int k = 0; k < V; k++)
        for (int i = 0; i < V * V; i++) {
            int by = dist[i / V * V + k] + dist[k * V + i % V];
            dist[i] = by < dist[i] ? by : dist[i];
        }
}
int run(const float *in, float *out, int n, int elements) { for (int i = 0; i < elements; i++) out[i % n * (elements / n) + i / n] = in[i]; return 0; }
void same(const int *d_in, int *d_out, size_t num_elements) { for (size_t i = 0; i < num_elements; i++) d_out[i] = d_in[i]; }
void paths_first(int *dist, int V, int *graph) { paths(V, graph, dist); }
EOC
    wraps matmul 'void gemm(int m, int n, int k, float *a, float *b, float *c)'
    run ! grep -q workspace glue1.c
    wraps matmul 'void gemm(int numARows, int numBColumns, int numAColumns, float *h_A, float *h_B, float *h_C)'
    wraps matmul 'void gemm(int hA /* of A */, int wB, int wA = 1, float *dA, float *dB, float *dC) noexcept;'
    refused 2 'task: the glue cannot call a function of a namespace or of this name' "$speedup" new matmul/other --wrap 'void task(int n, float *a, float *b, float *c)'
    refused 2 'gemm: the glue cannot call a function of a namespace or of this name' "$speedup" new matmul/other --wrap 'void ours::gemm(int n, float *a, float *b, float *c)'
    wraps matmul 'void by_columns(long M, long N, long K, double alpha, const double *A, int lda, const double *B, int ldb, double beta, double *C, int ldc);' --column-major
    grep -q VARIANT_ACCUMULATES glue$number.c
    wraps matmul 'int by_rows(unsigned **right, unsigned **left, unsigned **result, size_t size)' --multiple-of 4
    wraps matmul 'void turned(float *c, int m, int n, int k, const float **a, const float **b)' --transposed-b
    wraps matmul 'void arrays(int n, double (*a)[n], double b[n][n], double (* c)[n])'
    wraps transpose 'void flip(float *A, float *B, int width, int height, int ldb)'
    wraps transpose 'void flip_columns(const float *A, float *B, int rows, int cols, int lda)' --column-major
    wraps apsp 'void paths(int V, const int *graph, int *dist)'
    wraps apsp 'void paths_first(int *dist, int V, int *graph)'
    wraps copy $'void same(const int *d_in,\n\tint *d_out,\r\n    size_t num_elements)\n{'
    if "${CC:-cc}" -x c -fsyntax-only - <<<'_Float16 one;' 2>/dev/null; then
        cat >>theirs.c <<'EOC'
void half(int n, const _Float16 *a, const _Float16 *b, _Float16 *c)
{
    for (int i = 0; i < n * n; i++) {
        float sum = 0;
        for (int l = 0; l < n; l++) sum += (float)a[i / n * n + l] * (float)b[l * n + i % n];
        c[i] = (_Float16)sum;
    }
}
EOC
        wraps matmul 'void half(int n, const _Float16 *a, const _Float16 *b, _Float16 *c)'
        grep -q '.types = FLOAT16,' glue$number.c
    fi
    cat >>theirs.c <<'EOC'
#include "common/float16.h"
void stored(int n, const Bfloat16 *a, const Bfloat16 *b, Bfloat16 *c)
{
    for (int i = 0; i < n * n; i++) {
        float sum = 0;
        for (int l = 0; l < n; l++) sum += load_bfloat16(a[i / n * n + l]) * load_bfloat16(b[l * n + i % n]);
        c[i] = store_bfloat16(sum);
    }
}
EOC
    wraps matmul 'void stored(int n, const Bfloat16 *a, const Bfloat16 *b, Bfloat16 *c)'
    # of the names of the glue's hooks; more elements than an int
    wraps transpose 'int run(const float *in, float *out, int n, int elements)'
    # They are right for squares and other shapes.
    "$speedup" build glue*.c theirs.c -o glue.so 2>err || { cat err; return 1; }
    run ! grep -q warning err
    for sizes in matmul:1,2,32,33,33x65x31,65x1x33 transpose:1,2,33,33x65,65x1 apsp:1,2,33 copy:1,2,33; do
        "$speedup" check "${sizes%:*}" --plugin glue.so --size "${sizes#*:}" --quiet # exit 1 where a variant took none
    done
    sed 's/INT_MAX/600/g' "$root/cpu/foreign.h" >foreign.h
    sed 's|cpu/foreign.h|./foreign.h|' glue$number.c >glue.c
    "$speedup" build glue.c theirs.c
    reports 1 'the function takes sizes and counts up to' "$speedup" check transpose --plugin glue.so --size 30 --quiet
}

@test "a build deletes no file of others, two sources do not take one name, and flags are words and no text of a shell" {
    "$speedup" new matmul/mine
    mkdir mine.so.parts
    echo kept >mine.so.parts/kernel.o
    refused 2 'mine.so.parts exists' "$speedup" build mine.c
    [ "$(cat mine.so.parts/kernel.o)" = kept ]
    rm -r mine.so.parts
    cp mine.c mine.cpp
    refused 2 'mine.c and mine.cpp would both become mine.so; name the plug-in by -o' "$speedup" build mine.c
    CFLAGS='-O1 -DTEXT="a \"b\" $(touch ran) `touch ran`" -DLIST=(1) -DEND=;' "$speedup" build mine.c -o other.so
    [ -s other.so ] && [ ! -e ran ]
}

@test "a workload of one's own is checked, measured, planned, compared and summarized" {
    has_openmp || skip "no OpenMP"
    "$speedup" new sums 2>err
    grep -q 'sums.c: a workload with two variants' err
    "$speedup" build sums.c 2>err
    grep -q '^sums.so has the workload sums; next: speedup check sums --plugin sums.so' err
    [[ "$("$speedup" check sums --plugin sums.so --size 1,33 --quiet)" == *' points right, 0 wrong'* ]]
    [[ "$("$speedup" check --plugin sums.so --size 33 --quiet)" == *' points right, 0 wrong'* ]]
    [[ "$("$speedup" list --plugin sums.so)" == *'sums: out = a + 3 b of vectors'*'cpu/naive'*'cpu/openmp'* ]]
    run "$speedup" run sums --plugin sums.so "${quick[@]}" --size 100,200 --out s.csv
    [[ "$output" == *'speedup'*'GB/s'* ]]
    [ "$(query s.csv "SELECT DISTINCT (work / n) || rate_unit FROM rows WHERE status = 'ok'")" = 24GB/s ]
    # without the plug-in
    [ "$("$speedup" summarize s.csv | query /dev/stdin "SELECT count(*) FROM rows WHERE abs(rate - 24e-9 * n / kernel_median_s) < 0.01 * rate AND rate_unit = 'GB/s'")" -ge 4 ]
    "$speedup" compare s.csv s.csv --csv >/dev/null 2>&1
    "$speedup" plan sums --plugin sums.so --variant cpu/naive --size 16 --rounds 1 --max-samples 1 --quiet >m
    grep -q '^sums --plugin sums.so --variant cpu/naive' m
    "$speedup" run --manifest m --quiet --out t.csv >/dev/null
    [ "$(column t.csv status | sort -u)" = ok ]
    [[ "$("$speedup" run sums --plugin sums.so --variant cpu/naive --weak --size 64 --dry-run 2>/dev/null)" == *'sums cpu/naive n 64 '* ]]
    cp sums.so before.so
    "$speedup" compare --interleave --plugin before.so sums.so --samples 1 --pool 1 --pairs pairs.csv --quiet -- sums --variant cpu/naive --size 16
    refused 2 "sums has no variant 'cpu/naiv'; did you mean cpu/naive?" "$speedup" run sums --plugin sums.so --baseline cpu/naiv
    refused 2 "there is no workload 'sums'" "$speedup" run sums
    # a cost model that crashes at one size, and a wrong variant, which is found by its reference
    sed -i 's/    return 3 \*/    if (point->n == 77) { __builtin_trap(); }\n&/; s/share.first + share.count)/share.first + share.count - 1)/' sums.c
    "$speedup" build sums.c 2>/dev/null
    refused 2 '--plugin sums.so: .work, .extent or .type of sums crashed or did not end at size 77' "$speedup" run sums --plugin sums.so --size 76,77
    run -1 "$speedup" run sums --plugin sums.so --variant cpu/openmp --threads 1 "${small[@]}"
    [ "$(column s.csv status | sort -u | xargs)" = 'ok wrong' ]
}

@test "a workload from the tree, with inputs, types and graphs of its own, and variants in another plug-in" {
    has_openmp || skip "no OpenMP"
    from_tree spmv sparse
    sed 's/"spmv"/"sparse"/; s/cpu_spmv/cpu_sparse/' "$root/cpu/spmv/openmp.c" >fast.c
    refused 2 "there is no workload 'sparse'" "$speedup" build fast.c
    "$speedup" build fast.c --plugin sparse.so 2>err
    grep -q 'next: speedup check sparse --plugin sparse.so,fast.so' err
    "$speedup" check sparse --plugin fast.so,sparse.so --size 33 --quiet
    "$speedup" run sparse --plugin fast.so --plugin sparse.so "${small[@]}" --edges 50 --threads 1
    "$speedup" run spmv "${small[@]}" --edges 50 --threads 1
    # the same inputs as those of the workload in the tree
    [ "$(query s.csv "SELECT count(*) || count(DISTINCT input_hash) || count(DISTINCT build) FROM rows WHERE variant IN ('cpu/naive', 'cpu/openmp') AND status = 'ok'")" = 413 ]
    "$speedup" plan sparse --plugin fast.so,sparse.so --variant cpu/openmp --size 16 --threads 1 --quiet >m
    grep -q '^sparse --plugin sparse.so --plugin fast.so --variant cpu/openmp' m
    # one in place, with a verifier and a graph; one that moves data
    from_tree apsp paths
    "$speedup" check paths --plugin paths.so --size 33 --quiet
    from_tree transpose turned
    "$speedup" check turned --plugin turned.so --size 33 --quiet
    cp fast.so other.so
    "$speedup" compare --interleave --plugin fast.so other.so --samples 1 --pool 1 --pairs pairs.csv --quiet -- sparse --plugin sparse.so --variant cpu/openmp --size 16 --threads 1
}

@test "a workload says from which size on it is defined, which part of its result counts, and whether NaN is right" {
    "$speedup" new edge 2>/dev/null
    # from 3 elements on, of which the first and the last do not count, and one is 0 / 0
    sed -i 's|^const Workload|static bool counts(const Point *p, size_t row, size_t column) { return row == 0 \&\& column > 0 \&\& column < p->n - 1; }\n&|
        s|    \.extent = extent|    .least_n = 3, .counts = counts, .allows_nan = true,\n&|
        s|return 3 \* n|return 3 * (n - 2)|
        s|for (size_t i = first; i < end; i++) {|for (size_t i = first + (first == 0); i < end - (end == task->point->n); i++) {|
        s|out\[i\] = a\[i\] + 3 \* b\[i\];|out[i] = i == 1 ? (a[i] - a[i]) / (a[i] - a[i]) : a[i] + 3 * b[i];|' edge.c
    "$speedup" build edge.c
    "$speedup" check edge --plugin edge.so --type float32 --quiet
    refused 2 '--size 2: edge is defined from n 3 on; choose larger sizes' "$speedup" check edge --plugin edge.so --size 2,3
    sed -i 's| : a\[i\] + 3| : i == 2 \&\& task->point->threads > 1 ? a[i] + 1 : a[i] + 3|' edge.c # of cpu/openmp
    "$speedup" build edge.c
    reports 1 'wrong: element (0, 2) is ' "$speedup" check edge --plugin edge.so --size 33 --threads 2 --oversubscribe --quiet
    sed -i 's|i == 2 &&|i == 1 \&\&|; s|i == 1 ? (|task->point->threads < 2 \&\& i == 1 ? (|; s| a\[i\] + 1| out[i]|' edge.c # unwritten, where NaN is right
    "$speedup" build edge.c
    run -1 "$speedup" check edge --plugin edge.so --size 33 --threads 2 --oversubscribe --quiet
    [[ "$output" == *'wrong: element (0, 1) is nan, expected '*nan*'never written'* ]]
    sed -i 's/, \.allows_nan = true//' edge.c
    "$speedup" build edge.c
    reports 1 'wrong: element (0, 1) is ' "$speedup" check edge --plugin edge.so --size 33 --threads 1 --quiet
}

@test "a plug-in that is built again while it is measured harms no run" {
    make_plugin mine 's|^    const Point \*point = |    usleep(20000);\n&|; s|^#include .*|#include <unistd.h>\n&|'
    "$speedup" run matmul --plugin mine.so --variant cpu/mine --size 8,9 --rounds 12 --max-samples 1 --warmup 0 --precision 0.001% --quiet --out s.csv &
    until [ -s s.csv ]; do sleep 0.05; done
    sed -i 's|usleep(20000)|usleep(20001)|' mine.c
    "$speedup" build mine.c 2>/dev/null
    wait $!
    [ "$(query s.csv "SELECT count(*) || min(status) || max(status) || count(DISTINCT build) FROM rows")" = 24okok1 ]
}
