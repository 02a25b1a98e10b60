-- The origin of the GPU rows.
SELECT CASE WHEN EXISTS (SELECT 1 FROM compared WHERE origin = 'here'
       AND kind = 'gpu') THEN 'GPU rows are measured on this machine.'
            WHEN EXISTS (SELECT 1 FROM compared
            WHERE origin = 'reference') THEN 'This machine has no GPU rows. «Those that follow come from the reference machine **'
                || (SELECT max(machine) FROM compared WHERE origin = 'reference')
                || '**, whose samples are part of the program, and are marked.»'
            ELSE 'This machine has no GPU, and there are no reference results: GPU rows say "not measured here".' END;
