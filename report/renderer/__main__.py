"""The report's command line: report/build.sh and report/query.sh are its help."""
import os
import sys

from .study import Study, StudyError
from .table import Table
from . import study as s
