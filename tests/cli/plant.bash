# Rows with planted times, of a CPU and a GPU, for tests of what the report makes of them.
# shellcheck shell=bash
# shellcheck disable=SC2154  # root and speedup come from helpers.bash

# A thread's product takes 1e-10 n^3 s, p threads a p-th of it (`cpu`, of `v`, the place in `variants`, too), the GPU's kernel KERNEL n^3 s and its copies COPY s each way.
# Everything of a round is as much slower or faster; `unsteady` is an expression of r for the GPU alone.
folder=s
sizes=64,128,256,512,1024,2048
threads=1,2,3,4,6,8
variants=openmp
cpu='1e-10 * n * n * n / p'
tables=(answer cpu-against-gpu)

# shellcheck disable=SC2120  # the files that load this pass folders
# report [FOLDER...]: their page one and their CPU against GPU, with their tables and those of `tables`, in less than half of the time of a
# report each; all of one, with figures, with drawn=yes.
report() {
    local how=(undrawn python3 -c "$page_one" "${*:-$folder}" "${tables[@]}")
    [ "${drawn:-}" != yes ] || how=("$root/report/build.sh" "$folder")
    PYTHONPATH=$root/report PYTHONDONTWRITEBYTECODE=1 "${how[@]}"
}
page_one='import sys
from types import SimpleNamespace
from renderer.__main__ import Build, TEMPLATES
for folder in sys.argv[1].split():
    build = Build(SimpleNamespace(results=folder, experiment=None, only=False, beside=None))
    build.templates = ["00-answer.md", "20-gpu.md"]
    build.wanted = "".join([*((TEMPLATES / name).read_text() for name in build.templates), *map("table({!r})".format, sys.argv[2:])])
    assert build.run() == 0'

# plant KERNEL COPY [UNSTEADY]: the folder with samples of five rounds, and its report.
plant() {
    sow "$@"
    report
}

# one_row FILE [RUN-OPTIONS]: one sample of matmul, which a test may edit.
one_row() {
    [ ! -f "$1" ] || return 0
    "$speedup" run matmul --variant cpu/ikj --type float32 --size 64 "${@:2}" --rounds 1 --min-samples 1 --max-samples 1 --warmup 0 --quiet --out "$1" >/dev/null
    uncheck "$1"
}

# rows_like FILE SELECT: samples like the first of FILE, one for each row of the SELECT, whose columns stand in place of the file's.
rows_like() {
    local like=(-bail :memory: ".mode csv" ".import '$1' one" "CREATE TABLE t AS $2") names
    names=$(sqlite3 "${like[@]}" ".mode list" "SELECT group_concat(iif(name IN (SELECT name FROM pragma_table_info('t')), 't', 'one') || '.\"' || name || '\"')
        FROM pragma_table_info('one')")
    sqlite3 "${like[@]}" '.separator , "\n"' ".headers on" "SELECT $names FROM t, (SELECT * FROM one LIMIT 1) AS one ORDER BY t.rowid"
}

# sow KERNEL COPY [UNSTEADY]: the folder with samples of five rounds.
sow() {
    local kernel="$1 * n * n * n" copy=$2 unsteady=${3:-1} round='(1 + 0.01 * (r - 3))' one=$BATS_FILE_TMPDIR/one.csv
    one_row "$one" --experiment size-scaling
    [ -f "$BATS_FILE_TMPDIR/machine.json" ] || "$speedup" machine | sed -E 's/(cores": *)[0-9]+/\18/' >"$BATS_FILE_TMPDIR/machine.json"
    mkdir -p "$folder"
    rows_like "$one" "
        WITH size (n) AS (VALUES (${sizes//,/), (})), team (p) AS (VALUES (${threads//,/), (})),
        rounds (r) AS (VALUES (1), (2), (3), (4), (5)),
        code (name, v) AS (SELECT value, key FROM json_each('[\"${variants//,/\", \"}\"]'))
        SELECT *, n AS input_hash, round AS sample, iif(round = 5, 'rounds', '') AS stop FROM (
            SELECT n, 'cpu/' || name AS variant, p AS threads, '' AS transfer, '' AS h2d_s, '' AS d2h_s, r AS round,
                   $cpu * $round AS kernel_s, $cpu * $round AS total_s, '' AS sm_mhz FROM size, team, rounds, code
            UNION ALL
            SELECT n, 'gpu/shared', '', 'pageable', $copy * $round, $copy * $round, r, $kernel * $round * $unsteady,
                   (2 * $copy + $kernel) * $round * $unsteady, 1000 FROM size, rounds
        ) ORDER BY round, variant, n, threads" >"$folder/samples.csv"
    cp "$BATS_FILE_TMPDIR/machine.json" "$folder/"
}

# varied FOLDER SQL: a copy of the folder, its samples changed.
varied() {
    cp -r "$folder" "$1"
    alter "$1/samples.csv" "$2"
}

# page [FOLDER]: its page one, up to its evidence.
page() { sed -n '/^# Scaling study/,/^## What limits/p' "${1:-s}/report.md"; }

# tabled NAME FOLDER...: each folder's table NAME as FOLDER/NAME.csv, without the rest of its report.
tabled() {
    PYTHONPATH=$root/report PYTHONDONTWRITEBYTECODE=1 python3 -c 'import sys
from renderer.study import Study
from renderer.table import Table
for folder in sys.argv[2:]:
    Table(Study(folder), sys.argv[1]).write_csv(f"{folder}/{sys.argv[1]}.csv")' "$@"
}

# asked SQL: of the report's model of the folder, a row a line.
asked() { "$root/report/query.sh" "$folder" <<<"$1" | tail -n +2 | tr -d '"'; }
