-- reading: Shared memory is 1.8 times as fast as the plain grid of blocks.
SELECT * FROM ladder WHERE report = 'O' AND place = 4 AND step IS NOT NULL;
