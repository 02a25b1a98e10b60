# Efficiency over GPUs or processes: measured, and by the model up to 1,024. One figure per workload.
width = 400
load "style.gp"
set xlabel axis
set ylabel "efficiency"
set logscale x 2
plot @lines, 1 with lines dt 2 lc rgb "#888888" lw 1.2
