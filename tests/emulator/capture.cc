/* What capturing streams permits, and with which error it refuses the rest: the rules that variants with
 * graphs rest on, asked of the emulator (run.sh). They are read from CUDA's documentation. The same file asks
 * a GPU, and none has been asked yet:
 *
 *     nvcc -x cu tests/emulator/capture.cc -o capture && ./capture
 *
 * Source: CUDA C++ Programming Guide, Creating a Graph Using Stream Capture; driver_types.h, cudaError. */
#include <cuda_runtime.h>
#include <stdio.h>

static int failed;

#define IS(expected, call)                                                                                   \
    is(__LINE__, #call, (int)(expected), (int)(call)) /* the call's value, and the line where it is other */

static void is(int line, const char *what, int expected, int found)
{
    (void)cudaGetLastError();
    if (found != expected) {
        printf("not ok line %d: %s is %d, not %d\n", line, what, found, expected);
        failed = 1;
    }
}

/* Two streams, an event for each, and memory that they write. */
static cudaStream_t first, second;
static cudaEvent_t of_first, of_second;
static unsigned char *memory, *other;

static int value_of(const unsigned char *byte)
{
    unsigned char value = 0;
    IS(cudaSuccess, cudaMemcpy(&value, byte, 1, cudaMemcpyDeviceToHost));
    return value;
}

static void fork(void)
{
    IS(cudaSuccess, cudaEventRecord(of_first, first));
    IS(cudaSuccess, cudaStreamWaitEvent(second, of_first, 0));
}

static void join(void)
{
    IS(cudaSuccess, cudaEventRecord(of_second, second));
    IS(cudaSuccess, cudaStreamWaitEvent(first, of_second, 0));
}

static void ends_with(cudaError_t error)
{
    cudaGraph_t graph = NULL;
    IS(error, cudaStreamEndCapture(first, &graph));
    IS(error == cudaSuccess, graph != NULL);
    if (graph != NULL) {
        IS(cudaSuccess, cudaGraphDestroy(graph));
    }
    IS(cudaSuccess, cudaStreamSynchronize(first));
    IS(cudaSuccess, cudaStreamSynchronize(second));
}

/* What is captured is not done, a launch does it, in the order of streams and events, as often as it is
 * launched; and what follows on the stream is behind it. */
static void launches(void)
{
    enum { LAUNCHES = 20 };
    cudaGraph_t graph = NULL;
    cudaGraphExec_t prepared = NULL;
    IS(cudaSuccess, cudaMemset2DAsync(memory, 1, 0, 1, 1, first));
    IS(cudaSuccess, cudaMemset2DAsync(other, 1, 0, 1, 1, first));
    IS(cudaSuccess, cudaStreamSynchronize(first));
    IS(cudaSuccess, cudaStreamBeginCapture(first, cudaStreamCaptureModeGlobal));
    IS(cudaSuccess, cudaMemsetAsync(memory, 1, 1, first));
    fork();
    IS(cudaSuccess, cudaMemcpyAsync(other, memory, 1, cudaMemcpyDeviceToDevice, second));
    join();
    IS(cudaSuccess, cudaMemsetAsync(memory, 2, 1, first));
    IS(cudaSuccess, cudaStreamEndCapture(first, &graph));
    IS(cudaSuccess, cudaGraphInstantiateWithFlags(&prepared, graph, cudaGraphInstantiateFlagUseNodePriority));
    IS(cudaSuccess, cudaGraphDestroy(graph));
    IS(cudaSuccess, cudaGraphUpload(prepared, first));
    IS(cudaSuccess, cudaStreamSynchronize(first));
    IS(0, value_of(memory) + value_of(other));
    for (int i = 0; i < LAUNCHES; i++) {
        IS(cudaSuccess, cudaMemsetAsync(other, 0, 1, first));
        IS(cudaSuccess, cudaGraphLaunch(prepared, first));
        IS(cudaSuccess, cudaMemsetAsync(memory, 3, 1, first));
        IS(cudaSuccess, cudaStreamSynchronize(first));
        IS(3, value_of(memory));
        IS(1, value_of(other));
    }
    IS(cudaSuccess, cudaGraphExecDestroy(prepared));
}

/* All that was forked must be joined; a stream on which nothing followed need not be. */
static void joins(void)
{
    IS(cudaSuccess, cudaStreamBeginCapture(first, cudaStreamCaptureModeGlobal));
    fork();
    IS(cudaSuccess, cudaMemsetAsync(memory, 1, 1, second));
    ends_with(cudaErrorStreamCaptureUnjoined);
    IS(cudaSuccess, cudaStreamBeginCapture(first, cudaStreamCaptureModeGlobal));
    IS(cudaSuccess, cudaMemsetAsync(memory, 1, 1, first));
    fork();
    ends_with(cudaSuccess);
}

/* Nothing crosses the border of a capture by an event, and no two captures become one. */
static void borders(void)
{
    cudaGraph_t graph = NULL;
    IS(cudaSuccess, cudaEventRecord(of_second, second));
    IS(cudaSuccess, cudaStreamBeginCapture(first, cudaStreamCaptureModeGlobal));
    IS(cudaErrorStreamCaptureIsolation, cudaStreamWaitEvent(first, of_second, 0));
    IS(cudaErrorStreamCaptureInvalidated, cudaMemsetAsync(memory, 1, 1, first));
    ends_with(cudaErrorStreamCaptureInvalidated);
    IS(cudaSuccess, cudaStreamBeginCapture(first, cudaStreamCaptureModeGlobal));
    IS(cudaSuccess, cudaStreamBeginCapture(second, cudaStreamCaptureModeGlobal));
    IS(cudaSuccess, cudaEventRecord(of_second, second));
    IS(cudaErrorStreamCaptureMerge, cudaStreamWaitEvent(first, of_second, 0));
    IS(cudaErrorStreamCaptureInvalidated, cudaStreamEndCapture(second, &graph));
    ends_with(cudaErrorStreamCaptureInvalidated);
}

/* Who captures waits for nothing that is captured, allocates nothing unless it says so, and ends what it
 * began where it began. */
static void refused(void)
{
    cudaGraph_t graph = NULL;
    void *more = NULL;
    IS(cudaSuccess, cudaStreamBeginCapture(first, cudaStreamCaptureModeGlobal));
    IS(cudaErrorStreamCaptureUnsupported, cudaStreamSynchronize(first));
    ends_with(cudaErrorStreamCaptureInvalidated);
    IS(cudaSuccess, cudaStreamBeginCapture(first, cudaStreamCaptureModeGlobal));
    IS(cudaErrorStreamCaptureUnsupported, cudaDeviceSynchronize());
    ends_with(cudaErrorStreamCaptureInvalidated);
    IS(cudaSuccess, cudaStreamBeginCapture(first, cudaStreamCaptureModeThreadLocal));
    IS(cudaErrorStreamCaptureUnsupported, cudaMalloc(&more, 1));
    ends_with(cudaErrorStreamCaptureInvalidated);
    IS(cudaSuccess, cudaStreamBeginCapture(first, cudaStreamCaptureModeRelaxed));
    IS(cudaSuccess, cudaMalloc(&more, 1));
    ends_with(cudaSuccess);
    IS(cudaSuccess, cudaFree(more));
    IS(cudaSuccess, cudaStreamBeginCapture(first, cudaStreamCaptureModeGlobal));
    IS(cudaErrorIllegalState, cudaStreamBeginCapture(first, cudaStreamCaptureModeGlobal));
    fork();
    IS(cudaErrorStreamCaptureUnmatched, cudaStreamEndCapture(second, &graph));
    ends_with(cudaErrorStreamCaptureInvalidated);
}

int main(void)
{
    for (cudaStream_t *stream : {&first, &second}) {
        IS(cudaSuccess, cudaStreamCreateWithFlags(stream, cudaStreamNonBlocking));
    }
    for (cudaEvent_t *event : {&of_first, &of_second}) {
        IS(cudaSuccess, cudaEventCreateWithFlags(event, cudaEventDisableTiming));
    }
    for (unsigned char **byte : {&memory, &other}) {
        IS(cudaSuccess, cudaMalloc((void **)byte, 1));
    }
    launches();
    joins();
    borders();
    refused();
    return failed;
}
