#!/usr/bin/env bash
# From how many edges per vertex is a closure faster than searches from every vertex?
# Dijkstra's searches cost n times the edges, Floyd and Warshall's relaxations n cubed for any number of edges: both on graphs of one
# size and increasing edge count, on all processors. PROFILE=large adds two graphs of report F, one on each side.
. "$(dirname "$0")/lib.sh"

variants=$(by_profile cpu/dial,cpu/int16 cpu/dijkstra,cpu/dial,cpu/look_ahead,cpu/int16 cpu/dijkstra,cpu/dial,cpu/look_ahead,cpu/int16)
n=$(by_profile 512 4096 8192)
for edges in 2 8 32 $(by_profile '' '' 128); do
    sweep apsp --variant "$variants" --size "$n" --edges $((edges * n)) --threads "$processors" --skip-over "$(by_profile 2 10 30)"
done
if [ "$profile" = large ]; then
    while read -r name size edges; do
        file=$(graph_file "$name" "$size" "$edges")
        sweep apsp --variant "$variants" --graph "$file" --threads "$processors" --max-time 120
    done < <(test_cases | grep -E '^(p20k1|p11k1) ')
fi
finish
