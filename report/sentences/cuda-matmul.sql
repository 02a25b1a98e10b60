-- What the GPU gains over the serial product, and what is left of it end to end. This machine first.
SELECT 'On this machine cpu/naive takes {' || kernel_s || '} s for ' || n || ' × ' || n || ' float32.'
FROM compared WHERE experiment = 'cuda-matmul' AND variant = 'cpu/naive' AND origin = 'here'
UNION ALL
SELECT 'On ' || machine || ' gpu/shared is {' || speedup || '} times cpu/naive computing alone, and {'
       || (speedup * kernel_ms / total_ms)
       || '} times with the copies to and from the GPU (published: {' || published_total_found
       || '}, against an unoptimized serial program).'
FROM ladder WHERE report = 'O' AND place = 4 AND speedup IS NOT NULL;
