# Rate over size on logarithmic axes, a figure per workload and kind.
width = output[strlen(output) - 7:strlen(output) - 4] eq "-gpu" ? 360 : 440 # together 800, and the longer names have more room
load "style.gp"
set xlabel "n (matrices are n × n)"
set ylabel axis
plot @lines
