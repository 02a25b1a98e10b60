#!/usr/bin/env bash
# Rewrites old names of variants in the CSV files of results: tests/rename-variants.sh FOLDER...
#
# The names are those of the table `renamed` in experiments/harness/cli/nearest.c; both go with the next version.
# Tables, figures and reports are made anew from the files (report/build.sh).
set -eu
table=$(cd "$(dirname "$0")/.." && pwd)/experiments/harness/cli/nearest.c

edits=$(sed -En 's#^ *\{"([a-z]+/[a-z0-9_]+)", "([a-z]+/[a-z0-9_]+)"\},$#s,(^|[^A-Za-z0-9_])\1([^A-Za-z0-9_]|$),\\1\2\\2,g#p' "$table")
[ -n "$edits" ] || {
    echo "rename-variants.sh: no names in $table" >&2
    exit 1
}
find "$@" -name '*.csv' ! -path '*/tables/*' -exec sed -Ei -e "$edits" {} +
