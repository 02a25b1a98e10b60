-- axes: zeroy
-- caption: Report O: speedup over threads against the serial code of the same kind (cpu/naive, cpu/transposed). Solid:
--   measured here, with intervals; dashed: published. Above the grey line is superlinear.
WITH line AS (
    SELECT variant || ', n ' || n AS series, variant, threads AS x, base / kernel_s AS y,
           base / kernel_high_s AS low, base / kernel_low_s AS high, 1 AS dash
    FROM (SELECT c.*, iif(c.variant = 'cpu/openmp', c.naive_s, t.kernel_s) AS base
          FROM chosen c
          LEFT JOIN single t ON t.work = c.work AND t.variant = 'cpu/transposed' AND t.place_of_variant = 1
          WHERE c.experiment = 'openmp-threads' AND c.variant IN ('cpu/openmp', 'cpu/openmp_transposed')
            AND c.n = (SELECT max(n) FROM chosen WHERE experiment = 'openmp-threads'))
    UNION ALL
    SELECT 'published, cpu/openmp', 'cpu/openmp', threads + 0, speedup + 0, NULL, NULL, 2 FROM published_matmul_openmp
    UNION ALL
    SELECT 'published, transposed', 'cpu/openmp_transposed', threads + 0, speedup_transposed + 0, NULL, NULL, 2
    FROM published_matmul_openmp
)
SELECT '' AS facet, 'int32 matrix product over OpenMP threads' AS title, series, x, y, low, high, colour, point, dash,
       max(x) OVER () AS top
FROM line
JOIN look USING (variant)
ORDER BY dash, series, x, y;
