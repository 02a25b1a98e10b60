#!/usr/bin/env bash
# Puts the reference's table `performance` into the README, between its two marks: report/performance.sh [--check]
#
# --check changes nothing and exits 1 if the README has another table.
set -euo pipefail
cd "$(dirname "$0")/.."
table=report/reference/h200/tables/performance.md

made=$(awk -v table="$table" '
    /^<!-- performance: / { print; print ""; while ((getline line < table) > 0) print line; print ""; skipped = 1 }
    /^<!-- end of performance -->$/ { skipped = 0; ended = 1 }
    !skipped { print }
    END { exit !ended }' README.md) || {
    echo "report/performance.sh: README.md lacks the marks <!-- performance: ... --> and <!-- end of performance -->" >&2
    exit 1
}
if [ "${1-}" = --check ]; then
    diff -u README.md - <<<"$made"
else
    printf '%s\n' "$made" >README.md
fi
