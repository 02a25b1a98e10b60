"""Fills report/templates: prose in Markdown with tables, figures and sentences.

A sentence is the body of {% call(r) each(QUERY) %}, once per row; a value that is NULL leaves the sentence out. The attribute r.x is a
number with its interval where the query has x_half too; without an interval it leaves the sentence out as well. Sentences of the reference machine (column `origin`) have another tone on the page.
A section without a table, a figure or a sentence of a query is left out.
"""
import os
import re
import sqlite3
from functools import lru_cache

import jinja2

from . import escape, numbers
from .escape import Raw
from .study import REPORT, StudyError
from .table import Table

HERE, THERE = '\x02', '\x03'  # mark data of this machine and of the reference, until sections without data are removed


class Missing(Exception):
    """A value of a sentence is NULL."""


class Row:
    """A row of a query; r.x is a text with its interval where there is a column x_half, and None without an interval."""

    def __init__(self, cells):
        self.cells = cells

    def __getattr__(self, name):
        if name not in self.cells:
            raise AttributeError(name)
        value = self.cells[name]
        if value is None or name + '_half' not in self.cells:
            return value
        half = self.cells[name + '_half']
        return None if half is None and isinstance(value, float) else Raw(numbers.uncertain(value, half))


def finalize(value):
    if value is None:
        raise Missing('a value is NULL')
    if isinstance(value, (Raw, jinja2.Undefined)):
        return str(value)  # an undefined name is an error
    return escape.markdown(numbers.rounded(value, 3))


@lru_cache(maxsize=1)
def templates(folder):
    """The compiled templates: of report.md and of the page the same."""
    return jinja2.Environment(loader=jinja2.FileSystemLoader(folder), undefined=jinja2.StrictUndefined, finalize=finalize, trim_blocks=True, lstrip_blocks=True)


def compile_templates():
    """Before they are needed. An error comes when the template is filled."""
    for name in templates(REPORT / 'templates').list_templates(['md']):
        templates(REPORT / 'templates').get_template(name)


class Chapters:
    """`html`: for the page, otherwise for report.md. `figures` is empty without gnuplot. `failed` is called with each error, otherwise raised."""

    def __init__(self, study, tables, figures, html, failed=None):
        self.study, self.tables, self.figures, self.for_page, self.failed = study, tables, figures, html, failed
        self.counts = {'Table': 0, 'Figure': 0}
        self.functions = dict(table=self.table, figure=self.figure, say=self.say, each=self.each, value=self.study.value, tone=self.tone,
                              version=study.version, **{name: os.environ.get(name.upper(), '') for name in ('author', 'course')})

    def render(self, names):
        return sections_with_data('\n\n'.join(map(self.fill, names)), self.for_page)

    def fill(self, name):
        try:
            return templates(REPORT / 'templates').get_template(name).render(self.functions)
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
        text = unmarked(self.say(name)).replace('**', '')
        text = re.sub(r'\\(?=[^A-Za-z0-9 ])', '', text).strip()
        return text + '\n' if text else ''

    def each(self, query, joint=' ', caller=None):
        sentences = []
        for cells in self.study.query(query):
            try:
                text = re.sub(r'\s+', ' ', caller(Row(cells))).strip()
            except Missing:
                continue
            if text:
                sentences.append(mark(cells.get('origin') == 'reference') + self.toned(text, cells.get('origin')))
        return Raw(joint.join(sentences) + '\n' if sentences else '')

    def toned(self, text, origin):
        return f'<span class="reference">{text}</span>' if self.for_page and origin == 'reference' else text

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
            return Raw(f'{HERE}Table {name} could not be made.\n')
        view = self.tables[name].view(facet)
        if not view.rows:
            return ''
        number = self.next_number('Table')
        return Raw(mark(view.reference) + (raw_block(view.html(number)) if self.for_page else view.markdown(number)))

    def figure(self, name, own=False):
        figure = self.figures.get(name)
        facets = [f for f in figure.facets if f.own == own] if figure else []
        if not facets:
            return ''
        number = self.next_number('Figure').strip()
        caption = ' '.join(self.toned(escape.markdown(text), 'reference' if foreign else 'here') for text, foreign in figure.captions(facets))
        foreign = all(f.is_reference for f in facets)
        if not self.for_page:
            images = '\n'.join(f'![{escape.markdown(f.seen)}](figures/{f.file}.svg)' for f in facets)
            return Raw(f'{mark(foreign)}{images}\n\n**{number}** {caption}\n')
        drawings = ''.join(f.html() for f in facets)
        anchor = f'figure-{name}' + ('-own' if own else '')
        tone = ' class="reference"' if foreign else ''
        return Raw(f'{mark(foreign)}{raw_block(f"<figure{tone} id={chr(34)}{anchor}{chr(34)}>" + drawings)}\n<figcaption>\n\n**{number}** {caption}\n\n'
                   '</figcaption>\n</figure>\n')


def raw_block(text):
    return f'\n```{{=html}}\n{text}\n```\n'


def mark(foreign):
    return THERE if foreign else HERE


def unmarked(text):
    return text.replace(HERE, '').replace(THERE, '')


def sections_with_data(text, for_page=False):
    """Without headings under which nothing comes from data. On the page those with data of the reference only are of the class `reference`."""
    return re.sub(r'\n{3,}', '\n\n', unmarked(with_data(text, 1, for_page))).strip() + '\n'


def with_data(text, level, for_page):
    """The text without sections of this level and below that have no data. `for_page`: those of the reference only are enclosed."""
    if level > 6:
        return text
    first, *sections = re.split(rf'(?m)^(?=#{{{level}}} )', text)
    kept = [with_data(first, level + 1, for_page)]
    for section in sections:
        body = section.partition('\n')[2]
        if HERE in body or not for_page and THERE in body:
            kept.append(with_data(section, level + 1, for_page))
        elif THERE in body:
            kept += ['::: reference\n\n', with_data(section, level + 1, False), '\n:::\n\n']
    return ''.join(kept)
