"""Text of files and queries as Markdown, HTML, LaTeX and CSV that shows it as it is: nothing in it is markup."""
import hashlib
import html as html_module
import re
from functools import lru_cache

LATEX = {
    '\\': r'\textbackslash{}', '^': r'\textasciicircum{}', '~': r'\textasciitilde{}', '`': r'\`{}', '|': r'\textbar{}', '*': '{*}',
    '[': '{[}', '<': r'\ensuremath{<}', '>': r'\ensuremath{>}', '"': "''", '±': r'\ensuremath{\pm}', '×': r'\ensuremath{\times}',
    '·': r'\ensuremath{\cdot}', '²': r'\ensuremath{^2}', '³': r'\ensuremath{^3}', '⁰': r'\ensuremath{^0}', '⁴': r'\ensuremath{^4}',
    '⁻': r'\ensuremath{^-}', '√': r'\ensuremath{\surd}', '≤': r'\ensuremath{\le}', '≥': r'\ensuremath{\ge}', '→': r'\ensuremath{\to}',
    'µ': r'\ensuremath{\mu}', '≈': r'\ensuremath{\approx}', '–': '--', '…': r'\dots{}', **{c: '\\' + c for c in '_&%#${}'},
}


CONTROL = re.compile(r'[\x00-\x1f\x7f-\x9f]')
MARKUP = re.compile(r'[\\`*<|$~^@\[\]#]|&(?=[A-Za-z#])|:(?=\S)|(?<=www)\.|(?<![A-Za-z0-9])_|_(?![A-Za-z0-9])|^[-+=>]|^:')
LISTED = re.compile(r'^(\(?(?:\d+|[A-Za-z]|[ivxlcdm]+))([.)])(?=\s|$)')  # how an item of a list begins
QUOTED = re.compile('[",\r\n]')
FORMULA = re.compile(r"'*[-=+@\t\r]")  # how a spreadsheet's formula begins, and what csv_cell has marked as none
PLAIN = re.compile(r'[-+]?(inf|[0-9.]+(e[-+]?[0-9]+)?)|-[A-Za-z][\w=.,/:+-]*( -[\w=.,/:+-]+)+')  # a number, a compiler's flags


class Raw(str):
    """Markup of our own, which is not escaped again."""


def clean(text):
    """A text without control characters."""
    return CONTROL.sub(' ', str(text))


@lru_cache(None)
def markdown(text):
    """For pandoc and for GitHub: no link, list, heading or emoji either."""
    return LISTED.sub(r'\1\\\2', MARKUP.sub(r'\\\g<0>', clean(text)))


def html(text):
    return html_module.escape(clean(text), quote=True)


def css(text):
    """Within a string of a style sheet."""
    return re.sub('[^A-Za-z0-9 ]', lambda match: f'\\{ord(match[0]):x} ', clean(text))


@lru_cache(None)
def latex(text):
    """Letters that the basic fonts lack become a question mark."""
    text = clean(text)
    shown = ''.join(LATEX.get(c, c if c < '\x7f' or '\xc0' <= c <= '\xff' and c not in '×÷ðþÐÞ' else '?') for c in text)
    return re.sub('-(?=-)', '-{}', shown) if '--' in text else shown


def csv_cell(value):
    """Numbers have seven digits. A text that a spreadsheet would compute gets an apostrophe before it, as in csv_writer.c."""
    if isinstance(value, float):
        return f'{value:.7g}'
    text = '' if value is None else str(value)
    text = "'" + text if FORMULA.match(text) and not PLAIN.fullmatch(text) else text
    return '"' + text.replace('"', '""') + '"' if QUOTED.search(text) else text


def csv_text(cell):
    """The text of a cell that csv_cell or csv_writer.c wrote."""
    return cell[1:] if cell[:1] == "'" and FORMULA.match(cell, 1) else cell


def file_name(name):
    """A name as part of a path: special characters as =2F, a long name cut and with a hash."""
    safe = re.sub(r'[^A-Za-z0-9_.-]', lambda match: ''.join(f'={byte:02X}' for byte in match[0].encode()), name)
    safe = '=2E' + safe[1:] if safe.startswith('.') else safe
    return safe if len(safe) <= 150 else f'{safe[:120]}=={hashlib.sha256(name.encode()).hexdigest()[:16]}'
