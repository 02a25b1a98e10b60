-- claim: With one pair overlap gains nothing; what version 5 gains there comes from pinned memory.
SELECT min(pinned_ms / breadth_ms < 1.1 AND pageable_ms > pinned_ms) AS holds,
       'one pair: pinned memory alone {' || min(pageable_ms / pinned_ms) || '} to {' || max(pageable_ms / pinned_ms)
       || '} times, overlap beyond that {' || min(pinned_ms / breadth_ms) || '} to {' || max(pinned_ms / breadth_ms)
       || '}' AS figures, max(machine) AS machine
FROM orders
WHERE matrices = 1 AND breadth_ms IS NOT NULL AND pinned_ms IS NOT NULL;
