"""A table of the report: the rows of one query as CSV, Markdown, LaTeX and HTML.

The CSV has every row and column. On the page, in Markdown and in LaTeX a table has the rows that answer its question: those with 1 in the
column `shown`, where the query has one. A column whose value is the same in all of these is stated once above.

Headings with a meaning, all for the columns before them:
  "±"       half an interval: the column before it is measured (NULL: no interval, and the cell is marked `few`)
  "low"     and then "high", after "±": its ends, where it is not as wide up as down in the logarithm (a share that may be negative)
  "≈"       NULL: the column before it is measured and never has an interval
  "^"       names of footnotes (report/footnotes.csv), separated by blanks, for the column before it
  "apart"   1: the column before it is a ratio of points that no round measured both, which is a footnote
  "point"   the id in `points` of the point that these columns, back to the last such, belong to; gives the CSV its column `machine`
  "machine" the same where rows are not points
  "csv: x"  a column x of the CSV only
  "facet"   a part of the rows, for {{ table('NAME', 'FACET') }}; not shown
  "shown"   1: the row is on the page
Comments at the head of the query: -- title:, -- baseline:, -- note:, -- keys: (number of columns that identify a row).
"""
import re
import textwrap
from collections import namedtuple
from functools import lru_cache
from pathlib import Path

from . import escape, numbers
from .study import REPORT, read_text, rows_of, write_file

MOST_ROWS = 25
HEAD = re.compile(r'^-- (title|baseline|note|keys|axes|x|y|ideal|rounds|caption(?: [^:]*)?): *(.*)$')
Cell = namedtuple('Cell', 'text letters value half interval')  # the last three: numbers, for the page


def head_of(text):
    """The head comment of a query as a dict; lines that begin with three blanks continue."""
    head, key = {}, None
    for line in text.splitlines():
        match = HEAD.match(line)
        if match:
            key = match[1]
            head[key] = (head[key] + ' ' if key in head else '') + match[2]
        elif line.startswith('--   ') and key:
            head[key] += ' ' + line[5:].strip()
        elif line.startswith('--'):
            key = None
        else:
            break
    return head


class Column:
    """A column with the places of what belongs to it in a row."""

    def __init__(self, heading, index):
        self.heading, self.index = heading, index
        self.name = re.sub('^csv: ', '', heading)
        self.half = self.low = self.marks = self.apart = self.point = None
        self.measured = False


class Table:
    def __init__(self, study, name):
        text = read_text(Path(REPORT, 'queries', name + '.sql'))
        self.name, self.head, self.study = name, head_of(study.named(text)), study
        cursor = study.cursor(text)
        self.headings = [column[0] for column in cursor.description]
        self.rows = cursor.fetchall()
        self.facets = sorted({row[self.headings.index('facet')] for row in self.rows}) if 'facet' in self.headings else []
        self.footnotes = dict(rows_of(read_text(Path(REPORT, 'footnotes.csv')))[1])
        self.columns, pending = [], []
        for index, heading in enumerate(self.headings):
            if heading in ('±', '≈'):
                self.columns[-1].measured = True
                self.columns[-1].half = index if heading == '±' else None
            elif heading == 'low':
                self.columns[-1].low = index
            elif heading == '^':
                self.columns[-1].marks = index
            elif heading == 'apart':
                self.columns[-1].apart = index
            elif heading in ('point', 'machine'):
                for column in pending:
                    column.point = index
                pending = []
            elif heading not in ('high', 'facet', 'shown'):
                self.columns.append(Column(study.named(heading), index))
                pending.append(self.columns[-1])

    def marks(self, row, column):
        names = (row[column.marks] or '').split() if column.marks is not None else []
        if column.apart is not None and row[column.apart] and row[column.index] is not None:
            names.append('apart')
        if column.half is not None and row[column.half] is None and isinstance(row[column.index], float):
            said = [str(row[c.marks]) for c in self.columns if c.marks is not None and (c is column or not c.heading.startswith('csv: '))]
            if not any(re.search(r'\b(few|one)\b', marks) for marks in said):
                names.append('few')
        return names

    def footnote(self, mark):
        return self.footnotes[mark].replace('{reference}', self.study.reference or '')

    def text(self, row, column):
        value = row[column.index]
        if value is None:
            return ''
        return numbers.uncertain(value, *self.interval(row, column)) if column.measured else numbers.rounded(value)

    def interval(self, row, column):
        """Half of it and its ends; nothing without one."""
        value, half = row[column.index], row[column.half] if column.half is not None else None
        if half is None or not isinstance(value, (int, float)):
            return ()
        return half, row[column.low:column.low + 2] if column.low is not None else numbers.ends(value, half)

    def whose(self, row, index):
        """(origin, machine) of the column `point` or `machine` at this place; nothing without a value."""
        value = row[index] if index is not None else None
        if value is None:
            return None
        return self.study.points[value] if self.headings[index] == 'point' else ('reference' if value == self.study.reference else 'here', value)

    def machines(self, row):
        """All of a row: machines by name, in order, with their origins."""
        found = [self.whose(row, index) for index, heading in enumerate(self.headings) if heading in ('point', 'machine')]
        return {machine: origin for origin, machine in filter(None, found)}

    # ---- CSV ----

    def write_csv(self, path):
        kept = [i for i, heading in enumerate(self.headings) if heading not in ('≈', '^', 'apart', 'point', 'machine', 'facet', 'shown')]
        names = [re.sub('^csv: ', '', self.study.named(heading)) for heading in self.headings]
        value = {i: i - 1 - ('±', 'low', 'high').index(name) for i, name in enumerate(names) if name in ('±', 'low', 'high')}
        lines = [[f'{names[i]} {names[value[i]]}' if i in value else names[i] for i in kept]]
        lines += [[row[i] if row[value.get(i, i)] is not None else None for i in kept] for row in self.rows]
        if {'point', 'machine'} & set(self.headings):
            lines[0].append('machine')
            for row, line in zip(self.rows, lines[1:]):
                line.append('; '.join(self.machines(row)))
        notes = [self.csv_notes(row) for row in self.rows]
        if any(notes):
            lines = [line + [note] for line, note in zip(lines, ['footnotes'] + notes)]
        write_file(path, ''.join(','.join(map(escape.csv_cell, line)) + '\n' for line in lines))

    def csv_notes(self, row):
        """'HEADING, HEADING: text HEADING: text'."""
        groups = []
        for column in self.columns:
            notes = ' '.join(map(self.footnote, self.marks(row, column)))
            if notes and groups and groups[-1][1] == notes:
                groups[-1][0].append(column.name)
            elif notes:
                groups.append(([column.name], notes))
        return ' '.join(f'{", ".join(names)}: {notes}' for names, notes in groups)

    @lru_cache(None)
    def view(self, facet=None):
        return View(self, facet)


class View:
    """What is shown of a table, for one facet or all: columns, cells, lines above and below."""

    def __init__(self, table, facet=None):
        self.table, self.name = table, table.name + (f'-{facet}' if facet else '')
        place = {heading: index for index, heading in enumerate(table.headings)}
        rows = [row for row in table.rows if facet is None or row[place['facet']] == facet]
        self.rows = [row for row in rows if 'shown' not in place or row[place['shown']]][:MOST_ROWS]
        columns = [c for c in table.columns if not c.heading.startswith('csv: ') and any(row[c.index] is not None for row in self.rows)]
        keys = int(table.head.get('keys', 0)) or next((i for i, c in enumerate(columns) if c.measured), 1)
        common = [c for c in columns if self.is_common(c)]
        self.columns = [c for c in columns if c not in common]
        self.keys = set(columns[:keys]) & set(self.columns) or set(self.columns[:1])
        self.numeric = {c for c in columns if all(re.fullmatch(r'-?[\d.]+|–|', row[c.index]) if isinstance(row[c.index], str) else True for row in self.rows)}
        self.reference = bool(self.rows) and all(set(table.machines(row).values()) == {'reference'} for row in self.rows)
        marks = [mark for row in self.rows for c in self.columns for mark in table.marks(row, c)]
        self.letter = {mark: 'abcdefghijklmnopqrstuvwxyz'[i] for i, mark in enumerate(dict.fromkeys(marks))}
        self.cells = [[self.cell(row, c) for c in self.columns] for row in self.rows]
        self.title = table.head.get('title', table.name) + (f' Report {facet}.' if facet and len(facet) == 1 else '')
        facts = ', '.join(f'{c.name} {table.text(self.rows[0], c)}' for c in common)
        self.above = ([f'In every row: {facts}.'] if facts else []) + (['Baseline: ' + table.head['baseline']] if 'baseline' in table.head else [])
        self.below = [(letter, table.footnote(mark), mark) for mark, letter in self.letter.items()]
        self.below += [('', table.head['note'], '')] if 'note' in table.head else []
        self.left_out = f'{len(self.rows)} of {len(rows)} rows' if len(self.rows) < len(rows) else ''

    def is_common(self, column):
        """Is it the same in every row and no measurement?"""
        return len(self.rows) > 2 and not column.measured and len({(row[column.index], *self.table.marks(row, column)) for row in self.rows}) == 1

    def cell(self, row, column):
        value, (half, ends) = row[column.index], self.table.interval(row, column) or (None, ())
        number = re.match(r'-?\d+(\.\d+)?', value) if isinstance(value, str) else None  # a text sorts by the number that it begins with
        number = number[0] if number else f'{value:.7g}' if isinstance(value, (int, float)) else ''
        letters = ','.join(self.letter[mark] for mark in self.table.marks(row, column))
        return Cell(self.table.text(row, column), letters, number, '' if half is None else f'{half:.3g}', ' to '.join(f'{end:.4g}' for end in ends))

    def markdown(self, number=''):
        lines = [f'**{number}{escape.markdown(self.title)}** {escape.markdown(" ".join(self.above))}'.rstrip(), '']
        lines += ['| ' + ' | '.join(escape.markdown(c.heading) for c in self.columns) + ' |']
        lines += ['|' + '|'.join('---:' if c in self.numeric else ':---' for c in self.columns) + '|']
        lines += ['| ' + ' | '.join(escape.markdown(cell.text) + superscript(cell.letters) for cell in cells) + ' |' for cells in self.cells]
        for letter, text, _ in self.below:
            lines += ['', f'{superscript(letter)} {escape.markdown(text)}'.strip()]
        lines += ['', f'{self.left_out}; all are in tables/{self.table.name}.csv.'] if self.left_out else []
        return '\n'.join(lines) + '\n'

    def html(self, number=''):
        anchor, files = f'table-{self.name}', f'tables/{self.table.name}'
        above = ''.join(f' <span>{escape.html(line)}</span>' for line in self.above)
        heads = ''.join(tag('th', escape.html(c.heading), scope='col', css='number' if c in self.numeric else '') for c in self.columns)
        lines = [f'<div class="table{" reference" if self.reference else ""}" id="{anchor}">',
                 f'<div class="scroll" tabindex="0" role="group" aria-labelledby="caption-{self.name}">',
                 f'<table>\n<caption id="caption-{self.name}"><strong><a href="#{anchor}">{number}</a>{escape.html(self.title)}</strong>{above}</caption>',
                 f'<thead><tr>{heads}</tr></thead>\n<tbody>']
        lines += [self.html_row(row, cells) for row, cells in zip(self.rows, self.cells)] + ['</tbody>\n</table>\n</div>']
        lines += [f'<p class="note{" reference" if mark == "ref" else ""}">{superscript(letter)} {escape.html(text)}</p>' for letter, text, mark in self.below]
        rest, tone = (f'{self.left_out}; all as', '') if self.left_out else ('As', ' files')  # the latter is not printed
        return '\n'.join(lines + [f'<p class="note{tone}">{rest} <a href="{files}.csv">CSV</a>, <a href="tables/{self.name}.tex">LaTeX</a></p>', '</div>']) + '\n'

    def html_row(self, row, cells):
        origins = set(self.table.machines(row).values())
        texts = []
        for column, cell in zip(self.columns, cells):
            foreign = len(origins) > 1 and self.table.headings[column.point or 0] == 'point' and self.table.whose(row, column.point)
            css = ' '.join((['number'] if column in self.numeric else []) + (['reference'] if foreign and foreign[0] == 'reference' else []))
            texts.append(tag('th' if column in self.keys else 'td', escape.html(cell.text) + superscript(cell.letters), css=css, value=cell.value, half=cell.half,
                             interval=cell.interval, scope='row' if column in self.keys else '', measured=column.measured and cell.value))
        return tag('tr', ''.join(texts), css='reference' if origins == {'reference'} else '')

    def latex(self):
        """A `table` that fits the text of A4 with margins of 2.5 cm."""
        widths = [max(len(cells[i].text) for cells in self.cells) for i in range(len(self.columns))]
        long = [width > 32 and c not in self.numeric for c, width in zip(self.columns, widths)]
        room = 56 - sum(0.5 * width + 1 for width, wrapped in zip(widths, long) if not wrapped)  # of a line of 56 em, for texts that wrap
        wrapped = rf'>{{\raggedright\arraybackslash}}p{{{max(room / max(sum(long), 1), 14):.0f}em}}'
        shapes = [wrapped if wraps else 'r' if c in self.numeric else 'l' for c, wraps in zip(self.columns, long)]
        rows = [' & '.join(escape.latex(cell.text) + (rf'\textsuperscript{{{cell.letters}}}' if cell.letters else '') for cell in cells) for cells in self.cells]
        heads = [r'\shortstack[%s]{%s}' % ('r' if c in self.numeric else 'l', stacked(c.heading)) for c in self.columns]
        notes = [(rf'\textsuperscript{{{letter}}}' if letter else '') + escape.latex(text) for letter, text, _ in self.below]
        notes += [escape.latex(f'{self.left_out}; all are in tables/{self.table.name}.csv.')] if self.left_out else []
        return '\n'.join([
            r'% Needs \usepackage{booktabs,array,adjustbox} in the preamble.', r'\begin{table}[htbp]', r'\centering',
            rf'\caption{{{escape.latex(" ".join([self.title] + self.above))}}}\label{{tab:{self.name}}}', r'\smallskip',
            r'\adjustbox{max width=\linewidth,max totalheight=.8\textheight}{\footnotesize%', rf'\begin{{tabular}}{{{"".join(shapes)}}}', r'\toprule',
            ' & '.join(heads) + r' \\', r'\midrule', *(row + r' \\' for row in rows), r'\bottomrule', r'\end{tabular}}',
            *(rf'\par\smallskip\parbox{{\linewidth}}{{\footnotesize {note}}}' for note in notes), r'\end{table}']) + '\n'


def stacked(heading):
    """A heading in lines of some 14 characters."""
    return r'\\'.join(map(escape.latex, textwrap.wrap(heading, 14, break_long_words=False, break_on_hyphens=False)))


def superscript(letters):
    return f'<sup>{letters}</sup>' if letters else ''


def tag(name, content, scope='', css='', value='', half='', interval='', measured=False):
    """An element with those of these attributes that are not empty."""
    pairs = (('scope', scope), ('class', css), ('data-value', value), ('data-half', half), ('data-interval', interval))
    attributes = ''.join(f' {key}="{escape.html(text)}"' for key, text in pairs if text) + (' data-measured' if measured else '')
    return f'<{name}{attributes}>{content}</{name}>'
