# Efficiency over threads beside the ideal line at 1, one figure per workload.
width = 400
load "style.gp"
set xlabel "threads"
set ylabel "efficiency (speedup / threads)"
plot @lines, 1 with lines dt 2 lc rgb "#888888" lw 1.2
