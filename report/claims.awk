# From the files of claims/ to the SQL that judges them: a row of the ledger each, in the order of the reports.
#
# claims/T1.sql is a query below the claim's words (-- claim:). It returns one row at most: surely (does it hold wherever in
# their intervals the figures lie?), possibly (does it hold somewhere in them?), both NULL where no interval is claimed; the
# figures that decided, and the machine. No row, or no figures: not measured.

function quoted(text) {
    gsub(/'/, "''", text)
    return "'" text "'"
}

function judge() {
    if (name == "")
        return
    sub(/;[ \n]*$/, "", query)
    print "INSERT INTO ledger SELECT " quoted(name) ", " quoted(words) ","
    print "CASE WHEN d.figures IS NULL THEN 'not measured here' WHEN d.surely THEN 'holds' WHEN NOT d.possibly THEN 'does not hold'"
    print "ELSE 'cannot tell' END,"
    print "iif(d.figures IS NOT NULL AND d.surely IS NULL AND d.possibly IS NULL, 'not enough rounds', d.figures),"
    print "iif(d.figures IS NULL, NULL, d.machine)"
    print "FROM (SELECT 1) LEFT JOIN (\n" query "\n) d;"
}

FNR == 1 {
    judge()
    name = FILENAME
    sub(/.*\//, "", name)
    sub(/\.sql$/, "", name)
    words = query = ""
}
sub(/^-- claim: /, "") {
    words = $0
    next
}
{ query = query $0 "\n" }
END { judge() }
