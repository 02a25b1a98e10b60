# Report F: throughput and operations over the blocking factor, one figure a kind.
load "style.gp"
set logscale x 2
set yrange [0:*]
set xlabel "blocking factor"
set ylabel heading[strstrt(heading, ", ")+2:*]
plot @intervals, @lines, @labels, @measured_xtics
