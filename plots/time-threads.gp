# Time over threads of a sweep of one's own, on logarithmic axes.
width = 400
load "style.gp"
set logscale xy
set xlabel "threads"
set ylabel "time (ms)"
plot @intervals, @lines, @labels, @measured_xtics
