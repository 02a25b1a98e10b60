/* In place of gpu/matmul/kernels/instructions.cuh: the same functions, by definition; a barrier counts what
 * is missing in its phase. */
#pragma once

#include <stdint.h>

#include <deque>
#include <functional>
#include <map>
#include <mutex>

#include "common/float16.h"
#include "cuda.h"
#include "cuda_fp16.h"
#include "cuda_pipeline.h"

/* What is done at once needs no fence. */
#define barrier_end(barrier) ((void)(barrier))
#define barriers_begun() ((void)0)
#define box_written() ((void)0)
#define wgmma_fence() ((void)0)
#define wgmma_commit() ((void)0)
#define cluster_sync emulated_barrier

/* Shared memory is static, and less than 2 GB from here. */
static inline unsigned shared_address(const void *shared)
{
    return (unsigned)((const char *)shared - (const char *)emulated_shared);
}

static inline void *emulated_at(unsigned address)
{
    return (char *)emulated_shared + (int)address;
}

template <int BYTES> static inline void copy_async(unsigned to, const void *from)
{
    emulated_copy(emulated_at(to), from, BYTES);
}

template <int BYTES> static inline void copy_async_some(unsigned to, const void *from, unsigned bytes)
{
    memset(emulated_at(to), 0, BYTES);
    if (bytes > 0) {
        emulated_copy(emulated_at(to), from, bytes);
    }
}

static inline void copies_end(void)
{
    emulated_commit();
}

template <int LEFT> static inline void copies_wait(void)
{
    emulated_wait_prior(LEFT);
}

static inline void load_matrices(uint32_t (&to)[4], unsigned from)
{
    const unsigned lane = emulated_lane();
    for (unsigned matrix = 0; matrix < 4; matrix++) {
        uint32_t row[4];
        emulated_exchange(emulated_at(from), row, sizeof row, 8 * matrix + lane / 4);
        to[matrix] = row[lane % 4];
    }
}

/* Of a warp's fragments: mma's tables of which lane has what. ELEMENTS: of a word. */
template <typename Sum, typename Element, int ELEMENTS>
static inline void emulated_mma(Sum (&d)[4], const uint32_t (&a)[4], uint32_t b0, uint32_t b1)
{
    const unsigned lane = emulated_lane();
    Element rows[2][2][4 * ELEMENTS], columns[2][2][4 * ELEMENTS];
    const uint32_t own[6] = {a[0], a[1], a[2], a[3], b0, b1};
    for (unsigned four = 0; four < 4; four++) { /* the lanes that have k of the same row, or column */
        uint32_t other[6];
        emulated_exchange(own, other, sizeof other, lane / 4 * 4 + four);
        for (unsigned half = 0; half < 2; half++) {
            memcpy(rows[0][half] + four * ELEMENTS, &other[2 * half], sizeof(uint32_t));
            memcpy(rows[1][half] + four * ELEMENTS, &other[2 * half + 1], sizeof(uint32_t));
        }
        for (unsigned which = 0; which < 2; which++) { /* columns 2 (lane % 4) and the next */
            emulated_exchange(own, other, sizeof other, (lane % 4 * 2 + which) * 4 + four);
            memcpy(columns[which][0] + four * ELEMENTS, &other[4], sizeof(uint32_t));
            memcpy(columns[which][1] + four * ELEMENTS, &other[5], sizeof(uint32_t));
        }
    }
    for (unsigned row = 0; row < 2; row++) {
        for (unsigned which = 0; which < 2; which++) {
            for (unsigned half = 0; half < 2; half++) {
                for (unsigned k = 0; k < 4 * ELEMENTS; k++) {
                    d[2 * row + which] += (Sum)(rows[row][half][k] * columns[which][half][k]);
                }
            }
        }
    }
}

/* A factor of a product: float16. */
struct EmulatedHalf {
    __half half;

    float operator*(EmulatedHalf other) const
    {
        return __half2float(half) * __half2float(other.half);
    }
};

static inline void mma_fp16(float (&d)[4], const uint32_t (&a)[4], uint32_t b0, uint32_t b1)
{
    emulated_mma<float, EmulatedHalf, 2>(d, a, b0, b1);
}

static inline void mma_u8(uint32_t (&d)[4], const uint32_t (&a)[4], uint32_t b0, uint32_t b1)
{
    emulated_mma<uint32_t, uint8_t, 4>(d, a, b0, b1);
}

static inline void mma_float64(double (&d)[4], const double (&a)[4], const double (&b)[2])
{
    const unsigned lane = emulated_lane();
    struct Own {
        double a[4], b[2];
    } own, row[4],
        column[2][4]; /* of the lanes that have k of the same rows; of columns 2 (lane % 4), the next */
    memcpy(own.a, a, sizeof own.a);
    memcpy(own.b, b, sizeof own.b);
    for (unsigned four = 0; four < 4; four++) {
        emulated_exchange(&own, &row[four], sizeof own, lane / 4 * 4 + four);
        for (unsigned which = 0; which < 2; which++) {
            emulated_exchange(&own, &column[which][four], sizeof own, (lane % 4 * 2 + which) * 4 + four);
        }
    }
    for (unsigned k = 0; k < 8; k++) {
        for (unsigned i = 0; i < 4; i++) {
            d[i] = fma(row[k % 4].a[k / 4 * 2 + i / 2], column[i % 2][k % 4].b[k / 4], d[i]);
        }
    }
}

static inline unsigned thread_x_now(void)
{
    return threadIdx.x;
}

template <typename T> static inline void hold_here(T *)
{
}

/* bytes: expected, and not copied yet. */
struct EmulatedBarrier {
    uint32_t arrivals : 15, missing : 15, parity : 1;
    int32_t bytes;
};

static inline EmulatedBarrier *emulated_barrier_at(unsigned barrier)
{
    return (EmulatedBarrier *)emulated_at(barrier);
}

static inline void emulated_barrier_count(unsigned barrier, unsigned arrivals, int bytes)
{
    EmulatedBarrier *at = emulated_barrier_at(barrier);
    at->missing -= arrivals;
    at->bytes += bytes;
    if (at->missing == 0 && at->bytes == 0) {
        at->missing = at->arrivals;
        at->parity ^= 1;
    }
}

static inline void barrier_begin(unsigned barrier, unsigned arrivals)
{
    *emulated_barrier_at(barrier) = EmulatedBarrier{arrivals, arrivals, 0, 0};
}

static inline void barrier_arrive(unsigned barrier)
{
    emulated_barrier_count(barrier, 1, 0);
}

static inline void barrier_copied(unsigned barrier)
{
    emulated_wait_all();
    barrier_arrive(barrier);
}

static inline void barrier_wait(unsigned barrier, unsigned parity)
{
    while (emulated_barrier_at(barrier)->parity == parity) {
        emulated_barrier();
    }
}

/* ---- of Hopper: a cluster is one block, which translate.sed sees to ---- */

static inline void barrier_expect(unsigned barrier, unsigned bytes)
{
    emulated_barrier_count(barrier, 1, (int)bytes);
}

static inline void barrier_arrive(unsigned barrier, unsigned)
{
    barrier_arrive(barrier);
}

static inline unsigned cluster_rank(void)
{
    return 0;
}

/* Chunks of 16 bytes of a line of 128 are permuted by the line's place among eight. */
static inline unsigned emulated_swizzled(unsigned address)
{
    return address ^ (address >> 7 & 7) << 4;
}

/* NULL outside. */
static inline uint16_t *emulated_element(const CUtensorMap *map, unsigned x, unsigned y)
{
    return x < map->sides[0] && y < map->sides[1] ? (uint16_t *)((char *)map->matrix + y * map->pitch) + x
                                                  : NULL;
}

static inline void copy_box(unsigned to, const void *map, unsigned x, unsigned y, unsigned barrier)
{
    const CUtensorMap *from = (const CUtensorMap *)map;
    for (unsigned row = 0; row < from->box[1]; row++) {
        for (unsigned column = 0; column < from->box[0]; column++) {
            const uint16_t *at = emulated_element(from, x + column, y + row);
            *(uint16_t *)emulated_at(emulated_swizzled(to + (row * from->box[0] + column) * 2)) =
                at != NULL ? *at : 0;
        }
    }
    emulated_barrier_count(barrier, 0, -(int)(from->box[0] * from->box[1] * 2));
}

static inline void copy_box_to_all(unsigned to, const void *from, unsigned x, unsigned y, unsigned barrier,
                                   uint16_t)
{
    copy_box(to, from, x, y, barrier);
}

/* Of a thread of a block: copies to the matrix, which are made when they are waited for. */
typedef std::deque<std::function<void()>> EmulatedBoxes;
static std::map<std::pair<unsigned, unsigned>, EmulatedBoxes> emulated_boxes;
static std::mutex emulated_boxes_lock;

static inline void store_box(const void *map, unsigned x, unsigned y, unsigned from)
{
    const CUtensorMap *to = (const CUtensorMap *)map;
    const std::lock_guard<std::mutex> hold(emulated_boxes_lock);
    emulated_boxes[{blockIdx.x, threadIdx.x}].push_back([=] {
        for (unsigned row = 0; row < to->box[1]; row++) {
            for (unsigned column = 0; column < to->box[0]; column++) {
                uint16_t *at = emulated_element(to, x + column, y + row);
                if (at != NULL) {
                    *at = *(const uint16_t *)emulated_at(
                        emulated_swizzled(from + (row * to->box[0] + column) * 2));
                }
            }
        }
    });
}

template <int LEFT> static inline void boxes_wait(void)
{
    const std::lock_guard<std::mutex> hold(emulated_boxes_lock);
    EmulatedBoxes &boxes = emulated_boxes[{blockIdx.x, threadIdx.x}];
    for (; boxes.size() > LEFT; boxes.pop_front()) {
        boxes.front()();
    }
}

template <int LEFT> static inline void registers_give(void)
{
}

template <int MOST> static inline void registers_take(void)
{
}

template <int LATER> static inline void wgmma_wait(void)
{
}

/* The address of an element of an operand: `line` of its lines of 128 bytes, which are along k, and for B's
 * columns, whose lines are of one k each, the box of 64 columns. By the fields of a descriptor. */
static inline unsigned emulated_operand(uint64_t descriptor, unsigned line, unsigned at, unsigned box)
{
    const unsigned start = (unsigned)(descriptor & 0x3fff) << 4;
    const unsigned boxes = (unsigned)(descriptor >> 16 & 0x3fff) << 4;
    const unsigned eights = (unsigned)(descriptor >> 32 & 0x3fff) << 4;
    return emulated_swizzled(start + box * boxes + line / 8 * eights + line % 8 * 128 + at * 2);
}

static inline float emulated_float(Float16 element)
{
    return load_float16(element);
}

static inline float emulated_float(Bfloat16 element)
{
    return load_bfloat16(element);
}

template <typename Element> static inline float emulated_float_at(unsigned address)
{
    static float *const values = [] {
        float *all = (float *)malloc(65536 * sizeof(float));
        for (unsigned bits = 0; bits < 65536; bits++) {
            all[bits] = emulated_float(Element{(uint16_t)bits});
        }
        return all;
    }();
    return values[*(const uint16_t *)emulated_at(address)];
}

/* Each thread computes its own sums at once. */
template <typename Element, int SUMS>
static inline void wgmma(Element, float (&d)[SUMS], uint64_t a, uint64_t b, int add)
{
    const unsigned lane = emulated_lane(), row = emulated_thread() % 128 / 32 * 16 + lane / 4;
    for (unsigned i = 0; i < SUMS; i++) {
        const unsigned column = i / 4 * 8 + lane % 4 * 2 + i % 2;
        float sum = add ? d[i] : 0;
        for (unsigned k = 0; k < 16; k++) {
            sum += emulated_float_at<Element>(emulated_operand(a, row + i % 4 / 2 * 8, k, 0)) *
                   emulated_float_at<Element>(emulated_operand(b, k, column % 64, column / 64));
        }
        d[i] = sum;
    }
}
