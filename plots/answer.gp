# The first page's figure, one per workload: thread counts and the GPU over the same sizes, and the size from which the GPU wins.
width = 400
height = 330
load "style.gp"
set xlabel "n (matrices are n × n)"
set ylabel "time (ms)"
# wins_from, wins_low, wins_high and wins_y, the same in every row of a facet; 0: there is none
stats data index 1 every ::0::0 using (from_n = column(12), from_y = column(15), low_min) name "crossing" nooutput
dot = ""
if (from_n > 0) {
    set object 1 rectangle from first from_n, graph 0 to graph 1, graph 1 fc rgb "#FBF1E6" fs solid noborder behind
    set label 2 "GPU wins" at graph 0.97, graph 0.09 right font ",11" tc rgb "#7A4A12"
}
if (from_y > 0) {
    dot = ", data index 1 every ::0::0 using 12:15:13:14 with xerrorbars pt 7 ps 1.2 lc rgb '#222222' lw 1.5"
}
set logscale xy
plot @intervals, @lines, @labels, @measured_xtics @dot
