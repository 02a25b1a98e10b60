"""Text as Markdown, HTML, LaTeX, CSV and file names."""
import csv
import html
import io
import json
import re
import shutil
import subprocess
import unittest

from hostile import CONTROLS, TEXTS
from renderer import escape

ALL = TEXTS + CONTROLS


def words(text):
    """A text without control characters, its blanks as one."""
    return re.sub(r'\s+', ' ', escape.clean(text)).strip()


class Clean(unittest.TestCase):
    def test_control_characters_become_blanks_and_others_stay(self):
        self.assertEqual(escape.clean('a\0b\tc\nd\x1b\x7f\x85é中'), 'a b c d   é中')
        for text in TEXTS:
            self.assertEqual(escape.clean(text), text)
        self.assertEqual(escape.clean(1.5), '1.5')


class Html(unittest.TestCase):
    def test_nothing_is_a_tag_or_leaves_an_attribute(self):
        for text in ALL:
            shown = escape.html(text)
            self.assertNotRegex(shown, '[<>"\']')
            self.assertEqual(html.unescape(shown), escape.clean(text))


def inlines(node):
    """Text of pandoc's inlines; anything but text is named in <>."""
    kind, content = node['t'], node.get('c')
    if kind in ('Para', 'Plain'):
        return ''.join(map(inlines, content))
    return content if kind == 'Str' else ' ' if kind in ('Space', 'SoftBreak') else f'<{kind}>'


@unittest.skipUnless(shutil.which('pandoc'), 'pandoc is not installed')
class Markdown(unittest.TestCase):
    """What pandoc reads is the text, with no other element: for report.html, and as others read report.md."""

    def read(self, form, blocks):
        done = subprocess.run(['pandoc', f'--from={form}', '--to=json', '--wrap=preserve'], input='\n\n'.join(blocks), capture_output=True,
                              text=True, check=True)
        return json.loads(done.stdout)['blocks']

    def test_a_text_within_a_paragraph(self):
        for form in ('markdown-smart', 'gfm'):
            blocks = self.read(form, [f'Of {escape.markdown(text)} here.' for text in ALL])
            self.assertEqual(len(blocks), len(ALL))
            for text, block in zip(ALL, blocks):
                with self.subTest(form=form, text=text):
                    self.assertEqual(re.sub(' +', ' ', inlines(block)), words(f'Of {text} here.'))

    def test_a_text_at_the_start_of_a_paragraph(self):
        texts = ['# a', '## a', '1. a', '23) a', '(1) a', 'a. b', '(a) b', '- a', '+ a', '* a', '> a', '---', '***', '===', '::: a', '#. a', '1.',
                 '-', 'iv. a', ': a', '```', '~~~',
                 '-5.3 s', '+1', '1.5 times', 'cpu/naive. Then'] + [text for text in ALL if words(text) == escape.clean(text)]
        for form in ('markdown-smart', 'gfm'):
            blocks = self.read(form, ['Before.'] + [part for text in texts for part in (escape.markdown(text), 'Between.')])
            expected = ['Before.'] + [part for text in texts for part in (words(text), 'Between.')]
            self.assertEqual([inlines(block) for block in blocks], expected, form)

    def test_a_text_in_a_cell(self):
        for form in ('markdown-smart', 'gfm'):
            texts = [text for text in ALL if len(text) < 300]
            table, = self.read(form, ['| a | b |\n|---|---|\n' + ''.join(f'| {escape.markdown(text)} | x |\n' for text in texts)])
            self.assertEqual(table['t'], 'Table')
            rows = table['c'][4][0][3]
            self.assertEqual(len(rows), len(texts))
            for text, (_, cells) in zip(texts, rows):
                with self.subTest(form=form, text=text):
                    self.assertEqual([re.sub(' +', ' ', ''.join(map(inlines, cell[4]))).strip() for cell in cells], [words(text), 'x'])


class Latex(unittest.TestCase):
    def shown(self, text):
        """What LaTeX prints of an escaped text; characters that are special and bare remain."""
        for command, character in sorted(((v, k) for k, v in escape.LATEX.items()), key=lambda pair: -len(pair[0])):
            text = text.replace(command, chr(0xF0000 + ord(character)))
        return text.replace('-{}', '-')

    def test_no_special_character_is_left(self):
        for text in ALL:
            bare = self.shown(escape.latex(text))
            self.assertNotRegex(bare, r'[\\{}$&#^_%~`|<>"*\[]', text)
            self.assertNotIn('\n', bare)

    def test_the_text_is_shown_and_letters_without_a_font_are_a_question_mark(self):
        for text in ALL:
            bare = ''.join(chr(ord(c) - 0xF0000) if c >= '\U000F0000' else c for c in self.shown(escape.latex(text)))
            clean = escape.clean(text)
            self.assertEqual(len(bare), len(clean), text)
            for found, expected in zip(bare, clean):
                self.assertTrue(found == expected or found == '?' and expected > '\x7f', (text, found, expected))
        self.assertEqual(escape.latex('Zürich 中'), 'Zürich ?')

    def test_every_ascii_character(self):
        plain = '!()+,-./0123456789:;=?@ABCDEFGHIJKLMNOPQRSTUVWXYZ]abcdefghijklmnopqrstuvwxyz \''
        for code in range(32, 127):
            character = chr(code)
            self.assertEqual(escape.latex(character) == character, character in plain, character)

    def test_signs_of_the_report(self):
        self.assertEqual(escape.latex('±×·²³⁰⁴⁻√≤≥→µ≈–…<>'), r'\ensuremath{\pm}'
                         r'\ensuremath{\times}\ensuremath{\cdot}\ensuremath{^2}\ensuremath{^3}\ensuremath{^0}'
                         r'\ensuremath{^4}\ensuremath{^-}\ensuremath{\surd}\ensuremath{\le}\ensuremath{\ge}\ensuremath{\to}\ensuremath{\mu}'
                         r'\ensuremath{\approx}--\dots{}'
                         r'\ensuremath{<}\ensuremath{>}')
        self.assertEqual(escape.latex('ÀÄÿß¿Ðþ÷'), 'ÀÄÿß????')

    def test_dashes_do_not_join(self):
        self.assertEqual(escape.latex('--only --- a-b'), '-{}-only -{}-{}- a-b')

    def test_a_backslash_before_braces_is_one(self):
        self.assertEqual(escape.latex('\\input{x}'), r'\textbackslash{}input\{x\}')


class Csv(unittest.TestCase):
    def test_any_text_comes_back_as_it_was(self):
        for text in ALL + ['a,b', '"', '""', 'a\n"b",c', '', ' blanks ', "'=1", "''=1", "'a"]:
            line = ','.join(map(escape.csv_cell, [text, 'x'])) + '\n'
            row, = csv.reader(io.StringIO(line, newline=''))
            self.assertEqual([escape.csv_text(cell) for cell in row], [text, 'x'])

    def test_no_text_is_a_formula_and_numbers_stay(self):
        for text in ('=1+1', '+1+1', '-1+1', '@SUM(A1)', '\t=1', '\r=1', "-cmd|' /C calc'!A0", '-2-SUM(A1)', '+', '-', '-x', "'=1", '=1,"2"'):
            self.assertRegex(escape.csv_cell(text), r"""^"?''?[-=+@\t\r]""")
        for text in ('-3.5', '+1', '-1e-05', '1-1', '-inf', '-O3 -march=native -DHAVE_BLAS=1', "'a", '–'):
            self.assertEqual(escape.csv_cell(text), text)
        self.assertEqual(escape.csv_cell(-3.5), '-3.5')

    def test_only_what_needs_quotes_has_them(self):
        self.assertEqual(escape.csv_cell('cpu/naive 1;2 |x|'), 'cpu/naive 1;2 |x|')
        self.assertEqual(escape.csv_cell('a "b", c'), '"a ""b"", c"')

    def test_numbers_have_seven_digits_and_null_is_empty(self):
        for value, text in ((1 / 3, '0.3333333'), (123456789.0, '1.234568e+08'), (12345678, '12345678'), (2.0, '2'), (1e-12, '1e-12'), (None, ''),
                            (0.0, '0')):
            self.assertEqual(escape.csv_cell(value), text)


class FileName(unittest.TestCase):
    def test_is_one_safe_component_of_a_path(self):
        for text in ALL + ['.', '..', '.hidden', '-x']:
            name = escape.file_name(text)
            self.assertRegex(name, r'^[A-Za-z0-9_=-][A-Za-z0-9_.=-]*$')
            self.assertLessEqual(len(name), 200)

    def test_different_names_give_different_files(self):
        texts = ALL + ['long ' * 200 + 'End', 'x' * 200, 'x' * 201, 'x' * 202, 'a/b', 'a=2Fb', 'a b', '.', '..', '=2E', 'x', '.x', '=2Ex']
        self.assertEqual(len({escape.file_name(text) for text in texts}), len(set(texts)))

    def test_bytes_of_utf_8_are_written_out(self):
        self.assertEqual(escape.file_name('a/é'), 'a=2F=C3=A9')
        self.assertEqual(escape.file_name('thread-scaling_1.5'), 'thread-scaling_1.5')


if __name__ == '__main__':
    unittest.main()
