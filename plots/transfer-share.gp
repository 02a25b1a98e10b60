# Report S's chart: version 5 as a share of version 3, published and measured.
width = 400
load "style.gp"
set xlabel axis
set ylabel "version 5 / version 3 (%)"
plot @lines, 100 with lines dt 2 lc rgb "#888888" lw 1.2
