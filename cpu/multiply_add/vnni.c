/* multiply_add cpu/vnni: as many multiply-adds of 16-bit limbs as a core can start (cpu/vnni.h).
 * Processor: x86-64
 *
 * Splitting the elements of a chain x <- x m + c into limbs in every step is work that a product never has.
 * So the chain is written as a sum: step i adds m^i d to x, where d = x m + c - x is the increment of the
 * first step. That is still n multiply-adds per element, of limbs that are split once. The limbs of the
 * powers of m are shared by all elements; those of d, and the sums, stay in registers. As in a product, a
 * step is one and a half instructions: first the cross products of all steps, then a shift of the sums, then
 * the low products of two steps at a time. One load of a factor serves twelve of them.
 * Limit: AVX-512 VNNI.
 * Source of latency and ports: uops.info. */
#include <immintrin.h>
#include <string.h>

#include "common/size.h"
#include "common/workload.h"
#include "common/workloads/ceilings.h"
#include "cpu/threads.h"
#include "cpu/unroll.h"
#include "cpu/vnni.h"

enum {
    LANES = 16,
    VECTORS = 12, /* latency 5 cycles, two per cycle */
    BLOCK = VECTORS * LANES,
};

typedef uint32_t Words __attribute__((vector_size(4 * LANES), aligned(4), may_alias)); /* unaligned */

/* The powers m^0 .. m^(n-1) as limbs, then a 0 if n is odd, then the low limbs in pairs. */
static void make_powers(size_t n, uint32_t m, uint32_t *powers)
{
    size_t pairs = n / 2 + n % 2;
    powers[2 * pairs - 1] = 0;
    for (size_t i = 0; i < n; i++) {
        powers[i] = i == 0 ? 1 : powers[i - 1] * m;
    }
    for (size_t i = 0; i < 2 * pairs; i++) {
        powers[i] = VNNI_LIMBS(powers[i]);
    }
    for (size_t i = 0; i < pairs; i++) {
        powers[2 * pairs + i] = VNNI_LOW_PAIR(powers[2 * i], powers[2 * i + 1]);
    }
}

/* BLOCK elements through n steps. */
VNNI_TARGET static void steps(size_t n, const uint32_t *powers, const uint32_t *in, uint32_t *out, uint32_t m,
                              uint32_t c)
{
    const Words *x = (const void *)in;
    Words *last = (void *)out;
    Words sum[VECTORS], d[VECTORS];
    size_t pairs = n / 2 + n % 2;
    UNROLL
    for (int v = 0; v < VECTORS; v++) {
        d[v] = x[v] * m + c - x[v];
        d[v] = VNNI_LIMBS(d[v]);
        d[v] = VNNI_SWAPPED(d[v]);
        sum[v] = (Words){0};
    }
    for (size_t i = 0; i < 2 * pairs; i++) {
        const Words power = powers[i] - (Words){0}; /* broadcast */
        UNROLL
        for (int v = 0; v < VECTORS; v++) {
            VNNI_ADD_PRODUCTS(sum[v], power, d[v]);
        }
    }
    UNROLL
    for (int v = 0; v < VECTORS; v++) {
        d[v] = d[v] >> 16 | (d[v] & 0xffff0000u); /* low limb twice */
        sum[v] <<= 16;
    }
    for (size_t i = 2 * pairs; i < 3 * pairs; i++) {
        const Words power = powers[i] - (Words){0};
        UNROLL
        for (int v = 0; v < VECTORS; v++) {
            VNNI_ADD_PRODUCTS(sum[v], power, d[v]);
        }
    }
    UNROLL
    for (int v = 0; v < VECTORS; v++) {
        last[v] = x[v] + sum[v];
    }
}

static int run(const Task *task)
{
    size_t n = task->point->n, elements = n * n;
    const uint32_t *a = task->a;
    uint32_t *out = task->out, *powers = task->workspace;
    uint32_t m = ceilings_factor_int32(task->a), c = ceilings_addend_int32(task->a, n);
    make_powers(n, m, powers);
#pragma omp parallel for schedule(guided)
    for (size_t first = 0; first < elements; first += BLOCK) {
        if (elements - first >= BLOCK) {
            steps(n, powers, a + first, out + first, m, c);
        } else { /* the last elements in a block of their own */
            uint32_t rest[BLOCK] = {0};
            memcpy(rest, a + first, (elements - first) * sizeof *a);
            steps(n, powers, rest, rest, m, c);
            memcpy(out + first, rest, (elements - first) * sizeof *a);
        }
    }
    return 0;
}

static size_t workspace(const Point *point)
{
    return size_mul(3 * sizeof(uint32_t), point->n / 2 + point->n % 2);
}

const Variant variant_cpu_multiply_add_vnni = {
    .workload = "multiply_add",
    .name = "cpu/vnni",
    .idea = "a dozen sums of products of 16-bit limbs: the ceiling of products of such limbs",
    .source = "uops.info",
    .after = "cpu/registers",
    .types = INT32,
    .axes = AXIS_OPENMP_THREADS,
    .instructions = INSTRUCTIONS_DOT,
    .missing = vnni_missing,
    .workspace = workspace,
    .run = run,
};
