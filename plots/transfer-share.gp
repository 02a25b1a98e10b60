# Report S's three charts: version 5 as a share of version 3, published and measured.
load "style.gp"
set xlabel heading[strstrt(heading, "over ")+5:*]
set ylabel "version 5 / version 3 (%)"
set yrange [0:*]
plot 100 with lines dt 2 lc rgb "#888888" lw 1.2, @lines, @labels, @measured_xtics
