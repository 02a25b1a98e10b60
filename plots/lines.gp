# Lines: the script of every figure that has none of its own.
width = 400
load "style.gp"
set xlabel x_label
set ylabel y_label
plot @lines, ideal(x) with lines dt 2 lc rgb "#888888" lw 1.2
