-- claim: Shared-memory load throughput is highest at blocking factor 32.
SELECT * FROM highest WHERE metric = 'shared_load_gbs';
