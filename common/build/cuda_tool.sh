#!/bin/sh
# Prints the path of a tool of the CUDA Toolkit (ncu, compute-sanitizer), which need not be in PATH.
#
#   cuda_tool.sh NAME
#
# Searches PATH, the folder of the nvcc in NVCC or PATH, CUDA_HOME, the default folders of installers, and that of
# `make deps-cuda`. Exits with 1 and a message if the tool is missing.
nvcc=$(command -v "${NVCC:-nvcc}") && beside=$(dirname "$(readlink -f "$nvcc")")/
for folder in '' "${beside:-}" "${CUDA_HOME:+$CUDA_HOME/bin/}" \
    /usr/local/cuda/bin/ /opt/cuda/bin/ "$(cd "${0%/*}/../.." && pwd)/cuda/nvidia/cu13/bin/"; do
    command -v "$folder$1" && exit
done
echo "$1, of the CUDA Toolkit, is missing: put it in PATH or set CUDA_HOME" >&2
exit 1
