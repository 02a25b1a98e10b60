# Time over threads of a sweep of one's own, on logarithmic axes.
width = 400
load "style.gp"
set xlabel "threads"
set ylabel "time (ms)"
plot @lines
