# Copies files into the folder $out, each to the name in `to`, so that their text holds no control character: queries make
# markup of these. JSON has more ways to write one. Published figures lose their comments.
FNR == 1 {
    close(path)
    path = ENVIRON["out"] "/" to
    printf "" > path
}
to ~ /^published/ && /^#/ { next }
{
    sub(/\r$/, "")
    gsub(/[[:cntrl:]]|\302[\200-\237]/, " ")
    if (to ~ /json$/) {
        gsub(/\\\\/, "\001")
        gsub(/\\[bfnrt]|\\u00[0189][0-9A-Fa-f]|\\u007[Ff]/, " ")
        gsub(/\001/, "\\\\\\\\")
    }
    print > path
}
