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
        count = split($0, part, /\\\\/) # not a backslash that is escaped itself; awks differ in putting two back
        $0 = ""
        for (i = 1; i <= count; i++) {
            gsub(/\\[bfnrt]|\\u00[0189][0-9A-Fa-f]|\\u007[Ff]/, " ", part[i])
            $0 = $0 (i > 1 ? "\\\\" : "") part[i]
        }
    }
    print > path
}
