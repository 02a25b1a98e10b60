"""Differences of two folders of tables, cell by cell: tests/report/compare_tables.py OLD NEW.

For a change of queries: OLD is a copy of report/reference/<machine>/tables of the commit before, NEW the tables made again. Numbers may
differ in the seventh digit. The last line counts the cells that differ; the exit code is 1 if there are some.
"""
import csv
import math
import sys
from pathlib import Path


def read(path):
    """The headings, each with its number among equal ones, and a dict per row."""
    with open(path, encoding='utf-8', newline='') as file:
        header, *rows = csv.reader(file)
    columns = [(name, header[:place].count(name)) for place, name in enumerate(header)]
    return columns, [dict(zip(columns, row)) for row in rows]


def equal(one, other):
    try:
        return one == other or math.isclose(float(one), float(other), rel_tol=2e-6)
    except ValueError:
        return False


def main(old, new):
    differences = 0
    for path in sorted(Path(old).glob('*.csv')):
        if not Path(new, path.name).exists():
            print(f'{path.name}: gone')
            continue
        (columns, rows), (others, changed) = read(path), read(Path(new, path.name))
        for what, names in (('gone', set(columns) - set(others)), ('new', set(others) - set(columns))):
            if names:
                print(f'{path.name}: {what} columns: {", ".join(sorted(name for name, _ in names))}')
        if len(rows) != len(changed):
            print(f'{path.name}: {len(changed)} rows instead of {len(rows)}')
        for line, (row, other) in enumerate(zip(rows, changed), 2):
            for column in columns:
                if column in other and not equal(row[column], other[column]):
                    differences += 1
                    print(f'{path.name}:{line}: {column[0]}: {row[column]!r} is {other[column]!r}')
    print(f'{differences} cells differ')
    return 1 if differences else 0


if __name__ == '__main__':
    sys.exit(main(*sys.argv[1:]))
