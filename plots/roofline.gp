# The measured roofs and the workloads below them, one figure per workload.
width = 400
height = 330
load "style.gp"
set xlabel "operations per byte"
set ylabel axis
set xtics (0.1, 1, 10, 100, 1000, 10000)
plot @lines
