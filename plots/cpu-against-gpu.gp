# CPU and GPU over the same sizes, on logarithmic axes, one figure per workload.
load "style.gp"
set xlabel "n (matrices are n × n)"
set ylabel "time (ms)"
plot @lines
