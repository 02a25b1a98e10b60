#!/usr/bin/env bash
# The names that a program takes from libraries, as C in which each of them says so and ends the process:
# common/build/traps.sh PROGRAM -lNAME...
#
# So the objects of PROGRAM can be linked without these libraries, where nothing should call them.
set -euo pipefail

program=$1
shift
libraries=()
for word; do
    case $word in
    -l*) libraries+=(-e "/lib${word#-l}\\.") ;;
    esac
done

# The dynamic symbols of FILE, without versions.
symbols() { nm -D "$@" | sed -E 's/@.*//; s/.* //' | sort -u; }

cat <<'EOT'
/* Made by common/build/traps.sh. */
#include <stdio.h>
#include <stdlib.h>

static void end(const char *name)
{
    fprintf(stderr, "speedup: %s was called by what is no rank, and is not linked with the library\n", name);
    abort();
}

EOT
mapfile -t files < <(ldd "$program" | grep "${libraries[@]}" | sed -E 's/.* => (.*) \(.*/\1/')
for file in "${files[@]}"; do
    comm -12 <(symbols "$program") <(symbols --defined-only "$file")
done | sort -u | sed -E '/^_/d; s/.*/void &(void) { end("&"); }/'
