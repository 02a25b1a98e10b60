-- How many reads of the serial product miss the second cache, plain and transposed, beside a power of two and at one.
SELECT 'In a simulated cache of 512 KiB the plain product misses ' || group_concat('{' || (100 * a.last_level / a.reads)
       || '} % of its reads at n ' || a.n, ' and ') || ', the transposed one '
       || group_concat('{' || (100 * b.last_level / b.reads) || '} %', ' and ') || '.'
FROM (SELECT * FROM misses ORDER BY n) a
JOIN misses b ON b.n = a.n AND b.variant = 'cpu/transposed'
WHERE a.variant = 'cpu/naive'
HAVING count(*) > 0;
