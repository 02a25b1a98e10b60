# Speedup over threads beside the ideal line, one figure a workload.
load "style.gp"
set xlabel "threads"
set ylabel "speedup over one thread of the same code"
set yrange [0:]
plot x with lines dt 2 lc rgb "#888888" lw 1.2, @intervals, @lines, @labels, @measured_xtics
