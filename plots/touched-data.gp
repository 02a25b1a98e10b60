# Report S: which data a thread, a half-warp and a block touch. A picture each, A left, B above, C between.
height = 330
load "style.gp"
set lmargin 2
set rmargin 2
unset border
unset tics
unset logscale
unset grid
set size ratio -1
set xrange [-4:464]
set yrange [-150:4]
layers = 1
plot for [i=1:series] $data index i-1 using 4:(-$5):4:6:(-$7):(-$5):8 with boxxyerror lc rgb variable, \
     $data index 3 using ($4 - 36):(-145):(labels[int($1)]) with labels, \
     for [k=0:2] "+" every ::::0 using (160 * k + 32):(-67):("A") with labels, \
     for [k=0:2] "+" every ::::0 using (160 * k + 66):(-32):("B") with labels, \
     for [k=0:2] "+" every ::::0 using (160 * k + 141):(-104):("C") with labels
