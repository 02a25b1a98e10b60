# Report F: throughput and operations over the blocking factor, one figure per kind.
width = 400
load "style.gp"
set xlabel "blocking factor"
set ylabel axis
plot @lines
