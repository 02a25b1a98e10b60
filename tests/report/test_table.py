"""A table as CSV, Markdown, HTML and LaTeX."""
import csv
import html.parser
import os
import unittest
import xml.etree.ElementTree

from hostile import CONTROLS, TEXTS
from renderer import escape, table
from small import Small


class Cells(html.parser.HTMLParser):
    """Rows of cells, each (tag, attributes, text)."""

    def __init__(self, text):
        super().__init__(convert_charrefs=True)
        self.rows, self.attributes, self.tags, self.open = [], [], [], False
        self.feed(text)
        self.close()

    def handle_starttag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))
        if tag == 'tr':
            self.rows.append([])
            self.attributes.append(dict(attrs))
        elif tag in ('td', 'th'):
            self.rows[-1].append([tag, dict(attrs), ''])
            self.open = True

    def handle_endtag(self, tag):
        self.open = self.open and tag not in ('td', 'th')

    def handle_data(self, data):
        if self.open:
            self.rows[-1][-1][2] += data

    def texts(self):
        return [[cell[2] for cell in row] for row in self.rows]


def tree_of(text):
    return xml.etree.ElementTree.fromstring(text.replace(' data-measured>', ' data-measured="">'))


class TableTest(Small):
    def csv(self, made):
        path = os.path.join(self.folder, 'out.csv')
        made.write_csv(path)
        with open(path, encoding='utf-8', newline='') as file:
            return list(csv.reader(file))

    def markdown_rows(self, made, facet=None):
        lines = [line for line in made.view(facet).markdown().splitlines() if line.startswith('|')]
        return [[cell.strip() for cell in line.strip('|').split(' | ')] for line in lines[:1] + lines[2:]]


class Head(unittest.TestCase):
    def test_comments_before_the_query(self):
        head = table.head_of('-- title: A title.\n-- baseline: one\n--   and more\n-- note: First.\n-- note: Second.\n-- keys: 3\n'
                             '-- Other words\n--   of a comment\n'
                             "-- caption mine: Its caption.\nSELECT '-- title: no';\n-- note: too late\n")
        self.assertEqual(head, {'title': 'A title.', 'baseline': 'one and more', 'note': 'First. Second.', 'keys': '3',
                                'caption mine': 'Its caption.'})

    def test_without_a_comment(self):
        self.assertEqual(table.head_of('SELECT 1'), {})


class Values(TableTest):
    def setUp(self):
        super().setUp()
        self.rows((1, 163.0412, 0.0213, 2.3456, 0.0234, 7.777, 9.99996), (2, 55.4321, 0.5, 2.3456, None, 7.777, 1.0),
                  (3, 1.234567, None, 2.0, 0.9, None, 2.0))
        self.made = self.table('-- title: A try.\nSELECT a AS n, b AS "time (ms)", c AS "±", iif(a = 3, \'one\', \'\') AS "^", '
                               'd AS speedup, e AS "±", f AS best, '
                               'NULL AS "≈", g AS exact FROM data ORDER BY a')

    def test_measured_numbers_have_their_interval_and_a_mark_where_there_is_none(self):
        self.assertEqual(self.markdown_rows(self.made), [
            ['n', 'time (ms)', 'speedup', 'best', 'exact'],
            ['1', '163.041 ± 0.021', '2.346 ± 0.023', '7.8', '10.00'],
            ['2', '55.4 ± 0.5', '2.3<sup>a</sup>', '7.8', '1.000'],
            ['3', '1.2<sup>b</sup>', '2.0 (1.3 to 3.1)', '', '2.000']])

    def test_footnotes_stand_below_in_the_order_of_their_letters(self):
        below = self.made.view().markdown().split('\n\n')[2:]
        self.assertEqual(below, ['<sup>a</sup> Fewer than five rounds: no confidence interval.', '<sup>b</sup> One run: no confidence interval.\n'])

    def test_csv_has_numbers_in_full_halves_and_the_words_of_the_footnotes(self):
        self.assertEqual(self.csv(self.made), [
            ['n', 'time (ms)', '± time (ms)', 'speedup', '± speedup', 'best', 'exact', 'footnotes'],
            ['1', '163.0412', '0.0213', '2.3456', '0.0234', '7.777', '9.99996', ''],
            ['2', '55.4321', '0.5', '2.3456', '', '7.777', '1', 'speedup: Fewer than five rounds: no confidence interval.'],
            ['3', '1.234567', '', '2', '0.9', '', '2', 'time (ms): One run: no confidence interval.']])

    def test_without_a_mark_the_csv_has_no_column_of_footnotes(self):
        self.assertEqual(self.csv(self.table('SELECT a AS n, b AS x FROM data ORDER BY a'))[0], ['n', 'x'])

    def test_a_ratio_of_two_runs_has_its_own_footnote(self):
        made = self.table('SELECT a AS n, d AS speedup, 0.1 AS "±", a = 2 AS "apart", nullif(a, 2) AS other, 1 AS "apart" FROM data WHERE a < 3 ORDER BY a')
        self.assertEqual(self.markdown_rows(made)[1:], [['1', '2.35 ± 0.10', '1<sup>a</sup>'], ['2', '2.35 ± 0.10<sup>a</sup>', '']])
        self.assertEqual(self.csv(made)[2], ['2', '2.3456', '0.1', '', 'speedup: Its baseline was measured in another run: no round measured both.'])

    def test_an_interval_that_may_hold_zero_has_its_own_ends(self):
        made = self.table('SELECT a AS n, 1.62 AS s, 1.94 AS "±", -0.32 AS "low", 3.56 AS "high", 5.0 AS t, 0.1 AS "±", 4.91 AS "low", 5.11 AS "high" FROM data')
        self.assertEqual(self.markdown_rows(made)[1], ['1', '1.6 (-0.32 to 3.6)', '5.00 ± 0.10'])
        self.assertEqual(self.csv(made)[0], ['n', 's', '± s', 'low s', 'high s', 't', '± t', 'low t', 'high t'])
        self.assertEqual(Cells(made.view().html()).rows[1][1][1]['data-interval'], '-0.32 to 3.56')

    def test_html_cells_have_the_value_and_half_for_sorting_and_hovering(self):
        cells = Cells(self.made.view().html())
        self.assertEqual(cells.texts()[1:], [['1', '163.041 ± 0.021', '2.346 ± 0.023', '7.8', '10.00'], ['2', '55.4 ± 0.5', '2.3a', '7.8', '1.000'],
                                             ['3', '1.2b', '2.0 (1.3 to 3.1)', '', '2.000']])
        tag, attributes, _ = cells.rows[1][1]
        self.assertEqual((tag, attributes['data-value'], attributes['data-half'], 'data-measured' in attributes), ('td', '163.0412', '0.0213', True))
        self.assertEqual(cells.rows[1][0][0], 'th')  # the key
        self.assertNotIn('data-measured', cells.rows[1][4][1])
        self.assertNotIn('data-value', cells.rows[3][3][1])

    def test_latex_has_the_same_cells(self):
        latex = self.made.view().latex()
        self.assertIn('\n1 & 163.041 \\ensuremath{\\pm} 0.021 & 2.346 \\ensuremath{\\pm} 0.023 & 7.8 & 10.00 \\\\\n', latex)
        self.assertIn('\n2 & 55.4 \\ensuremath{\\pm} 0.5 & 2.3\\textsuperscript{a} & 7.8 & 1.000 \\\\\n', latex)
        self.assertIn('\\textsuperscript{b}One run: no confidence interval.', latex)
        self.assertTrue(latex.startswith('% Needs \\usepackage{'))
        self.assertIn('\\begin{tabular}{rrrrr}', latex)
        self.assertIn('\\caption{A try.}\\label{tab:try}', latex)

    def test_html_is_well_formed_and_has_nothing_else(self):
        tree = tree_of(self.made.view().html('Table 1. '))
        self.assertEqual([' '.join(''.join(node.itertext()).split()) for node in tree], [
            'Table 1. A try. ntime (ms)speedupbestexact 1163.041 ± 0.0212.346 ± 0.0237.810.00 255.4 ± 0.52.3a7.81.000 31.2b2.0 (1.3 to 3.1)2.000',
            'a Fewer than five rounds: no confidence interval.', 'b One run: no confidence interval.', 'As CSV, LaTeX'])
        self.assertEqual([node.get('href') for node in tree.iter('a')], ['#table-try', 'tables/try.csv', 'tables/try.tex'])

    def test_a_row_has_one_mark_for_a_missing_interval(self):
        made = self.table("SELECT 1 AS n, 'one' AS \"^\", 2.5 AS x, NULL AS \"±\", '' AS \"^\", 3.5 AS y, NULL AS \"±\" "
                          "UNION ALL SELECT 2, '', 2.5, NULL, '', 3.5, NULL")
        self.assertEqual(self.markdown_rows(made)[1:], [['1<sup>a</sup>', '2.5', '3.5'], ['2', '2.5<sup>b</sup>', '3.5<sup>b</sup>']])
        self.assertEqual(self.csv(made)[2][-1], 'x, y: Fewer than five rounds: no confidence interval.')

    def test_columns_with_different_footnotes(self):
        made = self.table("SELECT 1 AS n, 2 AS x, 'one' AS \"^\", 3 AS y, 'reduced' AS \"^\", 4 AS z, 'reduced' AS \"^\"")
        self.assertEqual(self.csv(made)[1][-1], 'x: One run: no confidence interval. y, z: Right, but less precise than its type.')

    def test_keys_are_the_columns_before_the_first_measured_one_or_as_many_as_named(self):
        def keys(text):
            return [cell[0] for cell in Cells(self.table(text).view().html()).rows[1]]
        query = 'SELECT 1 AS a, 2 AS b, 3.5 AS c, NULL AS "≈", 4.5 AS d'
        self.assertEqual(keys(query), ['th', 'th', 'td', 'td'])
        self.assertEqual(keys('-- keys: 3\n' + query), ['th', 'th', 'th', 'td'])
        self.assertEqual(keys('SELECT 1 AS a, 2 AS b'), ['th', 'td'])

    def test_several_marks_of_a_cell(self):
        made = self.table("SELECT 1 AS n, 2.5 AS x, 0.1 AS \"±\", 'ref reduced' AS \"^\" UNION ALL SELECT 2, 2.6, 0.1, 'reduced'")
        self.assertEqual(self.markdown_rows(made)[1:], [['1', '2.50 ± 0.10<sup>a,b</sup>'], ['2', '2.60 ± 0.10<sup>b</sup>']])
        self.assertEqual(self.csv(made)[1][-1], 'x: Measured on the reference machine card, not here. Right, but less precise than its type.')

    def test_a_mark_without_a_footnote_is_an_error(self):
        with self.assertRaises(KeyError):
            self.table("SELECT 1 AS n, 'nonsense' AS \"^\"").view().markdown()

    def test_a_query_that_fails_is_an_error(self):
        with self.assertRaises(Exception):
            self.table('SELECT nonsense')


class Shown(TableTest):
    def test_rows_with_shown_are_on_the_page_and_all_are_in_the_csv(self):
        self.rows(*((i, i % 2) for i in range(10)))
        made = self.table('SELECT a AS n, b AS shown FROM data ORDER BY a')
        self.assertEqual([row[0] for row in self.markdown_rows(made)[1:]], ['1', '3', '5', '7', '9'])
        self.assertEqual(self.csv(made), [['n']] + [[str(i)] for i in range(10)])
        self.assertIn('5 of 10 rows; all are in tables/try.csv.', made.view().markdown())
        self.assertIn('5 of 10 rows', made.view().html())
        self.assertIn('5 of 10 rows', made.view().latex())

    def test_at_most_25_rows(self):
        self.rows(*((i, 2 * i) for i in range(30)))
        made = self.table('SELECT a AS n, b AS x FROM data ORDER BY a')
        view = made.view()
        self.assertEqual((len(view.rows), view.left_out), (25, '25 of 30 rows'))
        self.assertEqual(len(self.markdown_rows(made)), 26)
        self.assertEqual(view.latex().count(' \\\\\n'), 26)
        self.assertEqual(len(self.csv(made)), 31)

    def test_all_rows_are_named_nowhere_as_left_out(self):
        self.rows((1, 2), (2, 3))
        made = self.table('SELECT a AS n, b AS x FROM data ORDER BY a')
        for text in (made.view().markdown(), made.view().html(), made.view().latex()):
            self.assertNotIn('rows;', text)

    def test_a_column_of_equal_values_is_said_once_above(self):
        self.rows(*((i, 'float32', 2048, 1.5, 0.01) for i in range(3)))
        made = self.table('-- title: Title.\n-- baseline: cpu/naive\nSELECT a AS n, b AS type, c AS size, d AS time, e AS "±" FROM data ORDER BY a')
        self.assertEqual(self.markdown_rows(made)[0], ['n', 'time'])  # a measurement stays
        first = made.view().markdown('Table 7. ').split('\n')[0]
        self.assertEqual(first, '**Table 7. Title.** In every row: type float32, size 2048. Baseline: cpu/naive')
        self.assertIn('<span>In every row: type float32, size 2048.</span>', made.view().html())
        self.assertIn('\\caption{Title. In every row: type float32, size 2048. Baseline: cpu/naive}', made.view().latex())
        self.assertEqual(self.csv(made)[0], ['n', 'type', 'size', 'time', '± time'])

    def test_of_two_rows_nothing_is_common(self):
        self.rows((1, 'x'), (2, 'x'))
        self.assertEqual(self.markdown_rows(self.table('SELECT a AS n, b AS y FROM data ORDER BY a'))[0], ['n', 'y'])

    def test_a_value_that_is_marked_in_some_rows_only_is_not_common(self):
        self.rows((1, 5, ''), (2, 5, 'reduced'), (3, 5, ''))
        made = self.table('SELECT a AS n, b AS y, c AS "^" FROM data ORDER BY a')
        self.assertEqual(self.markdown_rows(made), [['n', 'y'], ['1', '5'], ['2', '5<sup>a</sup>'], ['3', '5']])

    def test_a_column_without_values_is_not_shown(self):
        self.rows((1, None, 2), (2, None, 3))
        made = self.table('SELECT a AS n, b AS gone, c AS x FROM data ORDER BY a')
        self.assertEqual(self.markdown_rows(made)[0], ['n', 'x'])
        self.assertEqual(self.csv(made)[0], ['n', 'gone', 'x'])

    def test_columns_of_the_csv_only(self):
        made = self.table('SELECT 1 AS n, 2.5 AS "csv: rate", NULL AS "±", 3 AS x')
        self.assertEqual(self.markdown_rows(made), [['n', 'x'], ['1', '3']])
        self.assertEqual(self.csv(made), [['n', 'rate', '± rate', 'x', 'footnotes'],
                                          ['1', '2.5', '', '3', 'rate: Fewer than five rounds: no confidence interval.']])
        for text in (made.view().markdown(), made.view().html(), made.view().latex()):
            self.assertNotIn('rate', text)
            self.assertNotIn('Fewer', text)

    def test_a_facet_is_a_part_of_the_rows(self):
        self.rows((1, 'one'), (2, 'two'), (3, 'one'))
        made = self.table('SELECT a AS n, b AS facet FROM data ORDER BY a')
        self.assertEqual(self.markdown_rows(made, 'one'), [['n'], ['1'], ['3']])
        self.assertEqual(self.csv(made)[0], ['n'])
        self.assertIn('id="table-try-one"', made.view('one').html())
        self.assertEqual(made.view('none').rows, [])

    def test_a_table_without_rows_has_none(self):
        made = self.table('SELECT 1 AS n WHERE 0')
        self.assertEqual(made.view().rows, [])
        self.assertEqual(self.csv(made), [['n']])


class Machines(TableTest):
    def setUp(self):
        super().setUp()
        self.rows((1, 1.5, 1), (2, 2.5, 2), (3, 3.5, None))

    def test_of_points(self):
        made = self.table('SELECT a AS n, b AS x, c AS point FROM data ORDER BY a')
        self.assertEqual(self.csv(made), [['n', 'x', 'machine'], ['1', '1.5', 'mine'], ['2', '2.5', 'card'], ['3', '3.5', '']])

    def test_of_several_points_each_once(self):
        made = self.table('SELECT a AS n, 1 AS point, b AS x, 2 AS point, b AS y, 1 AS point FROM data ORDER BY a')
        self.assertEqual([row[-1] for row in self.csv(made)[1:]], ['mine; card'] * 3)
        cells = Cells(made.view().html())
        self.assertEqual(cells.attributes[1], {})
        self.assertEqual(['reference' in cell[1].get('class', '').split() for cell in cells.rows[1]], [False, True, False])

    def test_of_rows_that_are_no_points(self):
        made = self.table("SELECT a AS n, iif(a = 2, 'card', 'mine') AS machine FROM data ORDER BY a")
        self.assertEqual([row[-1] for row in self.csv(made)], ['machine', 'mine', 'card', 'mine'])
        self.assertEqual([a.get('class') for a in Cells(made.view().html()).attributes[1:]], [None, 'reference', None])

    def test_rows_of_the_reference_are_marked_for_the_switch(self):
        view = self.table('SELECT a AS n, b AS x, c AS point FROM data ORDER BY a').view()
        cells = Cells(view.html())
        self.assertEqual([a.get('class') for a in cells.attributes[1:]], [None, 'reference', None])
        self.assertFalse([cell for row in cells.rows for cell in row if 'reference' in cell[1].get('class', '')])  # the row is
        self.assertFalse(view.reference)

    def test_a_table_of_the_reference_alone_is_marked_as_a_whole(self):
        view = self.table('SELECT a AS n, b AS x, 2 AS point FROM data ORDER BY a').view()
        self.assertTrue(view.reference)
        self.assertIn('<div class="table reference"', view.html())
        self.assertFalse(self.table('SELECT 1 AS n, 2 AS point WHERE 0').view().reference)

    def test_a_footnote_names_the_reference(self):
        view = self.table("SELECT 1 AS n, 2.5 AS x, 0.1 AS \"±\", 'ref' AS \"^\", 2 AS point").view()
        self.assertIn('Measured on the reference machine card, not here.', view.markdown())
        self.assertIn('<p class="note reference"><sup>a</sup> Measured', view.html())


class Texts(TableTest):
    def setUp(self):
        super().setUp()
        self.texts = [text for text in TEXTS + CONTROLS if len(text) < 300]
        self.rows(*((text,) for text in self.texts))
        self.write('footnotes.csv', 'mark,text\nfew,"<b> & $x$ {reference}"\n')
        self.study.reference = '<i>`card`'
        self.made = self.table("-- title: <b> $x$ `y`\n-- baseline: a_b & *c*\n-- note: 100 % |d|\n"
                               "SELECT a AS \"<th> | $h$\", rowid AS n, 1.5 AS x, NULL AS \"±\" FROM data ORDER BY rowid")

    def shown(self):
        return [escape.clean(text) for text in self.texts][:25]

    def test_in_html_nothing_of_them_is_a_tag(self):
        cells = Cells(self.made.view().html())
        self.assertEqual([row[0] for row in cells.texts()[1:]], self.shown())
        self.assertEqual(cells.texts()[0][0], '<th> | $h$')
        self.assertLessEqual({tag for tag, _ in cells.tags}, {'div', 'table', 'caption', 'strong', 'span', 'thead', 'tbody', 'tr', 'th', 'td',
                                                              'sup', 'p', 'a', 'details',
                                                              'summary', 'button'})
        self.assertFalse([attributes for _, attributes in cells.tags for name in attributes if name.startswith('on')])

    def test_in_html_title_baseline_and_notes_are_texts(self):
        tree = tree_of(self.made.view().html())
        self.assertEqual(' '.join(''.join(tree.find('div/table/caption').itertext()).split()), '<b> $x$ `y` Baseline: a_b & *c*')
        self.assertEqual([''.join(node.itertext()).strip() for node in tree.findall('p')][:2], ['a <b> & $x$ <i>`card`', '100 % |d|'])

    def test_in_markdown_title_baseline_and_notes_are_texts(self):
        text = self.made.view().markdown('Table 1. ')
        self.assertTrue(text.startswith('**Table 1. \\<b> \\$x\\$ \\`y\\`** Baseline: a_b & \\*c\\*\n\n| \\<th> \\| \\$h\\$ |'), text[:200])
        self.assertIn('\n\n<sup>a</sup> \\<b> & \\$x\\$ \\<i>\\`card\\`\n\n100 % \\|d\\|\n\n25 of', text)

    def test_in_latex_title_baseline_and_notes_are_texts(self):
        text = self.made.view().latex()
        self.assertIn('\\caption{' + escape.latex('<b> $x$ `y` Baseline: a_b & *c*') + '}', text)
        self.assertIn('\\textsuperscript{a}' + escape.latex('<b> & $x$ <i>`card`') + '}', text)
        self.assertIn('{\\footnotesize ' + escape.latex('100 % |d|') + '}', text)
        self.assertIn(escape.latex('<th> | $h$'), text)

    def test_in_csv_they_are_as_they_were(self):
        self.assertEqual([escape.csv_text(row[0]) for row in self.csv(self.made)], ['<th> | $h$'] + self.texts)

    def test_in_markdown_every_row_is_a_line_of_as_many_cells(self):
        lines = [line for line in self.made.view().markdown().splitlines() if line.startswith('| ')]
        self.assertEqual(len(lines), 26)
        for line in lines:
            self.assertEqual(line.replace('\\\\', '').replace('\\|', '').count('|'), 4, line)

    def test_in_latex_every_row_is_a_line_of_as_many_cells(self):
        lines = self.made.view().latex().splitlines()
        body = lines[lines.index('\\midrule') + 1:lines.index('\\bottomrule')]
        self.assertEqual(len(body), 25)
        for line in body:
            self.assertTrue(line.endswith(' \\\\'))
            self.assertEqual(line.replace('\\&', '').count('&'), 2, line)

    def test_a_long_text_has_a_column_of_a_width(self):
        wide = r'>{\raggedright\arraybackslash}p{%dem}'
        for lengths, shape in (((1, 33), 'l' + wide % 54), ((1, 32), 'll'), ((80, 90), wide % 28 + wide % 28), ((33,) * 5, 5 * (wide % 14))):
            cells = ', '.join(f"'{'y' * length}' AS c{i}" for i, length in enumerate(lengths))
            made = self.table(f"SELECT {cells} UNION ALL SELECT {', '.join(['NULL'] * len(lengths))}")
            self.assertIn(r'\begin{tabular}{' + shape + '}', made.view().latex())


class Numeric(TableTest):
    def test_columns_of_numbers_are_to_the_right(self):
        made = self.table("SELECT 1 AS n, '1.870' AS printed, '–' AS none, 'cpu/naive' AS variant, '16 threads' AS words "
                          "UNION ALL SELECT 2, '-2', '–', 'x', '2'")
        self.assertEqual(made.view().markdown().splitlines()[3], '|---:|---:|---:|:---|:---|')

    def test_what_a_cell_sorts_by(self):
        view = self.table('SELECT 1 AS n').view()

        def leading(value):
            return view.cell((value,), view.table.columns[0]).value
        for value, number in ((12, '12'), (1 / 3, '0.3333333'), ('16 threads', '16'), ('-1.5 ms', '-1.5'), ('cpu/naive', ''), (None, ''), ('', '')):
            self.assertEqual(leading(value), number)

    def test_a_heading_in_lines(self):
        self.assertEqual(table.stacked('speedup over one thread of it'), r'speedup over\\one thread of\\it')
        self.assertEqual(table.stacked('share (%)'), r'share (\%)')
        self.assertEqual(table.stacked('unbreakable-long-heading x'), r'unbreakable-long-heading\\x')
        self.assertEqual(table.stacked('speedup before'), r'speedup before')


if __name__ == '__main__':
    unittest.main()
