# Sentences with their {numbers} rounded, by number.awk: plain, or with -v out=DIR as Markdown, by markdown.awk, in a file
# there for each that is read.
{
    text = rounded_within($0)
    if (out != "") {
        name = FILENAME
        sub(/.*\//, "", name)
        print md_text(text) > (out "/" name)
        next
    }
    gsub(/[\024\025\026]/, "", text)
    print text
}
