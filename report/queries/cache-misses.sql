-- title: Report O: cache misses of one serial product, counted in a simulated cache by valgrind's cachegrind.
-- baseline: none; the ratio is cpu/naive over cpu/transposed.
-- note: First level 32 KiB, last level 512 KiB, as one core of the report's processor has. Built with -O2. At a power of two the elements of a column
--   map to few sets of the cache and evict each other.
WITH line AS (
    SELECT 1 AS part, 1e6 AS unit, * FROM misses
    UNION ALL
    SELECT 2, 1, a.origin, 'ratio', n, a.instructions / b.instructions, a.reads / b.reads, a.first_level / b.first_level, a.last_level / b.last_level
    FROM misses a JOIN misses b USING (n) WHERE a.variant = 'cpu/naive' AND b.variant = 'cpu/transposed'
)
SELECT variant, n, instructions / unit AS "instructions (millions)", reads / unit AS "reads (millions)",
       first_level / unit AS "first-level misses (millions)", iif(part = 1, 100 * first_level / reads, NULL) AS "first-level misses (% of reads)",
       last_level / unit AS "last-level misses (millions)", iif(part = 1, 100 * last_level / reads, NULL) AS "last-level misses (% of reads)", machine
FROM line JOIN whose USING (origin)
ORDER BY n, part, variant;
