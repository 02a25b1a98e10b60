# The one look of every figure. Loaded first by plots/lines.gp, plots/dots.gp and by each figure's own script.
#
# report/renderer/figure.py sets: width, height, left, right, top, bottom (of picture and margins in pixels), ideal(x), series and curves (their
# numbers), places (of a figure by rows their number, else 0), at_x (where a plot of dots is cut), low_x, high_x, low_y, high_y, log_x, log_y,
# x_ticks, y_ticks (numbers), and the arrays dashes (of series) and kinds (of curves: 1 a fitted law, 2 its prediction). It writes the texts and
# draws the rounds itself. $data has a block per series, then one per curve, with the columns
#   1 number of the row, 4 x, 5 y, 6 low, 7 high, 8 color, 9 point, 10... columns of the query's own; an empty line where a line is interrupted.
# Colors and point shapes are those of plots/palette.csv: Okabe and Ito's palette, for color-blind readers. Shapes are odd numbers, filled;
# without an interval the even number before it, open.
#
# A plot command begins with @lines or @dots: `layers` elements per series, which the page can hide one by one; other elements follow.

set terminal svg size width, height fixed noenhanced background rgb "white" font "sans-serif,12" linewidth 1
set datafile separator tab
set lmargin at screen left / width
set rmargin at screen 1 - right / width
set tmargin at screen 1 - top / height
set bmargin at screen bottom / height
set border 3 lc rgb "#555555"
set tics nomirror tc rgb "#222222"
set grid lc rgb "#dddddd" lw 0.8 dt 1
set key off
set pointsize 0.7
set style fill solid 0.9 noborder
set bars 0.5
set ytics ()
set xtics ()
if (places) {
    set border 1
    unset ytics
    set grid noytics
    set yrange [-places - 0.4:-0.4]
    set xrange [low_y:high_y]
    if (log_y) { set logscale x }
    do for [t in y_ticks] { set xtics add (t t + 0) }
} else {
    set xrange [low_x*(1-1e-9):high_x*(1+1e-9)] # a logarithm may round, and a tick at an end would be missing
    set yrange [low_y:high_y]
    if (log_x) { set logscale x }
    if (log_y) { set logscale y }
    do for [t in x_ticks] { set xtics add (t t + 0) }
    do for [t in y_ticks] { set ytics add (t t + 0) }
}

# A missing interval comes as one no longer than its point; its caps would look exact, so it is not drawn.
seen(low, high, value) = low < high ? value : NaN
mark(row) = sprintf("%d", row)

# A fitted law is thin, in long dashes where it predicts.
set dashtype 7 (14, 10)
kind(i) = kinds[i] == 2 ? 7 : 1
layers = 3
lines = "for [i=1:series] $data index i-1 using 4:(seen($6, $7, $5)):6:7:8 with yerrorbars pt -1 lc rgb variable lw 1.2, \
    for [i=1:series] $data index i-1 using 4:5:9:8 with linespoints pt variable lc rgb variable dt dashes[i] lw 1.6, \
    for [i=1:series] $data index i-1 using 4:5:(mark($1)) with labels hypertext point pt 7 lc rgb 'white', \
    for [i=1:curves] $data index series+i-1 using 4:5:8 with lines lc rgb variable lw 0.9 dt kind(i)"

# Dots lie in rows, each under its name, so that long names can be read.
row_line(x) = -x - 0.15
dots = "for [i=1:series] $data index i-1 using (seen($6, $7, $5)):(row_line($4)):6:7:8 with xerrorbars pt -1 lc rgb variable lw 1.2, \
    for [i=1:series] $data index i-1 using 5:(row_line($4)):9:8 with points pt variable lc rgb variable, \
    for [i=1:series] $data index i-1 using 5:(row_line($4)):(mark($1)) with labels hypertext point pt 7 lc rgb 'white'"
