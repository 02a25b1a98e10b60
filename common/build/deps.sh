#!/bin/sh
# Installs missing packages for building, measuring, reporting and testing.
#
#   deps.sh [run] [develop] [cuda]
#
# run: for `make`, `make study` and `make check`. develop: for the other targets (clang for asan and tsan builds,
# linters, LaTeX and a locale with a decimal comma to test tables, a browser for the page, Slurm, pip for the wheel). cuda: for
# `make deps-cuda`. Silent if nothing is missing.
# On other systems than Debian and Ubuntu it prints what to install. It then succeeds if a C compiler and make exist,
# the only requirements for measuring.
set -eu

run='gcc libc6-dev make gnuplot-nox sqlite3 python3-jinja2 libopenblas-dev openmpi-bin libopenmpi-dev pandoc librsvg2-bin valgrind libcmocka-dev bats procps'
develop='g++ libscalapack-openmpi-dev clang libomp-dev llvm clang-format clang-tidy cppcheck shellcheck locales texlive-latex-base texlive-latex-recommended texlive-latex-extra chromium poppler-utils slurmctld slurmd slurm-client munge iproute2 python3-pip python3-venv strace'

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

if ! command -v apt-get >/dev/null 2>&1 || ! command -v dpkg-query >/dev/null 2>&1; then
    echo 'This is neither Debian nor Ubuntu. Please install, for example with'
    echo '  Fedora   dnf install gcc make gnuplot sqlite python3-jinja2 openblas-devel openmpi-devel pandoc-cli librsvg2-tools valgrind libcmocka-devel bats procps-ng'
    echo '  Arch     pacman -S gcc make gnuplot sqlite python-jinja openblas openmpi pandoc-cli librsvg valgrind cmocka bats procps-ng'
    echo '  Homebrew brew install gcc make gnuplot sqlite openblas open-mpi pandoc librsvg cmocka bats-core; pip3 install jinja2'
    missing=
    for tool in cc make gnuplot sqlite3 pandoc bats pgrep; do
        command -v "$tool" >/dev/null 2>&1 || missing="$missing $tool"
    done
    echo "Not found here:${missing:- nothing}"
    case " $missing " in
    *' cc '* | *' make '*)
        echo 'error: a C compiler and make are needed in any case' >&2
        exit 1
        ;;
    esac
    exit 0
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
    if ! command -v sudo >/dev/null 2>&1; then
        echo "error: missing packages, and only root can install them: apt-get install$missing" >&2
        exit 1
    fi
    sudo='sudo'
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
