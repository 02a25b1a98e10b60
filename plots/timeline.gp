# Report S's timelines: a row per engine, a bar per operation, the same time axis in each figure.
load "style.gp"
layers = 2
plot for [i=1:series] $data index i-1 using 6:(row_line($4)):6:7:(row_line($4)-0.25):(row_line($4)+0.25):8 \
         with boxxyerror fs solid 0.9 border lc rgb "white" lc rgb variable, \
     for [i=1:series] $data index i-1 using 7:(row_line($4)):(mark($1)) with labels hypertext point pt 7 lc rgb 'white'
