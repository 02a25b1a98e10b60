# The ladders of the reports as bars: speedup over the first rung, published and measured.
height = 120 + 24 * series
load "style.gp"
@bar_axes
@log_bars
set xlabel "speedup over the first rung (logarithmic)"
plot @bars
