#!/usr/bin/env bash
# Puts rows of the reference's table `performance` into the README, between its two marks: report/performance.sh [--check]
#
# The rows: per workload and type, on all threads and on the GPU, the fastest variant and the fastest one that has a
# share of a ceiling. --check changes nothing and exits 1 if the README differs.
set -euo pipefail
cd "$(dirname "$0")/.."
table=report/reference/h200/tables/performance.md

made=$(awk -F ' *[|] *' -v table="$table" '
    function consider(work, cell, line) {
        if (cell[4] != on[work]) { # threads increase down the table: more of them replace fewer
            on[work] = cell[4]
            fastest[work] = 0
        }
        if (cell[7] + 0 > fastest[work]) {
            fastest[work] = cell[7] + 0
            best[work] = line
        }
    }
    function print_table(    line, cell, count, text, work, kept) {
        while ((getline text[++count] < table) > 0) {
            split(text[count], cell)
            work = cell[2] FS cell[3] FS (cell[4] == "GPU")
            kept[count] = cell[7] !~ /^[0-9]/ # not a row
            if (!kept[count]) {
                consider(work, cell, count)
                if (cell[12] != "") consider(work FS "bounded", cell, count)
            }
        }
        for (work in best) kept[best[work]] = 1
        for (line = 1; line < count; line++) if (kept[line]) print text[line]
    }
    /^<!-- performance: / { print; print ""; print_table(); print ""; skipped = 1 }
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
