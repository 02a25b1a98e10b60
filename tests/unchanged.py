#!/usr/bin/env python3
"""Compares this checkout with an earlier one: values that a change of names and structure must not change.

    tests/unchanged.py EARLIER [PART...]    EARLIER: a built checkout; PART: summarize, report, check, exit (all)

summarize  the CSV of `speedup summarize`, with --rounds and --laws, over the committed references
report     every CSV table that report/build.sh makes of them
check      the verdicts of `speedup check` for every CPU variant
exit       exit codes of commands, right and wrong ones

Both programs must be built (build/speedup). Names that changed are mapped, and what was removed is dropped from both
sides: the tables below list it. Kept until the renaming (issue 27) ends.
"""
import csv
import io
import os
import re
import shutil
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
REFERENCES = ("h200", "pilot-h200")
# Columns that only one side has.
DROPPED_COLUMNS = {"calm_share", "calm_rounds", "calm_median_s", "calm_ci_low_s", "calm_ci_high_s", "disturbed_share", "noise",
                   "line", "first_line", "last_line"}
# Quality flags that were removed.
DROPPED_FLAGS = {"disturbed"}
# Report tables that were removed, or are of flags and noise, of which one was removed.
DROPPED_TABLES = {"calmness", "flagged", "flags", "foretold", "missed", "noise"}  # old names
# Column names that changed, earlier to present.
COLUMNS = {
    "worth while": "recommended threads",  # old name
    "price of a pair k (1e-6)": "cost per pair k (1e-6)",
    "± price of a pair k (1e-6)": "± cost per pair k (1e-6)",
    "foretold (ms)": "predicted (ms)",  # old name
}
# Words in cells of reports' tables that changed, earlier to present.
WORDS = {
    "Fewer than five rounds: no interval is claimed, and it is no result.": "Fewer than five rounds: no confidence interval.",
    "One run: no interval can be claimed, and it is no result.": "One run: no confidence interval.",
    "Not in the report: looked up; report": "Not in the report; report",
    "The figures hang on the number.": "The figures depend on the number.",
    "and no law is fitted to them.": "and the law is not fitted to them.",
    "is worth": "gains",
    "not timed apart": "not timed separately",
}


def variant_names():
    """Renamed variants, read from the table of renamed names in the program: earlier to present."""
    with open(f"{HERE}/experiments/harness/cli/nearest.c") as source:
        pairs = re.findall(r'\{"([^"]+)", "([^"]+)"\}', source.read())
    return {old: now for old, now in pairs if "/" in old}


def run(checkout, *words):
    """Exit code and standard output of the checkout's program."""
    done = subprocess.run([f"{checkout}/build/speedup", *words], capture_output=True, text=True, cwd=checkout, check=False)
    return done.returncode, done.stdout


def rows(text, names):
    """The rows of a CSV as dictionaries, with changed names mapped and removed columns dropped."""
    result = []
    for row in csv.DictReader(io.StringIO(text)):
        row = {COLUMNS.get(name, name): cell or "" for name, cell in row.items() if name not in DROPPED_COLUMNS}
        for name, cell in row.items():
            if name == "flags":
                cell = ";".join(flag for flag in cell.split(";") if flag not in DROPPED_FLAGS)
            for old, now in names.items():
                cell = re.sub(rf"(?<![\w/]){re.escape(old)}(?!\w)", now, cell)
            for old, now in WORDS.items():
                cell = cell.replace(old, now)
            row[name] = cell
        result.append(row)
    return result


def equal(name, old, new):
    """Reports: the seventh digit may be rounded otherwise; halves of intervals used a quantile right within 0.1 %."""
    if old == new:
        return True
    try:
        return abs(float(old) - float(new)) <= (1.5e-3 if name.startswith("±") else 2e-6) * abs(float(new))
    except (TypeError, ValueError):
        return False


def place(row):
    """Rows are ordered by their cells, as other names are in another order; numbers without their last digits."""
    cells = []
    for name, cell in sorted(row.items()):
        try:
            cells.append("" if name.startswith("±") else f"{float(cell):.4g}")
        except ValueError:
            cells.append(cell)
    return cells


def differences(title, earlier, present):
    """Prints the first differing cells of two lists of rows. How many differ."""
    earlier, present = sorted(earlier, key=place), sorted(present, key=place)
    count = 0
    if len(earlier) != len(present):
        print(f"{title}: {len(earlier)} rows before, {len(present)} now")
        count += 1
    for number, (old, new) in enumerate(zip(earlier, present), 2):
        for name in sorted(old.keys() | new.keys()):
            if not equal(name, old.get(name), new.get(name)):
                count += 1
                if count <= 5:
                    print(f"{title}:{number}: {name} was {old.get(name)!r}, is {new.get(name)!r}")
    if count > 5:
        print(f"{title}: {count} differences")
    return count


def compare_summaries(earlier, names):
    bad = 0
    for reference in REFERENCES:
        for option in ([], ["--rounds"], ["--laws"]):
            path = f"report/reference/{reference}/samples.csv"
            old = rows(run(earlier, "summarize", *option, path)[1], names)
            new = rows(run(HERE, "summarize", *option, path)[1], {})
            title = f"summarize {' '.join(option)} {reference}"
            bad += differences(title, old, new)
            print(f"{title}: {len(new)} rows compared")
    return bad


def report_tables(checkout, reference, folder):
    """Builds the report of a reference. Its CSV tables by name."""
    shutil.copytree(f"{checkout}/report/reference/{reference}", folder)
    shutil.rmtree(f"{folder}/tables")
    subprocess.run([f"{checkout}/report/build.sh", folder], check=True, capture_output=True, text=True,
                   env={**os.environ, "SPEEDUP": f"{checkout}/build/speedup", "REFERENCE": ""})
    result = {}
    for name in sorted(os.listdir(f"{folder}/tables")):
        if name.endswith(".csv"):
            with open(f"{folder}/tables/{name}") as table:
                result[name[:-4]] = table.read()
    return result


def compare_reports(earlier, names):
    bad = 0
    for reference in REFERENCES:
        with tempfile.TemporaryDirectory() as scratch:
            old = report_tables(earlier, reference, f"{scratch}/earlier")
            new = report_tables(HERE, reference, f"{scratch}/present")
        for name in sorted((old.keys() | new.keys()) - DROPPED_TABLES):
            if name not in old or name not in new:
                print(f"table {name}: only {'before' if name in old else 'now'}")
                bad += 1
                continue
            bad += differences(f"{reference} {name}", rows(old[name], names), rows(new[name], {}))
        print(f"report of {reference}: {len(new)} tables compared")
    return bad


def verdicts(checkout, names):
    listed = run(checkout, "list")[1]
    result, workload = {}, ""
    for line in listed.splitlines():
        head = re.match(r"(\w+): ", line)
        workload = head.group(1) if head else workload
        variant = re.match(r"  (cpu/\w+) ", line)
        if variant:
            code, text = run(checkout, "check", workload, "--variant", variant.group(1), "--size", "1,33,65", "--quiet")
            result[workload, names.get(variant.group(1), variant.group(1))] = (code, re.findall(r"\d+", text))
    return result


def compare_checks(earlier, names):
    old, new = verdicts(earlier, names), verdicts(HERE, {})
    bad = 0
    for key in sorted(old.keys() | new.keys()):
        if old.get(key) != new.get(key):
            print(f"check {' '.join(key)}: was {old.get(key)}, is {new.get(key)}")
            bad += 1
    print(f"check: {len(new)} variants compared")
    return bad


COMMANDS = [
    "", "--help", "--version", "list", "list matmul", "list nothing", "machine", "machine x", "nothing", "run", "run nothing",
    "run matmul --size 0", "run matmul --size 1k", "run matmul --variant none", "run matmul --dry-run --size 16 --variant cpu/naive",
    "run matmul --dry-run --size 16 --threads 0", "run matmul --types int32", "run --help", "check --help", "check apsp --size 1 --variant cpu/naive",
    "check nothing", "check --size x", "summarize", "summarize nothing.csv", "summarize README.md", "summarize --help",
    "summarize --baseline cpu/none report/reference/h200/samples.csv", "compare", "compare a.csv b.csv", "compare --help",
    "compare report/reference/h200/samples.csv report/reference/h200/samples.csv", "plan", "plan --help", "graph", "graph --help", "graph make",
    "kernels", "kernels --help", "selftest", "selftest nothing.csv", "run transpose --zip size", "run transpose --weak --dry-run",
]


def compare_exit_codes(earlier):
    bad = 0
    for command in COMMANDS:
        old = run(earlier, *command.replace("selftest", "trust").split())[0]
        new = run(HERE, *command.split())[0]
        if old != new:
            print(f"speedup {command}: exit code was {old}, is {new}")
            bad += 1
    print(f"exit: {len(COMMANDS)} commands compared")
    return bad


def main():
    if len(sys.argv) < 2 or sys.argv[1].startswith("-"):
        print(__doc__)
        return 2
    earlier, parts = os.path.abspath(sys.argv[1]), sys.argv[2:] or ["summarize", "report", "check", "exit"]
    names, bad = variant_names(), 0
    if "summarize" in parts:
        bad += compare_summaries(earlier, names)
    if "report" in parts:
        bad += compare_reports(earlier, names)
    if "check" in parts:
        bad += compare_checks(earlier, names)
    if "exit" in parts:
        bad += compare_exit_codes(earlier)
    print(f"{bad} differences")
    return 1 if bad else 0


sys.exit(main())
