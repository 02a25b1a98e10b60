# Rate over size on logarithmic axes, CPU and GPU on the same axis. The heading ends with the rate's unit.
width = strstrt(heading, "GPU") ? 360 : 440 # together 800, and the longer names have more room
unit = heading[strstrt(heading, ": ")+2:*]
heading = heading[1:strstrt(heading, ": ")-1]
load "style.gp"
set logscale xy
set xlabel "n (matrices are n × n)"
set ylabel sprintf("rate (%s)", unit)
plot @intervals, @lines, @labels, @measured_xtics
