# Bars on a logarithmic axis: the script of figures with `bars` among their axes.
height = 120 + 24 * series
load "style.gp"
@bar_axes
@log_bars
set xlabel x_label
plot @bars
