-- title: The machine.
SELECT property, value FROM machine_facts WHERE origin = 'here'
ORDER BY place, property;
