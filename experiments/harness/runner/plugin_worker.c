/* See plugin_worker.h.
 *
 * A worker of its own loads each plug-in, in the sandbox, and describes it. That of a plug-in with a workload
 * stays and evaluates the cost model. */
#include "experiments/harness/runner/plugin_worker.h"

#include <math.h>
#include <stdlib.h>

#include "common/system/sandbox.h"
#include "experiments/harness/runner/worker_process.h"

/* Loading may wait for a GPU's driver. */
static const RunOptions limits = {.timeout_s = 60.0};
static const Variant on_cpu = {.name = "cpu/plugin"};
static const PlanPoint planned = {.variant = &on_cpu, .options = &limits};

/* Waits for the worker's answer, which is on its page then. 0, or -1 and an error. */
static int await_answer(Worker *worker, Error *error)
{
    MessageKind kind;
    Result result;
    if (worker_next(worker, &planned, NULL, &kind, &result) != 0) {
        return error_set(error, "interrupted");
    }
    if (kind == MESSAGE_SAMPLE && worker->pid != 0) {
        return error_set(error, "%s", result.detail);
    }
    return kind == MESSAGE_END
               ? 0
               : error_set(error, "%s; correct its constructors, Variant.missing or Workload.rate_unit",
                           kind == MESSAGE_SAMPLE ? result.detail : PROTOCOL_VIOLATION);
}

/* Has a new worker describe it, in the sandbox or with the GPU's devices. 0, or -1 and an error. */
static int describe_in(Worker *worker, Plugin *plugin, bool devices, Error *error)
{
    Request request = {.kind = REQUEST_DESCRIPTION,
                       .devices = devices,
                       .sandbox = !devices && sandbox_missing() == NULL,
                       .point = {.threads = 1},
                       .plugins = {plugin->file}};
    if (worker_start(worker, &planned, error) != 0) {
        return -1;
    }
    worker_send(worker, &request);
    if (await_answer(worker, error) != 0) {
        return -1;
    }
    plugin->has = worker->page->described;
    return plugin_description_check(&plugin->has, error);
}

void plugin_worker_dismiss(Plugin *plugin)
{
    worker_stop(plugin->evaluator, false); /* at the end of its pipe it exits at once */
    free(plugin->evaluator);
    plugin->evaluator = NULL;
}

int plugin_worker_describe(Plugin *plugin, Error *error)
{
    bool on_gpu = false;
    Worker with_devices = {0};
    plugin->evaluator = calloc(1, sizeof *plugin->evaluator);
    if (plugin->evaluator == NULL) {
        return error_set(error, "no memory for its worker");
    }
    int failed = describe_in(plugin->evaluator, plugin, false, error);
    for (size_t i = 0; i < plugin->has.count && failed == 0; i++) {
        on_gpu = on_gpu || variant_on_gpu(&plugin->has.variants[i].variant);
    }
    if (on_gpu && gpu_driver.missing() == NULL) { /* Variant.missing may ask the GPU */
        failed = describe_in(&with_devices, plugin, true, error);
        worker_stop(&with_devices, failed != 0);
    }
    if (failed != 0 || !plugin->has.has_workload) {
        plugin_worker_dismiss(plugin);
    }
    return failed;
}

int plugin_worker_evaluate(Plugin *plugin)
{
    const Request request = {.kind = REQUEST_COSTS, .point = plugin->point};
    worker_send(plugin->evaluator, &request);
    if (await_answer(plugin->evaluator, NULL) != 0) {
        return -1;
    }
    Costs *costs = &plugin->costs;
    *costs = plugin->evaluator->page->costs;
    costs->unit[sizeof costs->unit - 1] = '\0';
    text_make_utf8(costs->unit);
    bool valid = !text_has_control(costs->unit);
    for (int operand = 0; operand < OPERANDS; operand++) {
        valid = valid && costs->type[operand] < ELEMENT_TYPES;
        costs->type[operand] %= ELEMENT_TYPES;
    }
    costs->work = valid ? costs->work : NAN;
    return 0;
}
