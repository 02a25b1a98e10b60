#!/usr/bin/env bash
# Report S: what is gained by overlapping copies with computing, and how much of that by pinned memory?
# n, block and number of matrices as in the report; pageable and pinned memory in sequence, overlap
# issued breadth first and depth first. The CPU row is the sequential IKJ product.
. "$(dirname "$0")/lib.sh"

sizes=224,864,1120,1728
sweep matmul --variant cpu/ikj --type float32 --size $sizes
if has_gpu; then
    ways=(--type float32 --block "8,16" --matrices "1,5,10" --transfer "pageable,pinned,overlap-breadth,overlap-depth")
    sweep matmul --variant gpu/shared --size ${sizes#*,} "${ways[@]}" --rounds "$(by_profile 7 15 15)"
    # The smallest takes 60 to 400 us, most of it issuing copies: batches differ by 13 %, too much to judge 10 % from five rounds.
    [ -n "${SIZES:-}" ] || sweep matmul --variant gpu/shared --size ${sizes%%,*} "${ways[@]}" --rounds "$(by_profile 7 25 25)" --max-samples 10
    # The timelines, from a separate run outside the study's samples: n 1120, block 16, 5 pairs.
    if ! declaring && { [ ! -s "$results/trace.csv" ] || [ -n "${FRESH:-}" ]; }; then
        make_work_folder
        "$speedup" run matmul --type float32 --size 1120 --variant gpu/shared --block 16 --matrices 5 --quiet \
            --transfer pageable,pinned,overlap-breadth,overlap-depth --rounds 1 \
            --out "$work/traced.csv" --trace "$work/trace.csv" >&2 || failures=$((failures + 1))
        mv "$work/trace.csv" "$results/trace.csv"
    fi
    experiments/kernel-facts.sh || failures=$((failures + 1))
    # Other baselines.
    sweep matmul --variant cpu/openmp_ikj,cpu/openmp_tiled,cpu/blas --type float32 --size $sizes --threads "1,$processors"
fi
finish
