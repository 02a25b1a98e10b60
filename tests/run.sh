#!/usr/bin/env bash
# Runs the unit tests and the command-line tests of a build and counts them.
#
#   tests/run.sh [--unit] BUILD
#
# LEFT_OUT="NAME NAME" in the environment names files of tests/cli, without .bats, that are not run, and latex for the
# tests that set tables with it. What takes ten seconds and more says so.
#
# Both kinds print TAP, so one reader counts both. A test program that crashes, or stops
# before it has told all its results, counts as failed. Skipped tests are listed by name.
# The last line is "N passed, N failed, N skipped"; non-zero when one failed.
set -u
cd "$(dirname "$0")/.." || exit 1
export LC_ALL=C.UTF-8 # the tests read numbers and messages

unit_only=
if [ "${1-}" = --unit ]; then
    unit_only=yes
    shift
fi
build=${1:-build}
mkdir -p "$build/tests"
build=$(cd "$build" && pwd)

# What the command-line tests run, and what the scripts that they call run.
export BUILD=$build SPEEDUP=$build/speedup

passed=0 failed=0 skipped=0
skips=$(mktemp)
trap 'rm -f "$skips"' EXIT
rm -f "$build"/tests/*.end

# run_tap NAME COMMAND...: runs it, keeps its output in $build/tests/NAME.log, and how it ended and the seconds that
# it took in NAME.end.
run_tap() {
    local log="$build/tests/$1.log" end="$build/tests/$1.end" started=$SECONDS code=0
    "${@:2}" >"$log" 2>&1 || code=$?
    echo "$code $((SECONDS - started))" >"$end.part"
    mv "$end.part" "$end"
}

# tell NAME: counts what run_tap kept, shows what failed.
tell() {
    local name=$1 log="$build/tests/$1.log" code seconds
    read -r code seconds <"$build/tests/$name.end"
    local counts
    counts=$(awk -v code="$code" -v skips="$skips" -v name="$name" '
        /^1\.\.[0-9]+/ { planned = substr($1, 4) + 0 }
        /^(not )?ok [0-9]+/ {
            told++
            if (tolower($0) ~ /# skip/) {
                skipped++
                sub(/^(not )?ok [0-9]+ */, "")
                print "  " name ": " $0 >>skips
            } else if ($1 == "ok") {
                passed++
            } else {
                failed++
            }
        }
        END {
            if (planned > told) {
                failed += planned - told
            }
            if (failed == 0 && (code != 0 || told == 0)) {
                failed = 1
            }
            print passed + 0, failed + 0, skipped + 0
        }' "$log")
    local p f s
    read -r p f s <<<"$counts"
    passed=$((passed + p)) failed=$((failed + f)) skipped=$((skipped + s))
    local line
    line=$(printf '%-24s %3d passed' "$name" "$p")
    [ "$f" -eq 0 ] || line+=", $f FAILED"
    [ "$s" -eq 0 ] || line+=", $s skipped"
    [ "$seconds" -lt 10 ] || line+=", $seconds s"
    echo "  $line"
    if [ "$f" -gt 0 ]; then
        grep -vE '^(ok |1\.\.|TAP version)' "$log" | head -n 60 | sed 's/^/    /'
        [ "$code" -le 128 ] || printf '    ended by signal %d\n' $((code - 128))
        printf '    all of it: %s\n' "$log"
    fi
}

echo 'unit tests'
for program in "$build"/tests/test_*; do
    [ -x "$program" ] && [ -f "$program" ] || continue
    case $program in *.log) continue ;; esac
    name=$(basename "$program")
    run_tap "$name" env CMOCKA_MESSAGE_OUTPUT=TAP timeout 300 "$program"
    tell "$name"
done

if [ -z "$unit_only" ]; then
    echo 'command line'
    if ! command -v bats >/dev/null; then
        echo '  bats is not installed: make deps'
        failed=$((failed + 1))
    fi
    names=()
    for file in tests/cli/*.bats; do
        [ -f "$file" ] && command -v bats >/dev/null || continue
        name=${file##*/}
        [[ " ${LEFT_OUT:-} " != *" ${name%.bats} "* ]] || {
            echo "  $name: left out" >>"$skips"
            continue
        }
        names+=("$name")
    done
    # Two files at a time: most of a test is shells and queries on one processor. They are told in their order.
    told=0
    for name in "${names[@]}"; do
        while [ "$(jobs -rp | wc -l)" -ge 2 ]; do
            wait -n
        done
        run_tap "$name" timeout 900 bats --formatter tap "tests/cli/$name" &
        while [ "${names[told]}" != "$name" ] && [ -e "$build/tests/${names[told]}.end" ]; do
            tell "${names[told++]}"
        done
    done
    wait
    for ((; told < ${#names[@]}; told++)); do
        tell "${names[told]}"
    done
fi

if [ -s "$skips" ]; then
    echo 'skipped'
    cat "$skips"
fi
printf '%d passed, %d failed, %d skipped\n' "$passed" "$failed" "$skipped"
[ "$failed" -eq 0 ]
