-- reading: The cap on registers gains 1.19 times.
SELECT * FROM ladder WHERE report = 'F' AND place = 7 AND step IS NOT NULL;
