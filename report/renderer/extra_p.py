"""Times over n and threads in Extra-P's text format: `extra_p WORKLOAD[:VARIANT] FILE|FOLDER...`.

Parameters are n and p (threads), those that vary; metrics are kernel_s and total_s. A region has all points that agree in everything else, and
DATA the medians of a point's rounds. Extra-P needs every region at every point. So the points of one region are written, with all regions that
were measured at each of them: the choice that gives most data. Shapes, which n does not describe, are left out.
Source: docs/file-formats.md of Extra-P 4.
"""
import csv
import fnmatch
import signal
import sys

from .study import StudyError, log, summarize

# What the points of a region share, in the order of its name, and defaults, which are left out. Settings have their name before them.
PLAIN = ('machine', 'host', 'workload', 'type', 'variant', 'schedule', 'transfer', 'cache')
PARTS = PLAIN[:6] + ('block', 'tile', 'devices', 'ranks', 'transfer', 'matrices', 'iterations', 'graph', 'cache', 'places', 'bind', 'seed')
DEFAULTS = {'matrices': '1', 'iterations': '1', 'cache': 'warm', 'places': 'cores', 'bind': 'close', 'seed': '1'}


def region_of(row):
    names = list(row)  # parameters of programs are behind the seed
    parts = (*PARTS, *names[names.index('seed') + 1:names.index('input_hash')])
    named = [(name, row[name].replace('->', '_>')) for name in parts if row[name] not in ('', DEFAULTS.get(name))]
    return '->'.join(text if name in PLAIN else f'{name} {text}' for name, text in named)


def main(code, *sources):
    regions, times = {}, {}
    tables, notes = summarize(*sources)
    summary, rounds = (csv.DictReader(text.splitlines()) for name, text in tables if name in ('summary', 'rounds'))
    sys.stderr.write(notes)
    for line, row in enumerate(summary, 1):
        name = row['workload'] + (':' + row['variant'] if ':' in code else '')
        if row['status'] in ('ok', 'reduced') and not row['shape'] and fnmatch.fnmatchcase(name, code):
            point = int(row['n']), int(row['threads'] or 0)
            regions.setdefault(region_of(row), {}).setdefault(point, str(line))  # of two at one place the first counts
    for row in rounds:
        times.setdefault(row['line'], []).append(row)
    if not regions:
        raise StudyError(f'{code}: no such point was measured and found right')

    def complete(points):
        return [region for region, others in regions.items() if others.keys() >= points.keys()]
    points = max(regions.values(), key=lambda points: len(complete(points)) * len(points))
    sizes, threads = ({point[i] for point in points} for i in (0, 1))
    chosen = [i for i, values in enumerate((sizes, threads)) if len(values) > 1] or [0]
    places = [' '.join(str(point[i]) for i in chosen) for point in sorted(points)]
    print('\n'.join(f'PARAMETER {"np"[i]}' for i in chosen))
    print('POINTS ' + ' '.join(f'({place})' if len(chosen) > 1 else place for place in places))
    for metric in ('kernel_s', 'total_s'):
        print('METRIC', metric)
        for region in complete(points):
            print('REGION', region)
            for point in sorted(points):
                print('DATA', *(row[metric] for row in times[regions[region][point]]))
    few = any(2 <= len(values) <= 4 for values in (sizes, threads)) or len(sizes) == len(threads) == 1
    print(f'{len(complete(points))} of {len(regions)} regions, at {len(points)} points that all of them have ({len(sizes)} sizes, '
          f'{len(threads)} thread counts)' + ('; Extra-P needs five values or more of each parameter' if few else ''), file=sys.stderr)


if __name__ == '__main__':
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)  # the reader of the output may end first
    try:
        main(*sys.argv[1:])
    except StudyError as error:
        log(error)
        sys.exit(2)
