# shellcheck shell=sh disable=SC2034,SC2154  # a part of detect.sh, which sets $work, $log and the settings
# Probes CUDA: nvcc, linking of its objects, and architectures.

# The toolkit's compiler: NVCC, in CUDA_HOME, or where its tools are searched.
find_nvcc() {
    if [ -n "$NVCC" ]; then
        command -v "$NVCC"
    elif [ -n "$CUDA_HOME" ]; then
        command -v "$CUDA_HOME/bin/nvcc"
    else
        "${0%/*}/cuda_tool.sh" nvcc 2>/dev/null
    fi
}

# The compute capabilities of the GPUs of this machine, in nvcc's notation: "90"; "unknown" where nvidia-smi, of an old
# driver or missing, does not say them.
gpus_here() {
    if run nvidia-smi --query-gpu=compute_cap --format=csv,noheader && grep -qE '^[0-9]+\.[0-9]+$' "$work/output"; then
        tr -d . <"$work/output" | sort -un | tr '\n' ' '
    elif run nvidia-smi --list-gpus && grep -q '^GPU ' "$work/output" || ls /dev/nvidia[0-9]* >/dev/null 2>&1; then
        echo unknown
    fi
}

# Architectures of CUDA_ARCH=all; PTX of the newest serves newer GPUs.
every_arch='75 80 86 89 90'

# Selects the architectures to compile for that this nvcc supports, into $arch; the others go into $skipped. A GPU that is
# newer than nvcc is served by PTX of the newest.
choose_arch() {
    known=$("$nvcc" --list-gpu-code 2>>"$log" | sed -n 's/^sm_//p' | sort -n | sed 's/^/ /' | tr -d '\n')
    requested=$CUDA_ARCH because=
    case $CUDA_ARCH.$here in
    auto.) requested=$every_arch because=', as no GPU is here' ;;
    auto.unknown) requested=$every_arch because=', as nvidia-smi does not say which GPU is here' ;;
    auto.*) requested=$here because=', the GPU here' ;;
    all.*) requested=$every_arch ;;
    esac
    arch='' skipped=''
    for one in $requested; do
        case "$known " in
        *" ${one%[a-z]} "*) arch="$arch $one" ;; # 90a is a kind of 90
        *)
            if [ "$CUDA_ARCH" = auto ] && [ "$one" -gt "${known##* }" ]; then
                arch="$arch ${known##* }" because=", whose PTX serves the newer GPU here ($one)"
            else
                skipped="$skipped $one"
            fi
            ;;
        esac
    done
    arch=${arch# }
    skipped=${skipped# }
}

# Options of nvcc for $arch, into $options. PTX of the newest is included, from which a driver compiles for newer GPUs; 90a
# and its like are neither older nor newer than 90.
arch_options() {
    options='' newest=''
    for one in $(printf '%s\n' "$arch" | tr ' ' '\n' | sort -n); do
        options="$options -gencode arch=compute_$one,code=sm_$one"
        case $one in *[a-z]) ;; *) newest=compute_$one ;; esac
    done
    options="$options${newest:+ -gencode arch=$newest,code=$newest}"
}

# Option of nvcc for features of sm_90a, into $hopper: if sm_90 is among the architectures and the compiler supports
# sm_90a (CUDA 12 and later).
hopper_option() {
    hopper="-gencode arch=compute_90a,code=sm_90a"
    # shellcheck disable=SC2086
    case " $arch " in
    *" 90 "* | *" 90a "*) run "$nvcc" $NVCCFLAGS $hopper -c "$work/cuda.cu" -o "$work/cuda.o" || hopper= ;;
    *) hopper= ;;
    esac
    [ -n "$hopper" ] || lacking sm_90a 'needs sm_90a (CUDA 12, CUDA_ARCH=90)'
}

# Links the static runtime, so that the program starts on machines without the toolkit. cuBLAS is loaded when a variant
# needs it; the run path holds its folder at build time.
link_cuda() {
    program cuda.cu <<'EOF'
#include <cublas_v2.h>
__global__ void nothing(void) {}
int main()
{
    nothing<<<1, 1>>>();
    return cudaGetLastError() != cudaSuccess || CUBLAS_STATUS_SUCCESS != 0;
}
EOF
    first=${arch%% *}
    # shellcheck disable=SC2086
    run "$nvcc" $NVCCFLAGS -gencode "arch=compute_$first,code=sm_$first" -c "$work/cuda.cu" -o "$work/cuda.o" || return 1
    home=$(dirname "$(dirname "$(readlink -f "$nvcc")")")
    for folder in "$home/lib64" "$home/targets/$(uname -m)-linux/lib" ""; do
        [ -z "$folder" ] || [ -d "$folder" ] || continue
        libs="${folder:+-L$folder -Wl,-rpath,$folder }-lcudart_static -lstdc++ -lpthread -ldl -lrt"
        # shellcheck disable=SC2086
        run $CC $CFLAGS "$work/cuda.o" -o "$work/cuda" $libs $LDFLAGS && return 0
    done
    return 1
}

# without_cuda WHY DETAILS REMEDY: WHY is for the list of variants too.
without_cuda() {
    setting CUDA_REASON "not built: $1"
    absent "$1$2" "$3" "$1"
}

probe_cuda() {
    [ "$WITH_CUDA" != no ] || setting CUDA_REASON 'not built: WITH_CUDA=no'
    enabled CUDA "$WITH_CUDA" "the GPU variants are listed, not built" || return
    # Naming a compiler or an architecture requires CUDA.
    [ "$NVCC$CUDA_ARCH" = auto ] || wanted=yes
    here=$(gpus_here)
    [ -n "$here" ] || [ "$wanted" != auto ] ||
        without_cuda "no GPU here" "; WITH_CUDA=yes builds it (for a cluster's compute nodes: all architectures)" "" || return
    nvcc=$(find_nvcc) || without_cuda "no nvcc${CUDA_HOME:+ in CUDA_HOME=$CUDA_HOME}" "" \
        "Install the CUDA Toolkit (make deps-cuda), or name it with CUDA_HOME or NVCC." || return
    nvcc_version=$("$nvcc" --version | sed -n 's/.*release \([0-9.]*\).*/\1/p')
    case $nvcc_version in
    [0-9].* | 10.* | 11.[0-7])
        without_cuda "nvcc $nvcc_version is older than 11.8" "" "Name a newer toolkit with CUDA_HOME." || return ;;
    esac
    choose_arch
    case $CUDA_ARCH in
    auto | all) required= ;;
    *) required=$skipped ;;
    esac
    [ -n "$arch" ] && [ -z "$required" ] || without_cuda "nvcc $nvcc_version has no architecture ${skipped:-$CUDA_ARCH}" \
        " (it has$known; CUDA 12 still has 50 to 72: name its toolkit with CUDA_HOME)" "Set CUDA_ARCH to some of them." || return
    link_cuda ||
        without_cuda "nvcc does not build here" " ($(reason))" "Fix the toolkit, or name another with CUDA_HOME." || return
    arch_options
    hopper_option
    report cuda yes "nvcc $nvcc_version for $arch$because${skipped:+ (it has no $skipped)}"
    setting HAVE_CUDA yes
    setting NVCC_FOUND "$nvcc"
    setting NVCC_VERSION "$nvcc_version"
    setting CUDA_OPTIONS "${options# }"
    setting CUDA_HOPPER "$hopper"
    setting CUDA_LIBS "$libs"
}
