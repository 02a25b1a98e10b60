# shellcheck shell=bash
# Shared by the scripts in tests/*/run.sh: counting of tests; and waiting, for the command-line tests too.
passed=0 failed=0
export XDG_CACHE_HOME=/dev/null # no times of the reference loop from or for other runs

# is TEXT COMMAND...: runs one test and counts it.
is() {
    local text=$1 started=${EPOCHREALTIME/./} result=ok
    shift
    if "$@"; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1)) result='not ok'
    fi
    echo "$result $text"
    slowest+=$(((${EPOCHREALTIME/./} - started) / 100000))" $text"$'\n'
}
slowest=''

# counted NAME: prints the slowest tests and the totals; fails if a test failed.
counted() {
    echo slowest
    sort -rn <<<"$slowest" | head -n 10 | awk -v name="$1" 'NF { printf "  %5.1f s %s:", $1 / 10, name; $1 = ""; print }'
    echo "$1: $passed passed, $failed failed"
    [ "$failed" = 0 ]
}

# left_out NAME REASON: what is missing for a script; an error in CI (environment variable CI), as `make deps-dev` installs it there.
left_out() {
    echo "skipped $1: $2"
    [ -z "${CI:-}" ] || exit 1
    exit 0
}

# needs_tools NAME TOOL...: left out where one is missing.
needs_tools() {
    local tool
    for tool in "${@:2}"; do
        command -v "$tool" >/dev/null || left_out "$1" "$tool is not installed (make deps deps-dev)"
    done
}

# until_true SECONDS COMMAND...: waits until the command succeeds.
until_true() {
    local end=$((SECONDS + $1))
    shift
    until "$@"; do
        [ $SECONDS -lt $end ] || return 1
        sleep 0.1
    done
}
