#!/usr/bin/env bash
# What are each kernel's registers, occupancy, last wave and operations per access?
# `speedup kernels` computes them without running kernels; rows go to kernels.csv. Report S's sizes for the product, for the others the
# sizes of their reports.
. "$(dirname "$0")/lib.sh"
! declaring || exit 0

has_gpu || {
    log "no GPU here: the report shows kernels of the reference machine"
    exit 0
}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
while read -r workload n; do
    "$speedup" kernels "$workload" --size "$n" --csv
done <<'EOT' | awk 'NR == 1 || !/^workload,/' >"$work/kernels.csv"
matmul 224
matmul 864
matmul 1024
matmul 1120
matmul 1728
transpose 2048
apsp 12000
copy 8192
multiply_add 2048
add_min 2048
add_min_packed 2048
EOT
keep "$work/kernels.csv" kernels.csv
