-- How much of the measuring was disturbed, and the load.
WITH told AS (
    SELECT sum(samples) AS samples, sum(iif(disturbed_share IS NULL, NULL, samples)) AS asked,
           sum(disturbed_share * samples) AS disturbed, avg(load) AS load, max(load) AS most
    FROM visited
)
SELECT coalesce('Of ' || asked || ' samples {' || (100.0 * disturbed / asked) || '} % were taken while the machine was disturbed.',
                'These samples do not tell whether the machine was calm.')
       || coalesce(' Its load was {' || load || '} on average and {' || most || '} at most.', '')
FROM told WHERE samples > 0;
