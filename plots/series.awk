# Splits a figure's rows into input for gnuplot: a data file per facet, a block per series.
#
# Needs report/csv.awk before it. Reads CSV as sqlite3 -csv prints it, headings first. Columns by name: facet (part of
# the file name; empty: one figure), title, series, x, y are needed; dash (1 solid, 2 dashed) may be there, axis (what
# a script writes along one of its axes), floor and top, which the y axis must hold whatever the values are, few (1: no
# interval can be claimed): then the point's shape, an odd number and so filled, becomes the open one before it; curve (1 a
# law, 2 where it is a prediction: a line without points, label and ticks, behind the facet's other rows) and own (1: of a
# sweep that is not the study's). id (the point's in `points`) or machine tell whose a row is: -v machines=FILE has a line a
# point (id, origin, machine; between them 0x1F), the environment's `reference` names the reference machine. With -v here=1 its
# rows are left out, and what the title says between « and »; only figures that lose rows by that, and keep some, are written then.
# Writes DIR/NAME[-FACET].dat: block 0 places the labels of the line ends (x_end y_end x_label y_label text colour),
# tells the y axis (axis_low axis_high), the texts (title axis), the labelled ticks of a logarithmic y axis and the end of
# the curves (ticks beyond, - for none), blocks 1... are the series, one each, columns as in the query, but for the first two, then the
# curves. Prints "file<TAB>number of series<TAB>length of the longest name<TAB>dashes<TAB>few of any point, or 0<TAB>1 where a row is
# the reference's, or 0<TAB>own<TAB>what is seen in words" a facet; a word more of dashes than series is a curve. Where the query has
# no columns of its own before id, DIR/NAME[-FACET].points has a row a point: series, x, y, low, high, id, with 0x1F between them. Texts reach
# gnuplot in these files alone, where it evaluates nothing.
#
# Column 2 of a point is the label of its tick on the x axis, empty where there is no room for it: -v width is the picture's,
# where the query has no column width.
#
# Labels stand in one column at the right, moved apart by a share of the figure's height, so that all can be
# read wherever their lines end. A head comment "-- axes: logx logy zeroy" in the query's file, which is read first, says
# which axes are logarithmic, or that y starts at zero.
#
# A logarithmic y axis is as long as its values need and has two labelled ticks at least.

function scaled_x(v) { return axes ~ /logx/ ? (v > 0 ? log(v) : 0) : v + 0 }
function scaled_y(v) { return axes ~ /logy/ ? (v > 0 ? log(v) : 0) : v + 0 }
function back_x(v) { return axes ~ /logx/ ? exp(v) : v }
function back_y(v) { return axes ~ /logy/ ? exp(v) : v }
function floor(v) { return int(v) - (int(v) > v) }

# The labels: sorted from the lowest upwards, then each pair that is too close is pushed apart by
# half of what is missing, until none is. The lowest and the highest stay between low and high, for gnuplot
# leaves out what is not within the axes.
function spread(low, high,    i, j, hold, gap, missing, pass, moved) {
    for (i = 1; i <= series_count; i++) {
        hold = i
        for (j = i - 1; j >= 1 && end_y[order[j]] > end_y[hold]; j--)
            order[j + 1] = order[j]
        order[j + 1] = hold
        label_y[hold] = end_y[hold]
    }
    gap = (high - low) / (series_count > 13 ? series_count : 13)
    for (pass = 1; pass <= 2000; pass++) {
        moved = 0
        for (i = 2; i <= series_count; i++) {
            missing = gap - (label_y[order[i]] - label_y[order[i - 1]])
            if (missing > 0.02 * gap) {
                label_y[order[i]] += missing / 2
                label_y[order[i - 1]] -= missing / 2
                moved = 1
            }
        }
        if (label_y[order[1]] < low)
            label_y[order[1]] = low
        if (label_y[order[series_count]] > high)
            label_y[order[series_count]] = high
        if (!moved)
            return
    }
}

# A text as gnuplot reads it from a file: versions differ in what a quote, a backslash or a comma within quotes is, so there
# are none, and plain() in style.gp puts them back. One too long for a picture is cut, after a whole character.
function spelled(text, most) {
    gsub(/[\024\025\026]/, "", text)
    if (length(text) > most) {
        text = substr(text, 1, most)
        sub(/[\300-\377]?[\200-\277]*$/, "…", text)
    }
    gsub(/,/, "\001", text)
    gsub(/"/, "\002", text)
    gsub(/\\/, "\003", text)
    return text
}

# A facet as part of a file name: other characters than these as =2F.
function file_part(text,    i, c, safe) {
    if (text !~ /[^-A-Za-z0-9_.]/ && length(text) < 100)
        return text
    for (i = 1; i <= length(text) && i < 50; i++) {
        c = substr(text, i, 1)
        safe = safe (c ~ /[-A-Za-z0-9_.]/ ? c : sprintf("=%02X", code_of[c]))
    }
    return safe (length(text) < 50 ? "" : "==" ++cut_names)
}

function characters(text) {
    gsub(/[\200-\277]/, "", text)
    return length(text)
}

# Which x are labelled: the ends, then powers of two, then the others, each where it does not run into those before it. A
# digit takes some 7 of the picture's width; the margins are those that style.gp sets.
function place_ticks(    room, pass, i) {
    room = (picture - 104 - 6.8 * longest) / (high_x > low_x ? high_x - low_x : 1)
    split("", tick)
    for (pass = 1; pass <= 3; pass++)
        for (i = 1; i <= tick_count; i++)
            if (pass == 3 || (pass == 1 ? scaled_x(x_of[i]) == low_x || scaled_x(x_of[i]) == high_x : is_power(x_of[i])))
                place_tick(x_of[i], room)
}

function is_power(v) {
    while (v > 1)
        v /= 2
    return v == 1
}

function place_tick(x, room,    other) {
    for (other in tick)
        if (other == x || room * abs(scaled_x(x) - scaled_x(other)) < 3.5 * (length(x) + length(other)) + 8)
            return
    tick[x]
}

# The colour of a label: the series' own, darkened until its contrast with white is 4.5 : 1 (WCAG 2.1, 1.4.3).
function legible(colour,    i, part) {
    for (i = 0; i < 3; i++)
        part[i] = 16 * (index("0123456789abcdef", tolower(substr(colour, 3 + 2 * i, 1))) - 1) \
            + index("0123456789abcdef", tolower(substr(colour, 4 + 2 * i, 1))) - 1
    while (1.05 / (0.2126 * linear(part[0]) + 0.7152 * linear(part[1]) + 0.0722 * linear(part[2]) + 0.05) < 4.6)
        for (i = 0; i < 3; i++)
            part[i] = int(0.97 * part[i])
    return sprintf("0x%02X%02X%02X", part[0], part[1], part[2])
}

function linear(level) { return level <= 10 ? level / 255 / 12.92 : exp(2.4 * log((level / 255 + 0.055) / 1.055)) }

function abs(v) { return v < 0 ? -v : v }

# The labelled ticks of the logarithmic y axis: decades, with what stands between them where these are few.
function log_ticks(    set, sets, tried, found) {
    sets = split("1;1 3;1 2 5;1 1.5 2 3 4 5 6 8", set, ";")
    for (tried = 1; tried <= sets; tried++)
        if ((found = ticks_of(set[tried])) >= 3)
            return
    if (found < 2) { # between two of them: to the next on both sides
        low_y = neighbour(set[sets], low_y, -1)
        high_y = neighbour(set[sets], high_y, 1)
        ticks_of(set[sets])
    }
}

# Those within the axis of 1.5, 15, 150 ..., for each number of the set, into `ticks`; of many decades some.
function ticks_of(set,    count, part, parts, decade, step, t) {
    ticks = ""
    step = int((high_y - low_y) / log(10) / 8) + 1
    parts = split(set, part, " ")
    for (decade = floor(low_y / log(10) + 1e-9); decade <= high_y / log(10); decade++)
        if (decade % step == 0)
            for (t = 1; t <= parts; t++)
                if (log(part[t]) + decade * log(10) > low_y - 1e-9 && log(part[t]) + decade * log(10) < high_y + 1e-9)
                    ticks = ticks (count++ ? " " : "") decimal(part[t], decade)
    return count + 0
}

# A number without an exponent, which gnuplot 5.4 reads in data but not in words.
function decimal(factor, decade,    text) {
    text = sprintf("%.*f", decade < 1 ? 1 - decade : 0, factor * 10 ^ decade)
    if (text ~ /\./)
        sub(/\.?0+$/, "", text)
    return text
}

function neighbour(set, y, side,    part, parts, decade, t, at, best) {
    parts = split(set, part, " ")
    best = y + side * 100
    for (decade = floor(y / log(10)) - 1; decade <= y / log(10) + 1; decade++)
        for (t = 1; t <= parts; t++) {
            at = log(part[t]) + decade * log(10)
            if (side * (at - y) >= 0 && side * (best - at) > 0)
                best = at
        }
    return best
}

function fit_axis(    room) {
    ticks = "-"
    if (axes !~ /logy/) {
        if (high_y <= low_y)
            high_y = low_y + 1
        high_y += (high_y - low_y) / 40
        return
    }
    room = high_y > low_y ? (high_y - low_y) / 25 : 0.1
    low_y -= room
    high_y += room
    log_ticks()
}

function finish_facet(    file, s, i, width_x, margin, dashes) {
    if (series_count == 0 || (here && !(facet in lost)))
        return
    file = name (facet == "" ? "" : "-" file_part(facet)) ".dat"
    width_x = high_x - low_x
    fit_axis()
    margin = (high_y - low_y) / 80
    spread(low_y + margin, high_y - margin)
    print "# x_end,y_end,x_label,y_label,text,colour,axis_low,axis_high,title,axis,ticks,beyond" > (dir "/" file)
    longest = 0
    for (s = 1; s <= series_count; s++) {
        printf "%.9g,%.9g,%.9g,%.9g,%s,%s,%.9g,%.9g,%s,%s,%s,%s\n", back_x(end_x[s]), back_y(end_y[s]), \
            back_x(high_x + 0.04 * width_x), back_y(label_y[s]), spelled(series_name[s], 60), end_colour[s], \
            back_y(low_y), back_y(high_y), spelled(title, 120), spelled(axis, 60), ticks, beyond > (dir "/" file)
        if (characters(series_name[s]) > longest)
            longest = characters(series_name[s]) < 60 ? characters(series_name[s]) : 60
        dashes = dashes (s > 1 ? " " : "") (end_dash[s] ~ /^[1-5]$/ ? end_dash[s] : 1)
    }
    place_ticks()
    for (s = 1; s <= series_count; s++) {
        printf "\n\n" > (dir "/" file)
        for (i = 1; i <= row_count[s]; i++)
            print "," (row_x[s, i] in tick ? row_x[s, i] : "") row[s, i] > (dir "/" file)
    }
    for (s = 1; s <= curve_count; s++) {
        printf "\n\n%s", curve[s] > (dir "/" file)
        dashes = dashes " " curve_kind[s]
    }
    close(dir "/" file)
    printf "%s\t%d\t%d\t%s\t%d\t%d\t%d\t%s\n", file, series_count, longest, dashes, any_few, any_reference, own, seen_text()
    sub(/\.dat$/, ".points", file)
    printf "%s", regular ? labels : "" > (dir "/" file)
    close(dir "/" file)
}

# A row of a law: what is drawn of it lies within the axes, which hold its x. Its end becomes that of the series with its name.
function add_curve(count, kind,    x, y, s) {
    if (curve_count == 0 || field[column["series"]] " " kind != last_curve) {
        last_curve = field[column["series"]] " " kind
        curve_kind[++curve_count] = kind
        curve[curve_count] = ""
    }
    curve[curve_count] = curve[curve_count] "," joined(count) "\n"
    x = scaled_x(field[column["x"]])
    y = scaled_y(field[column["y"]])
    if (x > high_x) {
        high_x = x
        beyond = field[column["x"]] + 0
    }
    if (y > high_y) high_y = y
    for (s = 1; s <= series_count; s++)
        if (series_name[s] == field[column["series"]] && x >= end_x[s]) {
            end_x[s] = x
            end_y[s] = y
        }
}

# The alternative text: the title, and each series from its first value to its last.
function seen_text(    s, text) {
    for (s = 1; s <= series_count && s <= 12; s++)
        text = text (s > 1 ? "; " : "") series_name[s] (!regular ? "" : sprintf(first_y[s] == last_y[s] ? " %.3g" : " %.3g to %.3g", first_y[s], last_y[s]))
    gsub(/\t/, " ", text)
    return title ": " text (series_count > 12 ? "; and " series_count - 12 " more" : "")
}

# The row with a missing interval set to its point.
function joined(count,    i, text, line) {
    for (i = 3; i <= count; i++) {
        text = field[i]
        if (text == "" && (i == column["low"] || i == column["high"]))
            text = field[column["y"]]
        if (few && i == column["point"])
            text--
        line = line "," spelled(text, 60)
    }
    return line
}

function value_at(name) { return (name in column) ? field[column[name]] : "" }

# The y axis holds the value of the column, where there is one.
function reach(name,    y) {
    if (!(name in column) || field[column[name]] == "")
        return
    y = scaled_y(field[column[name]])
    if (y < low_y) low_y = y
    if (y > high_y) high_y = y
}

BEGIN {
    for (i = 1; i < 256; i++)
        code_of[sprintf("%c", i)] = i
}
FILENAME == machines {
    split($0, told_of, "\037")
    origin_of[told_of[1]] = told_of[2]
    next
}
FILENAME ~ /\.sql$/ {
    if (sub(/^-- axes: /, ""))
        axes = $0
    next
}
{ count = fields($0) }
FNR == 1 {
    for (i = 1; i in field; i++)
        column[field[i]] = i
    regular = 1
    for (i = 1; i in field && field[i] != "id"; i++)
        if (field[i] !~ /^(facet|title|series|x|y|low|high|colour|point|dash|axis|floor|top|few|machine|own|curve|width)$/)
            regular = 0
    next
}
field[column["y"]] == "" { next }
{
    id = value_at("id")
    referred = id != "" ? origin_of[id] == "reference" : value_at("machine") != "" && value_at("machine") == ENVIRON["reference"]
    if (here && referred) {
        lost[field[column["facet"]]]
        next
    }
    while (here && match(field[column["title"]], /\025[^\025\026]*\026/))
        field[column["title"]] = substr(field[column["title"]], 1, RSTART - 1) substr(field[column["title"]], RSTART + RLENGTH)
    gsub(/[\024\025\026]/, "", field[column["title"]])
    if (series_count == 0 || field[column["facet"]] != facet) {
        finish_facet()
        facet = field[column["facet"]]
        title = field[column["title"]]
        axis = ("axis" in column) ? field[column["axis"]] : ""
        series_count = 0
        tick_count = 0
        last = ""
        any_few = any_reference = 0
        labels = ""
        low_x = 1e300
        high_x = -1e300
        low_y = axes ~ /zeroy/ ? 0 : 1e300
        high_y = axes ~ /zeroy/ ? 0 : -1e300
        curve_count = 0
        beyond = "-"
        picture = ("width" in column) ? field[column["width"]] : width
        own = ("own" in column) && field[column["own"]] == 1
    }
    if (("curve" in column) && field[column["curve"]] > 0) {
        add_curve(count, field[column["curve"]] + 0)
        next
    }
    if (series_count == 0 || field[column["series"]] != last) {
        last = field[column["series"]]
        series_name[++series_count] = last
        row_count[series_count] = 0
        first_y[series_count] = field[column["y"]]
    }
    any_reference = any_reference || referred
    last_y[series_count] = field[column["y"]]
    labels = labels field[column["series"]] "\037" field[column["x"]] "\037" field[column["y"]] "\037" value_at("low") "\037" value_at("high") "\037" id "\n"
    few = ("few" in column) && field[column["few"]] == 1
    any_few += few
    x = scaled_x(field[column["x"]])
    y = scaled_y(field[column["y"]])
    if (x < low_x) low_x = x
    if (x > high_x) high_x = x
    reach("y")
    reach("low")
    reach("high")
    reach("floor")
    reach("top")
    end_x[series_count] = x
    end_y[series_count] = y
    end_colour[series_count] = legible(field[column["colour"]])
    end_dash[series_count] = ("dash" in column) ? field[column["dash"]] : 1
    row[series_count, ++row_count[series_count]] = joined(count)
    row_x[series_count, row_count[series_count]] = field[column["x"]]
    if (!((field[column["x"]], facet) in seen_x)) {
        seen_x[field[column["x"]], facet]
        x_of[++tick_count] = field[column["x"]]
    }
}
END { finish_facet() }
