# Rate over size on logarithmic axes, a figure per workload and kind.
width = 400
load "style.gp"
set xlabel "n (matrices are n × n)"
set ylabel axis
plot @lines
