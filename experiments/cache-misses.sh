#!/usr/bin/env bash
# Report O: can cache misses explain a speedup above the number of threads?
# Misses of the serial product, plain and with B transposed, counted by valgrind's cachegrind in a
# simulated cache (32 and 512 KiB, as a core of the report's processor has), the same on any machine.
. "$(dirname "$0")/lib.sh"
! declaring || exit 0

leave() {
    log "$1"
    finish
    exit 0
}
command -v valgrind >/dev/null ||
    leave "valgrind is missing, no misses are counted (on Debian and Ubuntu: apt-get install valgrind)"
! installed || leave "no misses are counted, because this needs the program's source: run it in a checkout"
if [ -z "${FRESH:-}" ] && grep -qs ',int32,512,' "$results/cachegrind.csv"; then
    finish # the counts are deterministic
    exit 0
fi
make_work_folder
# Without instructions of this processor that valgrind does not support.
${CC:-cc} -std=gnu11 -O2 -g -fopenmp-simd -I. -o "$work/product" experiments/cache-misses.c cpu/matmul/naive.c \
    cpu/matmul/transposed.c common/point.c common/error.c common/text/text.c

# misses VARIANT N: of one product, as the difference to a run without the product.
misses() {
    local products part=$work/${1#cpu/}-$2
    for products in 0 1; do
        valgrind --tool=cachegrind --cache-sim=yes --D1=32768,8,64 --I1=32768,8,64 --LL=524288,8,64 \
            --cachegrind-out-file="$part-$products" "$work/product" "$1" "$2" $products >/dev/null 2>"$part-log" || {
            cat "$part-log" >&2
            log "valgrind failed on $1"
            return 1
        }
    done
    awk -v row="matmul,$1,int32,$2" '/^events:/ { split($0, name) } /^summary:/ { for (i = 2; i <= NF; i++)
        value[FILENAME ~ /1$/, name[i]] = $i } END { for (i = 2; i in name; i++)
        print row "," name[i] "," value[1, name[i]] - value[0, name[i]] }' "$part-0" "$part-1" >"$part"
}

counting=() counted=()
for n in 500 512; do # beside a power of two, and at one; in parallel, as nothing is timed
    for variant in cpu/naive cpu/transposed; do
        misses $variant $n &
        counting+=($!) counted+=("$work/${variant#cpu/}-$n")
    done
done
for job in "${counting[@]}"; do wait "$job" || exit 1; done
cat report/empty/cachegrind.csv "${counted[@]}" >"$work/counted"
mv "$work/counted" "$results/cachegrind.csv"
finish
