#!/usr/bin/env bash
# Writes times over n and threads in Extra-P's text format, for models that go further than the scaling laws.
#
#   report/extra-p.sh WORKLOAD[:VARIANT] FILE|FOLDER... >times.txt; extrap --text times.txt
#
# WORKLOAD and VARIANT are names or globs. Parameters are n and p (threads), those that vary; metrics are kernel_s and total_s. A
# region has all points that agree in everything else, and DATA the medians of a point's rounds. Extra-P needs every region at every
# point. So the points of one region are written, with all regions that were measured at each of them: the choice that gives most data.
# Source: docs/file-formats.md of Extra-P 4.
set -euo pipefail
. "$(dirname "$0")/data.sh"

if [ $# -lt 2 ] || [[ $1 = -* ]]; then
    sed -En '1d; /^([^#]|$)/q; s/^# ?//p' "$0"
    [ "${1:-}" = --help ] || exit 2
    exit 0
fi
have sqlite3 sqlite3 "nothing can be written" || exit 1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
code=$1
"$speedup" summarize "${@:2}" >"$work/summary" || exit
"$speedup" summarize --rounds "${@:2}" >"$work/rounds" 2>/dev/null

# What the points of a region share, in the order of its name: column:word before it:default, which is left out. "->" separates the parts.
name="''"
for part in machine host workload type variant schedule block:block tile:tile devices:devices ranks:ranks transfer matrices:matrices:1 \
    iterations:iterations:1 graph:graph cache::warm places:places:cores bind:bind:close seed:seed:1; do
    IFS=: read -r column word default <<<"$part"
    name+=" || iif($column IN ('', '${default:-}'), '', '->${word:+$word }' || replace($column, '->', '_>'))"
done
sqlite3 -bail :memory: >"$work/out" <<SQL
.import --csv '$work/summary' summary
.import --csv '$work/rounds' rounds
.mode list
CREATE TABLE point AS -- of two at one place the first counts
SELECT min(rowid) AS line, substr($name, 3) AS region, cast(n AS integer) AS n, cast(threads AS integer) AS p
FROM summary
WHERE status IN ('ok', 'reduced') AND workload || iif('${code//\'/\'\'}' LIKE '%:%', ':' || variant, '') GLOB '${code//\'/\'\'}'
GROUP BY 2, 3, 4;
CREATE TABLE place AS
WITH size AS (SELECT region, count(*) AS places, min(line) AS line FROM point GROUP BY region),
complete AS (
    SELECT s.region, s.places, s.line FROM size s JOIN point a ON a.region = s.region JOIN point b USING (n, p) GROUP BY s.region, b.region HAVING count(*) = s.places
)
SELECT n, p FROM point WHERE region = (SELECT region FROM complete GROUP BY region ORDER BY count(*) * places DESC, line LIMIT 1);
CREATE TABLE written AS
SELECT region, min(line) AS line FROM point JOIN place USING (n, p) GROUP BY region HAVING count(*) = (SELECT count(*) FROM place);
CREATE TABLE counted AS
SELECT count(DISTINCT n) AS sizes, count(DISTINCT p) AS threads, count(*) AS places, count(DISTINCT n) > 1 OR count(DISTINCT p) = 1 AS over_n, count(DISTINCT p) > 1 AS over_p
FROM place;
SELECT 'PARAMETER n' FROM counted WHERE over_n;
SELECT 'PARAMETER p' FROM counted WHERE over_p;
SELECT 'POINTS ' || group_concat(CASE WHEN over_n AND over_p THEN '(' || n || ' ' || p || ')' WHEN over_p THEN p ELSE n END, ' ')
FROM (SELECT * FROM place JOIN counted ORDER BY n, p);
WITH metric (metric) AS (VALUES ('kernel_s'), ('total_s')),
data AS (
    SELECT metric, w.line, n, p, group_concat(iif(metric = 'kernel_s', kernel_s, total_s), ' ') AS times
    FROM metric JOIN written w JOIN point USING (region) JOIN place USING (n, p) JOIN (SELECT * FROM rounds ORDER BY rowid) r ON cast(r.line AS integer) = point.line
    GROUP BY metric, w.line, n, p
)
SELECT text FROM (SELECT metric, 0 AS line, 0 AS n, 0 AS p, 'METRIC ' || metric AS text FROM metric
                  UNION ALL SELECT metric, line, 0, 0, 'REGION ' || region FROM metric JOIN written
                  UNION ALL SELECT metric, line, n, p, 'DATA ' || times FROM data)
ORDER BY metric, line, n, p;
.output '$work/found'
SELECT (SELECT count(*) FROM written) || ' of ' || (SELECT count(DISTINCT region) FROM point) || ' regions, at ' || places || ' points that all of them have ('
       || sizes || ' sizes, ' || threads || ' thread counts)'
       || iif(sizes BETWEEN 2 AND 4 OR threads BETWEEN 2 AND 4 OR sizes = 1 AND threads = 1, '; Extra-P needs five values or more of each parameter', '')
FROM counted WHERE places > 0;
SQL
[ -s "$work/found" ] || {
    log "$code: no such point was measured and found right"
    exit 2
}
cat "$work/out"
cat "$work/found" >&2
