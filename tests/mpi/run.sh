#!/usr/bin/env bash
# A study over two hosts, both on this machine: tests/mpi/run.sh BUILD
#
# Two network namespaces with their own host names are the hosts, a veth pair is the cable. mpirun reaches the other
# host by a script in place of ssh. In the middle of a sample the cable is cut: that point becomes a row, without a
# hang, and after reconnection everything is measured. With the build of `make check-emulated` and EMULATED_GPUS=2 each
# host also has two GPUs.
#
# If a requirement is missing, it prints that and exits with 0; in CI (environment variable CI) with 1, as `make
# deps-dev` installs them there.
set -euo pipefail
cd "$(dirname "$0")/../.."
speedup=$(cd "${1:-build}" && pwd)/speedup

. tests/count.bash
[ "$(id -u)" = 0 ] || left_out check-mpi "only root can make network namespaces"
needs_tools check-mpi ip mpirun unshare sqlite3 pgrep
missing=$("$speedup" list matmul --csv | sed -n 's/^matmul,cpu\/summa,.*,no,//p')
[ -z "$missing" ] || left_out check-mpi "$missing"
a=speedup-a-$$ b=speedup-b-$$
work=$(mktemp -d /tmp/speedup-mpi.XXXXXX)
export TMPDIR=$work
ip netns add "$a" 2>/dev/null || left_out check-mpi 'network namespaces are refused'
ip netns add "$b"
runs=()
# Ends the started processes, by id.
end() {
    kill "${runs[@]}" 2>/dev/null || true
    wait 2>/dev/null || true
    ip netns del "$a" || true
    ip netns del "$b" || true
    [ "$failed" = 0 ] && [ "$passed" != 0 ] && rm -rf "$work" || echo "files are in $work" >&2
}
trap end EXIT

cable() {
    ip -n "$b" link set eth0 "$1"
}

ip link add eth0 netns "$a" type veth peer name eth0 netns "$b"
for host in "$a" "$b"; do
    ip -n "$host" link set lo up
    ip -n "$host" link set eth0 up
done
ip -n "$a" address add 10.99.77.1/24 dev eth0
ip -n "$b" address add 10.99.77.2/24 dev eth0
cat >"$work/agent" <<EOF
#!/bin/sh
# Replaces ssh: HOST COMMAND..., over the cable; waits while it is cut.
shift
until ip -n $b link show eth0 | grep -q 'state UP'; do sleep 0.1; done
exec ip netns exec $b unshare --uts sh -c "hostname host-b; exec setsid sh -c '\$*'"
EOF
chmod +x "$work/agent"
launcher="mpirun --allow-run-as-root --host 10.99.77.1:2,10.99.77.2:2 --map-by node:OVERSUBSCRIBE --bind-to none"
launcher+=" --mca plm_rsh_agent $work/agent --mca btl tcp,self --mca btl_tcp_if_include eth0 --mca oob_tcp_if_include eth0"

# sweep FILE OPTION...: over both hosts, from the first one.
sweep() {
    local file=$1
    shift
    ip netns exec "$a" unshare --uts sh -c 'hostname host-a; exec "$@"' sh "$speedup" run matmul --variant cpu/summa --threads 1 --ranks 2,4 \
        --launcher "$launcher" --out "$file" --rounds 1 --quiet "$@"
}
query() {
    sqlite3 :memory: ".mode csv" ".import '$1' rows" ".mode list" "$2" 2>/dev/null || true
}
# True if the point on this number of ranks has this number of rows.
rows_at_least() { [ "$(query "$1" "SELECT count(*) >= $3 FROM rows WHERE ranks = '$2'")" = 1 ]; }
has_bad() { [ "$(query "$1" "SELECT count(*) > 0 FROM rows WHERE status IN ('timeout', 'failed')")" = 1 ]; }
ranks_left() { pgrep -f "worker (ranks|launch) .*$work" >/dev/null; }

sweep "$work/short.csv" --size 200 --max-samples 2 >/dev/null
is 'two hosts share the work, with correct results' [ "$(query "$work/short.csv" "SELECT group_concat(DISTINCT status) || ' ' ||
    min(detail LIKE '%on 2 nodes%') || ' ' || count(DISTINCT ranks) FROM rows")" = 'ok 1 2' ]

if [ -n "${EMULATED_GPUS:-}" ]; then
    launcher+=" -x EMULATED_GPUS"
    sweep "$work/gpus.csv" --variant gpu/nccl_ahead --size 40 --ranks 3,5 --max-samples 1 >/dev/null
    gpus="FROM rows WHERE variant = 'gpu/nccl_ahead'"
    is 'GPUs of two hosts share it, and rows name them with their hosts' \
        [ "$(query "$work/gpus.csv" "SELECT status || ' ' || device $gpus AND ranks = '3'")" = 'ok host-a/0000:01:00.0;host-b/0000:01:00.0;host-a/0000:02:00.0' ]
    is 'a host with fewer GPUs than ranks skips the point' \
        [ "$(query "$work/gpus.csv" "SELECT status $gpus AND ranks = '5' AND detail LIKE '3 ranks on host-a have 2 GPUs%'")" = skipped ]
fi
sweep "$work/long.csv" --size 2000 --min-samples 8 --max-samples 8 --max-time 600 --timeout 10 >"$work/long.out" 2>&1 &
run=$!
runs+=("$run")
begun() { rows_at_least "$work/long.csv" 2 2 || rows_at_least "$work/long.csv" 4 2; }
is 'samples are running' until_true 600 begun
before=$(wc -l <"$work/long.csv")
sleep 0.3
cable down
is 'a cut cable gives a row and no hang' until_true 600 has_bad "$work/long.csv"
cable up
code=0
wait "$run" || code=$?
is 'the sweep continues to its end and reports a failure' [ "$code" = 1 ]
is 'nothing that was measured is lost' [ "$(wc -l <"$work/long.csv")" -gt "$before" ]
is 'the other point is measured' [ "$(query "$work/long.csv" "SELECT count(*) FROM rows WHERE status = 'ok'")" -gt 8 ]
query "$work/long.csv" "SELECT ranks || ' ranks: ' || status || ': ' || detail FROM rows WHERE status <> 'ok'"
is 'no process is left, on either host' eval '! ranks_left'
sweep "$work/long.csv" --size 2000 --max-samples 2 --max-time 600 --fresh >/dev/null
"$speedup" summarize "$work/long.csv" >"$work/summary.csv" 2>/dev/null
is 'after reconnection everything is measured' [ "$(query "$work/summary.csv" "SELECT count(*) || ' ' || sum(status = 'ok') FROM rows")" = '2 2' ]
counted check-mpi
