"""How numbers are shown: with no more digits than their interval supports, the same in every table, sentence and figure.

A measured number comes with the half width of its interval, which has two digits where it begins with 1, 2 or 3, else one; the number
ends at the same place. An interval above 30 % is shown by its ends. Without an interval a number has two digits. Exact numbers (counts,
sizes, published figures recomputed) have `digits` digits; integers and texts are left alone. CSV files keep seven digits.
"""
import math

WIDE = 0.3


def significant(value, digits):
    """`value` with so many significant digits and no exponent: 1234 with two is 1200."""
    exponent = int(f'{value:.{digits - 1}e}'.split('e')[1])
    places = digits - 1 - exponent
    return f'{round(value, places):.{max(places, 0)}f}'


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
    if value == 0:
        return -half, half
    share = half / value
    times = share + math.sqrt(1 + share * share)
    return value / times, value * times


def uncertain(value, half=None, interval=None):
    """A measured number with its interval: '3.78 ± 0.08', '8.6 (6.4 to 12)'; two digits where there is none. `interval`: its ends, where it is
    not as wide up as down in the logarithm."""
    if not isinstance(value, float):
        return str(value)
    if half is None or value == 0:
        return significant(value, 2) if value else '0'
    if half / abs(value) >= WIDE:
        low, high = interval or ends(value, half)
        return f'{significant(value, 2)} ({significant(low, 2)} to {significant(high, 2)})'
    if half == 0:
        return significant(value, 3) + ' ± 0'
    half = max(half, abs(value) / 1e6)  # 1.0000000 ± 0.0000001 is no better to read
    first = math.floor(math.log10(half))
    places = 1 - first if half < 4 * 10.0 ** first else -first
    return f'{round(value, places):.{max(places, 0)}f} ± {round(half, places):.{max(places, 0)}f}'


def sql_rounded(value, *half):
    """SQL's rounded(value): an exact number with three digits. rounded(value, half): a measured one. NULL if the value is NULL."""
    if value is None:
        return None
    return uncertain(value, *half) if half else rounded(value, 3)


def sql_faster(value, half, other=None):
    """SQL's faster(ratio, half, other): '3.8 ± 0.2 times as fast as other'; of a ratio surely below 1 its inverse, 'times slower than other'."""
    if value is None:
        return None
    if half is not None and ends(value, half)[1] < 1:
        return uncertain(1 / value, half / value / value) + ' times slower' + (f' than {other}' if other else '')
    return uncertain(value, half) + ' times as fast' + (f' as {other}' if other else '')


def standing_n(odd_n, most_n):
    """The size that stands for others: the largest, or the largest that is no multiple of 64 (0 or None: none) within a factor of four."""
    return odd_n if odd_n and 4 * odd_n >= most_n else most_n
