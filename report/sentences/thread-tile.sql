-- The best patch for one thread.
SELECT 'A patch of ' || x || ' × ' || x || ' is best on ' || machine || ', {' || min(kernel_ms)
       || '} ms (published: {'
       || (SELECT min(mean_ms + 0.0) FROM sweep WHERE experiment = 'thread-tile') || '} ms with '
       || (SELECT x FROM (SELECT x, min(mean_ms + 0.0) FROM sweep WHERE experiment = 'thread-tile')) || ').'
FROM sweep WHERE experiment = 'thread-tile' AND kernel_ms IS NOT NULL HAVING count(*) > 0;
