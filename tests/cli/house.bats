#!/usr/bin/env bats
# The house: which room of the program may know which, as CONTRIBUTING's map has it.

bats_require_minimum_version 1.5.0
load helpers

# knows ROOM ROOM...: the first room includes headers of itself and of the others, and of nothing else in the harness.
knows() {
    local room=$1 allowed
    allowed=$(IFS='|'; echo "$*")
    output=$(grep -rhoE '#include "experiments/harness/[^"]*"' "$root/experiments/harness/$room" |
        grep -vE "harness/($allowed)/" || true)
    [ -z "$output" ] || { echo "$room: $output"; return 1; }
}

@test "a room knows only those below it" {
    knows ask
    knows keep
    knows measure ask keep
    knows judge keep
}

@test "common/ knows neither the drivers nor the program, and the drivers not one another" {
    run ! grep -rnE '#include "(cpu|gpu|experiments)/' "$root/common"
    run ! grep -rnE '#include "(gpu|experiments)/' "$root/cpu"
    run ! grep -rnE '#include "(cpu|experiments)/' "$root/gpu"
}

@test "every source in a room begins with its own header" {
    for file in "$root"/experiments/harness/*/*.c; do
        header=${file#"$root"/}
        [ "$(grep -m 1 '#include' "$file")" = "#include \"${header%.c}.h\"" ] || { echo "$file"; return 1; }
    done
}
