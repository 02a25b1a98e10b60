#!/bin/sh
# Probes what this machine can build, by compiling and linking small programs.
#
# common/build/detect.mk runs it with the settings in the environment: CC CFLAGS LDFLAGS WITH_OPENMP WITH_BLAS
# WITH_HWLOC WITH_MPI WITH_CUDA BLAS CUDA_HOME NVCC NVCCFLAGS CUDA_ARCH, and CONFIG_KEY, all of them together, which is
# stored with the results. It writes two files into the folder $1: config.mk, the results for make, and config.log,
# every command with its program and output. The table on stdout lists what was found and why the rest is missing. A
# missing feature ends the build if its setting is `yes`, and is left out if it is `auto`.
set -u
export LC_ALL=C

out=$1
work=$out/config
log=$out/config.log
answers=$out/config.mk.new
mkdir -p "$work" || exit 1
: >"$answers" || exit 1
date -u '+probed %Y-%m-%dT%H:%M:%SZ' >"$log"

report() {
    printf '  %-9s %-4s %s\n' "$1" "$2" "$3"
}

setting() {
    printf '%s := %s\n' "$1" "$2" >>"$answers"
}

# lacking NAME WHY: files whose head comment needs it are listed with the reason, not built.
lacking() {
    setting LACKING "\$(LACKING) $1"
    setting WITHOUT "\$(WITHOUT) --without $1 '$2'"
}

# run COMMAND: runs it; its output goes to the log and to $work/output.
run() {
    printf '\n$ %s\n' "$*" >>"$log"
    "$@" >"$work/output" 2>&1
    code=$?
    cat "$work/output" >>"$log"
    [ "$code" -eq 0 ] || printf '(exit %s)\n' "$code" >>"$log"
    return "$code"
}

# The first line of the last failure that looks like a reason.
reason() {
    line=$(grep -m 1 -E 'error|not found|No such file|undefined reference' "$work/output" ||
        head -n 1 "$work/output")
    [ -n "$line" ] || line='no output'
    printf '%s' "$line" | sed -e "s|$work/||g" -e 's/^[^ ]*:[0-9]*:[0-9]*: //' -e 's|^/[^ ]*/||' | cut -c 1-120
}

# program NAME: writes stdin to $work/NAME. Programs are compiled and linked, not run: they may be another machine's.
program() {
    cat >"$work/$1"
    printf '\n--- %s\n' "$1" >>"$log"
    cat "$work/$1" >>"$log"
}

# try SOURCE OPTIONS: compiles and links it.
try() {
    source=$1
    shift
    # shellcheck disable=SC2086  # CC, CFLAGS and LDFLAGS are lists of words
    run $CC -std=gnu11 $CFLAGS "$work/$source" -o "$work/${source%.*}" "$@" $LDFLAGS
}

stop() {
    rm -f "$answers"
    printf 'error: %s\n' "$1" >&2
    printf 'The commands and what they printed are in %s\n' "$log" >&2
    exit 1
}

# enabled NAME SETTING CONSEQUENCE: begins the probe of a feature, with what follows if it is missing. True unless the
# setting is no; values other than auto, yes, no are rejected.
enabled() {
    feature=$1 wanted=$2 consequence=$3
    row=$(printf '%s' "$feature" | tr '[:upper:]' '[:lower:]')
    case $wanted in
    auto | yes) ;;
    no) absent "WITH_$feature=no" '' "WITH_$feature=no" ;;
    *) stop "WITH_$feature=$wanted: the choices are auto, yes and no" ;;
    esac
}

# absent WHY REMEDY [LISTED]: reports that the feature is missing, and fails; ends the build if it is required. LISTED:
# why for the list of variants, which has no room for details.
absent() {
    report "$row" no "$1: $consequence"
    lacking "$feature" "${3:-no $feature}"
    [ "$wanted" != yes ] || stop "$feature is required, but $1. $2"
    return 1
}

probe_compiler() {
    program compiler.c <<'EOF'
int main(void) { return 0; }
EOF
    try compiler.c || stop "'$CC' cannot build a program: $(reason). Install one (make deps) or set CC."
    version=$(echo __VERSION__ | $CC -E -P -x c - | tr -d '"')
    case $version in
    *[Cc]lang*) ;;
    *) version="gcc $version" ;;
    esac
    report compiler yes "$CC ($version)"
    setting COMPILER "$version"
    case $($CC -dumpmachine) in
    x86_64-*linux*) probe_targets ;;
    *) lacking x86-64 'no x86-64' ;;
    esac
}

# Instructions that head comments name ("Target: amx-int8") and that the compiler has to know.
probe_targets() {
    for target in $(sed -n 's/^ \* Target: \([^ ]*\).*/\1/p' cpu/*/*.c | sort -u); do
        program target.c <<EOF
__attribute__((target("$target"))) int main(void) { return 0; }
EOF
        try target.c -Werror && continue
        report "$target" no "$version does not know it: the variants that use it are listed, not built"
        lacking "$target" "$version does not know $target"
    done
}

# Options that not every compiler supports. Without loop interchange and unroll-and-jam a variant keeps the loop order
# of its source.
probe_options() {
    known=
    for option in -march=native -mcpu=native; do
        try compiler.c -Werror "$option" && known=$option && break
    done
    setting NATIVE "$known"
    known=
    # No absolute path in the program, so that two checkouts give one build id.
    map="-ffile-prefix-map=$PWD=."
    for option in -fno-loop-interchange -fno-loop-unroll-and-jam "$map" -Wl,--build-id=sha1; do
        case $option in *' '*) continue ;; esac
        try compiler.c -Werror "$option" && known="$known $option"
    done
    setting KNOWN_OPTIONS "${known# }"
}

# probe_flag SETTING OPTION REMEDY: builds the program of the present feature with the option, which becomes the setting.
probe_flag() {
    if try "$row.c" "$2"; then
        report "$row" yes "$2"
        setting "$1" "$2"
    else
        absent "$(reason)" "$3"
    fi
}

probe_openmp() {
    enabled OPENMP "$WITH_OPENMP" "every variant runs on one thread" || return
    program openmp.c <<'EOF'
#include <omp.h>
int main(void) { return omp_get_max_threads() < 1; }
EOF
    probe_flag OPENMP_FLAGS -fopenmp "Install OpenMP for $CC (gcc brings libgomp, clang needs libomp-dev)."
}

# blas_program HEADER EXPRESSION [PREFIX]: writes a program with a product, and an expression of the library that is not 0.
blas_program() {
    program "$candidate.c" <<EOF
#include "$1"
$([ "$1" != blis.h ] || echo '#include <cblas.h>')
int main(void)
{
    float a = 2, b = 3, c = 0;
    ${3:-}cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, 1, 1, 1, 1, &a, 1, &b, 1, 0, &c, 1);
    return c != 6 || ($2) == 0;
}
EOF
}

# try_blas NAME LIBS: with the header in the compiler's search path, or in the folder of Debian's package.
try_blas() {
    name=$1
    shift
    # shellcheck disable=SC2086
    multiarch=$($CC -print-multiarch 2>/dev/null)
    for folder in "" "$name-pthread" "$name-openmp" "$name-serial" "$name"; do
        include=
        if [ -n "$folder" ]; then
            include=/usr/include/$multiarch/$folder
            [ -d "$include" ] || include=/usr/include/$folder
            [ -d "$include" ] || continue
        fi
        if try "$name.c" ${include:+-I"$include"} "$@"; then
            report blas yes "$name ($*)"
            setting BLAS_FOUND "$name"
            setting BLAS_LIBS "$*"
            # The program opens it when a point needs it: by its name, or in the wheel's folder.
            setting BLAS_LIBRARY "$(readelf -d "$work/$name" | awk -F '[][]' -v folder="${wheel:+$wheel/lib/}" '
                /NEEDED.*lib(scipy_)?(openblas|blis|mkl)/ { print folder $2; exit }')"
            return 0
        fi
    done
    return 1
}

probe_blas() {
    enabled BLAS "$WITH_BLAS" "the library variants are left out" || return
    case $BLAS in
    auto) candidates='openblas blis mkl' ;;
    openblas | blis | mkl | scipy) candidates=$BLAS ;;
    *) stop "BLAS=$BLAS: the choices are auto, openblas, blis, mkl and scipy" ;;
    esac
    for candidate in $candidates; do
        wheel=
        libs="-l$candidate"
        case $candidate in
        openblas) blas_program cblas.h "cblas_somatcopy(CblasRowMajor, CblasTrans, 1, 1, 1, &a, 1, &b, 1), openblas_get_config()" ;;
        blis) blas_program blis.h "bli_info_get_version_str()" ;;
        mkl) # installed, or the wheels mkl and mkl-include
            wheel=$(python3 -c 'import sys; print(sys.prefix)' 2>/dev/null)
            [ -e "$wheel/lib/libmkl_rt.so.3" ] || wheel=
            blas_program "${wheel:+$wheel/include/}mkl.h" 1
            libs=${wheel:+$wheel/lib/libmkl_rt.so.3}
            libs=${libs:--lmkl_rt -lpthread -lm -ldl}
            ;;
        scipy) # the wheel scipy-openblas32
            wheel=$(python3 -c 'import scipy_openblas32 as wheel; print(wheel.get_lib_dir())' 2>/dev/null) ||
                stop "BLAS=scipy: python3 has no module scipy_openblas32; run pip install scipy-openblas32"
            wheel=${wheel%/lib}
            blas_program "$wheel/include/cblas.h" "scipy_openblas_get_config()" scipy_
            libs="-L$wheel/lib -Wl,-rpath,$wheel/lib -lscipy_openblas"
            ;;
        esac
        # shellcheck disable=SC2086
        try_blas "$candidate" $libs && return
    done
    why=$(reason)
    # BLAS= requires the named library, whatever WITH_BLAS is.
    [ "$BLAS" = auto ] || stop "BLAS=$BLAS does not build: $why. Install it or leave BLAS out."
    absent "none of $candidates builds ($why)" "Install libopenblas-dev (make deps)."
}

probe_hwloc() {
    enabled HWLOC "$WITH_HWLOC" "the topology is read from /sys" || return
    program hwloc.c <<'EOF'
#include <hwloc.h>
int main(void) { hwloc_topology_t topology; return hwloc_topology_init(&topology); }
EOF
    ! probe_flag HWLOC_LIBS -lhwloc "Install libhwloc-dev (make deps)." || setting HWLOC_FLAGS -DHAVE_HWLOC=1
}

# The options that MPI's compiler wrapper adds, into $mpi_flags and $mpi_libs. Open MPI prints them with --showme, MPICH
# and derivatives with -show. MPI's headers count as system headers, whose warnings are suppressed.
mpi_options() {
    mpi_flags=$(mpicc --showme:compile 2>>"$log") && mpi_libs=$(mpicc --showme:link 2>>"$log") || {
        all=$(mpicc -show 2>>"$log") || return 1
        mpi_flags=$(printf '%s\n' "$all" | tr ' ' '\n' | grep -E '^-[ID]' | tr '\n' ' ')
        mpi_libs=$(printf '%s\n' "$all" | tr ' ' '\n' | grep -E '^-[lL]|^-Wl,' | tr '\n' ' ')
    }
    mpi_flags=$(printf '%s' "$mpi_flags" | sed 's/-I/-isystem/g')
}

probe_mpi() {
    enabled MPI "$WITH_MPI" "the variants of several processes are listed, not built" || return 1
    program mpi.c <<'EOF'
#include <mpi.h>
int main(int argc, char **argv) { return MPI_Init(&argc, &argv) || MPI_Finalize(); }
EOF
    command -v mpicc >/dev/null 2>&1 ||
        absent "no mpicc" "Install libopenmpi-dev and openmpi-bin (make deps), or load your cluster's MPI." || return
    # shellcheck disable=SC2086
    mpi_options && try mpi.c $mpi_flags $mpi_libs ||
        absent "$(reason)" "Fix the flags that mpicc reports, or put another mpicc in PATH." || return
    report mpi yes "mpicc ($mpi_libs)"
    setting MPI_FLAGS "$mpi_flags"
    setting MPI_LIBS "$mpi_libs"
}

# ScaLAPACK: the reference library for products over processes.
probe_scalapack() {
    program scalapack.c <<'EOF'
void Cblacs_gridinfo(), psgemm_();
int main(void) { Cblacs_gridinfo(); psgemm_(); }
EOF
    for library in -lscalapack-openmpi -lscalapack-mpich -lscalapack; do
        # shellcheck disable=SC2086
        if try scalapack.c "$library" $mpi_libs; then
            report scalapack yes "$library"
            setting SCALAPACK_LIBS "$library"
            return
        fi
    done
    report scalapack no "$(reason): its variant is listed, not built"
    return 1
}

probe_cmocka() {
    program cmocka.c <<'EOF'
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* cmocka.h needs those four before it. */
#include <cmocka.h>
int main(void) { assert_true(1); }
EOF
    if try cmocka.c -lcmocka; then
        report cmocka yes "-lcmocka, for the unit tests"
        setting CMOCKA_LIBS -lcmocka
    else
        report cmocka no "$(reason); \`make check\` needs it (make deps)"
    fi
}

probe_compiler
probe_options
probe_openmp
probe_blas
probe_hwloc
# shellcheck disable=SC2015  # without MPI or without it
probe_mpi && probe_scalapack || lacking ScaLAPACK 'no ScaLAPACK'
. "${0%/*}/detect_cuda.sh"
probe_cuda
probe_cmocka
rm -rf "$work"
mv "$answers" "$out/config.mk" && printf '%s\n' "$CONFIG_KEY" >"$out/config.key"
