/* Verification that a variant did not modify its inputs. See verify.h.
 *
 * They are write-protected on a CPU, but a process can lift the protection: a variant that zeroes its inputs
 * would be fast, and correct for them. */
#include "common/verify/verify.h"

int verify_inputs(const Job *job, const Driver *driver, Bench *bench, Error *error)
{
    if (job->workload->inputs == 0) {
        return 0; /* in place: filled again before every sample */
    }
    return driver_hash(driver, bench, job) == *job->input_hash
               ? 0
               : -error_set(error, "the variant changed its input");
}
