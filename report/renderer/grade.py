"""`speedup grade`: the program builds, checks, measures and summarizes each submission; this calls it and compares intervals with thresholds."""
import configparser
import hashlib
import json
import math
import os
import random
import re
import resource
import secrets
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import jinja2

from . import escape
from .page import TEMPLATES, page_script
from .study import SPEEDUP, StudyError, make_folder, read_text, rows_of, write_file

SOURCES = ('.c', '.cc', '.cpp', '.cxx', '.cu')
MOST_OUTPUT = 1 << 16  # bytes that are read of what a command prints
MOST_FILE = 1 << 28  # bytes of a file that a command writes, a compiler's too
COUNT, NUMBER = r'[1-9]\d{0,8}', r'\d{1,9}(\.\d+)?'
POINT = {'size': (None, rf'{COUNT}(x{COUNT})*'), 'threads': ('1', COUNT), 'type': ('', r'\w*'), 'block': ('', r'\d*'), 'tile': ('', r'\d*'), 'matrices': ('', r'\d*'),
         'transfer': ('', r'[\w-]*')}
KEYS = {  # default (None: required) and pattern
    'workload': (None, r'\w+'), 'baseline': (None, r'[cg]pu/\w+'), 'baseline threads': ('1', COUNT), 'title': ('', '.*'), 'ceiling': ('', r'\w*'), 'glue': ('', '.*'), 'plugin': ('', '.*'),
    'variant': ('', r'([cg]pu/\w+)?'), 'seed': ('', r'\d{0,18}'), 'check sizes': ('', '[0-9x,]*'), 'clock': ('kernel', 'kernel|total'), 'rounds': ('7', COUNT),
    'most rounds': ('28', COUNT), 'time limit': ('10', NUMBER), 'undecided': ('not met', 'met|not met'), 'points for right': ('0', NUMBER)}
THRESHOLD = {'points': (None, NUMBER), 'speedup': (None, NUMBER), **POINT}
NOTHING = re.compile(r'//[^\n]*|/\*.*?\*/|\s+|("(?:\\.|[^"\\])*")', re.S)  # comments and blanks, and texts, which stay


class Assignment:
    """The file, whose keys are attributes with '_' for a blank. Thresholds are dicts."""

    def __init__(self, path):
        parser = configparser.ConfigParser(interpolation=None)
        try:
            parser.read_string(read_text(path), str(path))
        except configparser.Error as error:
            raise StudyError(' '.join(str(error).split()), 2)
        sections = [name for name in parser.sections() if name != 'assignment']
        if 'assignment' not in parser or not sections:
            raise StudyError(f'{path}: it has no [assignment] or no [threshold NAME]; docs/teaching.md has examples', 2)
        point = {key: value for key, value in parser['assignment'].items() if key in POINT}
        given = {key: value for key, value in parser['assignment'].items() if key not in POINT}
        self.__dict__ = {key.replace(' ', '_'): value for key, value in check(path, 'assignment', given, KEYS).items()}
        self.thresholds = []
        for section in sections:
            if not section.startswith('threshold '):
                raise StudyError(f'{path}: [{section}] is unknown; there are [assignment] and [threshold NAME]', 2)
            threshold = check(path, section, {**point, **parser[section]}, THRESHOLD)
            self.thresholds.append({**threshold, 'name': section[10:].strip(), 'points': float(threshold['points']), 'speedup': float(threshold['speedup']),
                                    'point': tuple(threshold[key] for key in POINT)})
        self.path, self.title = path, self.title or Path(path).stem
        self.rounds, self.most_rounds, self.right = int(self.rounds), int(self.most_rounds), float(self.points_for_right)
        if not 5 <= self.rounds <= self.most_rounds:
            raise StudyError(f'{path}: rounds = {self.rounds}, most rounds = {self.most_rounds}: an interval needs five, and the second is not less', 2)
        self.files = {}
        for key in ('glue', 'plugin'):
            name = getattr(self, key)
            self.files[key] = name and str(Path(path).resolve().parent / name)
            if name and not Path(self.files[key]).is_file():
                raise StudyError(f'{path}: [assignment] {key} = {name}: there is no such file; its path begins in the folder of the assignment', 2)


def check(path, section, given, keys):
    for key, value in given.items():
        if key not in keys:
            raise StudyError(f'{path}: [{section}] {key}: the key is unknown; there are {", ".join([*keys, *(() if "points" in keys else POINT)])}', 2)
        if not re.fullmatch(keys[key][1], value):
            raise StudyError(f'{path}: [{section}] {key} = {value}: the value is not of the form {keys[key][1]}', 2)
    for key, (default, _) in keys.items():
        if default is None and key not in given:
            raise StudyError(f'{path}: [{section}] has no {key}; add it', 2)
    return {key: given.get(key, default) for key, (default, _) in keys.items()}


class Submission:
    def __init__(self, path, number):
        self.path, self.name, self.label = Path(path), Path(path).stem if Path(path).is_file() else Path(path).name, f's{number}'
        self.variant = self.problem = self.output = self.machine = ''
        self.notes, self.hashes, self.copies, self.verdicts, self.warnings, self.right = [], set(), [], [], 0, False

    def sources(self):
        """Its files; nothing that a link leads to."""
        files = [self.path] if self.path.is_file() else sorted(self.path.iterdir()) if self.path.is_dir() else []
        return [file for file in files if file.suffix in SOURCES and file.is_file() and not file.is_symlink()]

    def words(self, text):
        """A message with the names that the student gave, short enough for a page."""
        return escape.clean(text.replace(f'/{self.label}_', '/').replace(f'plugins/{self.label}.so', self.path.name))[:400]

    @property
    def points(self):
        return sum(verdict['points'] for verdict in self.verdicts) + self.for_right


class Grade:
    def __init__(self, out, anonymous, assignment, paths):
        self.assignment, self.anonymous = Assignment(assignment), anonymous
        self.given = [Submission(path, number) for number, path in enumerate(paths, 1)]
        names = [submission.name for submission in self.given]
        for submission in self.given:
            if names.count(submission.name) > 1:  # the same file of each student's folder
                submission.name = f'{submission.path.resolve().parent.name}/{submission.name}'
        if len({submission.name for submission in self.given}) < len(self.given):
            raise StudyError('two submissions have the same name; give files or folders of different names', 2)
        Path(out).mkdir(parents=True, exist_ok=True)
        self.out = Path(out)
        for name in ('plugins', 'feedback'):
            make_folder(self.out, name)
        self.seed = self.assignment.seed or str(secrets.randbelow(10**9))
        self.others = ['--plugin', self.assignment.files['plugin']] if self.assignment.plugin else []
        self.hash_of, self.looks = {}, 0

    # ---- the program ----

    def call(self, *words, limit=None, most=MOST_OUTPUT):
        """Exit code (None: ended by the time limit), stdout and stderr of a command, which works in the folder of the results."""
        with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
            process = subprocess.Popen([SPEEDUP, *map(str, words)], cwd=self.out, stdin=subprocess.DEVNULL, stdout=out, stderr=err, start_new_session=True,
                                       preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (MOST_FILE, MOST_FILE)))
            code = None
            try:
                code = process.wait(limit)
            except subprocess.TimeoutExpired:
                pass
            finally:  # also after an interrupt
                if code is None:
                    os.killpg(process.pid, signal.SIGKILL)
                    process.wait()
            texts = []
            for file in (out, err):
                file.seek(0)
                texts.append(file.read(most).decode('utf-8', 'replace'))
        return code, *texts

    def plan(self, submission, point, rounds):
        """Lines of a manifest. `submission` None: the baseline."""
        assignment = self.assignment
        axes = {**dict(zip(POINT, point)), **({} if submission else {'threads': assignment.baseline_threads})}
        code, lines, error = self.call(
            'plan', assignment.workload, '--variant', submission.variant if submission else assignment.baseline, '--seed', self.seed, '--rounds', f'{rounds},{rounds}',
            '--timeout', assignment.time_limit, *(word for axis, value in axes.items() if value for word in (f'--{axis}', value)), *self.others,
            *(['--plugin', self.plugin(submission)] if submission else []), limit=60)
        if code != 0:
            raise StudyError(last_line(error), 2)
        return lines

    @staticmethod
    def plugin(submission):
        return f'{submission.label}=plugins/{submission.label}.so'

    def plan_baseline(self, points, rounds):
        try:
            return [self.plan(None, point, rounds) for point in sorted(points)]
        except StudyError as error:
            raise StudyError(f'{self.assignment.path}: the baseline cannot be measured at each point of the thresholds: {error}', 2)

    def measure(self, chosen, rounds):
        """Up to so many rounds of (submission, point), and of the baseline, in one run."""
        lines = self.plan_baseline({point for _, point in chosen}, rounds)
        for submission, point in chosen:
            try:
                lines.append(self.plan(submission, point, rounds))
            except StudyError as error:
                submission.problem = str(error)
        for threads, kind in sorted({point[1:3] for _, point in chosen}) if self.assignment.ceiling else ():
            lines.append(self.call('plan', self.assignment.ceiling, '--threads', threads, *(['--type', kind] if kind else []), '--rounds', f'{rounds},{rounds}')[1])
        write_file(self.out / 'manifest', ''.join(lines))
        code, _, error = self.call('run', '--manifest', 'manifest', '--out', 'samples.csv', '--quiet')
        if code not in (0, 1):
            raise StudyError(last_line(error))

    def tables(self, path):
        """Rows of the summary, and ratios by (number of the baseline's row, of the other's)."""
        code, text, error = self.call('summarize', '--tables', os.path.abspath(path), most=-1)
        if code != 0:
            raise StudyError(last_line(error))
        parts = dict(part.split('\n', 1) for part in ('\n' + text).split('\n# ')[1:])
        return records(parts['summary']), {(int(row['above']), int(row['below'])): row for row in records(parts['ratios'])}

    # ---- a submission ----

    def prepare(self, submission):
        """Builds and checks it, or reads its rows. A problem is in its text."""
        if submission.path.is_symlink():
            raise StudyError('it is a link, which is not followed')
        if (submission.path / 'samples.csv').is_file():
            return self.read_rows(submission)
        target = f'plugins/{submission.label}.so'
        (self.out / target).unlink(missing_ok=True)
        if submission.path.suffix == '.so' and submission.path.is_file():
            write_file(self.out / target, submission.path.read_bytes())
        else:
            self.build(submission, target)
        submission.hashes.add('plug-in ' + hashlib.sha256((self.out / target).read_bytes()).hexdigest())
        assignment = self.assignment
        code, text, error = self.call('list', assignment.workload, '--csv', *self.others, '--plugin', self.plugin(submission), limit=60, most=-1)
        if code != 0:
            raise StudyError(last_line(error))
        own = re.compile(f'[cg]pu/{submission.label}_')
        names = [row['variant'] for row in records(text) if own.match(row['variant']) and row['workload'] == assignment.workload]
        names = [name for name in names if assignment.variant in ('', name.replace(f'{submission.label}_', '', 1))]
        if len(names) != 1:
            raise StudyError(f'it has {len(names)} variants of {assignment.workload}{" called " + assignment.variant if assignment.variant else ""}; one is graded')
        submission.variant = names[0]
        return self.check(submission)

    def build(self, submission, target):
        sources = submission.sources()
        if not sources:
            raise StudyError('there is no source file (.c, .cpp, .cu), no plug-in and no samples.csv')
        text = '\n'.join(map(read_text, sources))
        submission.hashes.add('source ' + hashlib.sha256(NOTHING.sub(r'\1', text).encode()).hexdigest())
        code, _, error = self.call('build', *([self.assignment.files['glue']] if self.assignment.glue else []), *(file.resolve() for file in sources),
                                   *self.others, '-o', target, limit=120)
        submission.output = error.replace(f'{sources[0].resolve().parent}/', '')[:4000]
        submission.warnings = len(re.findall(r'\bwarning:', error))
        if code != 0:
            errors = [line for line in submission.output.splitlines() if re.search(r'\berror:', line)]
            raise StudyError('it does not build: ' + ('the compiler did not end in 120 s' if code is None else (errors or [last_line(submission.output)])[0]))

    def check(self, submission):
        assignment, limit = self.assignment, 6 * float(self.assignment.time_limit)
        types = ','.join(sorted({threshold['type'] for threshold in assignment.thresholds} - {''}))
        code, text, error = self.call(
            'check', assignment.workload, *self.others, '--plugin', self.plugin(submission), '--variant', submission.variant, '--seed', self.seed, '--timeout',
            assignment.time_limit, *(['--type', types] if types else []), *(['--size', assignment.check_sizes] if assignment.check_sizes else []), limit=limit)
        if code is None:
            raise StudyError(f'the check of its results did not end in {limit:g} s')
        if code != 0:
            raise StudyError(text.split('\n')[0] if code == 1 and text else last_line(error))
        submission.right = True

    def read_rows(self, submission):
        """A folder of results: rows of a student's own machine."""
        assignment = self.assignment
        submission.hashes.add('samples ' + hashlib.sha256((submission.path / 'samples.csv').read_bytes()).hexdigest())
        summary, _ = submission.tables = self.tables(submission.path)
        own = [row for row in summary if row['workload'] == assignment.workload and row['variant'] != assignment.baseline and assignment.variant in ('', row['variant'])]
        names = sorted({row['variant'] for row in own})
        if len(names) != 1:
            raise StudyError(f'samples.csv has {len(names)} variants of {assignment.workload} beside {assignment.baseline}; one is graded')
        submission.variant, submission.machine, submission.right = names[0], 'own machine ' + own[0]['machine'], all(row['status'] == 'ok' for row in own)
        submission.hashes |= {f'rows {row["build"]}' for row in own}
        builds = {row['build'] for row in summary if row['variant'] == assignment.baseline}
        if len(builds) > 1:
            submission.notes.append(f'rows of the baseline are of {len(builds)} builds of speedup')
        for row in own:
            if row['input_hash'] != self.input_hash(row):
                submission.notes.append(f'rows at n {row["shape"] or row["n"]} are not of the inputs that seed {row["seed"]} makes')

    def input_hash(self, row):
        """What this program has in a row of the same inputs."""
        key = size, kind, seed = row['shape'] or row['n'], row['type'], row['seed']
        if key not in self.hash_of:
            with tempfile.TemporaryDirectory() as folder:
                self.call('run', self.assignment.workload, *self.others, '--variant', self.assignment.baseline, '--size', size, '--type', kind, '--seed', seed, '--threads', '1',
                          '--rounds', '1', '--max-samples', '1', '--timeout', self.assignment.time_limit, '--quiet', '--out', f'{folder}/samples.csv')
                self.hash_of[key] = next((line['input_hash'] for line in records(read_text(f'{folder}/samples.csv'))), None)
        return self.hash_of[key]

    # ---- verdicts ----

    def judge(self, submission, tables):
        submission.verdicts = [self.verdict(submission, threshold, *tables) for threshold in self.assignment.thresholds]

    def verdict(self, submission, threshold, summary, ratios):
        verdict = {'threshold': threshold, 'state': 'not measured', 'points': 0, 'why': '', 'speedup': None, 'low': None, 'high': None, 'rounds': 0, 'row': {}}

        def places(variant, threads):
            found = [(number, row) for number, row in enumerate(summary, 1) if row['workload'] == self.assignment.workload and row['variant'] == variant
                     and (submission.machine or row['seed'] == self.seed) and (row['shape'] or row['n']) == threshold['size'] and threshold['type'] in ('', row['type'])
                     and all(row[axis] in ('', threshold[axis]) for axis in ('block', 'tile', 'matrices', 'transfer') if threshold[axis])]
            return [place for place in found if place[1]['threads'] == threads] or [place for place in found if place[1]['threads'] in ('', '1')]

        own, base = places(submission.variant, threshold['threads']), places(self.assignment.baseline, self.assignment.baseline_threads)
        pair = next(((above, below, row) for below, row in own for above, _ in base if (above, below) in ratios), None)
        if own and own[0][1]['status'] != 'ok':
            verdict['why'] = f'{own[0][1]["status"]}: {own[0][1]["detail"]}'
            submission.right = submission.right and own[0][1]['status'] not in ('wrong', 'failed')
        elif not pair:
            verdict['why'] = f'there are no rows of {submission.variant if base else self.assignment.baseline} at size {threshold["size"]} on {threshold["threads"]} threads'
        else:
            ratio, verdict['row'] = ratios[pair[:2]], pair[2]
            verdict['rounds'] = int(ratio['common_rounds'])  # without five in common, both sides were not disturbed alike
            for key, part in (('speedup', 'ratio'), ('low', 'low'), ('high', 'high'))[:3 if verdict['rounds'] >= 5 else 1]:
                text = ratio[f'{self.assignment.clock}_{part}']
                verdict[key] = float(text) if text else None
            least = threshold['speedup']
            verdict['state'] = ('undecided' if verdict['low'] is None or verdict['low'] < least <= verdict['high'] else
                                'met' if verdict['low'] >= least else 'not met')
            if verdict['state'] == 'met' or verdict['state'] == 'undecided' and self.assignment.undecided == 'met':
                verdict['points'] = threshold['points']
        return verdict

    def measure_all(self):
        """Rounds beside the baseline and each other; undecided ones get more."""
        assignment = self.assignment
        chosen = [(submission, point) for submission in self.given if submission.right and not submission.machine
                  for point in sorted({threshold['point'] for threshold in assignment.thresholds})]
        if not chosen:
            return
        began = time.monotonic()
        self.measure(chosen, 1)
        took, rounds = time.monotonic() - began, 1
        log(f'one round of {len(chosen)} points took {took:.0f} s: {assignment.rounds} rounds take about {took * (assignment.rounds - 1):.0f} s more, '
            f'and undecided verdicts at most {took * (assignment.most_rounds - assignment.rounds):.0f} s')
        while chosen and rounds < assignment.most_rounds:
            rounds = min(2 * rounds, assignment.most_rounds) if rounds > 1 else assignment.rounds
            self.measure(chosen, rounds)
            self.looks += 1
            tables = self.tables(self.out / 'samples.csv')
            for submission in {id(submission): submission for submission, _ in chosen}.values():
                self.judge(submission, tables)
            chosen = [(submission, verdict['threshold']['point']) for submission, _ in chosen for verdict in submission.verdicts if verdict['state'] == 'undecided']
            chosen = sorted(set(chosen), key=lambda pair: (pair[0].label, pair[1]))

    def run(self):
        self.plan_baseline({threshold['point'] for threshold in self.assignment.thresholds}, 1)  # errors come before the work
        log(f'{len(self.given)} submissions; seed {self.seed}')
        for submission in self.given:
            try:
                self.prepare(submission)
            except (StudyError, OSError, KeyError, ValueError) as error:
                submission.problem, submission.right = str(error), False
            log(submission.words(f'{submission.name}: {submission.problem or submission.machine or "right"}')[:160])
        self.measure_all()
        for submission in self.given:
            if submission.machine:
                self.judge(submission, submission.tables)
            elif not submission.verdicts:
                self.judge(submission, ([], {}))
            submission.problem = submission.words(submission.problem or next((verdict['why'] for verdict in submission.verdicts if not submission.right), ''))
            for verdict in submission.verdicts:
                verdict['points'] = verdict['points'] if submission.right else 0
                verdict['why'] = submission.words(verdict['why']) if submission.right else ''
            submission.for_right = self.assignment.right if submission.right else 0
            submission.copies = [other for other in self.given if other is not submission and other.hashes & submission.hashes]
        self.most = self.assignment.right + sum(threshold['points'] for threshold in self.assignment.thresholds)
        self.write()
        return int(len(self.given) == 1 and self.given[0].points < self.most)

    # ---- files ----

    def write(self):
        heads = ['submission', 'right', 'points', 'of', 'machine', 'problem', 'notes', 'warnings', 'copies']
        for threshold in self.assignment.thresholds:
            heads += [f'{threshold["name"]} {part}'.strip() for part in ('verdict', 'points', 'speedup', 'low', 'high', 'rounds', 'efficiency', 'ceiling_share')]
        lines = [heads]
        for submission in self.given:
            line = [submission.name, 'yes' if submission.right else 'no', submission.points, self.most, submission.machine, submission.problem, '; '.join(submission.notes),
                    submission.warnings, ' '.join(other.name for other in submission.copies)]
            for verdict in submission.verdicts:
                line += [verdict[part] for part in ('state', 'points', 'speedup', 'low', 'high', 'rounds')] + [verdict['row'].get(part, '') for part in ('efficiency', 'ceiling_share')]
            lines.append(line)
            write_file(self.out / 'feedback' / (escape.file_name(submission.name) + '.json'), json.dumps(self.gradescope(submission), indent=1) + '\n')
        write_file(self.out / 'grades.csv', ''.join(','.join(map(escape.csv_cell, line)) + '\n' for line in lines))

        self.write_pages()

    def write_pages(self):
        shown = [str(number) for number in range(1, len(self.given) + 1)]
        random.SystemRandom().shuffle(shown)
        for submission, number in zip(self.given, shown):
            submission.shown = number if self.anonymous else submission.name
        script, digest = page_script()
        template = jinja2.Environment(loader=jinja2.FileSystemLoader(TEMPLATES), autoescape=True, trim_blocks=True, lstrip_blocks=True).get_template('grade.html')
        shared = {'assignment': self.assignment, 'style': read_text(TEMPLATES / 'page.css'), 'script': script, 'hash': digest, 'most': self.most, 'sentence': sentence}
        for submission in self.given:
            write_file(self.out / 'feedback' / (escape.file_name(submission.name) + '.html'), template.render(shared, submission=submission))
        best = sorted(self.given, key=lambda submission: (-submission.points, submission.shown))
        write_file(self.out / 'board.html', template.render(shared, submissions=best, anonymous=self.anonymous, seed=self.seed, interval=interval, percent=percent, looks=self.looks, figures=[
            figure for index, threshold in enumerate(self.assignment.thresholds) for figure in drawing(threshold, index, best)]))

    def gradescope(self, submission):
        """https://gradescope-autograders.readthedocs.io/en/latest/specs/"""
        tests = [{'name': 'right results', 'score': submission.for_right, 'max_score': self.assignment.right, 'status': 'passed' if submission.right else 'failed',
                  'output': submission.problem}]
        for verdict in submission.verdicts:
            tests.append({'name': verdict['threshold']['name'], 'score': verdict['points'], 'max_score': verdict['threshold']['points'],
                          'status': 'passed' if verdict['points'] else 'failed', 'output': sentence(verdict)})
        return {'score': submission.points, 'output': submission.problem, 'tests': tests}


def sentence(verdict):
    """The verdict in words."""
    least = f'at least {verdict["threshold"]["speedup"]:g} times the baseline'
    if verdict['speedup'] is None:
        return f'{verdict["state"]}: {least}. {verdict["why"]}'
    spread = f', 95 % interval {verdict["low"]:.3g} to {verdict["high"]:.3g}' if verdict['low'] is not None else ''
    return f'{verdict["state"]}: {least}; measured {verdict["speedup"]:.3g}{spread}, {verdict["rounds"]} rounds'


def interval(verdict):
    """The speedup and half of its interval."""
    if verdict['low'] is None:
        return f'{verdict["speedup"]:.3g}' if verdict['speedup'] else ''
    return f'{verdict["speedup"]:.3g} ± {50 * (verdict["high"] - verdict["low"]) / verdict["speedup"]:.2g} %'


def percent(text):
    return f'{100 * float(text):.0f} %' if text else ''


def drawing(threshold, index, submissions):
    """Places of dots and intervals; nothing without any."""
    found = [(submission, submission.verdicts[index]) for submission in submissions if submission.verdicts[index]['low']]
    values = [threshold['speedup'], *(verdict[part] for _, verdict in found for part in ('low', 'high'))]
    least, span = math.log(min(values)), math.log(max(values) / min(values)) or 1

    def place(value):
        return round(130 + 290 * (math.log(value) - least) / span, 1)
    dots = [{'y': 10 + 14 * row, 'x': place(verdict['speedup']), 'low': place(verdict['low']), 'high': place(verdict['high']), 'name': submission.shown[:22],
             'text': f'{submission.shown}: {interval(verdict)}'} for row, (submission, verdict) in enumerate(found)]
    return [{'threshold': threshold, 'line': place(threshold['speedup']), 'dots': dots, 'height': 14 * len(dots) + 6}] if dots else []


def records(text):
    """Rows of a CSV text as dicts."""
    header, rows = rows_of(text)
    return [dict(zip(header, row)) for row in rows]


def last_line(text):
    lines = text.strip().splitlines()
    return re.sub('^speedup: ', '', lines[-1]) if lines else 'the command failed without a message'


def log(text):
    print('speedup grade:', text, file=sys.stderr, flush=True)


def grade(out, anonymous, assignment, *submissions):
    try:
        return Grade(out, anonymous, assignment, submissions).run()
    except StudyError as error:
        log(error)
        return error.code + (error.code == 1)  # 1 is a submission's
