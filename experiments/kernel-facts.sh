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
make_work_folder
{
    for n in 224 864 1024 1120 1728; do "$speedup" kernels matmul --size $n --csv; done
    "$speedup" kernels transpose --size 2048 --csv
    "$speedup" kernels apsp --size 12000 --csv
    "$speedup" kernels copy --size 8192 --csv
    for ceiling in multiply_add add_min add_min_packed; do "$speedup" kernels $ceiling --size 2048 --csv; done
} | awk 'NR == 1 || !/^workload,/' >"$work/kernels.csv"
keep "$work/kernels.csv" kernels.csv
