# Bars from `low` to `high`, one or more in a row: the script of figures with `bars` among their axes. Thinner without an interval.
load "style.gp"
layers = 2
box(point, x) = row_line(x) + (int(point) % 2 ? 0.25 : 0.1)
plot for [i=1:series] $data index i-1 using 6:(row_line($4)):6:7:(2*row_line($4)-box($9, $4)):(box($9, $4)):8 \
         with boxxyerror fs solid 0.9 border lc rgb "white" lc rgb variable, \
     for [i=1:series] $data index i-1 using 7:(row_line($4)):(mark($1)) with labels hypertext point pt 7 lc rgb 'white'
