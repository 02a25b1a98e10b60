#!/bin/sh
# Installs nvcc, the CUDA runtime and cuBLAS into ./cuda from NVIDIA's wheels on PyPI, unless there is a toolkit.
#
# cuda.txt lists the wheels. Needs the network, pip, and g++, which nvcc calls; root only if these two must be installed.
# The next `make` finds ./cuda/nvidia/cu13. To use a GPU its driver is needed too, version 580 or newer for CUDA 13.
set -eu
here=${0%/*}

if nvcc=$("$here/cuda_tool.sh" nvcc 2>/dev/null); then
    echo "nothing to install: nvcc is $(readlink -f "$nvcc")"
    exit
fi
# Before 530 MB are downloaded: CUDA 13 needs driver 580 and compute capability 7.5.
if gpus=$(nvidia-smi --query-gpu=driver_version,compute_cap --format=csv,noheader 2>/dev/null); then
    echo "$gpus" | awk -F '[., ]+' '$1 < 580 || 10 * $(NF - 1) + $NF < 75 { exit 1 }' || {
        echo "error: the GPU here (driver, compute capability: $gpus) is too old for CUDA 13, which needs 580 and 7.5; install a toolkit of CUDA 12" >&2
        exit 1
    }
else
    echo 'No GPU is seen here: the next make needs WITH_CUDA=yes'
fi
{ command -v g++ && python3 -m pip --version; } >/dev/null 2>&1 || "$here/deps.sh" cuda
# An interrupted installation leaves no half of a toolkit.
rm -rf cuda.part
PIP_ROOT_USER_ACTION=ignore python3 -m pip install --quiet --no-deps --disable-pip-version-check --target cuda.part -r "$here/cuda.txt"
# The wheels have lib only; nvcc and Makefiles look into lib64.
ln -s lib cuda.part/nvidia/cu13/lib64
rm -rf cuda
mv cuda.part cuda
cuda/nvidia/cu13/bin/nvcc --version | sed -n 's/.*release \([^,]*\).*/installed CUDA \1 in .\/cuda; remove that folder to uninstall it/p'
