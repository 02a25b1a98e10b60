# HTML of the table that formats.awk, before it, has read and written: one that report/page.js can sort and filter, and whose numbers it leads to their samples.
#
# Written to -v html=FILE for report.html; Markdown, CSV and LaTeX go into the results. A number's cell says its value in full
# and half of its interval (data-value, data-half), a measured one its point (data-point: the column `point`). What is the
# reference machine's has the class `reference`: a row, where nothing of it was measured here, else its cells. The first
# columns, up to one that is measured or published (or as many as `-- keys:` says), tell the rows apart and head them.

# The same of a query's head, where `code` is code.
function html_head(text) {
    text = html_text(text)
    while (match(text, /`[^`]*`/))
        text = substr(text, 1, RSTART - 1) "<code>" substr(text, RSTART + 1, RLENGTH - 2) "</code>" substr(text, RSTART + RLENGTH)
    return text
}

function html_attribute(name, value) { return value == "" ? "" : " " name "=\"" value "\"" }

function is_measured(j) { return j in half_of || cell[1, source_of[j] + 1] == "≈" }

# How many columns tell the rows apart.
function html_keys(    j) {
    if (head["keys"] != "")
        return head["keys"] + 0
    for (j = 1; j <= shown_columns; j++)
        if (is_measured(j) || block_of(heading_of[j]) != "")
            return j - 1
    return 1
}

# Sets `whole`, the class of row r, and `part`, that of its shown columns, to "reference" where they are that machine's.
function html_whose(r,    i, j, here, there, published) {
    whole = ""
    split("", part)
    for (i = 1; i <= columns; i++) {
        split_marks(cell[r, i])
        if (cell[1, i] == "point" && cell[r, i] != "")
            origin_of[cell[r, i]] == "reference" ? there++ : here++
        else if (cell[1, i] == "machine" && cell[r, i] != "")
            cell[r, i] == ENVIRON["reference"] ? there++ : here++
        else if ((" " mark_names " ") ~ / ref /)
            there++
    }
    for (j = 1; j <= shown_columns; j++)
        published = published || block_of(heading_of[j]) == "published"
    if (!there)
        return
    if (!here && !published)
        whole = "reference"
    for (j = 1; j <= shown_columns; j++)
        if (here ? origin_of[cell[r, point_at[j]]] == "reference" : j > keys && block_of(heading_of[j]) !~ /^(published|righted)$/)
            part[j] = "reference"
}

# The text in the line of headings; with two lines of them `top` is the upper one's.
function html_heading(    j, k, top, upper, lower, text) {
    for (j = 1; j <= shown_columns; j = k) {
        top = block_of(heading_of[j])
        for (k = j + 1; k <= shown_columns && block_of(heading_of[k]) == top; k++)
            ;
        upper = upper (top == "" ? "<td colspan=\"" (k - j) "\"></td>" : "<th colspan=\"" (k - j) "\" scope=\"colgroup\">" html_text(top) "</th>")
        blocks = blocks || top != ""
    }
    for (j = 1; j <= shown_columns; j++) {
        top = block_of(heading_of[j])
        text = top == "" ? heading_of[j] : substr(heading_of[j], length(top) + 3)
        lower = lower "<th scope=\"col\"" html_attribute("class", html_class(j, "")) ">" html_text(text) "</th>"
    }
    return "<thead>\n" (blocks ? "<tr>" upper "</tr>\n" : "") "<tr>" lower "</tr>\n</thead>"
}

function html_class(j, more) {
    more = (j <= keys ? "key " : "") (numeric[j] ? "number " : wrapped[j] ? "wrapped " : "") more
    sub(/ $/, "", more)
    return more
}

# A cell of the table, shown as in Markdown.
function html_cell(r, j,    i, attributes) {
    i = source_of[j]
    split_marks(cell[r, i])
    attributes = html_attribute("class", html_class(j, whole == "" ? part[j] : ""))
    if (is_number(bare) && (bare ~ /[.e]/))
        attributes = attributes html_attribute("data-value", sprintf("%.7g", bare))
    else if (bare ~ /^\023?-?[0-9.]/ && !is_number(bare)) { # it sorts as the number that it begins with
        sub(/^\023/, "", bare)
        match(bare, /^-?[0-9]+(\.[0-9]+)?/)
        attributes = attributes html_attribute("data-value", substr(bare, 1, RLENGTH))
    }
    if (is_measured(j)) {
        if (j in half_of && cell[r, half_of[j]] != "")
            attributes = attributes html_attribute("data-half", sprintf("%.3g", cell[r, half_of[j]]))
        if (bare != "" && is_number(bare))
            attributes = attributes html_attribute("data-point", cell[r, point_at[j]])
    }
    i = j <= keys ? "th scope=\"row\"" : "td"
    return "<" i attributes ">" html_text(value_at[r, j]) (marks_at[r, j] == "" ? "" : "<sup>" marks_at[r, j] "</sup>") \
        "</" substr(i, 1, 2) ">"
}

function html_table(name, title, baseline,    r, j, k, line, all, text) {
    keys = html_keys()
    for (r = 2; r <= row_count; r++) {
        html_whose(r)
        line = "<tr" html_attribute("class", whole) ">"
        for (j = 1; j <= shown_columns; j++)
            line = line html_cell(r, j)
        all = all line "</tr>\n"
        foreign += whole == "reference"
    }
    html_begin(name, foreign == row_count - 1)
    print "<div class=\"scroll\" tabindex=\"0\" role=\"group\" aria-labelledby=\"caption-" name "\">\n<table>" > html
    print "<caption id=\"caption-" name "\"><span><strong>" html_head(title) "</strong>" html_head(baseline) "</span></caption>" > html
    print html_heading() "\n<tbody>\n" all "</tbody>\n</table>\n</div>" > html
    for (k = 1; k <= letters_used; k++)
        print "<p class=\"note" (mark_named[k] == "ref" ? " reference" : "") "\"><sup>" letter_of[mark_named[k]] "</sup> " \
            html_text(text_for(mark_named[k])) "</p>" > html
    if (head["note"] != "")
        print "<p class=\"note\">" html_head(head["note"]) "</p>" > html
    print "</div>" > html
}

function html_begin(name, foreign) { print "<div class=\"table" (foreign ? " reference" : "") "\" id=\"table-" name "\">" > html }

# A table without rows: what its query says of that.
function html_empty(name, title, text) {
    html_begin(name, 0)
    print "<p id=\"caption-" name "\"><strong>" html_head(title) "</strong></p>\n<p>" html_head(text) "</p>\n</div>" > html
}

END {
    if (row_count < 2)
        html_empty(name, head["title"], head["empty"] == "" ? "Not measured here." : head["empty"])
    else
        html_table(name, head["title"], baseline)
}
