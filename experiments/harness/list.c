/* `speedup list`: every variant, and whether it can run here. */
#include <stdio.h>
#include <string.h>

#include "common/axes.h"
#include "common/registry.h"
#include "common/text/text.h"
#include "experiments/harness/analysis/table.h"
#include "experiments/harness/cli/nearest.h"
#include "experiments/harness/cli/plan.h"
#include "experiments/harness/commands.h"
#include "experiments/harness/diagnostics.h"

typedef struct ListOptions {
    bool csv;
    Names plugins;
} ListOptions;

static ListOptions options;

static const Option list_options[] = {
    {"plugin", "FILES", take_names, offsetof(ListOptions, plugins),
     "adds what these files contain, which `speedup build` made", NULL},
    {"csv", NULL, take_flag, offsetof(ListOptions, csv), "one CSV row per variant instead of tables", NULL},
};

static const Usage usage = {
    .command = "list",
    .before = "Usage: speedup list [WORKLOAD] [options]\n"
              "\n"
              "Every variant: its idea, element types and axes, and whether it can run here or why not.",
    OPTIONS(list_options),
    .most = 1,
};

/* One variant as texts, in the order of the CSV's columns; "" if unknown. */
enum { WORKLOAD, NAME, IDEA, SOURCE, AFTER, TYPES, AXES, AVAILABLE, REASON, FIELDS };

typedef struct Described {
    const char *field[FIELDS];
    char types[64], axes[128];
} Described;

/* Variant number i of all; false behind the last. */
static bool describe(size_t i, Described *described)
{
    ListedVariant listed;
    if (!registry_list(i, &listed)) {
        return false;
    }
    const Variant *variant = listed.variant;
    const char *missing =
        listed.reason != NULL ? listed.reason : variant_missing(variant, variant->axes, NULL);
    *described = (Described){.field = {variant->workload, variant->name, variant->idea, variant->source,
                                       variant->after, described->types, described->axes,
                                       missing == NULL ? "yes" : "no", missing}};
    for (int type = 0; type < ELEMENT_TYPES; type++) {
        if ((variant->types & TYPE_BIT(type)) != 0) {
            text_append(described->types, sizeof described->types, " ", "%s", type_name((ElementType)type));
        }
    }
    for (int id = 0; id < AXIS_IDS; id++) {
        if ((variant->axes & axis_table[id].bit) != 0) {
            text_append(described->axes, sizeof described->axes, " ", "%s", axis_table[id].name);
        }
    }
    for (int f = 0; f < FIELDS; f++) {
        described->field[f] = described->field[f] != NULL ? described->field[f] : "";
    }
    return true;
}

static int list_csv(const Workload *only, Error *error)
{
    static const char *const headers[FIELDS] = {"workload", "variant", "idea",      "source", "after",
                                                "types",    "axes",    "available", "reason"};
    Table table;
    Described described;
    table_begin(&table, headers, FIELDS);
    for (size_t i = 0; describe(i, &described); i++) {
        if (only == NULL || strcmp(only->name, described.field[WORKLOAD]) == 0) {
            table_texts(&table, described.field, FIELDS);
        }
    }
    return table_end_csv(&table, stdout, error);
}

static int list_workload(const Workload *workload, Error *error)
{
    static const char *const headers[] = {"  variant", "types", "axes", "here", "idea"};
    Table table;
    Described described;
    printf("%s: %s\n", workload->name, workload->idea);
    table_begin(&table, headers, sizeof headers / sizeof headers[0]);
    for (size_t i = 0; describe(i, &described); i++) {
        const char *const *field = described.field;
        if (strcmp(field[WORKLOAD], workload->name) == 0) {
            const char *here = field[REASON][0] != '\0' ? field[REASON] : field[AVAILABLE];
            table_cell(&table, "  %s", field[NAME]);
            table_texts(&table, (const char *[]){field[TYPES], field[AXES], here, field[IDEA]}, 4);
        }
    }
    return table_end(&table, stdout, error);
}

static int run(const Words *words, Error *error)
{
    const Workload *only = NULL;
    if (plugins_add(&options.plugins, error) != 0 ||
        (words->count > 0 && (only = nearest_workload(words->word[0], error)) == NULL)) {
        return -1;
    }
    int failed = options.csv ? list_csv(only, error) : 0;
    const Workload *workload;
    for (size_t i = 0; !options.csv && failed == 0 && (workload = registry_workload_at(i)) != NULL; i++) {
        if (only == NULL || only == workload) {
            failed = list_workload(workload, error);
            putchar('\n');
        }
    }
    return failed == 0 ? EXIT_OK : log_error(error, EXIT_POINT);
}

const Command command_list = {&usage, &options, run};
