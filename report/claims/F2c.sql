-- claim: Global load throughput is highest at blocking factor 16.
SELECT * FROM highest WHERE metric = 'gld_gbs';
