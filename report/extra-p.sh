#!/usr/bin/env bash
# Writes times over n and threads in Extra-P's text format, for models that go further than the scaling laws.
#
#   report/extra-p.sh WORKLOAD[:VARIANT] FILE|FOLDER... >times.txt; extrap --text times.txt
#
# WORKLOAD and VARIANT are names or globs. report/renderer/extra_p.py describes the choice of points.
. "$(dirname "$(readlink -f "$0")")/python.bash"
if [ $# -lt 2 ] || [[ $1 = -* ]]; then
    sed -En '1d; /^([^#]|$)/q; s/^# ?//p' "$0"
    [ "${1:-}" = --help ] && exit 0 || exit 2
fi
exec python3 -m renderer.extra_p "$@"
