#!/usr/bin/env bats
# What the build finds out about a machine: GPUs, compilers, rights; and what Python and SQLite the report takes.

load helpers

# probe SETTING...: the probes with these settings; nvcc is a fake that knows 75 and 90 and compiles with cc.
probe() {
    executable bin/nvcc 'case $* in
    --version) echo "release ${NVCC_RELEASE:-12.4}, V12" ;;
    --list-gpu-code) printf "sm_75\nsm_90\n" ;;
    *) while [ "$1" != -o ]; do shift; done
        echo "int probe(void) { return 0; }" | cc -x c -c - -o "$2" ;;
    esac'
    [ -e cpu ] || ln -s "$root/cpu" cpu # head comments name what files need
    : >libcudart_static.a
    : >libstdc++.a
    run env PATH="$PWD/bin:$PATH" CC=cc CFLAGS= LDFLAGS="-L$PWD -Wl,--unresolved-symbols=ignore-all" BLAS=auto CUDA_HOME= NVCC= NVCCFLAGS= CUDA_ARCH=auto CONFIG_KEY= \
        WITH_OPENMP=no WITH_BLAS=no WITH_HWLOC=no WITH_MPI=no WITH_CUDA=auto "$@" "$root/common/build/detect.sh" config
    row=$(grep '^  cuda' <<<"$output")
}

@test "the GPU part is built where a GPU is, for it, and elsewhere if it is asked for" {
    install -D /dev/null cpu/none/needs_nothing.c
    executable bin/nvidia-smi 'exit 9'
    probe
    [[ "$row" == *'no GPU here; WITH_CUDA=yes builds it'* ]]
    grep -q 'CUDA_REASON := not built: no GPU here' config/config.mk
    probe WITH_CUDA=yes
    [[ "$row" == *'nvcc 12.4 for 75 90, as no GPU is here'* ]]
    executable bin/nvidia-smi 'printf "9.0\n9.0\n"'
    probe
    [[ "$row" == *'nvcc 12.4 for 90, the GPU here'* ]]
    executable bin/nvidia-smi 'echo 12.0'
    probe
    [[ "$row" == *'for 90, whose PTX serves the newer GPU here (120)'* ]]
    grep -q 'arch=compute_90,code=compute_90' config/config.mk
    executable bin/nvidia-smi 'echo 6.1'
    probe
    [[ "$row" == *'nvcc 12.4 has no architecture 61'*'CUDA 12 still has 50 to 72'* ]]
    executable bin/nvidia-smi 'case $1 in --list-gpus) echo "GPU 0: Tesla" ;; *) echo "compute_cap is no field"; exit 2 ;; esac' # an old driver
    probe
    [[ "$row" == *'as nvidia-smi does not say which GPU is here'* ]]
    executable bin/nvidia-smi 'echo 9.0'
    NVCC_RELEASE=11.5 probe
    [[ "$row" == *'nvcc 11.5 is older than 11.8'* ]]
}

@test "a file whose instructions the compiler does not know is not built, and the table says so" {
    [ "$(uname -m)" = x86_64 ] || skip 'these instructions are of x86-64'
    executable bin/old 'for word; do case $word in */target.c) ! grep -q amx-int8 "$word" || exit 1 ;; esac; done; exec cc "$@"'
    probe CC=old
    [ "$status" -eq 0 ]
    [[ "$output" == *'amx-int8  no   '*' does not know it: the variants that use it are listed, not built'* ]]
    grep -q "WITHOUT := .*--without amx-int8 'gcc .* does not know amx-int8'" config/config.mk
}

@test "without root make deps names what it cannot install, and goes on" {
    executable bin/id 'echo 1000'
    executable bin/sudo 'exit 1'
    executable bin/apt-get 'exit 1'
    executable bin/dpkg-query 'exit 1'
    executable bin/python3 'exit 1'
    run -0 env PATH="$PWD/bin:$PATH" "$root/common/build/deps.sh" run
    [[ "$output" == *'Only root can install packages'*' gnuplot-nox '* ]]
    [[ "$output" == *'python3 with venv is missing'*'apt-get install python3-venv'* ]]
}

@test "an older SQLite is refused with the remedy" {
    needs /usr/bin/python3
    printf 'sqlite_version_info = (3, 31, 1)\nsqlite_version = "3.31.1"\nclass Error(Exception):\n    pass\n' >sqlite3.py
    run -1 env PYTHONPATH="$PWD:$root/report" /usr/bin/python3 -m renderer build results
    [ "$output" = 'report: Python has SQLite 3.31.1, and the report needs 3.34 or newer: pip install pysqlite3-binary' ]
}
