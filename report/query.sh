#!/usr/bin/env bash
# Runs one query of the report on a machine's results.
#
#   report/query.sh RESULTS < report/tables/thread-scaling.sql         rows as CSV
#   report/query.sh --say RESULTS < report/sentences/apsp-ladder.sql  sentences
#
# RESULTS is a folder with samples.csv. The head of report/load.sql lists the tables.
set -euo pipefail
. "$(dirname "$0")/data.sh"

how=rows
if [ "${1:-}" = --say ]; then
    how=sentences
    shift
fi
if [ $# -ne 1 ] || { ! has_samples "$1" && [ ! -s "$1/machine.json" ]; }; then
    log "usage: report/query.sh [--say] RESULTS < QUERY.sql, where RESULTS is the results folder of an experiment"
    exit 2
fi
have sqlite3 sqlite3 "no query can be run" || exit 1
# A study prints many sentences about the same results: STUDY_STAGE is the folder that keeps their stage.
work=${STUDY_STAGE:-}
if [ -z "$work" ]; then
    work=$(mktemp -d)
    trap 'rm -rf "$work"' EXIT
fi
cat >"$work/query.sql"
if [ ! -s "$work/results.db" ] || [ -n "$(find "$1"/ -maxdepth 1 -type f -newer "$work/results.db")" ]; then
    stage "$1" "$work"
fi
if [ $how = sentences ]; then
    marked <"$work/query.sql" | sqlite3 -bail -readonly -list "$work/results.db" |
        LC_ALL=C awk -f "$root/report/number.awk" -f "$root/report/markdown.awk" -f "$root/report/sentences.awk"
else
    sqlite3 -bail -readonly -csv -header "$work/results.db" <"$work/query.sql" | tr '\016\017\022\023' '{}^=' |
        sed $'s/\025/«/g; s/\026/»/g'
fi
