#!/usr/bin/env bats
# What page one concludes: on which size and point a sentence stands, what it names as the best, and what it leaves out.
# shellcheck disable=SC2034,SC2154  # cpu, sizes and threads are plant's; root and speedup come from helpers.bash

load helpers
load plant

@test "a size that is a multiple of 64 stands for a workload and its ladder only where no other is within a factor of four, and none that is wide or tiny" {
    folder=within sizes=250,1000,2048 sow 7e-12 0.001
    folder=alone sizes=250,2048 sow 7e-12 0.001
    # One thread and all were measured within 30 %; 250 is an eighth of 1900.
    sizes=250,1900,2048 sow 7e-12 0.001
    wide="UPDATE rows SET kernel_s = kernel_s * (1 + 0.4 * (round - 3)), total_s = total_s * (1 + 0.4 * (round - 3)) WHERE n + 0 > 256 AND threads ="
    varied all "$wide 8"
    varied one "${wide/256/128} 1"
    varied tiny "${wide/256/128} 8"
    report within alone all one tiny
    page within | grep -q '^\*\*Matrix multiply\*\* (float32, n 1000): with 8 threads '
    page alone | grep -q '^\*\*Matrix multiply\*\* (float32, n 2048): with 8 threads '
    page all | grep -q '^\*\*Matrix multiply\*\* (float32, n 250): with 8 threads '
    page one | grep -q '^\*\*Matrix multiply\*\* (float32, n 1900): cpu/openmp with 8 threads is the fastest: 160\.0 ± '
    page one | grep -q "speedup over one thread: matmul, .*\`make study FRESH=1 WORKLOADS=\"matmul\"\` measures again\\.$"
    [ "$(page tiny | grep -c '^\*\*Matrix multiply')" = 0 ]
    sizes=1000,2048 sow 7e-12 0.001
    alter s/samples.csv "UPDATE rows SET experiment = 'thread-scaling'"
    [ "$(asked 'SELECT DISTINCT chosen_n FROM scaling')" = 1000 ]
    [ "$("$root/report/query.sh" s <"$root/plots/answer.sql" | grep -c -e '8 threads' -e 'GPU kernel')" = 4 ] # two sizes are a curve of both
}

@test "the best are all that the interval of the ratio does not separate; a recommendation needs four thread counts, and is undecided where an interval holds 70 %" {
    folder=best variants=one,two,three cpu='1e-10 * n * n * n / p * (1 + (v = 2)) * (1 + 0.01 * (v = 1) * (r - 3))' sow 7e-12 0.001
    folder=three threads=1,2,8 sow 7e-12 0.001
    folder=undecided cpu='1e-10 * n * n * n / p / iif(p = 8, 0.71 + 0.05 * (r - 3), 1)' sow 7e-12 0.001
    folder=slower sow 7e-12 0.1
    report best three undecided slower
    page best | grep -q ' The intervals do not separate it from cpu/one\. '
    page best | grep -q '^| best variants | cpu/two, 8 threads, not separated from cpu/one |$'
    [ "$(page three | grep -c '^| recommended threads')" = 0 ]
    page undecided | grep -q '^| recommended threads | undecided between 6 and 8 |$'
    # A factor surely below 1 is one of slowness, with the copies that it includes; trust is of each processor.
    page slower | grep -qE ' The GPU is 1\.79 ± 0 times as fast as that CPU variant, 2\.42 ± 0 times slower with copies from pageable memory\. It wins at no measured size with '
    page slower | grep -qE '^± is the interval of this run: .* Half of the CPU times within ± [0-9.]+ %, half of the GPU times within ± [0-9.]+ %\.'
}

@test "a ratio without a round in common is marked, in no headline, and recommends nothing" {
    tables+=(thread-scaling cpu-against-gpu)
    sow 7e-12 0.001
    varied one "UPDATE rows SET run = 'another', experiment = 'thread-scaling' WHERE threads = 1; UPDATE rows SET experiment = 'thread-scaling'"
    varied gpu "UPDATE rows SET run = 'another' WHERE variant = 'gpu/shared'"
    report one gpu
    page one | grep -q '): cpu/openmp with 8 threads is the fastest: '
    [ "$(page one | grep -cE 'as fast as with one|^\| (speedup|efficiency|recommended)')" = 0 ]
    [ "$(query one/tables/thread-scaling.csv "SELECT count(*) > 0 FROM rows WHERE threads > 1 AND footnotes NOT LIKE '%no round measured both%'")" = 0 ]
    [ "$(page gpu | grep -c 'GPU is')" = 0 ]
    [ "$(query gpu/tables/crossover.csv "SELECT count(*) FROM rows WHERE footnotes NOT LIKE '%no round measured both%'")" = 0 ]
    [[ "$(query gpu/tables/cpu-against-gpu.csv "SELECT DISTINCT footnotes FROM rows")" == 'speedup, kernel, with copies from pageable memory: '*'no round measured both.' ]]
}

@test "one thread of the same code has the same binding, or the default one, and is not the faster of two" {
    sizes=500 threads=1,4 sow 7e-12 0.001
    alter s/samples.csv "UPDATE rows SET bind = 'close'; CREATE TABLE spread AS SELECT * FROM rows WHERE threads > 0; UPDATE spread SET bind = 'spread',
        kernel_s = kernel_s / iif(threads = 1, 1.25, 2), total_s = total_s / iif(threads = 1, 1.25, 2); INSERT INTO rows SELECT * FROM spread"
    [ "$(asked "SELECT bind, printf('%.1f', over_own) FROM beside WHERE threads = 4 ORDER BY bind")" = $'close,4.0\nspread,6.4' ]
    alter s/samples.csv "DELETE FROM rows WHERE bind = 'spread' AND threads = 1"
    [ "$(asked "SELECT bind, printf('%.1f', over_own) FROM beside WHERE threads = 4 ORDER BY bind")" = $'close,4.0\nspread,8.0' ]
}

@test "a rate surely above its ceiling has no share of it" {
    sizes=500 sow 7e-12 0.001
    alter s/samples.csv "UPDATE rows SET workload = 'multiply_add', variant = 'cpu/registers', kernel_s = kernel_s * 2, total_s = total_s * 2 WHERE variant = 'gpu/shared'
        OR 0; UPDATE rows SET threads = 8, transfer = '', h2d_s = '', d2h_s = '', sm_mhz = '', kernel_s = 2.5e-10 * n * n * n / 8, total_s = 2.5e-10 * n * n * n / 8
        WHERE workload = 'multiply_add'; UPDATE rows SET run = 'one'"
    report
    [ "$(asked "SELECT is_unbound, share IS NULL FROM good WHERE workload = 'matmul' AND threads = 8")" = 1,1 ]
    page | grep -q ' GFLOP/s, above the [0-9.]* ± 0 GFLOP/s of multiply-adds alone, which do not bound it\.'
    [ "$(page | grep -c '^| share')" = 0 ]
}

@test "several GPUs have their sentence on page one, and what was not measured is asked of the points" {
    cp -r "$root/report/reference/h100-x2" s
    report
    page | grep -qE 'With gpu/[a-z_]+ two GPUs compute faster than one from n '
    alter s/samples.csv "UPDATE rows SET shape = n || 'x8x8', host = n WHERE workload = 'matmul'" # shapes alone, of several hosts
    "$root/report/query.sh" s --say unmeasured | grep -q 'Not measured on this machine: speedup by threads, ceilings\.$'
    "$root/report/query.sh" s <"$root/report/queries/shapes.sql" | grep -q '^matmul float32,2048x8x8,gpu/peer_ahead (2048),'
}
