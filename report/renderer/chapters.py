"""Fills report/templates: prose in Markdown with tables, figures and sentences.

A sentence is the body of {% call(r) each(QUERY) %}, once per row; a value that is NULL leaves the sentence out. The attribute r.x is a
number with its interval where the query has x_half too. Sentences of the reference machine (column `origin`) have another tone on the page.
A section without a table, a figure or a sentence of a query is left out.
"""
import re
import sqlite3

import jinja2

from . import escape, numbers
from .escape import Raw
from .study import REPORT, StudyError
from .table import Table

DATA = '\x02'  # marks what comes from data, until empty sections are removed


class Missing(Exception):
    """A value of a sentence is NULL."""


class Measured:
    def __init__(self, value, half):
        self.value, self.half = value, half

    def __str__(self):
        return numbers.uncertain(self.value, self.half)


class Row:
    """A row of a query; r.x is a Measured where there is a column x_half."""

    def __init__(self, cells):
        self.cells = cells

    def __getattr__(self, name):
        if name not in self.cells:
            raise AttributeError(name)
        value = self.cells[name]
        return Measured(value, self.cells[name + '_half']) if value is not None and name + '_half' in self.cells else value


class Chapters:
    """`html`: for the page, otherwise for report.md. `figures` is empty without gnuplot. `failed` is called with each error, otherwise raised."""

    def __init__(self, study, tables, figures, html, failed=None):
        self.study, self.tables, self.figures, self.for_page, self.failed = study, tables, figures, html, failed
        self.counts = {'Table': 0, 'Figure': 0}
        self.environment = jinja2.Environment(
            loader=jinja2.FileSystemLoader(REPORT / 'templates'), undefined=jinja2.StrictUndefined, finalize=self.finalize,
            trim_blocks=True, lstrip_blocks=True)
        self.environment.globals.update(table=self.table, figure=self.figure, say=self.say, each=self.each, value=self.study.value, tone=self.tone)

    @staticmethod
    def finalize(value):
        if value is None:
            raise Missing('a value is NULL')
        if isinstance(value, (Raw, jinja2.Undefined)):
            return str(value)  # an undefined name is an error
        return escape.markdown(numbers.rounded(value, 3))

    def render(self, names):
        return without_empty_sections('\n\n'.join(map(self.fill, names)))

    def fill(self, name):
        try:
            return self.environment.get_template(name).render()
        except (jinja2.TemplateError, sqlite3.Error, Missing) as error:
            failure = StudyError(f'report/templates/{name} failed: {error}')
        if not self.failed:
            raise failure
        self.failed(failure)
        return ''

    def say(self, name):
        """The sentences of templates/sentences/NAME.md, a paragraph."""
        text = self.fill(f'sentences/{name}.md')
        return Raw(re.sub(r'\s*\n\s*(?!\n)', ' ', text.strip()) if '\n\n' not in text else text.strip())

    def plain(self, name):
        """The sentences as lines of text, for a terminal."""
        text = self.say(name).replace(DATA, '').replace('**', '')
        return re.sub(r'\\(?=[^A-Za-z0-9 ])', '', text).strip() + '\n'

    def each(self, query, joint=' ', caller=None):
        sentences = []
        for cells in self.study.query(query):
            try:
                text = re.sub(r'\s+', ' ', caller(Row(cells))).strip()
            except Missing:
                continue
            if text:
                sentences.append(self.toned(text, cells.get('origin')))
        return Raw(DATA + joint.join(sentences) + '\n' if sentences else '')

    def toned(self, text, origin):
        if not self.for_page:
            return text
        return f'<span class="reference">{text}</span>' if origin == 'reference' else text + '<span class="said"></span>'  # for page.js: data

    def tone(self, origin, caller=None):
        """A clause about the reference machine, within a sentence."""
        return Raw(self.toned(caller(), origin))

    def next_number(self, kind):
        self.counts[kind] += 1
        return f'{kind} {self.counts[kind]}. '

    def table(self, name, facet=None):
        if name not in self.tables:
            self.tables[name] = Table(self.study, name)
        if self.tables[name] is None:
            return Raw(f'{DATA}Table {name} could not be made.\n')
        view = self.tables[name].view(facet)
        if not view.rows:
            return ''
        number = self.next_number('Table')
        return Raw(DATA + (raw_block(view.html(number)) if self.for_page else view.markdown(number)))

    def figure(self, name, facet=None, own=False):
        figure = self.figures.get(name)
        facets = [f for f in figure.facets if f.own == own and facet in (None, f.name)] if figure else []
        if not facets:
            return ''
        number = self.next_number('Figure').strip()
        caption = escape.markdown(figure.caption(facets))
        if not self.for_page:
            images = '\n'.join(f'![{escape.markdown(f.seen)}](figures/{f.file}.svg)' for f in facets)
            return Raw(f'{DATA}{images}\n\n**{number}** {caption}\n')
        drawings = ''.join(f.html() for f in facets)
        anchor = f'figure-{name}' + ('-own' if own else '')
        tone = ' class="reference"' if all(f.is_reference for f in facets) else ''
        return Raw(f'{DATA}{raw_block(f"<figure{tone} id={chr(34)}{anchor}{chr(34)}>" + drawings)}\n<figcaption>\n\n**{number}** {caption}\n\n'
                   '</figcaption>\n</figure>\n')


def raw_block(text):
    return f'\n```{{=html}}\n{text}\n```\n'


def without_empty_sections(text):
    """Without headings under which nothing comes from data."""
    parts = re.split(r'(?m)^(#{1,6} .*)$', text)
    kept = [parts[0]]
    sections = list(zip(parts[1::2], parts[2::2]))
    for index, (heading, body) in enumerate(sections):
        level = heading.index(' ')
        content = body
        for below, more in sections[index + 1:]:
            if below.index(' ') <= level:
                break
            content += more
        if DATA in content:
            kept += [heading, body]
    return re.sub(r'\n{3,}', '\n\n', ''.join(kept).replace(DATA, '')).strip() + '\n'
