#!/usr/bin/env bash
# What `check` and `run` say of each variant in tests/variants/cpu that is wrong, odd or right on purpose: tests/mistakes.sh BUILD
#
# A row a variant: its idea, the points that `check` calls right at three sizes, and the statuses and flags of a `run` of two
# sizes. With WRITE=1 the table replaces that of docs/adversarial.md. Minutes.
set -eu
cd "$(dirname "$0")/.."

wrong=$(cd "$1" && pwd)/tests/speedup-wrong
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
figures=$work/figures
. tests/figures.bash
export XDG_CACHE_HOME=$work GOMP_SPINCOUNT=0 KMP_BLOCKTIME=0 OPENBLAS_NUM_THREADS=1

# Not a matter of results: they end, stop or fill the machine.
left_out=' hangs lingers stops spoils forks leaves_process slowable unlucky unlucky_rank too_much_memory notices reworks '

# checked WORKLOAD VARIANT: "0 of 9 right".
checked() {
    "$wrong" check "$1" --variant "$2" --size 33,65,100 --timeout 10 --quiet 2>/dev/null |
        sed -n 's/^\([0-9]*\) points right, \([0-9]*\) wrong.*/\1 \2/p' | { read -r right bad && echo "$right of $((right + bad)) right"; }
}

# measured WORKLOAD VARIANT: the statuses and the flags that concern code.
measured() {
    rm -f "$work/s.csv"
    "$wrong" run "$1" --variant "$2" --size 64,640 --threads 1,2 --oversubscribe --out "$work/s.csv" --rounds 2 --min-samples 4 \
        --max-samples 4 --warmup 0 --timeout 10 --quiet >/dev/null 2>&1 || [ $? -eq 1 ]
    sqlite3 :memory: '.mode csv' ".import '$work/s.csv' rows" '.mode list' "SELECT group_concat(word, ', ') FROM (SELECT status AS word,
        1 AS part FROM rows UNION SELECT 'grows', 2 FROM rows WHERE flags LIKE '%grows%' UNION SELECT 'idle-threads', 2 FROM rows
        WHERE flags LIKE '%idle%' ORDER BY part, word)"
}

"$wrong" list --csv >"$work/list.csv"
{
    echo '| workload | variant | check | run |'
    echo '|:---|:---|---:|:---|'
    for file in tests/variants/cpu/*/*.c; do
        name=$(basename "$file" .c) workload=$(basename "$(dirname "$file")")
        [[ "$left_out" != *" $name "* ]] || continue
        idea=$(sqlite3 :memory: '.mode csv' ".import '$work/list.csv' list" '.mode list' "SELECT idea FROM list WHERE variant = 'cpu/$name'")
        echo "| $workload | \`$name\`: $idea | $(checked "$workload" "cpu/$name") | $(measured "$workload" "cpu/$name") |"
    done
} | tee "$figures"

write_figures mistakes docs/adversarial.md
