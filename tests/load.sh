#!/usr/bin/env bash
# What an interval of five rounds covers, measured on this machine: tests/load.sh BUILD
#
# RUNS (40) runs of a few cheap points one after the other, then as many beside eight busy tasks a processor. Of each
# kind: how many intervals hold the mean and the median of all runs, how many points are flagged `noisy`, and how many
# comparisons of two such runs raise an alarm. Minutes; nothing else should run.
set -eu
cd "$(dirname "$0")/.."

build=$(cd "$1" && pwd)
speedup=$build/speedup
runs=${RUNS:-40}
work=$(mktemp -d)
busy=()
trap 'kill "${busy[@]}" 2>/dev/null || true; rm -rf "$work"' EXIT
export XDG_CACHE_HOME=$work # the reference loop's best time is that of these runs
figures=$work/figures
. tests/figures.bash

# measure KIND: all runs, their summaries and their points in one table.
measure() {
    for ((i = 0; i < runs; i++)); do
        "$speedup" run matmul --variant cpu/ikj,cpu/openmp_ikj --type float32 --size 96,160 --threads 2 --rounds 5 \
            --min-samples 3 --max-samples 3 --quiet --out "$work/$1-$i.csv" >/dev/null
        "$speedup" summarize "$work/$1-$i.csv" >"$work/summary.csv"
        sqlite3 :memory: '.mode csv' ".import '$work/summary.csv' rows" '.mode list' '.separator " "' "SELECT variant || n,
            kernel_median_s, kernel_ci_low_s, kernel_ci_high_s, flags LIKE '%noisy%' FROM rows"
    done >"$work/$1"
}

# describe KIND: a line of its shares.
describe() {
    local alarms=0 half=$((runs / 2)) changed
    for ((i = 0; i < half; i++)); do
        "$speedup" compare --csv "$work/$1-$i.csv" "$work/$1-$((half + i)).csv" >"$work/compared.csv" 2>/dev/null || [ $? -eq 3 ]
        changed=$(sqlite3 :memory: '.mode csv' ".import '$work/compared.csv' rows" "SELECT count(*) FROM rows WHERE verdict IN ('faster', 'slower')")
        alarms=$((alarms + (changed > 0)))
    done
    for ((i = 0; i < runs; i++)); do tail -n +$((1 + (i > 0))) "$work/$1-$i.csv"; done >"$work/all.csv"
    sqlite3 :memory: '.mode csv' ".import '$work/all.csv' rows" '.mode list' '.separator " "' \
        "SELECT '$1: load ' || round(avg(load), 1) || ', reference loop ' || round(avg(noise), 2) || ' times its best' FROM rows"
    sort -k1,1 -k2,2g "$work/$1" | awk '
        function close_point(  i, middle) {
            middle = count % 2 ? value[(count + 1) / 2] : sqrt(value[count / 2] * value[count / 2 + 1])
            for (i = 1; i <= count; i++) {
                mean_held += low[i] <= exp(sum / count) && exp(sum / count) <= high[i]
                median_held += low[i] <= middle && middle <= high[i]
            }
            all += count
            count = sum = 0
        }
        $1 != point { if (count) close_point(); point = $1 }
        { value[++count] = $2; low[count] = $3; high[count] = $4; sum += log($2); noisy += $5 }
        END {
            close_point()
            printf "  of %d intervals %.0f %% hold the mean of the runs, %.0f %% their median; %.0f %% of the points are flagged noisy\n",
                all, 100 * mean_held / all, 100 * median_held / all, 100 * noisy / all
        }'
    echo "  of $half comparisons of two runs $alarms raise an alarm"
}

processors=$(getconf _NPROCESSORS_ONLN)
heading "Intervals of five rounds on this machine, $processors processors: $runs runs of 4 points one after the other"
measure quiet
describe quiet | show
for ((i = 0; i < 8 * processors; i++)); do
    (while :; do :; done) &
    busy+=($!)
done
measure loaded
kill "${busy[@]}"
describe loaded | sed "s/^loaded:/with $((8 * processors)) busy tasks:/" | show

write_figures check-load
