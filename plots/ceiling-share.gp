# Share of the measured ceiling as bars, one figure per workload and type.
width = 400
height = 110 + 18 * series
load "style.gp"
@bar_axes
step = high_y > 400 ? 200 : high_y > 200 ? 100 : 50
set xtics step
set arrow from 100, graph 0 to 100, graph 1 nohead back dt 2 lc rgb "#888888" lw 1.2
set xlabel "share of the ceiling (%)"
plot @bars
