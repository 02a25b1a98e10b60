# Rows with planted times, of a CPU and a GPU, for tests of what the report makes of them.
# shellcheck shell=bash
# shellcheck disable=SC2154  # root and speedup come from helpers.bash

# A thread's product takes 1e-10 n^3 s, p threads a p-th of it (`cpu`, of `v`, the place in `variants`, too), the GPU's kernel KERNEL n^3 s and its copies COPY s each way.
# Everything of a round is as much slower or faster; `unsteady` is an expression of r for the GPU alone.
sizes=64,128,256,512,1024,2048
threads=1,2,3,4,6,8
variants=openmp
cpu='1e-10 * n * n * n / p'

# shellcheck disable=SC2120  # the files that load this pass a folder
# report [FOLDER]: makes its tables and sentences, and with drawn=yes its figures and its page.
report() {
    local how=(undrawn)
    [ "${drawn:-}" != yes ] || how=(env)
    SPEEDUP=$speedup REFERENCE=${REFERENCE:-/nonexistent} "${how[@]}" "$root/report/build.sh" "${1:-s}"
}

# plant KERNEL COPY [UNSTEADY]: the folder s with samples of five rounds, and its report.
plant() {
    sow "$@"
    REFERENCE='' report
}

# sow KERNEL COPY [UNSTEADY]: the folder s with samples of five rounds.
sow() {
    local kernel="$1 * n * n * n" copy=$2 unsteady=${3:-1} names round='(1 + 0.01 * (r - 3))' one=$BATS_FILE_TMPDIR/one.csv
    [ -f "$one" ] || {
        "$speedup" run matmul --variant cpu/ikj --type float32 --size 64 --rounds 1 --min-samples 1 --max-samples 1 \
            --warmup 0 --experiment size-scaling --quiet --out "$one" >/dev/null
        uncheck "$one"
    }
    [ -f "$BATS_FILE_TMPDIR/machine.json" ] || "$speedup" machine | sed -E 's/(cores": *)[0-9]+/\18/' >"$BATS_FILE_TMPDIR/machine.json"
    mkdir -p s
    names=$(head -n 1 "$one" | tr , '\n' | sed -E 's/.*/"&"/; s/"(n|variant|threads|transfer|h2d_s|d2h_s|kernel_s|total_s|sm_mhz)"/t.\1/
        s/"(round|sample)"/t.r AS \1/; s/"input_hash"/t.n AS input_hash/; s/"(experiment)"/'"'size-scaling'"' AS \1/; s/"stop"/iif(r = 5, '"'rounds'"', '"''"') AS stop/' | paste -sd,)
    sqlite3 :memory: ".mode csv" ".import '$one' rows" ".headers on" "
        WITH size (n) AS (VALUES (${sizes//,/), (})), team (p) AS (VALUES (${threads//,/), (})),
        rounds (r) AS (VALUES (1), (2), (3), (4), (5)),
        code (name, v) AS (SELECT value, key FROM json_each('[\"${variants//,/\", \"}\"]')),
        t AS (
            SELECT n, 'cpu/' || name AS variant, p AS threads, '' AS transfer, '' AS h2d_s, '' AS d2h_s, r,
                   $cpu * $round AS kernel_s, $cpu * $round AS total_s, '' AS sm_mhz FROM size, team, rounds, code
            UNION ALL
            SELECT n, 'gpu/shared', '', 'pageable', $copy * $round, $copy * $round, r, $kernel * $round * $unsteady,
                   (2 * $copy + $kernel) * $round * $unsteady, 1000 FROM size, rounds
        )
        SELECT $names FROM rows, t ORDER BY r, t.variant, t.n, t.threads" | tr -d '\r' >s/samples.csv
    cp "$BATS_FILE_TMPDIR/machine.json" s/
}
