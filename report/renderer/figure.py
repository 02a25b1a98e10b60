"""A figure of the report: the rows of plots/NAME.sql, drawn by gnuplot with plots/NAME.gp or else lines.gp (bars.gp), one SVG per facet.

Columns of the query: facet (part of the file name; empty: one drawing), title, series, x, y, low, high, colour, point. Optional: dash
(1 solid, 2 dashed), few (1: no interval, an open point), id (of a point in `points`) or machine (whose row it is), axis (label of one
axis), floor and top (values that the y axis must hold), rank (of a series: only the first seven have a color), own (1: of a user's own
sweep), width (of the drawing in pixels), curve (1: a fitted law, 2: its prediction), label (text of the row). Other columns are numbers
for the script. Comments at the head: -- axes: logx logy zeroy bars, -- x: and -- y: (labels; without them the column axis),
-- ideal: (a function of x, dashed), -- caption:, -- caption FACET:.

gnuplot reads numbers from blocks of data and texts from arrays of quoted strings, where nothing is evaluated. plots/style.gp says which
columns a script finds where. Every value has an invisible mark, which becomes a tooltip.
"""
import math
import re
import subprocess
import tempfile
from pathlib import Path

from . import escape, numbers
from .study import ROOT, StudyError, find_tool, read_text, write_file
from .table import head_of

MOST_COLORED = 7
GREY = '0x999999'
NAMED = ('facet title series x y low high colour point dash few id machine axis floor top rank own width curve label').split()
TICK_SETS = ((1,), (1, 3), (1, 2, 5), (1, 1.5, 2, 3, 4, 5, 6, 8))


class Figure:
    def __init__(self, study, name):
        self.name, self.study = name, study
        text = read_text(Path(ROOT, 'plots', name + '.sql'))
        self.head = head_of(text)
        shared = 'bars.gp' if 'bars' in self.head.get('axes', '') else 'lines.gp'
        self.script_name = name + '.gp' if Path(ROOT, 'plots', name + '.gp').exists() else shared
        self.script = read_text(Path(ROOT, 'plots', self.script_name))
        widths = re.findall(r'(?m)^width = .*?(\d+)', self.script)
        self.width = int(widths[0]) if widths else 760
        rows = grouped([row for row in study.query(text) if row['y'] is not None], 'facet')
        self.facets = [Facet(self, facet) for facet in rows.values()]

    def captions(self, facets):
        """(text, is it about the reference): what `-- caption gpu:` says is where the GPU is the reference's."""
        foreign = any(series.is_reference for facet in facets for series in facet.series)
        return [(self.caption(facets), False)] + [(self.head.get('caption gpu', ''), foreign)] * ('caption gpu' in self.head)

    def caption(self, facets):
        parts = [self.head.get(f'caption {facet.name}', '') for facet in facets] + [self.head.get('caption', '')]
        parts += ['A thin line is the fitted law; in long dashes it predicts.'] if any(facet.curves for facet in facets) else []
        parts += ['Open or pale: fewer than five rounds.'] if any(facet.few for facet in facets) else []
        parts += [f'Gray: beyond the {MOST_COLORED} first.'] if any(facet.grey for facet in facets) else []
        return ' '.join(filter(None, map(str.strip, parts)))


class Series:
    def __init__(self, rows, study):
        self.name, self.rows = str(rows[0]['series']), rows
        self.colour, self.dash = rows[-1]['colour'], rows[-1].get('dash') or 1
        first = rows[0]  # a series is of one machine
        origin = study.points[first['id']][0] if first.get('id') is not None else None
        self.is_reference = origin == 'reference' or origin is None and None is not first.get('machine') == study.reference


class Facet:
    """One drawing."""

    def __init__(self, figure, rows):
        first = rows[0]
        self.svg = ''
        self.figure, self.name, self.title, self.axis = figure, first['facet'], str(first['title']), str(first.get('axis') or '')
        self.file = figure.name + (f'-{escape.file_name(str(self.name))}' if self.name else '')
        self.own, self.width, self.few = bool(first.get('own')), first.get('width') or figure.width, any(row.get('few') for row in rows)
        axes = figure.head.get('axes', '')
        self.log_x, self.log_y, zero_y = (word in axes for word in ('logx', 'logy', 'zeroy'))
        self.scale_x, self.scale_y = logarithm if self.log_x else float, logarithm if self.log_y else float
        self.back_x, self.back_y = math.exp if self.log_x else float, math.exp if self.log_y else float
        self.series = [Series(group, figure.study) for group in grouped([row for row in rows if not row.get('curve')], 'series').values()]
        self.curves = [group for curve in grouped([row for row in rows if row.get('curve')], 'series').values() for group in grouped(curve, 'curve').values()]
        self.is_reference = all(series.is_reference for series in self.series)
        ranked = sorted(self.series, key=lambda series: series.rows[0].get('rank') or 0)
        self.grey = ranked[MOST_COLORED:] if '@bar' not in figure.script else []
        for series in self.grey:
            series.colour = GREY
        self.longest = max(min(len(series.name), 60) for series in self.series)
        self.fit_axes(rows, zero_y)

    # ---- axes ----

    def fit_axes(self, rows, zero_y):
        xs = [self.scale_x(row['x']) for row in rows]
        self.low_x, self.high_x = min(xs), max(xs)
        reached = [row.get(name) for row in rows for name in ('y', 'low', 'high', 'floor', 'top')] + [0] * zero_y
        ys = [self.scale_y(value) for value in reached if value is not None and (value > 0 or not self.log_y)]
        low, high = min(ys), max(ys)
        if self.log_y:
            room = (high - low) / 25 or 0.1
            self.y_ticks, self.low_y, self.high_y = log_ticks(low - room, high + room)
        else:
            self.y_ticks, self.low_y, self.high_y = [], low, low + 1 if high <= low else high + (high - low) / 40
        self.x_ticks = self.place_ticks(sorted({row['x'] for row in rows if not row.get('curve')} | {max(row['x'] for row in rows)}))

    def place_ticks(self, values):
        """Which x are labeled: the ends, then powers of two, then others, where there is room for 7 pixels a digit."""
        room = (self.width - 104 - 6.8 * self.longest) / (self.high_x - self.low_x or 1)
        placed = []
        for value in sorted(values, key=lambda value: (value not in (values[0], values[-1]), value <= 0 or math.log2(value) % 1 != 0)):
            if all(room * abs(self.scale_x(value) - self.scale_x(other)) >= 3.5 * (len(str(value)) + len(str(other))) + 8 for other in placed):
                placed.append(value)
        return sorted(placed)

    def labels(self):
        """Where each line ends and where its name stands at the right, apart from the others; and the name's color."""
        margin = (self.high_y - self.low_y) / 80
        order = sorted(self.series, key=lambda series: self.scale_y(series.rows[-1]['y']))
        heights = spread([self.scale_y(series.rows[-1]['y']) for series in order], self.low_y + margin, self.high_y - margin)
        x_name = self.back_x(self.high_x + 0.04 * (self.high_x - self.low_x))
        lines = []
        for series in self.series:
            ends = [series.rows[-1]] + [curve[-1] for curve in self.curves if curve[-1]['series'] == series.rows[-1]['series']]
            end = max(ends, key=lambda row: row['x'])
            lines.append((end['x'], end['y'], x_name, self.back_y(heights[order.index(series)]), int(legible(series.colour), 16)))
        return lines

    # ---- gnuplot ----

    def gnuplot(self, output):
        extra = [name for name in self.series[0].rows[0] if name not in NAMED]
        rows = [row for series in self.series for row in series.rows] + [row for curve in self.curves for row in curve]

        def line(number, row, colour):
            cells = [number, 0, 0, row['x']] + [row['y'] if row[name] is None else row[name] for name in ('y', 'low', 'high')]
            cells += [int(colour, 16), int(row['point']) - (1 if row.get('few') else 0)]
            return cells + [row[name] if isinstance(row[name], (int, float)) else 'NaN' for name in extra]
        blocks, number = [], 0
        for group, colour in [(series.rows, GREY if series in self.grey else None) for series in self.series] + [(curve, None) for curve in self.curves]:
            blocks.append(tabbed(line(number + i, row, colour or row['colour']) for i, row in enumerate(group, 1)))
            number += len(group)
        names = [quoted(cut(series.name, 60)) for series in self.series]
        settings = {
            'output': quoted(output), 'width': self.width, 'series': len(self.series), 'curves': len(self.curves), 'longest': self.longest,
            'heading': quoted(cut(self.title, (self.width - 20) // 7)), 'x_label': quoted(self.figure.head.get('x', self.axis)),
            'y_label': quoted(self.figure.head.get('y', self.axis)), 'ideal(x)': self.figure.head.get('ideal', 'NaN'), 'axis': quoted(self.axis),
            'low_y': self.back_y(self.low_y), 'high_y': self.back_y(self.high_y), 'log_x': int(self.log_x), 'log_y': int(self.log_y),
            'x_ticks': quoted(' '.join(f'{x:.15g}' for x in self.x_ticks)), 'y_ticks': quoted(' '.join(self.y_ticks))}
        arrays = {
            'names': names, 'line_names': [name.replace('\\', '\\\\') for name in names], 'labels': [quoted(cut(str(row.get('label') or ''), 60)) for row in rows],
            'dashes': [series.dash for series in self.series], 'kinds': [curve[0]['curve'] for curve in self.curves] or [0]}
        lines = [f'{name} = {value}' for name, value in settings.items()]
        lines += [f'array {name}[{len(values)}] = [{", ".join(map(str, values))}]' for name, values in arrays.items()]
        lines += ['$data << EOD', '\n\n\n'.join(blocks), 'EOD', '$ends << EOD', tabbed(self.labels()), 'EOD']
        return '\n'.join(lines + [f'load {quoted(self.figure.script_name)}', 'set print "-"', 'print layers']) + '\n'

    def draw(self, folder):
        """Draws FILE.svg in the folder."""
        with tempfile.TemporaryDirectory() as work:
            drawn = Path(work, 'figure.svg')
            done = subprocess.run([find_tool('gnuplot'), '-'], input=self.gnuplot(str(drawn)), capture_output=True, text=True, cwd=Path(ROOT, 'plots'))
            if done.returncode != 0 or not done.stdout.strip():
                raise StudyError(f'plots/{self.figure.script_name} failed on {self.file}: {done.stderr.strip()[-400:]}')
            self.svg = self.finished(read_text(drawn), int(done.stdout.split()[-1]))
        write_file(Path(folder, self.file + '.svg'), '<?xml version="1.0" encoding="utf-8"?>\n' + self.svg)

    def finished(self, svg, layers):
        """gnuplot's SVG with the values as tooltips and the reference's series in groups of their own."""
        rows = [(series.name, row) for series in self.series for row in series.rows]

        def mark(match):
            text = escape.html(description(*rows[int(match[1]) - 1]))
            return (f'<g class="mark" tabindex="0" role="img" aria-label="{text}"><title>{text}</title>'
                    f'<circle cx="{match[2]}" cy="{match[3]}" r="7" fill="transparent" stroke="none"/></g>')

        def group(match):
            plot, layered = int(match[1]) - 1, layers * len(self.series)
            some = self.series if 'caption gpu' in self.figure.head else []  # of what belongs to no series
            if plot < layered:
                some = [self.series[plot % len(self.series)]]
            elif plot < layered + len(self.curves):
                some = [series for series in self.series if series.rows[0]['series'] == self.curves[plot - layered][0]['series']]
            return '<g class="reference">' if any(series.is_reference for series in some) and not self.is_reference else '<g>'
        svg = re.sub(r'<title>.*?</title>|<desc>.*?</desc>', '', svg[svg.index('<svg'):], flags=re.S)
        svg = re.sub(r"<g onmousemove=\"[^\"]*evt,'+(\d+)'[^\"]*\"[^>]*>\s*<use [^>]*translate\(([-\d.]+),([-\d.]+)\)[^>]*/></g>", mark, svg)
        return re.sub(r'<g id="gnuplot_plot_(\d+)"\s*>', group, svg)

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
        return f'{self.title}: ' + '; '.join(f'{name} {three(first)}' + (f' to {three(last)}' if first != last else '') if first and last else name for name, first, last in ends)


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
    return numbers.significant(value, 3)[0] if value else '0'


def description(name, row):
    name += '' if row.get('label') else f' at {row["x"]:g}'
    if row['low'] is None or row['low'] >= row['high'] or not row['y']:
        return f'{name}: {numbers.uncertain(float(row["y"]))}, no interval'
    return f'{name}: {numbers.uncertain(float(row["y"]), (row["high"] - row["low"]) / 2)}, from {three(row["low"])} to {three(row["high"])}'


def spread(heights, low, high):
    """Heights in ascending order, moved so that they are apart by a thirteenth of the axis or less, if there are more."""
    gap = (high - low) / max(len(heights), 13)
    placed = []
    for height in heights:
        placed.append(max(height, placed[-1] + gap if placed else low))
    limit = high
    for i in range(len(placed) - 1, -1, -1):
        placed[i] = min(placed[i], limit)
        limit = placed[i] - gap
    return placed


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
    return text if len(text) <= most else text[:most - 1] + '…'


def quoted(text):
    """A string of gnuplot in which nothing is evaluated."""
    return "'" + escape.clean(text).replace("'", """'."'".'""") + "'"
