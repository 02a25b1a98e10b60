-- reading: The large blocking factor gains 2.0 times.
SELECT * FROM ladder WHERE report = 'F' AND place = 6 AND step IS NOT NULL;
