-- caption: Report S's timelines: what the copy engines and the multiprocessors do in the last sample of a run that
--   multiplies several pairs; the number is the pair. Pageable and pinned: version 3, in sequence. Overlap: version 5,
--   issued breadth first and depth first.
WITH one AS ( -- cases with several pairs
    SELECT *, n + 0 AS size, matrices + 0 AS pairs FROM trace WHERE matrices + 0 BETWEEN 2 AND 8
),
chosen AS ( -- the largest of them
    SELECT * FROM one
    WHERE size = (SELECT max(size) FROM one) AND pairs = (SELECT max(pairs) FROM one) AND block = (SELECT max(block)
        FROM one)
),
last AS ( -- a sample is three operations per pair; the column sample restarts in each round
    SELECT *
    FROM (SELECT *, row_number() OVER (PARTITION BY variant, transfer ORDER BY line DESC) AS back FROM chosen)
    WHERE back <= 3 * pairs
)
SELECT transfer AS facet,
       transfer || coalesce(' (' || (SELECT json_extract(json, '$.name') FROM machines
           WHERE origin = iif(EXISTS (SELECT 1 FROM trace_here), 'here', 'reference')) || ')', '')
       || ', n ' || n || ', block ' || block || ', ' || pairs || ' pairs' AS title,
       kind AS series,
       CASE kind WHEN 'h2d' THEN 1 WHEN 'kernel' THEN 2 ELSE 3 END AS x, end_s * 1e3 AS y, start_s * 1e3 AS low,
       end_s * 1e3 AS high,
       CASE kind WHEN 'h2d' THEN '0x56B4E9' WHEN 'kernel' THEN '0xD55E00' ELSE '0x009E73' END AS colour,
       matrix + 1 AS point,
       (SELECT max(end_s + 0.0) * 1e3 FROM last) AS longest_ms,
       (SELECT machine FROM provenance WHERE source = 'trace') AS machine
FROM last
ORDER BY facet, x, start_s + 0, line;
