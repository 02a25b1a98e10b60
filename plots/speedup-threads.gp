# Speedup over threads beside the ideal line, one figure per workload.
width = 400
load "style.gp"
set xlabel "threads"
set ylabel "speedup over one thread"
plot @lines, x with lines dt 2 lc rgb "#888888" lw 1.2
