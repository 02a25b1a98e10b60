"""How numbers are shown: with no more digits than their interval supports, the same in every table, sentence and figure.

A measured number comes with the half width of its 95 % interval. It has three significant digits where that is below 5 % of the number,
else two, as where there is no interval. An interval above 30 % is shown by its ends. Exact numbers (counts, sizes, published figures
recomputed) have `digits` digits; integers and texts are left alone. CSV files keep seven digits.
"""
import math

WIDE = 0.3


def significant(value, digits):
    """(text, unit): `value` with so many significant digits and no exponent, and the place of the last one: 1234 with two is 1200, 100."""
    exponent = int(f'{value:.{digits - 1}e}'.split('e')[1])
    places = digits - 1 - exponent
    return f'{round(value, places):.{max(places, 0)}f}', 10.0 ** -places


def rounded(value, digits=4):
    """An exact number: 9.99996 is 10.00, and digits before the point are never cut: 12345.6 is 12346."""
    if not isinstance(value, float):
        return str(value)
    if value == 0:
        return '0.0'
    exponent = int(f'{value:.{digits - 1}e}'.split('e')[1])
    return f'{value:.{min(max(digits - 1 - exponent, 0), 9)}f}'


def ends(value, half):
    """The ends of an interval from its half width: it is as wide up as down in the logarithm."""
    share = half / value
    times = share + math.sqrt(1 + share * share)
    return value / times, value * times


def uncertain(value, half=None):
    """A measured number with its interval: '3.78 ± 0.08', '8.6 (5.9 to 11.3)'; two digits where there is none."""
    if not isinstance(value, float):
        return str(value)
    if half is None or value == 0:
        return significant(value, 2)[0] if value else '0'
    if half / abs(value) >= WIDE:
        low, high = ends(value, half) if value > 0 else (value - half, value + half)
        return f'{significant(value, 2)[0]} ({significant(low, 2)[0]} to {significant(high, 2)[0]})'
    text, unit = significant(value, 3 if half / abs(value) < 0.05 else 2)
    if half == 0:
        return text + ' ± 0'
    half = max(half, unit)  # "163 ± 0.02" would leave out the 163.04 that it is of
    places = max(round(-math.log10(unit)), 0)
    return f'{text} ± {math.floor(half / unit + 0.5) * unit:.{places}f}'


def sql_rounded(value, *half):
    """SQL's rounded(value): an exact number with three digits. rounded(value, half): a measured one. NULL if the value is NULL."""
    if value is None:
        return None
    return uncertain(value, *half) if half else rounded(value, 3)
