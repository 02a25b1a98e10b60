#!/usr/bin/env bats
# What a person types wrong gets a message that names the thing and the remedy, exit 2, and writes nothing.

load helpers

@test "help, version and the list work and go to stdout" {
    for command in --help list machine "run --help" "check --help" "summarize --help" "compare --help" \
        "graph --help" "kernels --help" "list --help" --version; do
        # shellcheck disable=SC2086  # words on purpose
        run bash -c "'$speedup' $command 2>/dev/null"
        [ "$status" -eq 0 ]
        [ -n "$output" ]
    done
}

@test "every option of run stands in its help" {
    run "$speedup" run --help
    for option in variant type size threads schedule block tile matrices transfer iterations zip seed graph edges \
        warmup min-samples max-samples precision max-time timeout rounds cold bind places oversubscribe out \
        experiment fresh dry-run trace profile baseline quiet color; do
        [[ "$output" == *"--$option"* ]]
    done
}

@test "the help of check tells its own defaults, not run's" {
    run "$speedup" check --help
    for default in '[int32,float32,float64]' '[1,2,31,32,33,63,65,100,257]' '[OMP_NUM_THREADS or 1' \
        '[OMP_SCHEDULE or static,dynamic:2,guided]' '[1,2,4,8,16,32,64,128]' '[1,2,4,8,16,32,64]'; do
        [[ "$output" == *"$default"* ]]
    done
    [[ "$output" != *"by variant"* ]]
    [[ "$output" != *"--oversubscribe"* ]]
}

@test "an option that does nothing is refused" {
    refused 2 "--csv is not an option here" "$speedup" machine --csv
}

@test "a reader that has seen enough ends the program quietly, a full disk does not" {
    for command in list machine --help "list --csv"; do
        run bash -c "{ sleep 0.2; '$speedup' $command; echo \"code \$?\" >&2; } | true"
        [ "$output" = "code 0" ]
        run bash -c "'$speedup' $command >/dev/full"
        [ "$status" -eq 1 ]
    done
}

@test "a full or closed stdout of any command is exit 1 and one line" {
    "$speedup" run matmul --variant cpu/naive --size 8 --out s.csv "${quick[@]}" >/dev/null
    "$speedup" graph --size 5 --edges 4 --out g.gr
    for command in --help --version list 'list --csv' machine 'plan matmul --size 8 --quiet' 'run --help' \
        'run matmul --variant cpu/naive --size 8 --rounds 2 --quiet --out s.csv' 'check copy --variant cpu/memcpy --size 3 --quiet' \
        'summarize s.csv' 'summarize --json s.csv' 'summarize --laws s.csv' 'graph g.gr' 'new --help' 'kernels --help'; do
        for full in '>/dev/full' '>&-'; do
            run bash -c "'$speedup' $command $full"
            [ "$status" -eq 1 ] || { echo "$command $full: exit $status"; return 1; }
            [ "$output" = 'speedup: cannot write to the standard output' ] || { echo "$command $full: $output"; return 1; }
        done
    done
}

@test "NO_COLOR is recorded with the environment" {
    NO_COLOR=1 "$speedup" machine | grep -q '"NO_COLOR": "1"'
}

@test "a text that is longer than a row or a worker takes is refused, with the limit" {
    long=$(printf 'x%.0s' $(seq 1024))
    for option in graph experiment trace baseline; do
        refused 2 "--$option: the value has 1024 bytes, at most 1023" "$speedup" run apsp "--$option" "$long"
    done
    refused 2 "at most 4095" "$speedup" run apsp --out "$long$long$long$long"
    "$speedup" run matmul --variant cpu/naive --size 8 --experiment "${long:1}" --out s.csv "${quick[@]}"
    [ "$(column s.csv experiment | sort -u)" = "${long:1}" ]
}

@test "unknown commands, workloads, variants and options name the nearest" {
    refused 2 "did you mean run?" "$speedup" rnu matmul
    refused 2 "did you mean matmul?" "$speedup" run matmu
    refused 2 "did you mean matmul?" "$speedup" list matmil
    refused 2 "did you mean cpu/tiled?" "$speedup" run matmul --variant cpu/tield
    refused 2 "did you mean cpu/naive?" "$speedup" run matmul --variant naive
    refused 2 "did you mean --threads?" "$speedup" run matmul --treads 2
    refused 2 "has no variant 'gone/*'" "$speedup" run matmul --variant 'gone/*'
    refused 2 "name a command" "$speedup"
}

@test "a type, schedule or baseline that is not there is refused" {
    refused 2 "did you mean float32?" "$speedup" run matmul --type float3
    refused 2 "unknown schedule" "$speedup" run matmul --schedule random
    refused 2 "did you mean cpu/naive?" "$speedup" run matmul --size 8 --baseline cpu/naiv
    refused 2 "has code for the chosen type" "$speedup" run apsp --size 8 --type float32
}

@test "sizes whose square overflows are refused" {
    refused 2 "larger than any address space" "$speedup" run matmul --size 4294967296
    refused 2 "is too large" "$speedup" run matmul --size 99999999999999999999
}

@test "a range with a dash and a number with a suffix are refused with what to write" {
    refused 2 "--threads 1-4: '1-4' is not a whole number; did you mean 1:4?" "$speedup" run matmul --threads 1-4
    refused 2 "did you mean 100:200?" "$speedup" check matmul --size 8,100-200
    while read -r given advice; do
        refused 2 "'$given' is not a whole number; $advice" "$speedup" run matmul --size "$given"
        [[ "$output" == *"; $advice" ]]
    done <<'END'
1k write 1024 or 1000
1K write 1024 or 1000
1.5k write 1536 or 1500
2M write 2097152 or 2000000
1e3 write 1000
2.0 write 2
1.5 give one from 1 up
-5 give one from 1 up
1-4-2 give one from 1 up
k give one from 1 up
1e99 give one from 1 up
0k give one from 1 up
inf give one from 1 up
END
    refused 2 "'4k' is not a whole number; write 4096 or 4000" "$speedup" run matmul --size 1024:4k
    refused 2 "--edges 1M: '1M' is not a whole number; write 1048576 or 1000000" "$speedup" run apsp --edges 1M
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
    refused 0 "--tile has no effect" "$speedup" check copy --tile 8 --size 8
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

@test "more threads than processors need --oversubscribe" {
    has_openmp || skip "no OpenMP"
    refused 2 "--oversubscribe" "$speedup" run matmul --variant cpu/openmp --size 16 --threads 4096
    run "$speedup" run matmul --variant cpu/openmp --size 16 --threads "$(($(nproc) + 1))" --oversubscribe \
        --out s.csv "${quick[@]}"
    [ "$status" -eq 0 ]
}

@test "the affinity mask counts as the number of processors" {
    has_openmp || skip "no OpenMP"
    command -v taskset >/dev/null || skip "no taskset"
    refused 2 "more than the 1 processors" taskset -c "$(usable_processors | head -n 1)" \
        "$speedup" run matmul --variant cpu/openmp --size 16 --threads 2
}

@test "OpenMP's environment is judged" {
    refused 2 "OMP_PROC_BIND=cores" env OMP_PROC_BIND=cores "$speedup" run matmul --size 8
    refused 2 "OMP_PLACES=corse" env OMP_PLACES=corse "$speedup" run matmul --size 8
    refused 2 "OMP_NUM_THREADS=many" env OMP_NUM_THREADS=many "$speedup" run matmul --size 8
    refused 2 "OMP_SCHEDULE=quick" env OMP_SCHEDULE=quick "$speedup" run matmul --size 8
}

@test "graph files that are missing or broken are refused" {
    refused 2 "gone.gr" "$speedup" run apsp --graph gone.gr
    : >empty.bin
    refused 2 "empty.bin" "$speedup" run apsp --graph empty.bin
    "$speedup" graph --size 50 --edges 400 --out good.bin
    head -c 1000 good.bin >short.bin
    refused 2 "short.bin" "$speedup" run apsp --graph short.bin
    (cat good.bin; echo more) >long.bin
    refused 2 "long.bin" "$speedup" run apsp --graph long.bin
    printf 'p sp 3 1\na 1 4 5\n' >range.gr
    refused 2 "range.gr" "$speedup" run apsp --graph range.gr
    printf 'p sp 3 1\na 1 2 -5\n' >negative.gr
    refused 2 "negative.gr" "$speedup" run apsp --graph negative.gr
    printf 'p sp 3 2\na 1 2 5\n' >count.gr
    refused 2 "count.gr" "$speedup" run apsp --graph count.gr
}

@test "a graph is for apsp, and has at most n (n - 1) edges" {
    refused 2 "for workloads on graphs" "$speedup" run matmul --edges 5
    refused 2 "at most 90 edges" "$speedup" run apsp --size 10 --edges 91
}

@test "an output that cannot be written is refused" {
    refused 2 "cannot" "$speedup" run matmul --variant cpu/naive --size 8 --out /proc/no/samples.csv
    mkdir folder
    refused 2 "folder" "$speedup" run matmul --variant cpu/naive --size 8 --out folder
    refused 2 "write --out folder/ for folder/samples.csv" "$speedup" run matmul --variant cpu/naive --size 8 --out folder
    refused 2 "not a regular file" "$speedup" run matmul --variant cpu/naive --size 8 --out /dev/null
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

@test "foreign and damaged samples files are refused and left alone" {
    printf 'a,b\n1,2\n3' >foreign.csv
    cp foreign.csv before
    refused 2 "foreign.csv" "$speedup" run matmul --variant cpu/naive --size 8 --out foreign.csv
    refused 2 "foreign.csv:1: " "$speedup" summarize foreign.csv
    for command in "summarize foreign.csv" "compare foreign.csv s.csv"; do
        # shellcheck disable=SC2086  # words on purpose
        refused 2 "foreign.csv:1: not the header of a samples file: column 'schema' is missing; name a file that speedup run wrote" "$speedup" $command
        [[ "$output" != *--out* ]]
    done
    cmp foreign.csv before
    "$speedup" run matmul --variant cpu/naive --size 8 --out s.csv "${quick[@]}"
    sed '3s/,ok,/,fine,/' s.csv >damaged.csv
    cp damaged.csv before
    refused 2 "damaged.csv:3: column status: invalid value" "$speedup" run matmul --variant cpu/naive --size 8 --out damaged.csv
    refused 2 "damaged.csv:3: column status: invalid value" "$speedup" summarize damaged.csv
    refused 2 "damaged.csv:3: column status: invalid value" "$speedup" compare s.csv damaged.csv
    cmp damaged.csv before
}

@test "compare and summarize say what they lack" {
    refused 2 "name two samples files" "$speedup" compare one.csv
    refused 2 "cannot read gone.csv" "$speedup" summarize gone.csv
    refused 2 "name a samples file" "$speedup" summarize
}

@test "every command reads its options by the same rules" {
    # the command; a beginning of one of its options, and that option; a flag of it
    while read -r beginning option flag command; do
        # shellcheck disable=SC2086  # words on purpose
        set -- $command
        refused 2 "there is no option $beginning; did you mean $option?" "$speedup" "$@" "$beginning"
        refused 2 "there is no option $beginning; did you mean $option?" "$speedup" "$@" "$beginning=1"
        refused 2 "there is no option --nothing-like-it (speedup $1 --help shows all)" "$speedup" "$@" --nothing-like-it
        refused 2 "there is no option -x; long options begin with two dashes" "$speedup" "$@" -x
        refused 2 "--help takes no value" "$speedup" "$@" --help=1
        if [ "$flag" = - ]; then
            refused 2 "$option needs a value" "$speedup" "$@" "$option"
            refused 2 "$option: the value is empty" "$speedup" "$@" "$option="
            refused 2 "$option: the value has a control character" "$speedup" "$@" "$option" $'a\nb'
        else
            refused 2 "$flag takes no value" "$speedup" "$@" "$flag=1"
        fi
        run "$speedup" "$@" -h
        [ "$status" -eq 0 ]
    done <<'END'
--siz --size - run matmul
--siz --size - check
--baselin --baseline - summarize s.csv
--al --all-builds --all-builds summarize s.csv
--thresh --threshold - compare a.csv b.csv
--cs --csv --csv compare a.csv b.csv
--colo --color - compare a.csv b.csv
--forma --format - graph
--siz --size - kernels
--cs --csv --csv list
END
    refused 2 "'c.csv' is one word too many" "$speedup" compare a.csv b.csv c.csv
    refused 2 "'transpose' is one word too many" "$speedup" list matmul transpose
    refused 2 "'matmul' is one word too many" "$speedup" machine matmul
    refused 2 "there is no workload '--csv'" "$speedup" list -- --csv
    refused 2 "--color blue: give auto, always or never" "$speedup" compare --color blue a.csv b.csv
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

@test "check says why nothing can be checked" {
    refused 2 "larger than any address space" "$speedup" check --size 9000000000000000000
    [ "$(wc -l <<<"$output")" = 1 ]
    refused 2 "has code for the chosen type" "$speedup" check apsp --type float32 --size 8
}
