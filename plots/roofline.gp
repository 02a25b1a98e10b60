# The measured roofs and what the workloads reach below them, one figure a workload.
width = 400
height = 330
load "style.gp"
set logscale xy
set xlabel "operations a byte"
set ylabel axis
plot @intervals, @lines, @labels
