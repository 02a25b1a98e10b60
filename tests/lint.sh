#!/usr/bin/env bash
# Checks terms (tests/words.sh) and runs the installed linters; reports missing ones. `make lint` passes C_FILES,
# C_FLAGS, DEEP and the tools' names in the environment. Non-zero if one finds something, or if no linter is
# installed.
set -u
cd "$(dirname "$0")/.." || exit 1

found=0 ran=0

# lint NAME TOOL COMMAND...: runs the command if the tool is installed.
lint() {
    local name=$1 tool=$2
    shift 2
    if ! command -v "$tool" >/dev/null; then
        echo "$name: not installed (make deps-dev)"
        return
    fi
    ran=$((ran + 1))
    if "$@"; then
        echo "$name: nothing found"
    else
        echo "$name: see above"
        found=1
    fi
}

# Each tool expects words, not one string.
read -ra c_files <<<"${C_FILES:?}"
read -ra c_flags <<<"${C_FLAGS:?}"
mapfile -t scripts < <(find common experiments python report tests -name '*.sh' -o -name '*.bash' -o -name '*.bats' -o -name '*.sbatch' && ls .ci/* tests/emulator/nvcc)
# What the Makefile passes to single objects.
for name in BUILD_COMPILER BUILD_FLAGS BUILD_BLAS BUILD_TOOLCHAIN BLAS_LIBRARY CUDA_REASON; do
    c_flags+=("-D$name=\"\"")
done
jobs=$(nproc 2>/dev/null || echo 1)

# Clang's static analyzer spends most of its time on the last of its states: limit them.
depth=(-Xclang -analyzer-config -Xclang max-nodes=10000)
[ -z "${DEEP:-}" ] || depth=()

# One file per process, to use all processors.
tidy() {
    printf '%s\n' "${c_files[@]}" | xargs -P "$jobs" -I '{}' "$CLANG_TIDY" --quiet '{}' -- "${c_flags[@]}" "${depth[@]}" 2>/dev/null
}

# Bats sets and loads variables in ways that shellcheck cannot follow.
shell_scripts() {
    local file code=0
    for file in "${scripts[@]}"; do
        case $file in
        *.bats) "$SHELLCHECK" --severity=warning --exclude=SC2154 "$file" || code=1 ;;
        *) "$SHELLCHECK" --severity=warning "$file" || code=1 ;;
        esac
    done
    return "$code"
}

lint words git tests/words.sh
lint cppcheck "$CPPCHECK" "$CPPCHECK" -j "$jobs" --quiet --std=c11 --enable=warning,portability --inline-suppr \
    --error-exitcode=1 -I. "${c_files[@]}"
lint clang-tidy "$CLANG_TIDY" tidy
lint shellcheck "$SHELLCHECK" shell_scripts

if [ "$ran" -eq 0 ]; then
    echo 'error: no linter is installed' >&2
    exit 1
fi
exit "$found"
