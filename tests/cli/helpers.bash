# What the command-line tests share. BUILD is the build folder (default build).
# shellcheck shell=bash
# shellcheck disable=SC2034,SC2154  # used by the tests; status and output come from bats

load ../count.bash # until_true
bats_require_minimum_version 1.5.0 # run -N, run !

setup() { set_up; }

# set_up: what the setup of a file with needs of its own calls.
set_up() {
    # bats records the place of each command, which takes 0.2 ms, to name the one that fails. To record that one is enough.
    trap - DEBUG
    trap 'bats_debug_trap "$BASH_SOURCE"; BATS_DEBUG_LAST_STACK_TRACE_IS_VALID=1; bats_error_trap' ERR
    root=${BATS_TEST_DIRNAME%/tests/cli}
    build=${BUILD:-build}
    [[ $build == /* ]] || build=$root/$build
    speedup=$build/speedup
    wrong=$build/tests/speedup-wrong
    cd "$BATS_TEST_TMPDIR" || return 1
    export LC_ALL=C.UTF-8
    unset OMP_NUM_THREADS OMP_PROC_BIND OMP_PLACES OMP_SCHEDULE OMP_DYNAMIC OMP_WAIT_POLICY GOMP_CPU_AFFINITY
    # Threads that wait sleep: tests measure no speed, and spinning is more than half of the processor time of a sweep over threads.
    export GOMP_SPINCOUNT=0 KMP_BLOCKTIME=0
    unset FIGURES
    export SPEEDUP=$speedup REFERENCE=${REFERENCE:-/nonexistent} # of reports: the program, and no rows of another machine
    # Times of the reference loop: not those of the user, nor of another test. setup_file has no folder of a test.
    export XDG_CACHE_HOME=${BATS_TEST_TMPDIR:-$BATS_FILE_TMPDIR/all}.cache
    export OPENBLAS_NUM_THREADS=1 # its threads spin for 25 ms in every program that is linked with it
    # Open MPI looks for no network, a rank that waits leaves its processor, and those of a job that failed are killed at once.
    export OMPI_MCA_pml=ob1 OMPI_MCA_mpi_yield_when_idle=1 OMPI_MCA_odls_base_sigkill_timeout=0
    quick=(--rounds 2 --min-samples 2 --max-samples 2 --warmup 0 --quiet)
}

# column FILE NAME: the values of a column, a line each, without the header.
column() {
    sqlite3 :memory: ".mode csv" ".import '$1' rows" ".mode list" "SELECT \"$2\" FROM rows"
}

# uncheck FILE: drops the column `check`, so that a test may edit rows.
uncheck() {
    sed -i 's/,[^,]*$//' "$1"
}

# query FILE SQL: SQL on the table `rows` of a CSV file.
query() {
    sqlite3 :memory: ".mode csv" ".import '$1' rows" ".mode list" "$2"
}

# summarized ARGUMENT... SQL: SQL on the table `rows` of what `summarize` makes of these arguments.
summarized() {
    "$speedup" summarize "${@:1:$#-1}" >summary.csv && query summary.csv "${!#}"
}

# alter FILE SQL [OUT]: runs SQL on the table `rows` of a CSV file, unchecked, and writes its rows in place of the file's, or to OUT.
alter() {
    [[ "$(head -n 1 "$1")" != *,check ]] || uncheck "$1"
    sqlite3 -bail :memory: ".mode csv" ".import '$1' rows" "$2" '.separator , "\n"' ".headers on" ".output '${3:-$1}'" "SELECT * FROM rows ORDER BY rowid"
}

# reports CODE TEXT COMMAND...: ends with the code, and its output, in $output, contains the text.
reports() {
    local code=$1 text=$2
    shift 2
    run "$@"
    [ "$status" -eq "$code" ] || { echo "exit $status instead of $code: $output"; return 1; }
    [[ "$output" == *"$text"* ]] || { echo "'$output' does not say '$text'"; return 1; }
}

# last_of VARIANT: status and detail of its last row in s.csv.
last_of() {
    query s.csv "SELECT status || ': ' || detail FROM rows WHERE variant = '$1' ORDER BY rowid DESC LIMIT 1"
}

# slowed FILE SECONDS OUT: the samples of the file, as if each had taken that long.
slowed() {
    alter "$1" "UPDATE rows SET kernel_s = $2, total_s = $2" "$3"
}

# refused CODE TEXT COMMAND...: the same, and no file is made or changed.
refused() {
    local before after files=(find . -type f -printf '%p %s %T@\n')
    before=$("${files[@]}")
    reports "$@" || return
    after=$("${files[@]}")
    [ "$before" = "$after" ] || { echo "files were written: $after"; return 1; }
}

# unchanged FILE COMMAND...: the command leaves the file as it is.
unchanged() {
    local before
    before=$(cksum "$1")
    "${@:2}"
    [ "$(cksum "$1")" = "$before" ]
}

# The processors that this may use, one a line: not 0 and 1 in every container.
usable_processors() {
    taskset -cp $$ | sed 's/.*: //' | tr ',' '\n' | awk -F '[-:]' '{ for (p = $1; p <= ($2 == "" ? $1 : $2); p += ($3 ? $3 : 1)) print p }'
}

# running PATTERN: ids of this test's processes, which are in its folder, whose command lines match.
running() {
    local folder words
    for folder in /proc/[0-9]*; do
        { mapfile -d '' words <"$folder/cmdline"; } 2>/dev/null || continue # it has ended
        [[ "${words[*]}" =~ $1 && "$(readlink "$folder/cwd")/" == "$BATS_TEST_TMPDIR"/* ]] || continue
        echo "${folder#/proc/}"
    done
}

# has_lines N FILE: N at least.
has_lines() { [ -e "$2" ] && [ "$(wc -l <"$2")" -ge "$1" ]; }

# ends_with CODE: the program in the background, of which pid is the id, ends with the code.
ends_with() {
    local code=0
    wait "$pid" || code=$?
    [ "$code" -eq "$1" ] || { echo "exit $code instead of $1: $(cat err)"; return 1; }
}

is_running() { [ -n "$(running "$1")" ]; }
has_ended() { [ -z "$(running "$1")" ]; }

has_openmp() {
    "$speedup" list matmul --csv | grep -q '^matmul,cpu/openmp,.*,yes,'
}

# make_plugin NAME [SED]: NAME.c, a copy of matmul cpu/naive that sed has edited, and NAME.so.
make_plugin() {
    "$speedup" new "matmul/$1" 2>/dev/null
    [ $# -eq 1 ] || sed -i "$2" "$1.c"
    "$speedup" build "$1.c" 2>err || { cat err; return 1; }
}

# make_with FILE: the build with this variant, as a copy in built/, and with its settings: others would build everything again.
make_with() {
    local key settings=()
    if [ ! -d built ]; then # beside its objects may lie other builds
        mkdir built
        cp -a "$build/obj" built
        find "$build/" -maxdepth 1 -type f -exec cp -p {} built \;
    fi
    eval "key=($(<built/config.key))"
    mapfile -t settings < <(printf '%s\n' "${key[@]}" | grep '=')
    make -s -C "$root" "${settings[@]}" BUILD="$PWD/built" EXTRA_VARIANTS="$PWD/$1"
}

# executable FILE [BODY]: a program of sh, whose body is standard input if there is none.
executable() {
    mkdir -p "$(dirname "$1")"
    printf '#!/bin/sh\n%s\n' "${2-$(cat)}" >"$1"
    chmod +x "$1"
}

# needs TOOL: skips the test where it is not installed.
needs() {
    command -v "$1" >/dev/null || skip "$1 is not installed"
}

needs_latex() {
    needs pdflatex
    kpsewhich adjustbox.sty >/dev/null || skip "adjustbox is not installed (package texlive-latex-extra)"
}

# undrawn COMMAND...: without gnuplot and pandoc, which take half of a report's time: for tests that read its tables and sentences.
# PATH has what the report's scripts start.
undrawn() {
    local bin=$BATS_FILE_TMPDIR/undrawn
    if [ ! -d "$bin" ]; then
        executable "$bin/python3" "exec $(python3 -c 'import sys; print(sys.executable)') \"\$@\""
        type -P bash env sed dirname readlink rsvg-convert | xargs -I '{}' ln -s '{}' "$bin/"
    fi
    PATH=$bin "$@"
}

# edit FILE BLOCK: the block is the file if there is none, else takes the place of the macro or function that it begins with.
edit() {
    [ -e "$1" ] || { cp "$2" "$1"; return; }
    awk -v block="$2" '
        BEGIN { getline line <block; close(block); key = substr(line, 1, index(line, "(")) }
        index($0, key) == 1 { inside = found = 1; while ((getline line <block) > 0) print line }
        !inside { print }
        inside && (key ~ /^#/ ? !/\\$/ : /^}/) { inside = 0 }
        END { exit !found }' "$1" >"$1.edited" || { echo "$1 has no such definition as $2"; return 1; }
    mv "$1.edited" "$1"
}

# typing DOCUMENT: what a reader types, as a script: its blocks `sh`, and edits by its blocks `c FILE`. That a program got slower is
# no failure.
typing() {
    local line block=0 kind=''
    echo 'set -e'
    declare -f edit
    while IFS= read -r line; do
        case $kind,$line in
        ,\`\`\`sh) kind='sh' ;;
        ,\`\`\`'c '*)
            kind=c
            block=$((block + 1))
            : >"$BATS_TEST_TMPDIR/block$block"
            echo "edit ${line#'```c '} $BATS_TEST_TMPDIR/block$block"
            ;;
        ,\`\`\`*) kind=other ;;
        *,\`\`\`) kind='' ;;
        sh,*' compare '*) echo "$line || [ \$? -eq 3 ]" ;;
        sh,*) echo "$line" ;;
        c,*) echo "$line" >>"$BATS_TEST_TMPDIR/block$block" ;;
        esac
    done <"$1"
}
