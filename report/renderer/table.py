"""A table of the report: the rows of one query as CSV, Markdown, LaTeX and HTML.

The CSV has every row and column. On the page, in Markdown and in LaTeX a table has the rows that answer its question: those with 1 in the
column `shown`, where the query has one. A column whose value is the same in all of these is stated once above.

Headings with a meaning, all for the columns before them:
  "±"       half an interval: the column before it is measured (NULL: no interval, and the cell is marked `few`)
  "≈"       NULL: the column before it is measured and never has an interval
  "^"       names of footnotes (report/footnotes.csv), separated by blanks, for the column before it
  "point"   the id in `points` of the point that these columns, back to the last such, belong to; gives the CSV its column `machine`
  "machine" the same where rows are not points
  "csv: x"  a column x of the CSV only
  "facet"   a part of the rows, for {{ table('NAME', 'FACET') }}; not shown
  "shown"   1: the row is on the page
Comments at the head of the query: -- title:, -- baseline:, -- note:, -- keys: (number of columns that identify a row).
"""
import os
import re

from . import escape, numbers
from .study import REPORT, read_text, rows_of

MOST_ROWS, MOST_COLUMNS = 25, 8
STRUCTURE = ('±', '≈', '^', 'point', 'machine', 'facet', 'shown')
HEAD = re.compile(r'^-- (title|baseline|note|keys|axes|caption(?: [^:]*)?): *(.*)$')


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
    def __init__(self, heading, index):
        self.heading, self.index = heading, index
        self.half = self.marks = self.point = None
        self.measured = False


class Table:
    def __init__(self, study, name):
        text = read_text(os.path.join(REPORT, 'queries', name + '.sql'))
        self.name, self.head = name, head_of(text)
        cursor = study.cursor(text)
        self.headings = [column[0] for column in cursor.description]
        self.rows = cursor.fetchall()
        self.footnotes = dict(rows_of(read_text(os.path.join(REPORT, 'footnotes.csv')))[1])
        self.points = study.points
        self.reference = study.reference
        self.columns = self.plan()

    def plan(self):
        columns, pending = [], []
        for index, heading in enumerate(self.headings):
            if heading in ('±', '≈'):
                columns[-1].measured = True
                columns[-1].half = index if heading == '±' else None
            elif heading == '^':
                columns[-1].marks = index
            elif heading in ('point', 'machine'):
                for column in pending:
                    column.point = index
                pending = []
            elif heading not in ('facet', 'shown'):
                columns.append(Column(heading, index))
                pending.append(columns[-1])
        return columns

    # ---- cells ----

    def marks(self, row, column):
        names = (row[column.marks] or '').split() if column.marks is not None else []
        missing = column.half is not None and row[column.half] is None and isinstance(row[column.index], float)
        if missing and not any(re.search(r'\b(few|one)\b', str(row[c.marks])) for c in self.columns if c.marks is not None):
            names.append('few')
        return names

    def footnote(self, mark):
        return self.footnotes[mark].replace('{reference}', self.reference or '')

    def text(self, row, column):
        value = row[column.index]
        if value is None:
            return ''
        half = row[column.half] if column.half is not None else None
        return numbers.uncertain(value, half) if column.measured else numbers.rounded(value)

    def machines(self, row):
        """The machines that a row was measured on, and whether all, some or none of it is the reference's."""
        names, origins = [], set()
        for index, heading in enumerate(self.headings):
            if heading in ('point', 'machine') and row[index] is not None:
                origin, name = self.points[row[index]] if heading == 'point' else ('reference' if row[index] == self.reference else 'here', row[index])
                origins.add(origin)
                if name not in names:
                    names.append(name)
        return '; '.join(names), origins

    # ---- CSV ----

    def write_csv(self, path):
        structure = [h in STRUCTURE[1:] for h in self.headings]
        whose = any(h in ('point', 'machine') for h in self.headings)
        noted = any(self.marks(row, column) for row in self.rows for column in self.columns)
        heads = [name_of(h) if h != '±' else '± ' + name_of(self.headings[i - 1]) for i, h in enumerate(self.headings)]
        with open(path, 'w', encoding='utf-8', newline='\n') as file:
            def write(cells, row):
                cells = [cell for cell, hidden in zip(cells, structure) if not hidden]
                cells += [('machine' if row is None else self.machines(row)[0])] if whose else []
                cells += [('footnotes' if row is None else self.csv_notes(row))] if noted else []
                file.write(','.join(map(escape.csv_cell, cells)) + '\n')
            write(heads, None)
            for row in self.rows:
                write(row, row)

    def csv_notes(self, row):
        """'HEADING, HEADING: text HEADING: text'."""
        groups = []
        for column in self.columns:
            notes = ' '.join(map(self.footnote, self.marks(row, column)))
            if notes:
                if not groups or groups[-1][1] != notes:
                    groups.append(([], notes))
                groups[-1][0].append(name_of(column.heading))
        return ' '.join(f'{", ".join(headings)}: {notes}' for headings, notes in groups)

    # ---- what is shown ----

    def view(self, facet=None):
        return View(self, facet)


class View:
    """The rows and columns of a table that are shown, for one facet or all."""

    def __init__(self, table, facet=None):
        self.table = table
        where = {heading: index for index, heading in enumerate(table.headings)}
        rows = [row for row in table.rows if facet is None or row[where['facet']] == facet]
        chosen = [row for row in rows if row[where['shown']]] if 'shown' in where else rows
        self.rows = chosen[:MOST_ROWS]
        self.left_out = len(rows) - len(self.rows)
        self.columns = [c for c in table.columns if not c.heading.startswith('csv: ') and any(row[c.index] is not None for row in self.rows)]
        keys = int(table.head.get('keys', 0)) or next((i for i, c in enumerate(self.columns) if c.measured), 1)
        self.keys = set(self.columns[:keys])
        self.common = [c for c in self.columns if self.is_common(c)]
        self.columns = [c for c in self.columns if c not in self.common]
        self.title = table.head.get('title', table.name)
        self.notes = self.collect_notes()
        self.name = table.name + (f'-{facet}' if facet else '')
        self.reference = bool(self.rows) and all(table.machines(row)[1] == {'reference'} for row in self.rows)

    def is_common(self, column):
        """Is it the same in every row and no measurement?"""
        return (len(self.rows) > 2 and not column.measured and len({row[column.index] for row in self.rows}) == 1
                and len({tuple(self.table.marks(row, column)) for row in self.rows}) == 1)

    def collect_notes(self):
        """The footnotes by letter, in the order of the cells."""
        notes = {}
        for row in self.rows:
            for column in self.columns:
                for mark in self.table.marks(row, column):
                    notes.setdefault(mark, 'abcdefghijklmnopqrstuvwxyz'[len(notes)])
        return notes

    def is_numeric(self, column):
        return all(isinstance(row[column.index], (int, float, type(None))) or re.fullmatch(r'-?[\d.]+|–|', row[column.index]) for row in self.rows)

    def letters(self, row, column):
        return ','.join(self.notes[mark] for mark in self.table.marks(row, column))

    def lines_above(self):
        """What is the same in every row, and the baseline."""
        facts = ', '.join(f'{c.heading} {self.table.text(self.rows[0], c)}' for c in self.common)
        return [text for text in (f'In every row: {facts}.' if facts else '',
                                  'Baseline: ' + self.table.head['baseline'] if 'baseline' in self.table.head else '') if text]

    def lines_below(self):
        """(letter, text, footnote's name)."""
        lines = [(letter, self.table.footnote(mark), mark) for mark, letter in self.notes.items()]
        if 'note' in self.table.head:
            lines.append(('', self.table.head['note'], ''))
        return lines

    def left_out_text(self):
        return f'{len(self.rows)} of {len(self.rows) + self.left_out} rows; all are in tables/{self.table.name}.csv.' if self.left_out else ''

    # ---- Markdown ----

    def markdown(self, number=''):
        lines = [f'**{number}{escape.markdown(self.title)}** {escape.markdown(" ".join(self.lines_above()))}'.rstrip(), '']
        lines.append('| ' + ' | '.join(escape.markdown(c.heading) for c in self.columns) + ' |')
        lines.append('|' + '|'.join('---:' if self.is_numeric(c) else ':---' for c in self.columns) + '|')
        for row in self.rows:
            lines.append('| ' + ' | '.join(escape.markdown(self.table.text(row, c)) + superscript(self.letters(row, c)) for c in self.columns) + ' |')
        for letter, text, _ in self.lines_below():
            lines += ['', f'{superscript(letter)} {escape.markdown(text)}'.strip()]
        if self.left_out:
            lines += ['', self.left_out_text()]
        return '\n'.join(lines) + '\n'

    # ---- HTML ----

    def html(self, number=''):
        whole = ' reference' if self.reference else ''
        anchor = f'table-{self.name}'
        above = ''.join(f' <span>{escape.html(line)}</span>' for line in self.lines_above())
        lines = [f'<div class="table{whole}" id="{anchor}">', f'<div class="scroll" tabindex="0" role="group" aria-labelledby="caption-{self.name}">',
                 '<table>', f'<caption id="caption-{self.name}"><strong><a href="#{anchor}">{number}</a>{escape.html(self.title)}</strong>{above}</caption>',
                 '<thead><tr>' + ''.join(f'<th scope="col"{attribute("class", self.css(c))}>{escape.html(c.heading)}</th>' for c in self.columns)
                 + '</tr></thead>', '<tbody>']
        lines += [self.html_row(row) for row in self.rows]
        lines += ['</tbody>', '</table>', '</div>']
        for letter, text, mark in self.lines_below():
            tone = ' reference' if mark == 'ref' else ''
            lines.append(f'<p class="note{tone}">{superscript(letter)} {escape.html(text)}</p>')
        rest = f'{len(self.rows)} of {len(self.rows) + self.left_out} rows; all as ' if self.left_out else 'As '
        lines.append(f'<p class="note files">{rest}<a href="tables/{self.table.name}.csv">CSV</a>, <a href="tables/{self.table.name}.tex">LaTeX</a></p>')
        return '\n'.join(lines + ['</div>']) + '\n'

    def css(self, column):
        return 'number' if self.is_numeric(column) else ''

    def html_row(self, row):
        origins = self.table.machines(row)[1]
        mixed = 'reference' in origins and len(origins) > 1
        cells = []
        for column in self.columns:
            point = row[column.point] if column.point is not None else None
            foreign = mixed and self.table.headings[column.point] == 'point' and self.table.points.get(point, ('',))[0] == 'reference' if point else False
            value, half = row[column.index], row[column.half] if column.half is not None else None
            number = leading_number(value)
            tag, scope = ('th', ' scope="row"') if column in self.keys else ('td', '')
            css = ' '.join(filter(None, (self.css(column), 'reference' if foreign else '')))
            cells.append(f'<{tag}{scope}{attribute("class", css)}{attribute("data-value", number)}'
                         f'{attribute("data-half", "" if half is None else f"{half:.3g}")}{" data-measured" if column.measured and number else ""}>'
                         f'{escape.html(self.table.text(row, column))}{superscript(self.letters(row, column))}</{tag}>')
        return f'<tr{attribute("class", "reference" if origins == {"reference"} else "")}>{"".join(cells)}</tr>'

    # ---- LaTeX ----

    def latex(self):
        """A `table` that fits the text of A4 with margins of 2.5 cm."""
        shapes = []
        for column in self.columns:
            width = max(len(self.table.text(row, column)) for row in self.rows)
            shapes.append('r' if self.is_numeric(column) else r'>{\raggedright\arraybackslash}p{14em}' if width > 32 else 'l')
        rows = [' & '.join(escape.latex(self.table.text(row, c)) + (rf'\textsuperscript{{{self.letters(row, c)}}}' if self.letters(row, c) else '')
                           for c in self.columns) + r' \\' for row in self.rows]
        heads = ' & '.join(r'\shortstack[%s]{%s}' % ('r' if self.is_numeric(c) else 'l', stacked(c.heading)) for c in self.columns)
        caption = ' '.join([self.title] + self.lines_above())
        notes = [(rf'\textsuperscript{{{letter}}}' if letter else '') + escape.latex(text) for letter, text, _ in self.lines_below()]
        notes += [escape.latex(self.left_out_text())] if self.left_out else []
        return '\n'.join([
            r'% Needs \usepackage{booktabs,array,adjustbox} in the preamble.', r'\begin{table}[htbp]', r'\centering',
            rf'\caption{{{escape.latex(caption)}}}\label{{tab:{self.name}}}', r'\smallskip', r'\adjustbox{max width=\linewidth,max totalheight=.8\textheight}{%',
            rf'\begin{{tabular}}{{{"".join(shapes)}}}', r'\toprule', heads + r' \\', r'\midrule', *rows, r'\bottomrule', r'\end{tabular}}',
            *(rf'\par\smallskip\parbox{{\linewidth}}{{\footnotesize {note}}}' for note in notes), r'\end{table}']) + '\n'


def name_of(heading):
    return heading.removeprefix('csv: ')


def stacked(heading):
    """A heading in lines of some 14 characters."""
    lines = ['']
    for word in heading.split():
        if lines[-1] and len(lines[-1]) + len(word) > 13:
            lines.append('')
        lines[-1] = (lines[-1] + ' ' + word).strip()
    return r'\\'.join(map(escape.latex, lines))


def superscript(letters):
    return f'<sup>{letters}</sup>' if letters else ''


def attribute(name, value):
    return f' {name}="{escape.html(value)}"' if value != '' else ''


def leading_number(value):
    """What a cell sorts by: its number, or the one that its text begins with."""
    if isinstance(value, (int, float)):
        return f'{value:.7g}'
    match = re.match(r'-?\d+(\.\d+)?', value or '')
    return match[0] if match else ''
