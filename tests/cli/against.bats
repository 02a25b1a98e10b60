#!/usr/bin/env bats
# CPU against GPU in the report: crossover, equivalent threads and break-even, from samples with planted times.
# tests/report/recompute.py has the crossovers of real rows, of a GPU here and of one that is lent.

load helpers
load plant

answer() { query "$folder/tables/crossover.csv" "SELECT $2 FROM rows WHERE \"what the GPU does\" = '$1'"; }
at() { query "$folder/tables/cpu-against-gpu.csv" "SELECT $2 FROM rows WHERE n = $1"; }

@test "a GPU that wins at no size, or in between and not at the largest, says so; a dip below 1 moves the crossover behind it" {
    folder=never sow 7e-12 1
    folder=between sow "iif(n = 2048, 3e-11, 7e-12)" 0
    folder=dip sow "iif(n = 512, 3e-11, 7e-12)" 0
    report never between dip
    [ "$(folder=never answer 'pageable copies' '"wins from n"')" = 'none up to 2048' ]
    grep -q 'It wins at no measured size with pageable copies\.' never/report.md
    [ "$(folder=between answer 'pageable copies' '"wins from n"')" = 'not at 2048' ]
    grep -q 'It wins at smaller sizes, not at n 2048, with pageable copies\.' between/report.md
    [ "$(folder=dip answer kernel '"wins from n" + 0 BETWEEN 513 AND 1023')" = 1 ]
}

@test "one size has no crossover, and a win that is not sure has its interval" {
    wins() { asked "SELECT wins FROM crossover WHERE way = 'pageable copies'"; }
    sizes=512 sow 7e-12 0.0003 '(1 + 0.2 * (r * 3 % 5 - 2))' # 1.09 times
    [ "$(wins)" = '' ]
    sizes=512,1024 sow 1.1e-11 0 '(1 + 0.2 * (r * 3 % 5 - 2))'
    [ "$(wins)" = 'perhaps at every size from n 512 on' ]
    sizes=512,1024 sow 1.5e-11 1e-6 '(1 + 0.2 * (r * 3 % 5 - 2))'
    [ "$(wins), $(asked 'SELECT repetitions FROM answer')" = 'at no measured size by more than the noise, at least 1' ]
    sizes=512,1024 sow 'iif(n = 512, 1.2e-11, 5e-12)' 0 '(1 + 0.08 * (r * 3 % 5 - 2))'
    [[ "$(wins)" =~ ^at\ every\ size\ from\ n\ 512\ \(below\ 512\ to\ (5[1-9]|6)[0-9]+\)\ on$ ]]
    sizes=512,1024 sow 7e-12 0
    [ "$(wins)" = 'at every size from n 512 on' ]
}

@test "equivalent threads are measured, more than measured, or open at either end; break-even never comes where the kernel is slower" {
    sow 7e-12 0.0009
    folder=slow sow 2e-11 0.0009
    folder=seven sow 1.33e-11 0.0009 '(1 + 0.08 * (r * 3 % 5 - 2))' # 7.5, of a faster GPU more than eight
    folder=eight sow 1.19e-11 0.0009 '(1 + 0.08 * (r * 3 % 5 - 2))' # 8.4, of a slower GPU less than eight
    report s slow seven eight
    # with copies at n 512: 1e-10 n^3 / p = 0.0018 + 7e-12 n^3
    [ "$(at 512 "\"with copies\" LIKE '4.9%'")" = 1 ] # 4.90 threads
    [ "$(at 64 '"with copies"')" = 1 ]
    [ "$(at 2048 '"equivalent threads, kernel"')" = – ] # 100 / 7 threads, more than eight
    grep -q '^| equivalent threads | more than 8 |' s/tables/answers.md
    grep -qE ' 7\.[5-7] \(at least 6\.[0-9]\) \|' seven/tables/cpu-against-gpu.md
    grep -qE '^\| equivalent threads \| 7\.[5-7] \(at least 6\.[0-9]\) \|' seven/tables/answers.md
    grep -qE ' at least 7\.[0-9] \|' eight/tables/cpu-against-gpu.md
    grep -qE '^\| equivalent threads \| at least 7\.[0-9] \|' eight/tables/answers.md
    # n 128: the CPU takes 1e-10 / 8 n^3, so 0.0018 / (5.5e-12 n^3) = 156.06
    [[ "$(at 128 '"break-even (repetitions)"')" == 157* ]]
    [ "$(at 2048 '"break-even (repetitions)"')" = 1 ]
    grep -q '^| break-even (repetitions) | 1 |' s/tables/answers.md
    [ "$(folder=slow at 128 '"break-even (repetitions)"')" = never ]
    grep -q '^| break-even (repetitions) | never |' slow/tables/answers.md
}

@test "the best CPU point may belong to another experiment, what is of reduced precision is marked, and below five rounds nothing is compared" {
    sow 7e-12 0.001
    varied other "UPDATE rows SET experiment = 'thread-scaling' WHERE n = '512' AND threads = '8'"
    varied reduced "UPDATE rows SET status = 'reduced', precision_class = 'tf32' WHERE variant LIKE 'gpu/%'"
    varied few "DELETE FROM rows WHERE round = 5 AND variant LIKE 'gpu/%'"
    report other reduced few
    [ "$(folder=other at 512 'count(*)')" = 1 ]
    less="footnotes LIKE '%less precise than its type%'"
    [ "$(folder=reduced answer kernel "$less")$(folder=reduced at 2048 "$less")" = 11 ]
    run ! grep -q '^# CPU against GPU' few/report.md
}
