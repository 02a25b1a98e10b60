# Cuts a figure's rows into what gnuplot reads: a data file a facet, a block a series.
#
# Needs report/csv.awk before it. Reads CSV as sqlite3 -csv prints it, headings first. Columns by name: facet (part of the
# file name; empty: one figure), title, series, x, y are needed; dash (1 solid, 2 dashed) may be there.
# Writes DIR/NAME[-FACET].dat: block 0 places the labels at the line ends (x_end y_end x_label
# y_label text colour), blocks 1... are the series, one each, columns as in the query. Prints
# "file<TAB>number of series<TAB>length of the longest name<TAB>dashes<TAB>title" a facet.
#
# Labels are moved apart by a share of the figure's height, so that lines that end together can
# still be read. -v axes="logx logy zeroy" says which axes are logarithmic, or that y starts at zero.

function scaled_x(v) { return axes ~ /logx/ ? (v > 0 ? log(v) : 0) : v + 0 }
function scaled_y(v) { return axes ~ /logy/ ? (v > 0 ? log(v) : 0) : v + 0 }
function back_x(v) { return axes ~ /logx/ ? exp(v) : v }
function back_y(v) { return axes ~ /logy/ ? exp(v) : v }

# The labels of series order[1..count], which end at the same x: sorted from the lowest upwards,
# then each pair that is too close is pushed apart by half of what is missing, until none is.
function spread(count, gap,    i, j, hold, missing, pass, moved) {
    for (i = 1; i <= count; i++) {
        hold = order[i]
        for (j = i - 1; j >= 1 && end_y[order[j]] > end_y[hold]; j--)
            order[j + 1] = order[j]
        order[j + 1] = hold
        label_y[hold] = end_y[hold]
    }
    for (pass = 1; pass <= 500; pass++) {
        moved = 0
        for (i = 2; i <= count; i++) {
            missing = gap - (label_y[order[i]] - label_y[order[i - 1]])
            if (missing > 0.02 * gap) {
                label_y[order[i]] += missing / 2
                label_y[order[i - 1]] -= missing / 2
                moved = 1
            }
        }
        if (!moved)
            return
    }
}

function finish_facet(    file, s, t, count, used, width, dashes) {
    if (series_count == 0)
        return
    file = name (facet == "" ? "" : "-" facet) ".dat"
    width = high_x - low_x
    for (s = 1; s <= series_count; s++) {
        if (s in used)
            continue
        count = 0
        for (t = s; t <= series_count; t++)
            if (end_x[t] == end_x[s]) {
                order[++count] = t
                used[t] = 1
            }
        spread(count, (high_y - low_y) / 15)
    }
    print "# x_end,y_end,x_label,y_label,text,colour" > (dir "/" file)
    longest = 0
    for (s = 1; s <= series_count; s++) {
        printf "%.9g,%.9g,%.9g,%.9g,\"%s\",%s\n", back_x(end_x[s]), back_y(end_y[s]), \
            back_x(end_x[s] + 0.025 * width), back_y(label_y[s]), series_name[s], end_colour[s] > (dir "/" file)
        if (length(series_name[s]) > longest)
            longest = length(series_name[s])
        dashes = dashes (s > 1 ? " " : "") (end_dash[s] == "" ? 1 : end_dash[s])
    }
    for (s = 1; s <= series_count; s++)
        printf "\n\n%s", rows[s] > (dir "/" file)
    close(dir "/" file)
    printf "%s\t%d\t%d\t%s\t%s\n", file, series_count, longest, dashes, title
}

# The row again, an interval that nobody claims drawn as no longer than its point.
function joined(count,    i, text, line) {
    for (i = 1; i <= count; i++) {
        text = field[i]
        if (text == "" && (i == column["low"] || i == column["high"]))
            text = field[column["y"]]
        line = line (i > 1 ? "," : "") (text ~ /[ ,]/ ? "\"" text "\"" : text)
    }
    return line
}

{ count = fields($0) }
NR == 1 {
    for (i = 1; i in field; i++)
        column[field[i]] = i
    next
}
{
    if (NR == 2 || field[column["facet"]] != facet) {
        finish_facet()
        facet = field[column["facet"]]
        title = field[column["title"]]
        series_count = 0
        last = ""
        low_x = 1e300
        high_x = -1e300
        low_y = axes ~ /zeroy/ ? 0 : 1e300
        high_y = axes ~ /zeroy/ ? 0 : -1e300
    }
    if (series_count == 0 || field[column["series"]] != last) {
        last = field[column["series"]]
        series_name[++series_count] = last
        rows[series_count] = ""
    }
    x = scaled_x(field[column["x"]])
    y = scaled_y(field[column["y"]])
    if (x < low_x) low_x = x
    if (x > high_x) high_x = x
    if (y < low_y) low_y = y
    if (y > high_y) high_y = y
    end_x[series_count] = x
    end_y[series_count] = y
    end_colour[series_count] = field[column["colour"]]
    end_dash[series_count] = ("dash" in column) ? field[column["dash"]] : 1
    rows[series_count] = rows[series_count] joined(count) "\n"
}
END { finish_facet() }
