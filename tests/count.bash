# shellcheck shell=bash
# What the scripts in tests/*/run.sh count their tests with.
passed=0 failed=0

# is TEXT COMMAND...: counts one test.
is() {
    local text=$1
    shift
    if "$@"; then
        passed=$((passed + 1)) && echo "ok $text"
    else
        failed=$((failed + 1)) && echo "not ok $text"
    fi
}

# until_true SECONDS COMMAND...: waits for it.
until_true() {
    local end=$((SECONDS + $1))
    shift
    until "$@"; do
        [ $SECONDS -lt $end ] || return 1
        sleep 0.2
    done
}
