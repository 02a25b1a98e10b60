"""What Python has to have for the report. Where the first of PATH lacks something, Debian's takes its place."""
import importlib
import importlib.util
import os
import sqlite3
import sys

SQLITE = (3, 34)  # older ones leave cells of tables empty
PYTHON = '/usr/bin/python3'  # has the packages of Debian, which the first of PATH may lack


def lacking():
    """What this Python lacks for the report, with the remedy."""
    if sys.version_info < (3, 8):
        return f'this is Python {sys.version.split()[0]}, and the report needs 3.8 or newer: put one first in PATH'
    if not importlib.util.find_spec('jinja2'):
        return 'Python 3 with Jinja2 is missing: no report without it (on Debian and Ubuntu: apt-get install python3-jinja2; without root: make deps-user)'
    newest = sqlite3
    if sqlite3.sqlite_version_info < SQLITE and importlib.util.find_spec('pysqlite3'):
        newest = sys.modules['sqlite3'] = importlib.import_module('pysqlite3')
    if newest.sqlite_version_info < SQLITE:
        return f'Python has SQLite {newest.sqlite_version}, and the report needs 3.34 or newer: pip install pysqlite3-binary'
    return None


if lacking():
    if sys.executable != PYTHON and os.access(PYTHON, os.X_OK):
        os.execv(PYTHON, [PYTHON, '-m', 'renderer', *sys.argv[1:]])
    sys.exit(f'report: {lacking()}')
