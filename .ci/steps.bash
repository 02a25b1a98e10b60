# shellcheck shell=bash
# Shared by .ci/run and .ci/nightly: steps, their times and failures. Sourced in the root of a clean checkout.
set -u
unset BUILD SPEEDUP RESULTS REFERENCE # of the shell that calls
export CI=1                           # a target that lacks a tool fails instead of skipping

logs=build/ci
rm -rf build
mkdir -p "$logs"
: >"$logs/counts" # a line a step: passed failed wall CPU name

# show LOG: the lines that report failures, then the end of the log without passed tests and compiled files.
show() {
    local shown
    shown=$(grep -vE '^  (CC|NVCC|LINK) |^  (test_|[a-z-]+\.bats).* passed(, [0-9]+ skipped)?, [0-9.]+ s$|# skip ' "$1")
    {
        grep -nE 'not ok |FAILED|[Ee]rror|[Ww]arning|WARNING|exit (code )?[1-9]|^speedup: |, (base|new): |^ *# ' <<<"$shown" | head -n 30
        echo ...
        tail -n 70 <<<"$shown"
    } | sed 's/^/        /'
}

# step NAME COMMAND...: runs it and counts the tests in its log, or the step itself. A warning of a compiler or of
# pandoc is a failure. Exit code 77: impossible here; the last line gives the reason and the step does not count.
step() {
    local name=$1 log=$logs/${1//[^A-Za-z0-9]/-} code=0 p=0 f=0 q g wall user system cpu word=ok
    shift
    local TIMEFORMAT='%0R %0U %0S'
    { time "$@" >"$log" 2>&1; } 2>"$log.time" || code=$?
    read -r wall user system <"$log.time"
    cpu=$((user + system))
    if [ "$code" = 77 ]; then
        tail -n 1 "$log"
        return 77
    fi
    ! grep -qE ': warning: |^\[WARNING\]' "$log" || [ "$code" -ne 0 ] || code=1
    while read -r q g; do
        p=$((p + q)) f=$((f + g))
    done < <(sed -nE 's/^(.*: )?([0-9]+) passed, ([0-9]+) failed.*/\2 \3/p' "$log")
    [ "$code" = 0 ] || [ "$f" != 0 ] || f=1
    [ "$((p + f))" != 0 ] || p=1
    [ "$f" = 0 ] || word=FAILED
    {
        printf '%-7s %-52s %4d s  %4d CPU s  %4d passed, %d failed\n' "$word" "$name" "$wall" "$cpu" "$p" "$f"
        grep -E '^Debian .*: exit ' "$log" | sed 's/^/        /'
        [ "$f" = 0 ] || show "$log"
    } | cat
    echo "$p $f $wall $cpu $name" >>"$logs/counts"
    [ "$f" = 0 ]
}

# summary: slowest tests of all steps, skipped tests, and the total.
summary() {
    echo 'slowest tests'
    sed -n '/^slowest$/,/^[^ ]/ { /^  /p }' "$logs"/* | sort -rn | head -n 10
    echo 'skipped'
    sed -n '/^skipped$/,/^[^ ]/ { /^  /p }' "$logs"/* | sort | uniq -c
    awk '{ passed += $1; failed += $2; cpu += $4 }
        END { printf "%d CPU s, '"$SECONDS"' s\n%d passed, %d failed\n", cpu, passed, failed; exit failed > 0 }' "$logs/counts"
}
