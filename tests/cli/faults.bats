#!/usr/bin/env bats
# Calls of the C library that fail: no hang, no silence, no lost row (tests/faults/). `make check-faults` has over 1,000.

load helpers

setup_file() {
    faults=$BATS_TEST_DIRNAME/../faults/run.sh
    export faults
    "$faults" "${BUILD:-build}" --list >"$BATS_FILE_TMPDIR/list" || [ $? -eq 77 ] # an instrumented build: all are skipped
}

needs_plain_build() { [ -s "$BATS_FILE_TMPDIR/list" ] || skip 'an instrumented build makes calls of its own'; }

# failing WORDS: every fourth case of the list that matches.
failing() {
    needs_plain_build
    mapfile -t cases < <(grep -E "$1" "$BATS_FILE_TMPDIR/list" | awk 'NR % 4 == 1')
    [ "${#cases[@]}" -gt 0 ]
    run "$faults" "$build" "${cases[@]}"
    [ "$status" -eq 0 ] || { echo "$output"; return 1; }
}

@test "twenty calls that fail, spread over commands, functions and errors" {
    needs_plain_build
    run "$faults" "$build" --sample 20
    [ "$status" -eq 0 ] || { echo "$output"; return 1; }
    [[ "${lines[-1]}" == *" passed, 0 failed" ]]
}

@test "a write that fails, as of an acknowledgement, leaves no process waiting" {
    failing '^(run|resume) write .* EIO'
}

@test "a table without memory is an error" {
    failing '^(list|compare) realloc'
}
