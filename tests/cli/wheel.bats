#!/usr/bin/env bats
# The wheel of `make wheel`, installed into a fresh virtual environment and used from an empty folder.

load helpers

setup_file() {
    local build=${BUILD:-build} wheels
    wheels=("$(cd "$build" && pwd)"/wheel/*.whl)
    if [ ! -e "${wheels[0]}" ]; then
        export lacks='no wheel is built (make wheel)'
    elif ! python3 -c 'import ensurepip' 2>/dev/null; then
        export lacks='no venv for Python 3 is installed (make deps-dev)'
    else
        python3 -m venv "$BATS_FILE_TMPDIR/venv"
        export wheel=${wheels[0]} python=$BATS_FILE_TMPDIR/venv/bin/python bin=$BATS_FILE_TMPDIR/venv/bin
        "$python" -m pip install --quiet --no-index "$wheel"
    fi
}

setup() {
    set_up
    [ -z "${lacks:-}" ] || skip "$lacks"
}

@test "its commands are the program's: --version, list, a sweep, exit codes" {
    [[ "$("$bin/speedup" --version)" == "$("$speedup" --version)" ]]
    "$bin/speedup" list matmul | grep -q '^ *cpu/naive '
    "$bin/speedup" run matmul --variant cpu/naive --size 8 --out ./ "${quick[@]}" >/dev/null
    [ -s samples.csv ]
    refused 2 "did you mean matmul" "$bin/speedup" run matmull
}

@test "speedup.run() gives a dict per point, with numbers and without a file left behind" {
    cat >try.py <<'EOT'
import os, speedup
rows = speedup.run('matmul', variant='cpu/naive,cpu/tiled', type='float32', size=[8, 16], threads=1, rounds=2, warmup=0, plugin=None)
assert sorted((row['variant'], row['n']) for row in rows) == [(v, n) for v in ('cpu/naive', 'cpu/tiled') for n in (8, 16)], rows
assert all(row['status'] == 'ok' and row['kernel_median_s'] > 0 and row['rate_unit'] == 'GFLOP/s' for row in rows), rows
assert os.listdir() == ['try.py']
kept = speedup.run('matmul', variant='cpu/naive', size=8, rounds=2, out='kept/', experiment='mine')
assert kept == speedup.summarize('kept/samples.csv') and len(kept) == 1
EOT
    "$python" try.py
}

@test "messages of the program are exceptions; a point without a result is a row with a warning" {
    cat >try.py <<'EOT'
import sys, warnings, speedup
try:
    speedup.run('matmul', variant='cpu/naif')
    sys.exit('no exception')
except speedup.Error as error:
    assert 'cpu/naif' in str(error), error
with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter('always')
    rows = speedup.run(command='false', rounds=2)
assert len(caught) == 1 and caught[0].filename.endswith('try.py') and 'exit code 1' in str(caught[0].message), caught[0]
assert [row['status'] for row in rows] == ['failed'], rows
EOT
    "$python" try.py
}

@test "each column that the module's help names is in the summary" {
    cat >try.py <<'EOT'
import re, speedup
rows = speedup.run('matmul', variant='cpu/naive', size=8, rounds=2)
columns = speedup.__doc__.split('Columns:')[1].split('`speedup')[0]
names = re.findall(r'^ +(\w[\w, ]*?)(?:,? \.\.\.)?  ', columns, re.M) + re.findall(r'\w+_\w+', columns)
names = {name for part in names for name in part.split(', ')}
assert {'n', 'threads', 'kernel_median_s', 'kernel_ci_high_s', 'rate_unit', 'status'} <= names <= set(rows[0]), names - set(rows[0])
EOT
    "$python" try.py
}

@test "speedup-report makes the report of a sweep" {
    python3 -c 'import jinja2' 2>/dev/null || /usr/bin/python3 -c 'import jinja2' || skip 'Jinja2 is not installed'
    "$bin/speedup" run matmul --variant cpu/naive --size 8,16,24 --experiment mine --out results/ "${quick[@]}" >/dev/null
    undrawn env -u SPEEDUP "$bin/speedup-report" --experiment mine results
    grep -q 'cpu/naive' results/experiments/mine/report.md
}

@test "the extra [report] is the list of make deps-user" {
    "$python" -c 'from importlib.metadata import requires; print(*[need for need in requires("speedup-harness") if "report" in need], sep="\n")' |
        sed 's/[<>=].*//' | cmp - <(sed '/^#/d; s/[<>=].*//' "$root/report/requirements.txt")
}

@test "with its extras the summary is a DataFrame, and the report needs no program of the system" {
    [ -n "${CI:-}" ] || skip 'downloads pandas, in CI only'
    "$python" -m pip install --quiet "${wheel}[pandas,report]"
    cat >try.py <<'EOT'
import pandas, speedup
table = speedup.run('matmul', variant='cpu/naive', size=range(8, 11), rounds=2)
assert isinstance(table, pandas.DataFrame) and list(table['n']) == [8, 9, 10] and table['kernel_median_s'].dtype == float, table
EOT
    "$python" try.py
    "$bin/speedup" run matmul --variant cpu/naive --size 8,16,24 --experiment mine --out results/ "${quick[@]}" >/dev/null
    undrawn env -u SPEEDUP "$bin/speedup-report" --experiment mine results 2>err
    [ -s results/experiments/mine/report.html ]
    [ -s results/experiments/mine/figures/time-size-mine-matmul-float32-cpu.svg ]
    run ! grep missing err
}
