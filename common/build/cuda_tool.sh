#!/bin/sh
# Prints where a tool of the CUDA Toolkit is (ncu, compute-sanitizer), which need not be in PATH.
#
#   cuda_tool.sh NAME
#
# Looks in PATH, beside the nvcc that NVCC names or PATH has, in CUDA_HOME, and where installers put the
# toolkit. 1, and a line that says so, when it is nowhere.
nvcc=$(command -v "${NVCC:-nvcc}") && beside=$(dirname "$(readlink -f "$nvcc")")/
for folder in '' "${beside:-}" "${CUDA_HOME:+$CUDA_HOME/bin/}" \
    /usr/local/cuda/bin/ /opt/cuda/bin/; do
    command -v "$folder$1" && exit
done
echo "$1, of the CUDA Toolkit, is missing: put it in PATH or set CUDA_HOME" >&2
exit 1
