-- What the GPU gains over the serial product, and what is left of it end to end. This machine first.
WITH line AS (
    SELECT id AS place, 'On this machine' || on_host || ' cpu/naive takes {' || kernel_s || '} s for ' || n || ' × ' || n || ' float32.' AS text
    FROM compared WHERE experiment = 'cuda-matmul' AND variant = 'cpu/naive' AND origin = 'here'
    UNION ALL
    SELECT 1e9, 'On ' || machine || ' gpu/shared is {' || speedup || '} times cpu/naive computing alone, and {'
           || (speedup * kernel_ms / total_ms)
           || '} times with the copies to and from the GPU (published: {' || published_total_found
           || '}, against an unoptimized serial program).'
    FROM ladder WHERE report = 'O' AND place = 4 AND speedup IS NOT NULL
)
SELECT text FROM line ORDER BY place;
