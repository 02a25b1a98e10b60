# The GPU's speedup over the best CPU variant, one figure per workload.
width = 400
load "style.gp"
set xlabel "n (matrices are n × n)"
set ylabel "times as fast as the CPU"
plot @lines, 1 with lines dt 2 lc rgb "#888888" lw 1.2
