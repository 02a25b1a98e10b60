#!/usr/bin/env bash
# Report F: how is the time distributed over reading the graph, copying, computing and writing the matrix?
# Random graphs with the n and m of the five test cases (without a GPU, or in quick: n divided by 25, m by 625),
# made on demand under build/graphs and kept there.
. "$(dirname "$0")/lib.sh"

variant=cpu/openmp_blocked
scale=25
if has_gpu; then
    variant=gpu/occupancy
    scale=$(by_profile 25 1 1)
fi
while read -r name n m; do
    if [ "$scale" != 1 ]; then
        name=$name-small n=$((n / scale)) m=$((m / scale / scale))
    fi
    file=$(graph_file "$name" "$n" "$m")
    sweep apsp --variant $variant --graph "$file" --threads "$processors" --transfer pinned --max-samples 1
done < <(test_cases)
finish
