"""Scaling studies from Python, by the program `speedup`.

    import speedup
    table = speedup.run('matmul', variant='cpu/*', size=[256, 512], threads=[1, 2])

The result is a pandas DataFrame, or a list of dicts where pandas is not installed: one row per point. Columns:

    n, threads, block, tile, ...      the point
    kernel_median_s, total_median_s   seconds: the computation alone, and end to end; kernel_ci_low_s and
                                      kernel_ci_high_s are the ends of the 95 % interval
    rate, rate_unit                   rate of work and its unit: GFLOP/s, GOP/s, GB/s (10^9 bytes), Grelax/s, runs/s
    speedup, baseline                 ratio of times, without unit, and the variant that it is over
    efficiency, ceiling_share         shares, 1 is all: of one thread times threads, of the measured ceiling
    status                            ok, reduced (precision), wrong, failed, timeout, skipped

`speedup summarize --help` and docs/results.md describe the others. Values that cannot be known are None or NaN.
"""
import json
import os
import subprocess
import sys
import tempfile
import warnings
from pathlib import Path

_INSTALLED = Path(__file__).parent / 'installed'
_PROGRAM = str(_INSTALLED / 'bin' / 'speedup')


class Error(RuntimeError):
    """The program's message."""


def _call(words, options):
    """Runs a command of the program. True is an option without a value; None and False leave it out."""
    words = [*map(str, words)]
    for name, value in options.items():
        if value is not None and value is not False:
            text = ','.join(map(str, value)) if isinstance(value, (list, tuple, range)) else str(value)
            words += ['--' + name.replace('_', '-'), *([] if value is True else [text])]
    done = subprocess.run([_PROGRAM, *words], stdin=subprocess.DEVNULL, capture_output=True, text=True, errors='replace')
    if done.returncode not in (0, 1):
        raise Error(done.stderr.strip() or f'speedup {words[0]} ended with exit code {done.returncode}')
    return done


def run(*workload, out=None, **options):
    """Measures as `speedup run WORKLOAD --size 256,512 ...` and returns the summary, by default of this call alone.

    Options are those of `speedup run --help`, with _ for -. With `out`, a samples file or FOLDER/, rows are kept: the
    same call measures only what is missing, and the summary is of all its rows. Raises Error with the program's
    message; warns of points that are wrong, failed or timed out, which have no speedup.
    """
    with tempfile.TemporaryDirectory() as folder:
        out = out or folder + '/samples.csv'
        done = _call(['run', *workload], {'out': out, 'quiet': True, **options})
        if done.returncode == 1:
            warnings.warn('a point was wrong, failed or timed out\n' + done.stdout, stacklevel=2)
        return summarize(out)


def summarize(*files, **options):
    """The rows of `speedup summarize FILE...`; options as of `speedup summarize --help`, such as laws=True."""
    rows = json.loads(_call(['summarize', *files], {'json': True, **options}).stdout)
    try:
        import pandas
    except ImportError:
        return rows
    return pandas.DataFrame(rows)


def _speedup():
    os.execv(_PROGRAM, [_PROGRAM, *sys.argv[1:]])


def _report():
    os.environ.setdefault('SPEEDUP', _PROGRAM)
    os.environ['PATH'] = os.path.dirname(sys.executable) + ':' + os.environ['PATH']  # its Python may have Jinja2
    script = str(_INSTALLED / 'share/speedup/report/build.sh')
    os.execv(script, [script, *sys.argv[1:]])
