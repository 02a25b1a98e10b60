#!/usr/bin/env bash
# Runs one query of the report on a machine's results.
#
#   report/query.sh RESULTS < report/queries/thread-scaling.sql   rows as CSV
#   report/query.sh RESULTS --say NAME                            the sentences of report/templates/sentences/NAME.md
#
# RESULTS is a folder with samples.csv; with --beside RESULTS2 the tables are of two machines. The heads of report/model/*.sql list the tables.
. "$(dirname "$(readlink -f "$0")")/python.bash"
render query "$@"
