# Rows of profiler.csv from the log that ncu writes with --csv. Needs experiments/csv.awk and ncu.awk before it.
# -v row= begins each row, -v clock= is ncu's name of the metric that tells the SM clock in Hz.

measured() {
    launch = field[column["ID"]] + 1
    if (metric == clock)
        mhz[launch] = value * 1e-6
    else if (metric == "gpu__time_duration.sum")
        time_s[launch] = value * 1e-9
    if (launch > launches)
        launches = launch
}
END {
    for (i = 1; i <= launches; i++)
        printf "%s,%d,%.9g,%.6g\n", row, i, time_s[i], mhz[i]
}
