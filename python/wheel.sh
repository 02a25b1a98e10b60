#!/bin/sh
# Packs an installed program as a Python wheel: python/wheel.sh FOLDER, called by `make wheel`.
#
# FOLDER/speedup/installed is the prefix of `make install`; the wheel is written to FOLDER. Needs Python 3 with pip,
# which downloads setuptools. The wheel serves machines like this one: the same kind of processor, and the libraries
# that ldd lists (libgomp, OpenBLAS, hwloc) from the system.
set -eu
cp -R "${0%/*}/pyproject.toml" "${0%/*}/speedup" "${0%/*}/../LICENSE" "${0%/*}/../report/requirements.txt" "$1/"
cd "$1"
python3 -m pip --version >/dev/null 2>&1 || {
    echo 'error: pip for Python 3 is missing: make deps-dev' >&2
    exit 1
}
# Wheels have no symbolic links: speedup/__init__.py replaces these two.
rm speedup/installed/bin/speedup-report speedup/installed/share/speedup/build/speedup
version=$(speedup/installed/bin/speedup --version | cut -d ' ' -f 2)
cat >setup.cfg <<END
[metadata]
version = $version
[bdist_wheel]
plat_name = linux_$(uname -m)
[options.extras_require]
report = file: requirements.txt
pandas = pandas>=1.5,<4
END
PIP_ROOT_USER_ACTION=ignore python3 -m pip wheel --quiet --no-deps --disable-pip-version-check --wheel-dir . .
ls -l -- *.whl
