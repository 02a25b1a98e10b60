# LaTeX for formats.awk: text with its special characters escaped, headings in blocks, booktabs rules, and
# a layout that fits the page of a report.
#
# A table is laid out for A4 upright with margins of 2.5 cm, in a size of its own whatever the document's: the first
# try of tex_plan() that fits. What is too wide for it lies across the page (pdflscape), what is too high runs over
# pages (longtable), sentences are wrapped (array). The first line of the file says which of these it needs.

# A text as LaTeX that shows it as it is: nothing in it is a command, a ligature, or an argument of the \\ before it.
# Of letters that the basic fonts lack a question mark is left.
function tex_text(text,    line, letter) {
    gsub(/\\/, "\001", text)
    gsub(/[_&%#${}]/, "\\\\&", text)
    gsub(/\001/, "\\textbackslash{}", text)
    gsub(/\^/, "\\textasciicircum{}", text)
    gsub(/~/, "\\textasciitilde{}", text)
    gsub(/`/, "\\`{}", text)
    gsub(/\|/, "\\textbar{}", text)
    gsub(/[*[]/, "{&}", text)
    while (gsub(/--/, "-{}-", text))
        ;
    gsub(/</, "\\ensuremath{<}", text)
    gsub(/>/, "\\ensuremath{>}", text)
    gsub(/"/, "''", text)
    gsub(/±/, "\\ensuremath{\\pm}", text)
    gsub(/×/, "\\ensuremath{\\times}", text)
    gsub(/·/, "\\ensuremath{\\cdot}", text)
    gsub(/²/, "\\ensuremath{^2}", text)
    gsub(/³/, "\\ensuremath{^3}", text)
    gsub(/⁰/, "\\ensuremath{^0}", text)
    gsub(/≤/, "\\ensuremath{\\le}", text)
    gsub(/≥/, "\\ensuremath{\\ge}", text)
    gsub(/→/, "\\ensuremath{\\to}", text)
    gsub(/µ/, "\\ensuremath{\\mu}", text)
    gsub(/–/, "--", text)
    gsub(/…/, "\\dots{}", text)
    while (match(text, /[\300-\377]?[\200-\277]+|[\300-\377]/)) {
        letter = substr(text, RSTART, RLENGTH)
        line = line substr(text, 1, RSTART - 1) (letter ~ /^\303[\200-\217\221-\235\237-\257\261-\275\277]$/ ? letter : "?")
        text = substr(text, RSTART + RLENGTH)
    }
    return line text
}

function tex_cell(text, letters_here) {
    return tex_text(text) (letters_here == "" ? "" : "\\textsuperscript{" letters_here "}")
}

function block_of(heading,    cut) {
    cut = index(heading, ": ")
    return cut ? substr(heading, 1, cut - 1) : ""
}

# The width of a text in points, from its characters: LaTeX's own is not known here. On the large side.
function tex_width(text, size,    sum) {
    gsub(/[^ -~]+/, "M", text)
    sum = 5 * gsub(/[0-9]/, "", text)
    sum += 3 * gsub(/[ijl.,:;'| ]/, "", text)
    sum += 4 * gsub(/[frst()_-]/, "", text)
    sum += 8 * gsub(/[A-Zmw%+=<>]/, "", text)
    return (sum + 5.3 * length(text)) * tex_scale(size)
}

# Computer Modern is wider, for its height, in small sizes.
function tex_scale(size) { return size > 8 ? 0.93 : size > 7 ? 0.85 : size > 6 ? 0.80 : 0.73 }

# A text in lines of at most `width`, where its words allow, a newline between them.
function tex_wrapped(text, width, size,    word, count, k, line, all) {
    count = split(text, word, " ")
    for (k = 1; k <= count; k++) {
        if (line != "" && tex_width(line " " word[k], size) > width) {
            all = all line "\n"
            line = ""
        }
        line = line (line == "" ? "" : " ") word[k]
    }
    return all line
}

# The same for a heading, which may also break within a name: cpu/ unoptimized.
function tex_head_wrapped(text, width, size) {
    while (match(text, /\/[a-z_][a-z_][a-z_][a-z_]/))
        text = substr(text, 1, RSTART) " " substr(text, RSTART + 1)
    text = tex_wrapped(text, width, size)
    gsub(/\/ /, "/", text)
    return text
}

function tex_widest(lines, size,    line, count, k, widest) {
    for (count = split(lines, line, "\n"); count; count--)
        if (tex_width(line[count], size) > widest)
            widest = tex_width(line[count], size)
    return widest
}

# Several lines in one cell, the last of them on the row's line.
function tex_stacked(lines, side,    line, count, k, all) {
    count = split(lines, line, "\n")
    if (count < 2)
        return tex_text(lines)
    for (k = 1; k <= count; k++)
        all = all (k > 1 ? "\\\\" : "") tex_text(line[k])
    return "\\begin{tabular}[b]{@{}" side "@{}}" all "\\end{tabular}"
}

# The heading: a line for the blocks over the columns that they span, then the columns.
function tex_heading(    j, k, line, rules, top, any) {
    for (j = 1; j <= shown_columns; j = k) {
        top = block_of(heading_of[j])
        for (k = j + 1; k <= shown_columns && block_of(heading_of[k]) == top; k++)
            ;
        line = line (j > 1 ? " & " : "")
        if (top != "" || k > j + 1)
            line = line "\\multicolumn{" (k - j) "}{c}{" tex_text(top) "}"
        if (top != "") {
            rules = rules " \\cmidrule(lr){" j "-" (k - 1) "}"
            any = 1
        }
    }
    print "\\toprule" > tex
    if (any)
        print line " \\\\" rules > tex
    for (j = 1; j <= shown_columns; j++)
        printf "%s%s", tex_stacked(head_lines[j], numeric[j] ? "r" : "l"), j < shown_columns ? " & " : " \\\\\n" > tex
    print "\\midrule" > tex
}

# The heading below the block, and the widest word and cell of each column, as at 10 points.
function tex_measure(    j, k, r, word, width) {
    for (j = 1; j <= shown_columns; j++) {
        heading[j] = block_of(heading_of[j])
        heading[j] = heading[j] == "" ? heading_of[j] : substr(heading_of[j], length(heading[j]) + 3)
        for (r = 2; r <= row_count; r++) {
            width = tex_width(value_at[r, j], 10) + 5 * length(marks_at[r, j])
            if (width > cell_width[j])
                cell_width[j] = width
            for (k = split(value_at[r, j], word, " "); k; k--)
                if (tex_width(word[k], 10) > word_width[j])
                    word_width[j] = tex_width(word[k], 10)
        }
        # Sentences may be wrapped; names and numbers may not.
        wrapped[j] = !numeric[j] && cell_width[j] > 90 && word_width[j] < cell_width[j]
    }
}

# Lays the table out in `size` points on a line of `page` points, and tells whether it fits. A heading's lines are as
# long as the cells below, or `head` points where these are shorter; wrapped columns share what the others leave.
function tex_fits(size, page, head,    j, width, scale, room, open, fits) {
    scale = tex_scale(size) / tex_scale(10)
    tex_size = size
    tex_page = page
    tex_gap = size / 2 - 1
    room = page - 2 * tex_gap * shown_columns
    for (j = 1; j <= shown_columns; j++) {
        width = cell_width[j] * scale
        head_lines[j] = tex_head_wrapped(heading[j], width < head * scale ? head * scale : width, size)
        if (tex_widest(head_lines[j], size) > width)
            width = tex_widest(head_lines[j], size)
        column_width[j] = width
        paragraph[j] = wrapped[j]
        if (wrapped[j])
            open++
        else
            room -= width
    }
    fits = room >= 0
    # Each wrapped column gets an equal share. One that is narrower needs no wrapping, and the others share again.
    for (j = 1; open && j <= shown_columns; j++) {
        if (paragraph[j] && column_width[j] <= room / open) {
            room -= column_width[j]
            paragraph[j] = 0
            open--
            j = 0
        }
    }
    for (j = 1; j <= shown_columns; j++) {
        if (!paragraph[j])
            continue
        width = head > 60 ? 150 : 100 # a wrapped line of some thirty characters, of twenty where room is short
        width = scale * (word_width[j] > width ? word_width[j] : width)
        fits = fits && room / open >= width
        column_width[j] = room / open >= width ? room / open : width
        head_lines[j] = tex_head_wrapped(heading[j], column_width[j], size)
    }
    return fits
}

# The first that fits: upright before across the page, then large before small, then wide headings before narrow ones.
function tex_plan(    page, try, k, count) {
    tex_measure()
    count = split("9 66 8 66 8 44 8 0 7 44 7 0", try, " ")
    for (page = 453; page <= 700; page += 247)
        for (k = 1; k < count; k += 2)
            if (tex_fits(try[k], page, try[k + 1]))
                return
    tex_fits(6, 700, 0)
}

# A table that may not fit a page across, with its caption, may break over pages.
function tex_long(    r, j, part, lines, most, sum) {
    for (r = 2; r <= row_count; r++) {
        most = 1
        for (j = 1; j <= shown_columns; j++) {
            lines = paragraph[j] ? split(tex_wrapped(value_at[r, j], column_width[j], tex_size), part, "\n") : 1
            if (lines > most)
                most = lines
        }
        sum += most
        if (most > 1)
            roomy = 1
    }
    return sum * tex_size * 1.2 + (roomy ? 2 * row_count : 0) > 340
}

function tex_begin(name, caption,    j, spec, needs) {
    tex_plan()
    long = tex_long()
    across = tex_page > 500
    for (j = 1; j <= shown_columns; j++) {
        if (paragraph[j])
            needs = ",array"
        spec = spec (numeric[j] ? "r" : !paragraph[j] ? "l" : sprintf(">{\\rag}p{%dpt}", column_width[j]))
    }
    print "% Needs \\usepackage{booktabs" needs (long ? ",longtable" : "") (across ? ",pdflscape" : "") \
        "} in the preamble. Fits A4 with margins of up to 2.5 cm." > tex
    if (across) # upright paper alone is turned
        print "\\ifdim\\paperwidth<\\paperheight\\begin{landscape}\\fi" > tex
    print (long ? "{" : "\\begin{table}[htbp]\n\\centering") > tex
    caption = "\\caption{" tex_text(caption) "}\\label{tab:" name "}"
    if (!long)
        print caption "\\par\\smallskip" > tex
    printf "\\fontsize{%d}{%.1f}\\selectfont\\setlength{\\tabcolsep}{%.1fpt}\n", tex_size, tex_size * 1.2, tex_gap > tex
    if (needs != "") # names are not hyphenated, nor broken at a hyphen of their own
        print "\\def\\rag{\\raggedright\\hyphenpenalty10000\\exhyphenpenalty10000\\arraybackslash}" > tex
    if (long) {
        print "\\setlength{\\LTcapwidth}{\\linewidth}\n\\begin{longtable}{" spec "}\n" caption "\\\\" > tex
        tex_heading()
        print "\\endfirsthead\n\\multicolumn{" shown_columns "}{l}{\\tablename~\\thetable, continued}\\\\" > tex
        tex_heading()
        print "\\endhead\n\\bottomrule\n\\endfoot" > tex
    } else {
        print "\\begin{tabular}{" spec "}" > tex
        tex_heading()
    }
}

function tex_row(r,    j, line) {
    for (j = 1; j <= shown_columns; j++)
        line = line (j > 1 ? " & " : "") tex_cell(value_at[r, j], marks_at[r, j])
    print line " \\\\" (roomy && r < row_count ? "\\addlinespace[2pt]" : "") > tex
}

function tex_end() { print (long ? "\\end{longtable}" : "\\bottomrule\n\\end{tabular}") > tex }

function tex_note(text, mark) {
    mark = mark == "" ? "" : "\\textsuperscript{" mark "}"
    print "\\par\\smallskip\\noindent\\fontsize{8}{9.6}\\selectfont" mark " " tex_text(text) > tex
}

function tex_close() {
    print (long ? "\\par}" : "\\end{table}") > tex
    if (across)
        print "\\ifdim\\paperwidth<\\paperheight\\end{landscape}\\fi" > tex
}
