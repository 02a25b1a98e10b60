#!/bin/sh
# Installs missing packages for building, measuring, reporting and testing.
#
#   deps.sh [run] [develop] [cuda]
#
# run: for `make`, `make study` and `make check`. develop: for the other targets (clang for asan and tsan builds,
# linters, LaTeX and a locale with a decimal comma to test tables, a browser for the page, Slurm, pip for the wheel,
# a cross compiler for Arm and its emulation). cuda: for `make deps-cuda`. Silent if nothing is missing.
# On other systems than Debian and Ubuntu, and without root, it prints what to install, and puts what the report needs
# into ./venv (deps_user.sh). Only a missing C compiler is an error: with it alone everything is measured.
set -eu

run='gcc libc6-dev make gnuplot-nox sqlite3 python3-jinja2 libhwloc-dev libopenblas-dev openmpi-bin libopenmpi-dev pandoc librsvg2-bin valgrind libcmocka-dev bats procps'
develop='g++ libscalapack-openmpi-dev clang libomp-dev llvm clang-format clang-tidy cppcheck shellcheck locales texlive-latex-base texlive-latex-recommended texlive-latex-extra chromium poppler-utils slurmctld slurmd slurm-client munge iproute2 python3-pip python3-venv strace gcc-aarch64-linux-gnu libc6-dev-arm64-cross qemu-user'

# nvcc needs a C++ compiler.
if [ "${WITH_CUDA:-}" != no ] && "${0%/*}/cuda_tool.sh" nvcc >/dev/null 2>&1; then
    run="$run g++"
fi

packages=
for set in "$@"; do
    case $set in
    run) packages="$packages $run" ;;
    develop) packages="$packages $develop" ;;
    cuda) packages="$packages g++ python3-pip" ;;
    *)
        echo "usage: deps.sh [run] [develop] [cuda]" >&2
        exit 2
        ;;
    esac
done

# without_root REASON PACKAGES: what cannot be installed here, and what is installed in its place.
without_root() {
    echo "$1$2"
    [ -x venv/bin/python3 ] || "${0%/*}/deps_user.sh" || echo 'Without these the report lacks its tables, its figures or its page.'
    cc=${CC:-cc}
    command -v "${cc%% *}" >/dev/null || {
        echo 'error: a C compiler is needed in any case' >&2
        exit 1
    }
    exit 0
}

if ! command -v apt-get >/dev/null 2>&1 || ! command -v dpkg-query >/dev/null 2>&1; then
    missing=
    for tool in cc make gnuplot sqlite3 pandoc bats pgrep; do
        command -v "$tool" >/dev/null 2>&1 || missing="$missing $tool"
    done
    [ -n "$missing" ] || exit 0
    without_root 'This is neither Debian nor Ubuntu; docs/install.md names the packages of other systems. Not found here:' "$missing"
fi

missing=
for package in $packages; do
    # shellcheck disable=SC2016  # dpkg-query's own ${...}
    case $(dpkg-query -W -f '${Status}' "$package" 2>/dev/null) in
    *' installed') ;;
    *) missing="$missing $package" ;;
    esac
done
[ -n "$missing" ] || exit 0

sudo=
if [ "$(id -u)" -ne 0 ]; then
    sudo=sudo
    sudo -v 2>/dev/null || without_root 'Only root can install packages, and there is no sudo for this user. Not installed:' "$missing"
fi
echo "Installing$missing"
log=$(mktemp)
trap 'rm -f "$log"' EXIT
# shellcheck disable=SC2086  # lists of words
{
    $sudo apt-get update -qq
    daemons=$(apt-get install -s --no-install-recommends $missing |
        sed -nE 's/^Inst (dbus|munge|slurmctld|slurmd) .*/\1/p' | paste -sd ' ' -)
    [ -z "$daemons" ] || echo "With them come daemons, which start now and with the system: $daemons" >&3
    $sudo env DEBIAN_FRONTEND=noninteractive apt-get install -qq -y --no-install-recommends $missing
} </dev/null 3>&1 >"$log" 2>&1 || {
    cat "$log" >&2
    echo "error: apt-get could not install$missing" >&2
    exit 1
}
