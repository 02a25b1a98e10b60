# Report F's stacked time distribution: a bar per test case, a color per phase, light beside dark so that neighbors differ in gray too.
set datafile separator tab
stats $data index 0 using 4 nooutput
height = 150 + 24 * int(STATS_max)
load "style.gp"
@bar_axes
layers = 3
set rmargin 4
set xrange [0:100]
set yrange [-int(STATS_max) - 0.6:-0.4]
set xlabel "share of the time (%)"
set key horizontal center bottom at screen 0.55, screen 0.01 maxrows 1 reverse Left samplen 1 width 1 font ',11'
set bmargin 5
fill(i) = word("#D55E00 #F0E442 #56B4E9 #0072B2 #E69F00 #009E73", i)
plot for [i=1:series] $data index i-1 using (filled($9, $6)):(-$4):6:7:(-$4-0.36):(-$4+0.36):8:ytic(labels[int($1)]) \
         with boxxyerror fs solid 0.9 border lc rgb "white" lc rgb variable notitle, \
     for [i=1:series] $data index i-1 using (pale($9, $6)):(-$4):6:7:(-$4-0.36):(-$4+0.36):8 \
         with boxxyerror fs solid 0.4 border lc rgb "white" lc rgb variable notitle, \
     for [i=1:series] $data index i-1 using 7:(-$4):(mark($1)) with labels hypertext point pt 7 lc rgb 'white' notitle, \
     for [i=1:series] NaN with boxes fc rgb fill(i) title names[i]
