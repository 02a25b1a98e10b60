# The ladder as bars: speedup over cpu/naive on one thread, one figure per workload.
height = 120 + 30 * series
load "style.gp"
@bar_axes
@log_bars
set xlabel "speedup over cpu/naive (logarithmic)"
plot @bars
