# A text as Markdown that shows it as it is: what is punctuation to pandoc or to others gets a backslash. Only the
# queries' own \024, around strong words, is markup.
function md_text(text) {
    gsub(/[\\`*<|$~^@]|\[|\]/, "\\\\&", text)
    gsub(/&[A-Za-z#]/, "\\\\&", text)
    gsub(/:\/\//, "\\://", text)
    if (text ~ /(^|[^A-Za-z0-9])_/) # within a word it is none
        gsub(/_/, "\\_", text)
    gsub(/\024/, "**", text)
    return text
}
