# Report O: speedup over threads, published and measured, beside the ideal line.
load "style.gp"
set xlabel "threads"
set ylabel "speedup over the serial code"
plot @lines, x with lines dt 2 lc rgb "#bbbbbb" lw 1.2
