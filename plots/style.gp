# The one look of every figure. Loaded first by plots/lines.gp and by each figure's own script.
#
# report/renderer/figure.py sets: output, width (pixels), x_label, y_label, ideal(x), series and curves (their numbers), longest (length of the longest name), heading, axis
# (label of an axis), low_y, high_y, log_x, log_y, x_ticks, y_ticks (numbers), and the arrays names, line_names (as `with labels` needs them), dashes (of series), kinds (of
# curves: 1 a fitted law, 2 its prediction) and labels (of rows). $data has a block per series, then one per curve, with the columns
#   1 number of the row, 4 x, 5 y, 6 low, 7 high, 8 color, 9 point, 10... columns of the query's own.
# $ends has a row per series: x, y of its end, x, y of its name, color. Colors and point shapes are those of plots/palette.csv: Okabe and Ito's
# palette, for color-blind readers. Shapes are odd numbers, filled; without an interval the even number before it, open.
#
# A plot command begins with @lines or @bars: `layers` elements per series, which the page can hide one by one; other elements follow.
# A figure is 760 wide, or 400 with two facets in a row. On paper two of 400 fill a line of A4, and the smallest letters are 7 pt high.

if (!exists("height")) height = (width < 500 ? 285 : 460) + (series > (width < 500 ? 12 : 24) ? 13 * (series - (width < 500 ? 12 : 24)) : 0)
set terminal svg size width, height fixed noenhanced background rgb "white" font sprintf("sans-serif,%d", width < 500 ? 12 : 13) linewidth 1
set output output
set datafile separator tab
set encoding utf8
# The heading spans the whole picture: over the axes alone a long one would be cut.
set tmargin 2.5
set label 1 heading at screen 0.5, graph 1 center offset 0, 0.9
set border 3 lc rgb "#555555"
set tics nomirror tc rgb "#222222" font ",11"
set grid lc rgb "#dddddd" lw 0.8 dt 1
set key off
set pointsize 0.8
set style fill solid 0.9 noborder
set bars 0.5
set style textbox opaque noborder
set lmargin at screen 82.0 / width
set rmargin at screen 1 - (22.0 + 6.8 * longest) / width
set autoscale xfix
set yrange [low_y:high_y]
if (log_x) { set logscale x }
if (log_y) { set logscale y }
set xtics ()
do for [t in x_ticks] { set xtics add (t t + 0) }
if (words(y_ticks) > 0) {
    set ytics ()
    do for [t in y_ticks] { set ytics add (t t + 0) }
}

# A missing interval comes as one no longer than its point; its caps would look exact, so it is not drawn.
seen(low, high, value) = low < high ? value : NaN
mark(row) = sprintf("%d", row)

# A fitted law is thin, in long dashes where it predicts. Names stand at the right instead of in a key; the pointer to a name goes a
# hair beyond it, as gnuplot leaves out a label that rounding puts outside the axis.
set dashtype 7 (14, 10)
kind(i) = kinds[i] == 2 ? 7 : 1
layers = 5
lines = "for [i=1:series] $data index i-1 using 4:(seen($6, $7, $5)):6:7:8 with yerrorbars pt -1 lc rgb variable lw 1.2, \
    for [i=1:series] $data index i-1 using 4:5:9:8 with linespoints pt variable lc rgb variable dt dashes[i] lw 1.8, \
    for [i=1:series] $ends every ::i-1::i-1 using 1:2:(1.0001*$3-$1):($4-$2):5 with vectors nohead lc rgb variable lw 0.7 dt 3, \
    for [i=1:series] $ends every ::i-1::i-1 using 3:4:(line_names[i]):5 with labels left offset 0.4,0 tc rgb variable font ',11', \
    for [i=1:series] $data index i-1 using 4:5:(mark($1)) with labels hypertext point pt 7 lc rgb 'white', \
    for [i=1:curves] $data index series+i-1 using 4:5:8 with lines lc rgb variable lw 0.9 dt kind(i)"

# Bars lie down, so that long names can be read: x is the place in the list, y the value. Its value is written with the digits that its
# interval supports, as report/renderer/numbers.py has it. The interval is pale beneath, so that it is seen on a dark bar.
rounds_to(v, unit, places) = sprintf(sprintf("%%.%df", places > 0 ? places : 0), floor(v / unit + 0.5) * unit)
significant(v, digits) = v <= 0 ? "0" : rounds_to(v, 10 ** (floor(log10(v)) - digits + 1), digits - 1 - floor(log10(v)))
digits(v, low, high, point) = int(point) % 2 && high - low < 0.1 * v ? 3 : 2
number(v, low, high, point) = significant(v, digits(v, low, high, point))
filled(point, y) = int(point) % 2 ? y : NaN
pale(point, y) = int(point) % 2 ? NaN : y
bar_start = 0
bars = "for [i=1:series] $data index i-1 using (filled($9, $5)):(-$4):(bar_start):5:(-$4-0.36):(-$4+0.36):8:ytic(names[i]) \
        with boxxyerror lc rgb variable, \
    for [i=1:series] $data index i-1 using (pale($9, $5)):(-$4):(bar_start):5:(-$4-0.36):(-$4+0.36):8:ytic(names[i]) \
        with boxxyerror lc rgb variable fs solid 0.15 border, \
    for [i=1:series] $data index i-1 using (seen($6, $7, $5)):(-$4):6:7 with xerrorbars pt -1 lc rgb 0xffffff lw 3.5, \
    for [i=1:series] $data index i-1 using (seen($6, $7, $5)):(-$4):6:7 with xerrorbars pt -1 lc rgb 0x222222 lw 1, \
    for [i=1:series] $data index i-1 using (0.9999 * ($7 > $5 ? $7 : $5)):(-$4):(number($5, $6, $7, $9)) \
        with labels left offset 0.6,0 font ',11', \
    for [i=1:series] $data index i-1 using 5:(-$4):(mark($1)) with labels hypertext point pt 7 lc rgb 'white'"
bar_axes = "layers = 6; unset lmargin; set rmargin 8; set xrange [low_y:high_y]; set yrange [-series - 0.6:-0.4]; unset logscale; \
    set border 1; set xtics out autofreq; set ytics autofreq scale 0; unset grid; set grid xtics lc rgb '#dddddd' lw 0.8 dt 1"
# Bars on a logarithmic axis start at 1: slower than the baseline extends to the left.
log_bars = "set logscale x; bar_start = 1; set xtics (); do for [t in y_ticks] { set xtics add (t t + 0) }"
