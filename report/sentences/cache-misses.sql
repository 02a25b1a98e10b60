-- Share of the serial product's reads that miss the second cache, plain and transposed, beside a power of two and at one.
SELECT 'In a simulated cache of 512 KiB the plain product misses ' || group_concat('{' || plain || '} % of its reads at n ' || n, ' and ')
       || ', the transposed one ' || group_concat('{' || transposed || '} %', ' and ') || '.'
FROM (SELECT * FROM miss_shares ORDER BY n)
HAVING count(*) > 0;
