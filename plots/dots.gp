# A dot with its interval per row: the script of figures with `dots` among their axes, and of lines with fewer than three x.
load "style.gp"
if (ideal(at_x) == ideal(at_x)) { set arrow from ideal(at_x), graph 0 to ideal(at_x), graph 1 nohead back dt 2 lc rgb "#888888" lw 1.2 }
plot @dots
