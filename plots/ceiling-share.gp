# Share of the measured ceiling, as bars.
height = 120 + 26 * series
load "style.gp"
@bar_axes
set xlabel "share of the ceiling (%)"
plot @bars, @bar_intervals, @bar_values
