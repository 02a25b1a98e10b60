# The ladder as bars: speedup over cpu/naive on one thread, one figure per workload.
width = 400
height = 120 + 24 * series
load "style.gp"
@bar_axes
@log_bars
set xlabel "speedup over cpu/naive (logarithmic)"
plot @bars
