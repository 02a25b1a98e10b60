# Lines: the script of every figure that has none of its own.
load "style.gp"
plot @lines, ideal(x) with lines dt 2 lc rgb "#888888" lw 1.2
