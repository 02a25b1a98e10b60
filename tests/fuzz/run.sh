#!/usr/bin/env bash
# Runs every fuzzer of a build for FUZZ_SECONDS (60): tests/fuzz/run.sh BUILD [KIND...]
#
# Each begins with the inputs of tests/fuzz/corpus/KIND and those that it found earlier, which it keeps in
# BUILD/corpus/KIND. An input that ends the program is kept too; the line about it has the command that repeats it.
# WRITE=1 updates the figures in tests/README.md.
set -eu
cd "$(dirname "$0")/../.."

build=$1
shift
[ $# -gt 0 ] || set -- "$build"/tests/fuzz/*
figures=$(mktemp)
trap 'rm -f "$figures" "$figures.README"' EXIT
. tests/figures.bash
export ASAN_OPTIONS=detect_stack_use_after_return=0 UBSAN_OPTIONS=print_stacktrace=1:halt_on_error=1
export SPEEDUP_HOST=fuzz XDG_CACHE_HOME=/dev/null
unset "${!OMP_@}"

passed=0 failed=0
for kind in "${@##*/}"; do
    program=$build/tests/fuzz/$kind
    [ -x "$program" ] || continue # a log
    found=$build/corpus/$kind
    log=$build/tests/fuzz/$kind.log
    mkdir -p "$found"
    if "$program" -max_total_time="${FUZZ_SECONDS:-60}" -timeout=10 -rss_limit_mb=4096 -max_len=8192 -print_final_stats=1 \
        -artifact_prefix="$found/../$kind-" "$found" "tests/fuzz/corpus/$kind" >"$log" 2>&1; then
        passed=$((passed + 1))
        awk -v kind="$kind" -v seconds="${FUZZ_SECONDS:-60}" '
            /number_of_executed_units/ { runs = $2 }
            / cov: / { for (i = 1; i < NF; i++) if ($i == "cov:") reached = $(i + 1) }
            END { printf "%-10s %9d inputs in %d s, %5d edges of the code reached, nothing found\n", kind, runs, seconds, reached }
        ' "$log" | show
    else
        failed=$((failed + 1))
        input=$(sed -n 's/.*Test unit written to //p' "$log")
        grep -E -m 3 'not so:|ERROR:|runtime error:|SUMMARY:' "$log" || tail -n 5 "$log"
        echo "    $kind: found an error (see $log); to repeat: $program ${input:-tests/fuzz/corpus/$kind/*}"
    fi
done
write_figures fuzz
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
