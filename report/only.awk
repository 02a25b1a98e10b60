# The samples of one experiment: reads members.csv (after of=members), then samples.csv (of=samples), and prints the header of the latter and the rows whose
# experiment is the environment's `name`, or whose point members.csv says to be of it. Needs csv.awk.

function identity(    i, key) { # the columns that members.csv knows, in its order
    for (i = 1; i in known; i++)
        key = key (known[i] in column ? field[column[known[i]]] : "") "\001"
    return key
}
function is_asked(experiment) { return (experiment == "" ? "unnamed" : experiment) == ENVIRON["name"] }

FNR == 1 {
    sub(/\r$/, "")
    split("", column)
    count = fields($0)
    for (i = 1; i <= count; i++) {
        column[field[i]] = i
        if (of == "members" && field[i] != "experiment")
            known[++known_count] = field[i]
    }
    if (of == "samples")
        print
    next
}
{
    line = $0
    sub(/\r$/, "")
    fields($0)
    if (of == "members") {
        if (is_asked(field[column["experiment"]]))
            asked[identity()]
    } else if (is_asked(field[column["experiment"]]) || (known_count && identity() in asked))
        print line
}
