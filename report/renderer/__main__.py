"""The commands of report/build.sh and report/query.sh; each script's head comment is its help."""
from . import requirements  # first: the modules below need what this Python may lack
import argparse
import errno
import gc
import os
import re
import signal
import sqlite3
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from . import escape
from .figure import Figure
from .page import TEMPLATES, write_page
from .study import REPORT, ROOT, SPEEDUP, WHEELS, Study, StudyError, find_tool, has_samples, log, make_folder, write_file
from .table import Table


NO_SAMPLES = '{}/samples.csv is not there: run an experiment first, for example experiments/thread-scaling.sh'


def have(tool, package, effect):
    if not find_tool(tool):
        log(f'{tool} is missing: {effect} (on Debian and Ubuntu: apt-get install {package}{"; without root: make deps-user" if tool in WHEELS else ""})')
    return find_tool(tool)


class Build:
    """Tables, figures, report.md and report.html of one results folder, of one experiment in it, or of it beside another."""

    def __init__(self, options):
        from .chapters import Chapters, compile_templates  # here, as Jinja2 takes longer to load than a query to run
        self.chapters = Chapters
        with ThreadPoolExecutor() as pool:  # the program reads the samples meanwhile
            if not options.experiment and not options.beside:
                pool.submit(compile_templates)
            self.study = Study(options.results, options.experiment, options.only, options.beside)
        self.out, self.failed = Path(options.results), False
        self.templates = ['80-own.md', 'experiment.md'] if options.experiment else ['beside.md'] if options.beside else sorted(
            path.name for path in TEMPLATES.glob('[0-9]*.md'))
        self.said = ['own-best', 'experiment'] if options.experiment else ['beside'] if options.beside else ['answer', 'unmeasured']  # on the terminal
        self.wanted = ''.join((TEMPLATES / name).read_text(encoding='utf-8') for name in self.templates) if options.experiment or options.beside else None
        if options.experiment:
            if not self.study.value('SELECT (SELECT count(*) FROM sweeps) + (SELECT count(*) FROM shaped)'):
                names = ', '.join(row['experiment'] for row in self.study.query('SELECT experiment FROM named ORDER BY experiment'))
                raise StudyError(f'no point in {options.results} belongs to {options.experiment}; there are {names}', 2)
            self.out = make_folder(self.out, 'experiments', escape.file_name(options.experiment))
        if options.beside:
            if not self.study.value('SELECT count(*) FROM twins WHERE half IS NOT NULL'):
                command = ' or for example `speedup run {workload} --variant {variant} --type {type} --size {n}`'
                raise StudyError(f'{options.results} and {options.beside} share no point of five rounds: the same work, input, variant, threads and settings; '
                                 'measure the same on both, with `make study`' + ''.join(map(command.format_map, self.study.query('SELECT * FROM example'))), 2)
            self.out = make_folder(self.out, 'beside', escape.file_name(self.study.sides['there']))
        for folder in ('tables', 'figures'):
            make_folder(self.out, folder)

    def report(self, error):
        log(error)
        self.failed = True

    def made(self, kind, folder, function):
        """What the function makes of each query in the folder, by name; for one experiment of those that its template names. None: it failed."""
        found = {}
        for path in sorted(folder.glob('*.sql')):
            if f"{kind}('{path.stem}'" in self.wanted if self.wanted else not path.stem.startswith('beside-'):
                try:
                    found[path.stem] = function(self.study, path.stem)
                except (sqlite3.Error, StudyError, KeyError) as error:
                    self.report(f'{path.relative_to(ROOT)} failed: {error}')
                    found[path.stem] = None
        return found

    def write_table(self, table):
        table.write_csv(self.out / 'tables' / f'{table.name}.csv')
        for view in map(table.view, [None, *table.facets]):
            path = self.out / 'tables' / view.name
            write_file(f'{path}.md', view.markdown() if view.rows else '')
            write_file(f'{path}.tex', view.latex() if view.rows else f'% {view.name}: no rows\n')

    def draw(self, facet):
        facet.draw(self.out / 'figures')
        path = self.out / 'figures' / facet.file
        for form in os.environ.get('FIGURES', '').split():
            if form != 'svg':
                call = ['rsvg-convert', '--format', form, '--zoom', '2' if form == 'png' else '1']
                write_file(f'{path}.{form}', subprocess.run(call, input=facet.svg.encode(), stdout=subprocess.PIPE, check=True).stdout)

    def run(self):
        sys.stderr.write(self.study.notes)
        figures = self.made('figure', ROOT / 'plots', Figure) if have('gnuplot', 'gnuplot-nox', 'no figures are drawn') else {}
        with ThreadPoolExecutor(os.cpu_count()) as pool:  # facets are drawn side by side, while the tables are written
            jobs = [(figure, facet, pool.submit(self.draw, facet)) for figure in figures.values() if figure for facet in figure.facets]
            tables = self.made('table', REPORT / 'queries', Table)
            for table in filter(None, tables.values()):
                self.write_table(table)
        for figure, facet, job in jobs:
            if job.exception():
                self.report(job.exception())
                figure.facets.remove(facet)
        text, page = (self.chapters(self.study, tables, figures, html, self.report) for html in (False, True))
        with ThreadPoolExecutor() as pool:  # pandoc works while report.md is made
            html = have('pandoc', 'pandoc', 'report.md is there, report.html is not') and page.render(self.templates)
            made = html and pool.submit(write_page, self.out / 'report.html', html, 'speedup: ' + (' beside '.join(self.study.sides.values()) or self.out.name), self.study.reference, self.study.foot())
            write_file(self.out / 'report.md', text.render(self.templates))
            if self.wanted is None:
                write_file(self.out / 'summary.csv', self.study.summary)
        if made:
            made.result()
            log(f'the report is {self.out}/report.html')
        else:
            (self.out / 'report.html').unlink(missing_ok=True)  # of an earlier report
        print(*map(text.plain, self.said), sep='', end='')
        return int(self.failed)


def default_results():
    machine = subprocess.run([SPEEDUP, 'machine'], capture_output=True, text=True).stdout if os.access(SPEEDUP, os.X_OK) else ''
    name = re.search(r'"name": *"([^"]*)"', machine)
    return (ROOT if (ROOT / 'Makefile').exists() else Path.cwd()) / 'results' / (name[1] if name else '')


def build(parser, arguments):
    parser.add_argument('results', nargs='?')
    parser.add_argument('--experiment')
    parser.add_argument('--only', action='store_true')
    parser.add_argument('--beside')
    options = parser.parse_args(arguments)
    options.results = os.path.abspath(options.results or default_results())
    if '' in (options.experiment, options.beside):
        parser.error('--experiment needs a name, --beside a folder')
    if options.only and not options.experiment:
        parser.error('--only needs --experiment NAME')
    if options.beside and options.experiment:
        parser.error('--beside is about whole folders: leave out --experiment')
    if not has_samples(options.results):
        parser.error(NO_SAMPLES.format(options.results))
    if os.environ.get('FIGURES', 'svg').split() != ['svg'] and not have('rsvg-convert', 'librsvg2-bin', 'no report with PNG or PDF figures'):
        return 1
    return Build(options).run()


def query(parser, arguments):
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)  # the reader of the output may end first
    parser.add_argument('results')
    parser.add_argument('--say', metavar='NAME')
    parser.add_argument('--beside')
    options = parser.parse_args(arguments)
    if not has_samples(options.results) and not os.path.exists(os.path.join(options.results, 'machine.json')):
        parser.error(NO_SAMPLES.format(options.results))
    if options.say and not (TEMPLATES / 'sentences' / f'{options.say}.md').exists():
        names = ', '.join(sorted(path.stem for path in TEMPLATES.glob('sentences/*.md')))
        parser.error(f'--say {options.say}: there are {names}')
    study = Study(options.results, beside=options.beside)
    if options.say:
        from .chapters import Chapters
        print(Chapters(study, {}, {}, html=False).plain(options.say), end='')
        return 0
    cursor = study.cursor(sys.stdin.read())
    if not cursor.description:
        parser.error('there is no query on the standard input, for example report/queries/thread-scaling.sql')
    for row in [[study.named(column[0]).removeprefix('csv: ') for column in cursor.description], *cursor]:
        print(','.join(map(escape.csv_cell, row)))
    return 0


def main(command, *arguments):
    parser = argparse.ArgumentParser(add_help=False, allow_abbrev=False)

    def wrong(message):
        raise StudyError(message, 2)
    parser.error = wrong
    if command == 'grade':
        from .grade import grade
        return grade(*arguments)
    gc.disable()  # cost a tenth of the time; the process ends soon
    try:
        return {'build': build, 'query': query}[command](parser, arguments)
    except (StudyError, sqlite3.Error) as error:
        log(error)
        return getattr(error, 'code', 1)
    except OSError as error:
        remedy = {**dict.fromkeys((errno.ENOSPC, errno.EDQUOT, errno.EFBIG), 'free space'),
                  **dict.fromkeys((errno.EACCES, errno.EPERM, errno.EROFS), 'make it writable')}.get(error.errno)
        if not remedy:
            raise
        log(f'cannot write {error.filename or "a file of the report"}: {error.strerror}; {remedy}, then make the report again')
        return 1


if __name__ == '__main__':
    sys.exit(main(*sys.argv[1:]))
