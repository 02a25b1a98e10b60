#!/usr/bin/env bash
# Looks at report.html in a headless Chromium: tests/page/run.sh [BUILD]. `make check-page` calls it.
#
# Without what it takes it says so and exits 0, in CI (environment variable CI) 1: there `make deps-dev` has brought it.
set -euo pipefail
cd "$(dirname "$0")/../.."

for tool in chromium python3 pandoc gnuplot sqlite3; do
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
