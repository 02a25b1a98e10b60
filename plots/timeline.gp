# Report S's timelines: a row per engine, a bar per operation, the same time axis in each figure.
height = 175
load "style.gp"
@bar_axes
layers = 3
set rmargin 3
set ytics scale 0 ("H2D" -1, "kernel" -2, "D2H" -3)
set xlabel "time (ms)"
plot for [i=1:series] $data index i-1 using 6:(-$4):6:7:(-$4-0.36):(-$4+0.36):8 with boxxyerror fs solid 0.9 border lc rgb "white" lc rgb variable, \
     for [i=1:series] $data index i-1 using (($6 + $7) / 2):(-$4):(sprintf("%d", $9)) with labels font ",11", \
     for [i=1:series] $data index i-1 using 7:(-$4):(mark($1)) with labels hypertext point pt 7 lc rgb 'white'
