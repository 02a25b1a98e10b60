#!/usr/bin/env bash
# Tests that need a GPU: tests/gpu.sh check|sanitize BUILD
#
# check: every GPU variant, type, awkward size, block, tile and transfer mode, on new inputs each time (the seed is
# printed), against the reference.
# sanitize: the same kernels under each tool of compute-sanitizer, or those in TOOLS. First the tools must detect a
# planted overrun and a planted race; otherwise a result without errors means nothing.
set -eu
cd "$(dirname "$0")/.."
export XDG_CACHE_HOME=/dev/null # no times of the reference loop from or for other runs

kind=$1 build=$2
speedup=$build/speedup
wrong=$build/tests/speedup-wrong

missing=$("$speedup" machine | sed -n 's/^ *"gpu_reason": *"\(.*\)",*$/\1/p')
if [ -n "$missing" ]; then
    echo "error: nothing was tested, as there is no GPU to test on: $missing" >&2
    exit 1
fi

# part COMMAND...: begins it, four at a time: a GPU that more processes share takes longer for all of them, and threads that
# verify must not spin on each other's processors. finish waits for the parts, prints what they said in their order, and
# fails if one did not pass. Its exit status is in a file, as the shell forgets that of a process whose number is given to
# another; without a file the part was stopped, by a failed command within it too.
parts=()
part() {
    while [ "$(jobs -rp | wc -l)" -ge 4 ]; do sleep 0.2; done
    parts+=("$(mktemp)")
    { OMP_WAIT_POLICY=passive "$@" >"${parts[-1]}" 2>&1; echo $? >"${parts[-1]}.status"; } &
}

finish() {
    local file code=0
    wait
    for file in "${parts[@]}"; do
        cat "$file"
        [ "$(cat "$file.status" 2>/dev/null)" = 0 ] || code=1
        rm -f "$file" "$file.status"
    done
    parts=()
    return "$code"
}

# every COMMAND ARGUMENT...: a part COMMAND WORKLOAD TYPE ARGUMENT... for each workload and type that the program lists.
every() {
    local workload type before=${#parts[@]}
    while read -r workload type <&3; do
        part "$1" "$workload" "$type" "${@:2}"
    done 3< <("$speedup" list --csv | sed -nE 's/^([a-z_]+),gpu\/.*,([a-z0-9 ]+),[^,]*,yes,[^,]*$/\1 \2/p' | awk '{ for (i = 2; i <= NF; i++) print $1, $i }' | sort -u)
    [ "${#parts[@]}" -gt "$before" ] || { echo 'error: nothing was checked, as no GPU variant is listed that can run here' >&2 && exit 1; }
}

right() {
    "$speedup" check "$1" --type "$2" --variant 'gpu/*' --seed "$seed" --quiet "${@:3}"
}

check() {
    local seed=${SEED:-$((RANDOM * 32768 + RANDOM))} code=0
    echo "seed $seed (SEED=$seed repeats it)"
    # Every size, block and tile; then errors that need several matrices and iterations.
    every right
    every right --size 33,257 --matrices 4 --iterations 2 --transfer pageable,pinned,overlap-breadth,overlap-depth --block 32 --tile 16
    # Large sizes, without the blocks that leave all work to one thread.
    every right --size 1000,1025,2048 --block 16,32,64 --tile 4,16
    # Edges of tiles of 64, 96, 128 and 192, and several tiles side by side.
    every right --size 127,128,129,191,192,193,385,400,769,1030 --block 32 --tile 16
    # Products longer in k than k is kept in registers, with a single row, and wider than high.
    part "$speedup" check matmul --variant 'gpu/*' --seed "$seed" --size 999x1003x1001,4096x1000x333,1x4096x4096,1x100x9001,16x1000x1001,1001x9x1000,257x129x9001 --block 32 \
        --tile 16 --devices 1 --quiet
    finish || code=1
    if command -v bats >/dev/null && command -v sqlite3 >/dev/null; then
        BUILD=$build bats tests/cli/gpu.bats || code=1
    else
        echo 'left out: tests/cli/gpu.bats, as bats or sqlite3 is missing (make deps)'
    fi
    return "$code"
}

# errors TOOL LOG COMMAND...: number of errors that the tool reports for the command and its workers, or "none" without a
# report. The first lines go to stderr.
errors() {
    local tool=$1 log=$2
    shift 2
    # The driver checks every call itself, and expects peer access to be enabled already.
    [ "$tool" != memcheck ] || tool='memcheck --report-api-errors no'
    # shellcheck disable=SC2086  # a tool and its option
    "$sanitizer" --tool $tool --target-processes all --print-limit 20 "$@" >"$log" 2>&1 || true
    sed -n 's/^========= \(ERROR\|RACECHECK\) SUMMARY: \([0-9]*\) .*/\2/p' "$log" |
        awk '{ sum += $1; seen = 1 } END { print seen ? sum : "none" }'
}

# finds TOOL NAME COMMAND...: the tool must report an error of the command, which has one planted.
finds() {
    local found log=$build/tests/sanitize-$1-${2##*/}.log
    found=$(errors "$1" "$log" "${@:3}")
    if [[ $found == @(none|0) ]]; then
        echo "  $1 does not find the planted error of $2: $found errors (see $log)"
        return 1
    fi
    echo "  $1 finds the planted error of $2"
}

# The ring of the wgmma kernels: right as it is there, and reported where warps arrive before they read. On Hopper only.
ring() {
    local program=$build/tests/racecheck_ring
    if [ ! -x "$program" ] || ! "$speedup" machine | grep -q '"compute_capability": "9.0"'; then
        echo '  left out: racecheck_ring, for a GPU of compute capability 9.0'
        return
    fi
    "$program" >"$build/tests/racecheck_ring.log" 2>&1 || {
        cat "$build/tests/racecheck_ring.log"
        return 1
    }
    finds racecheck early "$program" early
}

# clean WORKLOAD TYPE TOOL: no error in any variant that can run here, except libraries' and those of several processes.
clean() {
    local found own summary sizes=${SIZES:-1,33,100,129} log=$build/tests/sanitize-$3-$1-$2.log
    case $1 in
    matmul) sizes+=,60x100x36,100x36x65,33x129x65,9x257x33,65x9x60,1x600x130,1x33x600 ;;
    transpose) sizes+=,100x36,129x65 ;;
    esac
    own=$("$speedup" list "$1" --csv | awk -F, '/,yes,[^,]*$/ && $2 ~ /^gpu\// && $2 !~ /^gpu\/(cublas|cusparse|ranks_)/ && !seen[$2]++ {
        printf "%s%s", comma, $2; comma = "," }')
    found=$(errors "$3" "$log" "$speedup" check "$1" --type "$2" --variant "$own" --devices 1,2,3 --size "$sizes" --timeout 600 --quiet)
    if [ "$found" = 0 ] && summary=$(grep -E '[1-9][0-9]* points right, 0 wrong' "$log"); then
        echo "  $3, $1 $2: no errors; $summary"
        return
    fi
    grep -E '^=========| wrong: | failed: | points right' "$log" | head -n 40
    echo "  $3, $1 $2: $found errors, or points that are not right (see $log)"
    return 1
}

sanitize() {
    local code=0 tool
    sanitizer=$(common/build/cuda_tool.sh compute-sanitizer)
    mkdir -p "$build/tests"
    part finds memcheck gpu/overrun "$wrong" check transpose --variant gpu/overrun --size 100 --quiet
    part finds racecheck gpu/race "$wrong" check transpose --variant gpu/race --size 100 --quiet
    part ring
    finish || code=1
    for tool in ${TOOLS:-memcheck racecheck initcheck synccheck}; do
        every clean "$tool"
        finish || code=1 # a tool at a time: 12 contexts of the sanitizer need more than 80 GB
    done
    return "$code"
}

case $kind in
check) check ;;
sanitize) sanitize ;;
*)
    echo 'usage: tests/gpu.sh check|sanitize BUILD' >&2
    exit 2
    ;;
esac
