-- claim: Overlap wins when there is more than one pair of matrices.
SELECT min(breadth_ms < pageable_ms) AS holds,
       'version 5 over version 3: {' || min(pageable_ms / breadth_ms) || '} to {' || max(pageable_ms / breadth_ms)
       || '} times; over pinned memory in sequence: {' || min(pinned_ms / breadth_ms) || '} to {'
       || max(pinned_ms / breadth_ms) || '}' AS figures, max(machine) AS machine
FROM orders
WHERE matrices > 1 AND breadth_ms IS NOT NULL;
