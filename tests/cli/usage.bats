#!/usr/bin/env bats
# What a person types wrong gets a message that names the thing and the remedy, exit 2, and writes nothing.

load helpers

@test "help, version and the list work and go to stdout" {
    for command in --help list machine "run --help" "check --help" "summarize --help" "compare --help" \
        "repair --help" "graph --help" "inputs --help" "kernels --help" "list --help" "grade --help" --version; do
        # shellcheck disable=SC2086  # words on purpose
        run -0 bash -c "'$speedup' $command 2>/dev/null"
        [ -n "$output" ]
    done
    NO_COLOR=1 "$speedup" machine | grep -q '"NO_COLOR": "1"' # recorded with the environment
    # The help of check tells its own defaults, not run's.
    run "$speedup" check --help
    for default in '[int32,float32,float64,float16,bfloat16]' '[1,2,31,32,33,63,65,100,257]' '[OMP_NUM_THREADS or 1' \
        '[OMP_SCHEDULE or static,dynamic:2,guided]' '[1,2,4,8,16,32,64,128]' '[1,2,4,8,16,32,64]'; do
        [[ "$output" == *"$default"* ]]
    done
    [[ "$output" != *"by variant"* ]]
    [[ "$output" != *"--oversubscribe"* ]]
}

@test "a reader that has seen enough ends the program quietly" {
    for command in list machine --help "list --csv"; do
        run bash -c "{ sleep 0.2; '$speedup' $command; echo \"code \$?\" >&2; } | true"
        [ "$output" = "code 0" ]
    done
}

@test "a full or closed stdout of any command is exit 1 and one line" {
    "$speedup" run matmul --variant cpu/naive --size 8 --out s.csv "${quick[@]}" >/dev/null
    "$speedup" graph --size 5 --edges 4 --out g.gr
    for command in --help --version list 'list --csv' machine 'plan matmul --size 8 --quiet' 'run --help' \
        'run matmul --variant cpu/naive --size 8 --rounds 2 --quiet --fresh --out t.csv' 'check copy --variant cpu/memcpy --size 3 --quiet' \
        'summarize s.csv' 'summarize --json s.csv' 'summarize --laws s.csv' 'graph g.gr' 'new --help' 'repair s.csv' 'kernels --help'; do
        for full in '>/dev/full' '>&-'; do
            run bash -c "'$speedup' $command $full"
            [ "$status" -eq 1 ] || { echo "$command $full: exit $status"; return 1; }
            [ "$output" = 'speedup: cannot write to the standard output' ] || { echo "$command $full: $output"; return 1; }
        done
    done
}

@test "the longest text that a row or a worker takes stands in the row whole" {
    long=$(printf 'x%.0s' $(seq 1023))
    "$speedup" run matmul --variant cpu/naive --size 8 --experiment "$long" --out s.csv "${quick[@]}"
    [ "$(column s.csv experiment | sort -u)" = "$long" ]
}

@test "an axis that no chosen variant reads is named, and the sweep goes on" {
    refused 0 "--tile has no effect: no chosen variant reads it (cpu/" \
        "$speedup" run matmul --variant cpu/naive --tile 8 --size 8 --dry-run
    refused 0 "--block has no effect: no variant of copy reads it" "$speedup" run copy --block 8 --size 8 --dry-run
    if "$speedup" list matmul --csv | grep -q '^matmul,gpu/naive,.*not built: '; then
        refused 0 "--devices has no effect: no variant of matmul reads it; those that may are missing: not built: " \
            "$speedup" run matmul --variant cpu/naive --devices 2 --size 8 --dry-run
    fi
    refused 0 "--threads has no effect" "$speedup" run matmul --variant cpu/naive --threads 1,2 --size 8 --dry-run
    [ "$(grep -c cpu/naive <<<"$output")" = 1 ]
    refused 0 "--tile has no effect" "$speedup" check copy --variant cpu/memcpy --tile 8 --size 8
    [[ "$output" == *", 0 wrong or failed,"* ]]
}

@test "the README's threads are no mistake where the build has no OpenMP" {
    if has_openmp; then skip "OpenMP"; fi
    "$speedup" run matmul --size 8 --threads 1,2 --dry-run
    refused 0 "no OpenMP" "$speedup" run copy --size 8 --threads 1,2 --dry-run
}

@test "GPU options are refused with the reason where there is no GPU" {
    if "$speedup" list matmul --csv | grep -q '^matmul,gpu/.*,yes,'; then skip "there is a GPU"; fi
    refused 0 "--transfer has no effect: it is for GPU variants" \
        "$speedup" run matmul --size 8 --transfer pinned --dry-run
    refused 2 "GPU" "$speedup" run matmul --size 8 --trace t.csv
    refused 2 "cannot run here" "$speedup" run matmul --size 8 --variant gpu/shared
    refused 2 "can run here" "$speedup" run matmul --size 8 --variant 'gpu/*'
    refused 2 "GPU" "$speedup" kernels
}

@test "the machine tells the GPU's bus, and why its power cannot be read where it cannot" {
    "$speedup" machine >machine.json
    grep -qE '^  "nvml_reason": (null|".+")' machine.json
    if grep -q '^  "gpu": null' machine.json; then
        grep -q '^  "nvml_reason": "' machine.json
    else
        grep -qE '^    "pci_bus_id": "[0-9A-Fa-f]+:[0-9A-Fa-f]+:[0-9A-Fa-f]+[.][0-9]"' machine.json
    fi
}

@test "unavailable GPUs of several processes are listed with the reason, and rejected with it" {
    local reason
    "$speedup" list apsp --csv >variants.csv
    reason=$(query variants.csv "SELECT reason FROM rows WHERE variant = 'gpu/nccl_ahead' AND available = 'no'")
    [ -n "$reason" ] || skip 'they run here'
    refused 2 "apsp gpu/nccl_ahead cannot run here: $reason" \
        "$speedup" run apsp --variant gpu/nccl_ahead --ranks 2 --size 50 --out s.csv
    run "$speedup" run matmul --variant 'gpu/nccl*,cpu/naive' --ranks 2 --size 50 --dry-run
    [[ "$output" == *"left out gpu/nccl_ahead: $reason"*'cpu/naive n 50'* ]]
}

@test "more threads than processors need --oversubscribe" {
    has_openmp || skip "no OpenMP"
    refused 2 "--oversubscribe" "$speedup" run matmul --variant cpu/openmp --size 16 --threads 4096
    run -0 "$speedup" run matmul --variant cpu/openmp --size 16 --threads "$(($(nproc) + 1))" --oversubscribe \
        --out s.csv "${quick[@]}"
}

@test "the affinity mask counts as the number of processors" {
    has_openmp || skip "no OpenMP"
    command -v taskset >/dev/null || skip "no taskset"
    refused 2 "more than the 1 processors" taskset -c "$(usable_processors | head -n 1)" \
        "$speedup" run matmul --variant cpu/openmp --size 16 --threads 2
}

@test "--out FOLDER/ writes samples.csv into the folder, and a refusal leaves no new folder behind" {
    "$speedup" run matmul --variant cpu/naive --size 8 --out new/deep/ "${quick[@]}"
    "$speedup" run matmul --variant cpu/naive --size 9 --out new/deep/ "${quick[@]}"
    [ "$(query new/deep/samples.csv "SELECT count(DISTINCT n) FROM rows")" = 2 ]
    [ "$(find . -mindepth 1 | sort | xargs)" = "./new ./new/deep ./new/deep/machine.json ./new/deep/samples.csv" ]
    for out in other/deep/. "other/deep/$(printf 'x%.0s' $(seq 300))/s.csv"; do
        refused 2 "cannot" "$speedup" run matmul --variant cpu/naive --size 8 --out "$out"
        [ ! -e other ]
    done
    mkdir there
    refused 2 "cannot" "$speedup" run matmul --variant cpu/naive --size 8 --out there/other/.
    [ -z "$(ls there)" ]
}

@test "a refusal is one line, whatever the words hold" {
    for command in $'ru\nn' $'ru\r\e[2Jn'; do
        refused 2 "there is no command" "$speedup" "$command"
        [ "$(wc -l <<<"$output")" = 1 ]
        [[ "$output" != *[[:cntrl:]]* ]]
    done
    for words in $'machine a\nb' $'machine --a\nb' $'run a\nb' $'compare a\nb c' $'summarize a\nb'; do
        refused 2 "speedup: " "$speedup" "${words%% *}" "${words#* }"
        [ "$(wc -l <<<"$output")" = 1 ]
    done
}

@test "deps-dev names the daemons that come with packages before it installs them" {
    executable bin/apt-get <<SH
case "\$*" in
*-s*) printf 'Inst munge (1 x)\nInst clang (2 x)\nInst slurmd (3 x)\n' ;;
*) echo "apt-get \$1" >>"$PWD/log" ;;
esac
SH
    executable bin/dpkg-query 'exit 1'
    executable bin/sudo 'exit 1'
    [ "$(id -u)" -eq 0 ] || executable bin/sudo 'exec "$@"'
    run -0 env PATH="$PWD/bin:$PATH" "$root/common/build/deps.sh" develop
    [ "${lines[1]}" = "With them come daemons, which start now and with the system: munge slurmd" ]
    [ "$(paste -sd ' ' log)" = "apt-get update apt-get install" ]
}
