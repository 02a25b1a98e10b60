/* Verification that a variant did not modify its inputs. See verify.h.
 *
 * They are write-protected on a CPU, but a process can lift the protection: a variant that zeroes its inputs
 * would be fast, and correct for them. */
#include "common/matrix.h"
#include "common/verify/verify.h"

int verify_inputs(const Job *job, const Driver *driver, Bench *bench, Error *error)
{
    if (job->workload->inputs == 0) {
        return 0; /* in place: filled again before every sample */
    }
    uint64_t hash = 0;
    for (size_t i = 0; i < job->point.matrices; i++) {
        const void *inputs[MOST_INPUTS];
        driver->inputs(bench, i, inputs);
        for (size_t k = 0; k < job->workload->inputs; k++) {
            hash = matrix_hash(hash, inputs[k], workload_bytes(job->workload, &job->point, (Operand)k));
        }
    }
    if (hash == *job->input_hash) {
        return 0;
    }
    error_set(error, "the variant changed its input");
    return 1;
}
