#!/usr/bin/env bash
# Tests report.html in a headless Chromium: tests/page/run.sh [BUILD]. Called by `make check-page`.
#
# If a requirement is missing, it prints that and exits with 0; in CI (environment variable CI) with 1, as `make
# deps-dev` installs them there.
set -euo pipefail
cd "$(dirname "$0")/../.."
export XDG_CACHE_HOME=/dev/null # no times of the reference loop from or for other runs

for tool in chromium python3 pandoc gnuplot; do
    command -v "$tool" >/dev/null && continue
    [ "$tool" != chromium ] || ! command -v chromium-browser google-chrome >/dev/null || continue
    echo "skipped check-page: $tool is not installed (make deps deps-dev)"
    [ -z "${CI:-}" ] || exit 1
    exit 0
done

WORK=$(mktemp -d)
trap 'rm -rf "$WORK"' EXIT
SPEEDUP=$(cd "${1:-build}" && pwd)/speedup
export WORK SPEEDUP
started=$SECONDS
python3 -B tests/page/test_page.py
echo "check-page: $((SECONDS - started)) s"
