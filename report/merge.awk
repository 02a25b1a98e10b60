# Samples of several files of one header, or members, as one file in which no row names its host; rows that are equal
# then stand once. Reads them with csv.awk; a row without line breaks, as this program writes them, is a line.

FNR == 1 {
    count = fields($0)
    for (host = count; host > 0 && field[host] != "host"; host--) {
    }
    if (NR == 1) {
        print
    } else if ($0 != header) {
        print "report: " FILENAME " has another header than the first of its folder: another version wrote it" >"/dev/stderr"
        exit 1
    }
    header = $0
    next
}
{
    line = $0
    if (host) {
        count = fields($0)
        line = ""
        for (i = 1; i <= count; i++) {
            text = i == host ? "" : field[i]
            if (text ~ /[",]/) {
                gsub(/"/, "\"\"", text)
                text = "\"" text "\""
            }
            line = line (i > 1 ? "," : "") text
        }
    }
    if (!seen[line]++)
        print line
}
