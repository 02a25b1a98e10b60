/* Is a rate possible on this CPU? See verify.h. */
#include "common/machine/machine.h"
#include "common/verify/verify.h"

enum { MEASUREMENTS = 5 }; /* of the clock, 5 ms each, before a rate is called too fast */

/* More allows for a clock that was higher during the sample than at any time it was measured. */
#define MARGIN 1.10

int verify_rate(const Workload *workload, const Point *point, double kernel_s, Error *error)
{
    double threads = point->threads > 0 ? point->threads : 1;
    double per_cycle = workload->work_per_cycle != NULL ? workload->work_per_cycle() * threads : 0;
    double rate = workload->work(point) / kernel_s / 1e9;
    double limit = per_cycle > 0 ? MARGIN * per_cycle * machine_clock_highest_hz() / 1e9 : 0;
    for (int i = 0; i < MEASUREMENTS && limit > 0 && !(rate <= limit); i++) {
        machine_clock_hz();
        limit = MARGIN * per_cycle * machine_clock_highest_hz() / 1e9;
    }
    if (!(limit > 0) || rate <= limit) {
        return 0;
    }
    error_set(error, "%.1f %s is more than lanes x ports x clock = %.1f: the work was optimized away", rate,
              workload->rate_unit(point->type), limit);
    return 1;
}
