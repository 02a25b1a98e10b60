#!/usr/bin/env bash
# The names that a program takes from libraries, as C in which each of them ends the process:
# common/build/traps.sh PROGRAM -lNAME...
#
# So the objects of PROGRAM can be linked without these libraries, where nothing calls them.
set -euo pipefail

program=$1
shift
libraries=()
for word; do
    case $word in
    -l*) libraries+=(-e "/lib${word#-l}\\.") ;;
    esac
done
taken() { nm -D "$1" | sed -E 's/@.*//; s/.* //' | sort -u; }
mapfile -t files < <(ldd "$program" | grep "${libraries[@]}" | sed -E 's/.* => (.*) \(.*/\1/')
echo "/* Made by common/build/traps.sh. */"
for file in "${files[@]}"; do
    comm -12 <(taken "$program") <(nm -D --defined-only "$file" | sed -E 's/@.*//; s/.* //' | sort -u)
done | sort -u | sed -E '/^_/d; s/.*/void &(void) { __builtin_trap(); }/'
