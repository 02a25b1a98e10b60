"""The report of the committed reference, and of the same machine without its GPU: every query, table, sentence and figure."""
import csv
import functools
import glob
import io
import json
import math
import os
import re
import shutil
import sqlite3
import tempfile
import unittest
from contextlib import redirect_stderr
from pathlib import Path
from unittest import mock

import recompute
from renderer import study
from renderer.chapters import Chapters
from renderer.figure import Figure
from renderer.numbers import significant
from renderer.study import REPORT, ROOT, Study
from renderer.table import Table

MOST_WORDS = 60  # of a note


def names(pattern):
    return [os.path.splitext(os.path.basename(path))[0] for path in sorted(glob.glob(pattern))]


QUERIES, BESIDE = ([name for name in names(f'{REPORT}/queries/*.sql') if name.startswith('beside-') == beside] for beside in (False, True))
FIGURES = names(f'{ROOT}/plots/*.sql')
TEMPLATES = [name + '.md' for name in names(f'{REPORT}/templates/[0-9]*.md')]
DEFAULT = study.read_text(f'{REPORT}/reference/default').strip()
REFERENCE = f'{REPORT}/reference/{DEFAULT}/' if DEFAULT else ''
OTHERS = [folder for folder in sorted(glob.glob(f'{REPORT}/reference/*/')) if folder != REFERENCE]

QUICK = f'{ROOT}/tests/data/quick-2c/'
CHAPTERS = '\n'.join(study.read_text(path) for path in glob.glob(f'{REPORT}/templates/*.md'))
connect = sqlite3.connect
TOKEN = re.compile(r"'[^']*'|\w+|.", re.S)
HEADINGS = {'±', 'low', 'high', '≈', '^', 'apart', 'point', 'machine'}  # a table has these more than once


def selects(query):
    """The text of each SELECT of a query without those within it and without strings, at its place among blanks."""
    found, levels = [], [None]
    for token in TOKEN.finditer(query):
        if token[0] == 'SELECT':
            levels[-1] = [' '] * len(query)
            found.append(levels[-1])
        elif token[0] == ')':
            levels.pop()
        elif token[0] in ('UNION', 'EXCEPT', 'INTERSECT'):
            levels[-1] = None
        if levels[-1] and token[0][0] != "'":
            levels[-1][token.start():token.end()] = token[0]
        levels += levels[-1:] * (token[0] == '(')
    return map(''.join, found)


def shadows(database, query):
    """The aliases that a column of their source has too, if that column is in the result as well or the rest of the SELECT uses the name. To an
    expression of the SELECT the name of such a column can be added: the query can still be prepared, or the name is ambiguous."""
    found = []
    for select in selects(query):
        clauses = re.search(r'\b(WHERE|GROUP|HAVING|WINDOW|ORDER)\b.*', select.partition(' FROM ')[2], re.S)
        for alias in re.finditer(r' AS (\w+)\b', select):
            names = [table + alias[1] for table in re.findall(r'(?:SELECT|DISTINCT|,)\s*(\w+\.|)\*', select)]
            names += re.findall(rf'(?<![\w.]){alias[1]}\b', clauses[0])[:1] if clauses else []
            for name in names:
                try:
                    database.execute(f'EXPLAIN {query[:alias.start()]} + {name}{query[alias.start():]}')
                except sqlite3.OperationalError as error:
                    if 'ambiguous' not in str(error):
                        continue
                found.append(alias[1])
    return found


def doubles(database, query):
    """Columns of the result that have the same name."""
    names = [column[0] for column in database.execute(query).description or []]
    return [name for name in names if names.count(name) > 1 and name not in HEADINGS]


def alike(one, other):
    """The same cell, or a number that differs in its last digit, as sums of other versions of SQLite and of the C library may."""
    try:
        return one == other or math.isclose(float(one), float(other), rel_tol=2e-6)
    except ValueError:
        return False


def backwards(*arguments):
    """A database that gives the rows of a query without ORDER BY in reverse, as others may."""
    database = connect(*arguments)
    database.execute('PRAGMA reverse_unordered_selects = ON')
    return database


summarize = functools.cache(study.summarize)  # of the program, whatever the order of the database


def load(folder, reference, beside=None):
    with mock.patch.dict(os.environ, REFERENCE=reference), mock.patch.object(study, 'summarize', summarize), redirect_stderr(io.StringIO()):
        return Study(folder, beside=beside)


def without_gpu(folder):
    """The reference's CPU rows as those of a machine `mine`; its weak scaling is the user's own sweep."""
    for name in ('samples.csv', 'members.csv'):
        path = os.path.join(folder, name)
        with open(REFERENCE + name, encoding='utf-8', newline='') as source, open(path, 'w', encoding='utf-8', newline='') as file:
            rows = csv.DictReader(source)
            out = csv.DictWriter(file, [name for name in rows.fieldnames if name != 'check'], extrasaction='ignore', lineterminator='\n')
            out.writeheader()
            for row in rows:
                if row['variant'].startswith('cpu/'):
                    row['experiment'] = row['experiment'].replace('weak-scaling', 'my sweep')
                    out.writerow({**row, 'machine': 'mine', 'host': 'mine'})
    with open(REFERENCE + 'machine.json', encoding='utf-8') as file:
        machine = json.load(file)
    with open(os.path.join(folder, 'machine.json'), 'w', encoding='utf-8') as file:
        json.dump({**machine, 'name': 'mine', 'gpu': None}, file)
    shutil.copy(REFERENCE + 'variants.csv', folder)


@unittest.skipUnless(REFERENCE and os.access(study.SPEEDUP, os.X_OK), 'no reference results, or speedup is not built')
class Reports(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.work = tempfile.mkdtemp()
        cls.addClassCleanup(shutil.rmtree, cls.work)
        cls.other = os.path.join(cls.work, 'without-gpu')
        os.mkdir(cls.other)
        without_gpu(cls.other)
        cls.sides = [f'{REPORT}/reference/{name}/' for name in ('h100', 'h200')]
        cls.folders = {'reference': (REFERENCE, '/nonexistent'), 'without GPU': (cls.other, REFERENCE), 'beside': (cls.sides[0], '', cls.sides[1])}
        cls.studies = {name: load(*folders) for name, folders in cls.folders.items()}
        cls.others = {folder: load(folder, REFERENCE if folder == QUICK else '') for folder in [*OTHERS, QUICK]}
        cls.tables = {name: {query: Table(each, query) for query in (BESIDE if name == 'beside' else QUERIES)} for name, each in cls.studies.items()}

    def check_views(self, check):
        """Every table of a chapter as the page shows it, whole or by facet."""
        for name, tables in self.tables.items():
            for query, table in tables.items():
                facets = table.facets or [None]
                for facet in facets:
                    view = table.view(facet)
                    if view.rows and f"table('{query}'" in CHAPTERS:
                        with self.subTest(study=name, table=query, facet=facet):
                            check(table, view)

    def csv_of(self, table):
        path = os.path.join(self.work, 'table.csv')
        table.write_csv(path)
        return Path(path).read_text(encoding='utf-8')

    def check_committed(self, folder, tables):
        self.assertEqual(names(f'{folder}tables/*.csv'), list(tables))
        for name, table in tables.items():
            with self.subTest(folder=folder, table=name), open(f'{folder}tables/{name}.csv', encoding='utf-8') as file:
                committed, made = (list(csv.reader(text.splitlines())) for text in (file.read(), self.csv_of(table)))
                self.assertEqual(list(map(len, committed)), list(map(len, made)))
                self.assertEqual([pair for rows in zip(committed, made) for pair in zip(*rows) if not alike(*pair)], [])
                self.assertEqual([row for row in made for i, name in enumerate(made[0]) if name[0] == '±' and row[i] and not row[i - 1]], [])

    def test_committed_tables_are_those_made_of_the_samples(self):
        self.check_committed(REFERENCE, self.tables['reference'])
        for folder in OTHERS:
            self.check_committed(folder, {query: Table(self.others[folder], query) for query in QUERIES})
        for folder in glob.glob(f'{self.sides[0]}beside/*/'):
            self.check_committed(folder, self.tables['beside'])

    def test_every_number_of_page_one_and_of_the_course_reports_follows_from_the_rows(self):
        for folder, each in {REFERENCE: self.studies['reference'], **self.others}.items():
            report = Chapters(each, {}, {}, False).render(TEMPLATES)
            verdicts = [(row['verdict'], row['judged']) for row in each.query('SELECT verdict, judged FROM ledger')]
            self.assertEqual(recompute.faults(folder, report, verdicts, each.sources.get('reference')), [])
            self.assertEqual('of several builds' in report, len({point.rows[0]['build'] for point in recompute.points_of(Path(folder))}) > 1, folder)

    def test_no_alias_is_a_column_of_its_source(self):
        each, real, faults = self.studies['reference'], Study.cursor, {}
        found = [(path, path.read_text()) for folder in (ROOT / 'plots', REPORT) for path in folder.glob('**/*.sql')]
        chapters = Chapters(each, {}, {}, False)
        chapters.functions.update(table=lambda *_: '', value=lambda query: each.query(query) and 1)
        for path in REPORT.glob('templates/**/*.md'):
            with mock.patch.object(Study, 'cursor', lambda self, query: found.append((path, query)) or real(self, query)):
                chapters.fill(path.relative_to(REPORT / 'templates').as_posix())
        self.assertGreater(len(found), 150)
        for path, text in found:
            for query in re.split(r';\s*\n', re.sub('--.*', '', text) + '\n'):
                query = re.sub(r'^\s*CREATE (TABLE|VIEW) \w+ AS\b', '', query)
                if re.match(r'\s*(SELECT|WITH)', query):
                    faults.setdefault(path.name, []).extend(shadows(each.database, query) + doubles(each.database, query))
        self.assertEqual({name: names for name, names in faults.items() if names}, {})

    def test_which_aliases_are_found(self):
        database = connect(':memory:')
        self.addCleanup(database.close)
        database.executescript('CREATE TABLE a (x, y); CREATE TABLE b (y, z)')
        for query, faults in (('SELECT *, 1 AS y FROM a', 'yyy'), ('SELECT -x AS x FROM a ORDER BY x', 'x'), ('SELECT a.*, 1 AS z FROM a, b', ''),
                              ('SELECT * FROM a, b', 'yy'), ('SELECT max(x) AS x, y FROM a GROUP BY y', ''), ('SELECT x AS "^", y AS "^" FROM a', ''),
                              ("SELECT 1 IN (SELECT -x AS x FROM a WHERE x > (y) AND ' x') AS u", 'x'), ('SELECT -y AS x FROM b ORDER BY x', ''),
                              ('SELECT -y AS y FROM a, b USING (y) WHERE z IN (SELECT y FROM a)', '')):
            self.assertEqual(''.join(shadows(database, query) + doubles(database, query)), faults, query)

    def test_the_default_reference_has_a_gpu_row_for_every_report_on_gpus(self):
        found = self.studies['reference'].value("SELECT group_concat(DISTINCT report) FROM compared JOIN sizes USING (experiment) WHERE kind = 'gpu'")
        self.assertEqual(set(found.split(',')), set('TFSR'))

    def test_every_ratio_of_two_machines_follows_from_the_rows(self):
        """The points of one identity and input, found in the raw rows; times there over times here; the largest certain differences first."""
        columns = [name for name in recompute.IDENTITY if name not in ('machine', 'host', 'shape')]

        def key(row):
            return tuple(str(row.get(name) or (1 if name in ('matrices', 'iterations') else '')) for name in columns)
        here, there = ({key(p.rows[0]) + (p.rows[0]['input_hash'],): p for p in recompute.points_of(Path(folder)) if p.right and not p.shape}
                       for folder in self.sides)
        expected = {name[:-1]: recompute.ratio(there[name], here[name]) for name in here.keys() & there.keys()}
        rows = list(csv.DictReader(self.csv_of(self.tables['beside']['beside-ratios']).splitlines()))
        self.assertEqual(len(rows), len(expected))
        effects, said = [], Chapters(self.studies['beside'], {}, {}, False).plain('beside')
        for kind, threads in (('cpu', ', on 1 to 16 threads'), ('gpu', '')):
            sides = [(times.low, times.high) for name, times in expected.items() if name[columns.index('variant')].startswith(kind)]
            sure = [ends for ends in sides if ends[0]]
            shorter, longer = sum(low > 1 for low, _ in sure), sum(high < 1 for _, high in sure)
            self.assertRegex(said, rf'measured {len(sides)} points of the {kind.upper()}{threads}\. .* at {shorter} and \S+ at {longer} \(undecided: '
                             rf'{len(sure) - shorter - longer}' + (rf'; .* rounds: {len(sides) - len(sure)}\)' if len(sides) > len(sure) else r'\)'))
        for row in rows:
            times = expected.pop(key({**row, 'variant': row['plain variant']}))
            self.assertTrue(times.apart)
            self.assertAlmostEqual(float(row['ratio']) / times.value, 1, delta=2e-6)
            self.assertEqual(row['± ratio'] == '', times.low is None)
            if times.low:
                self.assertAlmostEqual(float(row['± ratio']) / ((times.high - times.low) / 2), 1, delta=1e-4)
            effects.append(max(times.low, 1 / times.high, 1) if times.low else 0)
        self.assertTrue(all(one >= other - 1e-5 for one, other in zip(effects, effects[1:])))
        self.assertGreater(sum(effect > 1 for effect in effects), 100)

    def test_a_shape_names_a_baseline_where_it_has_a_speedup(self):
        for row in csv.DictReader(self.csv_of(self.tables['reference']['shapes']).splitlines()):
            self.assertEqual(row['over'] == '', row['speedup'] == '', row)

    def test_a_ratio_without_a_common_round_has_the_footnote_and_no_time_has_it(self):
        found, speedup = set(), 'speedup over one thread of it'
        for folder, each in {REFERENCE: self.studies['reference'], **self.others}.items():
            raw = recompute.Study(Path(folder))
            for row in csv.DictReader(self.csv_of(Table(each, 'thread-scaling')).splitlines()):
                headings, noted, _ = (row.get('footnotes') or '').partition(': Its baseline was measured in another run')
                self.assertTrue(not noted or all(name.startswith('speedup over') for name in headings.split(', ')), row)
                same = {name: row[name] for name in ('workload', 'type', 'variant')}
                points = raw.of('thread-scaling', n=int(row['n']), threads=int(row['threads']), **same)
                if len(points) == 1 and row[speedup]:
                    expected = raw.over(points[0]).apart
                    self.assertEqual(noted != '' and speedup in headings, expected, row)
                    found.add(expected)
        self.assertEqual(found, {True, False})

    def test_a_table_on_the_page_has_at_most_25_rows_and_8_columns(self):
        def check(_, view):
            self.assertLessEqual(len(view.rows), 25)
            self.assertLessEqual(len(view.columns), 8, [column.heading for column in view.columns])
            self.assertGreater(len(view.columns), 1)
            self.assertEqual(view.html().count('<tr'), len(view.rows) + 1)
        self.check_views(check)

    def test_two_rows_of_a_table_differ_by_more_than_measured_numbers(self):
        def check(table, view):
            names = [column for column in view.columns if not column.half and not any(isinstance(row[column.index], float) for row in view.rows)]
            rows = [tuple(table.text(row, column) for column in names) for row in view.rows]
            self.assertEqual(len(set(rows)), len(rows))
        self.check_views(check)

    def test_a_table_has_a_title_and_short_notes(self):
        def check(table, view):
            self.assertIn('title', table.head)
            for _, text, _ in view.below:
                self.assertLessEqual(len(text.split()), MOST_WORDS, text)
        self.check_views(check)

    def test_what_the_intervals_do_not_separate_from_the_fastest_is_named(self):
        each = load(REFERENCE, '/nonexistent')
        each.database.execute('UPDATE ratio SET low = 0.9')
        for name in ('apsp-blocking-factor', 'thread-tile', 'shared-block'):
            self.assertRegex(Chapters(each, {}, {}, False).plain(name), r'The intervals do not separate it from \d')

    def test_every_number_with_an_interval_is_shown_with_it(self):
        def check(table, view):
            for column in view.columns:
                for row in view.rows:
                    value, half = row[column.index], row[column.half] if column.half else None
                    if isinstance(value, float) and half:
                        text = table.text(row, column)
                        self.assertRegex(text, ' ± | to ', (column.heading, value, half))
                        self.assertEqual(' to ' in text, half / abs(value) >= 0.3)
        self.check_views(check)

    def test_the_ends_of_a_wide_interval_are_those_of_the_analysis(self):
        """Shares are added to, ratios multiplied: s of 1.6 from -0.3 to 3.6 is surely above 0 by the wrong ends."""
        each, wide = load(REFERENCE, '/nonexistent'), 0
        for name, share in (('laws', 'amdahl_serial'), ('weak-scaling', 'gustafson_serial')):
            table = Table(each, name)
            column = next(column for column in table.columns if column.heading.startswith('serial share'))
            for row in table.rows:
                found = each.database.execute(f"""SELECT 100 * {share}, 100 * {share}_low, 100 * {share}_high FROM laws l JOIN points p ON p.folder = l.origin
                    AND p.line = last_line WHERE p.id = ? AND (scaling = 'weak') = ? AND law IS NOT 'usl'""", (row[column.point], name == 'weak-scaling')).fetchall()
                for value, low, high in found:
                    if low is not None and (high - low) / 2 >= 0.3 * abs(value):
                        self.assertEqual(table.text(row, column), '{} ({} to {})'.format(*(significant(number, 2) for number in (value, low, high))))
                        wide += 1
        self.assertGreater(wide, 10)

    def test_the_page_hides_the_reference_s_rows_on_another_machine(self):
        rows = 0
        for table in self.tables['without GPU'].values():
            for row in table.rows:
                machines = table.machines(row)
                rows += 'reference' in machines.values()
                for name, origin in machines.items():
                    self.assertEqual(name == self.studies['without GPU'].reference, origin == 'reference')
        self.assertGreater(rows, 50)
        self.assertTrue(all('reference' not in table.machines(row).values() for table in self.tables['reference'].values() for row in table.rows))

    def texts(self, each, tables, templates):
        """All that a report consists of, without drawing: tables, what gnuplot reads, and both kinds of chapters."""
        figures = {name: Figure(each, name) for name in FIGURES if name.startswith('beside-') == (templates != TEMPLATES)}
        found = {f'{name}.csv': self.csv_of(table) for name, table in tables.items()}
        found.update((f'{name} {facet.name}', facet.gnuplot()) for name, figure in figures.items() for facet in figure.facets)
        for page in (False, True):
            found[f'chapters, page {page}'] = Chapters(each, dict(tables), figures, page).render(templates)
        return found

    def test_nothing_depends_on_an_order_that_sqlite_does_not_promise(self):
        for name, folders in self.folders.items():
            templates = ['beside.md'] if name == 'beside' else TEMPLATES
            expected = self.texts(self.studies[name], self.tables[name], templates)
            with mock.patch.object(study.sqlite3, 'connect', backwards):
                other = load(*folders)
            self.addCleanup(other.database.close)
            self.assertEqual(other.value('PRAGMA reverse_unordered_selects'), 1)
            found = self.texts(other, {query: Table(other, query) for query in self.tables[name]}, templates)
            self.assertEqual(list(found), list(expected))
            for part, text in found.items():
                with self.subTest(study=name, part=part):
                    self.assertEqual(text.splitlines(), expected[part].splitlines())

    def test_chapters_are_whole(self):
        for name, each in self.studies.items():
            text = Chapters(each, dict(self.tables[name]), {}, False).render(TEMPLATES)
            self.assertNotRegex(text, r'\{\{|\{%|\bNone\b|\bnan\b|\binf\b|<jinja|[\x00-\x08\x0e-\x1f]|«|»')
            self.assertNotRegex(text, r'(?i)not measured here|nothing was measured')
            for heading, body in re.findall(r'(?ms)^(#+ .*?)$(.*?)(?=^#|\Z)', text):
                with self.subTest(study=name, heading=heading):
                    self.assertTrue(body.strip() or re.search(rf'(?m)^{re.escape(heading)}\n+#{{{heading.index(" ") + 1},}} ', text))

    def test_every_sentence_can_be_asked_for_alone(self):
        sentences = names(f'{REPORT}/templates/sentences/*.md')
        self.assertTrue(sentences)
        for name, each in self.studies.items():
            for sentence in sentences:
                with self.subTest(study=name, sentence=sentence):
                    said = Chapters(each, {}, {}, False).plain(sentence)
                    self.assertNotRegex(said, r'<span|\bNone\b|[\x00-\x09\x0b-\x1f]|\\')

    def test_every_figure_and_sentence_is_in_a_chapter(self):
        for name in FIGURES:
            self.assertIn(f"figure('{name}'", CHAPTERS)
        for name in names(f'{REPORT}/templates/sentences/*.md'):
            self.assertTrue(f"say('{name}'" in CHAPTERS or os.path.exists(f'{ROOT}/experiments/{name}.sh'), name)


if __name__ == '__main__':
    unittest.main()
