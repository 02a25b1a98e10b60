#!/usr/bin/env bash
# Puts the shown rows of the reference's table `performance` into the README, between its two marks: report/performance.sh [--check]
#
# The reference is the default one, whose figure stands in the README too. --check changes nothing and exits 1 if the README differs.
. "$(dirname "$(readlink -f "$0")")/python.bash"
cd "$(dirname "$0")/.." && exec python3 - "$@" <<'END'
import re, sys
from renderer.study import Study, read_text
from renderer.table import Table
old, folder = read_text('README.md'), 'report/reference/' + read_text('report/reference/default').strip()
table = Table(Study(folder), 'performance').view().markdown().replace('tables/performance.csv', f'[performance.csv]({folder}/tables/performance.csv)')
new, count = re.subn(r'(<!-- performance: [^\n]* -->\n\n).*(\n<!-- end of performance -->)', lambda mark: mark[1] + table + mark[2], old, flags=re.S)
if count != 1 or '--check' in sys.argv and new != old:
    sys.exit('README.md: marks of the table performance are missing, or the table is not the reference\'s: run report/performance.sh')
open('README.md', 'w', encoding='utf-8').write(new)
END
