"""The commands of report/build.sh, report/query.sh and report/extra-p.sh; each script's head comment is its help."""
import argparse
import glob
import os
import re
import shutil
import sqlite3
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

from . import escape
from .chapters import Chapters
from .figure import Figure
from .page import TEMPLATES, write_page
from .study import REPORT, ROOT, SPEEDUP, Study, StudyError, has_samples, log
from .table import Table



def names_of(folder, suffix):
    return [os.path.basename(path)[:-len(suffix)] for path in sorted(glob.glob(os.path.join(folder, '*' + suffix)))]


def have(tool, package, effect):
    if shutil.which(tool):
        return True
    log(f'{tool} is missing: {effect} (on Debian and Ubuntu: apt-get install {package})')
    return False


class Build:
    """Tables, figures, report.md and report.html of one results folder."""

    def __init__(self, arguments, formats):
        self.study = Study(arguments.results, arguments.experiment, arguments.only)
        self.formats, self.failed = formats, False
        self.out = arguments.results
        self.templates = [os.path.basename(path) for path in sorted(glob.glob(os.path.join(TEMPLATES, '[0-9]*.md')))]
        if arguments.experiment:
            self.check_experiment(arguments)
            self.out = os.path.join(arguments.results, 'experiments', escape.file_name(arguments.experiment))
            self.templates = ['experiment.md']
        for folder in ('tables', 'figures'):
            os.makedirs(os.path.join(self.out, folder), exist_ok=True)

    def check_experiment(self, arguments):
        if not self.study.value('SELECT count(*) FROM sweeps'):
            names = ', '.join(row['experiment'] for row in self.study.query('SELECT experiment FROM named ORDER BY experiment'))
            raise StudyError(f'no point in {arguments.results} belongs to {arguments.experiment}; there are {names}')

    def attempt(self, what, function, *arguments):
        """One step; if it fails, this is reported and the rest is made."""
        try:
            return function(*arguments)
        except (sqlite3.Error, StudyError, KeyError) as error:
            return self.report(error if isinstance(error, StudyError) else f'{what} failed: {error}')

    def report(self, error):
        log(error)
        self.failed = True

    def wanted(self, kind, folder, suffix):
        """All of a kind; of one experiment those in its templates."""
        names = names_of(folder, suffix)
        if self.templates != ['experiment.md']:
            return names
        with open(os.path.join(TEMPLATES, 'experiment.md'), encoding='utf-8') as file:
            used = set(re.findall(kind + r"\('([-a-z0-9]+)'", file.read()))
        return [name for name in names if name in used]

    def make_tables(self):
        tables = {}
        for name in self.wanted('table', os.path.join(REPORT, 'queries'), '.sql'):
            tables[name] = self.attempt(f'report/queries/{name}.sql', Table, self.study, name)
            if tables[name]:
                self.write_table(tables[name])
        return tables

    def write_table(self, table):
        path = os.path.join(self.out, 'tables', table.name)
        table.write_csv(path + '.csv')
        view = table.view()
        for suffix, text in (('.md', view.markdown() if view.rows else ''), ('.tex', view.latex() if view.rows else f'% {table.name}: no rows\n')):
            with open(path + suffix, 'w', encoding='utf-8') as file:
                file.write(text)

    def make_figures(self):
        if not have('gnuplot', 'gnuplot-nox', 'no figures are drawn'):
            return {}
        figures = {name: self.attempt(f'plots/{name}.sql', Figure, self.study, name) for name in self.wanted('figure', os.path.join(ROOT, 'plots'), '.sql')}
        figures = {name: figure for name, figure in figures.items() if figure}
        folder = os.path.join(self.out, 'figures')

        def draw(figure, facet):
            facet.draw(folder)
            path = os.path.join(folder, facet.file)
            for form in self.formats:
                zoom = ['--zoom', '2'] if form == 'png' else []
                subprocess.run(['rsvg-convert', '--format', form, *zoom, '--output', f'{path}.{form}', f'{path}.svg'], check=True)
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            jobs = [(figure, facet, pool.submit(draw, figure, facet)) for figure in figures.values() for facet in figure.facets]
        for figure, facet, job in jobs:
            if self.attempt(f'plots/{figure.name}.gp', lambda job=job: job.result() or True) is None:
                figure.facets.remove(facet)
        return figures

    def run(self):
        sys.stderr.write(self.study.notes)
        tables, figures = self.make_tables(), self.make_figures()
        chapters = [Chapters(self.study, tables, figures, html, self.report) for html in (False, True)]
        texts = [each.render(self.templates) for each in chapters]
        with open(os.path.join(self.out, 'report.md'), 'w', encoding='utf-8') as file:
            file.write(texts[0].replace('<!-- appendix -->\n', ''))
        if self.templates != ['experiment.md']:
            with open(os.path.join(self.out, 'summary.csv'), 'w', encoding='utf-8') as file:
                file.write(self.study.summary)
        if have('pandoc', 'pandoc', 'report.md is there, report.html is not'):
            path = os.path.join(self.out, 'report.html')
            write_page(path, texts[1], 'speedup: ' + os.path.basename(self.out), self.study.reference)
            log(f'the report is {path}')
        print(chapters[0].plain('answer' if self.templates != ['experiment.md'] else 'experiment'), end='')
        return 1 if self.failed else 0


def results_folder(named):
    if named:
        return os.path.abspath(named)
    machine = subprocess.run([SPEEDUP, 'machine'], capture_output=True, text=True).stdout if os.access(SPEEDUP, os.X_OK) else ''
    name = re.search(r'"name": *"([^"]*)"', machine)
    top = ROOT if os.path.exists(os.path.join(ROOT, 'Makefile')) else os.getcwd()
    return os.path.join(top, 'results', name[1] if name else '')


def build(parser, arguments):
    parser.add_argument('results', nargs='?')
    parser.add_argument('--experiment')
    parser.add_argument('--only', action='store_true')
    options = parser.parse_args(arguments)
    if options.experiment == '':
        parser.error('--experiment needs a name')
    if options.only and not options.experiment:
        parser.error('--only needs --experiment NAME')
    options.results = results_folder(options.results)
    if not has_samples(options.results):
        parser.error(f'{options.results}/samples.csv is not there: run an experiment first, for example experiments/thread-scaling.sh')
    more = [form for form in os.environ.get('FIGURES', '').split() if form != 'svg']
    if more and not have('rsvg-convert', 'librsvg2-bin', f'no figures as {" and ".join(more)}'):
        return 1
    return Build(options, more).run()


def query(parser, arguments):
    parser.add_argument('results')
    parser.add_argument('--say', metavar='NAME')
    options = parser.parse_args(arguments)
    study = Study(options.results)
    if options.say:
        chapters = Chapters(study, {}, {}, html=False)
        print(chapters.plain(options.say), end='')
        return 0
    cursor = study.cursor(sys.stdin.read())
    for row in [[column[0] for column in cursor.description], *cursor]:
        print(','.join(map(escape.csv_cell, row)))
    return 0


def main(command, arguments):
    parser = argparse.ArgumentParser(prog=f'report/{command}.sh', add_help=False, allow_abbrev=False)
    parser.error = lambda message: fail(message, 2)
    try:
        return {'build': build, 'query': query}[command](parser, arguments)
    except (StudyError, sqlite3.Error) as error:
        return fail(error, 2 if 'no point in' in str(error) else 1)


def fail(message, code):
    log(message)
    sys.exit(code)


if __name__ == '__main__':
    sys.exit(main(sys.argv[1], sys.argv[2:]))
