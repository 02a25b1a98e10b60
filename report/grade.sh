#!/usr/bin/env bash
# `speedup grade` calls this: grade.sh PROGRAM OUT anonymous|'' ASSIGNMENT SUBMISSION...
. "$(dirname "$(readlink -f "$0")")/python.bash"
render grade "$@"
