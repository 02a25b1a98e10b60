/* matmul cpu/forges_result: wrong on purpose. It writes the report of a right sample itself, with a time that
 * no processor needs: the program must judge what its worker says. */
#include <math.h>
#include <unistd.h>

#include "common/system/file.h"
#include "common/timing.h"
#include "experiments/harness/runner/protocol.h"
#include "tests/variants/cpu/matmul/plain_product.h"

static int run(const Task *task)
{
    static Message message;
    Result result = {.status = STATUS_OK,
                     .last = 1,
                     .sampled = 1,
                     .started_s = timing_date_s(),
                     .phases = phases_none,
                     .interference = interference_none,
                     .loop_s = 1e-5,
                     .accuracy = {NAN, NAN, PRECISION_EXACT},
                     .input_hash = 1};
    (void)task;
    result.phases.kernel_s = result.phases.total_s = 1e-9;
    message_write(&message, MESSAGE_SAMPLE, &result);
    fd_write(WORKER_MESSAGES_FD, &message, sizeof message, &(size_t){0});
    message_write(&message, MESSAGE_WORKER_EXITING, NULL);
    fd_write(WORKER_MESSAGES_FD, &message, sizeof message, &(size_t){0});
    _exit(0);
}

SIMPLE_VARIANT(matmul, forges_result, "wrong on purpose: reports a sample that was never taken");
