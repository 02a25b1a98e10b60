-- Where the GPU rows come from.
SELECT CASE WHEN EXISTS (SELECT 1 FROM compared WHERE origin = 'here'
       AND kind = 'gpu') THEN 'GPU rows are measured on this machine.'
            WHEN EXISTS (SELECT 1 FROM compared
            WHERE origin = 'reference') THEN 'This machine has no GPU rows. «Those that follow come from the reference machine **'
                || (SELECT max(machine) FROM compared WHERE origin = 'reference')
                || '**, whose samples are kept with the program, and are marked as such.»'
            ELSE 'This machine has no GPU, and there are no reference results: GPU rows say "not measured here".' END;
