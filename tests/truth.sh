#!/usr/bin/env bash
# Do the numbers hold? The method's acceptance, run and printed: tests/truth.sh BUILD [--write]
#
# Synthetic points and scaling laws with a known truth, products of known precision, resamples of kept pairs: with all
# their draws, of which `make check` makes a fifth. Then, on this machine as it is now, this program against itself, and
# quiet moments on beside off. Fails where a part that does not depend on the machine fails. --write puts the figures
# into tests/README.md.
set -eu
cd "$(dirname "$0")/.."

build=$(cd "$1" && pwd)
speedup=$build/speedup
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
figures=$work/figures
failed=0

# heading WORDS: of what follows, on the terminal and in the figures.
heading() { printf '\n**%s**\n\n' "$*" | tee -a "$figures"; }

# show: standard input, on the terminal and in the figures as it stands.
show() { sed 's/^/    /' | tee -a "$figures"; }

# program NAME: the lines that a test program prints, without its frame. It makes all of its draws.
program() {
    local code=0
    SPEEDUP_FULL_DRAWS=1 "$build/tests/$1" >"$work/log" 2>&1 || code=1
    grep -vE '^(\[|[0-9]+ FAILED)' "$work/log" | sed -E '/^$/d' | show
    [ "$code" = 0 ] || {
        echo "FAILED: $1" | show
        failed=1
    }
}

heading 'Intervals of 2,000 synthetic points each, the stopping rule included'
program test_truth_coverage
heading 'Scaling laws of 2,000 synthetic curves each'
program test_laws
heading 'Precision of products, in units of u sqrt(n)'
program truth_accuracy
heading 'Replays of kept pairs: shares of 1,000 (tests/data)'
for pool in tests/data/*.csv; do
    echo "${pool##*/}"
    "$speedup" selftest --resamples 1000 "$pool" 2>&1 | grep -E '^(interleaved,(0|0.01|0.03),|speedup:)' | sed 's/^speedup: /left out: /'
done | show
program test_resampling

heading 'This program against itself, side by side, five times, on this machine'
for i in 1 2 3 4 5; do
    code=0
    "$speedup" compare --interleave --quiet --seed "$i" "$speedup" "$speedup" -- matmul --variant cpu/ikj,cpu/openmp_ikj \
        --type float32 --size 96,160 --threads 1 2>&1 >/dev/null | grep 'points' || code=$?
done | show

heading 'Quiet moments on beside off, three runs of 60 rounds each in turn, six points on one thread, on this machine'
points=(matmul --variant 'cpu/ikj,cpu/tiled,cpu/transposed' --type float32 --size '128,256' --max-samples 5 --rounds 60 --quiet)
for i in 1 2 3; do
    for share in 0 0.3; do
        start=$(date +%s%N)
        "$speedup" run "${points[@]}" --quiet-moments "$share" --seed "$i" --out "$work/$share-$i.csv" 2>"$work/log" >/dev/null
        echo "$share $(($(date +%s%N) - start)) $(grep -o '[0-9]* % of the samples were disturbed' "$work/log")" >>"$work/wall"
        "$speedup" summarize --rounds "$work/$share-$i.csv" 2>/dev/null | sed "s/^/$share,/" >>"$work/rounds"
    done
done
awk -F, '
    NR == 1 { for (i = 1; i <= NF; i++) column[$i] = i }
    function add(k, l, t) { n[k, l]++; sum[k, l] += t; square[k, l] += t * t; line[l] = 1 }
    function spread(k, l) {
        return n[k, l] < 3 ? "-" : sprintf("%.1f %%", 100 * sqrt((square[k, l] - sum[k, l] ^ 2 / n[k, l]) / (n[k, l] - 1)))
    }
    $2 != "line" {
        add($1, $2, log($column["kernel_s"]))
        if ($column["disturbed_share"] <= 0.5) add($1 " calm", $2, log($column["kernel_s"]))
    }
    END {
        for (l in line) printf "point %d: spread of the medians off %s, on %s; of calm rounds off %s (%d), on %s (%d); time on over off %.3f\n",
            l, spread("0", l), spread("0.3", l), spread("0 calm", l), n["0 calm", l], spread("0.3 calm", l), n["0.3 calm", l],
            exp(sum["0.3", l] / n["0.3", l] - sum["0", l] / n["0", l])
    }' "$work/rounds" | sort | show
awk '{ sum[$1] += $2; share[$1] += $3 / 3 } END {
    printf "disturbed samples off %.0f %%, on %.0f %%; wall time on over off: %.2f\n", share["0"], share["0.3"], sum["0.3"] / sum["0"] }' "$work/wall" | show

if [ "${2:-}" = --write ]; then
    awk -v figures="$figures" '
        /^<!-- the figures: make check-truth -->/ { print; while ((getline line <figures) > 0) print line; print ""; skip = 1 }
        /^<!-- end of the figures -->/ { skip = 0 }
        !skip || /^<!-- end/ { if (!/^<!-- the figures/) print }' tests/README.md >"$work/README.md"
    cat "$work/README.md" >tests/README.md
fi
exit "$failed"
