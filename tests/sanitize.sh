#!/usr/bin/env bash
# Runs a sanitized build: tests/sanitize.sh address|thread BUILD
#
# address: the unit tests in C, then every variant at awkward sizes (`speedup check`), in two of the three types, which
# share one text. thread: `speedup check` at sizes with work for every thread. ThreadSanitizer supports OpenMP only
# through libarcher, a tool that LLVM's runtime loads if configured.
set -eu
cd "$(dirname "$0")/.."

kind=$1
build=$2

# The library that reports OpenMP's barriers to ThreadSanitizer: beside the compiler, or in its search path.
find_archer() {
    local clang path
    clang=$(command -v "${CLANG:-clang}") || return 1
    for path in "$(dirname "$(readlink -f "$clang")")/../lib/libarcher.so" "$("$clang" -print-file-name=libarcher.so)"; do
        if [ -f "$path" ]; then
            realpath "$path"
            return 0
        fi
    done
    return 1
}

# Upper rungs, whose slabs, bands and panels exceed the sizes of `check`. A name in brackets is a pattern: variants that
# cannot run here are left out.
upper=(--variant 'cpu/register_tile,cpu/packed,cpu/am[x],cpu/streamed,cpu/look_ahead,cpu/int16')

case $kind in
address)
    # No fake stack, which would detect uses of expired frames: gcc 12 places 64-byte vectors in it unaligned, and
    # aligned stores to them crash.
    export ASAN_OPTIONS=detect_stack_use_after_return=0:strict_string_checks=1
    export UBSAN_OPTIONS=print_stacktrace=1:halt_on_error=1
    code=0
    tests/run.sh "$build" unit || code=1
    "$build/speedup" check --quiet --type int32,float32 --threads 3 --size 1,31,33,65,100 || code=1
    "$build/speedup" check --quiet "${upper[@]}" --size 400 || code=1
    "$build/speedup" check --quiet "${upper[@]}" --type int32,float32 --threads 3 --size 769 || code=1
    exit "$code"
    ;;
thread)
    archer=$(find_archer) || {
        echo 'error: clang has no libarcher.so here (libomp-dev), so OpenMP would look like one race: make deps-dev' >&2
        exit 1
    }
    export OMP_TOOL_LIBRARIES=$archer
    # A process ends after each point: do not wait a second for races of remaining threads.
    export TSAN_OPTIONS=ignore_noninstrumented_modules=1:halt_on_error=1:exitcode=66:atexit_sleep_ms=0
    # ThreadSanitizer needs certain addresses; a kernel with strong address-space randomization uses them.
    fixed=()
    if setarch -R true 2>/dev/null; then
        fixed=(setarch -R)
    fi
    "${fixed[@]}" "$build/speedup" check --quiet --threads 2 --oversubscribe --size 1,33,100 \
        --type int32,float32 --schedule static,dynamic:2 --block 8 --tile 4
    "${fixed[@]}" "$build/speedup" check --quiet "${upper[@]}" --threads 3 --oversubscribe --size 400
    ;;
*)
    echo 'usage: tests/sanitize.sh address|thread BUILD' >&2
    exit 2
    ;;
esac
