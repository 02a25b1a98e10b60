# How numbers are shown: four significant digits, the same in every table and sentence.
#
# Queries return numbers in full; only what stands here rounds them, and CSV keeps seven digits.
# A cell is rounded when it has a decimal point; integers and '=1.870' (a figure as it was
# printed elsewhere, kept to the digit) are left alone. Within a text a query says {1.2345678}, and marked() in
# data.sh makes \016 and \017 of the braces.

function is_number(text) { return text ~ /^-?[0-9]+(\.[0-9]*)?(e[-+]?[0-9]+)?$/ }

function decimals(value, digits,    size) {
    size = value < 0 ? -value : value
    if (size == 0)
        return 1
    for (digits--; size >= 10 && digits > 0; digits--)
        size /= 10
    for (; size < 1 && digits < 9; digits++)
        size *= 10
    return digits
}

function rounded(text, digits,    places, again) {
    if (text !~ /[.e]/)
        return text
    places = decimals(text + 0, digits)
    again = sprintf("%.*f", places, text + 0)
    return sprintf("%.*f", decimals(again + 0, digits), text + 0) # 9.9999 becomes 10.00, not 10.000
}

# Rounds each {1.2345678} within a text to three digits.
function rounded_within(text,    line, number) {
    while (match(text, /\016[^\017]*\017/)) {
        number = substr(text, RSTART + 1, RLENGTH - 2)
        line = line substr(text, 1, RSTART - 1) (is_number(number) ? rounded(number, 3) : number)
        text = substr(text, RSTART + RLENGTH)
    }
    return line text
}
