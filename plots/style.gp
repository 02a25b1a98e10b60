# The one look of every figure. Loaded first by each plots/<figure>.gp.
#
# report/build.sh sets: format ("svg" or "png"), output, data (the file that plots/series.awk
# made of the figure's query), series (how many blocks it has), longest (length of the longest
# label), dashes (a word a series) and heading. Colours and point shapes come with the data, from
# plots/palette.csv: Okabe and Ito's palette, which colour-blind readers can tell apart.

if (!exists("width")) width = 760
if (!exists("height")) height = 460
if (format eq "svg") {
    set terminal svg size width, height dynamic noenhanced background rgb "white" font "sans-serif,13" linewidth 1
} else {
    set terminal pngcairo size 2 * width, 2 * height noenhanced font "sans,13" fontscale 1.7 linewidth 2 pointscale 2 dashlength 0.6
}
set output output

set datafile separator comma
set datafile missing ""
set encoding utf8
set title heading offset 0, -0.3
set border 3 lc rgb "#555555"
set tics nomirror tc rgb "#222222"
set grid lc rgb "#dddddd" lw 0.8 dt 1
set key off
set pointsize 0.8
set style fill solid 0.9 noborder
set bars 0.5
set rmargin 0.78 * longest + 3
set autoscale xfix

dash(i) = int(word(dashes, i))

# Columns of every query that draws lines: facet,title,series,x,y,low,high,colour,point[,dash].
# Lines are labelled where they end, so that nobody has to match colours with a key. The pointer to a
# label goes a hair beyond it: gnuplot leaves out a label that rounding puts outside the axis.
lines = "for [i=1:series] data index i using 4:5:9:8 with linespoints pt variable lc rgb variable dt dash(i) lw 1.8"
intervals = "for [i=1:series] data index i using 4:5:6:7:8 with yerrorbars pt -1 lc rgb variable lw 1.2"
labels = "data index 0 using 1:2:(1.0001*$3-$1):($4-$2):6 with vectors nohead lc rgb variable lw 0.7, data index 0 using 3:4:5:6 with labels left offset 0.4,0 tc rgb variable font ',11'"
# Ticks where something was measured, and nowhere else.
measured_xtics = "for [i=1:series] data index i using 4:5:xtic(4) with points pt -1"

# Bars lie down, so that long names can be read: x is the place in the list, y the value.
number(v) = v >= 100 ? sprintf("%.0f", v) : v >= 10 ? sprintf("%.1f", v) : v >= 1 ? sprintf("%.2f", v) : sprintf("%.3f", v)
bars = "for [i=1:series] data index i using 5:(-$4):(bar_start):5:(-$4-0.36):(-$4+0.36):8:ytic(3) with boxxyerror lc rgb variable"
bar_intervals = "for [i=1:series] data index i using 5:(-$4):6:7 with xerrorbars pt -1 lc rgb '#222222' lw 1"
bar_values = "for [i=1:series] data index i using (0.9999 * (column(7) > column(5) ? column(7) : column(5))):(-$4):(number($5)) with labels left offset 0.6,0 font ',11'"
bar_start = 0
# The heading stands over the whole picture: over the bars alone a long one would be cut at the right.
bar_axes = "unset title; set tmargin 2.5; set label 1 heading at screen 0.5, graph 1 center offset 0,0.9; set lmargin 0.85 * longest + 2; set rmargin 8; set xrange [0:*]; set yrange [-series - 0.6:-0.4]; set border 1; set ytics scale 0; unset grid; set grid xtics lc rgb '#dddddd' lw 0.8 dt 1"
# Bars on a logarithmic axis start at 1: what is slower than the baseline goes to the left.
log_bars = "set logscale x; set xrange [*:*]; bar_start = 1; set xtics (0.01, 0.03, 0.1, 0.3, 1, 3, 10, 30, 100, 300, 1000, 3000, 10000, 30000)"
