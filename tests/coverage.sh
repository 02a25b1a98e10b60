#!/usr/bin/env bash
# Prints test coverage per source file, lowest first: tests/coverage.sh BUILD. Needs a build with --coverage whose tests
# have run.
set -eu
cd "$(dirname "$0")/.."

build=$1
find "$build/obj" -name '*.gcda' -print0 | LC_ALL=C xargs -0 gcov -n 2>/dev/null | awk '
    /^File / {
        file = $2
        gsub(/\047/, "", file)
        sub(/^\.\//, "", file)
    }
    /^Lines executed:/ && file ~ /^(common|cpu|experiments)\/.*\.[ch]$/ {
        split($2, share, /[:%]/)
        # A header is reported once per including file; the best one counts.
        if (!(file in lines) || share[2] > covered[file]) {
            covered[file] = share[2]
            lines[file] = $4
        }
        file = ""
    }
    END {
        for (file in lines) {
            printf "%6.1f %%  %5d lines  %s\n", covered[file], lines[file], file
            all += lines[file]
            hit += lines[file] * covered[file] / 100
        }
        printf "%6.1f %%  %5d lines  together\n", (all > 0 ? 100 * hit / all : 0), all
    }' | sort -n
