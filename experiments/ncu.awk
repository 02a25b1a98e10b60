# Reads the log that ncu writes with --csv. Needs experiments/csv.awk before it.
#
# measured() tells whether $0 is a row of a metric, and sets metric, value and the other cells by heading:
# field[column["Kernel Name"]].

function measured(    count, i) {
    if (/^"ID"/) {
        count = fields($0)
        for (i = 1; i <= count; i++)
            column[field[i]] = i
    }
    if (!/^"[0-9]/ || !("Metric Value" in column))
        return 0
    fields($0)
    metric = field[column["Metric Name"]]
    value = field[column["Metric Value"]]
    gsub(/,/, "", value)
    return 1
}
