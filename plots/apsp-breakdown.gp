# Report F's stacked time distribution: a bar a test case, a colour a phase.
set datafile separator comma
stats data index 1 using 4 nooutput
rows = int(STATS_max)
height = 150 + 24 * rows
load "style.gp"
set lmargin 22
set rmargin 4
set xrange [0:100]
set yrange [-rows - 0.6:-0.4]
set border 1
set ytics scale 0
set xlabel "share of the time (%)"
set key horizontal above center maxrows 1
phase(i) = word("input H2D compute D2H output", i)
plot for [i=1:series] data index i using 6:(-$4):6:7:(-$4-0.36):(-$4+0.36):8:ytic(10) with boxxyerror lc rgb variable notitle, \
     for [i=1:series] NaN with boxes fc rgb (i == 1 ? "#E69F00" : i == 2 ? "#56B4E9" : i == 3 ? "#0072B2" : i == 4 ? "#009E73" : "#CC79A7") title phase(i)
