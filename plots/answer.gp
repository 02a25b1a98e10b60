# The first page's figure, one per workload: thread counts and the GPU over the same sizes, and the size from which the GPU wins.
# Columns of its own, the same in every row: 10 wins_from, 11 wins_low, 12 wins_high, 13 wins_y, 14 wins_to.
load "style.gp"
# Nothing is drawn from a column without a value: gnuplot 5.4 may end on labels that have no point.
has(column) = word($data[1], column) eq "NaN" ? 0 : 1
wins_to = has(14)
wins_from = has(10)
plot @lines, \
    for [i=1:wins_to] $data index 0 every ::0::0 using 14:5:10:14:(low_y):(high_y) with boxxyerror fc rgb "#D55E00" fs transparent solid 0.08 noborder, \
    for [i=1:wins_to] $data index 0 every ::0::0 using (0.999*$14):(low_y):("GPU wins") with labels right offset -1,0.8 tc rgb "#7A4A12", \
    for [i=1:wins_from] $data index 0 every ::0::0 using 10:13:11:12 with xerrorbars pt 7 ps 1.2 lc rgb "#222222" lw 1.5
