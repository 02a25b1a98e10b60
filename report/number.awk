# How numbers are shown: with no more digits than their interval lets mean anything, the same in every table and sentence.
#
# Queries return numbers in full; only what stands here rounds them, and CSV keeps seven digits. A measured number comes
# with half of its interval: three significant digits where that is below 5 % of the number, else two, as where no interval is
# claimed. Others are exact - counts, sizes, published figures recomputed - and get four. Integers and '=1.870' (a figure as it
# was printed elsewhere, kept to the digit) are left alone. Within a text a query says {1.2345678}, exact, or {1.2345678±0.02},
# measured, with nothing behind the ± where there is no interval; marked() in data.sh makes \016 and \017 of the braces.

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

# So many significant digits, without an exponent: 1234 with two is 1200. `unit` becomes 10 to the place of the last.
function significant(value, digits,    text, places) {
    text = sprintf("%.*e", digits - 1, value)
    places = digits - 1 - substr(text, index(text, "e") + 1)
    unit = 10 ^ -places
    return sprintf("%.*f", places > 0 ? places : 0, text + 0)
}

# A measured number and half of its interval, "" where there is none: "3.78 ± 0.08". The half ends where the number does, and
# is one there where it is less: "163 ± 0.02" would leave out the 163.04 that it is of.
function uncertain(text, half,    value, shown, places) {
    if (text !~ /[.e]/)
        return text
    value = text < 0 ? -text : text + 0
    if (half == "" || value == 0)
        return significant(text, 2)
    half += 0
    shown = significant(text, half / value < 0.05 ? 3 : 2)
    places = unit < 1 ? int(0.5 - log(unit) / log(10)) : 0
    if (half > 0 && half < unit)
        half = unit
    return shown " ± " (half == 0 ? "0" : sprintf("%.*f", places, sprintf("%.0f", half / unit) * unit))
}

# The same in a sentence, which has room for the ends of a wide interval: it is as wide up as down in the logarithm, so that
# "3.8 ± 2.4" is from 2.1 to 6.9.
function uncertain_within(text, half,    times) {
    if (text !~ /[.e]/ || half == "" || text + 0 <= 0 || half / text < 0.5)
        return uncertain(text, half)
    times = half / text + sqrt(1 + (half / text) ^ 2)
    return significant(text, 2) " (" significant(text / times, 2) " to " significant(text * times, 2) ")"
}

# Rounds each {1.2345678} within a text to three digits, each {1.2345678±0.02} as its interval says.
function rounded_within(text,    line, number, at, shown) {
    while (match(text, /\016[^\017]*\017/)) {
        number = substr(text, RSTART + 1, RLENGTH - 2)
        shown = number
        at = index(number, "±")
        if (at && is_number(substr(number, 1, at - 1)))
            shown = uncertain_within(substr(number, 1, at - 1), substr(number, at + length("±")))
        else if (is_number(number))
            shown = rounded(number, 3)
        line = line substr(text, 1, RSTART - 1) shown
        text = substr(text, RSTART + RLENGTH)
    }
    return line text
}
