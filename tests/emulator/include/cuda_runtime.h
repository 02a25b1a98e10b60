/* CUDA's runtime as far as the GPU part calls it, on the CPU: for tests on machines without a GPU.
 *
 * It stands before CUDA's own header on the include path, so that the same sources are compiled as plain C++:
 * a kernel is a function, its threads run one after the other as fibers, and shared memory is static, as
 * blocks are run one at a time. runtime.cc has the rest: memory, streams, events, the order of work.
 * Words of the language are macros here; what a preprocessor cannot replace, translate.sed does. */
#pragma once

#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <functional>
#include <tuple>
#include <type_traits>
#include <utility>

/* ---- the language ---- */

#define __device__
#define __host__
#define __global__
#define __forceinline__ inline
#define __restrict__
#define __launch_bounds__(...)
#define __cluster_dims__(...)
#define __grid_constant__
#define __shared__ static
#define __align__(bytes) __attribute__((aligned(bytes)))
#define __CUDA_ARCH__ 800
#define __CUDA_ARCH_LIST__ 800
#define __CUDACC_VER_MAJOR__ 0 /* gpu_build tells that nothing was compiled for a GPU */
#define __CUDACC_VER_MINOR__ 0

struct dim3 {
    unsigned x, y, z;
    dim3(unsigned x_ = 1, unsigned y_ = 1, unsigned z_ = 1) : x(x_), y(y_), z(z_)
    {
    }
};

struct alignas(16) uint4 {
    uint32_t x, y, z, w;
};

struct alignas(8) uint2 {
    uint32_t x, y;
};

struct alignas(8) int2 {
    int x, y;
};

struct alignas(8) float2 {
    float x, y;
};

static inline uint4 make_uint4(uint32_t x, uint32_t y, uint32_t z, uint32_t w)
{
    return {x, y, z, w};
}

struct alignas(16) double2 {
    double x, y;
};

static inline double2 make_double2(double x, double y)
{
    return {x, y};
}

static inline uint2 make_uint2(uint32_t x, uint32_t y)
{
    return {x, y};
}

static inline float2 make_float2(float x, float y)
{
    return {x, y};
}

static inline float __uint_as_float(uint32_t bits)
{
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

extern dim3 threadIdx, blockIdx, blockDim, gridDim;
extern uint4 emulated_shared[]; /* dynamic shared memory of the block that runs */

uint64_t emulated_clock_ns(void); /* a cycle a nanosecond */

/* Lets the other threads of the block run up to their next barrier. */
void emulated_barrier(void);

/* Which thread of its block and of its warp this is. */
unsigned emulated_thread(void);
unsigned emulated_lane(void);

/* Shows the others of the warp some bytes, and copies those of thread `lane`. */
void emulated_exchange(const void *given, void *taken, size_t bytes, unsigned lane);

#define __syncthreads emulated_barrier
#define __syncwarp emulated_barrier
#define __threadfence() ((void)0)
#define __nanosleep(ns) ((void)(ns))

int __syncthreads_or(int predicate);

template <typename T> static inline T __shfl_down_sync(unsigned, T value, unsigned ahead)
{
    const unsigned lane = emulated_lane();
    emulated_exchange(&value, &value, sizeof value, lane + ahead < 32 ? lane + ahead : lane);
    return value;
}

template <typename T> static inline T __shfl_xor_sync(unsigned, T value, unsigned mask)
{
    emulated_exchange(&value, &value, sizeof value, emulated_lane() ^ mask);
    return value;
}

/* Of the lane `by` below; of the first lanes their own. */
template <typename T> static inline T __shfl_up_sync(unsigned, T value, unsigned by)
{
    const unsigned lane = emulated_lane();
    emulated_exchange(&value, &value, sizeof value, lane < by ? lane : lane - by);
    return value;
}

/* Caches are not emulated. */
template <typename T> static inline T __ldcg(const T *from)
{
    return *from;
}
#define __ldg __ldcg
#define __ldcs __ldcg

template <typename T> static inline void __stcs(T *to, T value)
{
    *to = value;
}

template <typename T> static inline T min(T a, typename std::common_type<T>::type b)
{
    return a < b ? a : b;
}

template <typename T> static inline T max(T a, typename std::common_type<T>::type b)
{
    return a > b ? a : b;
}

template <typename T, typename U> static inline T atomicExch(T *to, U value)
{
    return std::exchange(*to, (T)value);
}

template <typename T, typename U> static inline T atomicAdd(T *to, U value)
{
    return atomicExch(to, *to + value);
}

template <typename T, typename U> static inline T atomicMax(T *to, U value)
{
    return atomicExch(to, max(*to, (T)value));
}

/* Instructions that are not emulated: translate.sed makes this of them. */
#define emulated_asm(...) emulated_no_instruction(#__VA_ARGS__)
void emulated_no_instruction(const char *text);

static inline long long clock64(void)
{
    return (long long)emulated_clock_ns();
}

/* Of instructions on halves of a word: NVIDIA, CUDA Math API, SIMD Intrinsics. */
template <typename Half, typename Operation>
static inline uint32_t each_half(uint32_t a, uint32_t b, Operation operation)
{
    uint32_t result = 0;
    for (int shift = 0; shift < 32; shift += 16) {
        const Half half = operation((Half)(a >> shift), (Half)(b >> shift));
        result |= (uint32_t)(uint16_t)half << shift;
    }
    return result;
}

static inline uint32_t __vadd2(uint32_t a, uint32_t b)
{
    return each_half<uint16_t>(a, b, [](uint16_t x, uint16_t y) { return (uint16_t)(x + y); });
}

static inline uint32_t __vmins2(uint32_t a, uint32_t b)
{
    return each_half<int16_t>(a, b, [](int16_t x, int16_t y) { return x < y ? x : y; });
}

static inline uint32_t __vminu2(uint32_t a, uint32_t b)
{
    return each_half<uint16_t>(a, b, [](uint16_t x, uint16_t y) { return x < y ? x : y; });
}

static inline uint32_t __vmaxu2(uint32_t a, uint32_t b)
{
    return each_half<uint16_t>(a, b, [](uint16_t x, uint16_t y) { return x > y ? x : y; });
}

static inline uint32_t __vcmpltu2(uint32_t a, uint32_t b)
{
    return each_half<uint16_t>(a, b, [](uint16_t x, uint16_t y) { return (uint16_t)(x < y ? 0xffff : 0); });
}

static inline uint32_t __byte_perm(uint32_t low, uint32_t high, uint32_t selector)
{
    const uint64_t bytes = (uint64_t)high << 32 | low;
    uint32_t result = 0;
    for (int i = 0; i < 4; i++) {
        result |= (uint32_t)(bytes >> 8 * (selector >> 4 * i & 7) & 255) << 8 * i;
    }
    return result;
}

/* ---- the runtime ---- */

typedef struct EmulatedStream *cudaStream_t;
typedef struct EmulatedEvent *cudaEvent_t;
typedef struct EmulatedGraph *cudaGraph_t;
typedef struct EmulatedGraphExec *cudaGraphExec_t;

enum cudaError_t : int {
    cudaSuccess = 0,
    cudaErrorInvalidValue = 1,
    cudaErrorMemoryAllocation = 2,
    cudaErrorInsufficientDriver = 35,
    cudaErrorInvalidDeviceFunction = 98,
    cudaErrorNoDevice = 100,
    cudaErrorInvalidDevice = 101,
    cudaErrorNoKernelImageForDevice = 209,
    cudaErrorInvalidPtx = 218,
    cudaErrorJitCompilerNotFound = 221,
    cudaErrorUnsupportedPtxVersion = 222,
    cudaErrorInvalidResourceHandle = 400,
    cudaErrorIllegalState = 401,
    cudaErrorNotReady = 600,
    cudaErrorIllegalAddress = 700,
    cudaErrorPeerAccessAlreadyEnabled = 704,
    cudaErrorStreamCaptureUnsupported = 900,
    cudaErrorStreamCaptureInvalidated = 901,
    cudaErrorStreamCaptureMerge = 902,
    cudaErrorStreamCaptureUnmatched = 903,
    cudaErrorStreamCaptureUnjoined = 904,
    cudaErrorStreamCaptureIsolation = 905,
};

enum cudaMemcpyKind {
    cudaMemcpyHostToHost,
    cudaMemcpyHostToDevice,
    cudaMemcpyDeviceToHost,
    cudaMemcpyDeviceToDevice,
    cudaMemcpyDefault,
};

enum {
    cudaStreamNonBlocking = 1,
    cudaEventDisableTiming = 2,
    cudaHostAllocDefault = 0,
    cudaHostRegisterDefault = 0,
    cudaHostAllocMapped = 2
};
enum cudaStreamCaptureMode {
    cudaStreamCaptureModeGlobal,
    cudaStreamCaptureModeThreadLocal,
    cudaStreamCaptureModeRelaxed,
};
enum { cudaGraphInstantiateFlagUseNodePriority = 8 };
enum { cudaSharedmemCarveoutDefault = -1 };
enum cudaFuncAttribute {
    cudaFuncAttributeMaxDynamicSharedMemorySize = 8,
    cudaFuncAttributePreferredSharedMemoryCarveout = 9,
};
enum cudaDeviceAttr {
    cudaDevAttrClockRate = 13,
    cudaDevAttrMultiProcessorCount = 16,
    cudaDevAttrMemoryClockRate = 36,
    cudaDevAttrGlobalMemoryBusWidth = 37,
    cudaDevAttrL2CacheSize = 38,
    cudaDevAttrAsyncEngineCount = 40,
    cudaDevAttrMaxSharedMemoryPerMultiprocessor = 81,
    cudaDevAttrMaxSharedMemoryPerBlockOptin = 97,
    cudaDevAttrMaxPersistingL2CacheSize = 108,
};

struct cudaDeviceProp {
    char name[256];
    int major, minor, multiProcessorCount, warpSize, maxThreadsPerMultiProcessor;
    size_t totalGlobalMem;
};

struct cudaFuncAttributes {
    int maxDynamicSharedSizeBytes, numRegs;
    size_t sharedSizeBytes, localSizeBytes;
};

cudaError_t cudaGetDeviceCount(int *count);
cudaError_t cudaSetDevice(int device);
cudaError_t cudaGetDevice(int *device);
cudaError_t cudaGetDeviceProperties(cudaDeviceProp *properties, int device);
cudaError_t cudaDeviceGetAttribute(int *value, cudaDeviceAttr attribute, int device);
cudaError_t emulated_allow_shared(int bytes); /* of a block */
cudaError_t cudaDeviceGetPCIBusId(char *text, int size, int device);
static inline cudaError_t cudaCtxResetPersistingL2Cache(void)
{
    return cudaSuccess; /* never called: the attribute is 0 */
}
cudaError_t cudaDriverGetVersion(int *version);
cudaError_t cudaMemGetInfo(size_t *free_bytes, size_t *total_bytes);
cudaError_t cudaDeviceCanAccessPeer(int *can, int device, int peer);
cudaError_t cudaDeviceEnablePeerAccess(int peer, unsigned flags);
cudaError_t cudaDeviceSynchronize(void);
cudaError_t emulated_malloc(void **memory, size_t bytes, bool on_host);
cudaError_t cudaFree(void *memory);
cudaError_t cudaHostRegister(void *memory, size_t bytes, unsigned flags);
cudaError_t cudaHostUnregister(void *memory);
cudaError_t cudaMemcpy(void *to, const void *from, size_t bytes, cudaMemcpyKind kind);
cudaError_t cudaMemcpyAsync(void *to, const void *from, size_t bytes, cudaMemcpyKind kind,
                            cudaStream_t stream);
cudaError_t cudaMemcpy2DAsync(void *to, size_t to_pitch, const void *from, size_t from_pitch, size_t width,
                              size_t height, cudaMemcpyKind kind, cudaStream_t stream);
cudaError_t cudaMemset2DAsync(void *to, size_t pitch, int value, size_t width, size_t height,
                              cudaStream_t stream);
cudaError_t cudaStreamCreateWithFlags(cudaStream_t *stream, unsigned flags);
cudaError_t cudaStreamDestroy(cudaStream_t stream);
cudaError_t cudaStreamSynchronize(cudaStream_t stream);
cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned flags);
cudaError_t cudaEventCreateWithFlags(cudaEvent_t *event, unsigned flags);
cudaError_t cudaEventDestroy(cudaEvent_t event);
cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream);
cudaError_t cudaEventElapsedTime(float *ms, cudaEvent_t from, cudaEvent_t to);
cudaError_t cudaStreamBeginCapture(cudaStream_t stream, cudaStreamCaptureMode mode);
cudaError_t cudaStreamEndCapture(cudaStream_t stream, cudaGraph_t *graph);
cudaError_t cudaGraphInstantiateWithFlags(cudaGraphExec_t *prepared, cudaGraph_t graph,
                                          unsigned long long flags);
cudaError_t cudaGraphUpload(cudaGraphExec_t prepared, cudaStream_t stream);
cudaError_t cudaGraphLaunch(cudaGraphExec_t prepared, cudaStream_t stream);
cudaError_t cudaGraphDestroy(cudaGraph_t graph);
cudaError_t cudaGraphExecDestroy(cudaGraphExec_t prepared);
cudaError_t cudaGetLastError(void);
cudaError_t cudaPeekAtLastError(void);

static inline cudaError_t cudaDeviceGetStreamPriorityRange(int *least, int *greatest)
{
    *least = 0;
    *greatest = -5;
    return cudaSuccess;
}

static inline const char *cudaGetErrorName(cudaError_t)
{
    return "an error of the emulated CUDA";
}

static inline const char *cudaGetErrorString(cudaError_t)
{
    return "stderr tells which";
}

static inline cudaError_t cudaRuntimeGetVersion(int *version)
{
    return cudaDriverGetVersion(version);
}

/* Of the order of work priorities are no part: nothing may hang on them. */
static inline cudaError_t cudaStreamGetPriority(cudaStream_t, int *priority)
{
    *priority = 0;
    return cudaSuccess;
}

static inline cudaError_t cudaStreamCreateWithPriority(cudaStream_t *stream, unsigned flags, int)
{
    return cudaStreamCreateWithFlags(stream, flags);
}

static inline cudaError_t cudaEventCreate(cudaEvent_t *event)
{
    return cudaEventCreateWithFlags(event, 0);
}

static inline cudaError_t cudaFreeHost(void *memory)
{
    return cudaFree(memory);
}

static inline cudaError_t cudaMemsetAsync(void *to, int value, size_t bytes, cudaStream_t stream)
{
    return cudaMemset2DAsync(to, bytes, value, bytes, 1, stream);
}

static inline cudaError_t cudaProfilerStart(void)
{
    return cudaSuccess;
}

static inline cudaError_t cudaProfilerStop(void)
{
    return cudaSuccess;
}

template <typename T> static inline cudaError_t cudaMalloc(T **memory, size_t bytes)
{
    return emulated_malloc((void **)memory, bytes, false);
}

template <typename T> static inline cudaError_t cudaHostAlloc(T **memory, size_t bytes, unsigned)
{
    return emulated_malloc((void **)memory, bytes, true);
}

template <typename T>
static inline cudaError_t cudaFuncSetAttribute(T, cudaFuncAttribute attribute, int value)
{
    return attribute == cudaFuncAttributeMaxDynamicSharedMemorySize ? emulated_allow_shared(value)
                                                                    : cudaSuccess;
}

template <typename T> static inline cudaError_t cudaFuncGetAttributes(cudaFuncAttributes *attributes, T)
{
    *attributes = cudaFuncAttributes{};
    attributes->maxDynamicSharedSizeBytes = 48 << 10;
    return cudaSuccess;
}

template <typename T>
static inline cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, T, int, size_t)
{
    *blocks = 1;
    return cudaSuccess;
}

/* ---- launches ---- */

/* Enqueues a launch of `thread`, which is run by every thread of the grid. */
cudaError_t emulated_enqueue(const char *name, dim3 grid, dim3 block, size_t shared_bytes,
                             cudaStream_t stream, std::function<void()> thread);
/* The kernel that the next cudaLaunchKernel launches, which has it without its type. */
void emulated_next_launch(const char *name, std::function<void()> thread);
cudaError_t cudaLaunchKernel(const void *kernel, dim3 grid, dim3 block, void **arguments, size_t shared_bytes,
                             cudaStream_t stream);

/* name<<<grid, block, shared_bytes, stream>>>(arguments...): translate.sed makes this of what stands before
 * the arguments. */
#define emulated_chevrons(kernel, ...) emulated_launcher(#kernel, kernel, __VA_ARGS__)

template <typename... Parameters>
static inline auto emulated_launcher(const char *name, void (*kernel)(Parameters...), dim3 grid, dim3 block,
                                     size_t shared_bytes = 0, cudaStream_t stream = NULL)
{
    return [=](auto... arguments) {
        std::tuple<typename std::decay<Parameters>::type...> kept(arguments...);
        (void)emulated_enqueue(name, grid, block, shared_bytes, stream, [=] { std::apply(kernel, kept); });
    };
}
