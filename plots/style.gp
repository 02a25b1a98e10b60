# The one look of every figure. Loaded first by each plots/<figure>.gp.
#
# report/build.sh sets: format ("svg", "png" or "pdf"), output, data (the file that plots/series.awk
# made of the figure's query), series (the number of its blocks), longest (length of the longest label) and dashes (a word per
# series, then one per fitted curve). Colors and point shapes come with the data, from plots/palette.csv: Okabe and Ito's palette,
# for color-blind readers. Shapes are odd numbers, filled; a point without an interval has the even number before it, open, and its
# bar is pale. Heading and axis are read from the data too, as text in gnuplot's own code would be evaluated.
#
# A figure is 760 wide, or 400 with two facets in a row. report/style.css prints both at 87 %, so that
# two of 400 fill a line of A4 and the smallest letters, 11, are 7 pt high. A PDF of 760 is as wide as the text of A4, 16 cm.
# A figure of many series is higher, so that each has a line for its label.

if (!exists("width")) width = 760
if (!exists("height")) height = (width < 500 ? 285 : 460) + (series > (width < 500 ? 12 : 24) ? 13 * (series - (width < 500 ? 12 : 24)) : 0)
size = width < 500 ? 12 : 13
letters = sprintf(",%d", size)
if (format eq "svg") {
    set terminal svg size width, height fixed noenhanced background rgb "white" font "sans-serif".letters linewidth 1
} else { if (format eq "pdf") {
    set terminal pdfcairo size 0.6 * width / 72, 0.6 * height / 72 noenhanced font "sans".letters fontscale 0.45 \
        linewidth 1 pointscale 0.8
} else {
    set terminal pngcairo size 2 * width, 2 * height noenhanced font "sans".letters fontscale (width < 500 ? 1.5 : 1.7) \
        linewidth 2 pointscale 2 dashlength 0.6
} }
set output output

set datafile separator comma
set datafile missing ""
set encoding utf8
# Texts of the data file, in which plots/series.awk spells these three otherwise.
swap(text, a, b) = strstrt(text, a) ? text[1:strstrt(text, a) - 1].b.swap(text[strstrt(text, a) + 1:*], a, b) : text
plain(text) = swap(swap(swap(text, "\001", ","), "\002", '"'), "\003", '\')
stats data index 0 every ::0::0 using (heading = plain(stringcolumn(9)), axis = plain(stringcolumn(10)), \
    ticks = stringcolumn(11), beyond = stringcolumn(12), 1) name "text" nooutput
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
# As wide as plots/series.awk takes them to be: 104 and 6.8 a letter of the longest label.
set lmargin at screen 82.0 / width
set rmargin at screen 1 - (22.0 + 6.8 * longest) / width
set autoscale xfix
stats data index 0 using 7 name "low" nooutput
stats data index 0 using 8 name "high" nooutput
set yrange [low_min:high_max]
if (ticks ne "-") { # of a logarithmic axis
    set ytics ()
    do for [t in ticks] { set ytics add (t t + 0) }
}
if (beyond ne "-") { set xtics (beyond beyond + 0) }

dash(i) = i > words(dashes) ? 1 : int(word(dashes, i))
# A missing interval comes as one no longer than its point; its caps would look exact, so it is not drawn. (No
# transparent colour: gnuplot's SVG would keep that for the next bar of the same colour, black.)
seen(low, high, value) = low < high ? value : NaN

# Columns of every query that draws lines: facet,title,series,x,y,low,high,colour,point[,dash].
# Lines are labeled at the right instead of in a key. The pointer to a
# label goes a hair beyond it: gnuplot leaves out a label that rounding puts outside the axis.
lines = "for [i=1:series] data index i using 4:5:9:8 with linespoints pt variable lc rgb variable dt dash(i) lw 1.8"
intervals = "for [i=1:series] data index i using 4:(seen($6, $7, $5)):6:7:8 \
    with yerrorbars pt -1 lc rgb variable lw 1.2"
# A fitted law is thin beside its points, in long dashes where it predicts.
set dashtype 7 (14, 10)
predicted(i) = dash(i) == 2 ? 7 : 1
curves = words(dashes) == series ? "NaN" : \
    "for [i=series+1:words(dashes)] data index i using 4:5:8 with lines lc rgb variable lw 0.9 dt predicted(i)"
labels = "data index 0 using 1:2:(1.0001*$3-$1):($4-$2):6 with vectors nohead lc rgb variable lw 0.7 dt 3, \
    data index 0 using 3:4:(plain(stringcolumn(5))):6 with labels left offset 0.4,0 tc rgb variable font ',11'"
# Ticks where something was measured, and nowhere else; labels where there is room for them.
measured_xtics = "for [i=1:series] data index i using 4:5:xtic(plain(stringcolumn(2))) with points pt -1"

# Bars lie down, so that long names can be read: x is the place in the list, y the value.
# Its value is written with the digits that its interval leaves it, as report/number.awk has it.
rounds_to(v, unit, places) = sprintf(sprintf("%%.%df", places > 0 ? places : 0), floor(v / unit + 0.5) * unit)
significant(v, digits) = v <= 0 ? "0" : rounds_to(v, 10 ** (floor(log10(v)) - digits + 1), digits - 1 - floor(log10(v)))
digits(v, low, high, point) = int(point) % 2 == 0 ? 2 : high - low < 0.1 * v ? 3 : high - low < v ? 2 : 1
number(v, low, high, point) = significant(v, digits(v, low, high, point))
filled(point, y) = int(point) % 2 ? y : NaN
pale(point, y) = int(point) % 2 ? NaN : y
bars = "for [i=1:series] data index i using 5:(-$4):ytic(plain(stringcolumn(3))) with points pt -1, \
    for [i=1:series] data index i using (filled($9, $5)):(-$4):(bar_start):5:(-$4-0.36):(-$4+0.36):8 \
    with boxxyerror lc rgb variable, \
    for [i=1:series] data index i using (pale($9, $5)):(-$4):(bar_start):5:(-$4-0.36):(-$4+0.36):8 \
    with boxxyerror lc rgb variable fs solid 0.15 border"
# Pale beneath, so that it is seen on a dark bar.
bar_intervals = "for [i=1:series] data index i using (seen($6, $7, $5)):(-$4):6:7 \
    with xerrorbars pt -1 lc rgb 0xffffff lw 3.5, \
    for [i=1:series] data index i using (seen($6, $7, $5)):(-$4):6:7 with xerrorbars pt -1 lc rgb 0x222222 lw 1"
bar_values = "for [i=1:series] data index i using \
    (0.9999 * (column(7) > column(5) ? column(7) : column(5))):(-$4):(number($5, $6, $7, $9)) \
    with labels left offset 0.6,0 font ',11'"
bar_start = 0
lying = 0 # 1: bars that lie, 2: on a logarithmic axis; read by report/figure.awk
bar_axes = "lying = 1; unset lmargin; set rmargin 8; set xrange [low_min:high_max]; set yrange [-series - 0.6:-0.4]; \
    set border 1; set xtics out; set ytics autofreq scale 0; unset grid; set grid xtics lc rgb '#dddddd' lw 0.8 dt 1"
# Bars on a logarithmic axis start at 1: slower than the baseline extends to the left.
log_bars = "lying = 2; set logscale x; bar_start = 1; set xtics (); do for [t in ticks] { set xtics add (t t + 0) }"
