#!/usr/bin/env bats
# The report's first page: what it answers from samples with planted times, and what it says where something is missing.
# shellcheck disable=SC2034,SC2154  # cpu is plant's; root and speedup come from helpers.bash

load helpers
load plant

answer() { query "$folder/tables/answer.csv" "SELECT $1 FROM rows"; }

@test "the first page says how far threads go, when the GPU wins, and what was not measured" {
    drawn=yes plant 7e-12 0.001
    page | grep -qE '^\*\*Matrix multiply\*\* \(float32, n 2048\): with 8 threads cpu/openmp is 8\.00 ± 0 times as fast as with one and does '
    page | grep -qE ' The GPU is 1\.7[89] ± [0-9.]+ times as fast as that CPU variant, 1\.7[0-9] ± .* as fast with copies from pageable memory\. It wins from n 78[67] \(78[67] to 78[67]\) on with pageable copies\.'
    page | grep -qx 'Not measured on this machine: transpose, apsp, several GPUs or processes, ceilings\.'
    [ "$(page | grep -c '!\[')" = 1 ] || ! command -v gnuplot # no empty panel
    [ "$(answer '"all threads" || "|" || "speedup on all" || "|" || efficiency || "|" || "recommended threads"')" = '8|8|1|8' ]
    [ "$(answer '"wins with copies from n" BETWEEN 786 AND 788')" = 1 ]
    [ "$(answer '"equivalent threads"')" = 'more than 8' ] # 100 / 7, more than eight
}

@test "threads that are slower, points of too few rounds and ratios without an interval are no headline, and the rest is said" {
    sow 7e-12 0.001
    varied few "DELETE FROM rows WHERE round = 5"
    varied fastest "DELETE FROM rows WHERE n = 2048 AND threads = 8 AND round = 5"
    varied single "DELETE FROM rows WHERE threads = 1 AND round > 3"
    varied later "CREATE TABLE more AS SELECT * FROM rows WHERE n = 2048 AND threads = 1; UPDATE more SET seed = 2, run = 'later'; INSERT INTO rows SELECT * FROM more"
    folder=slower cpu='1e-10 * n * n * n / iif(p = 8, 2, p)' sow 7e-12 0.001
    folder=without threads=4,8 sow 7e-12 0.001
    report few fastest single later slower without
    page slower | grep -qE 'with 6 threads cpu/openmp is 6\.00 ± [0-9.]+ times as fast as with one .*\. With 8 threads it is 2\.00 ± '
    page few | grep -q 'Not precise enough for a speedup over one thread: matmul, '
    [ "$(page few | grep -c 'as fast as')" = 0 ]
    # Where the fastest has too few rounds no other is called the fastest.
    page fastest | grep -qE '^\*\*Matrix multiply\*\* \(float32, n 1024\): with 8 threads cpu/openmp is 8\.00 '
    [ "$(query fastest/tables/cpu-against-gpu.csv 'SELECT max(n + 0) FROM rows')" = 1024 ]
    page without | grep -qE 'cpu/openmp with 8 threads is the fastest: 160\.0 ± [0-9.]+ GFLOP/s\. The GPU is 1\.7[89] ± '
    page single | grep -qE 'cpu/openmp with 8 threads is the fastest: '
    [ "$(page single | grep -c 'times as fast as with one')" = 0 ]
    [ "$(head -n 1 single/tables/answer.csv | grep -c efficiency)" = 1 ]
    [ "$(folder=single answer "\"speedup on all\" || efficiency")" = '' ]
    # A later run of other inputs takes no answer away.
    page later | grep -qE '^\*\*Matrix multiply\*\* \(float32, n 2048\): with 8 threads cpu/openmp is 8\.00 '
}

@test "a machine without a GPU reads what the reference's would add, and one without both that there is none" {
    sow 7e-12 0.001
    mkdir own
    cp s/machine.json own/
    grep -v gpu/shared s/samples.csv | sed 's/,s1,/,mine,/' >own/samples.csv
    REFERENCE=$PWD/s report own
    page own | grep -qE 'The GPU of .* would be 1\.7[89] ± .* times as fast as that CPU variant, .* It wins from n 78[67] \(78[67] to 78[67]\) on with pageable copies'
    report own
    page own | grep -qx 'Not measured on this machine: transpose, apsp, a GPU, several GPUs or processes, ceilings\.'
    [ "$(page own | grep -c 'would be')" = 0 ]
}

@test "two machines are answered at one size, though only one of them has a speedup there" {
    sizes=512,1000,1024
    sow 7e-12 0.001
    varied o "UPDATE rows SET machine = 'other'; DELETE FROM rows WHERE n = 1000 OR threads = 1"
    "$root/report/query.sh" s --beside o <<<'SELECT n, over_own IS NULL AS without FROM answer ORDER BY 2' >rows.csv
    [ "$(query rows.csv "SELECT group_concat(n || ' ' || without) FROM rows")" = '1024 0,1024 1' ]
}

@test "types of 16 bits answer only where more variants have them; a size is compared where the fastest variant of those beside it is, and few are not" {
    sow 7e-12 0.001
    half="CREATE TABLE more AS SELECT * FROM rows; UPDATE more SET type = 'bfloat16', kernel_s = kernel_s / 2; INSERT INTO rows SELECT * FROM more"
    varied both "$half"
    varied half "$half; DELETE FROM rows WHERE type = 'float32' AND variant = 'cpu/openmp'"
    variants=one,two,three cpu='1e-10 * n * n * n / p / (1 + v)' sow 7e-12 0.001
    varied tried "DELETE FROM rows WHERE n = 512 AND variant IN ('cpu/two', 'cpu/three')"
    varied lacking "DELETE FROM rows WHERE (n = 2048 AND variant = 'cpu/three') OR (n = 512 AND variant = 'cpu/one')"
    report both half tried lacking
    page both | grep -qE '^\*\*Matrix multiply\*\* \(float32, n 2048\): with 8 threads '
    page half | grep -qE '^\*\*Matrix multiply\*\* \(bfloat16, n 2048\): with 8 threads '
    [ "$(query tried/tables/cpu-against-gpu.csv 'SELECT group_concat(DISTINCT n) FROM rows')" = 64,128,256,1024,2048 ]
    [ "$(query lacking/tables/cpu-against-gpu.csv 'SELECT group_concat(DISTINCT n) FROM rows')" = 64,128,256,512,1024 ]
}

@test "one size is of one number of edges, those that most variants were tried on; a thread count has a point only where the leading variant was measured with it" {
    variants=one,two
    sow 7e-12 0.001
    alter s/samples.csv "UPDATE rows SET workload = 'apsp', type = 'int32', edges = 16 * n;
        CREATE TABLE sparse AS SELECT * FROM rows WHERE n = 1024 AND variant = 'cpu/one';
        UPDATE sparse SET edges = 2 * n, kernel_s = kernel_s / 100, total_s = total_s / 100; INSERT INTO rows SELECT * FROM sparse"
    [ "$(asked "SELECT count(*) AS points, round(max(t.kernel_s / (1e-10 * t.n * t.n * t.n / t.threads)), 2) AS most,
        round(min(t.kernel_s / (1e-10 * t.n * t.n * t.n / t.threads)), 2) AS least FROM threaded t")" = 36,1,1 ]
    variants=one,two cpu='1e-10 * n * n * n / p / (1 + v)' sizes=256,512,1024
    sow 7e-12 0.001
    alter s/samples.csv "DELETE FROM rows WHERE n = 512 AND threads = 1 AND variant = 'cpu/two'"
    [ "$(asked "SELECT group_concat(n, ' ') FROM (SELECT n FROM threaded WHERE threads = 1 ORDER BY n)")" = '256 1024' ]
}

@test "a roof is what copies bring until multiply-adds end it, and no CPU variant reaches above it" {
    # Work that is counted in bytes, as this stencil's, has no roofline.
    mkdir h200
    cp "$root"/report/reference/h200/machine.json h200/
    grep -E '^schema|,(ceilings|size-scaling),(matmul|apsp|copy|multiply_add|add_min)' "$root/report/reference/h200/samples.csv" >h200/samples.csv
    alter h200/samples.csv "CREATE TABLE more AS SELECT * FROM rows WHERE workload = 'matmul'; UPDATE more SET workload = 'stencil'; INSERT INTO rows SELECT * FROM more"
    "$root/report/query.sh" h200 <"$root/plots/roofline.sql" >rows.csv
    [ "$(query rows.csv "SELECT count(DISTINCT facet) || ' ' || count(DISTINCT series) FROM rows")" = '2 6' ]
    # n / 6 multiply-adds and n / 8 relaxations a byte
    [ "$(query rows.csv "SELECT group_concat(x) FROM (SELECT DISTINCT round(min(x + 0), 4) AS x FROM rows WHERE series = '16 threads' GROUP BY facet ORDER BY 1)")" = 8.0,10.6667 ]
    query rows.csv "SELECT facet || series FROM rows r WHERE series LIKE '%thread%' AND series NOT LIKE 'roof%'
        AND low + 0 > (SELECT max(y + 0) FROM rows o WHERE o.facet = r.facet AND o.series = 'roof, ' || replace(r.series, 'naive, ', ''))" >above
    [ ! -s above ]
    query rows.csv "SELECT b.y / b.x / (a.y / a.x) - 1 FROM rows a JOIN rows b USING (facet, series) WHERE series LIKE 'roof%'
        AND a.rowid + 1 = b.rowid AND a.y <> b.y" >slopes
    [ "$(wc -l <slopes)" = 6 ]
    [ "$(grep -cvE '^-?(0\.0|.*e-)' slopes)" = 0 ]
}

@test "threads that share a core, and those on slower cores, are marked, and no law is fitted to them" {
    tables+=(thread-scaling laws)
    sizes=512 sow 7e-12 0.001
    sed -i 's/,size-scaling,/,thread-scaling,/' s/samples.csv
    for cores in 66 64 88; do # all and fast ones
        cp -r s $cores
        sed -i "s/\"cores\": *[0-9]*/\"cores\": ${cores:0:1}/; s/\"fast_cores\": *[0-9]*/\"fast_cores\": ${cores:1}/" $cores/machine.json
    done
    report 66 64 88
    marked() { # CORES WORDS: the numbers of threads of which the words are said, and the most that a law is fitted to
        query "$1/tables/thread-scaling.csv" "SELECT group_concat(threads, ',') FROM rows WHERE footnotes LIKE '%$2%'"
        query "$1/tables/laws.csv" 'SELECT "most threads" FROM rows'
    }
    [ "$(marked 66 'More threads than cores:')" = $'8\n6' ]
    [ "$(marked 64 'of the faster kind')" = $'6\n4' ]
    [ "$(grep -c 'ore threads than cores' 88/tables/thread-scaling.md)" = 0 ]
    [ "$(query 88/tables/laws.csv 'SELECT "most threads" FROM rows')" = 8 ]
}

@test "energy is of one result, of samples as long as its counter needs, and page one's of the experiment for it; bindings and schedules have their ratio" {
    tables+=(thread-binding thread-schedule)
    sow 7e-12 0.001
    varied energy "UPDATE rows SET energy_j = 100 * total_s * (1 + 0.01 * round) * iif(n = 1024, 0.9, 1) WHERE threads = 1;
        UPDATE rows SET iterations = 20, energy_j = cast(600 * 20 * kernel_s + 0.5 AS integer), kernel_s = 20 * kernel_s, total_s = 20 * kernel_s
        WHERE n = 2048 AND variant = 'gpu/shared'; UPDATE rows SET experiment = 'energy' WHERE n = 2048"
    varied placed "DELETE FROM rows WHERE variant = 'gpu/shared' OR n <> 512 OR threads NOT IN (1, 4);
        UPDATE rows SET experiment = 'thread-placement', bind = 'close', places = 'cores', schedule = 'static';
        CREATE TABLE other AS SELECT * FROM rows; UPDATE other SET bind = 'spread', kernel_s = kernel_s / 1.25, total_s = total_s / 1.25;
        INSERT INTO other SELECT * FROM rows WHERE threads = 4; UPDATE other SET schedule = 'dynamic:16', kernel_s = 2 * kernel_s, total_s = 2 * total_s
        WHERE bind = 'close'; INSERT INTO rows SELECT * FROM other"
    report energy placed
    # one thread: 0.86 s at n 2048 and 0.107 s at 1024, 0.013 s at 512; the GPU: 0.06 s a result, 1.2 s a sample
    [ "$(query energy/tables/energy.csv "SELECT group_concat(n || ' ' || substr(variant, 1, 3) || ' ' || round(\"energy (J)\", 1), ', ') FROM rows")" = \
        '1024 cpu 10.0, 2048 cpu 88.5, 2048 gpu 36.1' ]
    page energy | grep -qE '^\| energy of a result, CPU \(J\) \| 88(\.[0-9])? ± [0-9.]+ \(n 2048\) \|$'
    page energy | grep -qE '^\| energy of a result, GPU \(J\) \| 36\.[01] ± [0-9.]+ \(n 2048\) \|$'
    [ "$(query placed/tables/thread-binding.csv 'SELECT threads, "speedup of spread over close" FROM rows')" = '4|1.25' ]
    [ "$(query placed/tables/thread-schedule.csv 'SELECT schedule, "speedup over static" FROM rows ORDER BY 1')" = $'dynamic:16|0.5\nstatic|1' ]
}
