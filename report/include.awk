# Puts tables, figures and sentences into the chapters of the report.
#
# A line {{table NAME}} or {{figure NAME}} is replaced by what build.sh made of report/tables/NAME.sql or
# plots/NAME.gp; {{figure NAME FACET}} takes one facet, {{figure NAME own}} those of sweeps that are not the study's, if there
# are any, which the others leave out. {{say NAME}} stands anywhere in a line for the
# sentences of report/sentences/NAME.sql, a paragraph each. Every other line passes.
# With -v format=html they are those of the page, from the folder -v html=.
# Runs in the repository's root, and needs markdown.awk. A figure's caption stands in plots/NAME.sql, and behind "-- empty:" what to
# say where it has no rows.

function table(name,    line, file, at) {
    file = format == "html" ? html "/" name ".html" : tables "/" name ".md"
    if (format == "html")
        print "```{=html}"
    for (at = 1; (getline line < file) > 0; at++) {
        if (at == 1)
            table_count++
        if (format == "html")
            sub(/^<caption id="[^"]*"><span><strong>|^<p id="caption-[^"]*"><strong>/, "&Table " table_count ". ", line)
        else if (at == 1)
            sub(/^\*\*/, "**Table " table_count ". ", line)
        print line
    }
    close(file)
    if (format == "html")
        print "```"
    if (at == 1)
        print "*Table " name " could not be made.*"
}

# The caption in plots/NAME.sql: what stands after "-- caption FACET:", for the facets that are shown, then after
# "-- caption:". Lines that begin with "--   " go on.
function caption(name, shown,    line, file, of, part, text) {
    file = "plots/" name ".sql"
    while ((getline line < file) > 0 && line ~ /^--/) {
        if (match(line, /^-- caption[^:]*: /)) {
            of = substr(line, 12, RLENGTH - 13)
            sub(/^ /, "", of)
            line = substr(line, RLENGTH + 1)
        } else if (!sub(/^--   /, "", line))
            of = "none"
        if (of == "" || (name "-" of) in shown)
            text = text (text == "" ? "" : " ") line
    }
    close(file)
    return text
}

# What a figure without rows is replaced by.
function instead(name,    line, file, text) {
    text = "*Figure " name ": not measured here.*"
    file = "plots/" name ".sql"
    while ((getline line < file) > 0 && line ~ /^--/)
        if (sub(/^-- empty: */, "", line))
            text = line
    close(file)
    return text
}

function figure(name, facet,    line, file, at, part, shown, few) {
    file = figures "/" name ".list"
    while ((getline line < file) > 0) {
        split(line, part, "\t")
        if (facet == "own" ? !part[4] : facet == "" ? part[4] : part[1] != name "-" facet)
            continue
        if (format == "html") {
            if (!at)
                html_begin("figure", part[1] == name || facet != "" ? "" : "figure-" name) # else the drawing has that name
            html_file("figure-" part[1])
            html_file("figure-" part[1] "-here")
        } else
            print "![" md_text(part[3]) "](figures/" part[1] ".svg)"
        few += part[2]
        shown[part[1]]
        at++
    }
    close(file)
    if (!at && facet == "own")
        return
    if (!at)
        print drawn ? instead(name) : "*Figure " name " is not drawn: gnuplot is missing.*"
    else if ((line = caption(name, shown)) != "" || format == "html") {
        line = "**Figure " ++figure_count ".** " of_reference(own_marks(line)) (few ? " Open points and pale bars: fewer than five rounds." : "")
        print format == "html" ? "```\n\n<figcaption>\n\n" line "\n\n</figcaption>\n</figure>" : "\n" line
    }
}

# HTML that pandoc hands on as it is, until the closing ```.
function html_begin(element, id) { print "\n```{=html}\n<" element (id == "" ? "" : " id=\"" id "\"") ">" }

function html_file(name,    line, file) {
    file = html "/" name ".html"
    while ((getline line < file) > 0)
        print line
    close(file)
}

function said(name,    line, file, text) {
    file = sentences "/" name
    while ((getline line < file) > 0)
        text = text (text == "" ? "" : "\n\n") line
    close(file)
    return text
}

FNR == 1 && NR > 1 { print "" }
/^\{\{(table|figure) [-a-z0-9 ]+\}\}$/ {
    split(substr($0, 3, length($0) - 4), word, " ")
    if (word[1] == "table")
        table(word[2])
    else
        figure(word[2], word[3])
    word[3] = ""
    next
}
{
    $0 = of_reference(own_marks($0))
    while (match($0, /\{\{say [-a-z0-9]+\}\}/)) {
        printf "%s%s", substr($0, 1, RSTART - 1), said(substr($0, RSTART + 6, RLENGTH - 8))
        $0 = substr($0, RSTART + RLENGTH)
    }
    print
}
