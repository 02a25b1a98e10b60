# LaTeX for formats.awk: text with its special characters escaped, headings in blocks, booktabs rules, fitted by TeX.
#
# Fits A4 upright with margins of 2.5 cm. TeX measures the table: far wider than the line, it lies across the page
# (pdflscape). A short one is shrunk to the page (adjustbox), one of many rows breaks over pages (longtable) in the first
# size in which it fits. Characters are counted only to break headings and to share a line among columns of sentences.

# A text as LaTeX that shows it as it is: nothing in it is a command, a ligature, or an argument of the \\ before it.
# Of letters that the basic fonts lack a question mark is left.
function tex_text(text,    line, letter) {
    gsub(/[\024\025\026]/, "", text) # strong words and the reference's look like others
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
    gsub(/⁻/, "\\ensuremath{^-}", text)
    gsub(/⁴/, "\\ensuremath{^4}", text)
    gsub(/√/, "\\ensuremath{\\surd}", text)
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

# A heading in lines of at most `most` characters where its words and long names allow (cpu/ unoptimized), the last of
# them on the row's line.
function tex_stacked(text, most, side,    word, count, k, line, all) {
    while (match(text, /\/[a-z_][a-z_][a-z_][a-z_]/))
        text = substr(text, 1, RSTART) " " substr(text, RSTART + 1)
    count = split(text, word, " ")
    for (k = 1; k <= count; k++) {
        if (line != "" && length(line " " word[k]) > most) {
            all = all tex_text(line) "\\\\"
            line = ""
        }
        line = line (line == "" || line ~ /\/$/ ? "" : " ") word[k]
    }
    return all == "" ? tex_text(line) : "\\begin{tabular}[b]{@{}" side "@{}}" all tex_text(line) "\\end{tabular}"
}

# The heading: a line for the blocks over the columns that they span, then the columns.
function tex_heading(    j, k, line, rules, top, text) {
    for (j = 1; j <= shown_columns; j = k) {
        top = block_of(heading_of[j])
        for (k = j + 1; k <= shown_columns && block_of(heading_of[k]) == top; k++)
            ;
        line = line (j > 1 ? " & " : "") "\\multicolumn{" (k - j) "}{c}{" tex_text(top) "}"
        if (top != "")
            rules = rules " \\cmidrule(lr){" j "-" (k - 1) "}"
    }
    line = rules == "" ? "" : line " \\\\" rules "\n"
    for (j = 1; j <= shown_columns; j++) {
        top = block_of(heading_of[j])
        text = top == "" ? heading_of[j] : substr(heading_of[j], length(top) + 3)
        line = line tex_stacked(text, widest[j] > 9 ? widest[j] : 9, numeric[j] ? "r" : "l") (j < shown_columns ? " & " : " \\\\")
    }
    return "\\toprule\n" line "\n\\midrule"
}

# The columns: numbers and names as wide as they are. Sentences are wrapped, in equal shares of what the others leave of
# a line of 96 characters, but in lines of 26 at least, and no word is wider, were it all capitals.
function tex_columns(    j, r, k, word, room, open, share, all, lines) {
    room = 96
    for (j = 1; j <= shown_columns; j++) {
        widest[j] = longest[j] = 0
        for (r = 2; r <= row_count; r++) {
            if (length(value_at[r, j]) > widest[j])
                widest[j] = length(value_at[r, j])
            for (k = split(value_at[r, j], word, " "); k; k--)
                if (length(word[k]) > longest[j])
                    longest[j] = length(word[k])
        }
        wrapped[j] = !numeric[j] && widest[j] > 26 && longest[j] < widest[j]
        open += wrapped[j]
        room -= 2 + (wrapped[j] ? 0 : widest[j] > 6 ? widest[j] : 6)
    }
    for (j = 1; j <= shown_columns; j++) {
        if (wrapped[j]) {
            share = room / open > 26 ? room / open : 26
            share = longest[j] > share ? longest[j] : widest[j] < share ? widest[j] : share
            room -= share
            open--
            roomy = 1
            for (r = 2; r <= row_count; r++)
                if (length(value_at[r, j]) / share > lines[r])
                    lines[r] = length(value_at[r, j]) / share
        }
        all = all (numeric[j] ? "r" : wrapped[j] ? sprintf(">{\\rag}p{%.1fem}", share > 1.3 * longest[j] ? 0.5 * share : 0.65 * longest[j]) : "l")
    }
    for (r = 2; r <= row_count; r++)
        line_count += int(lines[r]) + 1
    return all
}

function tex_begin(name, caption) {
    print "% Needs \\usepackage{booktabs,array,longtable,adjustbox,pdflscape} in the preamble. Fits A4 with margins of up to 2.5 cm." > tex
    print "\\begingroup\\let\\across\\undefined" > tex
    print "\\def\\rag{\\raggedright\\hyphenpenalty10000\\exhyphenpenalty10000\\arraybackslash}" > tex # names stay whole
    print "\\def\\columns{" tex_columns() "}" > tex
    print "\\def\\head{" tex_heading() "}" > tex
    print "\\def\\fitted#1#2{\\fontsize{#1}{#2}\\selectfont\\tabcolsep.3em\\expandafter\\tabular\\expandafter{\\columns}\\head\\rows\\bottomrule\\endtabular}" > tex
    print "\\def\\rows{" > tex
    tex_caption = "\\caption{" tex_text(caption) "}\\label{tab:" name "}"
}

function tex_row(r,    j, line) {
    for (j = 1; j <= shown_columns; j++)
        line = line (j > 1 ? " & " : "") tex_cell(value_at[r, j], marks_at[r, j])
    print line " \\\\" (roomy && r < row_count ? "\\addlinespace[2pt]" : "") > tex
}

function tex_end() {
    print "}\n\\setbox0\\hbox{\\fitted{9}{10.8}}" > tex
    print "\\ifdim\\wd0>1.3\\linewidth\\ifdim\\paperwidth<\\paperheight\\def\\across{}\\fi\\fi" > tex
    print "\\ifdefined\\across\\begin{landscape}\\fi" > tex
    if (line_count < 28) {
        print "\\begin{table}[htbp]\n\\centering\n" tex_caption "\\par\\smallskip" > tex
        print "\\adjustbox{max width=\\linewidth,max totalheight=.75\\textheight}{\\fitted{9}{10.8}}" > tex
        return
    }
    print "\\def\\size{9}\\def\\try#1{\\ifdim\\wd0>\\linewidth\\setbox0\\hbox{\\fitted{#1}{#1}}\\def\\size{#1}\\fi}" > tex
    print "\\try8\\try7\\try6\\try5\\fontsize{\\size}{1.2\\dimexpr\\size pt}\\selectfont\\tabcolsep.3em\\LTcapwidth\\linewidth" > tex
    print "\\expandafter\\longtable\\expandafter{\\columns}\n" tex_caption "\\\\" > tex
    print "\\head\\endfirsthead\n\\multicolumn{" shown_columns "}{l}{\\tablename~\\thetable, continued}\\\\\n\\head\\endhead" > tex
    print "\\bottomrule\\endfoot\n\\rows\n\\endlongtable" > tex
}

function tex_note(text, mark) {
    mark = mark == "" ? "" : "\\textsuperscript{" mark "}"
    print "\\par\\smallskip\\noindent\\fontsize{8}{9.6}\\selectfont" mark " " tex_text(text) > tex
}

function tex_close() {
    print (line_count < 28 ? "\\end{table}" : "\\par") > tex
    print "\\ifdefined\\across\\end{landscape}\\fi\\endgroup" > tex
}
