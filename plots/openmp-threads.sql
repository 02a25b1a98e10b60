-- axes: zeroy
-- rounds: rate
-- x: threads
-- y: speedup over the serial code
-- ideal: x
-- caption: Report O: do the threads gain more than their number? Speedup over the serial code of the same kind (cpu/naive, cpu/transposed). Solid:
--   measured, with intervals; dashed: published. Above the gray line is superlinear.
WITH line AS (
    SELECT variant || ', n ' || n || iif(origin = 'here', '', ', reference') AS series, variant, threads AS x, speedup AS y, low, high, 1 AS dash,
           low IS NULL AS few, id
    FROM openmp WHERE n = largest_n
    UNION ALL
    SELECT 'published, ' || replace(variant, 'cpu/openmp_', ''), variant, threads, speedup + 0, NULL, NULL, 2, 0, NULL
    FROM published_products
)
SELECT '' AS facet, 'int32 matrix product over OpenMP threads' AS title, series, x, y, low, high, colour, point, dash, max(x) OVER () AS top, few, id
FROM line JOIN look USING (variant)
ORDER BY dash, series, x;
