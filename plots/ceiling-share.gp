# Share of the measured ceiling as bars, one figure a workload and type.
height = 110 + 18 * series
load "style.gp"
@bar_axes
set xlabel "share of the ceiling (%)"
plot @bars, @bar_intervals, @bar_values
