#!/usr/bin/env bash
# Runs tests/bad-inputs.tsv and prints TAP, a test a row: tests/bad-inputs.sh BUILD [PART OF A COMMAND]
#
# A bad input ends with its exit code, and its last line on stderr says why: nothing is on stdout, no file is left, no
# process crashes or waits for longer than 20 s.
set -u
table=$(cd "$(dirname "$0")" && pwd)/bad-inputs.tsv
part=${2:-}
PATH=$(cd "$1" && pwd):$PATH
export PATH LC_ALL=C.UTF-8 OPENBLAS_NUM_THREADS=1 CFLAGS=-O0
unset "${!OMP_@}" "${!SLURM_@}" "${!SPEEDUP_@}" GOMP_CPU_AFFINITY NO_COLOR
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export BAD=$work/bad.c # a file that rows make
mkdir "$work/in" && cd "$work/in" && mkdir folder || exit 1

# here: sets the names of all files, of those beside $BAD too, without a process.
shopt -s globstar dotglob extglob nullglob
here() {
    local IFS=$'\n' names=(** "$work"/bad.!(c))
    after="${names[*]}"
}
contents() { find . -type f -exec cksum {} + | sort; }

# spoiled COLUMN VALUE: the samples of edited.csv, the first with this value, become $BAD.
spoiled() {
    awk -F, -v OFS=, -v name="$1" -v value="$2" 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i } NR == 2 { $at[name] = value } 1' edited.csv >"$BAD"
}
export -f spoiled

mapfile -t rows < <(grep -v '^#' "$table")
tests=()
for row in "${rows[@]}"; do
    IFS=$'\t' read -r kind pattern command <<<"$row"
    case $kind in
    file) printf '%b' "$command" >"$pattern" ;;
    make) bash -c "$command" || exit 1 ;;
    *) [[ $command != *"$part"* ]] || tests+=("$row") ;;
    esac
done
echo "1..$((${#tests[@]} + 1))"
here
before=$after
all=$(contents)
number=0 failed=0
for row in "${tests[@]}"; do
    IFS=$'\t' read -r code pattern command <<<"$row"
    number=$((number + 1))
    timeout 20 bash -c "$command" </dev/null >"$work/stdout" 2>"$work/stderr"
    status=$?
    mapfile -t lines <"$work/stderr"
    said=${lines[*]: -1}
    here
    # shellcheck disable=SC2053  # a pattern
    if [ "$status" -eq "$code" ] && [[ $said == "speedup: "$pattern ]] && [ ! -s "$work/stdout" ] && [ "$after" = "$before" ]; then
        echo "ok $number - $command"
        continue
    fi
    failed=1
    echo "not ok $number - $command"
    printf '# exit code %s instead of %s; it says: %s\n' "$status" "$code" "$said"
    [ ! -s "$work/stdout" ] || echo "# and on stdout: $(head -n 1 "$work/stdout")"
    [ "$after" = "$before" ] || echo "# and left: $(comm -13 <(echo "$before") <(echo "$after") | paste -sd ' ')"
    before=$after
done
if [ "$(contents)" = "$all" ]; then
    echo "ok $((number + 1)) - no file was changed"
else
    failed=1
    echo "not ok $((number + 1)) - no file was changed"
fi
exit "$failed"
