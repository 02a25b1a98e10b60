-- How the ledger stands.
SELECT count(*) || ' claims: ' || sum(verdict = 'holds') || ' hold, ' || sum(verdict = 'does not hold') || ' do not, '
       || sum(verdict = 'not measured here') || ' could not be judged here.'
FROM ledger;
