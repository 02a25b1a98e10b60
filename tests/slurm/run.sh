#!/usr/bin/env bash
# The study over two nodes of a real Slurm, both on this machine: tests/slurm/run.sh BUILD
#
# Two slurmd and a slurmctld run in a temporary folder. While an array of eight shards runs, one node's daemon and its
# job are killed. Slurm requeues that task, and at the end every point exists once. Then jobs whose time limit expires
# have successors.
#
# If a requirement is missing, it prints that and exits with 0; in CI (environment variable CI) with 1, as `make
# deps-dev` installs them there.
set -euo pipefail
cd "$(dirname "$0")/../.."
speedup=$(cd "${1:-build}" && pwd)/speedup

. tests/count.bash
[ "$(id -u)" = 0 ] || left_out check-slurm "its daemons need root"
needs_tools check-slurm slurmctld slurmd sbatch munged sqlite3 pgrep
work=$(mktemp -d /tmp/speedup-slurm.XXXXXX)
export SLURM_CONF=$work/slurm.conf
pids=()
# Ends the started processes, by id, and all their jobs.
end() {
    scancel --full --signal=KILL --user=root 2>/dev/null || true
    kill "${pids[@]}" 2>/dev/null || true
    for file in "$work"/*.pid; do
        [ ! -s "$file" ] || kill "$(cat "$file")" 2>/dev/null || true
    done
    wait 2>/dev/null || true
    [ "$failed" = 0 ] && [ "$passed" != 0 ] && rm -rf "$work" || echo "logs are in $work" >&2
}
trap end EXIT

start() {
    local host port
    host=$(hostname -s)
    read -r port < <(shuf -i 20000-50000 -n 1)
    mkdir -m 0755 "$work"/{state,spool,munge}
    dd if=/dev/urandom of="$work/munge/key" bs=1024 count=1 status=none
    chmod 0700 "$work/munge"
    chmod 0400 "$work/munge/key"
    cat >"$SLURM_CONF" <<EOF
ClusterName=test
SlurmctldHost=$host(127.0.0.1)
SlurmUser=root
SlurmctldPort=$port
AuthType=auth/munge
AuthInfo=socket=$work/munge/socket,cred_expire=5
StateSaveLocation=$work/state
SlurmdSpoolDir=$work/spool/%n
SlurmctldPidFile=$work/slurmctld.pid
SlurmdPidFile=$work/slurmd.%n.pid
SlurmctldLogFile=$work/slurmctld.log
SlurmdLogFile=$work/slurmd.%n.log
ProctrackType=proctrack/pgid
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SlurmdTimeout=10
SlurmctldTimeout=10
MinJobAge=600
KillWait=2
ReturnToService=2
JobRequeue=1
MpiDefault=none
SwitchType=switch/none
NodeName=n1 NodeHostname=$host NodeAddr=127.0.0.1 Port=$((port + 1)) CPUs=1
NodeName=n2 NodeHostname=$host NodeAddr=127.0.0.1 Port=$((port + 2)) CPUs=1
PartitionName=all Nodes=n1,n2 Default=YES MaxTime=INFINITE State=UP
EOF
    munged --force --foreground --key-file="$work/munge/key" --socket="$work/munge/socket" --pid-file="$work/munge/pid" \
        --log-file="$work/munge/log" --seed-file="$work/munge/seed" >"$work/munged.out" 2>&1 &
    pids+=($!)
    until_true 60 [ -S "$work/munge/socket" ]
    slurmctld -D >"$work/slurmctld.out" 2>&1 &
    pids+=($!)
    for node in n1 n2; do
        start_node $node
    done
    until_true 120 both_idle
}
start_node() {
    slurmd -D -N "$1" >"$work/slurmd.$1.out" 2>&1 &
    pids+=($!)
    eval "$1=$!"
}
both_idle() { [ "$(sinfo --noheader --Node --format=%t 2>/dev/null | sort -u)" = idle ]; }

start || {
    tail -n 5 "$work"/*.log "$work"/*.out >&2
    exit 1
}

export RESULTS=$work/results SPEEDUP=$speedup
mkdir "$RESULTS"
for size in 96 128 160 192; do # some seconds a shard
    "$speedup" plan matmul --size $size --variant cpu/naive,cpu/ikj,cpu/transposed,cpu/tiled --type int32,float32 --iterations 100 \
        --rounds 5 --max-samples 1 --max-time 600 --quiet # a busy machine takes long
done >"$RESULTS/study.manifest"
points=$(wc -l <"$RESULTS/study.manifest")

rows() { cat "$RESULTS"/samples.*.csv 2>/dev/null | grep -vc '^schema,' || true; }
# Sets job and file to a job on n2 that has written some rows and has more to write; fails if there is none.
in_its_middle() {
    read -r job task < <(squeue --noheader --nodelist=n2 --states=R --format='%A %F_%K' 2>/dev/null) || return 1
    file=$RESULTS/samples.n2.$task.csv
    [ -s "$file" ] && [ "$(wc -l <"$file")" -gt 3 ]
}
# Process ids of a process and all its descendants.
family() {
    local child
    echo "$1"
    for child in $(pgrep -P "$1"); do family "$child"; done
}
all_done() { [ -z "$(squeue --noheader 2>/dev/null)" ]; }
# True if every point of the manifest exists once, in five rounds.
each_once() {
    "$speedup" summarize --merge-hosts "$RESULTS" >"$work/summary.csv" 2>"$work/summary.err" || return 1
    [ "$(sqlite3 :memory: ".mode csv" ".import '$work/summary.csv' rows" ".mode list" "SELECT count(*) || ' ' || sum(status = 'ok') FROM rows
        WHERE rounds >= 5 AND workload = 'matmul'")" = "$points $points" ]
}
# True if another node has resumed a run that n2's file began.
gone_on() {
    tail -n +2 "$file" | cut -d, -f2 | sort -u >"$work/runs"
    grep -qsFf "$work/runs" "$RESULTS"/samples.n1.*.csv
}

sbatch --parsable --array=1-8 --output="$work/job-%A_%a.log" experiments/slurm/study.sbatch >/dev/null
is 'both nodes work on an array of eight' until_true 600 in_its_middle
step=$(pgrep -f "^slurmstepd: \[$job\.batch\]" || true)
# shellcheck disable=SC2046,SC2154  # n2 is set by start_node
kill -9 "$n2" $(for pid in $step; do family "$pid"; done)
wait "$n2" 2>/dev/null || true
killed=$(rows)
is 'a node and its job were killed in the middle' [ -n "$step" ]
is 'Slurm queues the task again and the other node ends the array' until_true 600 all_done
is 'nothing that was measured is lost' [ "$(rows)" -gt "$killed" ]
is 'the run of the killed job is resumed' gone_on
is 'every point is there once, in five rounds' each_once

rm -r "$RESULTS"/samples.*
start_node n2
until_true 300 both_idle
export TIME_LIMIT=2
sbatch --parsable --array=1-2 --output="$work/job-%A_%a.log" experiments/slurm/study.sbatch >/dev/null
is 'a job at its time limit leaves the rest to a successor' until_true 600 all_done
is 'there were several' [ "$(find "$RESULTS" -name 'samples.*' | wc -l)" -gt 3 ]
is 'every point is there once, in five rounds, over all of them' each_once
counted check-slurm
