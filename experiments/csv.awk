# Reads a line of CSV: fields(line) fills field[1], field[2], ... and returns how many there are.
# RFC 4180 but for line breaks within a cell.

function fields(line,    n) {
    n = 0
    while (1) {
        n++
        if (match(line, /^"([^"]|"")*"/)) {
            field[n] = substr(line, 2, RLENGTH - 2)
            gsub(/""/, "\"", field[n])
            line = substr(line, RLENGTH + 1)
        } else {
            match(line, /^[^,]*/)
            field[n] = substr(line, 1, RLENGTH)
            line = substr(line, RLENGTH + 1)
        }
        if (line == "")
            return n
        line = substr(line, 2)
        if (line == "") {
            field[++n] = ""
            return n
        }
    }
}
