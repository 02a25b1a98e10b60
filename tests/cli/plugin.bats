#!/usr/bin/env bats
# Plug-ins: variants in shared objects, from `speedup new` and `speedup build` to rows, and what is refused.

bats_require_minimum_version 1.5.0
load helpers

small=(--size 32 --rounds 1 --max-samples 1 --warmup 0 --quiet --out s.csv)

# make_plugin NAME [SED]: NAME.c, a copy of matmul cpu/naive that sed has edited, and NAME.so.
make_plugin() {
    "$speedup" new "matmul/$1" 2>/dev/null
    [ $# -eq 1 ] || sed -i "$2" "$1.c"
    "$speedup" build "$1.c" 2>err || { cat err; return 1; }
}

# unbuildable TEXT SED: a copy of cpu/naive, edited, is refused with the text, and leaves no file.
unbuildable() {
    rm -f bad.c
    "$speedup" new matmul/bad 2>/dev/null
    sed -i "$2" bad.c
    refused 2 "$1" "$speedup" build bad.c
}

# fails TEXT: the point of cpu/bad becomes a failed row with the text; the other variant is measured.
fails() {
    rm -f s.csv
    run "$speedup" run matmul --plugin bad.so --variant cpu/naive,cpu/bad "${small[@]}"
    [ "$status" -eq 1 ]
    [ "$(query s.csv "SELECT count(*) FROM rows WHERE variant = 'cpu/naive' AND status = 'ok'")" = 1 ]
    [[ "$(query s.csv "SELECT status || ': ' || detail FROM rows WHERE variant = 'cpu/bad'")" == "failed: "*"$1"* ]]
}

@test "an installed copy writes, builds, checks and measures a variant in an empty folder" {
    local settings=() key
    eval "key=($(<"$build/config.key"))"
    for setting in "${key[@]}"; do
        [[ "$setting" != *=* ]] || settings+=("$setting")
    done
    # -o: what is built already is installed, whatever other settings it was built with.
    make -s -C "$root" "${settings[@]}" BUILD="$build" PREFIX="$PWD/prefix" -o all install
    mkdir work
    cd work
    speedup=../prefix/bin/speedup
    "$speedup" new matmul/mine 2>err
    grep -q "interface is $(realpath ..)/prefix/share/speedup/include/common/workload.h" err
    [ "$(wc -l <mine.c)" -le 70 ]
    "$speedup" build mine.c 2>err
    grep -q '^mine.so has matmul cpu/mine; next: speedup check matmul --plugin mine.so' err
    [ "$(ls)" = "$(printf '%s\n' err mine.c mine.so)" ]
    [[ "$("$speedup" check matmul --plugin mine.so --size 1,33 --quiet)" == '6 points right, 0 wrong'* ]]
    [ "$("$speedup" list matmul --plugin mine.so --csv | query /dev/stdin "SELECT available FROM rows WHERE variant = 'cpu/mine'")" = yes ]
    "$speedup" run matmul --plugin mine.so --variant cpu/naive,cpu/mine "${quick[@]}" --size 32,48 --out s.csv
    [ "$(query s.csv "SELECT count(*) FROM rows WHERE status = 'ok'")" = 16 ]
    [ "$("$speedup" summarize s.csv | query /dev/stdin "SELECT count(*) FROM rows WHERE variant = 'cpu/mine' AND baseline LIKE 'cpu/naive%' AND speedup <> ''")" = 2 ]
    grep -q 'Cflags: -I' ../prefix/share/pkgconfig/speedup.pc
    make -s -C "$root" PREFIX="$(realpath ..)/prefix" uninstall
    [ -z "$(find ../prefix ! -type d)" ]
}

@test "the same source gives the same plug-in, and an edit measures its points alone again" {
    make_plugin mine
    cp mine.so first.so
    "$speedup" build mine.c -o second.so 2>/dev/null
    cmp first.so second.so
    local sweep=(run matmul --plugin mine.so --variant 'cpu/naive,cpu/mine' --size '16,32' --rounds 1 --warmup 0 --max-samples 1 --out s.csv)
    "$speedup" "${sweep[@]}" >/dev/null 2>&1
    run "$speedup" "${sweep[@]}"
    [[ "$output" == *'4 points, 0 measured now'* ]]
    sed -i 's/return 0;/return task->point->n == 0;/' mine.c
    "$speedup" build mine.c 2>/dev/null
    run "$speedup" "${sweep[@]}"
    [[ "$output" == *'4 points, 2 measured now'* ]]
    [ "$(query s.csv "SELECT count(DISTINCT build) FROM rows WHERE variant = 'cpu/mine'")" = 2 ]
    [ "$(query s.csv "SELECT count(DISTINCT build) FROM rows WHERE variant = 'cpu/naive'")" = 1 ]
}

@test "a manifest names the plug-in, and two plug-ins are compared in pairs" {
    make_plugin mine
    "$speedup" plan matmul --plugin mine.so --variant cpu/mine --size 16 --rounds 1 --quiet >m
    grep -q -- '--plugin mine.so --variant cpu/mine' m
    "$speedup" run --manifest m --quiet --out s.csv >/dev/null
    [ "$(column s.csv variant | sort -u)" = cpu/mine ]
    refused 2 'already contains the points' "$speedup" run --manifest m --plugin mine.so
    cp mine.so before.so
    run "$speedup" compare --interleave --plugin before.so mine.so --pool 1 --pairs pairs.csv --quiet -- matmul --variant cpu/mine --size 16
    [ "$status" -eq 0 ]
    [ "$(wc -l <pairs.csv)" = 3 ]
    refused 2 'no chosen variant in common' "$speedup" compare --interleave --plugin before.so mine.so -- matmul --variant cpu/naive
    "$speedup" compare --interleave "$speedup" "$speedup" --pool 1 --pairs two.csv --quiet -- matmul --plugin mine.so --variant cpu/mine --size 16
}

@test "copies of variants with headers, hooks and threads are right as plug-ins" {
    for variant in cpu/tiled cpu/packed cpu/openmp_transposed cpu/blas; do
        "$speedup" list matmul --csv | grep -q "^matmul,$variant,.*,yes," || continue
        rm -f try.c
        "$speedup" new matmul/try --from "$variant" 2>/dev/null
        "$speedup" build try.c 2>/dev/null
        "$speedup" check matmul --plugin try.so --size 1,33 --quiet
    done
}

@test "a plug-in's accepts is evaluated in the worker: the point is skipped with its reason" {
    make_plugin mine 's|^static int run|static int even(const Point *p, Error *e) { return p->n % 2 == 0 ? 0 : error_set(e, "n is odd"); }\n\n&|
        s|    .run = run|    .accepts = even,\n&|'
    run "$speedup" run matmul --plugin mine.so --variant cpu/mine --size 16,17 --rounds 1 --warmup 0 --quiet --out s.csv
    [ "$status" -eq 0 ]
    [ "$(query s.csv "SELECT status || ' ' || detail FROM rows WHERE n = 17")" = 'skipped n is odd' ]
    [ "$(query s.csv "SELECT count(*) FROM rows WHERE n = 16 AND status = 'ok'")" -ge 1 ]
}

@test "a plug-in that is missing something is listed with the reason" {
    make_plugin mine 's|^static int run|static const char *lacks(void) { return "no such processor"; }\n\n&|
        s|    .run = run|    .missing = lacks,\n&|'
    [ "$("$speedup" list matmul --plugin mine.so --csv | query /dev/stdin "SELECT reason FROM rows WHERE variant = 'cpu/mine'")" = 'no such processor' ]
    refused 2 'cpu/mine cannot run here: no such processor' "$speedup" run matmul --plugin mine.so --variant cpu/mine
    refused 2 'can run here: no such processor' "$speedup" check matmul --plugin mine.so
}

@test "a plug-in that crashes, ends the process or is wrong becomes a row" {
    make_plugin bad 's|^    const Point \*point = |    __builtin_trap();\n&|'
    fails 'crashed while it ran: signal'
    make_plugin bad2 's|^    const Point \*point = |    _exit(3);\n&|; s|^#include .*|#include <unistd.h>\n&|; s|bad2"|bad"|'
    mv bad2.so bad.so
    fails 'ended the process while it ran with exit code 3'
    rm -f s.csv
    make_plugin off 's|Element sum = 0|Element sum = 1|'
    run "$speedup" run matmul --plugin off.so --variant cpu/off "${small[@]}"
    [ "$status" -eq 1 ]
    [ "$(column s.csv status)" = wrong ]
}

@test "constructors run in other processes: one that crashes, exits or prints harms no run" {
    # shellcheck disable=SC2016
    local constructor='s|^static int run|__attribute__((constructor)) static void early(void) { if (getenv("DO") != NULL) { DOES; } }\n\n&|
        s|^#include .*|#include <stdio.h>\n#include <stdlib.h>\n&|'
    make_plugin mine "${constructor/DOES/abort()}"
    DO=1 refused 2 'mine.so: loading it crashed: signal 6' "$speedup" run matmul --plugin mine.so --variant cpu/mine
    rm mine.c
    make_plugin mine "${constructor/DOES/exit(5)}"
    DO=1 refused 2 'mine.so: loading it ended the process with exit code 5' "$speedup" list --plugin mine.so
    rm mine.c
    make_plugin mine "${constructor/DOES/puts(\"early\")}"
    DO=1 "$speedup" list matmul --plugin mine.so --csv 2>err >out
    run ! grep -q early out
    grep -q early err
}

@test "what cannot be built is refused, and nothing is written" {
    refused 2 'none.c: cannot read the source file: No such file' "$speedup" build none.c
    refused 2 'name a source file' "$speedup" build
    echo 'int x;' >plain.c
    refused 2 'plain.c: no line begins with `const Variant variant_NAME = {`' "$speedup" build plain.c
    cp plain.c plain.txt
    refused 2 'plain.txt: the name ends neither in .c' "$speedup" build plain.txt
    unbuildable ' did not compile it; correct the errors above' 's/const Point \*point = /const Point *point = oops;/'
    [[ "$output" == *"error: "*"oops"* ]]
    unbuildable 'this program has a variant matmul cpu/naive already' 's|"cpu/bad"|"cpu/naive"|'
    unbuildable "there is no workload 'matmult'; did you mean matmul?" 's|"matmul"|"matmult"|'
    unbuildable 'undefined symbol: absent; define it in the source, or name its library' 's|^    const Point \*point = |    extern int absent(void);\n    absent();\n&|'
    unbuildable '.name = "mine"; give cpu/ or gpu/' 's|"cpu/bad"|"mine"|'
    unbuildable "cpu/bad has a type in .types that apsp has not" 's|"matmul"|"apsp"|'
    unbuildable "the Variant 'cpu/bad' has no .run" '/\.run = run/d'
    unbuildable 'cpu/bad reads AXIS_BLOCK or AXIS_TILE and has no default' 's|    .run = run|    .axes = AXIS_TILE,\n&|'
    unbuildable 'cpu/bad reads AXIS_RANKS' 's|    .run = run|    .axes = AXIS_RANKS,\n&|'
    [ -z "$(find . -name '*.parts')" ]
    refused 2 '-o bad.c: this is the name of a source file' "$speedup" build bad.c -o bad.c
    refused 2 'cannot write no/bad.so: No such file' "$speedup" build bad.c -o no/bad.so
    refused 2 'cannot start the compiler no-such-compiler' env CC=no-such-compiler "$speedup" build bad.c
    run ! grep -q __attribute__ bad.c
    if "$speedup" --version | grep -q 'GPU part: none'; then
        cp bad.c bad.cu
        refused 2 'bad.cu: this program has no GPU part' "$speedup" build bad.cu -o bad.so
    else
        cp bad.c bad.cu
        refused 2 'there is no nvcc at /no/nvcc' env NVCC=/no/nvcc "$speedup" build bad.cu -o bad.so
    fi
}

@test "what is no plug-in is refused" {
    refused 2 '--plugin none.so: cannot read it: No such file' "$speedup" run matmul --plugin none.so
    echo text >text.so
    refused 2 'text.so: it is not a shared object that this program can load' "$speedup" check --plugin text.so
    make_plugin mine
    refused 2 'mine.c: it is a source file; make a plug-in of it by speedup build mine.c' "$speedup" plan matmul --plugin mine.c
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
    cp mine.so other.so
    refused 2 '--plugin other.so: the plug-in mine.so has a variant matmul cpu/mine already' "$speedup" run matmul --plugin mine.so,other.so
    refused 2 "matmul has no variant 'cpu/min'; did you mean cpu/mine?" "$speedup" run matmul --plugin mine.so --variant cpu/min
    refused 2 'the plug-ins have no variant of apsp' "$speedup" check apsp --plugin mine.so
    refused 2 '--plugin does not apply to --command' "$speedup" run --command true --plugin mine.so
    refused 2 '--plugin needs --interleave' "$speedup" compare --plugin mine.so other.so
}

@test "speedup new refuses names that exist or that nothing can have" {
    refused 2 'name the workload and the variant' "$speedup" new
    refused 2 'there is a workload matmul already; for a variant of it give WORKLOAD/NAME' "$speedup" new matmul
    refused 2 "there is no workload 'matmull'; did you mean matmul?" "$speedup" new matmull/x
    refused 2 'matmul has a variant cpu/tiled already' "$speedup" new matmul/tiled
    refused 2 "'Mine' is no name of a variant" "$speedup" new matmul/Mine
    refused 2 "--from cpu/tild: matmul has no such cpu variant of one process; did you mean cpu/tiled?" "$speedup" new matmul/mine --from cpu/tild
    "$speedup" new matmul/mine 2>/dev/null
    refused 2 'mine.c exists' "$speedup" new matmul/mine
    for workload in transpose apsp copy; do
        "$speedup" new "$workload/own_$workload" 2>/dev/null
        "$speedup" build "own_$workload.c" 2>/dev/null
        "$speedup" check "$workload" --plugin "own_$workload.so" --size 33 --quiet
    done
}

@test "a CUDA source becomes a plug-in where this build has nvcc" {
    [[ "$("$speedup" --version)" != *'GPU part: none'* ]] || skip 'built without CUDA'
    "$speedup" new matmul/gpu/mine --from gpu/shared 2>/dev/null
    "$speedup" build mine.cu
    cp mine.so first.so
    "$speedup" build mine.cu
    cmp first.so mine.so
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
    echo '#include <vector>' | ${CXX:-c++} -x c++ -c - -o /dev/null 2>/dev/null || skip 'no C++ compiler'
    "$speedup" build mine.cpp
    "$speedup" check matmul --plugin mine.so --size 33 --quiet
}

@test "a reader's typing of docs/plugins.md works" {
    mkdir bin
    ln -s "$speedup" bin/speedup
    awk '/^```/ { kind = kind == "" ? substr($0, 4) : ""; next } kind == "c"' "$root/docs/plugins.md" >loops
    awk '/^```/ { kind = kind == "" ? substr($0, 4) : ""; next } kind == "sh"' "$root/docs/plugins.md" >session
    [ "$(wc -l <session)" -ge 9 ]
    sed -i 's/--interleave/& --samples 1/; s/--size [0-9,]*/--size 32/' session
    while read -r line; do
        if [[ "$line" == *' run '* ]]; then # the second build is of the edited file
            sed -i -e '/^#define PRODUCT/,/^FOR_EACH_TYPE/{/^FOR_EACH_TYPE/!d}' mine.c
            sed -i -e '/^FOR_EACH_TYPE(PRODUCT/{' -e 'e cat loops' -e '}' mine.c
            PATH=$PWD/bin:$PATH speedup build mine.c 2>/dev/null
        fi
        code=0
        PATH=$PWD/bin:$PATH bash -c "$line" >out 2>err </dev/null || code=$?
        [ "$code" -eq 0 ] || { [ "$code" -eq 3 ] && [[ "$line" == *compare* ]]; } || { echo "$line: $code"; cat out err; return 1; }
    done <session
    grep -q 'it is poisoned' mine.c
    [ "$(query mine/samples.csv "SELECT DISTINCT variant FROM rows WHERE status = 'ok' ORDER BY 1" | xargs)" = 'cpu/mine cpu/naive' ]
}

@test "a build deletes no file of others, and two sources do not take one name" {
    "$speedup" new matmul/mine
    mkdir mine.so.parts
    echo kept >mine.so.parts/kernel.o
    refused 2 'mine.so.parts exists' "$speedup" build mine.c
    [ "$(cat mine.so.parts/kernel.o)" = kept ]
    rm -r mine.so.parts
    cp mine.c mine.cpp
    refused 2 'mine.c and mine.cpp would both become mine.so; name the plug-in by -o' "$speedup" build mine.c
    "$speedup" build mine.c -o other.so
    [ -s other.so ]
}
