"""A figure: axes, labels, colors, and what gnuplot is given."""
import html
import math
import os
import re
import shutil
import tempfile
import unittest
import xml.etree.ElementTree
from unittest import mock

from hostile import CONTROLS, TEXTS
from renderer import escape, figure
from renderer.study import read_text
from small import Small

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
SVG = '{http://www.w3.org/2000/svg}'
LINES = 'load "style.gp"\nplot @lines\n'
DOTS = 'load "style.gp"\nplot @dots\n'


class Spread(unittest.TestCase):
    def test_labels_are_apart_in_order_and_within_the_axis(self):
        for heights in ([1, 1, 1], [0, 0, 10, 10], [5], [0.1 * i for i in range(30)], [10] * 20, [0] * 13, [0, 10]):
            placed = figure.spread(heights, 0.0, 10.0)
            gap = 10 / max(len(heights), 10)
            for below, above in zip(placed, placed[1:]):
                self.assertGreaterEqual(above - below, gap - 1e-9)
            self.assertGreaterEqual(placed[0], -1e-9)
            self.assertLessEqual(placed[-1], 10 + 1e-9)

    def test_labels_with_room_stay_where_their_lines_end(self):
        self.assertEqual(figure.spread([1, 4, 9], 0.0, 10.0), [1, 4, 9])


class Ticks(unittest.TestCase):
    def ticks(self, low, high):
        texts, low, high = figure.log_ticks(math.log(low), math.log(high))
        return texts, math.exp(low), math.exp(high)

    def test_decades_over_a_wide_axis_and_more_over_a_narrow_one(self):
        for low, high, texts in ((0.5, 2000, '1 10 100 1000'), (0.9, 11, '1 3 10'), (1.5, 12, '2 5 10'), (1.1, 4.4, '1.5 2 3 4'),
                                 (1, 100, '1 10 100'), (0.999999, 100.0001, '1 10 100'), (1.00001, 99.999, '3 10 30'),  # ends that are ticks
                                 (0.0005, 0.2, '0.001 0.01 0.1'), (5e4, 2e6, '100000 300000 1000000'),  # no exponents
                                 (1, 1e9, '1 100 10000 1000000 100000000')):
            self.assertEqual(' '.join(self.ticks(low, high)[0]), texts)
        self.assertEqual(self.ticks(1, 1e7)[0][:3], ['1', '10', '100'])
        self.assertLessEqual(len(self.ticks(1e-12, 1e12)[0]), 13)

    def test_a_narrow_axis_grows_no_more_than_it_must(self):
        texts, low, high = self.ticks(2, 3)
        self.assertEqual(texts, ['2', '3'])
        self.assertAlmostEqual(low, 2)
        self.assertAlmostEqual(high, 3)
        texts, low, high = self.ticks(2.1, 2.9)
        self.assertEqual(texts, ['2', '3'])
        self.assertGreater(low, 1.9)
        self.assertLess(high, 3.1)

    def test_there_are_always_two_and_the_axis_holds_them(self):
        for low, high in ((7.0, 7.1), (1.0, 1.0001), (100.0, 101.0), (0.3, 0.31), (2.2, 2.4), (9.99, 10.01), (0.5, 2000), (1e-6, 1e6)):
            texts, below, above = self.ticks(low, high)
            self.assertGreaterEqual(len(texts), 2)
            self.assertLessEqual(below, low * 1.000001)
            self.assertGreaterEqual(above, high * 0.999999)
            values = [float(text) for text in texts]
            self.assertEqual(values, sorted(set(values)))
            for value in values:
                self.assertTrue(below * 0.999 < value < above * 1.001, (texts, below, above))


class Colors(unittest.TestCase):
    def contrast(self, colour):
        parts = [int(colour[i:i + 2], 16) / 255 for i in (2, 4, 6)]
        linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
        return 1.05 / (0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2] + 0.05)

    def test_names_are_legible_on_white(self):
        for colour in ('0xF0E442', '0xE69F00', '0x56B4E9', '0x009E73', '0x0072B2', '0xD55E00', '0xCC79A7', '0x888888', '0xFFFFFF'):
            self.assertGreaterEqual(self.contrast(figure.legible(colour)), 4.5, colour)

    def test_a_color_is_darkened_no_more_than_it_must(self):
        for colour in ('0xF0E442', '0x56B4E9', '0xFFFFFF'):
            self.assertLess(self.contrast(figure.legible(colour)), 4.95, colour)

    def test_a_dark_color_stays(self):
        self.assertEqual(figure.legible('0x000000'), '0x000000')
        self.assertEqual(figure.legible('0x224466'), '0x224466')


class Words(unittest.TestCase):
    def test_a_value_with_its_interval(self):
        row = {'x': 16, 'y': 8.6, 'low': 8.5, 'high': 8.7}
        self.assertEqual(figure.description('cpu/packed', row), 'cpu/packed at 16: 8.60 ± 0.10, from 8.50 to 8.70')
        self.assertEqual(figure.description('cpu/packed', {**row, 'low': 4.0, 'high': 14.0}), 'cpu/packed at 16: 8.6 (4.9 to 15), from 4.00 to 14.0')
        self.assertEqual(figure.description('cpu/packed', {**row, 'low': None, 'high': None}), 'cpu/packed at 16: 8.6, no interval')
        self.assertEqual(figure.description('cpu/packed', {**row, 'low': 8.6, 'high': 8.6}), 'cpu/packed at 16: 8.6, no interval')
        self.assertEqual(figure.description('H2D', row, by_row=True), 'H2D: 8.60 ± 0.10, from 8.50 to 8.70')

    def test_a_long_name_is_cut(self):
        self.assertEqual(figure.cut('abcdef', 6), 'abcdef')
        self.assertEqual(figure.cut('abcdefg', 6), 'abc…fg')  # names often differ at their ends


class FigureTest(Small):
    """plots/ is a folder with a query `try`, whose script is that of the test; style.gp is the project's."""

    def setUp(self):
        super().setUp()
        os.makedirs(os.path.join(self.folder, 'plots'))
        shutil.copy(os.path.join(ROOT, 'plots/style.gp'), os.path.join(self.folder, 'plots'))
        patch = mock.patch.object(figure, 'ROOT', self.folder)
        patch.start()
        self.addCleanup(patch.stop)

    def figure(self, rows, head='-- axes: logx logy\n-- caption: What it is for.\n', script=LINES, more=''):
        """rows: (series, x, y, half, id)"""
        self.study.database.execute('DROP TABLE IF EXISTS data')
        self.rows(*rows)
        if script == 'lines.gp':  # the shared one
            self.write('plots/lines.gp', LINES)
            if os.path.exists(os.path.join(self.folder, 'plots/try.gp')):
                os.remove(os.path.join(self.folder, 'plots/try.gp'))
        else:
            self.write('plots/try.gp', script)
        self.write('plots/try.sql', f"{head}SELECT '' AS facet, 'A title' AS title, a AS series, b AS x, c AS y, c - d AS low, c + d AS high, "
                   f"'0x0072B2' AS colour, 7 AS point{more}, d IS NULL AS few, e AS id FROM data ORDER BY rowid")
        return figure.Figure(self.study, 'try')

    def with_laws(self, rows, name, *laws):
        """A figure of these rows, and of curves of points (x, y, kind) of the series `name`."""
        self.figure(rows, more=', 0 AS curve')
        head = read_text(os.path.join(self.folder, 'plots/try.sql')).partition(' ORDER BY')[0]
        self.write('plots/try.sql', head + ''.join(
            f" UNION ALL SELECT '', 'A title', '{name}', {x}, {y}, NULL, NULL, '0x123456', 7, {kind}, 0, 1" for x, y, kind in laws))
        return figure.Figure(self.study, 'try')

    def draw(self, made):
        for facet in made.facets:
            facet.draw(self.folder)
        return made.facets[0].svg


def study_rows(series=3, points=(1, 2, 4, 8)):
    return [(f's{i}', x, x * (i + 1.0), 0.01 * x, 1) for i in range(series) for x in points]


class Facets(FigureTest):
    def test_series_and_ticks(self):
        facet, = self.figure(study_rows()).facets
        self.assertEqual([series.name for series in facet.series], ['s0', 's1', 's2'])
        self.assertEqual(facet.x_ticks, [1, 2, 4, 8])
        self.assertEqual(facet.file, 'try')

    def test_rows_without_a_value_are_left_out(self):
        self.assertEqual(self.figure([('s', 1, None, None, 1)]).facets, [])
        self.assertEqual(len(self.figure([('s', 1, None, None, 1), ('s', 2, 3.0, 0.1, 1), ('s', 4, 3.0, 0.1, 1)]).facets[0].series[0].rows), 2)

    def test_only_seven_series_have_a_color(self):
        facet, = self.figure(study_rows(9)).facets
        self.assertEqual([series.name for series in facet.grey], ['s7', 's8'])
        self.assertEqual({series.colour for series in facet.grey}, {figure.GREY})
        self.assertNotIn(figure.GREY, {series.colour for series in facet.series[:7]})
        self.assertEqual(self.figure(study_rows(7)).facets[0].grey, [])

    def test_the_rank_says_which(self):
        facet, = self.figure(study_rows(9), more=', 10 - substr(a, 2) AS rank').facets
        self.assertEqual([series.name for series in facet.grey], ['s1', 's0'])

    def test_the_axis_holds_values_intervals_floor_and_top(self):
        facet, = self.figure([('s', 1, 2.0, 0.5, 1), ('s', 2, 8.0, 4.0, 1)], more=', 1.2 AS floor, 50 AS top').facets
        self.assertLess(math.exp(facet.low_y), 1.2)
        self.assertGreater(math.exp(facet.high_y), 50)
        facet, = self.figure([('s', x, 2.0, 0.5, 1) for x in (1, 2)], head='-- axes: zeroy\n').facets
        self.assertEqual(facet.low_y, 0)
        self.assertGreater(facet.high_y, 2.5)

    def test_zero_and_less_on_a_logarithmic_axis(self):
        facet, = self.figure([('s', 1, 2.0, 3.0, 1), ('s', 2, 8.0, 9.0, 1)]).facets
        self.assertGreater(math.exp(facet.low_y), 1)

    def test_a_single_value(self):
        for head in ('-- axes: logx logy\n', '-- axes:\n', '-- axes: zeroy dots\n'):
            self.assertEqual(self.figure([('s', 1, 2.0, None, 1), ('t', 1, 3.0, None, 1)], head=head).facets, [])  # a number for a table
            facet, = self.figure([('s', 1, 2.0, None, 1), ('s', 2, 2.0, None, 1)], head=head).facets
            self.assertGreater(facet.high_y, facet.low_y)
            self.assertGreaterEqual(min(len(facet.x_ticks), len(facet.y_ticks)), 2)

    def test_below_three_x_lines_become_dots_sorted_by_value(self):
        shutil.copy(os.path.join(ROOT, 'plots/dots.gp'), os.path.join(self.folder, 'plots'))
        rows = [(f's{i}', x, x * (i + 1.0), 0.1, 1) for i in range(3) for x in (1, 2)]
        made = self.figure(rows, head='-- axes: zeroy\n-- x: threads (of cores)\n-- y: speedup\n-- ideal: x\n', script='lines.gp')
        facet, = made.facets
        self.assertEqual([(series.name, [(row['x'], row['y']) for row in series.rows]) for series in facet.series],
                         [('s2', [(1, 6.0)]), ('s1', [(2, 4.0)]), ('s0', [(3, 2.0)])])
        self.assertEqual((facet.title, facet.where, facet.at_x, facet.script_name), ('A title', ', threads 2', 2, 'dots.gp'))
        facet, = self.figure([('s', 2, 1.0, 0.1, 1), ('t', 4, 1.0, 0.1, 1), ('u', 1, None, None, 1)], script=DOTS).facets
        self.assertEqual([series.rows[0]['x'] for series in facet.series], [1, 2])  # a row without a value leaves no gap
        self.assertEqual(self.figure(rows + [('s0', 4, 1.0, 0.1, 1)], script='lines.gp').facets[0].script_name, 'lines.gp')
        self.assertEqual(self.figure(rows[:2], script='lines.gp').facets, [])

    def test_names_stand_at_line_ends_where_the_axes_keep_their_share(self):
        for length in (1, 5, 9, 10, 11, 12, 20, 60):
            for top in (3, 1e9):
                facet, = self.figure([('n' * length, x, x * top, 0.1, 1) for x in (1, 2, 3)]).facets
                self.assertGreaterEqual(figure.WIDTH - facet.left - facet.right, figure.LEAST_AXES * figure.WIDTH)
                self.assertEqual(bool(facet.key), not facet.at_ends)
        self.assertTrue(self.figure(study_rows()).facets[0].at_ends)
        facet, = self.figure([(f'cpu/{i}' + 'n' * 30, x, 1.0 + i, 0.1, 1) for i in range(7) for x in (1, 2, 3)]).facets
        self.assertEqual((facet.columns, facet.series[0].shown), (2, '0' + 'n' * 10 + '…' + 'n' * 5))  # of many names two fit a line

    def test_ticks_that_would_run_into_each_other_are_left_out(self):
        facet, = self.figure([('s', x, 1.0, None, 1) for x in range(1000, 1100)], head='-- axes: logx\n').facets
        self.assertIn(1000, facet.x_ticks)
        self.assertIn(1099, facet.x_ticks)
        self.assertIn(1024, facet.x_ticks)
        self.assertLess(len(facet.x_ticks), 25)

    def test_the_caption_names_few_rounds_and_gray(self):
        made = self.figure(study_rows())
        self.assertEqual(made.caption(made.facets), 'What it is for.')
        made = self.figure([('s', x, 2.0, None, 1) for x in (1, 2, 3)])
        self.assertEqual(made.caption(made.facets), 'What it is for. Open or thin: fewer than five rounds.')
        made = self.figure(study_rows(8))
        self.assertEqual(made.caption(made.facets), 'What it is for. Gray: beyond the 7 first.')

    def test_a_caption_of_one_facet(self):
        made = self.figure(study_rows(), head='-- caption other: Of others.\n-- caption one: Its own.\n-- caption: What it is for.\n')
        made.facets[0].name = 'one'
        self.assertEqual(made.caption(made.facets), 'Its own. What it is for.')

    def test_whose_series_it_is(self):
        facet, = self.figure([('mine', x, 2.0, 0.1, 1) for x in (1, 2)] + [('lent', 1, 3.0, 0.1, 2)]).facets
        self.assertEqual([series.is_reference for series in facet.series], [False, True])
        self.assertFalse(facet.is_reference)
        self.assertTrue(self.figure([('lent', x, 3.0, 0.1, 2) for x in (1, 2)]).facets[0].is_reference)

    def test_names_stand_where_they_can_be_read(self):
        facet, = self.figure([(f's{i}', x, 5.0 + 0.01 * i, 0.1, 1) for i in range(6) for x in (1, 2)]).facets
        heights = sorted(series.name_at[1] for series in facet.series)
        for above, below in zip(heights, heights[1:]):
            self.assertGreater(below - above, 11)  # letters of 12 pixels
        self.assertEqual({series.name_at[0] for series in facet.series}, {figure.WIDTH - facet.right + 8})

    def test_the_drawing_in_words(self):
        self.assertEqual(self.figure(study_rows(2)).facets[0].seen, 'A title: s0 1.00 to 8.00; s1 2.00 to 16.0')


class Given(FigureTest):
    """What gnuplot is given."""

    def given(self, facet):
        text = facet.gnuplot()
        values = dict(re.findall(r'(?m)^(\w+) = (.*)$', text))
        arrays = {name: items for name, items in re.findall(r'(?m)^array (\w+)\[\d+\] = \[(.*)\]$', text)}
        data = text[text.index('$data << EOD\n') + 13:].split('\nEOD')[0]
        blocks = [[line.split('\t') for line in block.splitlines()] for block in data.split('\n\n\n')]
        return values, arrays, blocks

    def test_rows_and_series(self):
        facet, = self.figure([('s0', 1, 2.0, 0.5, 1), ('s0', 4, 8.0, None, 1), ("it's", 1, 3.0, 0.25, 1)],
                             more=", iif(b = 4, 'four', '') AS label, b * 10 AS own_1, 'x' AS own_2").facets
        values, arrays, blocks = self.given(facet)
        self.assertEqual(blocks, [[['1', '0', '0', '1', '2', '1.5', '2.5', str(0x0072B2), '7', '10', 'NaN'],
                                   ['2', '0', '0', '4', '8', '8', '8', str(0x0072B2), '6', '40', 'NaN']],
                                  [['3', '0', '0', '1', '3', '2.75', '3.25', str(0x0072B2), '7', '10', 'NaN']]])
        self.assertEqual((values['series'], values['curves'], values['width'], values['places'], values['log_x'], values['log_y']),
                         ('2', '0', '300', '0', '1.0', '1.0'))
        self.assertEqual((values['x_ticks'], values['y_ticks']), ("'1 4'", "'1.5 2 3 4 5 6 8'"))
        self.assertEqual(arrays['dashes'], '1, 1')
        self.assertEqual([(series.end['x'], series.end['y']) for series in facet.series], [(4, 8), (1, 3)])
        self.assertTrue(float(values['low_y']) < 1.5 and float(values['high_y']) > 8)

    def test_a_law_is_a_curve_and_its_name_stands_at_its_end(self):
        facet, = self.with_laws([('s0', 1, 1.0, 0.1, 1), ('s0', 2, 1.9, 0.1, 1)], 's0', (1, 1.0, 1), (2, 1.8, 1), (2, 1.8, 2), (4, 3.2, 2)).facets
        values, arrays, blocks = self.given(facet)
        self.assertEqual([len(block) for block in blocks], [2, 2, 2])
        self.assertEqual((values['series'], values['curves'], arrays['kinds']), ('1', '2', '1, 2'))
        self.assertEqual([row[3:5] for row in blocks[2]], [['2', '1.8'], ['4', '3.2']])
        self.assertEqual((facet.series[0].end['x'], facet.series[0].end['y']), (4, 3.2))
        self.assertEqual(facet.x_ticks, [1, 2, 4])
        self.assertEqual(facet.seen, 'A title: s0 1.00 to 1.90')
        self.assertGreater(facet.high_x, facet.scale_x(2))

    def test_dashes_axis_width_and_cut_names(self):
        facet, = self.figure([('n' * 70, x, 2.0, 0.5, 1) for x in (1, 2, 4)], more=", 2 AS dash, 'x axis' AS axis").facets
        values, arrays, _ = self.given(facet)
        self.assertEqual((arrays['dashes'], facet.x_label, facet.y_label), ('2', 'x axis', 'x axis'))
        self.assertEqual(facet.series[0].shown, 'n' * 23 + '…' + 'n' * 12)

    def test_a_line_is_interrupted_where_others_of_the_facet_were_measured(self):
        rows = [('s0', x, 1.0 * x, 0.1, 1) for x in (1, 2, 4, 8)] + [('s1', x, 2.0 * x, 0.1, 1) for x in (1, 2, 8)] + [('s2', x, 3.0 * x, 0.1, None) for x in (1, 8)]
        _, _, blocks = self.given(self.figure(rows).facets[0])
        self.assertEqual([[row[3] if row != [''] else '' for row in block] for block in blocks], [['1', '2', '4', '8'], ['1', '2', '', '8'], ['1', '8']])

    def test_gray_rows_are_gray_and_dots_never(self):
        rows = [(f's{i}', x, 1.0 + i, 0.1, 1) for i in range(9) for x in (1, 2)]
        _, _, blocks = self.given(self.figure(rows).facets[0])
        self.assertEqual([block[0][7] == str(0x999999) for block in blocks], [False] * 7 + [True] * 2)
        self.assertEqual(self.figure(rows, script=DOTS).facets[0].grey, [])

    def test_whose_rows_are_by_machine(self):
        facet, = self.figure([('mine', x, 2.0, 0.1, None) for x in (1, 2)] + [('lent', 1, 3.0, 0.1, None)], more=", iif(a = 'lent', 'card', 'mine') AS machine").facets
        self.assertEqual([series.is_reference for series in facet.series], [False, True])

    def test_labels_of_ticks_have_room(self):
        facet, = self.figure([('s', x, 1.0, None, 1) for x in range(1, 17)], head='-- axes:\n').facets
        self.assertEqual(facet.x_ticks, [1, 2, 3, 4, 5, 6, 7, 8, 9, 11, 13, 16])
        facet, = self.figure([('s', x, 1.0, None, 1) for x in (1, 2, 4, 8, 16, 32, 64)], head='-- axes: logx\n').facets
        self.assertEqual(facet.x_ticks, [1, 2, 4, 8, 16, 32, 64])
        facet, = self.figure([('s', x / 6, 1.0, None, 1) for x in (1, 64, 4096)], head='-- axes: logx\n').facets
        self.assertEqual(facet.x_ticks, [1, 10, 100])  # of operations per byte

    def test_ticks_of_a_linear_axis(self):
        for low, high, texts in ((0, 1.05, '0 0.5 1'), (0, 17, '0 5 10 15'), (0, 640, '0 200 400 600'), (0, 0, '0 0.5 1'), (2, 2.5, '2 2.2 2.4')):
            self.assertEqual(' '.join(figure.linear_ticks(low, high)[0]), texts)


@unittest.skipUnless(shutil.which('gnuplot'), 'gnuplot is not installed')
class Drawn(FigureTest):
    def texts(self, svg):
        tree = xml.etree.ElementTree.fromstring(svg)
        return [''.join(node.itertext()) for node in tree.iter(SVG + 'text')]

    def test_a_tooltip_per_value_where_the_value_is(self):
        svg = self.draw(self.figure(study_rows()))
        titles = [html.unescape(text) for text in re.findall(r'<g class="mark".*?<title>(.*?)</title>', svg)]
        self.assertEqual(len(titles), 12)
        self.assertEqual(titles[0], 's0 at 1: 1.000 ± 0.010, from 0.990 to 1.01')
        x, y = [[float(v) for v in re.findall(rf'<circle c{axis}="([\d.]+)"', svg)] for axis in 'xy']
        self.assertEqual(x[:4], sorted(x[:4]))
        self.assertEqual(y[:4], sorted(y[:4], reverse=True))
        self.assertNotIn('onmousemove', svg)
        self.assertNotIn('<desc', svg)

    def test_every_round_is_a_dot_behind_its_mean(self):
        self.study.rounds = {1: [(1.0, 5.0), (2.0, 5.0), (4.0, None)]}
        for rounds, factors in (('time', (0.5, 1, 2)), ('rate', (2, 1, 0.5))):
            made = self.figure(study_rows(2), head=f'-- axes: logx logy\n-- rounds: {rounds}\n')
            self.assertEqual(made.caption(made.facets), 'Pale: each round.')
            svg = self.draw(made)
            dots = [[tuple(map(float, pair)) for pair in re.findall(r'M([\d.]+),([\d.]+)h0', path)] for path in re.findall('<path class="rounds" d="(.*?)"', svg)]
            self.assertEqual([len(path) for path in dots], [12, 12])
            marks = [tuple(map(float, pair)) for pair in re.findall(r'<circle cx="([\d.]+)" cy="([\d.]+)"', svg)]
            for mark, dot in zip(marks, dots[0][1::3] + dots[1][1::3]):  # the middle round is the mean
                self.assertAlmostEqual(mark[0], dot[0], delta=0.2)
                self.assertAlmostEqual(mark[1], dot[1], delta=0.2)
            for (row, found), factor in zip(zip([made.facets[0].series[0].rows[0]] * 3, made.facets[0].series[0].rows[0]['rounds']), factors):
                self.assertAlmostEqual(found, row['y'] * factor)
            self.assertLess(svg.index('class="rounds"'), svg.index('class="mark"'))
        self.assertNotIn('class="rounds"', self.draw(self.figure(study_rows())))
        total = self.figure(study_rows(2), head='-- axes: logy\n-- rounds: time\n', more=", 'total' AS clock").facets[0]
        self.assertEqual([f'{y:g}' for y in total.series[0].rows[0]['rounds']], ['1', '1'])

    def test_series_of_the_reference_are_in_groups_of_their_own(self):
        svg = self.draw(self.figure([('mine', x, 2.0 * x, 0.1, 1) for x in (1, 2, 4)] + [('lent', x, 3.0 * x, 0.1, 2) for x in (1, 2, 4)]))
        tree = xml.etree.ElementTree.fromstring(svg)
        hidden = [group for group in tree.iter(SVG + 'g') if group.get('class') == 'reference']
        texts = [''.join(node.itertext()) for group in hidden for node in group.iter(SVG + 'text')]
        self.assertEqual(texts, ['lent'])
        self.assertEqual(self.texts(svg).count('mine'), 1)
        self.assertNotIn('reference', self.draw(self.figure(study_rows())))
        self.assertNotIn('class="reference"', self.draw(self.figure([('lent', x, 3.0, 0.1, 2) for x in (1, 2)])))

    def test_the_file_is_the_drawing(self):
        made = self.figure(study_rows())
        svg = self.draw(made)
        with open(os.path.join(self.folder, 'try.svg'), encoding='utf-8') as file:
            self.assertEqual(file.read(), '<?xml version="1.0" encoding="utf-8"?>\n' + svg)

    def test_on_the_page_ids_are_unique_and_the_paper_is_transparent(self):
        made = self.figure(study_rows())
        self.assertIn('fill="#ffffff"', self.draw(made).lower())
        page = made.facets[0].html()
        self.assertNotIn('fill="#ffffff"', page.lower())
        self.assertTrue(page.startswith('<div class="drawing" id="figure-try-drawing"><svg role="img" aria-label="A title: s0 1.00 to 8.00;'), page[:200])
        self.assertIn('<div class="drawing reference"', self.draw_page([('lent', x, 3.0, 0.1, 2) for x in (1, 2)]))
        for name in re.findall(r"\bid=['\"]([^'\"]*)", page):
            self.assertTrue(name.startswith('figure-try'), name)
        for name in re.findall(r'(?:href=[\'"]#|url\(#)([^\'")]*)', page):
            self.assertTrue(name.startswith('figure-try-'), name)

    def draw_page(self, rows):
        made = self.figure(rows)
        self.draw(made)
        return made.facets[0].html()

    def test_a_law_has_no_tooltips(self):
        rows = [('mine', x, 2.0 * x, 0.1, 1) for x in (1, 2)] + [('lent', x, 3.0 * x, 0.1, 2) for x in (1, 2)]
        svg = self.draw(self.with_laws(rows, 'mine', (1, 1.5, 1), (4, 4.5, 1)))
        self.assertEqual(len(re.findall('<g class="mark"', svg)), 4)

    def test_every_text_is_shown_as_it_is_and_nothing_is_run(self):
        ran = os.path.join(tempfile.mkdtemp(dir=self.folder), 'ran')
        texts = [text.replace('ran', ran) if 'touch' in text or 'write18' in text else text for text in TEXTS + CONTROLS if len(text) < 60]
        texts += ['%d %s %g %', '@A ^2 _x {/Symbol a}', "''", '\\', "x'; system('touch " + ran + "'); y='", 'EOD', '$data', '\\n', '{/:Bold x}',
                  'url(#a) id="b"']
        for script in (LINES, DOTS):
            with self.subTest(script=script):
                for start in range(0, len(texts), 6):
                    some = texts[start:start + 6]
                    made = self.figure([(text, x, 2.0 + i + x, 0.1, 1) for i, text in enumerate(some)
                                        for x in ((1, 2) if script == LINES else (i + 1,))], script=script)
                    facet, = made.facets
                    facet.title, facet.axis = some[0], some[-1]
                    shown = [re.sub(r'\s+', ' ', text).strip() for text in self.texts(self.draw(made))]
                    for text in some:
                        self.assertIn(re.sub(r'\s+', ' ', figure.cut(escape.clean(text), figure.MOST_LETTERS)).strip(), shown)
                    self.assertFalse(os.path.exists(ran), some)
                    page = [re.sub(r'\s+', ' ', text).strip() for text in self.texts(made.facets[0].html())]
                    self.assertEqual(page, shown)

    def test_a_failing_script_is_an_error_that_names_it(self):
        with self.assertRaisesRegex(figure.StudyError, r'plots/try\.gp failed on try'):
            self.draw(self.figure(study_rows(), script='load "style.gp"\nplot nonsense(\n'))


if __name__ == '__main__':
    unittest.main()
