# Sentences with their {numbers} rounded, by number.awk; with -v markdown=1 as markdown.awk writes them, else plain.
{
    text = rounded_within($0)
    if (markdown)
        text = md_text(text)
    gsub(/\024/, "", text)
    print text
}
