"""A figure of the report: the rows of plots/NAME.sql, drawn by gnuplot with plots/NAME.gp, one SVG per facet.

Columns of the query: facet (part of the file name; empty: one drawing), title, series, x, y, low, high, colour, point. Optional: dash
(1 solid, 2 dashed), few (1: no interval, an open point), id (of a point in `points`) or machine (whose row it is), axis (label of one
axis), floor and top (values that the y axis must hold), rank (of a series: only the first seven have a color), own (1: of a user's own
sweep), width (of the drawing in pixels), curve (1: a fitted law, 2: its prediction), label (text of the row). Other columns are numbers
for the script. Comments at the head: -- axes: logx logy zeroy, -- caption:, -- caption FACET:.

gnuplot reads numbers from blocks of data and texts from arrays of quoted strings, where nothing is evaluated. plots/style.gp says which
columns a script finds where. Every value has an invisible mark, which becomes a tooltip.
"""
import math
import os
import re
import subprocess

from . import escape, numbers
from .study import ROOT, StudyError, read_text
from .table import head_of

MOST_COLORED = 7
GREY = '0x999999'
NAMED = ('facet', 'title', 'series', 'x', 'y', 'low', 'high', 'colour', 'point')
OPTIONAL = ('dash', 'few', 'id', 'machine', 'axis', 'floor', 'top', 'rank', 'own', 'width', 'curve', 'label')
TICK_SETS = ((1,), (1, 3), (1, 2, 5), (1, 1.5, 2, 3, 4, 5, 6, 8))


class Figure:
    def __init__(self, study, name):
        self.name = name
        text = read_text(os.path.join(ROOT, 'plots', name + '.sql'))
        self.script = read_text(os.path.join(ROOT, 'plots', name + '.gp'))
        self.head = head_of(text)
        rows = [row for row in study.query(text) if row['y'] is not None]
        widths = re.findall(r'(?m)^width = .*?(\d+)', self.script)
        names = list(dict.fromkeys(row['facet'] for row in rows))
        self.facets = [Facet(self, [row for row in rows if row['facet'] == facet], study, int(widths[0]) if widths else 760) for facet in names]

    def caption(self, facets):
        parts = [self.head.get(f'caption {facet.name}', '') for facet in facets] + [self.head.get('caption', '')]
        few = any(facet.few for facet in facets)
        grey = any(facet.grey for facet in facets)
        parts += [' Open points and pale bars: fewer than five rounds.' if few else '', f' Gray: beyond the {MOST_COLORED} first.' if grey else '']
        return ' '.join(filter(None, map(str.strip, parts)))


class Series:
    def __init__(self, name, rows, foreign):
        self.name, self.rows, self.is_reference = name, rows, foreign
        self.colour = rows[-1]['colour']
        self.dash = rows[-1].get('dash') or 1


class Facet:
    """One drawing."""

    def __init__(self, figure, rows, study, width):
        self.figure, self.name = figure, rows[0]['facet']
        self.file = figure.name + (f'-{escape.file_name(str(self.name))}' if self.name else '')
        self.title, self.own = str(rows[0]['title']), bool(rows[0].get('own'))
        self.width = rows[0].get('width') or width
        self.axis = str(rows[0].get('axis') or '')
        self.few = any(row.get('few') for row in rows)
        axes = figure.head.get('axes', '')
        self.log_x, self.log_y, self.zero_y = (word in axes for word in ('logx', 'logy', 'zeroy'))
        plain, curves = {}, {}
        for row in rows:
            (curves if row.get('curve') else plain).setdefault((row['series'], row.get('curve')), []).append(row)
        self.series = [Series(str(key[0]), group, foreign(group[0], study)) for key, group in plain.items()]
        self.curves = [(key[1], group) for key, group in curves.items()]
        self.is_reference = all(series.is_reference for series in self.series)
        ranked = sorted(self.series, key=lambda series: series.rows[0].get('rank') or 0)
        self.grey = ranked[MOST_COLORED:] if not any('bar' in line for line in figure.script.splitlines()) else []
        for series in self.grey:
            series.colour = GREY
        self.fit_axes(rows)
        self.svg = ''

    # ---- axes ----

    def scale_x(self, value):
        return math.log(value) if self.log_x and value > 0 else float(value)

    def scale_y(self, value):
        return math.log(value) if self.log_y and value > 0 else float(value)

    def fit_axes(self, rows):
        xs = sorted({row['x'] for row in rows})
        self.low_x, self.high_x = self.scale_x(xs[0]), self.scale_x(xs[-1])
        reached = [row.get(name) for row in rows for name in ('y', 'low', 'high', 'floor', 'top')] + [0] * self.zero_y
        ys = [self.scale_y(value) for value in reached if value is not None and (value > 0 or not self.log_y)]
        low, high = min(ys), max(ys)
        if self.log_y:
            room = (high - low) / 25 or 0.1
            low, high = low - room, high + room
        else:
            high = low + 1 if high <= low else high + (high - low) / 40
        self.y_ticks, self.low_y, self.high_y = log_ticks(low, high) if self.log_y else (None, low, high)
        longest = max(min(len(series.name), 60) for series in self.series)
        self.longest = longest
        measured = sorted({row['x'] for series in self.series for row in series.rows})
        self.x_ticks = self.place_ticks(measured, (self.width - 104 - 6.8 * longest) / ((self.high_x - self.low_x) or 1))
        if self.curves:
            self.x_ticks = self.place_ticks(measured + [xs[-1]], (self.width - 104 - 6.8 * longest) / ((self.high_x - self.low_x) or 1))

    def place_ticks(self, values, room):
        """Which x are labeled: the ends, then powers of two, then others, where there is room for 7 pixels a digit."""
        def first(value):
            return (value not in (values[0], values[-1]), math.log2(value) % 1 != 0 if value > 0 else True)
        placed = []
        for value in sorted(values, key=first):
            if all(room * abs(self.scale_x(value) - self.scale_x(other)) >= 3.5 * (len(str(value)) + len(str(other))) + 8 for other in placed):
                placed.append(value)
        return sorted(placed)

    def labels(self):
        """Where the names of the series stand, at the right: moved apart so that all can be read."""
        ends = [series.rows[-1] for series in self.series]
        at = [max(curve[-1]['x'] for curve in [[end]] + [group for _, group in self.curves if group[0]['series'] == end['series']]) for end in ends]
        order = sorted(range(len(ends)), key=lambda i: self.scale_y(ends[i]['y']))
        low, high = self.low_y + (self.high_y - self.low_y) / 80, self.high_y - (self.high_y - self.low_y) / 80
        heights = spread([self.scale_y(ends[i]['y']) for i in order], low, high)
        height = dict(zip(order, heights))
        x_label = self.high_x + 0.04 * (self.high_x - self.low_x)
        back_x, back_y = math.exp if self.log_x else float, math.exp if self.log_y else float
        lines = []
        for i, end in enumerate(ends):
            last = [row for _, group in self.curves if group[0]['series'] == end['series'] for row in group if row['x'] == at[i]] or [end]
            lines.append((at[i], last[0]['y'], back_x(x_label), back_y(height[i]), int(legible(self.series[i].colour), 16)))
        return lines

    # ---- gnuplot ----

    def gnuplot(self, output):
        extra = [name for name in self.series[0].rows[0] if name not in NAMED + OPTIONAL]
        blocks, labels = [], []
        for rows in [series.rows for series in self.series] + [rows for _, rows in self.curves]:
            lines = []
            for row in rows:
                labels.append(str(row.get('label') or ''))
                grey = rows is not None and any(rows is series.rows for series in self.grey)
                y = row['y']
                cells = [len(labels), 0, 0, row['x'], y, y if row['low'] is None else row['low'], y if row['high'] is None else row['high'],
                         int(GREY if grey else row['colour'], 16), int(row['point']) - (1 if row.get('few') else 0)]
                cells += [value if isinstance(value, (int, float)) else 'NaN' for value in (row[name] for name in extra)]
                lines.append('\t'.join(map(str, cells)))
            blocks.append('\n'.join(lines))
        title_width = (self.width - 20) // 7
        settings = {
            'output': quoted(output), 'width': self.width, 'series': len(self.series), 'curves': len(self.curves), 'longest': self.longest,
            'heading': quoted(cut(self.title, title_width)), 'axis': quoted(self.axis), 'low_y': self.back_y(self.low_y), 'high_y': self.back_y(self.high_y),
            'log_x': int(self.log_x), 'log_y': int(self.log_y)}
        arrays = {
            'names': [quoted(cut(series.name, 60)) for series in self.series],
            'line_names': [quoted(cut(series.name, 60)).replace('\\', '\\\\') for series in self.series], 'labels': [quoted(cut(text, 60)) for text in labels],
            'dashes': [series.dash for series in self.series], 'kinds': [kind for kind, _ in self.curves] or [0]}
        lines = ['data = "$data"'] + [f'{name} = {value}' for name, value in settings.items()]
        lines += [f'array {name}[{len(values)}] = [{", ".join(map(str, values))}]' for name, values in arrays.items()]
        lines += ['$data << EOD', '\n\n\n'.join(blocks), 'EOD', '$ends << EOD']
        lines += ['\t'.join(f'{value:.9g}' if isinstance(value, float) else str(value) for value in line) for line in self.labels()] + ['EOD']
        lines.append('x_ticks = ' + quoted(' '.join(map(str, self.x_ticks))))
        lines.append('y_ticks = ' + quoted(' '.join(self.y_ticks or [])))
        return '\n'.join(lines + [f'load {quoted(self.figure.name + ".gp")}', 'set print "-"', 'print layers']) + '\n'

    def back_y(self, value):
        return math.exp(value) if self.log_y else value

    def draw(self, folder):
        """Draws FILE.svg in the folder."""
        path = os.path.join(os.path.abspath(folder), self.file + '.svg')
        done = subprocess.run(['gnuplot', '-'], input=self.gnuplot(path), capture_output=True, text=True, cwd=os.path.join(ROOT, 'plots'))
        if done.returncode != 0 or not done.stdout.strip():
            raise StudyError(f'plots/{self.figure.name}.gp failed on {self.file}: {done.stderr.strip()[-400:]}')
        self.svg = self.finished(read_text(path), int(done.stdout.split()[-1]))
        with open(path, 'w', encoding='utf-8') as file:
            file.write('<?xml version="1.0" encoding="utf-8"?>\n' + self.svg)

    def finished(self, svg, layers):
        """gnuplot's SVG with the values as tooltips and the reference's series in groups of their own."""
        rows = [(series, row) for series in self.series for row in series.rows]
        svg = re.sub(r'<title>.*?</title>|<desc>.*?</desc>', '', svg[svg.index('<svg'):], flags=re.S)

        def mark(match):
            series, row = rows[int(match[1]) - 1]
            text = escape.html(description(series.name, row))
            return (f'<g class="mark" tabindex="0" role="img" aria-label="{text}"><title>{text}</title>'
                    f'<circle cx="{match[2]}" cy="{match[3]}" r="7" fill="transparent" stroke="none"/></g>')
        svg = re.sub(r"<g onmousemove=\"[^\"]*evt,'+(\d+)'[^\"]*\"[^>]*>\s*<use [^>]*translate\(([-\d.]+),([-\d.]+)\)[^>]*/></g>", mark, svg)
        any_reference = any(series.is_reference for series in self.series)

        def group(match):
            plot = int(match[1]) - 1
            foreign = self.series[plot % len(self.series)].is_reference if plot < layers * len(self.series) else any_reference
            return '<g class="reference">' if foreign and not self.is_reference else '<g>'
        return re.sub(r'<g id="gnuplot_plot_(\d+)"\s*>', group, svg)

    def html(self):
        """The drawing within the page: transparent, with names of its own."""
        anchor = f'figure-{self.file}'
        svg = re.sub(r'<rect [^>]*fill="#ffffff"[^>]*/>', '', self.svg, count=1, flags=re.I)
        svg = re.sub('<[^>]*>', lambda tag: re.sub(r'\b(id=[\'"]|href=[\'"]#|url\(#)', rf'\g<0>{anchor}-', tag[0]), svg)
        svg = svg.replace('<svg', f'<svg role="img" aria-label="{escape.html(self.seen)}"', 1)
        return f'<div class="drawing{" reference" if self.is_reference else ""}" id="{anchor}">{svg}</div>\n'

    @property
    def seen(self):
        """The drawing in words: each series from its first value to its last."""
        texts = [f'{series.name} {numbers.significant(series.rows[0]["y"], 3)[0]} to {numbers.significant(series.rows[-1]["y"], 3)[0]}'
                 if series.rows[0]['y'] and series.rows[-1]['y'] else series.name for series in self.series[:12]]
        return f'{self.title}: ' + '; '.join(texts)


def foreign(row, study):
    """Is it the reference's?"""
    if row.get('id') is not None:
        return study.points[row['id']][0] == 'reference'
    return row.get('machine') is not None and row['machine'] == study.reference


def description(name, row):
    at = '' if row.get('label') else f' at {row["x"]:g}'
    if row['low'] is None or row['low'] >= row['high'] or not row['y']:
        return f'{name}{at}: {numbers.uncertain(float(row["y"]))}, no interval'
    low, high = (numbers.significant(row[end], 3)[0] if row[end] else '0' for end in ('low', 'high'))
    return f'{name}{at}: {numbers.uncertain(float(row["y"]), (row["high"] - row["low"]) / 2)}, from {low} to {high}'


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
