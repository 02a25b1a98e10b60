-- Read misses for one product, plain and transposed.
SELECT 'At n ' || a.n || ' the plain product misses the first-level cache with {' || (100 * a.first_level / a.reads)
       || '} % of its reads, the transposed one with {' || (100 * b.first_level / b.reads)
       || '} %; of a 512 KiB cache behind it, {' || (a.last_level / b.last_level) || '} times as often.'
FROM misses a
JOIN misses b ON b.n = a.n AND b.variant = 'cpu/transposed'
WHERE a.variant = 'cpu/naive';
