# Report R's sweeps: time over the tile of a thread and over the side of the block.
width = 400
load "style.gp"
set xlabel axis
set ylabel "time (ms)"
plot @lines
