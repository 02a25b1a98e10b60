/* See axes.h. */
#include "common/axes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FIELD(field) .offset = offsetof(Point, field), .size = sizeof((Point *)NULL)->field
#ifdef _OPENMP
#define CHECK_THREADS "1,3"
#else
#define CHECK_THREADS "1"
#endif

/* Names of all element types, each after `separator`. */
#define SEPARATED_NAME(name, NAME, Element, Wide, PRECISION, POISON, separator, ...) separator #name
#define TYPE_NAMES(separator) (&(FOR_EACH_ELEMENT_TYPE(SEPARATED_NAME, separator, ))[sizeof(separator) - 1])

const AxisInfo axis_table[AXIS_IDS] = {
    [AXIS_ID_TYPE] = {"type", FIELD(type), .neutral = SIZE_MAX, .help = TYPE_NAMES(", "),
                      .default_text = "the workload's default type", .check_values = TYPE_NAMES(",")},
    [AXIS_ID_SIZE] = {"size", FIELD(n), .most = SIZE_MAX / 2, .neutral = SIZE_MAX,
                      .help = "n of the n x n matrices, or a shape: MxNxK of a product, MxN of a transpose, "
                              "grid or sparse matrix",
                      .default_text = "by workload", .check_values = "1,2,31,32,33,63,65,100,257"},
    [AXIS_ID_THREADS] = {"threads", FIELD(threads), AXIS_THREADS, .workers = true, .most = 65536,
                         .help = "CPU threads",
                         .default_text = "OMP_NUM_THREADS, or 1,2,3,4,6,8,12,... processors",
                         .check_values = CHECK_THREADS, .environment_variable = "OMP_NUM_THREADS"},
    [AXIS_ID_SCHEDULE] = {"schedule", FIELD(schedule), AXIS_SCHEDULE,
                          .help = "static, dynamic, guided, optionally with :chunk",
                          .default_text = "OMP_SCHEDULE or static", .check_values = "static,dynamic:2,guided",
                          .environment_variable = "OMP_SCHEDULE"},
    [AXIS_ID_BLOCK] = {"block", FIELD(block), AXIS_BLOCK, .most = 1u << 20,
                       .help = "thread block side or blocking factor", .default_text = "by variant",
                       .check_values = "1,2,4,8,16,32,64,128"},
    [AXIS_ID_TILE] = {"tile", FIELD(tile), AXIS_TILE, .most = 1u << 20,
                      .help = "cache tile side, or tile per GPU thread", .default_text = "by variant",
                      .check_values = "1,2,4,8,16,32,64"},
    [AXIS_ID_DEVICES] = {"devices", FIELD(devices), AXIS_DEVICES, .workers = true, .most = MOST_DEVICES,
                         .help = "GPUs that share the work", .default_text = "1,2,3,4,6,8,... GPUs",
                         .check_values = "1,2,3"},
    [AXIS_ID_RANKS] = {"ranks", FIELD(ranks), AXIS_RANKS, .workers = true, .most = MOST_RANKS,
                       .help = "MPI processes that share the work, each with --threads or one GPU",
                       .default_text = "1,2,3,4,6,8,... processors or GPUs", .check_values = "1,2,3,4,6"},
    [AXIS_ID_MATRICES] = {"matrices", FIELD(matrices), .most = 1u << 20, .neutral = 1,
                          .help = "products in one sample", .default_text = "1"},
    [AXIS_ID_TRANSFER] = {"transfer", FIELD(transfer), .gpu = true,
                          .help = "pageable, pinned, overlap-breadth, overlap-depth (GPU variants)",
                          .default_text = "pageable"},
    [AXIS_ID_ITERATIONS] = {"iterations", FIELD(iterations), .most = 1000000000, .neutral = 1,
                            .help = "times the work is repeated in one sample", .default_text = "1"},
};

AxisId axis_find(const char *name)
{
    int id = 0;
    while (id < AXIS_IDS && strcmp(axis_table[id].name, name) != 0) {
        id++;
    }
    return (AxisId)id;
}

bool axis_is_read(const Variant *variant, AxisId id)
{
    const bool copies = variant_on_gpu(variant) && (variant->flags & VARIANT_HOST_POINTERS) == 0;
    return axis_table[id].bit != 0 ? (variant->axes & axis_table[id].bit) != 0
                                   : !axis_table[id].gpu || copies;
}

/* A schedule in one number: its kind in the low byte, the chunk above. */
enum { KIND_BITS = 8 };

/* A shape in one number: k in the low bits, n, m, and SHAPE above. A square is its n. */
enum { DIMENSION_BITS = 21 };
#define SHAPE ((size_t)1 << 3 * DIMENSION_BITS)

void axis_set_shape(Point *point, size_t m, size_t n, size_t k)
{
    point->m = m;
    point->n = n;
    point->k = k == 0 && m == n ? n : k;
}

/* A field has the lowest bytes of its value, as bytes are little-endian (matrix.c refuses others). */
size_t axis_get(const Point *point, AxisId id)
{
    size_t value = 0;
    if (id == AXIS_ID_SCHEDULE) {
        return (size_t)point->schedule.kind | (size_t)point->schedule.chunk << KIND_BITS;
    }
    if (id == AXIS_ID_SIZE && !point_is_square(point)) {
        return SHAPE | point->m << 2 * DIMENSION_BITS | point->n << DIMENSION_BITS | point->k;
    }
    memcpy(&value, (const char *)point + axis_table[id].offset, axis_table[id].size);
    return value;
}

void axis_set(Point *point, AxisId id, size_t value)
{
    if (id == AXIS_ID_SCHEDULE) {
        point->schedule.kind = (ScheduleKind)(value & ((1u << KIND_BITS) - 1));
        point->schedule.chunk = (unsigned)(value >> KIND_BITS);
    } else if (id == AXIS_ID_SIZE && (value & SHAPE) != 0) {
        axis_set_shape(point, value >> 2 * DIMENSION_BITS & MOST_DIMENSION,
                       value >> DIMENSION_BITS & MOST_DIMENSION, value & MOST_DIMENSION);
    } else if (id == AXIS_ID_SIZE) {
        axis_set_shape(point, value, value, value);
    } else {
        memcpy((char *)point + axis_table[id].offset, &value, axis_table[id].size);
    }
}

/* "33x65" or "33x65x129". */
static int parse_shape(const char *word, Point *point)
{
    size_t side[3] = {0}, count = 0;
    do {
        char *end;
        side[count] = strtoull(word, &end, 10);
        if (*word < '0' || *word > '9' || side[count] == 0 || side[count] > MOST_DIMENSION) {
            return -1;
        }
        word = end + (*end == 'x');
        if (++count == 3 || *end == '\0') {
            axis_set_shape(point, side[0], side[1], side[2]);
            return *end == '\0' && count > 1 ? 0 : -1;
        }
    } while (word[-1] == 'x');
    return -1;
}

int axis_parse_word(AxisId id, const char *word, Point *point)
{
    return id == AXIS_ID_SIZE       ? parse_shape(word, point)
           : id == AXIS_ID_TYPE     ? type_parse(word, &point->type)
           : id == AXIS_ID_SCHEDULE ? schedule_parse(word, &point->schedule)
                                    : transfer_parse(word, &point->transfer);
}

const char *axis_format(const Point *point, AxisId id, char *text, size_t size)
{
    if (id == AXIS_ID_SCHEDULE) {
        schedule_format(point->schedule, text, size);
    } else if (axis_table[id].most == 0) {
        snprintf(text, size, "%s",
                 id == AXIS_ID_TYPE ? type_name(point->type) : transfer_name(point->transfer));
    } else if (id == AXIS_ID_SIZE && !point_is_square(point)) {
        snprintf(text, size, point->k != 0 ? "%zux%zux%zu" : "%zux%zu", point->m, point->n, point->k);
    } else {
        snprintf(text, size, "%zu", axis_get(point, id));
    }
    return text;
}
