-- reading: Shared memory gains 3.2 times.
SELECT * FROM ladder WHERE report = 'F' AND place = 4 AND step IS NOT NULL;
