# Rows of profiler.csv from the log that ncu writes with --csv. Needs report/csv.awk before it.
# -v row= begins each row, -v clock= is ncu's name of the metric that tells the SM clock in Hz.

/^"ID"/ {
    count = fields($0)
    for (i = 1; i <= count; i++)
        column[field[i]] = i
    next
}
/^"[0-9]/ && ("Metric Value" in column) {
    fields($0)
    launch = field[column["ID"]] + 1
    value = field[column["Metric Value"]]
    gsub(/,/, "", value)
    if (field[column["Metric Name"]] == clock)
        mhz[launch] = value * 1e-6
    else if (field[column["Metric Name"]] == "gpu__time_duration.sum")
        time_s[launch] = value * 1e-9
    if (launch > launches)
        launches = launch
}
END {
    for (i = 1; i <= launches; i++)
        printf "%s,%d,%.9g,%.6g\n", row, i, time_s[i], mhz[i]
}
