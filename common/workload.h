/* The interface between workloads, variants, drivers and the harness. Read it to write a kernel.
 *
 * A variant is one way to do a workload's work, in one file: cpu/<workload>/NAME.c or gpu/<workload>/NAME.cu.
 * The file ends with its Variant. run() is all that a variant must define. A driver (driver.h) allocates
 * memory, fills the inputs, calls run() and measures it. So a variant never measures time, allocates, prints,
 * reads the environment or checks its result. A workload owns what its variants share: inputs, cost model and
 * verification of results. The Makefile finds the variants and generates the registry (registry.h).
 *
 * Order of reading: Point (the parameters), Task (the arguments of run), Variant (what a file declares).
 * Matrices are row-major, without gaps, and n x n unless the workload has shapes (Workload.dimensions). Sizes
 * are in elements unless a name ends in _bytes; times are in seconds. A function that can fail returns 0 or
 * -1 and sets an Error (error.h). */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "common/error.h"

/* Version of this interface, which a plug-in (plugin.h) must share with speedup: raise it with every
 * change of a struct below or of a function that variants call. */
#define SPEEDUP_INTERFACE 5

C_LINKAGE_BEGIN

/* ---- element types ---- */

/* Floats of 16 bits, as stored. C computes in neither: load_float16(), store_float16() convert (float16.h).
 */
typedef struct Float16 {
    uint16_t bits; /* IEEE 754 binary16: 11 bits of precision, up to 65504 */
} Float16;
typedef struct Bfloat16 {
    uint16_t bits; /* the upper half of a float32: 8 bits of precision */
} Bfloat16;

/* The list of element types, one line each: X(name, NAME, Element, Wide, PRECISION, POISON, ...).
 * Variants compute in Element: integers are unsigned, because they wrap. Verification computes in Wide, whose
 * errors are negligible. PRECISION is the finest class of a result. POISON fills each 32-bit word of a
 * poisoned element: NaN, or a large negative number. A type also needs random_name() in random.h. */
#define FOR_EACH_TYPE(X, ...)                                                                                \
    X(int32, INT32, uint32_t, uint32_t, EXACT, 0x80000b0bu, __VA_ARGS__)                                     \
    X(float32, FLOAT32, float, double, FLOAT32, 0x7fc00b0bu, __VA_ARGS__)                                    \
    X(float64, FLOAT64, double, long double, FLOAT64, 0x7ff80b0bu, __VA_ARGS__)

/* Those that are only stored: sums of their products are float32, results are rounded to 16 bits. */
#define FOR_EACH_16BIT_TYPE(X, ...)                                                                          \
    X(float16, FLOAT16, Float16, double, FLOAT16, 0x7e0b7e0bu, __VA_ARGS__)                                  \
    X(bfloat16, BFLOAT16, Bfloat16, double, BFLOAT16, 0x7fcb7fcbu, __VA_ARGS__)

#define FOR_EACH_ELEMENT_TYPE(X, ...) FOR_EACH_TYPE(X, __VA_ARGS__) FOR_EACH_16BIT_TYPE(X, __VA_ARGS__)

#define TYPE_CONSTANT(name, NAME, ...) TYPE_##NAME,
typedef enum ElementType { FOR_EACH_ELEMENT_TYPE(TYPE_CONSTANT, ) ELEMENT_TYPES } ElementType;

#define TYPE_BIT(type) (1u << (type))

/* The bits INT32, FLOAT32, FLOAT64, FLOAT16, BFLOAT16 of Variant.types. */
#define TYPE_BIT_CONSTANT(name, NAME, ...) NAME = TYPE_BIT(TYPE_##NAME),
enum { FOR_EACH_ELEMENT_TYPE(TYPE_BIT_CONSTANT, ) };

/* Calls function_int32(...), function_float32(...) or function_float64(...), by the value of `type`; of
 * another type none. `return` or an assignment may precede `function`. A variant defines the functions by a
 * macro of (name, NAME, Element, ...) and FOR_EACH_TYPE(MACRO, ); CALL_BY_ELEMENT_TYPE has those of
 * FOR_EACH_ELEMENT_TYPE. */
#define CALL_BY_TYPE(type, function, ...)                                                                    \
    switch (type) {                                                                                          \
        FOR_EACH_TYPE(CALL_CASE, function, __VA_ARGS__)                                                      \
    default:                                                                                                 \
        break;                                                                                               \
    }
#define CALL_BY_ELEMENT_TYPE(type, function, ...)                                                            \
    switch (type) {                                                                                          \
        FOR_EACH_ELEMENT_TYPE(CALL_CASE, function, __VA_ARGS__)                                              \
    default:                                                                                                 \
        break;                                                                                               \
    }
#define CALL_CASE(name, NAME, Element, Wide, PRECISION, POISON, function, ...)                               \
    case TYPE_##NAME:                                                                                        \
        function##_##name(__VA_ARGS__);                                                                      \
        break;

/* ---- a point: the values of all parameters of one measurement ---- */

typedef enum ScheduleKind { SCHEDULE_STATIC, SCHEDULE_DYNAMIC, SCHEDULE_GUIDED, SCHEDULES } ScheduleKind;

typedef struct Schedule {
    ScheduleKind kind;
    unsigned chunk; /* rows per request of a thread; 0: default of the OpenMP runtime */
} Schedule;

typedef enum Transfer {
    TRANSFER_PAGEABLE,        /* matrices in sequence, ordinary host memory */
    TRANSFER_PINNED,          /* matrices in sequence, page-locked host memory */
    TRANSFER_OVERLAP_BREADTH, /* one stream per matrix: all H2D copies, all kernels, all D2H copies */
    TRANSFER_OVERLAP_DEPTH,   /* one stream per matrix: H2D, kernel and D2H of one, then of the next */
    TRANSFERS
} Transfer;

typedef struct Point {
    size_t n; /* side of square matrices; of a shape, columns of the product, or of the matrix to transpose */
    /* Shapes: a product of m x k by k x n; or m x n, of a transpose or a sparse matrix (k is 0). Squares:
     * both equal n. */
    size_t m, k;
    ElementType type;
    unsigned threads;   /* CPU threads of each process, not to be exceeded; 1: serial, 0: on a GPU */
    Schedule schedule;  /* for AXIS_SCHEDULE */
    size_t block, tile; /* for AXIS_BLOCK, AXIS_TILE; else 0 */
    unsigned devices;   /* GPUs of one process, for AXIS_DEVICES; else 0 */
    unsigned ranks;     /* processes, for AXIS_RANKS; else 0 */
    size_t edges;       /* edges of the input graph; 0 for other inputs */
    size_t matrices;    /* products (transposes, closures) per sample, >= 1 */
    size_t iterations;  /* repetitions of each of them per sample, >= 1 */
    Transfer transfer;  /* GPU variants only */
} Point;

/* Axes that a variant reads. Every variant reads n and type. Drivers implement matrices, iterations and
 * transfer for any variant. */
enum {
    AXIS_THREADS = 1u << 0,
    AXIS_SCHEDULE = 1u << 1,
    AXIS_BLOCK = 1u << 2,   /* side of a thread block, or blocking factor */
    AXIS_TILE = 1u << 3,    /* side of a cache tile, or of the register tile of a thread */
    AXIS_DEVICES = 1u << 4, /* GPUs of this machine */
    AXIS_RANKS = 1u << 5,   /* processes, on one or several machines; a point has devices or ranks */
};

enum { MOST_DEVICES = 16, MOST_RANKS = 65536 }; /* limits of a point */

/* ---- a task: the arguments of run(), for one product, transpose or closure ---- */

/* One GPU's part of a task: blocks of rows of each matrix, contiguous in its memory (block_cyclic.h,
 * Variant.block_rows). Devices of one process can access each other's memory (except with VARIANT_DISTINCT).
 * Streams, launches and events belong to `device`, which must be current (cudaSetDevice). */
typedef struct DeviceSlice {
    int device;
    unsigned member;   /* index among all GPUs of the task; owns that index's blocks */
    size_t rows;       /* owned rows of each input, where the last block may be partial; 0: none */
    const void *a, *b; /* rows x n, row-major; NULL where the workload has fewer inputs */
    /* Rows of the result, distributed from Variant.first_owner on. For an in-place workload: the input on
     * entry. */
    void *out;
    void *workspace; /* workspace(point) bytes */
    void *stream;    /* cudaStream_t; work on it starts after all slices have their inputs */
} DeviceSlice;

/* The process grid, and this process's place and part in it (cpu/ranks.h). */
typedef struct Grid Grid;

typedef struct Task {
    const Point *point;
    const void *a, *b, *c,
        *d; /* read-only inputs; NULL where the workload has fewer. On the GPU: device memory */
    /* Result, poisoned on entry, or zero (VARIANT_ACCUMULATES); the input of an in-place workload. Never
     * aliases a or b. */
    void *out;
    void *workspace; /* Variant.workspace bytes, 64-byte aligned; before a sample each is the same poison */
    void *stream;    /* cudaStream_t of a GPU variant; NULL on the CPU */
    void *handle;    /* set by Variant.open, for a library that needs a handle */
    /* AXIS_DEVICES: the point->devices slices that make up all matrices; a, b, out, workspace and stream are
     * those of the first. AXIS_RANKS on GPUs: this process's slice. */
    const DeviceSlice *parts;
    const Grid *grid; /* AXIS_RANKS on CPUs: a, b and out are this process's parts. Else NULL */
    /* AXIS_RANKS on GPUs, for open(): collective broadcast of rank 0's bytes. */
    void (*share)(void *bytes, size_t size);
    Error *error; /* receives the message of a failure in run() or open(); never NULL */
} Task;

/* ---- precision of results ---- */

/* Classes of rounding, from finest to coarsest. Each bounds the relative error of a product, from the
 * roundings of its factors and sums (common/verify/accuracy.c). */
typedef enum Precision {
    PRECISION_EXACT,    /* no rounding. Declared by a variant: the precision of its element type */
    PRECISION_FLOAT64,  /* factors and sums in float64, any order of summation */
    PRECISION_FLOAT32,  /* factors and sums in float32, any order of summation */
    PRECISION_TF32,     /* factors of 11 bits (TF32, float16); sums in float32 */
    PRECISION_FLOAT16,  /* sums in float32, rounded to 11 bits: finest class of the type */
    PRECISION_BFLOAT16, /* factors or results of 8 bits; sums in float32 */
    PRECISIONS
} Precision;

/* Error of a correct result. NAN and PRECISION_EXACT where nothing is rounded. */
typedef struct Accuracy {
    double relative;     /* |out - exact| / |exact|, Frobenius norms */
    double units;        /* the same in units of u sqrt(n); u = 2^-24, of float64 2^-53. Of results of 16
                            bits in units of their rounding, 2^-11 or 2^-8 */
    Precision precision; /* finest class whose bound the error satisfies */
} Accuracy;

/* ---- a variant: one way to do the work ---- */

/* The widest instructions that do a variant's work. Their peak bounds its rate (verify_rate), and its share
 * of a ceiling refers to the ceiling measured with them. */
typedef enum Instructions {
    INSTRUCTIONS_VECTOR, /* vector multiply-adds; on a GPU those of CUDA cores */
    INSTRUCTIONS_SCALAR, /* one element per instruction */
    INSTRUCTIONS_PACKED, /* vectors of half-size elements, two per 32-bit lane */
    INSTRUCTIONS_DOT,    /* dot products of narrow elements in vectors: bfloat16 */
    INSTRUCTIONS_MATRIX, /* matrix units: AMX, SME. Also libraries, which may use them */
    INSTRUCTIONS_TENSOR, /* tensor cores of a GPU */
} Instructions;

enum {
    VARIANT_LIBRARY = 1u << 0,     /* a third-party library with its own threads, which are not bound */
    VARIANT_REFERENCE = 1u << 1,   /* plain enough to be read as the definition of the workload */
    VARIANT_UNOPTIMIZED = 1u << 2, /* compiled without optimization: marked wherever it is a baseline */
    VARIANT_SEARCH =
        1u << 3, /* algorithm with another operation count than the cost model: no ceiling applies */
    VARIANT_DISTINCT =
        1u << 4, /* devices or ranks must be distinct GPUs; peer access is not required. For libraries such as
                    NCCL, which accept each GPU once and choose the transport */
    VARIANT_TENSOR_FLOAT64 = 1u << 5, /* a library's float64 on tensor cores, which bound it */
    VARIANT_ACCUMULATES =
        1u << 6, /* run() adds onto `out`, which is zero at its start in place of poisoned */
    VARIANT_DEFAULT_STREAM = 1u << 7, /* run() launches on the default stream of CUDA, not on task->stream */
    VARIANT_HOST_POINTERS =
        1u << 8, /* gpu/: run() has host memory, as on a CPU, and allocates and copies by itself. Its one time
                    is end to end; each batch has a process of its own */
};

typedef struct Variant {
    const char *workload, *name; /* "matmul", "cpu/tiled": must match the file's path */
    const char *idea;            /* one line: the technique and why it helps */
    const char *source;          /* one line: publication or software it comes from, or NULL */
    const char *after;           /* name of the variant it improves on, or NULL */
    unsigned types, axes, flags; /* bit sets: INT32 | FLOAT32 | ...; AXIS_...; VARIANT_... */
    unsigned first_owner;        /* with AXIS_DEVICES: device that owns the first block of the result */
    size_t block, tile;          /* defaults of these axes */
    Precision precision;       /* 0: that of the element type. Else the class that it computes in by design */
    Instructions instructions; /* 0: INSTRUCTIONS_VECTOR */

    /* Hooks; a plug-in is described by what stands before the first one. */

    /* Returns why the variant cannot run on this machine, or NULL. Missing hook: it always can. */
    const char *(*missing)(void);
    /* Accepts a point, or returns -1 and the reason in `error`; the point is then skipped. Missing hook:
     * accepts all. */
    int (*accepts)(const Point *point, Error *error);
    /* Bytes of Task.workspace (per device); SIZE_MAX if the product overflows. Missing hook: 0. */
    size_t (*workspace)(const Point *point);
    /* Rows per block of the block-cyclic distribution (block_cyclic.h), for AXIS_DEVICES and for AXIS_RANKS
     * on GPUs. With AXIS_RANKS on CPUs: rows and columns per block (process_grid.h). Missing hook: one block
     * per device or process. */
    size_t (*block_rows)(const Point *point);
    /* Writes into text[size] what column `detail` should name: library, version, vector width. Missing hook:
     * nothing. */
    void (*describe)(const Point *point, char *text, size_t size);
    /* Creates and destroys a library's handle (Task.handle), once per point, not timed, before the inputs
     * exist. open returns 0 or -1. Missing hooks: nothing to do. */
    int (*open)(Task *task);
    void (*close)(Task *task);
    /* Prepares run() for one task; several tasks share one handle. 0 or -1.
     * CPU: converts the inputs to the layout that run() reads, in the workspace or in memory of open().
     * Called before each run(); its time is input_s, a part of total_s and not of kernel_s.
     * GPU, of one process: such as a captured graph. Called once per task after open(), when the inputs are
     * in device memory, not timed; for a library again when other inputs are. */
    int (*prepare)(const Task *task);
    /* Does the work. CPU: complete on return. GPU: enqueued on task->stream. 0, or -1 with task->error set.
     * Called once per repetition, timed, also with other inputs in the same memory. No thread may write to
     * the result after it has returned. */
    int (*run)(const Task *task);
    /* CPU: converts the result of run() to `out`, after each run(); its time is output_s, as above. */
    int (*finish)(const Task *task);
} Variant;

/* ---- a workload: inputs, cost model, verification ---- */

typedef enum Operand { OPERAND_A, OPERAND_B, OPERAND_C, OPERAND_D, OPERAND_OUT, OPERANDS } Operand;
enum { MOST_INPUTS = OPERAND_OUT };

typedef struct Extent {
    size_t rows, columns;
} Extent;

/* What is unusual about generated inputs. Results for each kind are verified in runs that are not timed. Of a
 * workload with floats each has a factor whose magnitudes are far from 1. */
typedef enum InputKind {
    INPUT_USUAL,
    INPUT_SPARSE, /* graphs of n / 2 edges; every other row without elements */
    INPUT_SMALL,  /* weights 0 and 1 */
    INPUT_LARGE,  /* the largest weights; half of all elements in one row */
    INPUT_KINDS
} InputKind;

/* Source of a point's inputs. */
typedef struct Input {
    uint64_t seed;
    const char *graph; /* path of a graph file; NULL: generated */
    bool values;       /* of that file; else generated */
    double *fill_s; /* if not NULL, incremented by the seconds spent filling the matrix, excluding reading the
                       file */
    InputKind kind;
    uint64_t
        changed; /* not 0: one row of each input, which this number selects, differs; all else is equal */
} Input;

/* The result of one matrix of a point, to be verified. */
typedef struct Computed {
    const Point *point;
    const Input *input;
    size_t index; /* of the matrix */
    const void
        *inputs[MOST_INPUTS]; /* as filled; NULL for an in-place workload, which generates them again */
    const void *out;
} Computed;

/* The operation that is repeated, which bounds the rate. STEP_ANY: no bound, as an algorithm may do fewer
 * operations than the cost model counts. */
typedef enum WorkStep {
    STEP_ANY,
    STEP_MULTIPLY_ADD,
    STEP_ADD_MIN,
    STEP_MOVE, /* bytes, read and written: half of the work is stored */
    WORK_STEPS
} WorkStep;

typedef struct Workload {
    const char *name, *idea;
    unsigned types;
    ElementType default_type;
    const char *default_sizes;  /* in the syntax of --size */
    unsigned inputs;            /* buffers it reads besides out: up to MOST_INPUTS, or 0 if in place */
    bool in_place;              /* out holds the input on entry */
    bool takes_graph;           /* accepts --graph and --edges */
    bool takes_pattern;         /* of a graph file: the edges only, not their weights */
    unsigned dimensions;        /* of a shape: 3 for m x n x k, 2 for m x n; 0: squares only */
    bool any_magnitude;         /* floats times a power of two give results times one: inputs may be scaled */
    const char *check_shapes;   /* in the syntax of --size: the shapes of `check`; NULL: none */
    const char *ceiling;        /* workload that bounds its rate; NULL for a ceiling */
    const char *packed_ceiling; /* ceiling of INSTRUCTIONS_PACKED variants; NULL: the same one */
    WorkStep step;              /* see WorkStep */
    double tolerance; /* without verify: largest error of a float, in u of the result's largest element */
    bool allows_nan;  /* without verify: NaN is right where the reference has NaN */
    size_t least_n;   /* smallest n, and m, at which it is defined; 0: 1 */

    /* Hooks; a plug-in is described by what stands before the first one. */

    /* Extent of a buffer. Missing hook: n x n. Type of its elements. Missing hook: the point's; `out` always
     * has the point's. */
    Extent (*extent)(const Point *point, Operand operand);
    ElementType (*type)(const Point *point, Operand operand);
    /* Without verify: does this element of out count? False for padding, or an edge that no variant need
     * write. Missing hook: all do. */
    bool (*counts)(const Point *point, size_t row, size_t column);

    /* Cost of one sample: n, matrices and iterations included. */
    double (*work)(const Point *point);         /* operations or bytes: the rate's unit times 1e9 */
    const char *(*rate_unit)(ElementType type); /* "GFLOP/s", "GOP/s", "GB/s", "Grelax/s" */

    /* Fills the inputs of matrix `index` from the generator or from input->graph. inputs[0] is the out matrix
     * of an in-place workload. It may ignore input->kind and input->changed. 0 or -1. Missing hook: random
     * elements. */
    int (*fill)(const Point *point, const Input *input, size_t index, void *const inputs[MOST_INPUTS],
                Error *error);

    /* Verifies a result. Returns 0 if correct and sets `accuracy`; the caller compares it with the declared
     * class (precision_reduced). Returns 1 if wrong, with place and size of the error in `error`. Returns -1
     * if undecided (no memory). NaN, poison and unordered values never pass. Not called again for the same
     * bits. Missing hook: compared with the result of the variant with VARIANT_REFERENCE. */
    int (*verify)(const Computed *result, Accuracy *accuracy, Error *error);
} Workload;

/* What a workload costs at a point. */
typedef struct Costs {
    double work;
    char unit[16]; /* of the rate */
    Extent extent[OPERANDS];
    unsigned type[OPERANDS]; /* ElementType */
} Costs;

/* ---- names and derived quantities (point.c) ---- */

size_t type_size(ElementType type); /* bytes */
const char *type_name(ElementType type);
Precision type_precision(ElementType type);          /* finest class of its results */
uint32_t type_poison(ElementType type);              /* each 32-bit word of a poisoned element */
int type_parse(const char *text, ElementType *type); /* 0 or -1 */
const char *transfer_name(Transfer transfer);
int transfer_parse(const char *text, Transfer *transfer); /* 0 or -1 */
/* Writes "static", or "dynamic:4" with a chunk. */
void schedule_format(Schedule schedule, char *text, size_t size);
int schedule_parse(const char *text, Schedule *schedule); /* 0 or -1; kind[:chunk] */

/* "float64", "float32", "tf32", "float16", "bfloat16"; "" for PRECISION_EXACT. */
const char *precision_name(Precision precision);
/* The less accurate of two results, for samples of several matrices. */
Accuracy accuracy_worse(Accuracy left, Accuracy right);
/* True if a correct result is less accurate than the variant declares, or else than its element type. */
bool precision_reduced(const Variant *variant, ElementType type, const Accuracy *accuracy);

/* True if the variant runs on a GPU: "gpu/..." */
bool variant_on_gpu(const Variant *variant);

/* Number of parallel workers: CPU threads, threads of all ranks, or GPUs where the variant reads AXIS_DEVICES
 * or runs one GPU per rank; 0 for other GPU variants. Speedup, efficiency and scaling laws refer to it. */
unsigned point_workers(const Point *point);

/* Repetitions of the work per sample: matrices x iterations. */
double point_repetitions(const Point *point);

/* The n whose work is closest to `times` times that of the point, for weak scaling. From an n of 256 or more
 * that is a multiple of 64 it is one too, or a multiple of the largest smaller power of two with at most 5 %
 * more or less work: a partial tile would cost more. SIZE_MAX if n x times overflows. */
size_t point_scaled_n(const Workload *workload, const Point *point, size_t times);

/* Bytes of one n x n matrix; SIZE_MAX on overflow. */
size_t point_matrix_bytes(const Point *point);

/* Are all matrices n x n? */
bool point_is_square(const Point *point);

/* For Variant.accepts: refuses shapes. */
int accepts_squares(const Point *point, Error *error);

/* Costs of a workload without hooks: one of a plug-in, whose code another process runs. Set by the program.
 */
extern const Costs *(*workload_costs)(const Workload *workload, const Point *point);

double workload_work(const Workload *workload, const Point *point); /* operations or bytes of a sample */
const char *workload_rate_unit(const Workload *workload, const Point *point);
Extent workload_extent(const Workload *workload, const Point *point, Operand operand);
ElementType workload_type(const Workload *workload, const Point *point, Operand operand);
/* Bytes of a buffer, and of all buffers of one repetition; SIZE_MAX on overflow. */
size_t workload_bytes(const Workload *workload, const Point *point, Operand operand);
size_t workload_all_bytes(const Workload *workload, const Point *point);

C_LINKAGE_END
