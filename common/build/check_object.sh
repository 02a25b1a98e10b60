#!/bin/sh
# Is the object of a variant one that changes nothing but itself?
#
#   check_object.sh OBJECT SOURCE
#
# All objects are linked into one program. A function that a variant's file defines for all of it (memcmp, read, index,
# random) takes the place of the C library's, in the verifier too; a constructor runs before main. So only symbols
# variant_* may be global, and no function may run by itself. Objects of nvcc have one constructor, which registers their
# kernels, and symbols of C++, which no C function has; clang's names of OpenMP locks begin with a dot, as no C name does.
set -eu
export LC_ALL=C

object=$1
source=$2
case $source in
*.cu) cuda=1 ;;
*) cuda=0 ;;
esac

nm -g --defined-only "$object" | awk -v cuda="$cuda" -v source="$source" '
    NF >= 2 {
        name = $NF
        if (name !~ /^(variant_|__gnu_lto_|\.)/ && !(cuda && name ~ /^(_Z|DW\.ref\.)/) && !(name in seen)) {
            seen[name] = 1
            names = names (names == "" ? "" : ", ") name
        }
    }
    END {
        if (names != "") {
            printf "error: %s defines %s for the whole program; declare it static (only variant_... may be global)\n", source, names
            exit 1
        }
    }' >&2

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
