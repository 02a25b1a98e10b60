# Speedup over threads beside the ideal line, one figure per workload.
width = 400
load "style.gp"
set xlabel "threads"
set ylabel "speedup over one thread"
plot x with lines dt 2 lc rgb "#888888" lw 1.2, @curves, @intervals, @lines, @labels, @measured_xtics
