-- The samples behind the numbers of the page, as JSON: an object per point, by its id. Run by report/page.sh in the stage's folder, in a
-- database of its own; `linked` are the points that the page links to, :most is the largest number of samples to include.
--
--   name, machine, status, stop, flags, detail   identity and outcome of the point; flags with their meanings
--   kept      one of this many samples is included; absent if all are
--   clocks    of the kernel, on a GPU also end to end: name, the time and its interval in s, the unit of `rounds` in s, and a list per
--             round: its median as used by the report, then its samples
--
-- A time in its unit is an integer of five digits.

ATTACH 'results.db' AS results;
.import --csv samples.csv samples_here
.import --csv reference_samples.csv samples_reference
CREATE TABLE linked (id INTEGER PRIMARY KEY);
.mode list
.import linked linked

CREATE TABLE shown AS SELECT p.* FROM linked JOIN points p USING (id);

CREATE TABLE clocked AS -- a row per point, clock and sample
WITH sample AS (
    SELECT id, kind, cast(round AS integer) AS round, cast(sample AS integer) AS sample, t.kernel_s + 0.0 AS kernel_s, t.total_s + 0.0 AS total_s
    FROM (SELECT 'here' AS origin, * FROM samples_here UNION ALL SELECT 'reference', * FROM samples_reference) t
    JOIN shown p ON p.origin = t.origin AND p.summary_line = cast(line AS integer)
)
SELECT id, 'kernel' AS clock, round, sample, kernel_s AS time_s FROM sample WHERE kernel_s > 0
UNION ALL
SELECT id, 'total', round, sample, total_s FROM sample WHERE total_s > 0 AND kind = 'gpu';

CREATE TABLE spare AS -- one of this many samples is kept
SELECT 1 + (SELECT count(*) FROM clocked) / :most AS kept;

CREATE TABLE unit AS SELECT id, clock, pow(10, floor(log10(time_s)) - 4) AS unit_s FROM estimate;
CREATE INDEX unit_id ON unit (id, clock);

CREATE TABLE round_list AS
WITH entry AS ( -- the round's median comes first
    SELECT id, 'kernel' AS clock, round, 0 AS place, kernel_s AS time_s FROM batch
    UNION ALL
    SELECT id, 'total', round, 0, total_s FROM batch
    UNION ALL
    SELECT id, clock, round, place, time_s
    FROM (SELECT *, row_number() OVER (PARTITION BY id, clock ORDER BY round, sample) AS place FROM clocked)
    WHERE place % (SELECT kept FROM spare) = 0
),
counted AS (
    SELECT id, clock, round, place, cast(round(time_s / unit_s) AS integer) AS count
    FROM entry JOIN unit USING (id, clock) ORDER BY id, clock, round, place
)
SELECT id, clock, round, json_group_array(count) AS counts FROM counted GROUP BY id, clock, round;

CREATE TABLE clock_list AS
SELECT id, clock, json_object('name', CASE clock WHEN 'kernel' THEN 'kernel' ELSE 'end to end, copies included' END,
           'time', time_s, 'low', low_s, 'high', high_s, 'unit', unit_s,
           'rounds', (SELECT json_group_array(json(counts)) FROM (SELECT counts FROM round_list r WHERE r.id = e.id AND r.clock = e.clock
                                                                  ORDER BY round))) AS clock_json
FROM estimate e
JOIN unit USING (id, clock)
WHERE clock = 'kernel' OR clock = 'total' AND id IN (SELECT id FROM clocked c WHERE c.clock = 'total');

CREATE TABLE flag_list AS
WITH RECURSIVE part AS (
    SELECT id, NULL AS flag, flags || ';' AS rest FROM shown WHERE flags IS NOT NULL
    UNION ALL
    SELECT id, substr(rest, 1, instr(rest, ';') - 1), substr(rest, instr(rest, ';') + 1) FROM part WHERE rest <> ''
)
SELECT id, json_group_array(flag || coalesce(': ' || meaning, '')) AS flags
FROM (SELECT id, flag, meaning FROM part LEFT JOIN flag_meanings USING (flag) WHERE flag IS NOT NULL ORDER BY id, flag) GROUP BY id;

.mode list
SELECT '{'; -- in JSON only texts hold a <, which could end the script
SELECT iif(row_number() OVER (ORDER BY id) > 1, ',', '') || '"' || id || '":' || replace(json_object(
       'name', workload || ' ' || type || ', n ' || n || ', ' || variant || on_host
               || coalesce(', ' || threads || iif(threads = 1, ' thread', ' threads'), '') || coalesce(', ' || schedule, '')
               || coalesce(', block ' || block, '') || coalesce(', tile ' || tile, '') || coalesce(', ' || nullif(testcase, ''), '')
               || iif(matrices > 1, ', ' || matrices || ' matrices', '') || coalesce(', ' || transfer, '')
               || iif(iterations > 1, ', ' || iterations || ' iterations', '') || iif(cache = 'cold', ', cold', ''),
       'machine', machine || iif(origin = 'reference', ' (the reference machine)', ''), 'status', status, 'stop', stop,
       'rate', iif(rate > 0, printf('%.4g %s', rate, rate_unit), NULL), 'detail', detail,
       'flags', json(coalesce(f.flags, '[]')), 'kept', nullif((SELECT kept FROM spare), 1),
       'clocks', json((SELECT json_group_array(json(clock_json)) FROM (SELECT clock_json FROM clock_list c WHERE c.id = s.id ORDER BY clock)))),
       '<', '\u003c')
FROM shown s
LEFT JOIN flag_list f USING (id)
ORDER BY id;
SELECT '}';
