/* THE interface: what a workload, a variant and a point of a sweep are.
 *
 * A variant computes one thing in one way and lives in one file, cpu/<workload>/
 * <variant>.c or gpu/<workload>/<variant>.cu, that ends with its Variant. It
 * never times, allocates, prints, reads the environment or checks itself.
 * A workload owns what all its variants share: inputs, cost model, truth.
 * The Makefile finds the variants and generates the registry (registry.h). */
#ifndef SPEEDUP_WORKLOAD_H
#define SPEEDUP_WORKLOAD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "common/error.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- element types: a new one needs a line here and a line in point.c ---- */

typedef enum ElementType { TYPE_INT32, TYPE_FLOAT32, ELEMENT_TYPES } ElementType;

#define TYPE_BIT(type) (1u << (type))
#define INT32 TYPE_BIT(TYPE_INT32)
#define FLOAT32 TYPE_BIT(TYPE_FLOAT32)

/* ---- a point of a sweep ---- */

typedef enum ScheduleKind { SCHEDULE_STATIC, SCHEDULE_DYNAMIC, SCHEDULE_GUIDED, SCHEDULES } ScheduleKind;

typedef struct Schedule {
    ScheduleKind kind;
    unsigned chunk; /* rows handed out at a time; 0: the runtime's default */
} Schedule;

typedef enum Transfer {
    TRANSFER_PAGEABLE,        /* one pair after the other, ordinary host memory */
    TRANSFER_PINNED,          /* one pair after the other, page-locked host memory */
    TRANSFER_OVERLAP_BREADTH, /* a stream a pair; all H2D, all kernels, all D2H */
    TRANSFER_OVERLAP_DEPTH,   /* a stream a pair; H2D, kernel, D2H of one, then the next */
    TRANSFERS
} Transfer;

typedef struct Point {
    size_t n; /* matrices are n x n */
    ElementType type;
    unsigned threads;   /* CPU threads; 1 for a serial variant, 0 on a GPU */
    Schedule schedule;  /* of variants with AXIS_SCHEDULE */
    size_t block, tile; /* 0 unless the variant reads the axis */
    unsigned devices;   /* GPUs that share the work; 0 unless the variant reads the axis */
    unsigned
        ranks;    /* processes that share the work, each of `threads`; 0 unless the variant reads the axis */
    size_t edges; /* edges of the input graph; 0 for other inputs */
    size_t matrices;   /* products (transposes, closures) in one sample, >= 1 */
    size_t iterations; /* times each is computed in one sample, >= 1 */
    Transfer transfer; /* on a GPU */
} Point;

/* Axes that a variant may read. Size and type are read by all; matrices,
 * iterations and transfer are the drivers' business and work for any variant. */
enum {
    AXIS_THREADS = 1u << 0,
    AXIS_SCHEDULE = 1u << 1,
    AXIS_BLOCK = 1u << 2,   /* side of a thread block, or blocking factor */
    AXIS_TILE = 1u << 3,    /* side of a cache tile, or of the patch a thread computes */
    AXIS_DEVICES = 1u << 4, /* GPUs of this machine */
    AXIS_RANKS = 1u << 5,   /* processes, on one machine or several */
};

enum { MOST_DEVICES = 16, MOST_RANKS = 65536 }; /* of a point */

/* ---- one task: one product, transpose or closure to compute ---- */

/* What one GPU of several has of a task: some blocks of rows of each matrix (block_cyclic.h,
 * Variant.block_rows), one behind the other. All devices of a process can read and write each other's memory
 * (but see VARIANT_DISTINCT). Streams, launches and events are of `device`, which must be the current one
 * (cudaSetDevice) for them. */
typedef struct Part {
    int device;
    unsigned member; /* which of all GPUs that share the task: `member` is dealt the blocks of that device */
    size_t rows;     /* that it has of each input, the last block perhaps not whole; 0: none */
    const void *a, *b; /* rows x n, row-major; NULL where the workload has fewer inputs */
    void *out;         /* the same of the result, which Variant.first_owner may deal from another device on;
                          of a workload that works in place it holds the input on entry */
    void *workspace;   /* workspace(point) bytes */
    void *stream;      /* cudaStream_t; those of all parts begin when all inputs are there */
} Part;

/* The processes that share a task, and what this one has of it (cpu/ranks.h). */
typedef struct Grid Grid;

typedef struct Task {
    const Point *point;
    const void *a, *b; /* n x n inputs, row-major; NULL where the workload has fewer.
                          Device memory on the GPU. */
    void *out;         /* n x n result, row-major; for a workload that works in place it
                          holds the input on entry. No alias of a or b. */
    void *workspace;   /* workspace(point) bytes, 64-byte aligned, not initialized */
    void *stream;      /* cudaStream_t on the GPU; NULL on the CPU */
    void *handle;      /* what open() stored, for a library that needs one */
    const Part *parts; /* of variants with AXIS_DEVICES: point->devices of them, which have all of the
                          matrices between them; a, b, out, workspace and stream are the first one's.
                          On GPUs with AXIS_RANKS: this process's one */
    const Grid *grid;  /* on CPUs with AXIS_RANKS: a, b and out are this process's parts */
    void (*share)(void *bytes, size_t size); /* on GPUs with AXIS_RANKS, for open(): all processes call it at
                                                once and get the first one's bytes */
    Error *error;                            /* where run() and open() explain a failure; never NULL */
} Task;

/* ---- how precise a result is ---- */

/* Classes of rounded arithmetic, the finest first. Each is a bound on the relative error of a product, made
 * of the roundings of its factors and of its sums (common/verify/accuracy.c). */
typedef enum Precision {
    PRECISION_EXACT,    /* nothing is rounded; as what a variant declares: that of its type */
    PRECISION_FLOAT32,  /* factors and sums in float32, in any order */
    PRECISION_TF32,     /* factors of 11 bits, as TF32 and float16 have; sums in float32 */
    PRECISION_BFLOAT16, /* factors of 8 bits; sums in float32 */
    PRECISIONS
} Precision;

/* The error that a right result has. NAN and PRECISION_EXACT where nothing is rounded. */
typedef struct Accuracy {
    double relative;     /* Frobenius norms: |out - exact| / |exact| */
    double units;        /* the same in units of u sqrt(n), u = 2^-24 */
    Precision precision; /* the finest class that the error is within */
} Accuracy;

/* ---- one variant: one way to do the work ---- */

/* The widest instructions that do the work of a variant, the wider the later: no rate can be above their
 * limit (verify_rate), and a share of a ceiling is of one by such instructions, where there is one. */
typedef enum Instructions {
    INSTRUCTIONS_VECTOR, /* vector multiply-adds; on a GPU those of its cores */
    INSTRUCTIONS_SCALAR, /* one element at a time */
    INSTRUCTIONS_PACKED, /* vectors of elements of half their size, two in the place of one */
    INSTRUCTIONS_DOT,    /* dot products of narrow elements in vectors: VNNI, bfloat16 */
    INSTRUCTIONS_MATRIX, /* matrix units: AMX, SME; also for a library, which may use them */
    INSTRUCTIONS_TENSOR, /* tensor cores of a GPU */
} Instructions;

enum {
    VARIANT_LIBRARY = 1u << 0,     /* somebody else's code, with threads of its own: not bound */
    VARIANT_REFERENCE = 1u << 1,   /* plain enough to be read as the definition */
    VARIANT_UNOPTIMIZED = 1u << 2, /* a baseline that flatters: said wherever it is one */
    VARIANT_SEARCH = 1u << 3,      /* does other work than the cost model counts: no ceiling bounds it */
    VARIANT_DISTINCT =
        1u << 4, /* its devices, or ranks, must have as many GPUs, which need not reach each
                    other's memory: a library, as NCCL, knows each once and has ways of its own */
    VARIANT_GRID =
        1u << 5, /* its ranks' GPUs stand in a grid, as CPUs' do (common/distribution/process_grid.h) */
};

typedef struct Variant {
    const char *workload, *name; /* "matmul", "cpu/tiled": the file's own path */
    const char *idea;            /* one line: what it does and why that helps */
    const char *source;          /* one line: where it comes from, or NULL */
    const char *after;           /* the rung of the ladder it builds on, or NULL */
    unsigned types, axes, flags; /* element types; axes it reads; VARIANT_... */
    unsigned first_owner;        /* with AXIS_DEVICES: the device that has the first block of the result */
    size_t block, tile;          /* the values of those axes when nobody names any */
    Precision precision;         /* 0: as precise as its type. Else the class it computes in on purpose */
    Instructions instructions;   /* 0: vector multiply-adds */
    /* NULL: it can always run here. Else the reason why it cannot, or NULL. */
    const char *(*missing)(void);
    /* NULL: every point. Else 0, or -1 and the reason in error: the point is not for it. */
    int (*accepts)(const Point *point, Error *error);
    /* NULL: none. Else bytes for Task.workspace (on each device), SIZE_MAX when the product overflows. */
    size_t (*workspace)(const Point *point);
    /* With AXIS_DEVICES, and with AXIS_RANKS on GPUs: rows of a block (block_cyclic.h). NULL: one block each,
     * of distribution_even_block's rows. With AXIS_RANKS on CPUs: rows and columns of a block, likewise
     * (common/distribution/process_grid.h). */
    size_t (*block_rows)(const Point *point);
    /* NULL: nothing to say. Else what a row's detail should name: library, version, core type. */
    void (*describe)(const Point *point, char *text, size_t size);
    /* NULL: none. A library's handle, made once a point, outside the clock. 0 or -1. */
    int (*open)(Task *task);
    void (*close)(Task *task);
    /* NULL: none. On a GPU: makes ready what run() needs for the memory of this very task, as several that
     * come one after the other have one handle. Once a task, behind open() and outside the clock. 0 or -1. */
    int (*prepare)(const Task *task);
    /* 0, or -1 with task->error set. CPU: done on return. GPU: enqueued on task->stream. */
    int (*run)(const Task *task);
} Variant;

/* A variant that this build does not have: listed, never run. */
typedef struct UnbuiltVariant {
    const char *workload, *name, *idea, *reason; /* reason: "not built: no nvcc" */
    Instructions instructions;
} UnbuiltVariant;

/* ---- one workload: inputs, cost model, truth ---- */

/* Where the inputs of a point come from. */
typedef struct Input {
    uint64_t seed;
    const char *graph; /* graph file, or NULL: random */
    double *fill_s;    /* NULL, or to it is added what of filling from a file is not reading, in seconds */
} Input;

/* What the work is made of, which limits its rate: none, where an algorithm may do less than the cost says.
 */
typedef enum WorkStep { STEP_ANY, STEP_MULTIPLY_ADD, STEP_ADD_MIN } WorkStep;

typedef struct Workload {
    const char *name, *idea;
    unsigned types;
    ElementType default_type;
    const char *default_sizes;  /* as --size takes them */
    unsigned inputs;            /* matrices it reads beside out: 2, 1, or 0 when in place */
    bool in_place;              /* out holds the input on entry */
    bool takes_graph;           /* --graph and --edges are for it */
    const char *ceiling;        /* the workload that bounds its rate, or NULL for a ceiling itself */
    const char *packed_ceiling; /* the one that bounds variants by INSTRUCTIONS_PACKED, or NULL: the same */

    /* Cost of one sample (n, matrices and iterations counted). */
    double (*work)(const Point *point);         /* in the unit of the rate below times 1e9 */
    const char *(*rate_unit)(ElementType type); /* "GFLOP/s", "GOP/s", "GB/s", "Grelax/s" */

    /* Fills the inputs of matrix `index` of the point from the generator, or from input->graph.
     * A workload in place gets its out as `a`; b is NULL where there is no second input. */
    int (*fill)(const Point *point, const Input *input, size_t index, void *a, void *b, Error *error);

    /* Is `out` right for matrix `index`? 0: yes, and `accuracy` says how precise it is: the caller asks
     * precision_reduced whether that is less than the variant promises. 1: wrong, and error says where
     * and by how much. -1: could not be decided (no memory), and error says why. a and b are the inputs
     * as filled (NULL where the workload works in place: it makes its input again). NaN, poison and
     * anything unordered never pass. Cheap for a result that was found right before. */
    int (*verify)(const Point *point, const Input *input, size_t index, const void *a, const void *b,
                  const void *out, Accuracy *accuracy, Error *error);

    WorkStep step; /* what it does n^3 of */
} Workload;

/* ---- names (point.c) ---- */

size_t type_size(ElementType type); /* bytes */
const char *type_name(ElementType type);
int type_parse(const char *text, ElementType *type); /* 0 or -1 */
const char *transfer_name(Transfer transfer);
int transfer_parse(const char *text, Transfer *transfer); /* 0 or -1 */
/* "static", "dynamic,4" as "dynamic:4". */
void schedule_format(Schedule schedule, char *text, size_t size);
int schedule_parse(const char *text, Schedule *schedule); /* 0 or -1; takes kind[:chunk] */

/* "float32", "tf32", "bfloat16"; "" for PRECISION_EXACT. */
const char *precision_name(Precision precision);
/* The less precise of two results: that of several matrices. */
Accuracy accuracy_worse(Accuracy left, Accuracy right);
/* Is a right result of the variant less precise than the variant declares, or else than its type? */
bool precision_reduced(const Variant *variant, const Accuracy *accuracy);

/* How many share the work: CPU threads, those of all ranks, or GPUs where the variant reads that axis or has
 * one a rank; 0 for any other GPU variant. Speedup, efficiency and the laws of scaling are over these. */
unsigned point_workers(const Point *point);

/* How often a sample of the point does the work: matrices times iterations. */
double point_repetitions(const Point *point);

/* The n whose work is nearest to `times` times that of the point: so many threads do as much each as one does
 * of the point. SIZE_MAX when n times `times` overflows. */
size_t point_scaled_n(const Workload *workload, const Point *point, size_t times);

/* Bytes of one n x n matrix, SIZE_MAX when that overflows. */
size_t point_matrix_bytes(const Point *point);

#ifdef __cplusplus
}
#endif

#endif
