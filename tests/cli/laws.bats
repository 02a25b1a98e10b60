#!/usr/bin/env bats
# summarize --laws: how far threads take a variant, from samples with a planted law.

load helpers
load plant

# plant TIME THREADS ROUNDS [N]: s.csv with a sample of every thread count of the list in each of 1 to ROUNDS, whose
# time is the SQL expression TIME of p (threads) and r (round), and whose size is N (64).
plant() {
    one_row one.csv
    rows_like one.csv "WITH team (p) AS (VALUES (${2//,/), (})), rounds (r) AS (SELECT 1 UNION ALL SELECT r + 1 FROM rounds WHERE r < $3)
        SELECT 'cpu/openmp_ikj' AS variant, n, p AS threads, r AS round, r AS sample, $1 AS kernel_s, $1 AS total_s, iif(r = $3, 'rounds', '') AS stop
        FROM (SELECT p, r, ${4:-64} AS n FROM team, rounds) ORDER BY r, p" >s.csv
}

@test "a planted law is found again, with its interval, its peak and the threads that are worth their while" {
    noise='(1 + 0.002 * ((7 * p + 3 * r) % 5 - 2))'
    plant "0.1 * (1 + 0.03 * (p - 1) + 0.004 * p * (p - 1)) / p * $noise" 1,2,3,4,6,8,12 5
    "$speedup" summarize --laws s.csv >laws
    [ "$(query laws "SELECT law || ' ' || counts || ' ' || fitted_counts || ' ' || rounds FROM rows")" = "usl 7 7 5" ]
    [ "$(query laws "SELECT usl_serial_low < 0.03 AND usl_serial_high > 0.03 AND usl_coherency_low + 0 < 0.004
        AND usl_coherency_high + 0 > 0.004 FROM rows")" = 1 ]
    [ "$(query laws "SELECT round(peak_threads), round(half_efficiency_threads), recommended_threads FROM rows")" = "16.0|13.0|6" ]
}

@test "what holds of threads holds of devices and of all processes' threads: laws, efficiency, and a table of their own" {
    plant "0.1 * (1 + 0.05 * (p - 1)) / p * (1 + 0.002 * ((7 * p + 3 * r) % 5 - 2))" 1,2,3,4,6 5
    # others NAME VALUES: s.csv with `threads` as something else.
    others() { alter s.csv "UPDATE rows SET $2" "$1.csv"; }
    others devices "variant = 'gpu/peer_ahead', transfer = 'pinned', places = '', bind = '', devices = threads, threads = ''"
    others ranks "variant = 'cpu/summa', ranks = threads, threads = 2"
    others gpu_ranks "variant = 'gpu/nccl_ahead', transfer = 'pinned', places = '', bind = '', ranks = threads, threads = ''"
    # A variant of devices and ranks: the one worker of each is of its kind.
    others slow "variant = 'gpu/nccl_ahead', transfer = 'pinned', places = '', bind = '', devices = threads, threads = '', kernel_s = 3 * kernel_s, total_s = 3 * total_s"
    { cat slow.csv; tail -n +2 gpu_ranks.csv; } >both.csv
    [ "$(summarized both.csv "SELECT group_concat(DISTINCT (devices || ranks) || ':' || round(efficiency, 2)) || ' ' || count(*) FROM rows")" = \
        '1:1.0,2:0.95,3:0.91,4:0.87,6:0.8 10' ]
    "$speedup" summarize --laws s.csv | cut -d, -f20- >of_threads
    "$speedup" summarize --laws gpu_ranks.csv | cut -d, -f20- | diff of_threads -
    "$speedup" summarize --laws devices.csv | cut -d, -f20- >of_devices
    [ "$(query of_threads 'SELECT law || fitted_threads FROM rows')" = amdahl6 ]
    diff of_threads of_devices
    "$speedup" summarize --laws --most-threads 2 devices.csv | cut -d, -f20- | diff of_threads - # threads, not GPUs
    [ "$(summarized devices.csv "SELECT group_concat(devices || ':' || round(efficiency, 2), ' ') FROM rows")" = '1:1.0 2:0.95 3:0.91 4:0.87 6:0.8' ]
    [ "$(summarized --laws ranks.csv 'SELECT fitted_threads FROM rows')" = 12 ]
    # In a report they are neither the machine's GPU nor its threads.
    mkdir results
    { cat devices.csv; tail -n +2 ranks.csv; tail -n +2 gpu_ranks.csv; } >results/samples.csv
    "$speedup" machine >results/machine.json
    "$root/report/query.sh" results <"$root/report/queries/shared.sql" >shared.csv
    [ "$(query shared.csv "SELECT group_concat(variant || ' ' || processes || ' ' || round(efficiency, 2)) FROM rows WHERE GPUs = '2'")" = \
        'gpu/nccl_ahead 2 0.95,gpu/peer_ahead  0.95' ]
    [ "$(query shared.csv "SELECT group_concat(processes) FROM rows WHERE variant = 'cpu/summa' AND GPUs = ''")" = 1,2,3,4,6 ]
    [ "$(query shared.csv 'SELECT count(*) FROM rows')" = 15 ]
    # One GPU has no speedup over itself.
    [ "$(query shared.csv 'SELECT DISTINCT efficiency || "/" || "speedup over one" FROM rows WHERE GPUs = 1')" = / ]
    [ "$("$root/report/query.sh" results <<<"SELECT group_concat(kind) AS kinds FROM (SELECT DISTINCT kind FROM good ORDER BY kind)" | tail -n 1)" = \
        '"gpu ranks,gpus,ranks"' ]
}

@test "work that grows with the GPUs has its efficiency in their table" {
    mkdir results
    local p
    for p in 1 2 4; do # 64^2 elements each
        plant "0.1 * (1 + 0.02 * (p - 1)) * (1 + 0.002 * r)" "$p" 5 "$(awk -v p="$p" 'BEGIN { printf "%.0f", 64 * sqrt(p) }')"
        alter s.csv "UPDATE rows SET workload = 'transpose', variant = 'gpu/peer_writes', transfer = 'pinned', places = '', bind = '',
            devices = threads, threads = ''" "$p.csv"
    done
    { cat 1.csv; tail -qn +2 2.csv 4.csv; } >results/samples.csv
    "$speedup" machine >results/machine.json
    "$root/report/query.sh" results <"$root/report/queries/shared.sql" >shared.csv
    [ "$(query shared.csv 'SELECT group_concat(GPUs || ":" || "speedup over one" || ":" || round(efficiency, 3), " ") FROM rows')" = '1::0.0 2::0.0 4::0.943' ] ||
        { cat shared.csv; false; }
}

@test "threads without a core of their own are left out of the fit, and below five counts there is none" {
    plant "iif(p > 8, 1, 0.1 * (1 + 0.05 * (p - 1)) / p)" 1,2,3,4,6,8,16 5
    "$speedup" summarize --laws --most-threads 8 s.csv >laws
    [ "$(query laws "SELECT law || ' ' || fitted_threads || ' ' || counts || ' ' || fitted_counts FROM rows")" = "amdahl 8 7 6" ]
    [ "$(query laws "SELECT round(amdahl_serial, 6) FROM rows")" = 0.05 ]
    "$speedup" summarize --laws --most-threads 4 s.csv >laws
    [ "$(query laws "SELECT law || amdahl_serial || twice_time_s || ' ' || recommended_threads FROM rows")" = " 4" ]
    [ "$(query laws "SELECT karp_flatt <> '' FROM rows")" = 1 ]
    # Of a folder they are the cores of its machine, of the faster kind.
    mkdir mine
    cp s.csv mine/samples.csv
    for cores in '"cores": 16, "fast_cores": 4' '"cores": 4, "fast_cores": 0' '"cores": 4'; do
        echo "{\"cpu\": {$cores}}" >mine/machine.json
        "$speedup" summarize --laws mine | diff laws -
    done
    for text in '"cores": -4' '"cores": "many"' ''; do
        echo "{\"cpu\": {$text" >mine/machine.json
        "$speedup" summarize --laws mine | diff <("$speedup" summarize --laws s.csv) -
    done
}

@test "with five thread counts a law that does not fit is not named, in the report either" {
    noise='(1 + 0.01 * ((7 * p + 3 * r) % 5 - 2))'
    plant "0.1 * (1 + 0.03 * (p - 1) + 0.01 * p * (p - 1)) / p * $noise" 1,2,4,8,16 5
    "$speedup" summarize --laws s.csv >laws
    [ "$(query laws "SELECT law || amdahl_serial || amdahl_serial_low || half_efficiency_threads || twice_time_s, karp_flatt_low <> '' FROM rows")" = \
        'does not fit|1' ]
    mkdir results
    "$speedup" machine | sed -E 's/"(fast_)?cores": *[0-9]+/"\1cores": 16/' >results/machine.json
    alter s.csv "UPDATE rows SET experiment = 'thread-scaling'" results/samples.csv
    "$root/report/query.sh" results <"$root/report/queries/laws.sql" >laws.csv
    [ "$(query laws.csv 'SELECT law || "serial share s (%)" || "efficiency below 50 % from (threads)" FROM rows')" = 'does not fit' ]
    plant "0.1 * (1 + 0.03 * (p - 1)) / p * $noise" 1,2,4,8,16 5
    [ "$(summarized --laws s.csv "SELECT law, amdahl_serial_low < 0.03 AND amdahl_serial_high > 0.03 FROM rows")" = 'amdahl|1' ]
}

@test "rounds that did not visit all thread counts are left out where five did, and one thread count is no curve" {
    plant "0.1 / p" 1,2,4 6
    alter s.csv "DELETE FROM rows WHERE threads = 4 AND round = 3" fewer.csv
    [ "$(summarized --laws fewer.csv "SELECT counts || ' ' || rounds || ' ' || recommended_threads FROM rows")" = "3 5 4" ]
    plant "0.1 / p" 1,2,4,8,16 4 # fewer than five rounds are no result, and recommend nothing
    [ "$(summarized --laws s.csv "SELECT law || rounds || amdahl_serial_low || recommended_threads FROM rows")" = amdahl4 ]
    plant "0.1 / p" 2 6
    "$speedup" summarize --laws s.csv >laws
    [ "$(wc -l <laws)" = 1 ]
}

# apart [CONDITION]: s.csv, of nine rounds, without all but five of every thread count, of which few or none visited
# all; and without what CONDITION (0) holds for.
apart() { alter s.csv "DELETE FROM rows WHERE (round + threads) % 9 >= 5 OR (${1:-0})" apart.csv; }

@test "where fewer than five rounds visited all thread counts each counts with the rounds of its own, five at least" {
    noise='(1 + 0.01 * ((7 * p + 3 * r) % 5 - 2))'
    plant "0.1 * (1 + 0.05 * (p - 1)) / p * $noise" 1,2,3,4,6,8,12,16 9
    apart
    [ "$(query apart.csv "SELECT count(*) FROM (SELECT round FROM rows GROUP BY round HAVING count(*) = 8)")" = 0 ]
    "$speedup" summarize --laws apart.csv >laws
    [ "$(query laws "SELECT law || rounds || ' ' || recommended_threads FROM rows")" = 'amdahl5 8' ]
    [ "$(query laws "SELECT amdahl_serial_low < 0.05 AND amdahl_serial_high > 0.05 AND amdahl_serial_high - amdahl_serial_low < 0.01,
        usl_coherency_low + 0 < 0, abs(amdahl_serial - 0.05) < 0.002, karp_flatt_low < karp_flatt_high FROM rows")" = '1|1|1|1' ]
    plant "0.1 * (1 + 0.03 * (p - 1) + 0.004 * p * (p - 1)) / p * (1 + 0.002 * ((7 * p + 3 * r) % 5 - 2))" 1,2,3,4,6,8,12 9
    apart
    [ "$(summarized --laws apart.csv "SELECT law, usl_serial_low < 0.03 AND usl_serial_high > 0.03, usl_coherency_low + 0 < 0.004
        AND usl_coherency_high + 0 > 0.004, round(peak_threads) FROM rows")" = 'usl|1|1|16.0' ]
    apart 'threads = 3 AND round = 7' # of one only four are left
    [ "$(summarized --laws apart.csv "SELECT law || rounds || amdahl_serial_low || usl_coherency_low || peak_threads, abs(usl_serial - 0.03) < 0.003 FROM rows")" = 'amdahl4|1' ]
}

@test "so it is for work that grows with the threads, and the report states its efficiency" {
    plant "0.1 * p / (p - 0.2 * (p - 1)) * n * n * n / (262144.0 * p) * (1 + 0.01 * ((7 * p + 3 * r) % 5 - 2))" 1,2,4,8 9 \
        'CASE p WHEN 1 THEN 64 WHEN 2 THEN 81 WHEN 4 THEN 102 ELSE 128 END'
    mkdir results
    "$speedup" machine >results/machine.json
    sentence() {
        alter apart.csv "UPDATE rows SET experiment = 'weak-scaling'" results/samples.csv
        "$root/report/query.sh" --say weak-scaling results
    }
    apart
    [ "$(summarized --laws apart.csv "SELECT rounds, gustafson_serial_low < 0.2 AND gustafson_serial_high > 0.2, weak_efficiency_low < 0.825 AND weak_efficiency_high > 0.825,
        weak_efficiency_high - weak_efficiency_low < 0.05, recommended_threads FROM rows")" = '5|1|1|1|8' ]
    [[ "$(sentence)" == *'cpu/openmp_ikj has an efficiency of '*' %'* ]]
    apart 'threads = 1 AND round = 2'
    [ "$(summarized --laws apart.csv "SELECT rounds || gustafson_serial_low || weak_efficiency_low || ' ' || recommended_threads FROM rows")" = '4 ' ]
    [ -z "$(sentence)" ]
}

@test "work that grows with the threads gives Gustafson's serial share and an efficiency, and --weak plans it" {
    # 4 products of n 64 are one of n 102, 8 are one of n 128
    plant "0.1 * p / (p - 0.2 * (p - 1)) * n * n * n / (262144.0 * p) * (1 + 0.001 * r)" 1,2,4,8 5 \
        'CASE p WHEN 1 THEN 64 WHEN 2 THEN 81 WHEN 4 THEN 102 ELSE 128 END'
    "$speedup" summarize --laws s.csv >laws
    [ "$(query laws "SELECT scaling || ' ' || n || ' ' || counts || ' ' || fitted_threads || law FROM rows")" = "weak 64 4 8" ]
    [ "$(query laws "SELECT round(gustafson_serial, 6), round(weak_efficiency, 6), recommended_threads FROM rows")" = "0.2|0.825|8" ]
    has_openmp || skip OpenMP
    "$speedup" plan matmul --variant cpu/ikj,cpu/openmp_ikj --weak --size 64 --threads 1,2,4,8 --oversubscribe --quiet >plan
    [ "$(grep -o 'variant cpu/openmp_ikj .*--size [0-9]*' plan | grep -o '[0-9]*$' | paste -sd,)" = 64,81,102,128 ]
    [ "$(grep -c 'cpu/ikj' plan)" = 1 ] # it does not read the threads
    [ "$("$speedup" plan transpose --variant cpu/openmp --weak --size 100 --threads 4 --oversubscribe --quiet | grep -o 'size [0-9]*')" = "size 200" ]
    # An n of whole tiles stays one, and the efficiency is that of the work done: here 1.
    [ "$("$speedup" plan matmul --variant cpu/openmp --weak --size 256 --threads 1,2,3 --oversubscribe --quiet | grep -o 'size [0-9]*' | paste -sd ' ')" = 'size 256 size 320 size 368' ]
    for sizes in 256,320,368 256,323,369; do # as now planned, and as before
        IFS=, read -r one two three <<<"$sizes"
        plant "1e-9 * n * n * n / p * (1 + 0.001 * r)" 1,2,3 5 "CASE p WHEN 1 THEN $one WHEN 2 THEN $two ELSE $three END"
        [ "$(summarized --laws s.csv "SELECT counts, abs(gustafson_serial) < 1e-9, round(weak_efficiency, 6), recommended_threads FROM rows WHERE scaling = 'weak'")" = '3|1|1.0|3' ]
    done
}

@test "curves stand in the order of the summary" {
    has_openmp || skip OpenMP
    "$speedup" run matmul --variant cpu/openmp_ikj --size 32,48,64,81 --threads 1,2 --oversubscribe \
        "${quick[@]}" --out one.csv >/dev/null
    "$speedup" summarize --laws one.csv >laws
    [ "$(query laws "SELECT group_concat(n) FROM rows WHERE scaling = 'strong'")" = 32,48,64,81 ]
    [ "$(query laws "SELECT group_concat(n) FROM rows WHERE scaling = 'weak'")" = 64 ] # two of n 64 are one of n 81
}

@test "a curve that was measured in two sittings is one" {
    plant "0.1 * (1 + 0.05 * (p - 1)) / p * (1 + 0.01 * ((7 * p + 3 * r) % 5 - 2))" 1,2,3,4,6,8 6
    alter s.csv "UPDATE rows SET run = 'later' WHERE threads > 3" two.csv
    [ "$(summarized --laws two.csv "SELECT run || law || counts || rounds, amdahl_serial_low < 0.05 AND amdahl_serial_high > 0.05, recommended_threads FROM rows")" = 'amdahl66|1|8' ]
}

@test "report/extra-p.sh: every region has a DATA line for each point, with the rounds' medians" {
    plant "0.1 / p * n * (1 + 0.01 * r)" 1,2,4 3 64
    mv s.csv all.csv
    plant "0.1 / p * n * (1 + 0.01 * r)" 1,2,4 3 128
    tail -n +2 s.csv >>all.csv
    plant "0.2 / p" 1,2 3 64
    tail -n +2 s.csv | sed 's/cpu.openmp_ikj/cpu\/openmp/' >>all.csv # not at all places
    extra_p() { "$root/report/extra-p.sh" "$@"; }
    extra_p matmul all.csv >x 2>messages
    [ "$(grep -v '^DATA' x)" = "PARAMETER n
PARAMETER p
POINTS (64 1) (64 2) (64 4) (128 1) (128 2) (128 4)
METRIC kernel_s
$(grep -m 1 '^REGION' x)
METRIC total_s
$(grep -m 1 '^REGION' x)" ]
    [[ "$(grep -m 1 '^REGION' x)" == 'REGION '*'->matmul->'*'->cpu/openmp_ikj' ]]
    [ "$(grep -c '^DATA' x)" = 12 ]
    [ "$(grep -m 1 '^DATA' x)" = 'DATA 6.464 6.528 6.592' ]
    grep -q '^1 of 2 regions, at 6 points that all of them have (2 sizes, 3 thread counts); Extra-P needs five' messages
    extra_p 'matmul:cpu/openmp' all.csv >x
    [ "$(head -n 2 x)" = 'PARAMETER p
POINTS 1 2' ]
    refused 2 'no such point was measured' extra_p 'matmul:gpu/*' all.csv
}
