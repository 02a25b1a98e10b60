-- axes: zeroy
-- caption: Report O: speedup over threads against the serial code of the same kind (cpu/naive, cpu/transposed). Solid:
--   measured here, with intervals; dashed: published, up to as many threads as were measured. Above the grey line is superlinear.
WITH published AS (
    SELECT * FROM published_matmul_openmp
    WHERE threads + 0 <= coalesce((SELECT max(threads, 2) FROM (SELECT max(threads) AS threads FROM chosen WHERE experiment = 'openmp-threads')), 16)
),
line AS (
    SELECT variant || ', n ' || n AS series, variant, threads AS x, r.value AS y, r.low, r.high, 1 AS dash, r.low IS NULL AS few, c.id
    FROM (SELECT c.*, iif(c.variant = 'cpu/openmp', c.naive_id, t.id) AS base_id
          FROM chosen c
          LEFT JOIN single t ON t.work = c.work AND t.variant = 'cpu/transposed' AND t.place_of_variant = 1
          WHERE c.experiment = 'openmp-threads' AND c.variant IN ('cpu/openmp', 'cpu/openmp_transposed')
            AND c.n = (SELECT max(n) FROM chosen WHERE experiment = 'openmp-threads')) c
    JOIN ratio r ON r.above = base_id AND r.below = c.id AND r.clock = 'kernel'
    UNION ALL
    SELECT 'published, cpu/openmp', 'cpu/openmp', threads + 0, speedup + 0, NULL, NULL, 2, 0, NULL FROM published
    UNION ALL
    SELECT 'published, transposed', 'cpu/openmp_transposed', threads + 0, speedup_transposed + 0, NULL, NULL, 2, 0, NULL FROM published
)
SELECT '' AS facet, 'int32 matrix product over OpenMP threads' AS title, series, x, y, low, high, colour, point, dash,
       max(x) OVER () AS top, few, id
FROM line
JOIN look USING (variant)
ORDER BY dash, series, x, y;
