#!/bin/sh
# Is the object of a variant one that changes nothing but itself?
#
#   check_object.sh OBJECT SOURCE
#
# All objects are linked into one executable. A function that a variant's file defines for all of it (memcmp, read, index,
# random) takes the place of the C library's, in the verifier too; a constructor runs before main. So only symbols
# variant_* may be global, and no function may run by itself. Objects of nvcc have one constructor, which registers their
# kernels, and symbols of C++, which no C function has; clang's names of OpenMP locks begin with a dot, as no C name does.
set -eu
export LC_ALL=C

object=$1
source=$2
case $source in
*.cu) cuda=1 allowed='variant_|__gnu_lto_|\.|_Z|DW\.ref\.' ;;
*) cuda=0 allowed='variant_|__gnu_lto_|\.' ;;
esac

names=$(nm -g --defined-only "$object" | awk 'NF >= 2 { print $NF }' | grep -vE "^($allowed)" | sort -u | paste -sd, - |
    sed 's/,/, /g')
[ -z "$names" ] || {
    echo "error: $source defines $names for the whole program; declare it static (only variant_... may be global)" >&2
    exit 1
}

readelf -SW "$object" | awk -v cuda="$cuda" -v source="$source" '
    {
        sub(/^ *\[ *[0-9]+\] */, "")
    }
    $1 ~ /^\.(preinit_array|init_array|ctors|init)(\.|$)/ {
        bad = bad || !(cuda && $1 == ".init_array" && $5 ~ /^0*[48]$/)
    }
    END {
        if (bad) {
            printf "error: %s has a constructor, which runs before main; move that into run() or the hook open\n", source
            exit 1
        }
    }' >&2
