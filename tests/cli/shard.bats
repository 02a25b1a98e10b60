#!/usr/bin/env bats
# A study over several machines: shards of a manifest, a file a process, time that ends.
load helpers

# A manifest of points that take some milliseconds each: m.
manifest() {
    "$speedup" plan matmul --size 16,24,32,48 --variant cpu/naive,cpu/ikj --experiment products "$@" --quiet >m
    "$speedup" plan transpose --size 32,64 --variant cpu/naive,cpu/tiled "$@" --quiet >>m
}

few=(--rounds 2 --max-samples 1 --warmup 0)
points="workload || n || variant"

@test "every point is in one shard, whoever asks and in whatever order they stand" {
    manifest "${few[@]}"
    "$speedup" plan --manifest m --shards 4 >shards 2>told
    diff <(grep -v '^#' shards | sort) <(sort m)
    [ "$(grep -c '^# shard [1-4]/4: ' shards)" = 4 ]
    grep -q '12 points in 4 shards, about [0-9]* s in total' told
    tac m >reversed
    diff <("$speedup" plan --manifest reversed --shards 4 --quiet | sort) <(sort shards)
    for i in 1 2 3 4; do
        "$speedup" run --manifest reversed --shard "$i/4" --dry-run 2>/dev/null
    done >all
    diff <(sort all) <("$speedup" run --manifest m --dry-run 2>/dev/null | sort)
}

@test "shards are even, and keep what is compared together where they can be" {
    manifest --max-time 5
    "$speedup" plan --manifest m --shards 3 --quiet >shards
    # Of six works of like cost none is torn apart: a work is named under one shard only.
    [ "$(awk '/^#/ { shard = $3; next } { print $1, $6, $7, shard }' shards | grep -o '^[a-z]* --size [0-9]* [1-3]/3:' | sort -u | wc -l)" = 6 ]
    # One work alone is shared out all the same.
    "$speedup" plan matmul --size 4096 --variant 'cpu/*' --type float32 --threads 1 --quiet >one
    "$speedup" plan --manifest one --shards 2 --quiet | grep '^#' >heads
    awk '{ gsub(/[:,]/, ""); if ($4 < 3) exit 1; load[NR] = $7 } END { exit !(load[1] < 1.5 * load[2] && load[2] < 1.5 * load[1]) }' heads
}

@test "shards of one folder measure everything once, and the folder is read as one" {
    manifest "${few[@]}"
    for i in 1 2 3; do
        SPEEDUP_HOST=node$i "$speedup" run --manifest m --shard "$i/3" --out f/ --quiet >/dev/null &
    done
    wait
    [ "$(cd f && echo samples.*)" = 'samples.node1.1of3.csv samples.node2.2of3.csv samples.node3.3of3.csv' ]
    [ -s f/machine.json ]
    "$speedup" summarize f >summary.csv
    [ "$(query summary.csv "SELECT count(*) || ' ' || count(DISTINCT $points) FROM rows")" = '12 12' ]
    [ "$(query summary.csv "SELECT count(*) FROM rows WHERE experiment = 'products'")" = 8 ]
    # So is it for a report, in which hosts of a kind count as one machine.
    echo "SELECT count(*) || ' ' || count(DISTINCT work) || ' ' || coalesce(group_concat(DISTINCT host), '') FROM good WHERE origin = 'here'" >q.sql
    [ "$("$root/report/query.sh" f <q.sql | tail -n 1)" = '12 6 ' ] || { "$root/report/query.sh" f <q.sql; false; }
    # A damaged file of one is named.
    cp -r f broken
    sed -i '2s/,float32,/,float33,/' broken/samples.node2.2of3.csv
    run "$root/report/query.sh" broken <q.sql
    [ "$status" -ne 0 ]
    [[ "$output" == *'samples.node2.2of3.csv:2: '* ]]
    # A file of another version, with other columns at its end, is read by its own header.
    cp -r f other
    uncheck other/samples.node2.2of3.csv
    sed -i '1s/,rate_unit$/,processors/' other/samples.node2.2of3.csv
    [ "$("$root/report/query.sh" other <q.sql | tail -n 1)" = '12 6 ' ]
    # On another host the same shard finds its points done; so does one that is cut otherwise.
    SPEEDUP_HOST=node9 "$speedup" run --manifest m --shard 1/3 --out f --quiet >/dev/null
    SPEEDUP_HOST=node9 "$speedup" run --manifest m --shard 2/2 --out f --quiet >/dev/null
    [ "$("$speedup" summarize f | wc -l)" = 13 ]
    [ "$(wc -l <f/samples.node9.1of3.csv)" = 1 ]
    refused 2 "Is a directory" "$speedup" run --manifest m --out f # no shard: a file is wanted
}

@test "what a shard left half measured, another host goes on with, unless another process still measures it" {
    manifest "${few[@]}"
    SPEEDUP_HOST=one "$speedup" run --manifest m --shard 1/1 --out f/ --quiet >/dev/null
    head -n 12 f/samples.one.1of1.csv >torn.csv
    mv torn.csv f/samples.one.1of1.csv
    cp -r f g
    SPEEDUP_HOST=two "$speedup" run --manifest m --shard 1/1 --out f/ --quiet >table
    [ "$(wc -l <table)" = 13 ]
    [ "$(($(wc -l <f/samples.one.1of1.csv) + $(wc -l <f/samples.two.1of1.csv)))" = 26 ] # two headers, two samples a point
    [ "$(summarized --merge-hosts f "SELECT count(*) || ' ' || min(samples) || ' ' || max(rounds) FROM rows")" = '12 2 2' ]
    exec 8<g/samples.one.1of1.csv
    flock 8 # as a job that Slurm has given up, and that lives on
    SPEEDUP_HOST=two "$speedup" run --manifest m --shard 1/1 --out g/ --quiet >table 8<&-
    [ "$(wc -l <g/samples.two.1of1.csv)" = 25 ]
    [ "$(summarized --merge-hosts g "SELECT count(*) || ' ' || min(samples) FROM rows")" = '12 2' ]
}

@test "a damaged file of another shard is named, and nothing is measured" {
    manifest "${few[@]}"
    mkdir f
    echo 'no,samples' >f/samples.other.1.csv
    run "$speedup" run --manifest m --shard 1/2 --out f
    [ "$status" = 2 ]
    [[ "$output" == *f/samples.other.1.csv* ]]
    [ "$(cat f/samples.*.1of2.csv | wc -l)" = 1 ]
}

@test "a shard with a file of its own measures all of its share into it" {
    manifest "${few[@]}"
    for i in 1 2; do
        "$speedup" run --manifest m --shard $i/2 --out part$i.csv --quiet >/dev/null
        "$speedup" run --manifest m --shard $i/2 --out part$i.csv --quiet >/dev/null # nothing is left to do
    done
    [ "$(summarized part1.csv part2.csv "SELECT count(*) || ' ' || count(DISTINCT $points) || ' ' || max(samples) FROM rows")" = '12 12 2' ]
    [ "$("$speedup" summarize part1.csv | wc -l)" -gt 5 ]
    # compare takes the folder that they make as it takes one file.
    mkdir f
    cp part1.csv f/samples.a.1.csv
    cp part2.csv f/samples.b.2.csv
    { cat part1.csv; tail -n +2 part2.csv; } >one.csv
    "$speedup" compare --csv one.csv f >compared.csv
    [ "$(query compared.csv "SELECT count(*) || ' ' || min(ratio + 0) || ' ' || max(ratio + 0) FROM rows")" = '12 1 1' ] ||
        { head -3 compared.csv; false; }
    refused 2 empty "$speedup" compare one.csv empty/
}

@test "a Slurm array's task takes its share, and rows tell job and processors" {
    manifest "${few[@]}"
    export SLURM_ARRAY_JOB_ID=77 SLURM_ARRAY_TASK_COUNT=3 SLURM_ARRAY_TASK_MIN=10 SLURM_ARRAY_TASK_STEP=5
    for task in 10 15 20; do
        SPEEDUP_HOST=node SLURM_JOB_ID=$((70 + task)) SLURM_ARRAY_TASK_ID=$task "$speedup" run --manifest m --out f/ --quiet >/dev/null
    done
    [ "$(cd f && echo samples.*)" = 'samples.node.77_10.csv samples.node.77_15.csv samples.node.77_20.csv' ]
    [ "$("$speedup" summarize f | wc -l)" = 13 ]
    [ "$(query f/samples.node.77_15.csv "SELECT DISTINCT job FROM rows")" = 77_15 ]
    [ "$(query f/samples.node.77_15.csv "SELECT DISTINCT cpus FROM rows")" = "$(sed -n 's/^Cpus_allowed_list:[[:space:]]*//p' /proc/self/status)" ]
    SLURM_ARRAY_TASK_ID=25 refused 2 SLURM_ARRAY_TASK_ID=25 "$speedup" run --manifest m --out f/
    # Without a manifest an array is the user's own affair.
    SPEEDUP_HOST=node SLURM_JOB_ID=80 SLURM_ARRAY_TASK_ID=10 "$speedup" run matmul --variant cpu/naive --size 16 "${quick[@]}" --out own.csv >/dev/null
    [ -s own.csv ]
}

@test "a run ends before its time, says so with exit 0, and goes on" {
    manifest --rounds 9 --max-samples 1 --warmup 0
    for limit in 0.6 0.6 60; do
        "$speedup" run --manifest m --time-limit $limit --out s.csv --quiet >/dev/null 2>told
        echo "$limit $(grep -cE 'stopped at the time limit with [0-9]+ of 12 points done, in round [1-9] of 9;' told) $(query s.csv 'SELECT count(*) FROM rows')"
    done >runs
    [ "$(cut -d' ' -f1,2 runs | paste -sd,)" = '0.6 1,0.6 1,60 0' ]
    awk '{ if ($3 <= before) exit 1; before = $3 }' runs
    [ "$(query s.csv "SELECT count(*) || ' ' || sum(stop <> '') FROM rows")" = '108 12' ]
    # A job that is over in ten seconds begins nothing.
    SLURM_JOB_END_TIME=$(($(date +%s) + 5)) "$speedup" run --manifest m --out none.csv --quiet >/dev/null 2>told
    grep -q 'stopped at the time limit with 0 of 12 points done' told
}

@test "of more shards than points some have nothing to do" {
    manifest "${few[@]}"
    "$speedup" run --manifest m --shard 50/50 --out f/ --quiet
    [ "$("$speedup" plan --manifest m --shards 50 --quiet | grep -c ': 0 points')" = 38 ]
}

@test "the slow one of several hosts of a kind is found, and no other" {
    manifest --rounds 1 --max-samples 1 --warmup 0
    SPEEDUP_HOST=base "$speedup" run --manifest m --out base.csv --quiet >/dev/null
    uncheck base.csv
    mkdir f
    "$speedup" machine >f/machine.json
    for host in a:1 b:1.3 c:1.01; do # times of 1 ms and a percent between rounds
        awk -F, -v OFS=, -v host="${host%:*}" -v factor="${host#*:}" 'NR == 1 { print; next } {
            stop = $32
            for (round = 1; round <= 5; round++) {
                $22 = $23 = round; $32 = round == 5 ? stop : ""
                $26 = $29 = 1e-3 * factor * (1 + 0.01 * (round % 5)); $37 = host; $2 = host
                print
            }
        }' base.csv >"f/samples.${host%:*}.nodes.csv"
    done
    "$root/report/query.sh" f <"$root/report/queries/nodes.sql" >nodes.csv
    [ "$(query nodes.csv 'SELECT group_concat(host || " " || points || " " || "surely 5 % slower at points", ", ") FROM rows')" = 'b 12 12, c 12 0, a 12 0' ]
    # One host alone is compared with none.
    rm f/samples.[bc].*
    [ "$("$root/report/query.sh" f <"$root/report/queries/nodes.sql" | wc -l)" -le 1 ]
}
