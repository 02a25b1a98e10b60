-- title: Shortest paths on graphs of increasing edge count: searches from every vertex against closures.
-- baseline: the fastest closure (Floyd and Warshall) over the fastest search (Dijkstra), on all processors.
-- note: The cost of a search grows with the edges; a closure costs n³. Above 1 the searches win.
-- keys: 3
SELECT n || on_host AS n, edges, iif(edges % n = 0, edges / n, 1.0 * edges / n) AS "edges a vertex", variant AS "fastest search",
       kernel_ms AS "search (ms)", kernel_half_ms AS "±", marks AS "^", closure AS "fastest closure",
       closure_ms AS "closure (ms)", closure_half AS "±", closure_marks AS "^", value AS "closure over search", half AS "±", apart, id AS point,
       closure_id AS point
FROM sparse
ORDER BY sparse.n, edges, on_host, id;
