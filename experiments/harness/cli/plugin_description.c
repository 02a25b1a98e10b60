/* See plugin_description.h. */
#include "experiments/harness/cli/plugin_description.h"

#include <math.h>
#include <string.h>

#include "common/driver.h"

static const unsigned known_axes = AXIS_THREADS | AXIS_SCHEDULE | AXIS_BLOCK | AXIS_TILE | AXIS_DEVICES;
static const unsigned known_flags = VARIANT_LIBRARY | VARIANT_REFERENCE | VARIANT_UNOPTIMIZED |
                                    VARIANT_SEARCH | VARIANT_DISTINCT | VARIANT_TENSOR_FLOAT64 |
                                    VARIANT_ACCUMULATES | VARIANT_DEFAULT_STREAM | VARIANT_HOST_POINTERS;
static const unsigned gpu_flags = VARIANT_DEFAULT_STREAM | VARIANT_HOST_POINTERS;

/* ---- texts ---- */

typedef struct TextField {
    const char *name;
    size_t pointer, text, size; /* offsets of the pointer in the struct and of its text; the text's size */
    bool optional;              /* the pointer may be NULL */
} TextField;

#define TEXT_FIELD(Own, Described, field, optional)                                                          \
    {                                                                                                        \
#field, offsetof(Described, Own.field), offsetof(Described, field),                                  \
            sizeof(((Described *)NULL)->field), optional                                                     \
    }
#define VARIANT_TEXT(field, optional) TEXT_FIELD(variant, PluginVariant, field, optional)
#define WORKLOAD_TEXT(field, optional) TEXT_FIELD(workload, PluginWorkload, field, optional)

static const TextField variant_texts[] = {VARIANT_TEXT(workload, false), VARIANT_TEXT(name, false),
                                          VARIANT_TEXT(idea, false), VARIANT_TEXT(source, true),
                                          VARIANT_TEXT(after, true)};

static const TextField workload_texts[] = {
    WORKLOAD_TEXT(name, false),        WORKLOAD_TEXT(idea, false),   WORKLOAD_TEXT(default_sizes, false),
    WORKLOAD_TEXT(check_shapes, true), WORKLOAD_TEXT(ceiling, true), WORKLOAD_TEXT(packed_ceiling, true)};

/* Copies the texts to which the struct points. A long one is an error, not cut: another name would be unknown
 * to the worker. */
static int copy_texts(void *described, const TextField *fields, size_t count, const char *owner, Error *error)
{
    for (size_t i = 0; i < count; i++) {
        char *const *pointer = (char *const *)(void *)((char *)described + fields[i].pointer);
        const int length = snprintf((char *)described + fields[i].text, fields[i].size, "%s",
                                    *pointer != NULL ? *pointer : "");
        if ((size_t)length >= fields[i].size) {
            return error_set(error, "%.100s has .%s of %d bytes, at most %zu are allowed; shorten it",
                             owner != NULL ? owner : "a Variant", fields[i].name, length, fields[i].size - 1);
        }
    }
    return 0;
}

static bool is_text(char *text, size_t size)
{
    if (memchr(text, '\0', size) == NULL) {
        return false;
    }
    text_make_utf8(text);
    return !text_has_control(text);
}

/* Points the struct to its texts; false if one of them is none. */
static bool take_texts(void *described, const TextField *fields, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        char *text = (char *)described + fields[i].text;
        if (!is_text(text, fields[i].size)) {
            return false;
        }
        *(char **)(void *)((char *)described + fields[i].pointer) =
            text[0] != '\0' || !fields[i].optional ? text : NULL;
    }
    return true;
}

#define LENGTH(array) (sizeof(array) / sizeof(array)[0])

/* ---- the worker ---- */

int plugin_describe_variant(const Variant *variant, bool devices, PluginVariant *described, Error *error)
{
    const char *name = variant->name != NULL ? variant->name : "";
    if (variant->run == NULL) {
        return error_set(error, "the Variant '%s' has no .run; add the function that does its work", name);
    }
    memcpy(&described->variant, variant, offsetof(Variant, missing));
    const bool asks = variant->missing != NULL && (devices || driver_of(name) != &gpu_driver);
    const char *missing = asks ? variant->missing() : NULL;
    snprintf(described->missing, sizeof described->missing, "%s", missing != NULL ? missing : "");
    return copy_texts(described, variant_texts, LENGTH(variant_texts), variant->name, error);
}

int plugin_describe_workload(const Workload *workload, PluginWorkload *described, Error *error)
{
    const char *name = workload->name != NULL ? workload->name : "";
    if (workload->work == NULL || workload->rate_unit == NULL) {
        return error_set(error,
                         "the Workload '%s' has no .%s; add the function, as in the file that speedup new "
                         "NAME writes",
                         name, workload->work == NULL ? "work" : "rate_unit");
    }
    for (int type = 0; type < ELEMENT_TYPES; type++) {
        const char *unit =
            (workload->types & TYPE_BIT(type)) != 0 ? workload->rate_unit((ElementType)type) : "";
        if (unit == NULL || strlen(unit) >= sizeof(((Costs *)NULL)->unit)) {
            return error_set(error,
                             "%.100s has .rate_unit of '%.100s', at most %zu bytes are allowed; shorten it",
                             name, unit != NULL ? unit : "NULL", sizeof(((Costs *)NULL)->unit) - 1);
        }
    }
    memcpy(&described->workload, workload, offsetof(Workload, extent));
    described->has_fill = workload->fill != NULL;
    described->has_verify = workload->verify != NULL;
    return copy_texts(described, workload_texts, LENGTH(workload_texts), workload->name, error);
}

/* ---- the parent ---- */

/* A bool that another process wrote has one of two values. */
static bool is_bool(const bool *value)
{
    unsigned char byte;
    memcpy(&byte, value, sizeof byte);
    return byte <= 1;
}

static int check_variant(PluginVariant *described, Error *error)
{
    Variant *variant = &described->variant;
    const char *name = described->name;
    if (!take_texts(described, variant_texts, LENGTH(variant_texts)) ||
        !is_text(described->missing, sizeof described->missing)) {
        return error_set(error, "a text of a Variant has a control character; write it on one line");
    }
    if (driver_of(name) == NULL || !text_is_name(strchr(name, '/') + 1)) {
        return error_set(error,
                         "the Variant has .name = \"%s\"; give cpu/ or gpu/ and small letters, digits "
                         "and '_', a letter first",
                         name);
    }
    if (described->idea[0] == '\0') {
        return error_set(error, "%s has no .idea; describe it in one line", name);
    }
    if ((variant->axes & AXIS_RANKS) != 0) {
        return error_set(error,
                         "%s reads AXIS_RANKS; variants over several processes are built into the program: "
                         "put the file into cpu/%s/ of its source and run make",
                         name, described->workload);
    }
    if (((variant->axes & AXIS_BLOCK) != 0 && variant->block == 0) ||
        ((variant->axes & AXIS_TILE) != 0 && variant->tile == 0)) {
        return error_set(error, "%s reads AXIS_BLOCK or AXIS_TILE and has no default; set .block or .tile",
                         name);
    }
    if ((variant->axes & ~known_axes) != 0 || (variant->flags & ~known_flags) != 0 ||
        (unsigned)variant->precision >= PRECISIONS || (unsigned)variant->instructions > INSTRUCTIONS_TENSOR ||
        variant->first_owner >= MOST_DEVICES) {
        return error_set(error,
                         "%s has a value that workload.h does not define in .axes, .flags, .precision, "
                         ".instructions or .first_owner; correct it",
                         name);
    }
    if ((variant->flags & gpu_flags) != 0 &&
        (!variant_on_gpu(variant) || (variant->axes & AXIS_DEVICES) != 0 ||
         (variant->flags & gpu_flags) == gpu_flags)) {
        return error_set(
            error,
            "%s has VARIANT_DEFAULT_STREAM or VARIANT_HOST_POINTERS; a gpu/ variant of one GPU may "
            "have one of them",
            name);
    }
    memset((char *)variant + offsetof(Variant, missing), 0, sizeof *variant - offsetof(Variant, missing));
    return 0;
}

static int check_workload(PluginWorkload *described, Error *error)
{
    Workload *workload = &described->workload;
    const char *name = described->name;
    if (!take_texts(described, workload_texts, LENGTH(workload_texts))) {
        return error_set(error, "a text of the Workload has a control character; write it on one line");
    }
    if (!text_is_name(name)) {
        return error_set(
            error, "the Workload has .name = \"%s\"; give small letters, digits and '_', a letter first",
            name);
    }
    if (described->idea[0] == '\0' || described->default_sizes[0] == '\0') {
        return error_set(error, "the Workload %s has no .%s; add it", name,
                         described->idea[0] == '\0' ? "idea" : "default_sizes");
    }
    if (workload->inputs > MOST_INPUTS) {
        return error_set(error, "the Workload %s has .inputs = %u; it may read %d buffers, so join some",
                         name, workload->inputs, (int)MOST_INPUTS);
    }
    if (workload->types == 0 || workload->types >= TYPE_BIT(ELEMENT_TYPES) ||
        (unsigned)workload->default_type >= ELEMENT_TYPES ||
        (workload->types & TYPE_BIT(workload->default_type)) == 0) {
        return error_set(error,
                         "the Workload %s has no .types of workload.h, or a .default_type that is none of "
                         "them; correct both",
                         name);
    }
    const double tolerance = workload->tolerance;
    if (!is_bool(&workload->in_place) || !is_bool(&workload->takes_graph) ||
        !is_bool(&workload->takes_pattern) || !is_bool(&workload->allows_nan) ||
        !is_bool(&workload->any_magnitude) || workload->dimensions == 1 || workload->dimensions > 3 ||
        (unsigned)workload->step >= WORK_STEPS || !(tolerance >= 0.0 && isfinite(tolerance))) {
        return error_set(error,
                         "the Workload %s has a value that workload.h does not define in .dimensions, .step "
                         "or .tolerance; correct it",
                         name);
    }
    if (workload->in_place && (workload->inputs != 0 || !described->has_fill || !described->has_verify)) {
        return error_set(error, "the Workload %s is in place; it needs .inputs = 0, .fill and .verify", name);
    }
    memset((char *)workload + offsetof(Workload, extent), 0, sizeof *workload - offsetof(Workload, extent));
    return 0;
}

/* Are the variants such that results of the workload can be verified? */
static int check_reference(const PluginDescription *description, Error *error)
{
    const PluginWorkload *workload = &description->workload;
    const char *misplaced = NULL;
    size_t own = 0, references = 0;
    for (size_t i = 0; i < description->count; i++) {
        const PluginVariant *described = &description->variants[i];
        const bool is_own = description->has_workload && strcmp(described->workload, workload->name) == 0;
        const bool reference = (described->variant.flags & VARIANT_REFERENCE) != 0;
        misplaced =
            reference && (!is_own || variant_on_gpu(&described->variant)) ? described->name : misplaced;
        own += is_own;
        references += reference;
    }
    if (description->has_workload && own == 0) {
        return error_set(error,
                         "the Workload %s has no Variant; add one, with .workload = \"%s\" and .flags = "
                         "VARIANT_REFERENCE",
                         workload->name, workload->name);
    }
    if (misplaced != NULL) {
        return error_set(error,
                         "%s has VARIANT_REFERENCE; only a cpu/ variant may, beside its workload in one "
                         "plug-in; leave it out",
                         misplaced);
    }
    if (description->has_workload && (references > 1 || (references == 0 && !workload->has_verify))) {
        return error_set(error,
                         "the Workload %s has %zu variants with VARIANT_REFERENCE%s; give the flag to one",
                         workload->name, references, references == 0 ? " and no .verify" : "");
    }
    return 0;
}

int plugin_description_check(PluginDescription *description, Error *error)
{
    if (description->count > PLUGIN_MOST_VARIANTS || !is_bool(&description->has_workload)) {
        return error_set(error,
                         "its description has a value that no worker writes; correct its constructors");
    }
    if (description->has_workload && check_workload(&description->workload, error) != 0) {
        return -1;
    }
    for (size_t i = 0; i < description->count; i++) {
        PluginVariant *described = &description->variants[i];
        if (check_variant(described, error) != 0) {
            return -1;
        }
        for (size_t k = 0; k < i; k++) {
            if (strcmp(description->variants[k].workload, described->workload) == 0 &&
                strcmp(description->variants[k].name, described->name) == 0) {
                return error_set(error, "two of its Variants are %s %s; rename one", described->workload,
                                 described->name);
            }
        }
    }
    return check_reference(description, error);
}
