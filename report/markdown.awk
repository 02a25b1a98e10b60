# A text as Markdown that shows it as it is: what is punctuation to pandoc or to others gets a backslash. Only the
# queries' own is markup: \024, around strong words, and \025 and \026, around what is the reference machine's.
function md_text(text) {
    gsub(/[\\`*<|$~^@]|\[|\]/, "\\\\&", text)
    gsub(/&[A-Za-z#]/, "\\\\&", text)
    gsub(/:\/\//, "\\://", text)
    if (text ~ /(^|[^A-Za-z0-9])_/) # within a word it is none
        gsub(/_/, "\\_", text)
    gsub(/\024/, "**", text)
    return of_reference(text)
}

# With -v format=html what stands between \025 and \026 becomes a span, which style.css sets in another tone and page.js
# can hide. Elsewhere it is as plain as the words around it. One without the other is nothing.
function of_reference(text) {
    while (match(text, /\025[^\025\026]*\026/))
        text = substr(text, 1, RSTART - 1) (format == "html" ? "<span class=\"reference\">" : "") \
            substr(text, RSTART + 1, RLENGTH - 2) (format == "html" ? "</span>" : "") substr(text, RSTART + RLENGTH)
    gsub(/[\025\026]/, "", text)
    return text
}

# A text as HTML that shows it as it is; only a query's own control characters are markup (marked() in data.sh).
function html_text(text,    asked) {
    gsub(/&/, "\\&amp;", text)
    gsub(/</, "\\&lt;", text)
    gsub(/>/, "\\&gt;", text)
    gsub(/"/, "\\&quot;", text)
    while (match(text, /\024[^\024]*\024/))
        text = substr(text, 1, RSTART - 1) "<strong>" substr(text, RSTART + 1, RLENGTH - 2) "</strong>" substr(text, RSTART + RLENGTH)
    asked = format
    format = "html"
    text = of_reference(text)
    format = asked
    return text
}

# A text of a chapter or a query's head, whose « » marked() of data.sh has not seen.
function own_marks(text) {
    gsub(/«/, "\025", text)
    gsub(/»/, "\026", text)
    return text
}
