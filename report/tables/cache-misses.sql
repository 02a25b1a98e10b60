-- title: Report O: cache misses of one serial product, counted in a simulated cache by valgrind's cachegrind.
-- baseline: none; the ratio is cpu/naive over cpu/transposed.
-- empty: Not counted: valgrind is missing (on Debian and Ubuntu: apt-get install valgrind).
-- note: First level 32 KiB, last level 512 KiB, as one core of the report's processor has. Built with -O2 for any
--   x86-64; the same figures every time, on any machine with the same compiler. At a power of two the elements of a column share few
--   sets of the cache and drive each other out.
SELECT variant, n, instructions / 1e6 AS "instructions (millions)", reads / 1e6 AS "reads (millions)",
       first_level / 1e6 AS "first-level misses (millions)", 100 * first_level / reads AS "first-level misses (% of reads)",
       last_level / 1e6 AS "last-level misses (millions)", 100 * last_level / reads AS "last-level misses (% of reads)"
FROM misses
UNION ALL
SELECT 'ratio', a.n, a.instructions / b.instructions, a.reads / b.reads, a.first_level / b.first_level, NULL,
       a.last_level / b.last_level, NULL
FROM misses a
JOIN misses b ON b.n = a.n AND b.variant = 'cpu/transposed'
WHERE a.variant = 'cpu/naive'
ORDER BY n;
