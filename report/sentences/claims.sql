-- How the ledger stands.
SELECT count(*) || ' claims: ' || sum(verdict = 'holds') || ' hold, ' || sum(verdict = 'does not hold') || ' do not, of '
       || sum(verdict = 'cannot tell') || ' nobody can tell by what was measured, ' || sum(verdict = 'not measured here')
       || ' were not measured here.'
FROM ledger;
