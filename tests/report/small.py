"""A small database in place of a study, and a report/ folder of its own for queries and templates."""
import os
import sqlite3
import tempfile
import unittest
from pathlib import Path
from unittest import mock

from renderer import chapters, numbers, table
from renderer.study import Study

FOOTNOTES = '''mark,text
few,"Fewer than five rounds: no confidence interval."
one,"One run: no confidence interval."
ref,"Measured on the reference machine {reference}, not here."
reduced,"Right, but less precise than its type."
apart,"Its baseline was measured in another run: no round measured both."
'''


class Small(unittest.TestCase):
    """self.folder stands for report/; self.study has a machine `mine` with point 1 and a reference `card` with point 2."""

    def setUp(self):
        work = tempfile.TemporaryDirectory()
        self.addCleanup(work.cleanup)
        self.folder = work.name
        for module in (table, chapters):
            patch = mock.patch.object(module, 'REPORT', Path(self.folder))
            patch.start()
            self.addCleanup(patch.stop)
        self.write('footnotes.csv', FOOTNOTES)
        self.study = Study.__new__(Study)
        self.study.database = sqlite3.connect(':memory:')
        self.addCleanup(self.study.database.close)
        self.study.database.create_function('rounded', -1, numbers.sql_rounded, deterministic=True)
        self.study.points = {1: ('here', 'mine'), 2: ('reference', 'card')}
        self.study.reference = 'card'
        self.study.rounds = {}

    def write(self, path, text):
        path = os.path.join(self.folder, path)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, 'w', encoding='utf-8') as file:
            file.write(text)

    def table(self, query, name='try'):
        self.write(f'queries/{name}.sql', query)
        return table.Table(self.study, name)

    def rows(self, *rows, name='data'):
        """A database table `data` of these rows, with columns a, b, c, ..."""
        columns = 'abcdefghijklmnop'[:len(rows[0])]
        self.study.database.execute(f'CREATE TABLE {name} ({", ".join(columns)})')
        self.study.database.executemany(f'INSERT INTO {name} VALUES ({", ".join("?" * len(columns))})', rows)
