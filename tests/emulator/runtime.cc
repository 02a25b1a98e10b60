/* GPUs that are made of nothing but memory and the order of work.
 *
 * What is enqueued on a stream is kept, and done at some later moment: in steps, each of a stream that is
 * drawn at random among those whose next operation need not wait. So work of different streams and devices
 * comes in every order that events allow, and what forgets an event is found wrong sooner or later.
 * EMULATED_SEED repeats one order.
 *
 * What is enqueued on a stream that is captured becomes a node of a graph, behind those that the stream's
 * order and events put before it. A launch of the graph stands in its stream for all its nodes: each step of
 * it does one that is drawn among those whose turn it can be. What a capture does not permit is refused and
 * ends it, as in CUDA.
 *
 * As CUDA has it: a launch is for a stream of the current device, an event is recorded on its own device's
 * streams, memory is of the device that was current. A copy beyond the end of an allocation is refused. A
 * copy from or to pageable memory returns when it is done. Thread blocks run one at a time, in a random
 * order; the threads of one are fibers, which a barrier switches. Nothing is as fast as anything: times mean
 * nothing.
 *
 * EMULATED_GPUS: how many there are (2). EMULATED_PEERS=0: none can reach another's memory.
 * EMULATED_SHARED: bytes of shared memory that a block may have (232448).
 * EMULATED_MULTIPROCESSORS: of a GPU (4). */
#include "cuda_runtime.h"

#include <fcntl.h>
#include <setjmp.h>
#include <stdio.h>
#include <sys/mman.h>
#include <time.h>
#include <ucontext.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <deque>
#include <map>
#include <memory>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "cuda.h"
#include "cuda_pipeline.h"
#include "dlfcn.h"

/* Here they are the system's. */
#undef dlopen
#undef dlsym

static int setting(const char *name, int usual)
{
    const char *text = getenv(name);
    return text != NULL ? atoi(text) : usual;
}

static unsigned drawn(size_t below)
{
    static std::mt19937_64 generator((uint64_t)setting("EMULATED_SEED", (int)time(NULL)) +
                                     ((uint64_t)setting("OMPI_COMM_WORLD_RANK", 0) << 32));
    return (unsigned)(generator() % below);
}

static int current_device;
static cudaError_t last_error;

static cudaError_t refuse(cudaError_t error, const std::string &why)
{
    fprintf(stderr, "emulated CUDA: %s\n", why.c_str());
    return last_error = error;
}

[[noreturn]] static void give_up(const std::string &why)
{
    fprintf(stderr, "emulated CUDA: %s\n", why.c_str());
    abort();
}

uint64_t emulated_clock_ns(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

/* ---- devices ---- */

enum : size_t { MEMORY_BYTES = (size_t)4 << 30 };

static int device_count(void)
{
    return setting("EMULATED_GPUS", 2);
}

cudaError_t cudaGetDeviceCount(int *count)
{
    *count = device_count();
    return *count > 0 ? cudaSuccess : cudaErrorNoDevice;
}

cudaError_t cudaSetDevice(int device)
{
    if (device < 0 || device >= device_count()) {
        return refuse(cudaErrorInvalidDevice, "there is no device " + std::to_string(device));
    }
    current_device = device;
    return cudaSuccess;
}

cudaError_t cudaGetDevice(int *device)
{
    *device = current_device;
    return cudaSuccess;
}

cudaError_t cudaGetDeviceProperties(cudaDeviceProp *properties, int)
{
    *properties =
        cudaDeviceProp{"emulated", 8, 0, setting("EMULATED_MULTIPROCESSORS", 4), 32, 2048, MEMORY_BYTES};
    return cudaSuccess;
}

static int shared_per_block(void)
{
    return setting("EMULATED_SHARED", 232448);
}

cudaError_t cudaDeviceGetAttribute(int *value, cudaDeviceAttr attribute, int)
{
    const std::map<cudaDeviceAttr, int> values = {
        {cudaDevAttrClockRate, 1000000},
        {cudaDevAttrMultiProcessorCount, setting("EMULATED_MULTIPROCESSORS", 4)},
        {cudaDevAttrL2CacheSize, 1 << 20},
        {cudaDevAttrMaxSharedMemoryPerBlockOptin, shared_per_block()}};
    *value = values.count(attribute) > 0 ? values.at(attribute) : 0;
    return cudaSuccess;
}

cudaError_t emulated_allow_shared(int bytes)
{
    return bytes <= shared_per_block() ? cudaSuccess : last_error = cudaErrorInvalidValue;
}

cudaError_t cudaDeviceGetPCIBusId(char *text, int size, int device)
{
    snprintf(text, (size_t)size, "0000:%02x:00.0", (unsigned)device + 1);
    return cudaSuccess;
}

cudaError_t cudaDriverGetVersion(int *version)
{
    *version = 0;
    return cudaSuccess;
}

cudaError_t cudaMemGetInfo(size_t *free_bytes, size_t *total_bytes)
{
    *free_bytes = *total_bytes = MEMORY_BYTES;
    return cudaSuccess;
}

cudaError_t cudaDeviceCanAccessPeer(int *can, int device, int peer)
{
    *can = device != peer && setting("EMULATED_PEERS", 1);
    return cudaSuccess;
}

cudaError_t cudaDeviceEnablePeerAccess(int peer, unsigned)
{
    static std::set<std::pair<int, int>> enabled;
    if (peer == current_device) {
        return refuse(cudaErrorInvalidDevice, "a device is no peer of itself");
    }
    return last_error = enabled.insert({current_device, peer}).second ? cudaSuccess
                                                                      : cudaErrorPeerAccessAlreadyEnabled;
}

cudaError_t cudaGetLastError(void)
{
    const cudaError_t error = last_error;
    last_error = cudaSuccess;
    return error;
}

cudaError_t cudaPeekAtLastError(void)
{
    return last_error;
}

/* ---- memory ---- */

/* Is a stream captured so that this is refused? Then it has been, and that capture is no more. */
static bool is_unsafe(const char *what);

typedef struct Allocation {
    size_t bytes;
    int device; /* -1: of the host, page-locked */
} Allocation;

static std::map<const char *, Allocation> allocations;

/* The allocation that the address is in; NULL: pageable memory of the host. */
static const Allocation *allocation_of(const void *address, size_t *left = NULL)
{
    auto at = allocations.upper_bound((const char *)address);
    if (at == allocations.begin()) {
        return NULL;
    }
    --at;
    const size_t offset = (size_t)((const char *)address - at->first);
    if (left != NULL && offset < at->second.bytes) {
        *left = at->second.bytes - offset;
    }
    return offset < at->second.bytes ? &at->second : NULL;
}

cudaError_t emulated_malloc(void **memory, size_t bytes, bool on_host)
{
    enum : size_t { STEP = 512 };
    if (is_unsafe("memory is allocated")) {
        return last_error;
    }
    *memory = aligned_alloc(STEP, (bytes + STEP - 1) / STEP * STEP);
    if (*memory == NULL) {
        return last_error = cudaErrorMemoryAllocation;
    }
    memset(*memory, 0xa5, bytes);
    allocations[(const char *)*memory] = {bytes, on_host ? -1 : current_device};
    return cudaSuccess;
}

cudaError_t cudaHostRegister(void *memory, size_t bytes, unsigned)
{
    return allocations.insert({(const char *)memory, {bytes, -1}}).second
               ? cudaSuccess
               : refuse(cudaErrorInvalidValue, "what is locked was locked or allocated before");
}

cudaError_t cudaHostUnregister(void *memory)
{
    return allocations.erase((const char *)memory) != 0
               ? cudaSuccess
               : refuse(cudaErrorInvalidValue, "what is unlocked was not locked");
}

cudaError_t cudaFree(void *memory)
{
    if (is_unsafe("memory is freed")) {
        return last_error;
    }
    if (memory != NULL && allocations.erase((const char *)memory) == 0) {
        return refuse(cudaErrorInvalidValue, "what is freed was not allocated");
    }
    free(memory);
    return cudaSuccess;
}

/* Is it within one allocation, or of the host? */
static bool is_whole(const void *address, size_t bytes)
{
    size_t left = 0;
    return allocation_of(address, &left) == NULL || bytes <= left;
}

static bool is_on_device(const void *address)
{
    const Allocation *allocation = allocation_of(address);
    return allocation != NULL && allocation->device >= 0;
}

static bool is_pageable(const void *address)
{
    return allocation_of(address) == NULL;
}

/* ---- kernels ---- */

typedef struct Copy {
    void *to;
    const void *from;
    size_t bytes;
} Copy;

typedef struct Fiber {
    jmp_buf at; /* where it goes on */
    std::vector<char> stack;
    bool is_begun, is_done;
    char given[96]; /* to the others of its warp */
    int predicate;
    std::vector<Copy> open;
    std::deque<std::vector<Copy>> groups;
} Fiber;

dim3 threadIdx, blockIdx, blockDim, gridDim;
alignas(128) uint4 emulated_shared[1 << 14];

static std::vector<std::unique_ptr<Fiber>> fibers;
static jmp_buf between; /* the threads of a block */
static unsigned running;
static const std::function<void()> *thread_body;

/* swapcontext would save the signal mask too, by two calls of the system: seven eighths of a kernel's time.
 */
void emulated_barrier(void)
{
    if (_setjmp(fibers[running]->at) == 0) {
        _longjmp(between, 1);
    }
}

/* The thread of one block after the other. */
static void enter_thread(void)
{
    for (;;) {
        (*thread_body)();
        fibers[running]->is_done = true;
        emulated_barrier();
    }
}

static void run_to_barrier(Fiber *fiber)
{
    if (_setjmp(between) != 0) {
        return;
    }
    if (fiber->is_begun) {
        _longjmp(fiber->at, 1);
    }
    fiber->is_begun = true;
    ucontext_t first;
    getcontext(&first);
    first.uc_stack.ss_sp = fiber->stack.data();
    first.uc_stack.ss_size = fiber->stack.size();
    first.uc_link = NULL;
    makecontext(&first, enter_thread, 0);
    setcontext(&first);
}

unsigned emulated_thread(void)
{
    return running;
}

unsigned emulated_lane(void)
{
    return running % 32;
}

void emulated_exchange(const void *given, void *taken, size_t bytes, unsigned lane)
{
    const unsigned own = running;
    memcpy(fibers[own]->given, given, bytes);
    emulated_barrier();
    memcpy(taken, fibers[own / 32 * 32 + lane]->given, bytes);
    emulated_barrier();
}

int __syncthreads_or(int predicate)
{
    const unsigned threads = blockDim.x * blockDim.y * blockDim.z;
    int any = 0;
    fibers[running]->predicate = predicate;
    emulated_barrier();
    for (unsigned i = 0; i < threads; i++) {
        any |= fibers[i]->predicate != 0;
    }
    emulated_barrier();
    return any;
}

static void make(const std::vector<Copy> &copies)
{
    for (const Copy &copy : copies) {
        memcpy(copy.to, copy.from, copy.bytes);
    }
}

void emulated_copy(void *to, const void *from, size_t bytes)
{
    if (((uintptr_t)to | (uintptr_t)from) % bytes != 0) {
        give_up("an asynchronous copy is not aligned");
    }
    if (drawn(2) == 0) {
        memcpy(to, from, bytes);
    } else {
        memset(to, 0xa5, bytes);
        fibers[running]->open.push_back({to, from, bytes});
    }
}

void emulated_commit(void)
{
    fibers[running]->groups.push_back(std::move(fibers[running]->open));
    fibers[running]->open.clear();
}

void emulated_wait_prior(unsigned groups)
{
    std::deque<std::vector<Copy>> &waiting = fibers[running]->groups;
    while (waiting.size() > groups) {
        make(waiting.front());
        waiting.pop_front();
    }
}

void emulated_wait_all(void)
{
    emulated_wait_prior(0);
    make(fibers[running]->open);
    fibers[running]->open.clear();
}

static void begin_thread(unsigned index)
{
    enum { STACK_BYTES = 1 << 16 };
    if (index == fibers.size()) {
        fibers.emplace_back(new Fiber());
        fibers[index]->stack.resize(STACK_BYTES);
    }
    Fiber *fiber = fibers[index].get();
    fiber->is_done = false;
    fiber->open.clear();
    fiber->groups.clear();
}

static dim3 place_in(unsigned index, dim3 shape)
{
    return dim3(index % shape.x, index / shape.x % shape.y, index / shape.x / shape.y);
}

static void run_block(unsigned threads)
{
    for (unsigned i = 0; i < threads; i++) {
        begin_thread(i);
    }
    for (unsigned left = threads; left > 0;) {
        for (unsigned i = 0; i < threads; i++) {
            if (!fibers[i]->is_done) {
                running = i;
                threadIdx = place_in(i, blockDim);
                run_to_barrier(fibers[i].get());
                left -= fibers[i]->is_done;
            }
        }
    }
}

static void run_kernel(dim3 grid, dim3 block, const std::function<void()> &thread)
{
    std::vector<unsigned> order((size_t)grid.x * grid.y * grid.z);
    for (unsigned i = 0; i < order.size(); i++) {
        order[i] = i;
        std::swap(order[i], order[drawn(i + 1)]);
    }
    gridDim = grid;
    blockDim = block;
    thread_body = &thread;
    for (unsigned index : order) {
        blockIdx = place_in(index, grid);
        run_block(block.x * block.y * block.z);
    }
}

void emulated_no_instruction(const char *text)
{
    give_up(std::string("there is no such instruction: ") + text);
}

/* ---- streams and events ---- */

/* Done when all its streams have come to it. */
typedef struct Meeting {
    size_t streams, arrived;
    bool is_done;
    std::function<void()> work;
} Meeting;

/* What a captured stream would have done, and behind which others. */
typedef struct Node {
    std::function<void()> work;
    std::set<size_t> after;
} Node;

struct EmulatedGraph {
    std::vector<Node> nodes;
};

struct EmulatedGraphExec {
    std::vector<Node> nodes;
    std::vector<std::vector<size_t>> before; /* which nodes are behind each */
    uint64_t launched, done;                 /* how often */
};

typedef struct Launch {
    cudaGraphExec_t graph;
    uint64_t number;             /* of the graph's launches */
    std::vector<size_t> lacking; /* how many nodes each is still behind */
    std::vector<size_t> able;
    size_t left;
} Launch;

typedef struct Capture {
    cudaStream_t origin;
    cudaStreamCaptureMode mode;
    EmulatedGraph graph;
    bool is_valid, is_over;
} Capture;

typedef struct Operation {
    const char *name = NULL;
    std::function<void()> work = NULL;
    cudaEvent_t waits_for = NULL, records = NULL; /* NULL: neither */
    uint64_t version = 0;                         /* of that event */
    std::shared_ptr<Meeting> meeting = NULL;
    bool has_arrived = false;
    std::shared_ptr<Launch> launch = NULL;
    std::function<bool()> go_on = NULL; /* does what it can without other processes: true when all is done */
} Operation;

struct EmulatedStream {
    int device;
    std::deque<Operation> operations;
    std::shared_ptr<Capture> capture; /* NULL: it is not captured */
    std::set<size_t> after;           /* else the nodes that its next one is behind */
};

struct EmulatedEvent {
    int device;
    bool is_timed;
    uint64_t recorded, done; /* versions: how often */
    uint64_t at_ns;
    std::shared_ptr<Capture> capture; /* if it was recorded on a captured stream last, */
    std::set<size_t> after;           /* and behind which nodes */
};

static std::vector<cudaStream_t> streams;

static bool is_stream(cudaStream_t stream)
{
    return std::find(streams.begin(), streams.end(), stream) != streams.end();
}

/* NULL is the default stream of the current device, for which streams that are made here do not wait. */
static cudaStream_t named(cudaStream_t stream)
{
    static std::map<int, cudaStream_t> defaults;
    if (stream == NULL) {
        cudaStream_t &own = defaults[current_device];
        if (own == NULL) {
            own = new EmulatedStream{current_device, {}, NULL, {}};
            streams.push_back(own);
        }
        stream = own;
    }
    return stream;
}

static bool may_be_done(Operation *operation)
{
    if (operation->go_on) {
        return operation->go_on();
    }
    if (operation->waits_for != NULL) {
        return operation->waits_for->done >= operation->version;
    }
    if (operation->launch != NULL) {
        return operation->launch->graph->done + 1 == operation->launch->number;
    }
    if (operation->meeting != NULL && !operation->has_arrived) {
        operation->has_arrived = true;
        operation->meeting->arrived++;
    }
    return operation->meeting == NULL || operation->meeting->arrived == operation->meeting->streams;
}

/* One node. */
static void go_on(Launch *launch)
{
    std::vector<size_t> &able = launch->able;
    std::swap(able[drawn(able.size())], able.back());
    const size_t node = able.back();
    able.pop_back();
    launch->left--;
    launch->graph->nodes[node].work();
    for (size_t behind : launch->graph->before[node]) {
        if (--launch->lacking[behind] == 0) {
            able.push_back(behind);
        }
    }
}

static void do_operation(const Operation &operation)
{
    if (operation.meeting != NULL && !operation.meeting->is_done) {
        operation.meeting->is_done = true;
        operation.meeting->work();
    }
    if (operation.work) {
        operation.work();
    }
    if (operation.records != NULL) {
        operation.records->done = operation.version;
        operation.records->at_ns = emulated_clock_ns();
    }
    if (operation.launch != NULL) {
        operation.launch->graph->done++;
    }
}

/* Has any stream come to what other processes are to do? Then waits a little for them. */
static bool wait_for_others(void)
{
    const struct timespec pause = {0, 50000};
    for (cudaStream_t stream : streams) {
        if (!stream->operations.empty() && stream->operations.front().go_on) {
            nanosleep(&pause, NULL);
            return true;
        }
    }
    return false;
}

/* One operation of one stream, of a graph one node. False when there is none that need not wait. */
static bool step(void)
{
    std::vector<cudaStream_t> able;
    for (cudaStream_t stream : streams) {
        if (!stream->operations.empty() && may_be_done(&stream->operations.front())) {
            able.push_back(stream);
        }
    }
    if (able.empty()) {
        return false;
    }
    cudaStream_t stream = able[drawn(able.size())];
    Launch *launch = stream->operations.front().launch.get();
    if (launch != NULL && launch->left > 0) {
        go_on(launch);
        return true;
    }
    const Operation operation = std::move(stream->operations.front());
    stream->operations.pop_front();
    do_operation(operation);
    return true;
}

/* ---- captured streams ---- */

/* Refuses a call, and with it all that was captured and will be. */
static cudaError_t invalidate(cudaStream_t stream, cudaError_t error, const std::string &why)
{
    stream->capture->is_valid = false;
    return refuse(error, why);
}

static cudaError_t check_valid(cudaStream_t stream)
{
    return stream->capture->is_valid
               ? cudaSuccess
               : refuse(cudaErrorStreamCaptureInvalidated, "what a stream captures is no more");
}

static bool is_unsafe(const char *what)
{
    bool is = false;
    for (cudaStream_t stream : streams) {
        if (stream->capture != NULL && stream->capture->mode != cudaStreamCaptureModeRelaxed) {
            (void)invalidate(stream, cudaErrorStreamCaptureUnsupported,
                             std::string(what) + " while a stream is captured");
            is = true;
        }
    }
    return is;
}

/* CUDA's graphs have some more kinds of nodes. */
static cudaError_t add_node(cudaStream_t stream, const Operation &operation)
{
    const cudaError_t valid = check_valid(stream);
    if (valid != cudaSuccess) {
        return valid;
    }
    if (!operation.work) {
        return invalidate(stream, cudaErrorStreamCaptureUnsupported,
                          std::string(operation.name) + " is not captured");
    }
    std::vector<Node> &nodes = stream->capture->graph.nodes;
    nodes.push_back({operation.work, stream->after});
    stream->after = {nodes.size() - 1};
    return cudaSuccess;
}

/* Waiting for an event of a captured stream: from then on this one is captured too. */
static cudaError_t join_capture(cudaStream_t stream, cudaEvent_t event)
{
    if (stream->capture == NULL && (event->capture->is_over || !event->capture->is_valid)) {
        return refuse(cudaErrorInvalidValue, "a stream waits for an event of a capture that is no more");
    }
    if (stream->capture != NULL && event->capture->is_over) {
        return invalidate(stream, cudaErrorStreamCaptureIsolation,
                          "a captured stream waits for an event of an earlier capture");
    }
    if (stream->capture != NULL && stream->capture != event->capture) {
        event->capture->is_valid = false;
        return invalidate(stream, cudaErrorStreamCaptureMerge, "two captures would become one");
    }
    stream->capture = event->capture;
    stream->after.insert(event->after.begin(), event->after.end());
    return check_valid(stream);
}

cudaError_t cudaStreamBeginCapture(cudaStream_t stream, cudaStreamCaptureMode mode)
{
    if (!is_stream(stream)) {
        return refuse(cudaErrorInvalidResourceHandle, "there is no such stream to capture");
    }
    if (stream->capture != NULL) {
        return refuse(cudaErrorIllegalState, "a stream is captured twice at once");
    }
    stream->capture.reset(new Capture{stream, mode, {}, true, false});
    return cudaSuccess;
}

/* Is every node among `last`, or before one that is? A node is numbered later than those before it. */
static bool are_joined(const std::vector<Node> &nodes, std::set<size_t> last)
{
    for (size_t i = nodes.size(); i-- > 0;) {
        if (last.count(i) == 0) {
            return false;
        }
        last.insert(nodes[i].after.begin(), nodes[i].after.end());
    }
    return true;
}

cudaError_t cudaStreamEndCapture(cudaStream_t stream, cudaGraph_t *graph)
{
    *graph = NULL;
    if (!is_stream(stream) || stream->capture == NULL) {
        return refuse(cudaErrorIllegalState, "a capture ends on a stream that is not captured");
    }
    const std::shared_ptr<Capture> capture = stream->capture;
    if (capture->origin != stream) {
        return invalidate(stream, cudaErrorStreamCaptureUnmatched,
                          "a capture ends on a stream that it did not begin on");
    }
    const cudaError_t valid = check_valid(stream);
    const bool joined = are_joined(capture->graph.nodes, stream->after);
    capture->is_over = true;
    for (cudaStream_t member : streams) {
        if (member->capture == capture) {
            member->capture = NULL;
            member->after.clear();
        }
    }
    if (valid != cudaSuccess) {
        return valid;
    }
    if (!joined) {
        return refuse(cudaErrorStreamCaptureUnjoined,
                      "a capture ends before its first stream has waited for all that it forked");
    }
    *graph = new EmulatedGraph(std::move(capture->graph));
    return cudaSuccess;
}

/* ---- what is enqueued ---- */

static cudaError_t enqueue(cudaStream_t stream, Operation operation)
{
    enum { AT_ONCE = 3 };
    stream = named(stream);
    if (!is_stream(stream)) {
        return refuse(cudaErrorInvalidResourceHandle,
                      std::string(operation.name) + ": there is no such stream");
    }
    if (stream->capture != NULL) {
        return add_node(stream, operation);
    }
    stream->operations.push_back(std::move(operation));
    for (unsigned steps = drawn(AT_ONCE); steps > 0 && step(); steps--) {
    }
    return cudaSuccess;
}

static cudaError_t finish(cudaStream_t stream)
{
    stream = named(stream);
    if (!is_stream(stream)) {
        return refuse(cudaErrorInvalidResourceHandle, "there is no such stream to wait for");
    }
    if (stream->capture != NULL) {
        return invalidate(stream, cudaErrorStreamCaptureUnsupported, "a captured stream is waited for");
    }
    while (!stream->operations.empty()) {
        if (!step() && !wait_for_others()) {
            give_up(std::string("every stream waits for another, one with ") +
                    stream->operations.front().name);
        }
    }
    return cudaSuccess;
}

/* ---- graphs ---- */

/* Priorities are no part of the order of work: a graph may heed them or not. */
cudaError_t cudaGraphInstantiateWithFlags(cudaGraphExec_t *prepared, cudaGraph_t graph, unsigned long long)
{
    if (graph == NULL) {
        return refuse(cudaErrorInvalidValue, "there is no such graph");
    }
    const std::vector<Node> &nodes = graph->nodes;
    *prepared = new EmulatedGraphExec{nodes, std::vector<std::vector<size_t>>(nodes.size()), 0, 0};
    for (size_t i = 0; i < nodes.size(); i++) {
        for (size_t before : nodes[i].after) {
            (*prepared)->before[before].push_back(i);
        }
    }
    return cudaSuccess;
}

cudaError_t cudaGraphDestroy(cudaGraph_t graph)
{
    delete graph;
    return cudaSuccess;
}

cudaError_t cudaGraphExecDestroy(cudaGraphExec_t graph)
{
    if (graph == NULL || graph->done < graph->launched) {
        return refuse(cudaErrorInvalidResourceHandle, "a graph goes that there is not, or before it is done");
    }
    delete graph;
    return cudaSuccess;
}

static cudaError_t check_launch(cudaGraphExec_t graph, cudaStream_t stream)
{
    if (graph == NULL || !is_stream(stream)) {
        return refuse(cudaErrorInvalidValue, "a graph is launched that there is not, or on no stream");
    }
    return stream->capture == NULL ? cudaSuccess
                                   : invalidate(stream, cudaErrorStreamCaptureUnsupported,
                                                "a graph as a node of another is not emulated");
}

/* Work for no stream's memory, but in its order. */
cudaError_t cudaGraphUpload(cudaGraphExec_t graph, cudaStream_t stream)
{
    const cudaError_t error = check_launch(graph, stream);
    return error != cudaSuccess ? error : enqueue(stream, Operation{.name = "a graph's upload"});
}

/* A graph's launches are done one after the other, on whatever streams. */
cudaError_t cudaGraphLaunch(cudaGraphExec_t graph, cudaStream_t stream)
{
    const cudaError_t error = check_launch(graph, stream);
    if (error != cudaSuccess) {
        return error;
    }
    const size_t nodes = graph->nodes.size();
    const std::shared_ptr<Launch> launch(new Launch{graph, ++graph->launched, {}, {}, nodes});
    for (size_t i = 0; i < nodes; i++) {
        launch->lacking.push_back(graph->nodes[i].after.size());
        if (launch->lacking[i] == 0) {
            launch->able.push_back(i);
        }
    }
    return enqueue(stream, Operation{.name = "a graph", .launch = launch});
}

/* ---- streams and events as CUDA calls them ---- */

cudaError_t cudaStreamCreateWithFlags(cudaStream_t *stream, unsigned)
{
    *stream = new EmulatedStream{current_device, {}, NULL, {}};
    streams.push_back(*stream);
    return cudaSuccess;
}

cudaError_t cudaStreamDestroy(cudaStream_t stream)
{
    const cudaError_t error = finish(stream);
    if (error == cudaSuccess) {
        streams.erase(std::find(streams.begin(), streams.end(), stream));
        delete stream;
    }
    return error;
}

cudaError_t cudaStreamSynchronize(cudaStream_t stream)
{
    return finish(stream);
}

cudaError_t cudaDeviceSynchronize(void)
{
    cudaError_t error = cudaSuccess;
    for (cudaStream_t stream : std::vector<cudaStream_t>(streams)) {
        if (stream->device == current_device && finish(stream) != cudaSuccess) {
            error = last_error;
        }
    }
    return error;
}

cudaError_t cudaEventCreateWithFlags(cudaEvent_t *event, unsigned flags)
{
    *event = new EmulatedEvent{current_device, (flags & cudaEventDisableTiming) == 0, 0, 0, 0, NULL, {}};
    return cudaSuccess;
}

cudaError_t cudaEventDestroy(cudaEvent_t event)
{
    if (event->done < event->recorded) {
        return refuse(cudaErrorInvalidResourceHandle, "an event goes before it has happened");
    }
    delete event;
    return cudaSuccess;
}

cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream)
{
    stream = named(stream);
    if (event == NULL || event->device != stream->device) {
        return refuse(cudaErrorInvalidResourceHandle, "an event is recorded on a stream of another device");
    }
    event->capture = is_stream(stream) ? stream->capture : NULL;
    if (event->capture != NULL) {
        event->after = stream->after;
        return check_valid(stream);
    }
    event->recorded++;
    return enqueue(stream, Operation{.name = "an event", .records = event, .version = event->recorded});
}

/* An event that was never recorded has happened. A captured stream waits for events of its capture only. */
cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned)
{
    if (event == NULL) {
        return refuse(cudaErrorInvalidResourceHandle, "there is no such event to wait for");
    }
    if (is_stream(stream) && event->capture != NULL) {
        return join_capture(stream, event);
    }
    if (is_stream(stream) && stream->capture != NULL) {
        return invalidate(stream, cudaErrorStreamCaptureIsolation,
                          "a captured stream waits for an event of one that is not");
    }
    return enqueue(stream, Operation{.name = "waiting", .waits_for = event, .version = event->recorded});
}

cudaError_t cudaEventElapsedTime(float *ms, cudaEvent_t from, cudaEvent_t to)
{
    for (cudaEvent_t event : {from, to}) {
        if (!event->is_timed || event->recorded == 0 || event->capture != NULL ||
            event->device != from->device) {
            return refuse(cudaErrorInvalidResourceHandle, "an event has no time, or that of another device");
        }
        if (event->done < event->recorded) {
            return refuse(cudaErrorNotReady, "an event whose time is asked for has not happened");
        }
    }
    *ms = (float)((double)(to->at_ns - from->at_ns) * 1e-6);
    return cudaSuccess;
}

/* ---- kernels, copies, memsets ---- */

cudaError_t emulated_enqueue(const char *name, dim3 grid, dim3 block, size_t shared_bytes,
                             cudaStream_t stream, std::function<void()> thread)
{
    enum { MOST_THREADS = 1024 };
    const size_t threads = (size_t)block.x * block.y * block.z;
    stream = named(stream);
    if (stream->device != current_device) {
        return refuse(cudaErrorInvalidResourceHandle,
                      std::string(name) + " is launched on a stream of a device that is not the current one");
    }
    if (shared_bytes > sizeof emulated_shared || grid.x == 0 || grid.y == 0 || grid.z == 0 || threads == 0 ||
        threads > MOST_THREADS || grid.y > 65535) {
        return refuse(cudaErrorInvalidValue,
                      std::string(name) + " is launched with a shape that no device takes");
    }
    return enqueue(stream, Operation{.name = name, .work = [=] { run_kernel(grid, block, thread); }});
}

static const char *next_name;
static std::function<void()> next_thread;

void emulated_next_launch(const char *name, std::function<void()> thread)
{
    next_name = name;
    next_thread = std::move(thread);
}

cudaError_t cudaLaunchKernel(const void *, dim3 grid, dim3 block, void **, size_t shared_bytes,
                             cudaStream_t stream)
{
    return emulated_enqueue(next_name, grid, block, shared_bytes, stream, next_thread);
}

/* A copy that pageable memory is part of returns when it is done. */
cudaError_t cudaMemcpy2DAsync(void *to, size_t to_pitch, const void *from, size_t from_pitch, size_t width,
                              size_t height, cudaMemcpyKind kind, cudaStream_t stream)
{
    static const cudaMemcpyKind kinds[2][2] = {{cudaMemcpyHostToHost, cudaMemcpyHostToDevice},
                                               {cudaMemcpyDeviceToHost, cudaMemcpyDeviceToDevice}};
    if (width == 0 || height == 0) {
        return cudaSuccess;
    }
    if (width > to_pitch || width > from_pitch || !is_whole(to, to_pitch * (height - 1) + width) ||
        !is_whole(from, from_pitch * (height - 1) + width)) {
        return refuse(cudaErrorInvalidValue, "a copy of rows goes beyond their or an allocation's end");
    }
    if (kind != cudaMemcpyDefault && kind != kinds[is_on_device(from)][is_on_device(to)]) {
        return refuse(cudaErrorInvalidValue, "a copy is of another kind than it says");
    }
    const auto work = [=] {
        for (size_t row = 0; row < height; row++) {
            memcpy((char *)to + row * to_pitch, (const char *)from + row * from_pitch, width);
        }
    };
    const cudaError_t error = enqueue(stream, Operation{.name = "a copy", .work = work});
    return error == cudaSuccess && (is_pageable(to) || is_pageable(from)) ? finish(stream) : error;
}

cudaError_t cudaMemcpyAsync(void *to, const void *from, size_t bytes, cudaMemcpyKind kind,
                            cudaStream_t stream)
{
    return cudaMemcpy2DAsync(to, bytes, from, bytes, bytes, 1, kind, stream);
}

cudaError_t cudaMemcpy(void *to, const void *from, size_t bytes, cudaMemcpyKind)
{
    if (is_unsafe("a copy is waited for")) {
        return last_error;
    }
    if (!is_whole(to, bytes) || !is_whole(from, bytes)) {
        return refuse(cudaErrorInvalidValue, "a copy goes beyond the end of an allocation");
    }
    finish(NULL);
    memcpy(to, from, bytes);
    return cudaSuccess;
}

cudaError_t cudaMemset2DAsync(void *to, size_t pitch, int value, size_t width, size_t height,
                              cudaStream_t stream)
{
    if (width == 0 || height == 0) {
        return cudaSuccess;
    }
    if (!is_on_device(to) || !is_whole(to, pitch * (height - 1) + width)) {
        return refuse(cudaErrorInvalidValue, "a memset goes beyond the end of an allocation");
    }
    stream = named(stream);
    if (stream->device != current_device) {
        return refuse(cudaErrorInvalidResourceHandle,
                      "a memset is enqueued on a stream of a device that is not the current one");
    }
    const auto work = [=] {
        for (size_t row = 0; row < height; row++) {
            memset((char *)to + row * pitch, value, width);
        }
    };
    return enqueue(stream, Operation{.name = "a memset", .work = work});
}

/* ---- NCCL: what the library's functions of these names do (gpu/nccl.cu looks for them) ---- */

enum { NCCL_SUCCESS = 0, NCCL_SYSTEM_ERROR = 2, NCCL_INVALID_ARGUMENT = 4, NCCL_INVALID_USAGE = 5 };

/* A team of several processes meets in memory that all of them map. Members pass a broadcast on piece by
 * piece: the root puts a piece there when all have taken the one before, and is done when its last piece
 * is there, like NCCL, which keeps no call until all others have come. Pieces are counted from the first on.
 */
typedef struct Shared {
    enum : size_t { PIECE = 1 << 14, MEMBERS = 64 };
    std::atomic<unsigned> attached;
    char gpus[MEMBERS][80]; /* of each member: host and device */
    std::atomic<uint64_t> put, taken[MEMBERS];
    uint64_t bytes; /* of the broadcast that the piece is of ... */
    unsigned root;  /* ... and whose it is */
    char piece[PIECE];
} Shared;

struct ncclComm {
    std::shared_ptr<int> team;
    unsigned rank;
    Shared *shared; /* NULL: all members are of this process */
    unsigned members;
    uint64_t enqueued, done; /* collectives: they are done in their order, whatever streams they are on */
};

typedef enum CallKind { BROADCAST, SEND, RECEIVE } CallKind;

typedef struct Call {
    CallKind kind;
    const void *from;
    void *to;
    size_t bytes;
    unsigned peer; /* or the root */
    ncclComm *member;
    cudaStream_t stream;
} Call;

static std::vector<Call> group;
static bool in_group;

static int add_call(const Call &call)
{
    if (!in_group || !is_whole(call.from, call.bytes) || !is_whole(call.to, call.bytes)) {
        return in_group ? NCCL_INVALID_ARGUMENT : NCCL_INVALID_USAGE;
    }
    group.push_back(call);
    return NCCL_SUCCESS;
}

/* Of a broadcast the root's call for the same root, of a receive the first send to it that has not been
 * received. */
static Call *find_source(std::vector<Call> *calls, const Call &call)
{
    for (Call &other : *calls) {
        const bool of_peer = other.member->team == call.member->team && other.member->rank == call.peer;
        const bool to_it = other.peer == (call.kind == BROADCAST ? call.peer : call.member->rank);
        if (of_peer && to_it && other.kind == (call.kind == BROADCAST ? BROADCAST : SEND) &&
            other.bytes == call.bytes) {
            return &other;
        }
    }
    give_up("a collective lacks one of its members");
}

static void do_calls(std::vector<Call> calls)
{
    for (const Call &call : std::vector<Call>(calls)) {
        if (call.kind == SEND) {
            continue;
        }
        Call *source = find_source(&calls, call);
        memmove(call.to, source->from, call.bytes);
        if (call.kind == RECEIVE) {
            source->peer = UINT32_MAX;
        }
    }
}

static int ncclCommInitAll(ncclComm **members, int count, const int *devices)
{
    const std::shared_ptr<int> team(new int);
    for (int i = 0; i < count; i++) {
        if (std::find(devices, devices + i, devices[i]) != devices + i) {
            return NCCL_INVALID_USAGE; /* a GPU twice */
        }
    }
    for (int i = 0; i < count; i++) {
        members[i] = new ncclComm{team, (unsigned)i, NULL, (unsigned)count, 0, 0};
    }
    return NCCL_SUCCESS;
}

/* ---- the same over processes ---- */

enum { UNIQUE_BYTES = 128, PATIENCE_S = 120 };

typedef struct UniqueId {
    char bytes[UNIQUE_BYTES];
} UniqueId;

/* Memory without a name, which others open by the process that has it: nothing is left behind, whoever dies.
 */
static int ncclGetUniqueId(UniqueId *id)
{
    const int fd = memfd_create("emulated-nccl", MFD_CLOEXEC);
    if (fd < 0 || ftruncate(fd, sizeof(Shared)) != 0) {
        return NCCL_SYSTEM_ERROR;
    }
    snprintf(id->bytes, sizeof id->bytes, "/proc/%ld/fd/%d", (long)getpid(), fd);
    return NCCL_SUCCESS;
}

/* Waits until `is_so`; what never comes about ends the process, if its launcher does not before. */
static void wait_until(const std::function<bool()> &is_so)
{
    const struct timespec pause = {0, 50000};
    const uint64_t end_ns = emulated_clock_ns() + (uint64_t)PATIENCE_S * 1000000000u;
    while (!is_so()) {
        if (emulated_clock_ns() > end_ns) {
            give_up("another process of the team does not come");
        }
        nanosleep(&pause, NULL);
    }
}

static int ncclCommInitRank(ncclComm **member, int count, UniqueId id, int rank)
{
    const int fd = open(id.bytes, O_RDWR | O_CLOEXEC);
    void *const memory =
        fd < 0 ? MAP_FAILED : mmap(NULL, sizeof(Shared), PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    if (fd >= 0) {
        close(fd);
    }
    if (memory == MAP_FAILED || count > (int)Shared::MEMBERS) {
        return NCCL_SYSTEM_ERROR;
    }
    Shared *const shared = (Shared *)memory;
    char host[64] = "";
    gethostname(host, sizeof host - 1);
    snprintf(shared->gpus[rank], sizeof shared->gpus[rank], "%s/%d", host, current_device);
    shared->attached++;
    wait_until([=] { return shared->attached == (unsigned)count; });
    char own[32];
    snprintf(own, sizeof own, "/proc/%ld/fd/", (long)getpid());
    if (strncmp(id.bytes, own, strlen(own)) == 0) {
        close(atoi(id.bytes + strlen(own)));
    }
    std::set<std::string> gpus;
    for (int i = 0; i < count; i++) {
        if (!gpus.insert(shared->gpus[i]).second) {
            return NCCL_INVALID_USAGE; /* a GPU twice */
        }
    }
    *member = new ncclComm{NULL, (unsigned)rank, shared, (unsigned)count, 0, 0};
    return NCCL_SUCCESS;
}

/* The root may put piece number `piece` when all have taken those before. */
static bool all_took(const ncclComm *member, uint64_t piece)
{
    for (unsigned i = 0; i < member->members; i++) {
        if (member->shared->taken[i] < piece) {
            return false;
        }
    }
    return true;
}

/* A member's part of a broadcast: as far as it can be done now. */
static bool pass_on(ncclComm *member, const Call &call, size_t *moved)
{
    Shared *const shared = member->shared;
    const bool is_root = member->rank == call.peer;
    do {
        const uint64_t piece = shared->taken[member->rank];
        const size_t bytes = std::min<size_t>(Shared::PIECE, call.bytes - *moved);
        if (is_root ? !all_took(member, piece) : shared->put <= piece) {
            return false;
        }
        if (is_root) {
            shared->root = call.peer;
            shared->bytes = call.bytes;
            memcpy(shared->piece, (const char *)call.from + *moved, bytes);
            shared->put = piece + 1;
            if (call.to != call.from) {
                memcpy((char *)call.to + *moved, shared->piece, bytes);
            }
        } else if (shared->root != call.peer || shared->bytes != call.bytes) {
            give_up("members of a collective do not mean the same");
        } else {
            memcpy((char *)call.to + *moved, shared->piece, bytes);
        }
        *moved += bytes;
        shared->taken[member->rank] = piece + 1;
    } while (*moved < call.bytes);
    return true;
}

static cudaError_t enqueue_over_processes(ncclComm *member, const Call &call)
{
    const uint64_t turn = member->enqueued++;
    const std::shared_ptr<size_t> moved(new size_t(0));
    const std::shared_ptr<bool> is_done(new bool(false));
    Operation operation{.name = "a collective of several processes"};
    /* Asked again where another stream was drawn. */
    operation.go_on = [=] {
        if (!*is_done && member->done == turn && pass_on(member, call, moved.get())) {
            *is_done = true;
            member->done++;
        }
        return *is_done;
    };
    return enqueue(call.stream, std::move(operation));
}

static int ncclCommDestroy(ncclComm *member)
{
    if (member->shared != NULL) {
        munmap(member->shared, sizeof(Shared));
    }
    delete member;
    return NCCL_SUCCESS;
}

static int ncclGetVersion(int *version)
{
    *version = 0;
    return NCCL_SUCCESS;
}

static const char *ncclGetErrorString(int)
{
    return "an error of the emulated NCCL";
}

static int ncclGroupStart(void)
{
    in_group = true;
    return NCCL_SUCCESS;
}

static int ncclBroadcast(const void *from, void *to, size_t count, int, int root, ncclComm *member,
                         cudaStream_t stream)
{
    return add_call({BROADCAST, from, to, count, (unsigned)root, member, stream});
}

static int ncclSend(const void *from, size_t count, int, int peer, ncclComm *member, cudaStream_t stream)
{
    return add_call({SEND, from, NULL, count, (unsigned)peer, member, stream});
}

static int ncclRecv(void *to, size_t count, int, int peer, ncclComm *member, cudaStream_t stream)
{
    return add_call({RECEIVE, NULL, to, count, (unsigned)peer, member, stream});
}

/* The calls of a group are made together, when all their streams have come to them. */
static int ncclGroupEnd(void)
{
    const std::vector<Call> calls = std::move(group);
    std::set<cudaStream_t> members;
    for (const Call &call : calls) {
        members.insert(call.stream);
    }
    group.clear();
    in_group = false;
    for (const Call &call : calls) {
        if (call.member->shared == NULL) {
            continue;
        }
        if (call.kind != BROADCAST) {
            give_up("of several processes only broadcasts are emulated");
        }
        if (enqueue_over_processes(call.member, call) != cudaSuccess) {
            return NCCL_INVALID_ARGUMENT;
        }
        members.clear();
    }
    if (members.empty()) {
        return NCCL_SUCCESS;
    }
    const std::shared_ptr<Meeting> meeting(
        new Meeting{members.size(), 0, false, [calls] { do_calls(calls); }});
    for (cudaStream_t stream : members) {
        if (enqueue(stream, Operation{.name = "a collective", .meeting = meeting}) != cudaSuccess) {
            return NCCL_INVALID_ARGUMENT;
        }
    }
    return NCCL_SUCCESS;
}

/* ---- the driver's maps of matrices ---- */

CUresult cuTensorMapEncodeTiled(CUtensorMap *map, CUtensorMapDataType, cuuint32_t rank, void *matrix,
                                const cuuint64_t *sides, const cuuint64_t *pitch, const cuuint32_t *box,
                                const cuuint32_t *steps, CUtensorMapInterleave, CUtensorMapSwizzle,
                                CUtensorMapL2promotion, CUtensorMapFloatOOBfill)
{
    if (rank != 2 || (uintptr_t)matrix % 16 != 0 || *pitch % 16 != 0 || box[0] * 2 > 128 || box[0] > 256 ||
        box[1] > 256 || steps[0] != 1 || steps[1] != 1 || !is_whole(matrix, sides[1] * *pitch)) {
        return CUDA_ERROR_INVALID_VALUE;
    }
    *map = CUtensorMap{matrix, {sides[0], sides[1]}, *pitch, {box[0], box[1]}};
    return CUDA_SUCCESS;
}

void *emulated_dlopen(const char *name, int flags)
{
    const bool own = strncmp(name, "libnccl", 7) == 0 || strcmp(name, "libcuda.so.1") == 0;
    return own ? (void *)&group : dlopen(name, flags);
}

void *emulated_dlsym(void *library, const char *name)
{
    static const struct {
        const char *name;
        void *function;
    } functions[] = {{"cuTensorMapEncodeTiled", (void *)cuTensorMapEncodeTiled},
                     {"ncclCommInitAll", (void *)ncclCommInitAll},
                     {"ncclGetUniqueId", (void *)ncclGetUniqueId},
                     {"ncclCommInitRank", (void *)ncclCommInitRank},
                     {"ncclCommDestroy", (void *)ncclCommDestroy},
                     {"ncclCommAbort", (void *)ncclCommDestroy},
                     {"ncclGetVersion", (void *)ncclGetVersion},
                     {"ncclGetErrorString", (void *)ncclGetErrorString},
                     {"ncclGroupStart", (void *)ncclGroupStart},
                     {"ncclGroupEnd", (void *)ncclGroupEnd},
                     {"ncclBroadcast", (void *)ncclBroadcast},
                     {"ncclSend", (void *)ncclSend},
                     {"ncclRecv", (void *)ncclRecv}};
    for (const auto &known : functions) {
        if (library == (void *)&group && strcmp(known.name, name) == 0) {
            return known.function;
        }
    }
    return library == (void *)&group ? NULL : dlsym(library, name);
}
