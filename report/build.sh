#!/usr/bin/env bash
# Makes tables, figures and the report from a machine's results.
#
#   report/build.sh [RESULTS]    RESULTS: a folder with samples.csv, or with those of shards, by default results/<machine>
#
#   --experiment NAME   a report of this experiment alone, without the course reports, in RESULTS/experiments/NAME
#   --only              without points of other experiments, also as baselines and ceilings
#   --beside RESULTS2   a page of two machines instead, in RESULTS/beside/<the other's name>: answers, figures of both, the ratio of every
#                       point that both measured, what differs
#
# Writes RESULTS/tables/NAME.{csv,md,tex} for each report/queries/NAME.sql, RESULTS/figures/NAME-FACET.svg for each plots/NAME.sql,
# RESULTS/summary.csv, report.md and report.html. All numbers come from the queries. Without gnuplot or pandoc the rest is made, and the
# missing tool is reported. `make install` installs it as speedup-report. FIGURES="svg png pdf" in the environment converts the figures too,
# AUTHOR and COURSE are on the title and the printed pages.
. "$(dirname "$(readlink -f "$0")")/python.bash"
[[ " ${FIGURES:=svg} " == *' svg '* && " $FIGURES " =~ ^(' '+(svg|png|pdf))+' '+$ ]] || {
    echo "report: FIGURES=$FIGURES: name svg, and png or pdf if wanted" >&2
    exit 2
}
render build "$@"
