"""Loads the results of a study into a SQLite database, with the tables and views of report/model/*.sql.

`speedup summarize` computes every estimate, interval and ratio; SQL selects and joins. The database holds the results folder ("here")
and, unless the report is about one experiment, those of the reference machine ("reference").
"""
import csv
import glob
import json
import math
import os
import re
import sqlite3
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

from . import numbers

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
REPORT = os.path.join(ROOT, 'report')
SPEEDUP = os.environ.get('SPEEDUP') or os.path.join(ROOT, 'build', 'speedup')
SUMMARIES = ('summary', 'rounds', 'estimates', 'laws')
OWN = ('self-test.csv', 'variants.csv', 'hosts.csv')  # of another machine they mean nothing here
MODEL = ('compare', 'against', 'answer', 'scale_out', 'reports', 'sweeps')


class StudyError(Exception):
    """An error that the user can remedy; its text says how."""


def log(text):
    print('report:', text, file=sys.stderr)


def has_samples(folder):
    return any(os.path.getsize(path) for name in ('samples.csv', 'samples.*.csv') for path in glob.glob(os.path.join(glob.escape(folder), name)))


def reference_folder(folder):
    """Results of the reference machine: REFERENCE, or the first folder of report/reference with samples, unless it is `folder`; else None."""
    named = os.environ.get('REFERENCE')
    for candidate in [named] if named else sorted(glob.glob(os.path.join(REPORT, 'reference', '*', ''))):
        if has_samples(candidate):
            return None if os.path.exists(folder) and os.path.samefile(candidate, folder) else candidate
    if named:
        log(f'no samples.csv in REFERENCE={named}: there is no reference GPU')
    return None


def summarize(*arguments):
    """The output of `speedup summarize`, and what it reports on stderr."""
    done = subprocess.run([SPEEDUP, 'summarize', *arguments], capture_output=True, text=True, errors='replace')
    if done.returncode != 0:
        raise StudyError(done.stderr.strip())
    return done.stdout, done.stderr


def rows_of(text):
    """Header and rows of a CSV text; lines that begin with # are comments."""
    rows = list(csv.reader(line for line in text.splitlines(keepends=True) if not line.startswith('#')))
    return (rows[0], [row for row in rows[1:] if row]) if rows else ([], [])


def read_text(path):
    with open(path, encoding='utf-8', errors='replace', newline='') as file:
        return file.read().replace('\0', ' ')


def identifier(name):
    return '"' + name.replace('"', '""') + '"'


# The types of columns that `speedup` writes: times, rates and shares are REAL. A cell without a value is NULL.
TEXTS = set("""machine host experiments workload type variant schedule graph transfer places bind cache seed input_hash rate_unit ceiling precision_class
    status stop flags detail build started run law scaling clock kernel metric unit limited_by event question grid kind idea source after types axes
    available reason""".split())
INTEGERS = set("""summary_line n threads devices ranks block tile edges matrices iterations samples rounds outliers round matrix stream launch launches
    first_line last_line fitted_counts fitted_threads recommended_threads count group above below registers threads_per_block static_shared_bytes
    dynamic_shared_bytes local_bytes blocks_per_sm""".split())
SHORT = (('_median_s$', '_s'), ('_ci_(low|high)_s$', r'_\1_s'), ('^(efficiency|speedup)', r'own_\1'), ('^experiment$', 'experiments'), ('^line$', 'summary_line'))


def load_table(database, name, text):
    """A table of texts."""
    header, rows = rows_of(text)
    database.execute(f'CREATE TABLE {identifier(name)} ({", ".join(identifier(column) + " TEXT" for column in header)})')
    insert(database, name, [(row + [''] * len(header))[:len(header)] for row in rows])


def load_typed(database, name, texts):
    """A table of what `speedup` wrote, with the columns `origin` and `line` before its own, under shorter names. texts: (origin, CSV)."""
    columns = []
    for origin, text in texts:
        header, rows = rows_of(text)
        if not columns:
            for column in header:
                for pattern, short in SHORT:
                    column = re.sub(pattern, short, column)
                columns.append(identifier(column) + (' TEXT' if column in TEXTS else ' INTEGER' if column in INTEGERS else ' REAL'))
            database.execute(f'CREATE TABLE {identifier(name)} ({", ".join(["origin", "line"] + columns)})')
        order = [header.index(column) if column in header else None for column in rows_of(texts[0][1])[0]]
        insert(database, name, [[origin, line] + [row[at] or None if at is not None and at < len(row) else None for at in order]
                                for line, row in enumerate(rows, 1)])


def insert(database, name, rows):
    if rows:
        database.executemany(f'INSERT INTO {identifier(name)} VALUES ({", ".join("?" * len(rows[0]))})', rows)


def table_text(database, query):
    cursor = database.execute(query)
    lines = [','.join(column[0] for column in cursor.description)]
    return '\n'.join(lines + [','.join(map(str, row)) for row in cursor]) + '\n'


class Study:
    """The database of one results folder. `experiment` limits it to one experiment, `only` also its baselines and ceilings."""

    def __init__(self, folder, experiment=None, only=False):
        if not os.access(SPEEDUP, os.X_OK):
            raise StudyError(f'{SPEEDUP} is not built: run make first, or set SPEEDUP to the program')
        self.folder = folder
        self.options = ['--experiment', experiment] if only else []
        self.notes = ''
        reference = None if experiment else reference_folder(folder)
        self.database = sqlite3.connect(':memory:')
        self.database.create_function('rounded', -1, numbers.shown, deterministic=True)
        for function in ('ln', 'exp', 'pow', 'sqrt', 'log10', 'log2', 'ceil', 'floor'):  # SQLite may be built without them
            self.database.create_function(function, -1, nullable(function), deterministic=True)
        self.load_files(folder, reference)
        load_table(self.database, 'report_on', '\n'.join(['name'] + ([identifier(experiment)] if experiment else [])) + '\n')
        self.run_model('load')
        self.load_ratios([f for f in (folder, reference) if f and has_samples(f)])
        for name in MODEL:
            self.run_model(name)
        self.judge_claims()
        self.points = {row[0]: row[1:] for row in self.cursor('SELECT id, origin, machine FROM points')}
        self.reference = self.value("SELECT max(machine) FROM points WHERE origin = 'reference'")

    def load_files(self, folder, reference):
        sources = [(origin, source) for origin, source in (('here', folder), ('reference', reference)) if source]
        summaries = [(origin, self.summaries(source)) for origin, source in sources if has_samples(source)]
        if not summaries:
            raise StudyError(f'there is no samples.csv in {folder}: run an experiment first, for example experiments/thread-scaling.sh')
        for name in SUMMARIES:
            load_typed(self.database, name, [(origin, texts[name]) for origin, texts in summaries])
        here = dict(summaries).get('here', {})
        self.notes, self.summary = here.get('notes', ''), here.get('summary', '')
        for empty in sorted(glob.glob(os.path.join(REPORT, 'empty', '*.csv'))):
            name = os.path.basename(empty)
            found = [(origin, read_text(os.path.join(source, name))) for origin, source in sources[:1 if name in OWN else 2]
                     if os.path.exists(os.path.join(source, name)) and rows_of(read_text(os.path.join(source, name)))[1]]
            if name == 'hosts.csv' and 'hosts' in here:
                found = [('here', here['hosts'])]
            load_typed(self.database, name[:-4].replace('-', '_'), found[:1] or [('here', read_text(empty))])
        self.database.execute('CREATE TABLE machine_json (origin, json)')
        for origin, source in sources:
            path = os.path.join(source, 'machine.json')
            if os.path.exists(path):
                insert(self.database, 'machine_json', [(origin, read_text(path))])
        for path in sorted(glob.glob(os.path.join(REPORT, 'published', '*.csv'))):
            load_table(self.database, 'published_' + os.path.basename(path)[:-4].replace('-', '_'), read_text(path))
        load_table(self.database, 'palette', read_text(os.path.join(ROOT, 'plots', 'palette.csv')))
        load_table(self.database, 'flag_meanings', read_text(os.path.join(REPORT, 'flags.csv')))

    def summaries(self, folder):
        """`summarize` over a folder, by table. Hosts of shards count as one, so that their points are compared."""
        shards = glob.glob(os.path.join(glob.escape(folder), 'samples.*.csv'))
        options = (['--merge-hosts'] if shards else []) + self.options
        with ThreadPoolExecutor() as pool:
            first = pool.submit(summarize, *options, folder)
            others = {name: pool.submit(summarize, f'--{name}', *options, folder) for name in ('rounds', 'estimates')}
            if shards:
                others['hosts'] = pool.submit(summarize, folder)
            texts = dict(zip(('summary', 'notes'), first.result()))
            cores = cores_of_one_kind(folder, texts['summary'])
            others['laws'] = pool.submit(summarize, '--laws', *(['--most-threads', str(cores)] if cores else []), *options, folder)
            texts.update((name, job.result()[0]) for name, job in others.items())
        return texts

    def load_ratios(self, folders):
        """Ratios of the pairs of points that load.sql chose, and means of counters."""
        with tempfile.TemporaryDirectory() as work:
            texts = {}
            for name in ('pairs', 'counter_values'):
                path = os.path.join(work, name)
                with open(path, 'w', encoding='utf-8') as file:
                    file.write(table_text(self.database, f'SELECT * FROM {name}'))
                options = ['--merge-hosts'] if glob.glob(os.path.join(glob.escape(folders[0]), 'samples.*.csv')) else []
                if name == 'pairs':
                    more = ['--reference', folders[1]] if len(folders) > 1 else []
                    texts['ratios'] = summarize(*options, *self.options, folders[0], '--ratios', path, *more)[0]
                else:
                    texts['means'] = summarize('--means', path)[0]
        for name, text in texts.items():
            load_typed(self.database, name, [('here', text)])

    def run_model(self, name):
        try:
            self.database.executescript(read_text(os.path.join(REPORT, 'model', name + '.sql')))
        except sqlite3.Error as error:
            raise StudyError(f'report/model/{name}.sql failed: {error}') from error

    def judge_claims(self):
        """Table `answers`: a row per query of report/claims/, with its claim. model/ledger.sql judges them all by one rule."""
        columns = ('origin', 'machine', 'figures', 'published', 'low', 'high', 'surely', 'possibly', 'differs')
        self.database.execute(f'CREATE TABLE answers (claim, whose, words, {", ".join(columns)})')
        for path in sorted(glob.glob(os.path.join(REPORT, 'claims', '*.sql'))):
            text = read_text(path)
            first, _, query = text.partition('\n')
            kind, _, words = first[3:].partition(': ')
            found = (self.query(query) or [{}])[0]
            whose = "the report's" if kind == 'claim' else 'our reading of its table'
            self.database.execute(f'INSERT INTO answers VALUES ({", ".join("?" * (3 + len(columns)))})',
                                  [os.path.basename(path)[:-4], whose, words] + [found.get(column) for column in columns])
        self.run_model('ledger')

    def query(self, sql):
        """The rows of a query as dicts; equal headings are kept apart by cursor() only."""
        cursor = self.cursor(sql)
        names = [column[0] for column in cursor.description]
        return [dict(zip(names, row)) for row in cursor]

    def cursor(self, sql):
        return self.database.execute(sql)

    def value(self, sql):
        row = self.database.execute(sql).fetchone()
        return row[0] if row else None


def nullable(name):
    """A function of math that is NULL where an argument is NULL or outside its domain, as SQLite's own are."""
    function = math.log if name == 'ln' else getattr(math, name)

    def applied(*values):
        try:
            return None if None in values else float(function(*map(float, values)))
        except (TypeError, ValueError, OverflowError):
            return None
    return applied


def cores_of_one_kind(folder, summary):
    """The cores of machine.json, of the faster kind if there are two; None if unknown or for a folder of several hosts."""
    header, rows = rows_of(summary)
    if len({row[header.index('host')] for row in rows}) != 1:
        return None
    try:
        cpu = json.loads(read_text(os.path.join(folder, 'machine.json')))['cpu']
        cores = cpu.get('fast_cores') or cpu.get('cores')
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return None
    return cores if isinstance(cores, int) and cores > 0 else None
