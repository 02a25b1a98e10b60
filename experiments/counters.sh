#!/usr/bin/env bash
# What do the GPU's hardware counters say about each kernel of the reports?
# ncu (of the CUDA Toolkit) watches one launch a kernel; rows go to counters.csv under today's names
# for what the reports read. Where ncu may not count, it says so, and the report shows the gap.
. "$(dirname "$0")/lib.sh"

if ! has_gpu || ! command -v ncu >/dev/null; then
    say "no counters: $(has_gpu && echo 'ncu, of the CUDA Toolkit, is missing' || echo 'no GPU here')"
    exit 0
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
metrics=$(awk -v list=1 -f report/csv.awk -f experiments/counters.awk)
printf 'workload,variant,type,n,block,tile,kernel,metric,value,unit\n' >"$work/counted"

# count WORKLOAD VARIANT TYPE N BLOCK TILE [OPTION]...: the first launch of each kernel.
count() {
    ncu --clock-control none --target-processes all --profile-from-start off --launch-count 4 --csv --print-units base --print-fp \
        --print-kernel-base function --metrics "$metrics" --log-file "$work/log" "$speedup" run "$1" --variant "$2" --type "$3" \
        --size "$4" ${5:+--block "$5"} ${6:+--tile "$6"} "${@:7}" --profile --quiet --out "$work/samples.csv" >/dev/null || {
        grep -m 1 -E 'ERR_|==ERROR==' "$work/log" >&2 || true
        say "ncu could not count $1 $2; the report shows the gap"
        return 0
    }
    awk -v row="$1,$2,$3,$4,$5,$6" -f report/csv.awk -f experiments/counters.awk "$work/log" >>"$work/counted"
}

for block in 8 16 32; do count apsp gpu/branchless int32 5000 $block ''; done
count apsp gpu/large_block int32 5000 64 ''
for rung in baseline coalesced unrolled shared occupancy; do count apsp gpu/$rung int32 5000 '' ''; done
for rung in naive coalesced padded unrolled; do count transpose gpu/$rung int32 2048 '' ''; done
for n in 224 1120; do for block in 8 16; do count matmul gpu/shared float32 $n $block ''; done; done
for tile in 1 4 16; do count matmul gpu/thread_tile int32 1024 '' $tile; done
mv "$work/counted" "$results/counters.csv"
