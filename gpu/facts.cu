/* What can be known of a kernel without running it (`speedup kernels`).
 *
 * Every variant makes its launches dry: they are written down (dry.h), and the compiler's and the
 * driver's figures are asked for each. Occupancy and what limits it come from CUDA's own calculator.
 * Waves: thread blocks that the card holds at once; the last is rarely full, and what is not
 * filled idles. CGMA: operations over accesses to global memory, as the variant counts them.
 *
 * The memory of the task is real, so that a variant that makes other calls beside its launches can make
 * them here. Libraries are left out: their kernels are their own business. */
#include <cuda_occupancy.h>
#include <cuda_runtime.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "common/driver.h"
#include "common/gpu.h"
#include "common/registry.h"
#include "gpu/check.h"
#include "gpu/device.h"
#include "gpu/dry.h"
#include "gpu/table.h"

static const char header[] =
    "workload,variant,type,n,block,tile,kernel,launches,grid,threads_per_block,registers,"
    "static_shared_bytes,dynamic_shared_bytes,local_bytes,blocks_per_sm,occupancy,"
    "limited_by,waves,last_wave_filled,cgma\n";

typedef struct Kernel {
    cudaFuncAttributes attributes;
    int blocks;       /* on one multiprocessor; 0: does not fit */
    double occupancy; /* warps there over the most that fit */
    char limited_by[64];
    double waves, last_wave; /* NAN if it does not fit */
} Kernel;

static unsigned threads_of(const LaunchShape *shape)
{
    return shape->block[0] * shape->block[1] * shape->block[2];
}

static void name_limits(unsigned limits, char *text, size_t size)
{
    static const struct {
        unsigned bit;
        const char *name;
    } names[] = {{OCC_LIMIT_WARPS, "warps"},
                 {OCC_LIMIT_REGISTERS, "registers"},
                 {OCC_LIMIT_SHARED_MEMORY, "shared memory"},
                 {OCC_LIMIT_BLOCKS, "blocks"}};
    size_t length = 0;
    text[0] = '\0';
    for (const auto &limit : names) {
        if ((limits & limit.bit) != 0 && length < size) {
            length += (size_t)snprintf(text + length, size - length, "%s%s", length == 0 ? "" : " and ",
                                       limit.name);
        }
    }
}

static int measure(const DryLaunch *launch, Kernel *kernel, Error *error)
{
    const LaunchShape *shape = &launch->shape;
    const int threads = (int)threads_of(shape);
    cudaDeviceProp properties;
    *kernel = Kernel{};
    if (GPU_TRY(error, cudaGetDeviceProperties(&properties, 0)) != 0 ||
        GPU_TRY(error, cudaFuncGetAttributes(&kernel->attributes, launch->kernel)) != 0) {
        return -1;
    }
    /* Both fail where the card cannot run it at all: then no block fits. */
    if ((shape->dynamic_shared_bytes > 0 &&
         gpu_allow_shared(launch->kernel, shape->dynamic_shared_bytes) != 0) ||
        cudaOccupancyMaxActiveBlocksPerMultiprocessor(&kernel->blocks, launch->kernel, threads,
                                                      shape->dynamic_shared_bytes) != cudaSuccess) {
        (void)cudaGetLastError();
        kernel->blocks = 0;
    }
    const cudaOccDeviceProp device(properties);
    const cudaOccFuncAttributes function(kernel->attributes);
    const cudaOccDeviceState state;
    cudaOccResult result;
    if (cudaOccMaxActiveBlocksPerMultiprocessor(&result, &device, &function, &state, threads,
                                                shape->dynamic_shared_bytes) == CUDA_OCC_SUCCESS) {
        name_limits(result.limitingFactors, kernel->limited_by, sizeof kernel->limited_by);
    }
    const int warps = (threads + properties.warpSize - 1) / properties.warpSize;
    kernel->occupancy =
        (double)(kernel->blocks * warps) * properties.warpSize / properties.maxThreadsPerMultiProcessor;
    const double grid = (double)shape->grid[0] * shape->grid[1] * shape->grid[2];
    kernel->waves = kernel->last_wave = NAN;
    if (kernel->blocks > 0) {
        kernel->waves = grid / ((double)kernel->blocks * properties.multiProcessorCount);
        kernel->last_wave = kernel->waves - ceil(kernel->waves) + 1;
    }
    return 0;
}

static void print_number(FILE *stream, bool applies, double value, int digits)
{
    if (applies && !isnan(value)) {
        fprintf(stream, ",%.*f", digits, value);
    } else {
        fputc(',', stream);
    }
}

static int print_kernel(FILE *stream, const Variant *variant, const Point *point, const DryLaunch *launch,
                        Error *error)
{
    const LaunchShape *shape = &launch->shape;
    Kernel kernel;
    if (measure(launch, &kernel, error) != 0) {
        return -1;
    }
    fprintf(stream, "%s,%s,%s,%zu", variant->workload, variant->name, type_name(point->type), point->n);
    print_number(stream, (variant->axes & AXIS_BLOCK) != 0, (double)point->block, 0);
    print_number(stream, (variant->axes & AXIS_TILE) != 0, (double)point->tile, 0);
    fprintf(stream, ",%s,%zu,%ux%ux%u,%u,%d,%zu,%zu,%zu,%d,%.4f,%s", launch->name, launch->launches,
            shape->grid[0], shape->grid[1], shape->grid[2], threads_of(shape), kernel.attributes.numRegs,
            kernel.attributes.sharedSizeBytes, shape->dynamic_shared_bytes, kernel.attributes.localSizeBytes,
            kernel.blocks, kernel.occupancy, kernel.limited_by);
    print_number(stream, true, kernel.waves, 3);
    print_number(stream, true, kernel.last_wave, 4);
    print_number(stream, shape->global_accesses > 0, shape->operations / shape->global_accesses, 3);
    fputc('\n', stream);
    return 0;
}

static int allocate(const Workload *workload, const Variant *variant, Task *task, Error *error)
{
    const size_t bytes = point_matrix_bytes(task->point);
    const size_t workspace = variant->workspace == NULL ? 0 : variant->workspace(task->point);
    void *a = NULL, *b = NULL;
    if ((workload->inputs >= 1 && GPU_TRY(error, cudaMalloc(&a, bytes)) != 0) ||
        (workload->inputs >= 2 && GPU_TRY(error, cudaMalloc(&b, bytes)) != 0) ||
        GPU_TRY(error, cudaMalloc(&task->out, bytes)) != 0 ||
        (workspace > 0 && GPU_TRY(error, cudaMalloc(&task->workspace, workspace)) != 0)) {
        (void)cudaFree(a);
        (void)cudaFree(b);
        return -1;
    }
    task->a = a;
    task->b = b;
    return 0;
}

static void release(Task *task)
{
    (void)cudaFree((void *)task->a);
    (void)cudaFree((void *)task->b);
    (void)cudaFree(task->out);
    (void)cudaFree(task->workspace);
}

static int dry_run(const Variant *variant, const Point *point, FILE *stream, Error *error)
{
    Task task = {};
    DryLog log = {};
    task.point = point;
    task.error = error;
    int result = allocate(registry_workload(variant->workload), variant, &task, error);
    if (result == 0) {
        gpu_dry_begin(&log);
        result = variant->run(&task);
        gpu_dry_end();
    }
    for (size_t i = 0; result == 0 && i < log.count; i++) {
        result = print_kernel(stream, variant, point, &log.launches[i], error);
    }
    release(&task);
    free(log.launches);
    if (result != 0) {
        const Error reason = *error;
        error_set(error, "%s %s, size %zu, block %zu, tile %zu: %s", variant->workload, variant->name,
                  point->n, point->block, point->tile, reason.text);
    }
    return result;
}

/* Calls dry_run for one value of block and tile, unless the variant does not take it. */
static int facts_of_point(const Variant *variant, const Point *point, FILE *stream, Error *error)
{
    Error refusal;
    if (variant->accepts != NULL && variant->accepts(point, &refusal) != 0) {
        return 0;
    }
    return dry_run(variant, point, stream, error);
}

/* The values to look at on an axis: the usual ones and the variant's own, ascending. One 0 if it does not
 * read it. */
static size_t axis_values(bool reads, size_t own, const size_t *usual, size_t count, size_t *values)
{
    if (!reads) {
        values[0] = 0;
        return 1;
    }
    size_t filled = 0;
    bool placed = own == 0;
    for (size_t i = 0; i < count; i++) {
        if (!placed && own <= usual[i]) {
            placed = true;
            if (own < usual[i]) {
                values[filled++] = own;
            }
        }
        values[filled++] = usual[i];
    }
    if (!placed) {
        values[filled++] = own;
    }
    return filled;
}

static int facts_of_variant(const Variant *variant, size_t n, FILE *stream, Error *error)
{
    static const size_t usual_blocks[] = {1, 2, 4, 8, 16, 32, 64}, usual_tiles[] = {1, 2, 4, 8, 16, 32, 64};
    size_t blocks[8], tiles[8];
    const size_t block_count =
        axis_values((variant->axes & AXIS_BLOCK) != 0, variant->block, usual_blocks, 7, blocks);
    const size_t tile_count =
        axis_values((variant->axes & AXIS_TILE) != 0, variant->tile, usual_tiles, 7, tiles);
    Point point = {};
    point.n = n;
    point.matrices = point.iterations = 1;
    for (int type = 0; type < ELEMENT_TYPES; type++) {
        if ((variant->types & TYPE_BIT(type)) == 0) {
            continue;
        }
        point.type = (ElementType)type;
        for (size_t i = 0; i < block_count * tile_count; i++) {
            point.block = blocks[i / tile_count];
            point.tile = tiles[i % tile_count];
            if (facts_of_point(variant, &point, stream, error) != 0) {
                return -1;
            }
        }
    }
    return 0;
}

static int facts_of_all(const char *workload, size_t n, FILE *stream, Error *error)
{
    fputs(header, stream);
    for (const Variant *const *variant = registry_variants; *variant != NULL; variant++) {
        const bool wanted = variant_on_gpu(*variant) && ((*variant)->flags & VARIANT_LIBRARY) == 0 &&
                            (workload == NULL || strcmp((*variant)->workload, workload) == 0) &&
                            ((*variant)->missing == NULL || (*variant)->missing() == NULL);
        if (wanted && facts_of_variant(*variant, n, stream, error) != 0) {
            return -1;
        }
    }
    return 0;
}

int gpu_kernel_facts(FILE *stream, const char *workload, size_t n, bool csv, Error *error)
{
    if (gpu_start(error) != 0) {
        return -1;
    }
    if (gpu_missing() != NULL) {
        return error_set(error, "%s", gpu_missing());
    }
    char *text = NULL;
    size_t size = 0;
    FILE *buffer = open_memstream(&text, &size);
    if (buffer == NULL) {
        return error_set(error, "no memory for the table of kernels");
    }
    int result = facts_of_all(workload, n, buffer, error);
    if (fclose(buffer) != 0 && result == 0) {
        result = error_set(error, "no memory for the table of kernels");
    }
    if (result == 0) {
        gpu_table_print(stream, text, csv);
    }
    free(text);
    return result;
}
