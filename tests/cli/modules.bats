#!/usr/bin/env bats
# Which module may include which, as CONTRIBUTING's map describes it.

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

@test "only commands and runner/ start processes" {
    run ! grep -rnE '\b(v?fork|popen|system|exec[lv][pe]*|posix_spawnp?|clone)\(|child_|system/child\.h' "$root"/experiments/harness/{cli,store,analysis}
}

@test "common/ includes neither drivers nor harness, and the drivers not each other" {
    run ! grep -rnE --include='*.[ch]' '#include "(cpu|gpu|experiments)/' "$root/common"
    run ! grep -rnE '#include "(gpu|experiments)/' "$root/cpu"
    run ! grep -rnE '#include "(cpu|experiments)/' "$root/gpu"
}

@test "no kernel depends on the interface of the drivers" {
    cd "$root"
    local files before=''
    files=$(find cpu gpu -mindepth 2 -type f)
    while [ "$files" != "$before" ]; do # headers of headers
        before=$files
        # shellcheck disable=SC2086  # names without spaces
        files=$({ grep -hoE '^ *# *include "[^"]+' $before | sed 's/.*"//' | xargs ls 2>/dev/null; echo "$before"; } | sort -u)
    done
    grep -qx common/workload.h <<<"$files"
    run ! grep -x common/driver.h <<<"$files"
}

@test "compile_commands.json has the command of each object" {
    make -s -C "$root" BUILD="$PWD/built" WITH_{OPENMP,BLAS,HWLOC,MPI,CUDA}=no compile_commands.json
    python3 -m json.tool built/compile_commands.json >commands
    grep -qx ' *"file": "common/gpu_none.c",' commands
    grep -q '"command": ".* -c cpu/matmul/naive.c -o .*/built/obj/cpu/matmul/naive.o"' commands
    grep -q -- "-DCUDA_REASON='.*not built: WITH_CUDA=no" commands
    [ ! -e built/obj ]
}

@test "every source in a module begins with its own header" {
    for file in "$root"/experiments/harness/*/*.c; do
        header=${file#"$root"/}
        [ "$(grep -m 1 '#include' "$file")" = "#include \"${header%.c}.h\"" ] || { echo "$file"; return 1; }
    done
}
