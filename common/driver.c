/* Selection of the driver of a variant, and what drivers share. See driver.h. */
#include "common/driver.h"

#include <math.h>
#include <string.h>

#include "common/matrix.h"
#include "common/timing.h"

const Phases phases_none = {NAN, NAN, NAN, NAN, NAN, NAN, NAN, 1.0, NAN, NAN, NAN, false};
const Interference interference_none = {NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN};

const Driver *driver_of(const char *variant_name)
{
    return strncmp(variant_name, "cpu/", 4) == 0   ? &cpu_driver
           : strncmp(variant_name, "gpu/", 4) == 0 ? &gpu_driver
                                                   : NULL;
}

const Driver *driver_for(const Variant *variant, bool over_ranks)
{
    const bool on_host = (variant->flags & VARIANT_HOST_POINTERS) != 0;
    const Driver *driver = on_host ? &cpu_driver : driver_of(variant->name);
    return !over_ranks ? driver : driver == &gpu_driver ? &gpu_ranks_driver : &ranks_driver;
}

int driver_fill(const Driver *driver, Bench *bench, const Job *job, Error *error)
{
    int failed = 0;
    for (size_t index = 0; index < job->point.matrices && failed == 0; index++) {
        void *inputs[MOST_INPUTS];
        for (unsigned i = 0; i < MOST_INPUTS; i++) {
            inputs[i] = driver->input(bench, index, i);
        }
        failed = matrix_fill_inputs(job->workload, &job->point, &job->input, index, inputs, error);
    }
    return failed;
}

int driver_read(const Driver *driver, Bench *bench, Job *job, Phases *phases, Error *error)
{
    const double start_s = timing_now_s();
    phases->fill_s = 0.0;
    job->input.fill_s = &phases->fill_s;
    const int failed = driver_fill(driver, bench, job, error);
    job->input.fill_s = NULL;
    phases->input_s = timing_now_s() - start_s;
    return failed;
}

int driver_write(const Driver *driver, Bench *bench, const Job *job, Phases *phases, Error *error)
{
    const double start_s = timing_now_s();
    const Extent extent = workload_extent(job->workload, &job->point, OPERAND_OUT);
    int failed = 0;
    for (size_t index = 0; index < job->point.matrices && failed == 0; index++) {
        failed = matrix_write(job->output, driver->output(bench, index), extent, job->point.type, error);
    }
    const double write_s = timing_now_s() - start_s;
    phases->output_s += write_s;
    phases->total_s += write_s;
    return failed;
}

uint64_t driver_hash(const Driver *driver, Bench *bench, const Job *job)
{
    const unsigned inputs = job->workload->in_place ? 1 : job->workload->inputs;
    uint64_t hash = 0;
    for (size_t index = 0; index < job->point.matrices; index++) {
        for (unsigned i = 0; i < inputs; i++) {
            const Operand operand = job->workload->in_place ? OPERAND_OUT : (Operand)i;
            hash = matrix_hash(hash, driver->input(bench, index, i),
                               workload_bytes(job->workload, &job->point, operand));
        }
    }
    return hash;
}

Computed driver_computed(const Driver *driver, Bench *bench, const Job *job, size_t index)
{
    Computed result = {.point = &job->point, .input = &job->input, .index = index};
    for (unsigned i = 0; i < job->workload->inputs; i++) {
        result.inputs[i] = driver->input(bench, index, i);
    }
    result.out = driver->output(bench, index);
    return result;
}
