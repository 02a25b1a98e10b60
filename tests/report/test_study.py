"""Results in a database: files that are missing, damaged or hostile."""
import csv
import glob
import io
import os
import signal
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path
from contextlib import redirect_stderr
from unittest import mock

from hostile import TEXTS
from renderer import study
from renderer.study import Study, StudyError

BUILT = os.access(study.SPEEDUP, os.X_OK)


def measured(path, *arguments):
    subprocess.run([study.SPEEDUP, 'run', 'matmul', '--variant', 'cpu/naive,cpu/ikj', '--type', 'float32', '--size', '16', '--threads', '1',
                    '--rounds', '5', '--min-samples', '2', '--max-samples', '2', '--warmup', '0', '--quiet', '--experiment', 'size-scaling',
                    '--out', path,
                    *arguments],
                   check=True, stdout=subprocess.DEVNULL)
    with open(path, encoding='utf-8') as file:
        lines = file.read().splitlines()
    with open(path, 'w', encoding='utf-8') as file:
        file.writelines(line.rpartition(',')[0] + '\n' for line in lines)  # without the check, as tests edit rows


class Pieces(unittest.TestCase):
    def test_rows_of_a_csv_without_comments_and_empty_lines(self):
        header, rows = study.rows_of('# source\na,b\n1,"x, ""y""\nz"\n\n# more\n2,\n')
        self.assertEqual((header, rows), (['a', 'b'], [['1', 'x, "y"\nz'], ['2', '']]))
        self.assertEqual(study.rows_of(''), ([], []))
        self.assertEqual(study.rows_of('a,b'), (['a', 'b'], []))

    def test_a_table_of_a_csv_whatever_its_names_and_widths(self):
        import sqlite3
        database = sqlite3.connect(':memory:')
        study.load_table(database, 'a"b', 'x"y,n\n1,2\n3\n4,5,6\n')
        self.assertEqual(database.execute('SELECT "x""y", n FROM "a""b"').fetchall(), [('1', '2'), ('3', ''), ('4', '5')])
        study.load_table(database, 'texts', 'text\n' + ''.join('"' + text.replace('"', '""') + '"\n' for text in TEXTS if not text.startswith('#')))
        self.assertEqual([row[0] for row in database.execute('SELECT text FROM texts')], TEXTS)
        database.close()

    def test_functions_of_sql_are_null_outside_their_domain(self):
        for name, arguments, value in (('ln', (1.0,), 0.0), ('ln', (0.0,), None), ('ln', (None,), None), ('ln', ('1e0',), 0.0),
                                       ('ln', ('one',), None), ('pow', ('2', '3'), 8.0), ('sqrt', (-1.0,), None), ('pow', (2.0, 3), 8.0),
                                       ('pow', (2.0, None), None), ('exp', (1e6,), None), ('log2', (8,), 3.0), ('ceil', (1.2,), 2.0),
                                       ('floor', (-1.2,), -2.0)):
            self.assertEqual(study.nullable(name)(*arguments), value, name)

    def test_text_of_a_file_with_other_bytes(self):
        with tempfile.NamedTemporaryFile() as file:
            file.write(b'a\xff\0b\r\n')
            file.flush()
            self.assertEqual(study.read_text(file.name), 'a\ufffd b\r\n')

    def test_samples_are_those_of_one_file_or_of_shards(self):
        with tempfile.TemporaryDirectory() as folder:
            folder = os.path.join(folder, 'a[b]*')
            os.mkdir(folder)
            self.assertFalse(study.has_samples(folder))
            open(os.path.join(folder, 'samples.csv'), 'w').close()
            self.assertFalse(study.has_samples(folder))  # empty
            with open(os.path.join(folder, 'samples.node.1of2.csv'), 'w') as file:
                file.write('x')
            self.assertTrue(study.has_samples(folder))


@unittest.skipUnless(BUILT, 'speedup is not built')
class Loaded(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.work = tempfile.mkdtemp()
        cls.addClassCleanup(shutil.rmtree, cls.work)
        cls.honest = os.path.join(cls.work, 'honest')
        os.mkdir(cls.honest)
        measured(os.path.join(cls.honest, 'samples.csv'))
        with open(os.path.join(cls.honest, 'machine.json'), 'wb') as file:
            file.write(subprocess.run([study.SPEEDUP, 'machine'], capture_output=True, check=True).stdout)

    def setUp(self):
        self.folder = os.path.join(self.work, self._testMethodName)
        shutil.copytree(self.honest, self.folder)
        patch = mock.patch.dict(os.environ, REFERENCE=os.path.join(self.work, 'none'))
        patch.start()
        self.addCleanup(patch.stop)
        self.said = io.StringIO()

    def study(self, *arguments):
        with redirect_stderr(self.said):
            loaded = Study(self.folder, *arguments)
        self.addCleanup(loaded.database.close)
        return loaded

    def write(self, name, text):
        with open(os.path.join(self.folder, name), 'w', encoding='utf-8') as file:
            file.write(text)

    def test_points_of_samples(self):
        loaded = self.study()
        self.assertEqual(loaded.value("SELECT group_concat(variant) FROM (SELECT variant FROM good ORDER BY variant)"), 'cpu/ikj,cpu/naive')
        self.assertEqual([origin for origin, _ in loaded.points.values()], ['here', 'here'])
        self.assertIsNone(loaded.reference)
        self.assertIn(',variant,', loaded.summary)
        self.assertEqual(loaded.value("SELECT json_extract(json, '$.name') FROM machine_json WHERE origin = 'here'"), loaded.points[1][1])
        self.assertGreater(loaded.value('SELECT count(*) FROM flag_meanings WHERE length(meaning) > 20'), 5)
        self.assertEqual(loaded.value('SELECT sqrt(pow(2, 2) + 0) + log10(10)'), 3)

    def test_notes_of_the_summary_are_kept(self):
        self.assertEqual(self.study().notes, '')
        path = os.path.join(self.folder, 'samples.csv')
        rows = list(csv.DictReader(study.read_text(path).splitlines()))
        again = [{**row, 'run': '2' + row['run'], 'started': '3' + row['started'][1:]} for row in rows if row['variant'] == 'cpu/ikj']
        with open(path, 'a', encoding='utf-8') as file:
            csv.DictWriter(file, rows[0], lineterminator='\n').writerows(again)
        self.assertIn('older measurement', self.study().notes)

    def test_claims_are_judged_from_their_files(self):
        found = self.study().query('SELECT claim, whose, words, verdict, judged FROM ledger JOIN answers USING (claim, whose, words) ORDER BY claim')
        self.assertEqual([row['claim'] for row in found], sorted(os.path.basename(path)[:-4] for path in glob.glob(os.path.join(study.REPORT,
            'claims', '*.sql'))))
        for row in found:
            kind, _, words = study.read_text(os.path.join(study.REPORT, 'claims', row['claim'] + '.sql')).split('\n')[0][3:].partition(': ')
            self.assertEqual((row['whose'], row['words']), ("the report's" if kind == 'claim' else 'our reading of its table', words))

    def test_a_missing_program_is_named_with_the_remedy(self):
        with mock.patch.object(study, 'SPEEDUP', '/nonexistent/speedup'), self.assertRaisesRegex(StudyError,
                '/nonexistent/speedup is not built: run make first'):
            self.study()

    def test_a_damaged_file_is_named_with_its_line(self):
        lines = study.read_text(os.path.join(self.folder, 'samples.csv')).splitlines()
        lines[3] = lines[3].replace(',float32,', ',float33,')
        self.write('samples.csv', '\n'.join(lines) + '\n')
        with self.assertRaisesRegex(StudyError, r'samples\.csv:4: '):
            self.study()

    def test_a_machine_without_or_with_a_strange_description(self):
        os.remove(os.path.join(self.folder, 'machine.json'))
        self.assertEqual(len(self.study().points), 2)
        for text in ('', '{', 'null', '[]', '5', '"x"', '{"cpu": null}', '{"cpu": [], "gpu": 5, "caches": {}, "name": ["x"], "build": 3}',
                     '{"cpu": {"cores": "many", "model": {}}}', '{"cpu": {"cores": 1e99}}', '\ufffd\0{"cpu"', '[' * 2000):
            with self.subTest(text=text[:60]):
                self.write('machine.json', text)
                self.assertEqual(len(self.study().points), 2)
        os.remove(os.path.join(self.folder, 'machine.json'))
        os.mkfifo(os.path.join(self.folder, 'machine.json'))
        signal.alarm(60)  # reading it would wait for ever
        self.assertEqual(len(self.study().points), 2)
        signal.alarm(0)

    def test_other_files_that_are_missing_or_empty_are_as_if_without_rows(self):
        self.write('counters.csv', '')
        self.write('trace.csv', '')
        loaded = self.study()
        for name in ('counters', 'trace', 'kernels', 'variants'):
            self.assertEqual(loaded.value(f'SELECT count(*) FROM {name}'), 0, name)

    def test_texts_of_files_are_texts(self):
        header = study.read_text(os.path.join(study.REPORT, 'empty', 'variants.csv')).strip()
        out = io.StringIO()
        csv.writer(out).writerows([text] * len(header.split(',')) for text in TEXTS)
        self.write('variants.csv', header + '\n' + out.getvalue())
        self.assertEqual([row['idea'] for row in self.study().query('SELECT idea FROM variants')], TEXTS)

    def test_shards_are_read_as_one(self):
        os.remove(os.path.join(self.folder, 'samples.csv'))
        for host, variant in (('a', 'cpu/naive'), ('b', 'cpu/ikj')):
            header, *rows = study.read_text(os.path.join(self.honest, 'samples.csv')).splitlines()
            self.write(f'samples.{host}.csv', '\n'.join([header] + [row for row in rows if f',{variant},' in row]) + '\n')
        loaded = self.study()
        self.assertEqual(loaded.value('SELECT count(*) FROM good'), 2)
        self.assertEqual(loaded.value('SELECT count(*) FROM hosts'), 2)

    def reference(self, name='card'):
        """The same rows of another machine, as gpu/shared."""
        folder = os.path.join(self.work, self._testMethodName + '-reference')
        os.makedirs(folder)
        rows = list(csv.DictReader(study.read_text(os.path.join(self.honest, 'samples.csv')).splitlines()))
        with open(os.path.join(folder, 'samples.csv'), 'w', encoding='utf-8') as file:
            out = csv.DictWriter(file, rows[0], lineterminator='\n')
            out.writeheader()
            out.writerows({**row, 'machine': name, 'variant': 'gpu/shared', 'threads': ''} for row in rows if row['variant'] == 'cpu/ikj')
        shutil.copy(os.path.join(self.honest, 'machine.json'), folder)
        return folder

    def test_samples_of_two_machines_are_refused_with_the_remedy(self):
        with open(os.path.join(self.folder, 'samples.csv'), 'a', encoding='utf-8') as file:
            file.writelines(study.read_text(os.path.join(self.reference(), 'samples.csv')).splitlines(keepends=True)[1:])
        mine = study.rows_of(study.read_text(os.path.join(self.honest, 'samples.csv')))[1][0][3]
        for folder, reference in ((self.folder, 'none'), (self.honest, self.folder)):
            run = subprocess.run([os.path.join(study.REPORT, 'build.sh'), folder], env={**os.environ, 'REFERENCE': reference}, capture_output=True, text=True)
            self.assertEqual(run.returncode, 2)
            self.assertRegex(run.stderr, f'{self.folder} has samples of ({mine} and card|card and {mine}); .*: report/build.sh FOLDER1 --beside FOLDER2')

    def test_the_reference_lends_its_gpu(self):
        os.environ['REFERENCE'] = self.reference()
        loaded = self.study()
        self.assertEqual(loaded.reference, 'card')
        self.assertEqual(loaded.value("SELECT group_concat(origin || ' ' || variant) FROM points WHERE variant LIKE 'gpu/%'"), 'reference gpu/shared')

    def test_a_report_of_one_experiment_has_no_reference(self):
        os.environ['REFERENCE'] = self.reference()
        self.assertIsNone(self.study('size-scaling').reference)

    def test_a_folder_is_not_its_own_reference(self):
        os.environ['REFERENCE'] = self.folder
        self.assertIsNone(self.study().reference)

    def test_a_reference_without_samples_is_named(self):
        self.study()
        self.assertIn(f'no samples.csv in REFERENCE={self.work}/none: there is no reference GPU', self.said.getvalue())

    def test_the_default_reference_is_the_one_that_its_file_names(self):
        os.environ['REFERENCE'] = self.reference('first')
        report = os.path.join(self.work, 'report-with-two')
        shutil.copytree(study.REPORT, report, ignore=shutil.ignore_patterns('reference'))
        for name in ('a', 'b'):
            shutil.copytree(os.environ['REFERENCE'], os.path.join(report, 'reference', name))
        del os.environ['REFERENCE']
        default = Path(report, 'reference/default')
        with mock.patch.object(study, 'REPORT', Path(report)):
            self.assertIsNone(study.reference_folder(self.folder))
            default.write_text('b\n')
            self.assertEqual(study.reference_folder(self.folder), str(default.parent / 'b'))
            self.assertIsNone(study.reference_folder(default.parent / 'b'))
            self.assertIsNone(study.reference_folder(default.parent / 'a'))
            default.write_text('none\n')
            with mock.patch.object(study, 'log') as said:
                self.assertIsNone(study.reference_folder(self.folder))
            self.assertIn('reference/none: there is no reference GPU', said.call_args[0][0])

    def test_a_model_that_fails_is_named(self):
        report = os.path.join(self.work, 'report')
        shutil.copytree(study.REPORT, report, ignore=shutil.ignore_patterns('reference'))
        with open(os.path.join(report, 'model/against.sql'), 'w') as file:
            file.write('SELECT nonsense;')
        with mock.patch.object(study, 'REPORT', Path(report)), self.assertRaisesRegex(StudyError, r'report/model/against\.sql failed: .*nonsense'):
            self.study()


if __name__ == '__main__':
    unittest.main()
