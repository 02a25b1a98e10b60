#!/usr/bin/env bash
# Runs the tests of a build and counts them: tests/run.sh BUILD [NAME...]
#
# A NAME is a file of tests/cli (run.bats or run), bad-inputs.tsv, a unit test in C (test_rounds) or of the report's
# renderer (test_numbers.py), or `unit`: all in C. Without names everything runs, the longest and the largest files
# first. Twice as many tests as processors, and two, run at a time, as many tests wait.
#
# All kinds print TAP. A test program that crashes or stops before its last result counts as failed. Skipped tests and
# the ten slowest are listed. The last line is "N passed, N failed, N skipped"; non-zero if one failed.
set -u
cd "$(dirname "$0")/.." || exit 1
export LC_ALL=C.UTF-8 # the tests read numbers and messages
unset ONLY WRITE      # of the make that calls; tests call make and these scripts too

mkdir -p "${1:-build}/tests"
build=$(cd "${1:-build}" && pwd)
shift
# Programs for the command-line tests and for the scripts that they run.
export BUILD=$build SPEEDUP=$build/speedup
# The interpreter itself comes first in PATH, a distribution's if it can: it starts in a quarter of the time of one that
# has many packages, and a shim that looks for an interpreter costs 0.15 s a start. The suite has hundreds of starts.
ask='import sys, jinja2; print(sys.executable)'
python=$( (/usr/bin/python3 -c "$ask" || python3 -c "$ask" || venv/bin/python3 -c "$ask") 2>/dev/null) || python=/usr/bin/python3
first=${python%/*}
if [[ $python != */venv/* ]]; then # a link to it, as other programs lie beside it; from a virtual environment a link leads out
    first=$build/tests/bin
    mkdir -p "$first" && ln -sf "$python" "$first/python3"
fi
PATH=$first:$PATH
export python
PATH=$PATH:$PWD/venv/bin # bats of `make deps-user`
# The report's scripts write no bytecode. Compiling takes a tenth of a start, of which the whole suite has hundreds.
if [ $# = 0 ]; then
    export PYTHONPYCACHEPREFIX=$build/tests/bytecode
    PYTHONPATH=report PYTHONDONTWRITEBYTECODE='' "$python" -c 'import unittest.mock, renderer.__main__, renderer.grade, renderer.chapters as chapters; chapters.compile_templates()' 2>/dev/null
fi
export CMOCKA_MESSAGE_OUTPUT=TAP
results=$build/tests/results # "count NAME passed failed", "time MS TEST", "skip TEST"
export results

# run_test NAME: runs one file or program, prints its line and its failures, and appends to the results.
run_test() {
    local name=$1 log=$BUILD/tests/$1.log code=0 started=${EPOCHREALTIME/./} lines
    local command=("$BUILD/tests/unit" "$name")
    [[ $name != *.bats ]] || command=(bats --formatter tap --timing "tests/cli/$name")
    [[ $name != *.tsv ]] || command=("tests/${name%.tsv}.sh" "$BUILD")
    [[ $name != *.py ]] || command=("$python" tests/report/tap.py "$name")
    timeout 900 "${command[@]}" </dev/null >"$log" 2>&1 || code=$?
    lines=$(awk -v code="$code" -v name="$name" -v ms=$(((${EPOCHREALTIME/./} - started) / 1000)) '
        /^1\.\.[0-9]+/ { planned = substr($1, 4) + 0 }
        /^(not )?ok [0-9]+/ {
            seen++
            ok = $1 == "ok"
            sub(/^(not )?ok [0-9]+ *(- )?/, "")
            took = 0
            if (match($0, / in [0-9]+ms/)) {
                took = substr($0, RSTART + 4, RLENGTH - 6)
                $0 = substr($0, 1, RSTART - 1) substr($0, RSTART + RLENGTH)
                print "time", took, name ": " $0
            }
            if (tolower($0) ~ /# skip/) {
                skipped++
                print "skip", name ": " $0
            } else if (ok) {
                passed++
            } else {
                failed++
            }
        }
        END {
            if (planned > seen) {
                failed += planned - seen
            }
            if (failed == 0 && (code != 0 || seen == 0)) {
                failed = 1
            }
            if (name !~ /\./) {
                print "time", ms, name
            }
            print "count", name, passed + 0, failed + 0, skipped + 0
            printf "  %-24s %3d passed%s%s, %.1f s\n", name, passed, failed ? ", " failed " FAILED" : "",
                skipped ? ", " skipped " skipped" : "", ms / 1000
        }' "$log")
    grep -v '^  ' <<<"$lines" >>"$results"
    {
        grep '^  ' <<<"$lines"
        if [[ $lines == *' FAILED'* ]]; then
            grep -vE '^(ok |1\.\.|TAP version)' "$log" | head -n 60 | sed 's/^/    /'
            [ "$code" -le 128 ] || printf '    ended by signal %d\n' $((code - 128))
            [ "$code" != 124 ] || printf '    stopped after 900 s\n'
            printf '    all of it: %s\n' "$log"
        fi
    } | cat
}
export -f run_test

# Tests create and delete thousands of files. On a disk, searching for free inodes after deletions doubles the time of
# the suite. Memory is faster, if it has room and allows execution.
scratch=
trap 'rm -rf "$scratch"' EXIT
if [ -z "${TMPDIR:-}" ] && [ "$(df --output=avail -m /dev/shm 2>/dev/null | tail -n 1)" -ge 2000 ] 2>/dev/null; then
    scratch=$(mktemp -d /dev/shm/speedup-tests.XXXXXX) && install -m 755 /dev/stdin "$scratch/runs" <<<'#!/bin/sh' &&
        "$scratch/runs" 2>/dev/null && export TMPDIR=$scratch
fi

# Larger files contain more and longer tests: start them first.
mapfile -t files < <(ls -S tests/cli/*.bats)
files=("${files[@]##*/}")
units=()
for source in tests/unit/test_*.c; do
    source=${source##*/}
    units+=("${source%.c}")
done
names=()
for name in "${@:-${files[@]}}"; do
    case $name in
    unit) names+=("${units[@]}") ;;
    *.bats | *.tsv | test_*) names+=("$name") ;;
    *) names+=("$name.bats") ;;
    esac
done
if [ $# = 0 ]; then
    names+=("${units[@]}")
    for source in tests/report/test_*.py; do names+=("${source##*/}"); done
    mapfile -t names < <(printf '%s\n' test_reference.py bad-inputs.tsv action.bats "${names[@]}" | awk '!seen[$0]++') # long, but small
fi
case " ${names[*]} " in *.bats*)
    command -v bats >/dev/null || {
        echo 'error: the command-line tests need bats: make deps' >&2
        exit 1
    }
    ;;
esac

: >"$results"
printf '%s\n' "${names[@]}" | xargs -P "$(($(nproc) * 2 + 2))" -I '{}' bash -c 'run_test {}'

if grep -q '^time' "$results" && [ "${#names[@]}" -gt 1 ]; then
    echo 'slowest'
    sed -n 's/^time //p' "$results" | sort -rn | head -n 10 |
        awk '{ printf "  %5.1f s ", $1 / 1000; $1 = ""; print substr($0, 2) }'
fi
if grep -q '^skip' "$results"; then
    echo 'skipped'
    sed -n 's/^skip /  /p' "$results"
fi
awk -v expected=${#names[@]} '
    $1 == "count" { files++; passed += $3; failed += $4; skipped += $5 }
    END {
        failed += expected - files
        printf "%d passed, %d failed, %d skipped\n", passed, failed, skipped
        exit failed > 0
    }' "$results"
