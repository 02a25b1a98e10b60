/* Static properties of kernels (`speedup kernels`). See common/gpu.h.
 *
 * The launches of every variant are recorded, not run (launch_recorder.h); the compiler and the driver report
 * the figures of each kernel. Occupancy and its limit come from CUDA's own calculator. A wave is the thread
 * blocks that the GPU holds at a time; the last one is rarely full, and multiprocessors idle. CGMA:
 * operations over accesses to global memory, as the variant counts them.
 *
 * The memory of the task is real, so that a variant can make other CUDA calls beside its launches. Library
 * variants are left out. */
#include <cuda_occupancy.h>
#include <cuda_runtime.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "common/gpu.h"
#include "common/graph/graph.h"
#include "common/registry.h"
#include "common/system/array.h"
#include "common/text/text.h"
#include "gpu/check.h"
#include "gpu/device.h"
#include "gpu/launch_recorder.h"
#include "gpu/parts.h"

/* The rows found so far. */
typedef struct AttributesList {
    KernelAttributes *rows;
    size_t count;
} AttributesList;

static void name_limits(unsigned limits, char *text, size_t size)
{
    static const struct {
        unsigned bit;
        const char *name;
    } names[] = {{OCC_LIMIT_WARPS, "warps"},
                 {OCC_LIMIT_REGISTERS, "registers"},
                 {OCC_LIMIT_SHARED_MEMORY, "shared memory"},
                 {OCC_LIMIT_BLOCKS, "blocks"}};
    for (const auto &limit : names) {
        if ((limits & limit.bit) != 0) {
            text_append(text, size, " and ", "%s", limit.name);
        }
    }
}

/* Adds the figures of the variant, the compiler and the driver. */
static int add_kernel(AttributesList *list, const Variant *variant, const Point *point,
                      const RecordedLaunch *launch, Error *error)
{
    const LaunchShape *shape = &launch->shape;
    const cudaFuncAttributes &compiled = launch->compiled;
    const int threads = (int)(shape->block[0] * shape->block[1] * shape->block[2]), blocks = launch->blocks;
    cudaDeviceProp properties;
    if (GPU_TRY(error, cudaGetDeviceProperties(&properties, 0)) != 0) {
        return -1;
    }
    KernelAttributes attributes{};
    attributes.variant = variant;
    attributes.point = *point;
    memcpy(attributes.kernel, launch->name, sizeof attributes.kernel);
    attributes.launches = launch->launches;
    memcpy(attributes.grid, shape->grid, sizeof attributes.grid);
    attributes.threads_per_block = (unsigned)threads;
    attributes.registers = compiled.numRegs;
    attributes.static_shared_bytes = compiled.sharedSizeBytes;
    attributes.dynamic_shared_bytes = shape->dynamic_shared_bytes;
    attributes.local_bytes = compiled.localSizeBytes;
    attributes.blocks_per_multiprocessor = blocks;
    attributes.operations_per_access =
        shape->global_accesses > 0 ? shape->operations / shape->global_accesses : NAN;
    const cudaOccDeviceProp device(properties);
    const cudaOccFuncAttributes function(compiled);
    const cudaOccDeviceState state;
    cudaOccResult result;
    if (cudaOccMaxActiveBlocksPerMultiprocessor(&result, &device, &function, &state, threads,
                                                shape->dynamic_shared_bytes) == CUDA_OCC_SUCCESS) {
        name_limits(result.limitingFactors, attributes.limited_by, sizeof attributes.limited_by);
    }
    const int warps = (threads + properties.warpSize - 1) / properties.warpSize;
    attributes.occupancy =
        (double)(blocks * warps) * properties.warpSize / properties.maxThreadsPerMultiProcessor;
    const double grid = (double)shape->grid[0] * shape->grid[1] * shape->grid[2];
    attributes.waves = attributes.last_wave_filled = NAN;
    if (blocks > 0) {
        attributes.waves = grid / ((double)blocks * properties.multiProcessorCount);
        attributes.last_wave_filled = attributes.waves - ceil(attributes.waves) + 1;
    }
    return array_append(&list->rows, &list->count, &attributes, sizeof attributes) == 0
               ? 0
               : error_set(error, "no memory for the table of kernels");
}

static_assert(sizeof(KernelAttributes::kernel) == sizeof(RecordedLaunch::name),
              "a kernel's name is copied as it is");

/* Real memory for the task's operands and, last, its workspace. Also after a failure the caller frees it. */
static int allocate(const Workload *workload, const Variant *variant, const Point *point,
                    void *memory[OPERANDS + 1], Error *error)
{
    for (unsigned i = 0; i <= OPERANDS; i++) {
        const bool is_used = i < workload->inputs || i == OPERAND_OUT;
        const size_t bytes = i == OPERANDS ? (variant->workspace == NULL ? 0 : variant->workspace(point))
                             : is_used     ? workload_bytes(workload, point, (Operand)i)
                                           : 0;
        if (bytes > 0 && GPU_TRY(error, cudaMalloc(&memory[i], bytes)) != 0) {
            return -1;
        }
    }
    return 0;
}

static int dry_run(const Variant *variant, const Point *point, AttributesList *list, Error *error)
{
    const Workload *workload = registry_workload(variant->workload);
    void *memory[OPERANDS + 1] = {};
    LaunchRecord log = {};
    log.work = workload_work(workload, point);
    int result = allocate(workload, variant, point, memory, error);
    if (result == 0) {
        const DeviceSlice part = {
            0,   0, point->n, memory[OPERAND_A], memory[OPERAND_B], memory[OPERAND_OUT], memory[OPERANDS],
            NULL};
        Task task = {};
        task.point = point;
        task.c = memory[OPERAND_C];
        task.d = memory[OPERAND_D];
        task.parts = &part;
        task.error = error;
        task = part_task(&task, 0);
        gpu_record(&log);
        result = variant->run(&task);
        gpu_record(NULL);
    }
    for (size_t i = 0; result == 0 && i < log.count; i++) {
        result = add_kernel(list, variant, point, &log.launches[i], error);
    }
    for (void *operand : memory) {
        (void)cudaFree(operand);
    }
    free(log.launches);
    if (result != 0) {
        const Error reason = *error;
        error_set(error, "%s %s, size %zu, block %zu, tile %zu: %s", variant->workload, variant->name,
                  point->n, point->block, point->tile, reason.text);
    }
    return result;
}

enum { VALUES = 8, MOST_VALUE = 64 };

/* The values of an axis: powers of two up to MOST_VALUE and the variant's default, ascending; a single 0 if
 * the variant does not read the axis. Returns their number. */
static size_t axis_values(bool reads, size_t own, size_t *values)
{
    size_t count = 0;
    for (size_t value = reads ? 1 : 0; reads && value <= MOST_VALUE; value *= 2) {
        if (own > value / 2 && own < value) {
            values[count++] = own;
        }
        values[count++] = value;
    }
    if (!reads || own > MOST_VALUE) {
        values[count++] = reads ? own : 0;
    }
    return count;
}

static int attributes_of_variant(const Variant *variant, size_t n, AttributesList *list, Error *error)
{
    size_t blocks[VALUES], tiles[VALUES];
    const size_t block_count = axis_values((variant->axes & AXIS_BLOCK) != 0, variant->block, blocks);
    const size_t tile_count = axis_values((variant->axes & AXIS_TILE) != 0, variant->tile, tiles);
    Point point = {};
    point.m = point.n = point.k = n;
    point.edges = registry_workload(variant->workload)->takes_graph ? graph_default_edges(n) : 0;
    point.matrices = point.iterations = 1;
    point.devices = (variant->axes & AXIS_DEVICES) != 0;
    for (int type = 0; type < ELEMENT_TYPES; type++) {
        if ((variant->types & TYPE_BIT(type)) == 0) {
            continue;
        }
        point.type = (ElementType)type;
        for (size_t i = 0; i < block_count * tile_count; i++) {
            point.block = blocks[i / tile_count];
            point.tile = tiles[i % tile_count];
            Error refusal;
            if ((variant->accepts == NULL || variant->accepts(&point, &refusal) == 0) &&
                dry_run(variant, &point, list, error) != 0) {
                return -1;
            }
        }
    }
    return 0;
}

static bool is_wanted(const Variant *variant, const char *workload)
{
    /* A variant that does not launch by gpu_launch would run, without memory. */
    const unsigned unrecorded = VARIANT_LIBRARY | VARIANT_DEFAULT_STREAM | VARIANT_HOST_POINTERS;
    return variant_on_gpu(variant) && (variant->flags & unrecorded) == 0 &&
           (workload == NULL || strcmp(variant->workload, workload) == 0) &&
           (variant->missing == NULL || variant->missing() == NULL);
}

int gpu_kernel_attributes(const Variant *const *variants, const char *workload, size_t n,
                          KernelAttributes **attributes, size_t *count, Error *error)
{
    AttributesList list = {*attributes, *count};
    int result = gpu_start(error);
    for (; result == 0 && *variants != NULL; variants++) {
        result = is_wanted(*variants, workload) ? attributes_of_variant(*variants, n, &list, error) : 0;
    }
    *attributes = list.rows;
    *count = list.count;
    return result;
}
