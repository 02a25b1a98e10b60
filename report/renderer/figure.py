"""A figure of the report: the rows of plots/NAME.sql, drawn by gnuplot with plots/NAME.gp or else lines.gp (dots.gp, bars.gp), one SVG per facet.

Columns of the query: facet (part of the file name; empty: one drawing), title, series, x, y, low, high, colour, point. Optional: dash
(1 solid, 2 dashed), few (1: no interval, an open point), id (of a point in `points`) or machine (whose row it is), axis (label of one
axis), floor and top (values that the y axis must hold), rank (of a series: only the first seven have a color), own (1: of a user's own
sweep), curve (1: a fitted law, 2: its prediction), label (text of the row), clock (total: of the rounds). Other columns are numbers
for the script. Comments at the head: -- axes: logx logy zeroy dots bars, -- x: and -- y: (labels; without them the column axis),
-- ideal: (a function of x, dashed), -- rounds: (time or rate: what y is of a point, of which each round is a dot), -- caption:, -- caption FACET:.

Lines join neighbors: x that others of the facet have between them interrupt. With fewer than three x, lines become dots at the largest,
sorted by value. A facet of one row or one x is not drawn.

gnuplot reads numbers alone, from blocks of data; plots/style.gp says which columns a script finds where. Texts, which may be anything, are
written into its picture. Every value has an invisible mark, which becomes a tooltip.
"""
import math
import re
import subprocess
from pathlib import Path

from . import escape, numbers
from .study import ROOT, StudyError, find_tool, read_text, write_file
from .table import head_of

WIDTH = 300  # pixels of a figure: three fill a line of A4, where its letters of 12 pixels are 7 pt high
LETTER = 7  # pixels of a letter
LEAST_AXES = 0.55  # of the width
MOST_LETTERS = 36
MOST_COLORED = 7
GREY = '0x999999'
NAMED = ('facet title series x y low high colour point dash few id machine axis floor top rank own curve label clock rounds').split()
TICK_SETS = ((1,), (1, 3), (1, 2, 5), (1, 1.5, 2, 3, 4, 5, 6, 8))


class Figure:
    def __init__(self, study, name):
        self.name, self.study = name, study
        text = read_text(Path(ROOT, 'plots', name + '.sql'))
        self.head = head_of(study.named(text))
        named = [name, *self.head.get('axes', '').split()]
        self.script_name = next((f'{word}.gp' for word in named if Path(ROOT, 'plots', f'{word}.gp').exists()), 'lines.gp')
        rows = grouped([row for row in study.query(text) if row['y'] is not None], 'facet')
        self.facets = [facet for facet in (Facet(self, rows) for rows in rows.values()) if len(facet.xs) > 1]

    def captions(self, facets):
        """(text, is it about the reference): what `-- caption gpu:` says is where the GPU is the reference's."""
        foreign = any(series.is_reference for facet in facets for series in facet.series)
        return [(self.caption(facets), False)] + [(self.head.get('caption gpu', ''), foreign)] * ('caption gpu' in self.head)

    def caption(self, facets):
        parts = [self.head.get(f'caption {facet.name}', '') for facet in facets] + [self.head.get('caption', '')]
        parts += ['Pale: each round.'] if any(facet.has_rounds for facet in facets) else []
        parts += ['A thin line is the fitted law; in long dashes it predicts.'] if any(facet.curves for facet in facets) else []
        parts += ['Open or thin: fewer than five rounds.'] if any(facet.few for facet in facets) else []
        parts += [f'Gray: beyond the {MOST_COLORED} first.'] if any(facet.grey for facet in facets) else []
        return ' '.join(filter(None, map(str.strip, parts)))


class Series:
    def __init__(self, rows, study):
        self.name, self.rows = str(rows[0]['series']), rows
        self.colour, self.dash, self.end = rows[-1]['colour'], rows[-1].get('dash') or 1, rows[-1]
        first = rows[0]  # a series is of one machine
        origin = study.points[first['id']][0] if first.get('id') is not None else None
        self.is_reference = origin == 'reference' or origin is None and None is not first.get('machine') == study.reference


class Facet:
    """One drawing."""

    def __init__(self, figure, rows):
        first = rows[0]
        self.svg = self.where = ''
        self.figure, self.name, self.title, self.axis = figure, first['facet'], str(first['title']), str(first.get('axis') or '')
        self.file = figure.name + (f'-{escape.file_name(str(self.name))}' if self.name else '')
        self.x_label, self.y_label = (figure.head.get(name, self.axis) for name in 'xy')
        self.own, self.script_name, self.at_x = bool(first.get('own')), figure.script_name, max(row['x'] for row in rows)
        if self.script_name == 'lines.gp' and len({row['x'] for row in rows if not row.get('curve')}) < 3:
            rows = self.cut_at_last_x(rows)
        script = read_text(Path(ROOT, 'plots', self.script_name))
        self.by_row, self.dots, self.labeled = bool(re.search('@dots|row_line', script)), '@dots' in script, any(row.get('label') for row in rows)
        self.xs = sorted({row['x'] for row in rows if not row.get('curve')})
        if self.by_row:  # without gaps
            self.xs, rows = list(range(1, len(self.xs) + 1)), [{**row, 'x': self.xs.index(row['x']) + 1} for row in rows]
        self.few = any(row.get('few') for row in rows)
        axes = figure.head.get('axes', '')
        self.log_x, self.log_y, zero_y = (word in axes for word in ('logx', 'logy', 'zeroy'))
        self.scale_x, self.scale_y = logarithm if self.log_x else float, logarithm if self.log_y else float
        self.back_y = math.exp if self.log_y else float
        self.series = [Series(group, figure.study) for group in grouped([row for row in rows if not row.get('curve')], 'series').values()]
        self.curves = [group for curve in grouped([row for row in rows if row.get('curve')], 'series').values() for group in grouped(curve, 'curve').values()]
        for curve in self.curves:  # a name stands at the end of the law
            for series in self.series:
                if series.rows[0]['series'] == curve[-1]['series'] and series.end['x'] < curve[-1]['x']:
                    series.end = curve[-1]
        self.is_reference = all(series.is_reference for series in self.series)
        ranked = sorted(self.series, key=lambda series: series.rows[0].get('rank') or 0)
        self.grey = [] if self.by_row else ranked[MOST_COLORED:]
        for series in self.grey:
            series.colour = GREY
            for row in series.rows:
                row['colour'] = GREY
        self.has_rounds = self.add_rounds(rows)
        self.fit_axes(rows, zero_y)
        self.fit_margins()
        self.x_ticks = self.place_ticks()
        self.place_names()

    def cut_at_last_x(self, rows):
        """The measured rows at the largest x, as a plot of dots: sorted by value, x is their place."""
        self.where = f', {self.x_label.split(" (")[0]} {self.at_x:g}' if self.x_label else ''
        self.script_name = 'dots.gp'
        rows = sorted((row for row in rows if row['x'] == self.at_x and not row.get('curve')), key=lambda row: -row['y'])
        return [{**row, 'x': place} for place, row in enumerate(rows)]

    def add_rounds(self, rows):
        """To each row of a measured point the y of its rounds: a time is as long as the round's, a rate as low."""
        sign = {'time': 1, 'rate': -1}.get(self.figure.head.get('rounds'), 0)
        for row in rows:
            clock = row.get('clock') == 'total'
            times = [times[clock] for times in self.figure.study.rounds.get(row.get('id'), ()) if times[clock]] if sign and row['y'] > 0 else []
            mean = math.exp(sum(map(math.log, times)) / len(times)) if times else 1
            row['rounds'] = [row['y'] * (time / mean) ** sign for time in times] if len(times) > 1 else []
        return any(row['rounds'] for row in rows)

    # ---- axes ----

    def fit_axes(self, rows, zero_y):
        self.most_x = max(row['x'] for row in rows)
        self.low_x, self.high_x = self.scale_x(self.xs[0]), self.scale_x(self.most_x)
        reached = [row.get(name) for row in rows for name in ('y', 'low', 'high', 'floor', 'top')] + [y for row in rows for y in row['rounds']] + [0] * zero_y
        ys = [self.scale_y(value) for value in reached if value is not None and (value > 0 or not self.log_y)]
        low, high = min(ys), max(ys)
        room = (high - low) / 25 or 0.1
        self.y_ticks, self.low_y, self.high_y = log_ticks(low - room, high + room) if self.log_y else linear_ticks(low, high + room)

    def fit_margins(self):
        """The one rule for every figure: names stand at line ends if the axes keep their share of the width, otherwise in a key below."""
        alike = {series.name[:4] for series in self.series}
        most = MOST_LETTERS if len(self.series) < 7 or self.by_row else 17  # of many names two fit a line
        for series in self.series:  # without the processor that all share
            series.shown = cut(series.name[4 if alike in ({'cpu/'}, {'gpu/'}) and not self.by_row else 0:], most)
        longest = max(len(series.shown) for series in self.series)
        self.left, self.right, self.top, self.bottom = (8, 52, 20, 45) if self.by_row else (10 + LETTER * max(map(len, self.y_ticks)), max(20, LETTER * len(f'{self.most_x:.0f}') // 2), 35, 45)
        names = 10 + LETTER * longest
        self.at_ends = not self.by_row and self.left + names <= (1 - LEAST_AXES) * WIDTH
        self.columns = int(max((WIDTH - 8) // (LETTER * longest + 26), 1))
        self.height = self.top + self.bottom + (23 * max(self.xs) if self.by_row else 118)
        self.right = names if self.at_ends else self.right
        self.key = 0 if self.at_ends or self.by_row and not self.labeled else 15 * -(-len(self.series) // self.columns)
        self.height, self.bottom = self.height + self.key, self.bottom + self.key

    def pixel(self, row, y):
        """Where a value y of a row is drawn."""
        up, right = self.height - self.top - self.bottom, WIDTH - self.left - self.right
        share = (self.scale_y(y) - self.low_y) / (self.high_y - self.low_y)
        if self.by_row:
            return self.left + right * share, self.top + up * (row['x'] - 0.25) / max(self.xs)
        return self.left + right * (self.scale_x(row['x']) - self.low_x) / (self.high_x - self.low_x or 1), self.height - self.bottom - up * share

    def place_ticks(self):
        """Which x are labeled: the ends, then powers of two, then others, where there is room; of fractions powers of ten."""
        values = sorted({*self.xs, self.most_x})
        if self.log_x and any(x % 1 for x in values):
            return [float(text) for text in log_ticks(self.low_x, self.high_x)[0]]
        room = (WIDTH - self.left - self.right) / (self.high_x - self.low_x or 1)
        placed = []
        for value in sorted(values, key=lambda value: (value not in (values[0], values[-1]), value <= 0 or math.log2(value) % 1 != 0)):
            if all(room * abs(self.scale_x(value) - self.scale_x(other)) >= LETTER / 2 * (len(f'{value:g}') + len(f'{other:g}')) + 8 for other in placed):
                placed.append(value)
        return sorted(placed)

    # ---- names ----

    def place_names(self):
        """Where the name of each series stands: at the right of its line's end and apart from the others, or in the key."""
        heights = {series.name: self.pixel(series.end, series.end['y'])[1] for series in self.series}
        order = sorted(heights, key=heights.get)
        heights = dict(zip(order, spread([heights[name] for name in order], self.top, self.height - self.bottom - 4)))
        for i, series in enumerate(self.series):
            series.name_at = 26 + (WIDTH - 8) / self.columns * (i % self.columns), self.height - self.key + 7 + 15 * (i // self.columns)
            if self.at_ends:
                series.name_at = WIDTH - self.right + 8, heights[series.name]

    def name_of(self, series):
        """Its name in the drawing, above its row, or with a pointer from the line's end or a sample of the line."""
        row = series.rows[0]
        if self.by_row and not self.labeled:
            half = None if row['low'] is None else (row['high'] - row['low']) / 2
            value = numbers.uncertain(float(row['y']), half).split()[0] if half or row.get('few') else numbers.rounded(float(row['y']), 3)
            x, y = self.pixel(row, max(row['y'], row['high'] or 0))
            return written(self.left + 3, y - 11, series.shown) + written(x + 7, y, value) * self.dots
        labels = ''.join(written(self.left + 3, self.pixel(row, row['y'])[1] - 11, cut(str(row['label']), MOST_LETTERS)) for row in series.rows) if self.by_row else ''
        (x, y), color, point = series.name_at, f'#{series.colour[2:]}', int(series.rows[0]['point']) - 1
        sample, width, dash, marker = f'M{x - 22:.1f},{y:.1f}h18', 8 if self.by_row else 1.5, '3,3' if series.dash > 1 else 'none', ''
        if self.at_ends:
            sample, width, dash = 'M%.1f,%.1fL' % self.pixel(series.end, series.end['y']) + f'{x - 2:.1f},{y:.1f}', 0.8, '1,2'
        elif point >= 0 and not self.by_row:
            marker = f'<use xlink:href="#gpPt{point}" transform="translate({x - 13:.1f},{y:.1f}) scale(3)" color="{color}"/>'
        return (f'<path d="{sample}" stroke="{color}" stroke-width="{width}" stroke-dasharray="{dash}" fill="none"/>{marker}'
                + written(x, y, series.shown, legible(series.colour)) + labels * (series is self.series[0]))

    # ---- gnuplot ----

    def gnuplot(self):
        extra = [name for name in self.series[0].rows[0] if name not in NAMED]
        rows = [row for series in self.series for row in series.rows] + [row for curve in self.curves for row in curve]
        measured = sorted({row['x'] for row in rows if row.get('id') is not None})
        blocks, number = [], 0
        for group in [series.rows for series in self.series] + self.curves:
            lines = []
            for before, row in zip([group[0]] + group, group):
                apart = row.get('id') is not None and not self.by_row and any(before['x'] < x < row['x'] for x in measured)
                number += 1
                cells = [number, 0, 0, row['x']] + [row['y'] if row[name] is None else row[name] for name in ('y', 'low', 'high')]
                cells += [int(row['colour'], 16), int(row['point']) - (1 if row.get('few') else 0)]
                lines += [[]] * apart + [cells + [row[name] if isinstance(row[name], (int, float)) else 'NaN' for name in extra]]
            blocks.append(tabbed(lines))
        settings = {
            **{name: float(getattr(self, name)) for name in ('height', 'left', 'right', 'top', 'bottom', 'log_x', 'log_y', 'at_x')},  # of integers it cuts quotients
            'width': WIDTH, 'series': len(self.series), 'curves': len(self.curves), 'places': max(self.xs) if self.by_row else 0,
            'low_x': self.xs[0], 'high_x': self.most_x, 'low_y': self.back_y(self.low_y), 'high_y': self.back_y(self.high_y),
            'x_ticks': repr(' '.join(f'{x:.15g}' for x in self.x_ticks)), 'y_ticks': repr(' '.join(self.y_ticks)),
            'ideal(x)': self.figure.head.get('ideal', 'NaN')}
        arrays = {'dashes': [series.dash for series in self.series], 'kinds': [curve[0]['curve'] for curve in self.curves] or [0]}
        lines = [f'{name} = {value}' for name, value in settings.items()]
        lines += [f'array {name}[{len(values)}] = [{", ".join(map(str, values))}]' for name, values in arrays.items()]
        lines += ['$data << EOD', '\n\n\n'.join(blocks), 'EOD']
        return '\n'.join(lines + [f'load "{self.script_name}"', 'print layers']) + '\n'

    def draw(self, folder):
        """Draws FILE.svg in the folder."""
        done = subprocess.run([find_tool('gnuplot'), '-'], input=self.gnuplot(), capture_output=True, text=True, cwd=Path(ROOT, 'plots'))
        if done.returncode != 0 or '</svg>' not in done.stdout:
            raise StudyError(f'plots/{self.script_name} failed on {self.file}: {done.stderr.strip()[-400:]}')
        self.svg = self.finished(done.stdout, int(done.stderr.split()[-1]))
        write_file(Path(folder, self.file + '.svg'), '<?xml version="1.0" encoding="utf-8"?>\n' + self.svg)

    def finished(self, svg, layers):
        """gnuplot's SVG with the values as tooltips and the reference's series in groups of their own."""
        rows = [(series.name, row) for series in self.series for row in series.rows]

        def mark(match):
            text = escape.html(description(*rows[int(match[1]) - 1], self.by_row))
            return (f'<g class="mark" tabindex="0" role="img" aria-label="{text}"><title>{text}</title>'
                    f'<circle cx="{match[2]}" cy="{match[3]}" r="7" fill="transparent" stroke="none"/></g>')

        def group(match):
            plot, layered = int(match[1]) - 1, layers * len(self.series)
            some = self.series if 'caption gpu' in self.figure.head else []  # of what belongs to no series
            if plot < layered:
                some = [self.series[plot % len(self.series)]]
            elif plot < layered + len(self.curves):
                some = [series for series in self.series if series.rows[0]['series'] == self.curves[plot - layered][0]['series']]
            tone = '<g class="reference">' if any(series.is_reference for series in some) and not self.is_reference else '<g>'
            return tone + (self.rounds_of(some[0]) + self.name_of(some[0]) if plot < len(self.series) else '')
        below = (self.left + WIDTH - self.right) / 2, self.height - self.bottom + 34, self.y_label + self.where if self.by_row else self.x_label
        texts = written(4, 9, cut(self.title, MOST_LETTERS + 6)) + written(*below, anchor='middle') + ('' if self.by_row else written(4, 25, self.y_label))
        svg = re.sub(r'<title>.*?</title>|<desc>.*?</desc>', '', svg[svg.index('<svg'):], flags=re.S).replace('</svg>', texts + '</svg>')
        svg = re.sub(r"<g onmousemove=\"[^\"]*evt,'+(\d+)'[^\"]*\"[^>]*>\s*<use [^>]*translate\(([-\d.]+),([-\d.]+)\)[^>]*/></g>", mark, svg)
        return re.sub(r'<g id="gnuplot_plot_(\d+)"\s*>', group, svg)

    def rounds_of(self, series):
        """A pale dot per round, behind the means: one path of lines without length."""
        dots = ''.join('M%.1f,%.1fh0' % self.pixel(row, y) for row in series.rows for y in row['rounds'])
        return dots and f'<path class="rounds" d="{dots}" stroke="#{series.colour[2:]}" stroke-width="3" stroke-linecap="round" opacity="0.45"/>'

    def html(self):
        """The drawing within the page: transparent, with names of its own."""
        anchor = f'figure-{self.file}' + ('' if self.name else '-drawing')
        svg = re.sub(r'<rect [^>]*fill="#ffffff"[^>]*/>', '', self.svg, count=1, flags=re.I)
        svg = re.sub('<[^>]*>', lambda tag: re.sub(r'\b(id=[\'"]|href=[\'"]#|url\(#)', rf'\g<0>{anchor}-', tag[0]), svg)
        svg = svg.replace('<svg', f'<svg role="img" aria-label="{escape.html(self.seen)}"', 1)
        return f'<div class="drawing{" reference" if self.is_reference else ""}" id="{anchor}">{svg}</div>\n'

    @property
    def seen(self):
        """The drawing in words: each series from its first value to its last."""
        ends = [(series.name, series.rows[0]['y'], series.rows[-1]['y']) for series in self.series[:12]]
        return f'{self.title}{self.where}: ' + '; '.join(f'{name} {three(first)}' + (f' to {three(last)}' if first != last else '') if first and last else name for name, first, last in ends)


def logarithm(value):
    return math.log(value) if value > 0 else float(value)


def grouped(rows, name):
    """Rows by their value in a column, in their order."""
    groups = {}
    for row in rows:
        groups.setdefault(row[name], []).append(row)
    return groups


def tabbed(lines):
    return '\n'.join('\t'.join(f'{cell:.9g}' if isinstance(cell, float) else str(cell) for cell in line) for line in lines)


def three(value):
    return numbers.significant(value, 3) if value else '0'


def description(name, row, by_row=False):
    name += '' if by_row else f' at {row["x"]:g}'
    if row['low'] is None or row['low'] >= row['high'] or not row['y']:
        return f'{name}: {numbers.uncertain(float(row["y"]))}, no interval'
    return f'{name}: {numbers.uncertain(float(row["y"]), (row["high"] - row["low"]) / 2)}, from {three(row["low"])} to {three(row["high"])}'


def spread(heights, low, high):
    """Heights in ascending order, moved so that they are apart by a tenth of the axis or less, if there are more."""
    gap = (high - low) / max(len(heights), 10)
    placed = []
    for height in heights:
        placed.append(max(height, placed[-1] + gap if placed else low))
    return [min(height, high - gap * (len(placed) - i)) for i, height in enumerate(placed, 1)]


def log_ticks(low, high):
    """(ticks, low, high) of a logarithmic axis between two logarithms: of the first set that gives three; the axis grows until there are two."""
    def ticks(choice, low, high):
        step = int((high - low) / math.log(10) / 8) + 1
        decades = range(math.floor(low / math.log(10) + 1e-9), math.floor(high / math.log(10)) + 1)
        exact = [(math.log(factor) + decade * math.log(10), factor, decade) for decade in decades if decade % step == 0 for factor in choice]
        return [decimal(factor, decade) for at, factor, decade in exact if low - 1e-9 < at < high + 1e-9]
    for choice in TICK_SETS:
        found = ticks(choice, low, high)
        if len(found) >= 3:
            return found, low, high
    while len(found) < 2:
        low, high = low - 0.05, high + 0.05
        found = ticks(TICK_SETS[-1], low, high)
    return found, low, high


def linear_ticks(low, high):
    """(ticks, low, high) of an axis from low on: at least three, or two where high is no more than low."""
    high = high if high > low else low + 1
    step = 10.0 ** math.floor(math.log10(high - low))
    step *= next(part for part in (2, 1, 0.5, 0.2, 0.1) if high // (step * part) + low // -(step * part) >= 2)
    first, last = math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9)
    return [f'{i * step:.10g}' for i in range(first, last + 1)], low, high


def decimal(factor, decade):
    text = f'{factor * 10.0 ** decade:.{max(1 - decade, 0)}f}'
    return text.rstrip('0').rstrip('.') if '.' in text else text


def legible(colour):
    """A color darkened until its contrast with white is 4.5 : 1 (WCAG 2.1, 1.4.3)."""
    parts = [int(colour[i:i + 2], 16) for i in (2, 4, 6)]

    def luminance():
        linear = [level / 255 / 12.92 if level <= 10 else ((level / 255 + 0.055) / 1.055) ** 2.4 for level in parts]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
    while 1.05 / (luminance() + 0.05) < 4.6:
        parts = [int(0.97 * level) for level in parts]
    return '0x%02X%02X%02X' % tuple(parts)


def cut(text, most):
    """Without its middle if it is long: names often differ at their ends."""
    return text if len(text) <= most else text[:most - most // 3 - 1] + '…' + text[len(text) - most // 3:]


def written(x, y, text, colour='0x222222', anchor='start'):
    """A text in the drawing, its middle at a height."""
    style = f'fill="#{colour[2:]}" stroke="none" font-family="sans-serif" font-size="12" text-anchor="{anchor}"'
    return f'<text x="{x:.1f}" y="{y + 4:.1f}" {style}>{escape.html(text)}</text>'
