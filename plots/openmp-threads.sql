-- axes: zeroy
-- caption: Report O: do the threads gain more than their number? Speedup over the serial code of the same kind (cpu/naive, cpu/transposed). Solid:
--   measured, with intervals; dashed: published. Above the grey line is superlinear.
WITH point AS (
    SELECT *, max(n) OVER (PARTITION BY origin) AS largest, iif(variant = 'cpu/openmp', 'cpu/naive', 'cpu/transposed') AS serial
    FROM compared WHERE experiment = 'openmp-threads'
),
line AS (
    SELECT p.variant || ', n ' || p.n || iif(p.origin = 'here', '', ', ' || p.machine) AS series, p.variant, p.threads AS x, value AS y, r.low,
           r.high, 1 AS dash, r.low IS NULL AS few, p.id
    FROM point p
    JOIN single s ON s.work = p.work AND s.variant = p.serial AND s.place_of_variant = 1
    JOIN ratio r ON r.above = s.id AND r.below = p.id AND r.clock = 'kernel'
    WHERE p.n = largest AND p.variant IN ('cpu/openmp', 'cpu/openmp_transposed')
    UNION ALL
    SELECT 'published, cpu/openmp', 'cpu/openmp', threads + 0, speedup + 0, NULL, NULL, 2, 0, NULL FROM published_matmul_openmp
    UNION ALL
    SELECT 'published, transposed', 'cpu/openmp_transposed', threads + 0, speedup_transposed + 0, NULL, NULL, 2, 0, NULL FROM published_matmul_openmp
)
SELECT '' AS facet, 'int32 matrix product over OpenMP threads' AS title, series, x, y, low, high, colour, point, dash, max(x) OVER () AS top, few, id
FROM line JOIN look USING (variant)
ORDER BY dash, series, x;
