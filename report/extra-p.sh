#!/usr/bin/env bash
# Writes times over n and threads in Extra-P's text format, for models that go further than the scaling laws.
#
#   report/extra-p.sh WORKLOAD[:VARIANT] FILE|FOLDER... >times.txt; extrap --text times.txt
#
# WORKLOAD and VARIANT are names or globs. report/renderer/extra_p.py describes the choice of points.
. "$(dirname "$(readlink -f "$0")")/python.bash"
render extra-p "$@"
