#!/usr/bin/env bash
# Where should threads be bound, and which schedule is best?
# Threads on neighboring cores (close) against threads spread over the machine (spread), on every thread count; and on all
# processors the schedules of OpenMP and their chunks. Rows of a product cost the same, sources of dijkstra do not.
. "$(dirname "$0")/lib.sh"

[ "$processors" -gt 2 ] || log 'close and spread are the same on two processors or fewer: only the schedules are compared'
place() { # at the thread counts of thread-scaling, and its points if bound close
    [ "$processors" -le 2 ] || for bind in close spread; do
        sweep "$@" --bind $bind
    done
}
share_out() {
    sweep "$@" --schedule static,static:1,dynamic,dynamic:16,guided --threads "$processors"
}
place matmul --variant cpu/openmp_tiled --type float32 --size "$(by_profile 500 1000 1000,4000)"
place transpose --variant cpu/openmp_tiled --type float32 --size "$(by_profile 4000 8100 16200)"
place apsp --variant cpu/openmp_blocked --size "$(by_profile 1000 2000 4000)"
share_out matmul --variant cpu/openmp_ikj --type float32 --size "$(by_profile 250 1000 1000,4000)"
share_out apsp --variant cpu/dijkstra --size "$(by_profile 130 1000 2000)"
finish
