#!/usr/bin/env bash
# How reliable are comparisons on this machine? Pairs of this program with itself, on one thread and on all.
# The rate of false alarms, the detection rate of planted slowdowns, interleaved and sequential, and the coverage of intervals.
# Within a study a short form.
. "$(dirname "$0")/lib.sh"
! declaring || exit 0

pairs=150 sizes=160,256 short=''
[ -z "${MEASURED:-}" ] || pairs=60 sizes=160 short='--samples 25'
threads=1
[ "$processors" = 1 ] || threads=1,$processors
if [ ! -s "$results/self-test.csv" ] || [ -n "${FRESH:-}" ] || [ -z "${MEASURED:-}" ]; then
    make_work_folder
    log "$pairs pairs of processes at each point"
    # shellcheck disable=SC2086  # $short is zero or two words
    "$speedup" compare --interleave --quiet $short --pool "$pairs" --pairs "$work/pairs.csv" "$speedup" "$speedup" -- \
        matmul --variant cpu/openmp_ikj --type float32 --size "$sizes" --threads "$threads" >/dev/null || {
        status=$?
        [ "$status" != 130 ] || exit "$status"
        log 'not all pairs could be measured, so there is no self-test'
        exit 1 # the study goes on
    }
    "$speedup" selftest --resamples 200 "$work/pairs.csv" >"$work/self-test.csv"
    keep "$work/self-test.csv" self-test.csv
fi
finish
