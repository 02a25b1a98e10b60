# From the files of claims/ to the SQL that judges them, all by one rule: the ledger, a row a claim.
#
# claims/T1.sql is a query below the claim's words (-- claim: the report's, -- reading: ours, of its table). It returns one row
# at most, with those of these columns that it has:
#   origin, machine           where it was measured
#   figures                   what decided, in words; NULL: not measured
#   published, low, high      of a factor: what is claimed, and the interval of what was measured
#   surely, possibly          of an order: does it hold wherever in their intervals the figures lie, and somewhere in them?
#   differs                   why published and measured cannot be set against each other; NULL: nothing does
# Without rounds enough low, high, surely and possibly are NULL.

BEGIN {
    count = split("origin machine figures published low high surely possibly differs", column, " ")
    for (i = 1; i <= count; i++) {
        none = none ", NULL AS " column[i]
        answer = answer ", (SELECT " column[i] " FROM answer)" # of a query without it, that of `none`: NULL
    }
    print "CREATE TEMP TABLE none AS SELECT " substr(none, 3) ";"
    print "CREATE TABLE answers (claim, whose, words, origin, machine, figures, published, low, high, surely, possibly, differs);"
}

function quoted(text) {
    gsub(/'/, "''", text)
    return "'" text "'"
}

function ask() {
    if (name == "")
        return
    sub(/;[ \n]*$/, "", query)
    print "CREATE TEMP TABLE answer AS\n" query ";"
    print "INSERT INTO answers SELECT " quoted(name) ", " quoted(whose) ", " quoted(words) answer " FROM none;"
    print "DROP TABLE answer;"
}

FNR == 1 {
    ask()
    name = FILENAME
    sub(/.*\//, "", name)
    sub(/\.sql$/, "", name)
    whose = words = query = ""
}
/^-- (claim|reading): / {
    whose = /^-- claim/ ? "the report's" : "our reading of its table"
    words = $0
    sub(/^-- [a-z]*: /, "", words)
    next
}
{ query = query $0 "\n" }

# The rule: a verdict holds for every value in the interval; if they disagree it is "cannot tell".
END {
    ask()
    print "CREATE TABLE ledger AS SELECT claim, words, whose,"
    print "CASE WHEN figures IS NULL THEN 'not measured here' WHEN differs IS NOT NULL THEN 'not comparable'"
    print "WHEN low > 1.1 * published THEN 'exceeded' WHEN high < 0.9 * published THEN 'short'"
    print "WHEN low >= 0.9 * published AND high <= 1.1 * published THEN 'reproduced'"
    print "WHEN surely THEN 'reproduced' WHEN NOT possibly THEN 'short' ELSE 'cannot tell' END AS verdict,"
    print "iif(coalesce(low, surely, possibly) IS NULL, iif(figures IS NULL, NULL, 'not enough rounds'), figures)"
    print "|| coalesce('; published {' || published || '}', '') || coalesce('; ' || differs, '') AS figures,"
    print "iif(figures IS NULL, NULL, iif(origin = 'reference', 'on the reference', 'here')) AS judged,"
    print "iif(figures IS NULL, NULL, machine) AS machine FROM answers;"
}
