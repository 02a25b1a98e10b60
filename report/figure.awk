# HTML of one drawing: gnuplot's SVG within the page, and over it an invisible mark on each point that tells its value and leads
# to its samples.
#
# Needs number.awk and markdown.awk. Reads AXES (what build.sh has gnuplot print: the picture's corners in pixels, the
# axes' ends, the height, whether the bars lie), POINTS (of series.awk: series, x, y, low, high, id, with 0x1F between them) and SVG,
# in this order, with -v axes= and -v points= naming the first two, -v id=, -v whose= (a class), -v scales= (the query's `-- axes:`)
# and the alternative text in the environment's `alt`.

function place(value, low, high, logarithmic, from, to) {
    if (logarithmic) {
        value = log(value > 0 ? value : low)
        low = log(low)
        high = log(high)
    }
    return from + (value - low) / (high > low ? high - low : 1) * (to - from)
}

function description(series, x, y, low, high) {
    x = lying ? "" : " at " x
    if (low == "" || high == "" || low + 0 >= high + 0)
        return series x ": " significant(y, 3) ", no interval"
    return series x ": " uncertain(sprintf("%.9e", y), (high - low) / 2) ", from " significant(low, 4) " to " significant(high, 4)
}

# Gnuplot names the same things in every picture, but names in a page are unique.
function own_names(line) {
    gsub(/id='/, "&" id "-", line)
    gsub(/id="/, "&" id "-", line)
    gsub(/href='#/, "&" id "-", line)
    gsub(/url\(#/, "&" id "-", line)
    return line
}

FILENAME == axes {
    split($0, axis, " ")
    height = axis[9]
    lying = axis[10]
    next
}
FILENAME == points {
    if (lying) {
        left = place(lying == 2, axis[5], axis[6], lying == 2, axis[1], axis[2]) # bars start at 0, or at 1 = 10⁰
        right = place($3, axis[5], axis[6], lying == 2, axis[1], axis[2])
        top = height - place(-$2 + 0.45, axis[7], axis[8], 0, axis[3], axis[4])
        bottom = height - place(-$2 - 0.45, axis[7], axis[8], 0, axis[3], axis[4])
        shape = sprintf("<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\"/>", (left < right ? left : right) - 2, top, (left < right ? right - left : left - right) + 4, bottom - top)
    } else
        shape = sprintf("<circle cx=\"%.1f\" cy=\"%.1f\" r=\"7\"/>", place($2, axis[5], axis[6], scales ~ /logx/, axis[1], axis[2]), \
            height - place($3, axis[7], axis[8], scales ~ /logy/, axis[3], axis[4]))
    text = html_text(description($1, $2, $3, $4, $5))
    marks = marks ($6 != "" ? "<a href=\"#point-" $6 "\" data-point=\"" $6 "\" aria-label=\"" text "\">" shape "<title>" text "</title></a>\n" \
        : "<g tabindex=\"0\" role=\"img\" aria-label=\"" text "\">" shape "<title>" text "</title></g>\n")
    next
}
/^<\?xml|^<!DOCTYPE|<desc>|^<title>Gnuplot|^ *"http.*svg11.dtd/ { next }
{
    gsub(/<title>[^<]*<\/title>/, "")
    if (!/[^ \t]/)
        next
    if (/viewBox=/ && !view) {
        match($0, /viewBox="[^"]*"/)
        view = substr($0, RSTART, RLENGTH)
    }
    if (/^<svg/ && !opened++)
        print "<div class=\"drawing" (whose == "" ? "" : " " whose) "\" id=\"" id "\"><svg role=\"img\" aria-label=\"" html_text(ENVIRON["alt"]) "\"" substr($0, 5)
    else
        print own_names($0)
}
END {
    if (marks != "")
        print "<svg class=\"marks\" " view " role=\"group\" aria-label=\"Values\">\n" marks "</svg>"
    print "</div>"
}
