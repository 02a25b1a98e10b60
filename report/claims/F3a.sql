-- reading: Coalescing gains 9.9 times.
SELECT * FROM ladder WHERE report = 'F' AND place = 2 AND step IS NOT NULL;
