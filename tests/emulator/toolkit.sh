#!/usr/bin/env bash
# Makes a CUDA toolkit whose devices are the CPU: tests/emulator/toolkit.sh FOLDER, then make CUDA_HOME=FOLDER.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
cxx=${CXX:-g++}
command -v "$cxx" >/dev/null || {
    echo "error: the emulated CUDA is C++, and there is no $cxx: make deps-dev" >&2
    exit 1
}
mkdir -p "$1/bin" "$1/lib64"
ln -sfn "$here" "$1/emulator"
cmp -s "$here/nvcc" "$1/bin/nvcc" || install -m 755 "$here/nvcc" "$1/bin/nvcc"
if [ ! "$1/lib64/libcudart_static.a" -nt "$here/runtime.cc" ] || [ -n "$(find "$here/include" -newer "$1/lib64/libcudart_static.a")" ]; then
    # The program and its plug-ins share one runtime, so that what one enqueues the other waits for.
    lib=$(cd "$1/lib64" && pwd)
    "$cxx" -std=c++17 -O2 -g -Wall -Wextra -fPIC -shared -I"$here/include" "$here/runtime.cc" -o "$lib/libcudart_emulated.so"
    echo "INPUT($lib/libcudart_emulated.so)" >"$lib/libcudart_static.a"
fi
