# LaTeX for formats.awk: text with its special characters escaped, headings in blocks, booktabs rules.
# Nothing but booktabs is needed in the document (and longtable for tables of many rows).

function tex_text(text) {
    gsub(/\\/, "\\textbackslash ", text)
    gsub(/[_&%#${}]/, "\\\\&", text)
    gsub(/\^/, "\\textasciicircum{}", text)
    gsub(/~/, "\\textasciitilde{}", text)
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
    return text
}

function tex_cell(text, letters_here) {
    return tex_text(text) (letters_here == "" ? "" : "\\textsuperscript{" letters_here "}")
}

function block_of(heading,    cut) {
    cut = index(heading, ": ")
    return cut ? substr(heading, 1, cut - 1) : ""
}

# A long heading in lines of a dozen characters.
function tex_stacked(text, side,    word, count, k, line, all) {
    if (length(text) <= 14)
        return tex_text(text)
    count = split(text, word, " ")
    for (k = 1; k <= count; k++) {
        if (line != "" && length(line) + length(word[k]) > 13) {
            all = all tex_text(line) "\\\\"
            line = ""
        }
        line = line (line == "" ? "" : " ") word[k]
    }
    return "\\shortstack[" side "]{" all tex_text(line) "}"
}

# The heading: a line for the blocks over the columns that they span, then the columns.
function tex_heading(    j, k, line, rules, top, any) {
    for (j = 1; j <= shown_columns; j = k) {
        top = block_of(heading_of[j])
        for (k = j + 1; k <= shown_columns && block_of(heading_of[k]) == top; k++)
            ;
        line = line (j > 1 ? " & " : "") (top == "" && k == j + 1 ? "" : "\\multicolumn{" (k - j) "}{c}{" tex_text(top) "}")
        if (top != "") {
            rules = rules " \\cmidrule(lr){" j "-" (k - 1) "}"
            any = 1
        }
    }
    print "\\toprule" > tex
    if (any)
        print line " \\\\" rules > tex
    for (j = 1; j <= shown_columns; j++) {
        top = block_of(heading_of[j])
        line = tex_stacked(top == "" ? heading_of[j] : substr(heading_of[j], length(top) + 3), numeric[j] ? "r" : "l")
        printf "%s%s", line, j < shown_columns ? " & " : " \\\\\n\\midrule\n" > tex
    }
}

# A table of many rows may break over pages.
function tex_long() { return row_count > 45 }

function tex_begin(name, caption,    j, spec, size) {
    print "% Needs \\usepackage{booktabs}" (tex_long() ? " and \\usepackage{longtable}" : "") " in the preamble, nothing else." > tex
    for (j = 1; j <= shown_columns; j++)
        spec = spec (numeric[j] ? "r" : longest[j] > 38 ? "p{" (shown_columns > 4 ? "0.2" : "0.4") "\\linewidth}" : "l")
    size = shown_columns > 7 ? "\\scriptsize\\setlength{\\tabcolsep}{2.5pt}" : "\\small\\setlength{\\tabcolsep}{4pt}"
    caption = "\\caption{" tex_text(caption) "}\\label{tab:" name "}"
    if (tex_long()) {
        print "{" size "\n\\begin{longtable}{" spec "}\n" caption "\\\\" > tex
        tex_heading()
        print "\\endhead" > tex
    } else {
        print "\\begin{table}[htbp]\n\\centering\n" caption "\n" size "\n\\begin{tabular}{" spec "}" > tex
        tex_heading()
    }
}

function tex_end() { print "\\bottomrule\n" (tex_long() ? "\\end{longtable}" : "\\end{tabular}") > tex }

function tex_close() { print (tex_long() ? "}" : "\\end{table}") > tex }
