#!/usr/bin/env bash
# Acceptance of the statistical method, run and printed: tests/truth.sh BUILD
#
# Synthetic points and scaling laws with a known truth, products of known precision, and resamples of stored pairs, with
# all their draws; `make check` makes a fifth of them. Then, on this machine, this program against itself. Fails if a
# part that does not depend on the machine fails. WRITE=1 updates the figures in tests/README.md.
set -eu
cd "$(dirname "$0")/.."
export XDG_CACHE_HOME=/dev/null # no times of the reference loop from or for other runs

build=$(cd "$1" && pwd)
speedup=$build/speedup
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
figures=$work/figures
. tests/figures.bash
failed=0

# unit GROUP: the lines that unit tests print, without their frame. They make all of their draws.
unit() {
    local code=0
    SPEEDUP_FULL_DRAWS=1 "$build/tests/unit" "$1" >"$work/log" 2>&1 || code=1
    grep -vE '^(\[|[0-9]+ FAILED)' "$work/log" | sed -E '/^$/d' | show
    [ "$code" = 0 ] || {
        echo "FAILED: $1" | show
        failed=1
    }
}

heading 'Intervals of 2,000 synthetic points each, the stopping rule included'
unit test_truth_coverage
heading 'Scaling laws of 2,000 synthetic curves each'
unit test_laws
heading 'Precision of products, in units of u sqrt(n)'
unit truth_accuracy
heading 'Replays of kept pairs: shares of 1,000 (tests/data)'
for pool in tests/data/*.csv; do
    echo "${pool##*/}"
    "$speedup" selftest --resamples 1000 "$pool" 2>&1 | grep -E '^(interleaved,(0|0.01|0.03),|speedup:)' | sed 's/^speedup: /left out: /'
done | show
unit test_resampling

heading 'This program against itself, side by side, five times, on this machine'
for i in 1 2 3 4 5; do
    code=0
    "$speedup" compare --interleave --quiet --seed "$i" "$speedup" "$speedup" -- matmul --variant cpu/ikj,cpu/openmp_ikj \
        --type float32 --size 96,160 --threads 1 2>&1 >/dev/null | grep 'points' || code=$?
done | show

write_figures check-truth
exit "$failed"
