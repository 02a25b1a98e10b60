/* `speedup list`: every variant, and whether it can run here. */
#include <stdio.h>
#include <string.h>

#include "common/axes.h"
#include "common/registry.h"
#include "experiments/harness/analysis/table.h"
#include "experiments/harness/cli/nearest.h"
#include "experiments/harness/cli/plan.h"
#include "experiments/harness/commands.h"
#include "experiments/harness/diagnostics.h"
#include "experiments/harness/store/csv_writer.h"

typedef struct ListOptions {
    bool csv;
} ListOptions;

static const Option list_options[] = {
    {"csv", NULL, take_flag, offsetof(ListOptions, csv), "a CSV row a variant instead of tables", NULL},
};

static const Usage usage = {
    .command = "list",
    .before = "Usage: speedup list [WORKLOAD] [options]\n"
              "\n"
              "Every variant, its idea, element types and axes, and whether it can run here, and if not why.",
    OPTIONS(list_options),
    .most = 1,
};

static void axes_in_words(const Variant *variant, char *text, size_t size)
{
    text[0] = '\0';
    for (int id = 0; id < AXIS_IDS; id++) {
        size_t used = strlen(text);
        if ((variant->axes & axis_table[id].bit) != 0) {
            snprintf(text + used, size - used, "%s%s", used > 0 ? " " : "", axis_table[id].name);
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
    ListOptions options = {0};
    Words words;
    Error error;
    int code = command_begin(&usage, argc, argv, &options, &words);
    if (code != GO_ON) {
        return code;
    }
    const Workload *only = words.count > 0 ? nearest_workload(words.word[0], &error) : NULL;
    if (words.count > 0 && only == NULL) {
        return log_error(&error, EXIT_USAGE);
    }
    if (options.csv) {
        list_csv(only);
        return EXIT_OK;
    }
    for (size_t i = 0; registry_workloads[i] != NULL; i++) {
        if (only == NULL || only == registry_workloads[i]) {
            list_workload(registry_workloads[i]);
            putchar('\n');
        }
    }
    return EXIT_OK;
}
