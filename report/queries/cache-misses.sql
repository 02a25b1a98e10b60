-- title: Report O: cache misses of one serial product, counted in a simulated cache by valgrind's cachegrind.
-- baseline: none; the ratio is cpu/naive over cpu/transposed.
-- empty: Not counted: valgrind is missing (on Debian and Ubuntu: apt-get install valgrind).
-- note: First level 32 KiB, last level 512 KiB, as one core of the report's processor has. Built with -O2 for any
--   x86-64; the counts are the same on any machine with the same compiler. At a power of two the elements of a column map to few
--   sets of the cache and evict each other.
WITH line AS (
    SELECT 1 AS part, * FROM misses
    UNION ALL
    SELECT 2, 'ratio', a.n, a.instructions / b.instructions, a.reads / b.reads, a.first_level / b.first_level,
           a.last_level / b.last_level
    FROM misses a
    JOIN misses b ON b.n = a.n AND b.variant = 'cpu/transposed'
    WHERE a.variant = 'cpu/naive'
)
SELECT variant, n, instructions / iif(part = 1, 1e6, 1) AS "instructions (millions)",
       reads / iif(part = 1, 1e6, 1) AS "reads (millions)",
       first_level / iif(part = 1, 1e6, 1) AS "first-level misses (millions)",
       iif(part = 1, 100 * first_level / reads, NULL) AS "first-level misses (% of reads)",
       last_level / iif(part = 1, 1e6, 1) AS "last-level misses (millions)",
       iif(part = 1, 100 * last_level / reads, NULL) AS "last-level misses (% of reads)",
       (SELECT machine FROM provenance WHERE source = 'cachegrind') AS machine
FROM line
ORDER BY n, part, variant;
