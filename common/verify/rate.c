/* Upper bounds on rates: detects work that was not done. See verify.h.
 *
 * The bounds are the peak per cycle of an instruction class on the widest existing cores, so that no correct
 * result exceeds them. In operations, where a multiply-add counts two:
 *   vector   no x86-64 core has more than two full-width multiply-add ports. Of Arm's,
 *            Neoverse V1, V2 and Cortex-X have four of 128 bits (optimization guides)
 *   scalar   four multiply-adds
 *   dot      four narrow multiply-adds per 32-bit lane (VNNI on bytes)
 *   matrix   AMX on bytes: 16 x 16 x 64 multiply-adds in 16 cycles (Intel, Optimization
 *            Reference Manual). On x86-64 without AMX those of dot products
 *   GPU      128 lanes per multiprocessor, of float64 64 (CUDA C++ Programming Guide, arithmetic
 *            instructions); tensor cores 32 times 128: float16 on Blackwell, bytes on Hopper
 * A vector has half as many lanes of float64. Tensor cores may emulate float64 by narrow types, so it has no
 * lower bound there; nor have matrix units.
 * A relaxation, x = min(x + w, z), is two instructions, for which the widest cores have four ports, or one
 * instruction on a GPU.
 * Moved elements are stored once, and a first-level cache takes 64 bytes per cycle and core (no x86-64 core
 * stores more; 128 elsewhere), on a GPU 128 per multiprocessor. Less time means that pages were remapped. */
#include "common/machine/machine.h"
#include "common/verify/verify.h"

#ifdef __aarch64__
#include <sys/prctl.h>
#endif
#ifdef __x86_64__
#include <cpuid.h>
#endif

enum {
    MEASUREMENTS = 5, /* of the clock, 5 ms each, before a rate is rejected */
    GPU_LANES = 128,
    GPU_LANES_FLOAT64 = 64, /* of A100 32, of consumers' GPUs 2 */
    TENSOR_FACTOR = 32,
    DOT_FACTOR = 4,
    SCALAR_PORTS = 4,
    MATRIX_WORK = 2 * 16 * 64,
    MOVED_PER_STORED = 2, /* bytes that the cost models count: read and written */
    GPU_STORED = 128,     /* bytes per cycle and multiprocessor */
};

/* Margin for a clock that was higher during the sample than in any measurement. */
#define MARGIN 1.10

/* Lanes of the widest vectors, of elements of the type. Scalable vectors may be longer than machine_lanes
 * reports. */
static double lanes(ElementType type)
{
    double widest = machine_lanes();
#if defined __aarch64__ && defined PR_SVE_GET_VL
    int vector = prctl(PR_SVE_GET_VL);
    double scalable = vector > 0 ? (double)(vector & PR_SVE_VL_LEN_MASK) / 4 : 0;
    widest = scalable > widest ? scalable : widest;
#endif
    return widest * 4 / (double)type_size(type);
}

/* Unknown outside x86-64, where it counts as there. */
static bool has_matrix_unit(void)
{
#ifdef __x86_64__
    enum { FEATURES = 7, AMX_BF16 = 1 << 22, AMX_TILE = 1 << 24, AMX_INT8 = 1 << 25 };
    unsigned eax, ebx, ecx, edx;
    return __get_cpuid_count(FEATURES, 0, &eax, &ebx, &ecx, &edx) != 0 &&
           (edx & (AMX_BF16 | AMX_TILE | AMX_INT8)) != 0;
#else
    return true;
#endif
}

/* Those that bound the rate: of types of 16 bits matrix units and tensor cores, which libraries use. */
static Instructions bounding_instructions(const Variant *variant, ElementType type)
{
    return type_size(type) < sizeof(float) ? INSTRUCTIONS_TENSOR : variant->instructions;
}

/* Peak of one thread per cycle. */
static double cpu_work_per_cycle(WorkStep step, Instructions instructions, ElementType type)
{
#ifdef __x86_64__
    const double ports = 2, stored_bytes = 64;
#else
    const double ports = 4, stored_bytes = 128;
#endif
    if (step == STEP_MOVE) {
        return MOVED_PER_STORED * stored_bytes;
    }
    double vector = step == STEP_ADD_MIN ? 4.0 / 2 * lanes(type) : 2 * ports * lanes(type);
    switch (instructions) {
    case INSTRUCTIONS_SCALAR:
        return step == STEP_ADD_MIN ? SCALAR_PORTS : 2 * SCALAR_PORTS;
    case INSTRUCTIONS_PACKED:
        return 2 * vector;
    case INSTRUCTIONS_DOT:
        return DOT_FACTOR * vector;
    case INSTRUCTIONS_MATRIX:
    case INSTRUCTIONS_TENSOR:
        return has_matrix_unit() ? MATRIX_WORK : DOT_FACTOR * vector;
    case INSTRUCTIONS_VECTOR:
        break;
    }
    return vector;
}

static double gpu_limit(WorkStep step, const Variant *variant, ElementType type, const GpuInfo *gpu)
{
    const bool tensor = bounding_instructions(variant, type) == INSTRUCTIONS_TENSOR ||
                        (type == TYPE_FLOAT64 && (variant->flags & VARIANT_TENSOR_FLOAT64) != 0);
    double work = step == STEP_MOVE                 ? MOVED_PER_STORED * GPU_STORED
                  : tensor                          ? GPU_LANES * TENSOR_FACTOR
                  : type_size(type) > sizeof(float) ? GPU_LANES_FLOAT64
                                                    : GPU_LANES;
    work *= step == STEP_MULTIPLY_ADD ? 2 : 1;
    return MARGIN * work * gpu->multiprocessors * gpu->clock_mhz / 1e3;
}

double verify_rate_limit(const Workload *workload, const Variant *variant, ElementType type, unsigned workers,
                         const GpuInfo *gpu)
{
    if (workload->step == STEP_ANY) {
        return 0;
    }
    if (gpu != NULL) {
        return (workers > 0 ? workers : 1) * gpu_limit(workload->step, variant, type, gpu);
    }
    double per_cycle = cpu_work_per_cycle(workload->step, bounding_instructions(variant, type), type);
    return MARGIN * per_cycle * (workers > 0 ? workers : 1) * machine_clock_highest_hz() / 1e9;
}

int verify_rate(const Workload *workload, const Variant *variant, const Point *point, const GpuInfo *gpu,
                double kernel_s, Error *error)
{
    double rate = workload_work(workload, point) / kernel_s / 1e9;
    double limit = verify_rate_limit(workload, variant, point->type, point_workers(point), gpu);
    for (int i = 0; i < MEASUREMENTS && gpu == NULL && limit > 0 && !(rate <= limit); i++) {
        machine_clock_hz();
        limit = verify_rate_limit(workload, variant, point->type, point_workers(point), gpu);
    }
    if (!(limit > 0) || rate <= limit) {
        return 0;
    }
    return -error_set(error, "%.1f %s exceeds %s x clock = %.1f: the work was not done within the sample",
                      rate, workload_rate_unit(workload, point),
                      workload->step == STEP_MOVE ? "what a first-level cache stores" : "lanes x ports",
                      limit);
}

int verify_rate_here(const Workload *workload, const Variant *variant, const Point *point, double kernel_s,
                     Error *error)
{
    const bool on_gpu = variant_on_gpu(variant);
    GpuInfo gpu;
    return on_gpu && gpu_info(&gpu, NULL) != 0
               ? 0
               : verify_rate(workload, variant, point, on_gpu ? &gpu : NULL, kernel_s, error);
}
