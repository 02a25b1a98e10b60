# From the files of claims/ to the SQL that judges them: a row of the ledger each, in the order of the reports.
#
# claims/T1.sql is a query below the claim's words (-- claim:). It returns one row at most: holds (1 or 0; NULL or no
# row: not measured), the figures that decided, and the machine.

function quoted(text) {
    gsub(/'/, "''", text)
    return "'" text "'"
}

function judge() {
    if (name == "")
        return
    sub(/;[ \n]*$/, "", query)
    print "INSERT INTO ledger SELECT " quoted(name) ", " quoted(words) ","
    print "CASE WHEN d.holds IS NULL THEN 'not measured here' WHEN d.holds THEN 'holds' ELSE 'does not hold' END,"
    print "iif(d.holds IS NULL, NULL, d.figures), iif(d.holds IS NULL, NULL, d.machine)"
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
