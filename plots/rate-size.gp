# Rate over size on logarithmic axes, one figure a workload. The heading ends with the rate's unit.
load "style.gp"
set logscale xy
set xlabel "n (matrices are n × n)"
set ylabel sprintf("rate (%s)", heading[strstrt(heading, ": ")+2:*])
plot @intervals, @lines, @labels, @measured_xtics
