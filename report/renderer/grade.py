"""`speedup grade`: the program builds, checks, measures and summarizes each submission; this calls it and compares intervals with thresholds."""
import configparser
import csv
import ctypes
import hashlib
import json
import math
import os
import re
import resource
import secrets
import signal
import subprocess
import sys
import tempfile
import time
from functools import lru_cache
from pathlib import Path

import jinja2

from . import escape
from .page import TEMPLATES, page_script
from .study import StudyError, make_folder, read_text, rows_of, write_file

SOURCES = ('.c', '.cc', '.cpp', '.cxx', '.cu')
MOST_OUTPUT = 1 << 16  # bytes that are read of what a command prints
MOST_FILE = 1 << 28  # bytes of a file that a command writes, a compiler's too
MOST_MEMORY = 1 << 33  # of a compiler, in bytes of addresses
MOST_SOURCE, MOST_READ = 1 << 20, 1 << 26  # bytes of a source; of a plug-in, and of rows
COUNT, NUMBER, WORD, DIGITS, VARIANT = r'[1-9]\d{0,8}', r'\d{1,9}(\.\d+)?', r'\w+', r'\d+', r'[cg]pu/\w+'
SIZE = rf'{COUNT}(x{COUNT})*'
SIZES = f'{SIZE}(,{SIZE})*'
SEED, TRANSFER = r'0|[1-9]\d{0,17}', r'[\w-]+'
FORMS = {COUNT: 'a whole number from 1', NUMBER: 'a number like 2 or 1.5', WORD: 'one word', TRANSFER: 'one word', DIGITS: 'a whole number', SEED: 'a whole number', VARIANT: 'a variant like cpu/naive',
         SIZE: 'a size like 1000 or 64x4096x4096', SIZES: 'sizes like 16,33,64x4096x4096'}  # of others the choices
POINT = {'size': (None, SIZE), 'threads': ('1', COUNT), 'type': ('', WORD), 'block': ('', DIGITS), 'tile': ('', DIGITS), 'matrices': ('', DIGITS),
         'transfer': ('', TRANSFER)}
KEYS = {  # default (None: required; '' may be given) and pattern
    'workload': (None, WORD), 'own rows': ('no', 'yes|no'), 'baseline': (None, VARIANT), 'baseline threads': ('1', COUNT), 'title': ('', '.*'), 'ceiling': ('', WORD), 'glue': ('', '.*'), 'plugin': ('', '.*'),
    'variant': ('', VARIANT), 'seed': ('', SEED), 'check sizes': ('', SIZES), 'clock': ('', 'kernel|total'), 'rounds': ('7', COUNT),
    'most rounds': ('28', COUNT), 'time limit': ('10', NUMBER), 'undecided': ('not met', 'met|not met'), 'points for right': ('0', NUMBER)}
NOT_MEASURED = {'state': 'not measured', 'points': 0, 'why': '', 'speedup': None, 'low': None, 'high': None, 'rounds': 0, 'row': {}}
THRESHOLD = {'points': (None, NUMBER), 'speedup': (None, NUMBER), **POINT}
NOTHING = re.compile(r'//[^\n]*|/\*.*?(?:\*/|\Z)|\s+|("(?:\\.|[^"\\])*(?:"|\Z))', re.S)  # comments and blanks, and texts, which stay


class AssignmentError(Exception):
    """An error that costs no submission its points."""


class Assignment:
    """The file, whose keys are attributes with '_' for a blank. Thresholds are dicts."""

    def __init__(self, path):
        parser = configparser.ConfigParser(interpolation=None)
        if not Path(path).is_file():
            raise StudyError(f'{path}: there is no such assignment')
        try:
            parser.read_string(read_text(path).lstrip('\ufeff'), str(path))
        except configparser.Error as error:
            raise StudyError(' '.join(str(error).split()))
        for section in parser.sections():
            if not re.fullmatch('assignment|threshold .+', section):
                raise StudyError(f'{path}: [{section}] is unknown; there are [assignment] and [threshold NAME]')
        if 'assignment' not in parser or len(parser.sections()) < 2:
            raise StudyError(f'{path}: it has no [assignment] or no [threshold NAME]; docs/teaching.md has examples')
        given = dict(parser['assignment'])
        point = {key: given.pop(key) for key in POINT if key in given}
        self.__dict__ = {key.replace(' ', '_'): value for key, value in check(path, 'assignment', given, KEYS).items()}
        self.thresholds = []
        for section in filter('assignment'.__ne__, parser.sections()):
            threshold = check(path, section, {**point, **parser[section]}, THRESHOLD)
            self.thresholds.append({**threshold, 'name': section[10:], 'points': float(threshold['points']), 'speedup': float(threshold['speedup'])})
            if not self.thresholds[-1]['speedup'] > 0:
                raise StudyError(f'{path}: [{section}] speedup = {threshold["speedup"]}: a threshold is above 0')
        self.path, self.title = path, self.title or Path(path).stem
        self.clock = self.clock or ('kernel' if self.baseline.startswith('gpu/') else 'total')  # on a CPU with the hooks prepare and finish
        self.rounds, self.most_rounds, self.right = int(self.rounds), int(self.most_rounds), float(self.points_for_right)
        if not 5 <= self.rounds <= self.most_rounds:
            raise StudyError(f'{path}: rounds = {self.rounds}, most rounds = {self.most_rounds}: an interval needs five, and the second is not less')
        for key in ('glue', 'plugin'):
            name = getattr(self, key)
            setattr(self, key, name and str(Path(path).resolve().parent / name))
            if name and not Path(getattr(self, key)).is_file():
                raise StudyError(f'{path}: [assignment] {key} = {name}: there is no such file; its path begins in the folder of the assignment')


def check(path, section, given, keys):
    for key, value in given.items():
        if key not in keys:
            raise StudyError(f'{path}: [{section}] {key}: the key is unknown; there are {", ".join([*keys, *(() if "points" in keys else POINT)])}')
        default, pattern = keys[key]
        if value != default and not re.fullmatch(pattern, value):
            raise StudyError(f'{path}: [{section}] {key} = {value}: give {FORMS.get(pattern) or pattern.replace("|", " or ")}')
    for key, (default, _) in keys.items():
        if default is None and key not in given:
            raise StudyError(f'{path}: [{section}] has no {key}; add it')
    return {key: given.get(key, default) for key, (default, _) in keys.items()}


def is_file(path, most=MOST_READ):
    """False for a link too, which is not followed. A file that is too large to be read is an error."""
    if not path.is_file() or path.is_symlink():
        return False
    if path.stat().st_size > most:
        raise StudyError(f'{path.name} has more than {most >> 20} MiB')
    return True


class Submission:
    def __init__(self, path, number):
        self.path, self.label = Path(os.path.abspath(path)), f's{number}'
        self.name = self.path.stem if self.path.is_file() else self.path.name
        if not self.path.exists() and not self.path.is_symlink():
            raise StudyError(f'{path}: there is no such submission')
        self.variant = self.problem = self.output = self.machine = ''
        self.tables = [], {}  # of its own machine
        self.file = f'plugins/{self.label}.so'
        self.option = ['--plugin', f'{self.label}={self.file}']
        self.notes, self.hashes, self.copies, self.verdicts, self.warnings, self.right = [], set(), [], [], 0, False
        self.has_threads, self.refused = False, {}  # does it read that axis? errors of points

    def words(self, text):
        """A message with the names that the student gave, short enough for a page."""
        text = text.replace(f'{self.path.parent}/', '').replace(f'/{self.label}_', '/').replace(self.file, self.path.name)
        return escape.clean(os.fsencode(text).decode('utf-8', 'backslashreplace'))[:400]


class Grade:
    def __init__(self, program, out, anonymous, assignment, paths):
        self.program, self.assignment, self.anonymous = program, Assignment(assignment), anonymous
        self.given = [Submission(path, number) for number, path in enumerate(paths, 1)]
        for parts in (1, 2, 4, 99):  # of the path, where names are equal, as of the same file in each student's folder
            names = [submission.name for submission in self.given]
            for submission in self.given:
                if names.count(submission.name) > 1:
                    submission.name = '/'.join(submission.path.parts[-parts:])
        for submission in self.given:
            submission.name = os.fsencode(submission.name).decode('utf-8', 'backslashreplace')
            if [other.path for other in self.given].count(submission.path) > 1:
                raise StudyError(f'{submission.path} is given twice')
        self.out = Path(out)
        self.begun = read_text(self.out / 'begun') if (self.out / 'begun').exists() else ''  # an interrupted grading
        if not self.begun and any((self.out / name).exists() for name in ('samples.csv', 'grades.csv')):
            raise StudyError(f'{out} has an earlier grading, whose rounds would count; name another folder by --out, or remove it')
        self.out.mkdir(parents=True, exist_ok=True)
        for name in ('plugins', 'feedback'):
            make_folder(self.out, name)
        self.seed = self.assignment.seed or self.begun.split(' ')[0] or str(secrets.randbelow(10**9))
        self.others = ['--plugin', self.assignment.plugin] if self.assignment.plugin else []
        self.looks = 0

    # ---- the program ----

    def call(self, *words, limit=None, most=MOST_OUTPUT):
        """Exit code (None: ended by the time limit), stdout and stderr of a command, which works in the folder of the results."""
        def limits():
            resource.setrlimit(resource.RLIMIT_FSIZE, (MOST_FILE, MOST_FILE))
            if words[0] == 'build' and not any(str(word).endswith('.cu') for word in words):  # CUDA reserves more
                resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
            end_with_parent()

        with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
            process = subprocess.Popen([self.program, *map(str, words)], cwd=self.out, stdin=subprocess.DEVNULL, stdout=out, stderr=err, start_new_session=True,
                                       preexec_fn=limits)
            try:
                code = process.wait(limit)
            except subprocess.TimeoutExpired:
                code = None
            finally:  # also after an interrupt
                if process.returncode is None:
                    os.killpg(process.pid, signal.SIGKILL)
                    process.wait()
            texts = [os.pread(file.fileno(), most if most > 0 else os.fstat(file.fileno()).st_size, 0).decode('utf-8', 'replace') for file in (out, err)]
        return code, *texts

    def output(self, *words, limit=None):
        """All that a command prints; its error is raised."""
        code, text, error = self.call(*words, limit=limit, most=-1)
        if code != 0:
            raise StudyError(last_line(error))
        return text

    def plan(self, submission, point, rounds):
        """Lines of a manifest. `submission` None: the baseline."""
        assignment = self.assignment
        axes = {**dict(zip(POINT, point)), **({} if submission else {'threads': assignment.baseline_threads})}
        try:
            text = self.output(
                'plan', assignment.workload, '--variant', submission.variant if submission else assignment.baseline, '--seed', self.seed, '--rounds', f'{rounds},{rounds}',
                '--timeout', assignment.time_limit, *(word for axis, value in axes.items() if value for word in (f'--{axis}', value)), *self.others,
                *(submission.option if submission else []), limit=60)
        except StudyError as error:
            if not submission:
                raise StudyError(f'{assignment.path}: the baseline cannot be measured at each point of the thresholds: {error}')
            if self.fits(axes):
                self.blame_glue(f'{place_of(axes)}: {error}')
            submission.refused[point] = f'{place_of(axes)}: {error}'
            return ''
        if submission:
            submission.has_threads |= ' --threads ' in text
            if axes['threads'] != '1' and ' --threads ' not in text and submission.variant.startswith('cpu/'):
                self.blame_glue(f'its variant runs on one thread and a threshold has threads = {axes["threads"]}; write .axes = AXIS_THREADS into it')
                submission.notes = [f'it was measured on one thread, not on {axes["threads"]}: its Variant has no .axes = AXIS_THREADS']
        return text

    @staticmethod
    def fits(threshold):
        return int(threshold['threads']) <= len(os.sched_getaffinity(0))

    def blame_glue(self, text):
        """What the glue declares is no student's error."""
        if self.assignment.glue:
            raise AssignmentError(f'{self.assignment.path}: [assignment] glue = {Path(self.assignment.glue).name}: {text}')

    def measure(self, chosen, rounds):
        """Up to so many rounds of (submission, point), and of the baseline, in one run."""
        lines = [self.plan(submission, point, rounds) for submission, point in [*chosen, *((None, point) for point in sorted({point for _, point in chosen}))]]
        for threads, kind in sorted({point[1:3] for submission, point in chosen if point not in submission.refused}) if self.assignment.ceiling else ():
            lines.append(self.output('plan', self.assignment.ceiling, '--threads', threads, '--type', kind, '--rounds', f'{rounds},{rounds}'))
        write_file(self.out / 'manifest', ''.join(lines))
        code, _, error = self.call('run', '--manifest', 'manifest', '--out', 'samples.csv', '--quiet')
        if code in (0, 1):
            return
        named = [submission for submission, _ in chosen if submission.file in error]
        if not named:
            raise StudyError(last_line(error))
        named[0].problem, named[0].right = last_line(error), False  # a plug-in that fails only now costs its own row
        rest = [pair for pair in chosen if pair[0] is not named[0]]
        if rest:
            self.measure(rest, rounds)

    def tables(self, path):
        """Rows of the summary, and ratios by (number of the baseline's row, of the other's)."""
        text = self.output('summarize', '--tables', os.path.abspath(path), limit=60)
        parts = dict(part.split('\n', 1) for part in ('\n' + text).split('\n# ')[1:])
        return records(parts['summary']), {(int(row['above']), int(row['below'])): row for row in records(parts['ratios'])}

    # ---- a submission ----

    def prepare(self, submission):
        """Builds and checks it, or reads its rows. A problem is in its text."""
        if submission.path.is_symlink():
            raise StudyError('it is a link, which is not followed')
        if self.assignment.own_rows == 'yes' and is_file(submission.path / 'samples.csv'):
            return self.read_rows(submission)
        file, assignment = self.out / submission.file, self.assignment
        file.unlink(missing_ok=True)
        if submission.path.suffix == '.so' and is_file(submission.path):
            if assignment.glue:
                raise StudyError('it is a plug-in, whose hooks are its own; hand in the source of the function')
            write_file(file, submission.path.read_bytes())
        else:
            self.build(submission)
        submission.hashes.add(f'plug-in {hashlib.sha256(file.read_bytes()).hexdigest()}')
        text = self.output('list', assignment.workload, '--csv', *self.others, *submission.option, limit=60)
        names = [row['variant'] for row in records(text) if row['workload'] == assignment.workload and f'/{submission.label}_' in row['variant']]
        names = [name for name in names if assignment.variant in ('', submission.words(name))]
        if not names:
            self.blame_glue(f'it has no variant of {assignment.workload}')
        if len(names) != 1:
            raise StudyError(f'it has {len(names)} variants of {assignment.workload}{" called " + assignment.variant if assignment.variant else ""}; one is graded')
        submission.variant = names[0]
        for point in self.points if assignment.glue else ():
            self.plan(submission, point, 1)
        return self.check(submission)

    def build(self, submission):
        files = sorted(submission.path.iterdir()) if submission.path.is_dir() else [submission.path]  # ._x.c: what macOS adds to archives
        sources = [file for file in files if file.suffix in SOURCES and file.name[:2] != '._' and is_file(file, MOST_SOURCE)]
        if not sources:
            raise StudyError('there is no source file (.c, .cpp, .cu) and no plug-in' + (' in the folder itself' if submission.path.is_dir() else '')
                             + (', and own rows = yes is not in the assignment' if (submission.path / 'samples.csv').exists() else ''))
        submission.hashes.add('source ' + NOTHING.sub(r'\1', '\n'.join(map(read_text, sources))))
        code, _, error = self.call('build', *([self.assignment.glue] if self.assignment.glue else []), *sources,
                                   *self.others, '-o', submission.file, limit=120)
        error = re.sub(r'(?<![\w.])/[^\s:,]*/', '', error)  # without folders of this machine
        submission.output, submission.warnings = error[:4000], len(re.findall(r'\bwarning:', error))
        if code == 0 and ' has the workload ' in error:
            raise StudyError('it brings a Workload of its own; hand in a variant only')
        if code != 0:
            raise StudyError('it does not build: ' + ('the compiler did not end in 120 s' if code is None else first_error(error) or last_line(submission.output)))

    def check(self, submission):
        assignment, limit = self.assignment, 6 * float(self.assignment.time_limit)
        types = ','.join(sorted({threshold['type'] for threshold in assignment.thresholds}))
        code, text, error = self.call(
            'check', assignment.workload, *self.others, *submission.option, '--variant', submission.variant, '--seed', self.seed, '--timeout',
            assignment.time_limit, '--type', types, *(['--size', assignment.check_sizes] if assignment.check_sizes else []), limit=limit)
        if code is None:
            raise StudyError(f'the check of its results did not end in {limit:g} s')
        if code != 0:
            raise StudyError(text.split('\n')[0] if code == 1 and text else last_line(error))
        submission.right = True

    def read_rows(self, submission):
        """A folder of results: rows of a student's own machine."""
        assignment = self.assignment
        summary, _ = submission.tables = self.tables(submission.path)
        sizes = {threshold['size'] for threshold in assignment.thresholds}
        own = [row for row in summary if row['workload'] == assignment.workload and row['variant'] != assignment.baseline and assignment.variant in ('', row['variant'])
               and (row['shape'] or row['n']) in sizes]
        names = sorted({row['variant'] for row in own})
        if len(names) != 1:
            raise StudyError(f'samples.csv has {len(names)} variants of {assignment.workload} beside {assignment.baseline} at the sizes of the thresholds; one is graded')
        if len({(row['seed'], row['machine']) for row in own}) > 1:
            raise StudyError('samples.csv has rows of several seeds or machines; measure with one')
        submission.has_threads = any(row['threads'] not in ('', '1') for row in own)
        submission.variant, submission.machine = names[0], f'{names[0]} on its own machine {own[0]["machine"]}'
        submission.right = all(row['status'] == 'ok' for row in own)
        submission.hashes |= {f'rows {row["build"]}' for row in own}
        if len({row['build'] for row in summary if row['variant'] == assignment.baseline}) > 1:
            submission.notes.append('rows of the baseline are of several builds of speedup')
        for row in own:
            known = self.input_hash(row['shape'] or row['n'], row['type'], row['seed'])
            if not known:
                submission.notes.append(f'rows at n {row["shape"] or row["n"]}: their inputs could not be compared')
            elif row['input_hash'] != known:
                submission.notes.append(f'rows at n {row["shape"] or row["n"]} are not of the inputs that seed {row["seed"]} makes')

    @lru_cache(None)
    def input_hash(self, size, kind, seed):
        """What this program has in a row of the same inputs."""
        with tempfile.TemporaryDirectory() as folder:
            self.call('run', self.assignment.workload, *self.others, '--variant', self.assignment.baseline, '--size', size, '--type', kind, '--seed', seed, '--threads', '1',
                      '--rounds', '1', '--max-samples', '1', '--timeout', self.assignment.time_limit, '--quiet', '--out', f'{folder}/samples.csv', limit=60)
            return next((row['input_hash'] for row in records(read_text(f'{folder}/samples.csv'))), None)

    # ---- verdicts ----

    def verdict(self, submission, threshold, summary, ratios):
        verdict, place = {'threshold': threshold, **NOT_MEASURED}, place_of(threshold)
        base_place = place_of({**threshold, 'threads': self.assignment.baseline_threads})

        def places(variant, threads, others):
            found = [(number, row) for number, row in enumerate(summary, 1) if row['workload'] == self.assignment.workload and row['variant'] == variant
                     and (submission.machine or row['seed'] == self.seed) and (row['shape'] or row['n']) == threshold['size'] and row['type'] == threshold['type']
                     and all(row[axis] in ('', threshold[axis]) for axis in ('block', 'tile', 'matrices', 'transfer') if threshold[axis])]
            return [place for place in found if place[1]['threads'] == threads] or [place for place in found if place[1]['threads'] in others]

        own = places(submission.variant, threshold['threads'], ('',) if submission.has_threads else ('', '1'))
        base = places(self.assignment.baseline, self.assignment.baseline_threads, ('',))
        alike = ('cache', 'matrices', 'iterations')
        pair = next(((above, below, row) for below, row in own for above, other in base if (above, below) in ratios and all(row[key] == other[key] for key in alike)), None)
        if base and base[0][1]['status'] not in ('ok', 'reduced') and not submission.machine:
            raise StudyError(f'{self.assignment.path}: the baseline is {base[0][1]["status"]} at {base_place}: {base[0][1]["detail"]}; '
                             'choose a smaller size or a larger time limit')
        if own and own[0][1]['status'] != 'ok':
            row = own[0][1]
            verdict['why'] = f'{row["status"]} at {place}: {row["detail"] or "its results are as precise as " + row["precision_class"] + ", not as " + row["type"]}'
            if row['status'] in ('wrong', 'failed', 'timeout'):
                submission.problem, submission.right = submission.problem or verdict['why'], False
        elif not pair:
            missing = f'{submission.variant} at {place}' if base else f'{self.assignment.baseline} at {base_place}'
            verdict['why'] = submission.refused.get(threshold['point']) or f'there are no rows of {missing}'
        else:
            ratio, verdict['row'] = ratios[pair[:2]], pair[2]
            verdict['rounds'] = int(ratio['common_rounds'])  # without five in common, both sides were not disturbed alike
            speedup, low, high = (float(ratio[f'{self.assignment.clock}_{part}'] or 'nan') for part in ('ratio', 'low', 'high'))
            verdict['speedup'] = speedup if 0 < speedup < math.inf else None
            verdict['state'] = 'undecided'
            if verdict['rounds'] >= 5 and 0 < low <= high < math.inf:
                verdict['low'], verdict['high'] = low, high
                verdict['state'] = 'met' if low >= threshold['speedup'] else 'not met' if high < threshold['speedup'] else 'undecided'
            if verdict['state'] == 'met' or verdict['state'] == 'undecided' and verdict['low'] and self.assignment.undecided == 'met':
                verdict['points'] = threshold['points']
        return verdict

    def measure_all(self):
        """Rounds beside the baseline and each other; one first, to say the time, and undecided submissions get more."""
        assignment, rounds = self.assignment, 1
        chosen = [(submission, point) for submission in self.given if submission.right and not submission.machine for point in self.points]
        while chosen and rounds:
            began = time.monotonic()
            self.measure(chosen, rounds)
            took, tables = time.monotonic() - began, self.tables(self.out / 'samples.csv')
            for submission in {submission for submission, _ in chosen}:
                submission.verdicts = [self.verdict(submission, threshold, *tables) for threshold in assignment.thresholds]
            if rounds == 1 and not self.begun:
                log(f'one round of {len(chosen)} points took {took:.0f} s: {assignment.rounds} rounds take about {took * (assignment.rounds - 1):.0f} s more, '
                    f'and undecided verdicts at most {took * (assignment.most_rounds - assignment.rounds):.0f} s')
            chosen = [pair for pair in chosen if any(verdict['state'] == 'undecided' and verdict['threshold']['point'] == pair[1] for verdict in pair[0].verdicts)]
            self.looks += rounds > 1
            rounds = assignment.rounds if rounds == 1 else min(2 * rounds, assignment.most_rounds) if rounds < assignment.most_rounds else 0

    def run(self):
        for threshold in self.assignment.thresholds:  # errors come before the work; the baseline's type is that of all
            if self.assignment.own_rows == 'no' and not self.fits(threshold):
                raise StudyError(f'{self.assignment.path}: [threshold {threshold["name"]}] threads = {threshold["threads"]}: '
                                 f'grade on a machine with as many processors; here are {len(os.sched_getaffinity(0))}')
            line = self.plan(None, [threshold[key] for key in POINT], 1)
            threshold.update({key: re.search(rf' --{key} (\S+)', line)[1] for key in ('size', 'type')})  # as in rows
            threshold['point'] = tuple(threshold[key] for key in POINT)
            if self.assignment.ceiling and self.fits(threshold):
                try:
                    self.output('plan', self.assignment.ceiling, '--threads', threshold['threads'], '--type', threshold['type'])
                except StudyError as error:
                    raise StudyError(f'{self.assignment.path}: [assignment] ceiling = {self.assignment.ceiling}: {error}')
        self.points = sorted({threshold['point'] for threshold in self.assignment.thresholds})
        if self.assignment.glue:  # what is wrong in it is no student's error
            _, _, error = self.call('build', self.assignment.glue, *self.others, '-o', 'plugins/glue.so', limit=120)
            if first_error(error):
                raise StudyError(f'{self.assignment.path}: [assignment] glue = {first_error(error)}')
        log(f'submissions: {len(self.given)}; seed {self.seed}')
        for submission in self.given:
            try:
                self.prepare(submission)
            except (StudyError, OSError, KeyError, ValueError, MemoryError, csv.Error) as error:
                submission.problem, submission.right = str(error), False
            log(submission.words(f'{submission.name}: {submission.problem or submission.machine or "right"}')[:160])
        graded = repr((read_text(self.assignment.path), [(submission.name, sorted(submission.hashes)) for submission in self.given]))
        begun = f'{self.seed} {hashlib.sha256(graded.encode()).hexdigest()}'
        if self.begun not in ('', begun):
            raise StudyError(f'{self.out} has rounds of another assignment or of other submissions; name another folder by --out, or remove it')
        write_file(self.out / 'begun', begun)
        self.measure_all()
        for submission in self.given:
            submission.verdicts = submission.verdicts or [self.verdict(submission, threshold, *submission.tables) for threshold in self.assignment.thresholds]
            submission.problem = submission.words(submission.problem or next((verdict['why'] for verdict in submission.verdicts if verdict['why']), ''))
            for verdict in submission.verdicts:
                verdict.update({'why': submission.words(verdict['why'])} if submission.right else NOT_MEASURED)
            submission.for_right = self.assignment.right if submission.right else 0
            submission.points = sum(verdict['points'] for verdict in submission.verdicts) + submission.for_right
            submission.copies = [other for other in self.given if other is not submission and other.hashes & submission.hashes]
        self.most = self.assignment.right + sum(threshold['points'] for threshold in self.assignment.thresholds)
        self.write()
        (self.out / 'begun').unlink()
        return 3 if len(self.given) == 1 and self.given[0].points < self.most else 0  # 1 is an error of Python

    # ---- files ----

    def write(self):
        parts = ('state', 'points', 'speedup', 'low', 'high', 'rounds', 'efficiency', 'ceiling_share')
        lines = [['submission', 'right', 'points', 'of', 'machine', 'problem', 'notes', 'warnings', 'copies',
                  *(f'{threshold["name"]} {part}' for threshold in self.assignment.thresholds for part in parts)]]
        for submission in self.given:
            lines.append([submission.name, 'yes' if submission.right else 'no', submission.points, self.most, submission.machine, submission.problem,
                          '; '.join(submission.notes), submission.warnings, '; '.join(other.name for other in submission.copies),
                          *({**verdict['row'], **verdict}.get(part) for verdict in submission.verdicts for part in parts)])
            write_file(self.out / 'feedback' / (escape.file_name(submission.name) + '.json'), json.dumps(self.gradescope(submission), indent=1) + '\n')
        write_file(self.out / 'grades.csv', ''.join(','.join(map(escape.csv_cell, line)) + '\n' for line in lines))
        self.write_pages()

    def write_pages(self):
        numbers = secrets.SystemRandom().sample(range(1, len(self.given) + 1), len(self.given))
        for submission, number in zip(self.given, numbers):
            submission.shown = str(number) if self.anonymous else submission.name
        script, script_hash = page_script()
        template = jinja2.Environment(loader=jinja2.FileSystemLoader(TEMPLATES), autoescape=True, trim_blocks=True, lstrip_blocks=True).get_template('grade.html')
        shared = {'assignment': self.assignment, 'style': read_text(TEMPLATES / 'page.css'), 'script': script, 'hash': script_hash, 'most': self.most, 'sentence': sentence, 'place_of': place_of, 'grade': self}
        for submission in self.given:
            write_file(self.out / 'feedback' / (escape.file_name(submission.name) + '.html'), template.render(shared, submission=submission))
        best = sorted(self.given, key=lambda submission: (-submission.points, submission.shown))
        figures = [drawing(point, self.assignment.thresholds, best) for point in dict.fromkeys(threshold['point'] for threshold in self.assignment.thresholds)]
        write_file(self.out / 'board.html', template.render(shared, submissions=best, figures=figures, interval=interval))

    def gradescope(self, submission):
        """https://gradescope-autograders.readthedocs.io/en/latest/specs/"""
        tests = [('right results', submission.for_right, self.assignment.right, submission.right, submission.problem)]
        tests += [(verdict['threshold']['name'], verdict['points'], verdict['threshold']['points'], verdict['state'] == 'met' or verdict['points'] > 0, sentence(verdict))
                  for verdict in submission.verdicts]
        tests = [{'name': name, 'score': score, 'max_score': most, 'status': 'passed' if passed and submission.right else 'failed', 'output': text}
                 for name, score, most, passed, text in tests]
        return {'score': submission.points, 'output': '; '.join(filter(None, [submission.problem, submission.machine, *submission.notes])), 'tests': tests}


def end_with_parent():
    """This process is killed when its parent ends (prctl, PR_SET_PDEATHSIG). An exception may be lost in a hook of fork()."""
    ctypes.CDLL(None).prctl(1, signal.SIGKILL)


def sentence(verdict):
    """The verdict in words."""
    least = f'at least {verdict["threshold"]["speedup"]:g} times the baseline'
    if verdict['speedup'] is None:
        return f'{verdict["state"]}: {least}{verdict["why"] and "; " + verdict["why"]}'
    spread = f', 95 % interval {verdict["low"]:.3g} to {verdict["high"]:.3g}' if verdict['low'] is not None else ''
    return f'{verdict["state"]}: {least}; measured {verdict["speedup"]:.3g}{spread}, {verdict["rounds"]} rounds'


def interval(verdict):
    return f'{verdict["speedup"]:.3g} ({verdict["low"]:.3g} to {verdict["high"]:.3g})' if verdict['low'] else ''


def place_of(threshold):
    """Where it is measured, in words."""
    return f'{threshold["type"]}, size {threshold["size"]} on {threshold["threads"]} thread{"s" if threshold["threads"] != "1" else ""}'


def drawing(point, thresholds, submissions):
    """The thresholds at a point, who has a speedup there, in its order, which shows the distribution, and the place of a value."""
    alike = [threshold for threshold in thresholds if threshold['point'] == point]
    found = [(submission.shown, verdict) for submission in submissions for verdict in submission.verdicts if verdict['threshold'] is alike[0] and verdict['low']]
    values = [part['speedup'] for part in [*alike, *(verdict for _, verdict in found)]]
    least, span = math.log(min(values)), math.log(max(values) / min(values)) or 1

    def place(value):  # an interval ends at the edge
        return round(145 + 235 * min(max((math.log(value) - least) / span, -.05), 1.05), 1)
    return {'where': place_of(alike[0]), 'thresholds': alike, 'found': sorted(found, key=lambda pair: -pair[1]['speedup']), 'place': place}


def records(text):
    """Rows of a CSV text as dicts."""
    header, rows = rows_of(text)
    return [dict(zip(header, row)) for row in rows]


def first_error(text):
    """That of a compiler or linker; empty if there is none."""
    return next((line for line in text.splitlines() if re.search(r'\berror: (?!ld returned)|: multiple definition of ', line)), '')


def last_line(text):
    return re.sub('^speedup: ', '', (text.strip().splitlines() or ['the command failed without a message'])[-1])


def log(text):
    print('speedup grade:', text, file=sys.stderr, flush=True)


def grade(program, out, anonymous, assignment, *submissions):
    end_with_parent()
    try:
        return Grade(program, out, anonymous, assignment, submissions).run()
    except (StudyError, AssignmentError, OSError) as error:
        log(error)
        return 2
    except KeyboardInterrupt:
        return 130
