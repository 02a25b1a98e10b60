-- caption: Report S: which elements of A and B one thread, a half-warp (16 threads) and a block of 16 × 16 threads
--   touch for their elements of C = A B, here with n 64. A thread shares its row of A with the half-warp, and the
--   half-warp's columns of B lie side by side, so its reads of global memory fall together; the block uses each element
--   that it fetches 16 times.
WITH part (place, who, x0, x1, y0, y1) AS ( -- columns and rows of C, half open
    VALUES (1, 'thread', 20, 21, 36, 37), (2, 'half-warp', 16, 32, 36, 37), (3, 'block', 16, 32, 32, 48)
),
area AS ( -- each picture: A at the left, B above, C where they meet; 8 between them, 160 from one picture to the next
    SELECT place, who, 'frame' AS what, (place - 1) * 160 AS x0, (place - 1) * 160 + 64 AS x1, 72 AS y0, 136 AS y1
           FROM part
    UNION ALL SELECT place, who, 'frame', (place - 1) * 160 + 72, (place - 1) * 160 + 136, 0, 64 FROM part
    UNION ALL SELECT place, who, 'frame', (place - 1) * 160 + 72, (place - 1) * 160 + 136, 72, 136 FROM part
    UNION ALL SELECT place, who, 'A', (place - 1) * 160, (place - 1) * 160 + 64, 72 + y0, 72 + y1 FROM part
    UNION ALL SELECT place, who, 'B', (place - 1) * 160 + 72 + x0, (place - 1) * 160 + 72 + x1, 0, 64 FROM part
    UNION ALL SELECT place, who, 'C', (place - 1) * 160 + 72 + x0, (place - 1) * 160 + 72 + x1, 72 + y0, 72 + y1
        FROM part
)
SELECT '' AS facet, 'Data that a thread, a half-warp and a block touch' AS title, what AS series, x0 AS x, y0 AS y,
       x1 AS low, y1 AS high,
       CASE what WHEN 'frame' THEN '0xE8E8E8' WHEN 'A' THEN '0x56B4E9' WHEN 'B' THEN '0xE69F00'
                 ELSE '0xD55E00' END AS colour, place AS point, who AS label
FROM area
ORDER BY what <> 'frame', what, x0, y0;
