#!/usr/bin/env bats
# CPU against GPU in the report: crossover, equivalent threads and break-even, from samples with planted times.
# tests/report/recompute.py has the crossovers of real rows, of a GPU here and of one that is lent.

load helpers
load plant

answer() { query s/tables/crossover.csv "SELECT $2 FROM rows WHERE \"what the GPU does\" = '$1'"; }
at() { query s/tables/cpu-against-gpu.csv "SELECT $2 FROM rows WHERE n = $1"; }

@test "a GPU that wins at no size says so" {
    plant 7e-12 1
    [ "$(answer 'pageable copies' '"wins from n"')" = 'none up to 2048' ]
    grep -q 'It wins at no measured size with pageable copies\.' s/report.md
}

@test "a GPU that wins in between and not at the largest size does not win at no size" {
    plant "iif(n = 2048, 3e-11, 7e-12)" 0
    [ "$(answer 'pageable copies' '"wins from n"')" = 'not at 2048' ]
    grep -q 'It wins at smaller sizes, not at n 2048, with pageable copies\.' s/report.md
}

@test "one size has no crossover, and a win that is not sure has its interval" {
    wins() { asked "SELECT wins FROM crossover WHERE way = 'pageable copies'"; }
    sizes=512 sow 7e-12 0.0003 '(1 + 0.2 * (r * 3 % 5 - 2))' # 1.09 times
    [ "$(wins)" = '' ]
    sizes=512,1024 sow 1.1e-11 0 '(1 + 0.2 * (r * 3 % 5 - 2))'
    [ "$(wins)" = 'at every size from n 512 (below 512 to none up to 1024) on' ]
    sizes=512,1024 sow 'iif(n = 512, 1.2e-11, 5e-12)' 0 '(1 + 0.08 * (r * 3 % 5 - 2))'
    [[ "$(wins)" =~ ^at\ every\ size\ from\ n\ 512\ \(below\ 512\ to\ (5[1-9]|6)[0-9]+\)\ on$ ]]
    sizes=512,1024 sow 7e-12 0
    [ "$(wins)" = 'at every size from n 512 on' ]
}

@test "a dip below 1 moves the crossover behind it" {
    plant "iif(n = 512, 3e-11, 7e-12)" 0
    [ "$(answer kernel '"wins from n" + 0 BETWEEN 513 AND 1023')" = 1 ]
}

@test "equivalent threads are measured, or more than measured" {
    plant 7e-12 0.0009
    # with copies at n 512: 1e-10 n^3 / p = 0.0018 + 7e-12 n^3
    [ "$(at 512 "\"with copies\" LIKE '4.9%'")" = 1 ] # 4.90 threads
    [ "$(at 64 '"with copies"')" = 1 ]
    [ "$(at 2048 '"equivalent threads, kernel"')" = – ] # 100 / 7 threads, more than eight
    grep -q '^| equivalent threads | more than 8 |' s/tables/answers.md
}

@test "equivalent threads whose interval is open at one end say so, at either end" {
    plant 1.33e-11 0.0009 '(1 + 0.08 * (r * 3 % 5 - 2))' # 7.5, of a faster GPU more than eight
    grep -qE ' 7\.[5-7] \(at least 6\.[0-9]\) \|' s/tables/cpu-against-gpu.md
    grep -qE '^\| equivalent threads \| 7\.[5-7] \(at least 6\.[0-9]\) \|' s/tables/answers.md
    plant 1.19e-11 0.0009 '(1 + 0.08 * (r * 3 % 5 - 2))' # 8.4, of a slower GPU less than eight
    grep -qE ' at least 7\.[0-9] \|' s/tables/cpu-against-gpu.md
    grep -qE '^\| equivalent threads \| at least 7\.[0-9] \|' s/tables/answers.md
}

@test "break-even counts repetitions, and never comes where the kernel is slower" {
    plant 7e-12 0.0009
    # n 128: the CPU takes 1e-10 / 8 n^3, so 0.0018 / (5.5e-12 n^3) = 156.06
    [ "$(at 128 '"break-even (repetitions)"')" = 157 ]
    [ "$(at 2048 '"break-even (repetitions)"')" = 1 ]
    grep -q '^| break-even (repetitions) | 1 |' s/tables/answers.md
    plant 2e-11 0.0009
    [ "$(at 128 '"break-even (repetitions)"')" = never ]
    grep -q '^| break-even (repetitions) | never |' s/tables/answers.md
}

@test "a size counts whose best CPU point belongs to another experiment" {
    sow 7e-12 0.001
    replanted "UPDATE rows SET experiment = 'thread-scaling' WHERE n = '512' AND threads = '8'"
    [ "$(at 512 'count(*)')" = 1 ]
}

@test "a variant of reduced precision that wins is marked" {
    sow 7e-12 0.001
    replanted "UPDATE rows SET status = 'reduced', precision_class = 'tf32' WHERE variant LIKE 'gpu/%'"
    [ "$(answer kernel "footnotes LIKE '%less precise than its type%'")" = 1 ]
    [ "$(at 2048 "footnotes LIKE '%less precise than its type%'")" = 1 ]
}

@test "below five rounds nothing is compared" {
    sow 7e-12 0.001
    replanted "DELETE FROM rows WHERE round = 5 AND variant LIKE 'gpu/%'"
    [ "$(wc -l <s/tables/crossover.csv)" = 1 ]
    run ! grep -q '^# CPU against GPU' s/report.md
    grep -q '^Not measured on this machine: ' s/report.md
}
