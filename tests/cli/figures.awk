# Reads SVG figures as gnuplot and renderer/figure.py write them and prints what cannot be read: ticks' labels that run into each other, labels of
# series that overlap or are cut off at the right, and an axis with a single label. A digit of size 12 is 7.6 wide in DejaVu, letters 6.8 on average.

function characters(text) {
    gsub(/&[a-z]+;/, "x", text)
    gsub(/[\200-\277]/, "", text)
    return length(text)
}
function abs(v) { return v < 0 ? -v : v }
function fault(what) {
    sub(/.*\//, "", file)
    print file ": " what
}
function finish(    i, j) {
    for (i = 1; i <= ticks; i++)
        for (j = 1; j < i; j++)
            if (abs(tick_y[i] - tick_y[j]) < 1 && abs(tick_x[i] - tick_x[j]) < 3.8 * (characters(tick[i]) + characters(tick[j])) + 2)
                fault("ticks " tick[j] " and " tick[i])
    for (i = 1; i <= names; i++) {
        for (j = 1; j < i; j++)
            if (abs(name_x[i] - name_x[j]) < 1 && abs(name_y[i] - name_y[j]) < 10)
                fault("labels " name[j] " and " name[i])
        if (name_x[i] + (centered[i] ? 3.4 : 6.8) * characters(name[i]) > width)
            fault("cut off: " name[i])
    }
    if (values == 1)
        fault("one labelled tick")
    ticks = names = values = 0
}

FNR == 1 { finish(); file = FILENAME }
/^<svg/ || /^ *width=/ {
    if (match($0, /width="[0-9]+"/))
        width = substr($0, RSTART + 7, RLENGTH - 8) + 0
}
match($0, /<g transform="translate\([0-9.]+,[0-9.]+\)" [^>]*font-size="12.00" [^>]*text-anchor="[a-z]+"/) {
    split(substr($0, RSTART + 24), at, /[,)]/)
    values += $0 ~ /text-anchor="end"/
    is_tick = $0 ~ /text-anchor="middle"/
    next
}
{
    for (line = $0; match(line, /<text x="[0-9.]+" y="[0-9.]+"[^>]*>[^<]*/); line = substr(line, RSTART + RLENGTH)) {
        split(substr(line, RSTART, RLENGTH), at, "\"")
        name[++names] = substr(line, RSTART, RLENGTH)
        sub(/.*>/, "", name[names])
        centered[names] = substr(line, RSTART, RLENGTH) ~ /"middle"/
        name_x[names] = at[2]
        name_y[names] = at[4]
    }
}
/<text>/ && is_tick {
    text = $0
    sub(/.*<text>/, "", text)
    sub(/<\/text>.*/, "", text)
    if (text == "")
        next
    tick[++ticks] = text
    tick_x[ticks] = at[1]
    tick_y[ticks] = at[2]
}
{ is_tick = 0 }
END { finish() }
