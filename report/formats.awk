# Turns the rows of one query into a table as CSV, Markdown and LaTeX (latex.awk, markdown.awk and number.awk help), and html.awk behind
# it as HTML.
#
# Reads, in this order: footnotes.csv (mark,text), the query's own .sql for its head comment
# (-- title:, -- baseline:, -- note:, -- empty: what to say without rows, -- keys: how many columns tell the rows apart),
# -v machines=FILE with a line a point (id, origin, machine; between them 0x1F), then the rows as sqlite3 -ascii prints
# them (column ends with 0x1F, row with 0x1E). Writes OUT.csv, OUT.md, OUT.tex for -v out=OUT; the environment's
# `reference` names the reference machine in footnotes.
#
# What a query may say in a cell and a heading, where marked() in data.sh makes control characters of it, so that the
# same in data is text:
#   1.2345678     an exact number in full: rounded here to four digits, seven digits in the CSV
#   {1.2345678}   a number within a text: rounded to three digits, also in the CSV ({1.2345678±0.02}: as its half says)
#   =1.870        a number as printed elsewhere: kept to the digit
#   23.383^audit  a mark: becomes a letter, and its text from footnotes.csv a line below the table; in the
#                 CSV its text stands in the column 'footnotes'
#   heading "±"   half an interval, empty where none is claimed: the column before it is measured, and has the digits that
#                 the half leaves it; joins that column, a column of its own in the CSV. A number without its half is marked
#                 "few", unless another cell of its row says so already
#   heading "≈"   empty: the column before it is measured and never has an interval; it stands in no table
#   heading "published: time (ms)"   a column of the block 'published'
#   heading "csv: seed"  a column of the CSV alone, where it is called seed
#   heading "point"    the id of the point whose the columns before it are, back to the last such; in HTML these lead to its
#                 samples, and the CSV has its machine in a column 'machine'
#   heading "machine"  where no column `point` tells it: the machine that the row was measured on
# A column without any value stands in the CSV alone.

function unquote(text) {
    if (text ~ /^".*"$/) {
        text = substr(text, 2, length(text) - 2)
        gsub(/""/, "\"", text)
    }
    return text
}

FILENAME == footnotes {
    cut = index($0, ",")
    text_of[substr($0, 1, cut - 1)] = unquote(substr($0, cut + 1))
    next
}
FILENAME == query {
    $0 = own_marks($0)
    if (match($0, /^-- (title|baseline|note|empty|keys): /)) {
        key = substr($0, 4, RLENGTH - 5)
        value = substr($0, RLENGTH + 1)
        last_key = key
        head[key] = head[key] (head[key] == "" ? "" : " ") value
    } else if (/^--   / && last_key != "") {
        head[last_key] = head[last_key] " " substr($0, 6)
    } else {
        last_key = ""
    }
    next
}
FILENAME == machines {
    origin_of[$1] = $2
    machine_of[$1] = $3
    next
}
{
    row_count++
    if (NF > columns)
        columns = NF
    for (i = 1; i <= NF; i++)
        cell[row_count, i] = rounded_within($i)
    if (row_count == 1)
        for (i = 1; i <= columns; i++)
            heading[i] = $i
    else if (!/\022(few|one)/)
        for (i = 1; i < columns; i++)
            if (heading[i + 1] == "±" && $(i + 1) == "" && $i ~ /^-?[0-9]+[.e]/)
                cell[row_count, i] = $i "\022few"
}

# Cuts the marks off a cell into `marks` (letters), `mark_names` and `notes` (their texts), and leaves the rest in `bare`.
function split_marks(text,    cut, names, k) {
    marks = mark_names = notes = ""
    cut = index(text, "\022")
    bare = cut ? substr(text, 1, cut - 1) : text
    if (!cut)
        return
    split(substr(text, cut + 1), names, "\022")
    for (k = 1; k in names; k++) {
        if (names[k] == "")
            continue
        if (!(names[k] in letter_of)) {
            letter_of[names[k]] = substr("abcdefghijklmnopqrstuvwxyz", ++letters, 1)
            mark_named[letters] = names[k]
        }
        marks = marks (marks == "" ? "" : ",") letter_of[names[k]]
        mark_names = mark_names (mark_names == "" ? "" : " ") names[k]
        notes = notes (notes == "" ? "" : " ") text_for(names[k])
    }
}

function shown(text) { return text ~ /^\023/ ? substr(text, 2) : is_number(text) ? rounded(text, 4) : text }

# What a cell shows whose column has halves: an integer and what is no number as they are.
function with_half(text, half) { return text !~ /^\023/ && is_number(text) ? uncertain(text, half) : shown(text) }

# The text of a mark, for below a table.
function text_for(mark,    note, at) {
    if (!(mark in text_of)) {
        print "report: " FILENAME ": ^" mark " has no text in report/footnotes.csv; a mark stands at the end of its cell" >"/dev/stderr"
        exit 1
    }
    note = text_of[mark]
    if ((at = index(note, "{reference}")))
        note = substr(note, 1, at - 1) ENVIRON["reference"] substr(note, at + length("{reference}"))
    return note
}

function csv_cell(text) {
    gsub(/[\024\025\026]/, "", text)
    if (text ~ /^\023/)
        text = substr(text, 2)
    else if (is_number(text) && text ~ /[.e]/)
        text = sprintf("%.7g", text + 0)
    if (text ~ /[",\n]/) {
        gsub(/"/, "\"\"", text)
        text = "\"" text "\""
    }
    return text
}

function md_cell(text, letters_here) {
    return md_text(text) (letters_here == "" ? "" : "<sup>" letters_here "</sup>")
}

function is_empty(column,    r) {
    for (r = 2; r <= row_count && cell[r, column] == ""; r++)
        ;
    return r > row_count
}

function tells_whose(column) { return cell[1, column] == "point" || cell[1, column] == "machine" }

# The machines that row r was measured on, in the order of its columns.
function machines_of(r,    i, name, all) {
    for (i = 1; i <= columns; i++)
        if (tells_whose(i) && cell[r, i] != "") {
            name = cell[1, i] == "point" ? machine_of[cell[r, i]] : cell[r, i]
            if (!index("; " all "; ", "; " name "; "))
                all = all (all == "" ? "" : "; ") name
        }
    return all
}

function plan_columns(    i, j, r) {
    for (i = 1; i <= columns; i++) {
        if (cell[1, i] ~ /^(±|≈)$/) {
            if (source_of[shown_columns] == i - 1)
                half_of[shown_columns] = i
            continue
        }
        if (tells_whose(i) || is_empty(i) || cell[1, i] ~ /^csv: /)
            continue
        source_of[++shown_columns] = i
        heading_of[shown_columns] = cell[1, i]
        numeric[shown_columns] = 1
        for (r = 2; r <= row_count; r++) {
            split_marks(cell[r, i])
            sub(/^\023/, "", bare)
            if (bare != "" && bare !~ /^(–|not measured here)$/ && !is_number(bare))
                numeric[shown_columns] = 0
        }
    }
    for (i = j = 1; i <= columns; i++)
        for (; cell[1, i] == "point" && j <= shown_columns && source_of[j] < i; j++)
            point_at[j] = i
    letters = 0
    split("", letter_of)
}

# The marks of a row stand in its last column: "HEADING, HEADING: text".
function write_csv(    i, r, line, at, all, last, whose) {
    for (r = 1; r <= row_count; r++) {
        line = at = all = last = ""
        for (i = 1; i <= columns; i++) {
            whose = whose || tells_whose(i)
            if (cell[1, i] == "≈" || tells_whose(i))
                continue
            split_marks(cell[r, i])
            if (r == 1) {
                bare = bare == "±" ? "± " cell[1, i - 1] : bare
                sub(/csv: /, "", bare)
            }
            line = line (i > 1 ? "," : "") csv_cell(bare)
            if (notes == "")
                continue
            if (last != "" && notes != last) {
                all = all at ": " last " "
                at = ""
            }
            at = at (at == "" ? "" : ", ") cell[1, i]
            last = notes
        }
        if (whose)
            line = line "," csv_cell(r == 1 ? "machine" : machines_of(r))
        if (letters_used)
            line = line "," csv_cell(r == 1 ? "footnotes" : last == "" ? "" : all at ": " last)
        print line > csv
    }
}

# What each cell shows, and its letters.
function show_cells(    r, j, i) {
    for (r = 2; r <= row_count; r++) {
        for (j = 1; j <= shown_columns; j++) {
            i = source_of[j]
            split_marks(cell[r, i])
            value_at[r, j] = j in half_of ? with_half(bare, cell[r, half_of[j]]) : shown(bare)
            marks_at[r, j] = marks
        }
    }
}

function write_rows(    r, j, line) {
    for (r = 2; r <= row_count; r++) {
        line = ""
        for (j = 1; j <= shown_columns; j++)
            line = line "| " md_cell(value_at[r, j], marks_at[r, j]) " "
        print line "|" > md
        tex_row(r)
    }
}

END { write_formats() }

function write_formats(    r, i, j, k, md_head, md_rule) {
    csv = out ".csv"; md = out ".md"; tex = out ".tex"
    name = out; sub(/.*\//, "", name)
    printf "" > csv
    baseline = head["baseline"] == "" ? "" : " Baseline: " head["baseline"]
    print of_reference("**" head["title"] "**" baseline) "\n" > md
    if (row_count > 0)
        plan_columns()
    if (row_count == 1)
        write_csv() # its heading
    if (row_count < 2) {
        print (head["empty"] == "" ? "Not measured here." : of_reference(head["empty"])) > md
        print "% " name ": not measured here" > tex
        return
    }
    for (r = 2; r <= row_count; r++)
        for (i = 1; i <= columns; i++)
            split_marks(cell[r, i])
    letters_used = letters
    write_csv()
    show_cells()

    for (j = 1; j <= shown_columns; j++) {
        md_head = md_head "| " md_cell(heading_of[j], "") " "
        md_rule = md_rule "|" (numeric[j] ? "---:" : ":---")
    }
    print md_head "|\n" md_rule "|" > md
    tex_begin(name, head["title"] baseline)
    write_rows()
    tex_end()

    for (k = 1; k <= letters_used; k++) {
        print "\n<sup>" letter_of[mark_named[k]] "</sup> " md_text(text_for(mark_named[k])) > md
        tex_note(text_for(mark_named[k]), letter_of[mark_named[k]])
    }
    if (head["note"] != "") {
        print "\n" of_reference(head["note"]) > md
        tex_note(head["note"])
    }
    tex_close()
}
