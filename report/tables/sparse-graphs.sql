-- title: Shortest paths on graphs of ever more edges: searches from every vertex beside relaxing by every stop.
-- baseline: the fastest of Floyd and Warshall's kind over the fastest of Dijkstra's, on all processors.
-- empty: Not measured here (experiments/sparse-graphs.sh).
-- note: A search costs what edges there are, a closure n³ whatever they are. Above 1 the searches win.
-- keys: 3
SELECT n || on_host AS n, edges, 1.0 * edges / n AS "edges a vertex", search AS "fastest search", search_ms AS "its time (ms)", search_half AS "±",
       closure AS "fastest closure", closure_ms AS "its time (ms)", closure_half AS "±", value AS "closure over search", half AS "±", search_id AS point, closure_id AS point
FROM sparse
ORDER BY sparse.n, edges, on_host, search_id;
