#!/usr/bin/env bats
# Which module may include which, as CONTRIBUTING's map describes it.

bats_require_minimum_version 1.5.0
load helpers

# includes MODULE MODULE...: the first module includes headers of itself and of the others only.
includes() {
    local module=$1 allowed
    allowed=$(IFS='|'; echo "$*")
    output=$(grep -rhoE '#include "experiments/harness/[^"]*"' "$root/experiments/harness/$module" |
        grep -vE "harness/($allowed)/" || true)
    [ -z "$output" ] || { echo "$module: $output"; return 1; }
}

@test "a module of the harness includes only those below it" {
    includes cli
    includes store
    includes runner cli store
    includes analysis store
}

@test "common/ includes neither drivers nor harness, and the drivers not each other" {
    run ! grep -rnE '#include "(cpu|gpu|experiments)/' "$root/common"
    run ! grep -rnE '#include "(gpu|experiments)/' "$root/cpu"
    run ! grep -rnE '#include "(cpu|experiments)/' "$root/gpu"
}

@test "every source in a module begins with its own header" {
    for file in "$root"/experiments/harness/*/*.c; do
        header=${file#"$root"/}
        [ "$(grep -m 1 '#include' "$file")" = "#include \"${header%.c}.h\"" ] || { echo "$file"; return 1; }
    done
}
