# Time over size on logarithmic axes, a figure a workload and kind.
width = 400
load "style.gp"
set xlabel "n (matrices are n × n)"
set ylabel "time (ms)"
plot @lines
