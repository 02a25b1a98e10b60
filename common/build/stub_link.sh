#!/usr/bin/env bash
# Links a program without some libraries of its objects: CC=... common/build/stub_link.sh PROGRAM COMMAND...
#
# COMMAND links it, without -o PROGRAM. Undefined symbols of MPI and ScaLAPACK become stub functions, compiled by $CC,
# that print a message and abort; others are an error. Repeated until none is undefined, as linkers report some of them
# at a time.
set -euo pipefail

program=$1
shift
names='' messages=''
while :; do
    cat >"$program-traps.c" <<'EOT'
/* Made by common/build/stub_link.sh. */
#include <stdio.h>
#include <stdlib.h>

static void end(const char *name)
{
    fprintf(stderr, "speedup: %s was called outside an MPI process; this program is not linked with its library\n", name);
    abort();
}

EOT
    for name in $names; do
        printf 'void %s(void) { end("%s"); }\n' "$name" "$name" >>"$program-traps.c"
    done
    $CC -fno-lto -g0 -w -c "$program-traps.c" -o "$program-traps.o"
    messages=$(LC_ALL=C "$@" "$program-traps.o" -o "$program" 2>&1) && break
    undefined=$(sed -nE "s/.*undefined (reference to|symbol:) [\`'\"]?([A-Za-z_0-9]+).*/\2/p" <<<"$messages" | sort -u)
    others=$(grep -vxE '(P?MPI[XRU]?_.*|ompi_.*|C?(sys2)?blacs_.*|p[sd]gemm_|numroc_|descinit_)?' <<<"$undefined") && {
        printf '%s\n' "$messages" >&2
        echo "error: the program is linked with no library that has ${others//$'\n'/, }: find functions of BLAS by blas_function (cpu/blas.h), and give another library to a plug-in, by LDLIBS=-lNAME speedup build FILE" >&2
        exit 1
    }
    union=$(sort -u <<<"$names"$'\n'"$undefined" | sed '/^$/d')
    [ "$union" != "$names" ] || {
        printf '%s\n' "$messages" >&2
        exit 1
    }
    names=$union
done
[ -z "$messages" ] || printf '%s\n' "$messages" >&2
