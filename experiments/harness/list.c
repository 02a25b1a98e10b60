/* `speedup list`, `speedup machine`, `speedup kernels`: what there is. */
#include <getopt.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/gpu.h"
#include "common/machine/machine.h"
#include "common/registry.h"
#include "experiments/harness/ask/axis.h"
#include "experiments/harness/ask/nearest.h"
#include "experiments/harness/ask/options.h"
#include "experiments/harness/ask/plan.h"
#include "experiments/harness/commands.h"
#include "experiments/harness/judge/kernel_table.h"
#include "experiments/harness/judge/table.h"
#include "experiments/harness/keep/csv.h"
#include "experiments/harness/talk.h"

typedef struct Arguments {
    const Workload *workload; /* NULL: all */
    size_t n;
    bool csv, help;
} Arguments;

/* The arguments that list, machine and kernels share: [WORKLOAD] [--size N] [--csv]. */
static int parse(int argc, char **argv, Arguments *arguments, Error *error)
{
    static const struct option options[] = {{"csv", no_argument, NULL, 'c'},
                                            {"size", required_argument, NULL, 's'},
                                            {"help", no_argument, NULL, 'h'},
                                            {NULL, 0, NULL, 0}};
    int code;
    opterr = 0;
    while ((code = getopt_long(argc, argv, ":h", options, NULL)) != -1) {
        if (code == 'h') {
            arguments->help = true;
        } else if (code == 'c' && strcmp(argv[0], "machine") != 0) {
            arguments->csv = true;
        } else if (code == 's' && strcmp(argv[0], "kernels") == 0) {
            Error why;
            if (parse_count(optarg, 1u << 20, &arguments->n, &why) != 0) {
                return error_set(error, "--size %s: %s", optarg, why.text);
            }
        } else if (code == '?' && optopt != 0) {
            return usage_bad_word(argv[optind - 1], optopt, error);
        } else {
            return error_set(error, "%s %s (speedup %s --help)", argv[optind - 1],
                             code == ':' ? "needs a value" : "is not an option here", argv[0]);
        }
    }
    bool takes_workload = strcmp(argv[0], "machine") != 0;
    if (optind + takes_workload < argc) {
        return error_set(error, "'%s' is one word too many (speedup %s --help)", argv[argc - 1], argv[0]);
    }
    if (optind < argc) {
        arguments->workload = nearest_workload(argv[optind], error);
        return arguments->workload != NULL ? 0 : -1;
    }
    return 0;
}

static void axes_in_words(const Variant *variant, char *text, size_t size)
{
    text[0] = '\0';
    for (int id = 0; id < AXIS_IDS; id++) {
        size_t used = strlen(text);
        if ((variant->axes & axis_bit((AxisId)id)) != 0) {
            snprintf(text + used, size - used, "%s%s", used > 0 ? " " : "", axis_name((AxisId)id));
        }
    }
}

static void types_in_words(const Variant *variant, char *text, size_t size)
{
    text[0] = '\0';
    for (int type = 0; type < ELEMENT_TYPES; type++) {
        size_t used = strlen(text);
        if ((variant->types & TYPE_BIT(type)) != 0) {
            snprintf(text + used, size - used, "%s%s", used > 0 ? " " : "", type_name((ElementType)type));
        }
    }
}

static void print_fields(const char *const *fields, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        csv_print(stdout, fields[i] != NULL ? fields[i] : "");
        putchar(i + 1 < count ? ',' : '\n');
    }
}

static void list_csv(const Workload *only)
{
    puts("workload,variant,idea,source,after,types,axes,available,reason");
    for (size_t i = 0; registry_variants[i] != NULL; i++) {
        const Variant *variant = registry_variants[i];
        const char *missing = variant_missing(variant);
        char types[64], axes[128];
        types_in_words(variant, types, sizeof types);
        axes_in_words(variant, axes, sizeof axes);
        const char *const fields[] = {variant->workload,
                                      variant->name,
                                      variant->idea,
                                      variant->source,
                                      variant->after,
                                      types,
                                      axes,
                                      missing == NULL ? "yes" : "no",
                                      missing};
        if (only == NULL || strcmp(only->name, variant->workload) == 0) {
            print_fields(fields, sizeof fields / sizeof fields[0]);
        }
    }
    for (size_t i = 0; registry_unbuilt[i].name != NULL; i++) {
        const UnbuiltVariant *unbuilt = &registry_unbuilt[i];
        const char *const fields[] = {unbuilt->workload, unbuilt->name, unbuilt->idea, "", "", "", "", "no",
                                      unbuilt->reason};
        if (only == NULL || strcmp(only->name, unbuilt->workload) == 0) {
            print_fields(fields, sizeof fields / sizeof fields[0]);
        }
    }
}

static void list_workload(const Workload *workload)
{
    static const char *const headers[] = {"  variant", "types", "axes", "here", "idea"};
    Table table;
    printf("%s: %s\n", workload->name, workload->idea);
    table_begin(&table, headers, sizeof headers / sizeof headers[0]);
    for (size_t i = 0; registry_variants[i] != NULL; i++) {
        const Variant *variant = registry_variants[i];
        char types[64], axes[128];
        if (strcmp(variant->workload, workload->name) != 0) {
            continue;
        }
        const char *missing = variant_missing(variant);
        types_in_words(variant, types, sizeof types);
        axes_in_words(variant, axes, sizeof axes);
        table_cell(&table, "  %s", variant->name);
        table_cell(&table, "%s", types);
        table_cell(&table, "%s", axes);
        table_cell(&table, "%s", missing == NULL ? "yes" : missing);
        table_cell(&table, "%s", variant->idea);
    }
    for (size_t i = 0; registry_unbuilt[i].name != NULL; i++) {
        const UnbuiltVariant *unbuilt = &registry_unbuilt[i];
        if (strcmp(unbuilt->workload, workload->name) == 0) {
            table_cell(&table, "  %s", unbuilt->name);
            table_cell(&table, "%s", "");
            table_cell(&table, "%s", "");
            table_cell(&table, "%s", unbuilt->reason);
            table_cell(&table, "%s", unbuilt->idea);
        }
    }
    table_end(&table, stdout);
}

int command_list(int argc, char **argv)
{
    Arguments arguments = {0};
    Error error;
    if (parse(argc, argv, &arguments, &error) != 0) {
        return complain(&error, EXIT_USAGE);
    }
    if (arguments.help) {
        puts("Usage: speedup list [WORKLOAD] [--csv]\n"
             "\n"
             "Every variant, its idea, element types and axes, and whether it can run here, and if not why.");
        return EXIT_OK;
    }
    if (arguments.csv) {
        list_csv(arguments.workload);
        return EXIT_OK;
    }
    for (size_t i = 0; registry_workloads[i] != NULL; i++) {
        if (arguments.workload == NULL || arguments.workload == registry_workloads[i]) {
            list_workload(registry_workloads[i]);
            putchar('\n');
        }
    }
    return EXIT_OK;
}

int command_machine(int argc, char **argv)
{
    Arguments arguments = {0};
    Error error;
    if (parse(argc, argv, &arguments, &error) != 0) {
        return complain(&error, EXIT_USAGE);
    }
    if (arguments.help) {
        puts("Usage: speedup machine\n"
             "\n"
             "What this machine is, as JSON: processor, caches, cores, memory, GPU, compilers, build, "
             "environment.");
        return EXIT_OK;
    }
    return machine_json(stdout, &error) == 0 || reader_left() ? EXIT_OK : complain(&error, EXIT_POINT);
}

int command_kernels(int argc, char **argv)
{
    Arguments arguments = {.n = 1024};
    Error error;
    if (parse(argc, argv, &arguments, &error) != 0) {
        return complain(&error, EXIT_USAGE);
    }
    if (arguments.help) {
        puts("Usage: speedup kernels [WORKLOAD] [--size N] [--csv]\n"
             "\n"
             "Facts of every GPU kernel for n x n matrices [1024]: registers, static and dynamic shared "
             "memory, local\n"
             "memory, blocks a multiprocessor, theoretical occupancy and what limits it, share of the last "
             "wave that\n"
             "is filled, operations a global access (CGMA). Nothing is measured.");
        return EXIT_OK;
    }
    const char *missing = gpu_driver.missing();
    if (missing != NULL) {
        error_set(&error, "kernels needs a GPU: %s", missing);
        return complain(&error, EXIT_USAGE);
    }
    const char *workload = arguments.workload != NULL ? arguments.workload->name : NULL;
    KernelFacts *facts;
    size_t count;
    if (gpu_kernel_facts(workload, arguments.n, &facts, &count, &error) != 0) {
        return complain(&error, EXIT_POINT);
    }
    kernel_table_print(stdout, facts, count, arguments.csv);
    free(facts);
    return EXIT_OK;
}
