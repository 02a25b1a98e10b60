# The first page's figure, one per workload: thread counts and the GPU over the same sizes, and the size from which the GPU wins.
width = 400
height = 330
load "style.gp"
set xlabel "n (matrices are n × n)"
set ylabel "time (ms)"
plot @lines
