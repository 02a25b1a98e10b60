/* See wrap.h.
 *
 * A parameter is a size, a leading dimension, a factor or a matrix. Its name tells which; of matrices const
 * ones are inputs. What the function reads in another layout is made by prepare() (cpu/foreign.h). */
#include "experiments/harness/wrap.h"

#include <ctype.h>
#include <regex.h>
#include <stdio.h>
#include <string.h>

#include "common/text/text.h"

enum { MOST_PARAMETERS = 24, MOST_WORD = 48 };

typedef struct Parameter {
    char type[MOST_WORD], name[MOST_WORD], argument[96];
    unsigned stars, brackets;
    bool constant;   /* what it points to */
    Operand operand; /* the matrix that it points to; OPERANDS: a number */
} Parameter;

typedef struct Glue {
    const Wrap *wrap;
    const Workload *workload;
    bool on_gpu, kernel, returns_status, ints;
    char declaration[1024], name[MOST_WORD], prepare[1024];
    Parameter parameters[MOST_PARAMETERS];
    size_t count;
    ElementType type;
    unsigned roles; /* bits of those that numbers have */
    bool has_stream;
} Glue;

/* ---- words ---- */

/* Copies a name, or one character, and returns the place behind it. */
static const char *scan(const char *at, char word[MOST_WORD])
{
    at += strspn(at, " \t");
    size_t length = 0;
    while (isalnum((unsigned char)at[length]) || at[length] == '_') {
        length++;
    }
    length += length == 0 && *at != '\0';
    snprintf(word, MOST_WORD, "%.*s", (int)length, at);
    return at + length;
}

/* Is the text, without regard of case, all of the pattern, which is an extended regular expression? */
static bool matches(const char *pattern, const char *text)
{
    char whole[512];
    regex_t regex;
    snprintf(whole, sizeof whole, "^(%s)$", pattern);
    if (regcomp(&regex, whole, REG_EXTENDED | REG_ICASE | REG_NOSUB) != 0) {
        return false;
    }
    const bool found = regexec(&regex, text, 0, NULL, 0) == 0;
    regfree(&regex);
    return found;
}

/* ---- the prototype ---- */

/* Reads one parameter and moves *at behind the comma or parenthesis that ends it. */
static int read_parameter(const char **at, Parameter *parameter, Error *error)
{
    const char *begin = *at;
    char word[MOST_WORD];
    *parameter = (Parameter){.operand = OPERANDS};
    for (*at = scan(*at, word); !matches("[,)]", word); *at = scan(*at, word)) {
        const bool begins_type = parameter->type[0] == '\0' && matches("[a-z_].*", word);
        if (matches("const|volatile|(__)?restrict(__)?", word)) {
            parameter->constant = parameter->constant || (word[0] == 'c' && parameter->stars == 0);
        } else if (begins_type || matches("unsigned|signed|long|short|int|char|float|double", word)) {
            text_append(parameter->type, sizeof parameter->type, " ", "%s", word);
        } else if (parameter->name[0] == '\0' && matches("[a-z_].*", word)) {
            snprintf(parameter->name, sizeof parameter->name, "%s", word);
        } else if (word[0] == '*') {
            parameter->stars++;
        } else if (word[0] == '[' && strchr(*at, ']') != NULL) {
            parameter->brackets++;
            *at = strchr(*at, ']') + 1;
        } else {
            return error_set(
                error,
                "'%.80s' has '%s': a parameter is a number, or a pointer to numbers, and all end in "
                "')'; write a function of such parameters that calls it",
                begin, word);
        }
    }
    return parameter->name[0] != '\0'
               ? 0
               : error_set(error, "'%.80s' begins with a parameter without name; name it", begin);
}

static int read_prototype(Glue *glue, Error *error)
{
    const char *at = glue->wrap->prototype;
    char word[MOST_WORD], result[MOST_WORD] = "";
    at += strncmp(at, "extern \"C\" ", 11) == 0 && !glue->on_gpu ? 11 : 0; /* C has no such words */
    snprintf(glue->declaration, sizeof glue->declaration, "%.*s", (int)strcspn(at, ";{"), at);
    for (at = scan(at, word); strcmp(word, "(") != 0; at = scan(at, word)) {
        if (matches("[<*]?", word)) {
            return error_set(error,
                             "'%.80s' is no prototype of a function that returns a status or nothing; give "
                             "one, as in 'void gemm(int n, float *a, float *b, float *c)'",
                             glue->declaration);
        }
        glue->kernel = glue->kernel || strcmp(word, "__global__") == 0;
        snprintf(result, sizeof result, "%s", glue->name);
        snprintf(glue->name, sizeof glue->name, "%s", word);
    }
    glue->returns_status = matches("int|cudaError_t", result);
    do {
        if (glue->count == MOST_PARAMETERS) {
            return error_set(error, "it has more than %d parameters; write a function of fewer that calls it",
                             MOST_PARAMETERS);
        }
        if (read_parameter(&at, &glue->parameters[glue->count++], error) != 0) {
            return -1;
        }
    } while (at[-1] == ',');
    return 0;
}

/* ---- matrices ---- */

/* Is this a name of the matrix, as in d_a, h_A, dA, dev_a, matA, a_d? */
static bool is_named(const Parameter *parameter, const char *names)
{
    char pattern[256];
    snprintf(pattern, sizeof pattern, "(d|h|dev|device|host|mat|matrix|m|p)?_?(%s)(_d|_h)?", names);
    return matches(pattern, parameter->name);
}

/* The one parameter of several that is the result. */
static size_t find_result(Parameter *const *matrix, size_t count)
{
    size_t written = 0, named = 0, by_type = 0, by_name = count - 1;
    for (size_t i = 0; i < count; i++) {
        const bool is_result =
            is_named(matrix[i], "c|out(put)?|dst|dest(ination)?|res(ult)?|odata|prod(uct)?|ans|target");
        written += !matrix[i]->constant;
        by_type = matrix[i]->constant ? by_type : i;
        named += is_result;
        by_name = is_result ? i : by_name;
    }
    return written == 1 ? by_type : named == 1 ? by_name : count - 1;
}

static int assign_matrices(Glue *glue, Error *error)
{
    static const char *const types[] = {"(signed )?int|int32_t|uint32_t|unsigned( int)?", "float", "double"};
    const Workload *workload = glue->workload;
    Parameter *matrix[MOST_PARAMETERS];
    size_t count = 0;
    for (size_t i = 0; i < glue->count; i++) {
        Parameter *parameter = &glue->parameters[i];
        int type = 0;
        if (parameter->stars + parameter->brackets == 0) {
            continue;
        }
        while (type < ELEMENT_TYPES && !matches(types[type], parameter->type)) {
            type++;
        }
        if ((workload->types & TYPE_BIT(type)) == 0 || type == ELEMENT_TYPES ||
            (count > 0 && type != (int)glue->type)) {
            return error_set(
                error,
                "%s: not a matrix of %s: write float, double or int, the same for all matrices, and "
                "one of the types that speedup list %s shows",
                parameter->name, workload->name, workload->name);
        }
        glue->type = (ElementType)type;
        matrix[count++] = parameter;
    }
    const unsigned inputs = workload->in_place ? (unsigned)count - 1 : workload->inputs;
    if (count != inputs + 1 || inputs > 2) {
        return error_set(error, "%s has %u input%s and a result; the prototype has %zu pointers",
                         workload->name, workload->inputs, workload->inputs == 1 ? "" : "s", count);
    }
    const size_t out = find_result(matrix, count);
    Parameter *input[2];
    unsigned found = 0;
    for (size_t i = 0; i < count; i++) {
        matrix[i]->operand = i == out ? OPERAND_OUT : OPERAND_A;
        if (i != out) {
            input[found++] = matrix[i];
        }
    }
    if (inputs == 2) { /* of column-major matrices the product of the transposes is the transpose of B A */
        const bool b_first = is_named(input[0], "b|right") && is_named(input[1], "a|left");
        input[b_first == glue->wrap->column_major]->operand = OPERAND_B;
    }
    return 0;
}

/* ---- arguments ---- */

/* Rows and columns of a matrix as names: the workload gives them for m, n and k of 2, 3 and 5. */
static void extent_of(const Glue *glue, Operand operand, const char **rows, const char **columns)
{
    static const char *const names[] = {"0", "1", "point->m", "point->n", "4", "point->k"};
    const bool squares = glue->workload->dimensions == 0;
    const Point probe = {.m = squares ? 3 : 2, .n = 3, .k = squares ? 3 : 5, .type = glue->type};
    const Extent extent = workload_extent(glue->workload, &probe, operand);
    *rows = names[extent.rows % 6];
    *columns = names[extent.columns % 6];
}

static int pass_matrix(Glue *glue, Parameter *parameter, Error *error)
{
    static const char *const places[] = {"task->a", "task->b"}, *const names[] = {"OPERAND_A", "OPERAND_B"};
    const bool is_out = parameter->operand == OPERAND_OUT, is_b = parameter->operand == OPERAND_B;
    const bool turned = is_b && glue->wrap->transposed_b, copied = !is_out && glue->workload->in_place;
    const bool has_rows = parameter->stars + (parameter->brackets > 0 ? parameter->stars : 0) == 2;
    const char *place = is_out || copied ? "task->out" : places[is_b], *rows, *columns;
    const char *name = is_out ? "OPERAND_OUT" : names[is_b];
    if (parameter->stars > 2 || parameter->brackets > 2 ||
        (parameter->stars > 1 && parameter->brackets > 0) ||
        ((has_rows || turned || copied || parameter->brackets > 1) && glue->on_gpu &&
         !glue->wrap->host_pointers)) {
        return error_set(
            error,
            "%s: a matrix is a pointer, on the CPU and with --host-pointers also row pointers, a[n][n], "
            "B transposed or a copied input; write a function of pointers that calls it",
            parameter->name);
    }
    extent_of(glue, parameter->operand, &rows, &columns);
    if (turned || copied) {
        text_append(glue->prepare, sizeof glue->prepare, "", "    foreign_convert(task, %s, %s, %s, %s);\n",
                    place, turned ? "true" : "false", rows, columns);
        place = "task->workspace";
    }
    if (has_rows) {
        text_append(glue->prepare, sizeof glue->prepare, "",
                    "    foreign_point_rows(task, %s, %s, %s, %s);\n", name, place, turned ? columns : rows,
                    turned ? rows : columns);
        snprintf(parameter->argument, sizeof parameter->argument, "(%s%s **)foreign_rows(task, %s)",
                 parameter->constant ? "const " : "", parameter->type, name);
    } else if (parameter->brackets == 2) {
        snprintf(parameter->argument, sizeof parameter->argument, "(void *)%s", place);
    } else {
        snprintf(parameter->argument, sizeof parameter->argument, "(%s%s *)%s",
                 parameter->constant ? "const " : "", parameter->type, place);
    }
    return 0;
}

enum {
    ROLE_M,
    ROLE_N,
    ROLE_K,
    ROLE_ELEMENTS,
    ROLE_LDA,
    ROLE_LDB,
    ROLE_LDC,
    ROLE_ALPHA,
    ROLE_BETA,
    ROLE_THREADS,
    ROLES
};

static const char *const role_names[ROLES] = {
    [ROLE_M] = "m|(n|num)?_?rows?(_?a)?|h|height|hy|ny|ha",
    [ROLE_N] = "(n|num)?_?(n|v|vertices|nodes|cols?(_?b)?|columns)|w|width|nx|wb|((mat|matrix)_?)?size|dim",
    [ROLE_K] = "k|inner|depth|common|wa|hb|cols_?a|rows_?b",
    [ROLE_ELEMENTS] = "(n|num)?_?elements|count|total",
    [ROLE_LDA] = "lda|ld|ldin|stride|pitch",
    [ROLE_LDB] = "ldb",
    [ROLE_LDC] = "ldc|ldo|ldout",
    [ROLE_ALPHA] = "alpha",
    [ROLE_BETA] = "beta",
    [ROLE_THREADS] = "(n|num)?_?threads",
};

/* The columns of the matrix that is passed as this one. */
static const char *columns_of(const Glue *glue, Operand slot)
{
    const bool exchanged = glue->workload->inputs == 2 && glue->wrap->column_major && slot != OPERAND_OUT;
    const Operand operand = exchanged ? OPERAND_A + OPERAND_B - slot : slot;
    const char *rows, *columns;
    extent_of(glue, operand, &rows, &columns);
    return operand == OPERAND_B && glue->wrap->transposed_b ? rows : columns;
}

static int pass_number(Glue *glue, Parameter *parameter, Error *error)
{
    const bool turned = glue->wrap->column_major, two = glue->workload->inputs == 2;
    const char *const values[ROLES] = {
        [ROLE_M] = turned ? "point->n" : "point->m",
        [ROLE_N] = turned ? "point->m" : "point->n",
        [ROLE_K] = glue->workload->dimensions == 2 ? NULL : "point->k",
        [ROLE_ELEMENTS] = "(point->m * point->n)",
        [ROLE_LDA] = columns_of(glue, OPERAND_A),
        [ROLE_LDB] = columns_of(glue, two ? OPERAND_B : OPERAND_OUT),
        [ROLE_LDC] = columns_of(glue, OPERAND_OUT),
        [ROLE_ALPHA] = "1",
        [ROLE_BETA] = "0",
        [ROLE_THREADS] = "point->threads",
    };
    const char *value = NULL;
    for (int role = 0; role < ROLES; role++) {
        if (matches(role_names[role], parameter->name)) {
            value = values[role];
            glue->roles |= 1u << role;
        }
    }
    if (matches("cudaStream_t", parameter->type)) {
        value = "task->stream";
        glue->has_stream = true;
    }
    if (value == NULL) {
        return error_set(error,
                         "%s: a number of this name is unknown; call it m, n, k (rows, columns, inner side), "
                         "elements, lda, ldb, ldc, alpha, beta or threads in the prototype",
                         parameter->name);
    }
    glue->ints = glue->ints || matches("(unsigned )?(int|short)|unsigned|u?int32_t", parameter->type);
    snprintf(parameter->argument, sizeof parameter->argument, "(%s)%s", parameter->type, value);
    return 0;
}

/* ---- the text ---- */

static void print_run(FILE *file, const Glue *glue)
{
    fprintf(file, "static int run(const Task *task)\n{\n    const Point *point = task->point;\n");
    if (glue->kernel) {
        fprintf(file, "    /* A thread per element, in blocks of 16 x 16: set what the kernel expects. */\n"
                      "    const LaunchShape shape = {.grid = {gpu_blocks(point->n, 16), "
                      "gpu_blocks(point->m, 16), 1},\n"
                      "                               .block = {16, 16, 1}};\n");
    }
    fprintf(file, "    %s%s%s", glue->kernel ? "return GPU_LAUNCH(task, shape, " : "",
            glue->returns_status ? "const int status = (int)" : "", glue->name);
    for (size_t i = 0; i < glue->count; i++) {
        fprintf(file, "%s%s", i > 0 || glue->kernel ? ", " : "(", glue->parameters[i].argument);
    }
    fprintf(file, ");\n");
    if (glue->returns_status) {
        fprintf(file,
                "    if (status != 0) {\n"
                "        return error_set(task->error, \"%s returned %%d\", status);\n"
                "    }\n",
                glue->name);
    }
    if (!glue->kernel) {
        fprintf(file, "    return %s;\n", glue->on_gpu ? "GPU_CHECK(task, cudaGetLastError())" : "0");
    }
    fprintf(file, "}\n\n");
}

static void print_glue(FILE *file, const Glue *glue, const char *name)
{
    static const char *const types[] = {"INT32", "FLOAT32", "FLOAT64"};
    static const unsigned all_sizes[] = {0, 3, 3, 7}; /* by dimensions: bits of ROLE_M, ROLE_N and ROLE_K */
    const Wrap *wrap = glue->wrap;
    const unsigned all = all_sizes[glue->workload->dimensions];
    const bool accumulates = (glue->roles & 1u << ROLE_BETA) != 0; /* 0 times poison is NaN */
    const bool squares = (glue->roles & all) != all && (glue->roles & 1u << ROLE_ELEMENTS) == 0;
    const bool default_stream = glue->on_gpu && !wrap->host_pointers && !glue->has_stream && !glue->kernel;
    const bool prepares = glue->prepare[0] != '\0';
    const char *base = name + 4, *workload = glue->workload->name;
    fprintf(file,
            "/* %s %s calls %s, whose source is built beside this one%s.\n"
            " *\n"
            " *     speedup build %s.%s THEIRS\n"
            " *     speedup check %s --plugin %s.so\n"
            " */\n"
            "#include \"cpu/foreign.h\"\n%s\n%s;\n\n"
            "static int accepts(const Point *point, Error *error)\n{\n"
            "    /* squares only, sizes are int, multiples */\n"
            "    return foreign_accepts(point, %s, %s, %zu, error);\n}\n\n",
            workload, name, glue->name, glue->on_gpu ? "" : " (C++: rename this file to .cpp)", base,
            glue->on_gpu ? "cu" : "c", workload, base,
            glue->on_gpu ? "#include \"gpu/grid.h\"\n#include \"gpu/launch.h\"\n#include <cuda_runtime.h>\n"
                         : "",
            glue->declaration, squares ? "true" : "false", glue->ints ? "true" : "false",
            wrap->multiple > 0 ? wrap->multiple : 1);
    if (prepares) {
        fprintf(file,
                "static int prepare(const Task *task)\n{\n    const Point *point = task->point;\n%s    "
                "return 0;\n}\n\n",
                glue->prepare);
    }
    print_run(file, glue);
    fprintf(file,
            "C_LINKAGE_BEGIN\nextern const Variant variant_%.3s_%s_%s;\nC_LINKAGE_END\n"
            "const Variant variant_%.3s_%s_%s = {\n    .workload = \"%s\",\n    .name = \"%s\",\n"
            "    .idea = \"calls %s\",\n    .types = %s,\n"
            "    .axes = %s, /* AXIS_THREADS: it has threads of OpenMP */\n    .flags = 0%s%s%s,\n"
            "    .accepts = accepts,\n%s    .run = run,\n};\n",
            name, workload, base, name, workload, base, workload, name, glue->name, types[glue->type],
            (glue->roles & 1u << ROLE_THREADS) != 0 ? "AXIS_THREADS" : "0",
            accumulates ? " | VARIANT_ACCUMULATES" : "", default_stream ? " | VARIANT_DEFAULT_STREAM" : "",
            wrap->host_pointers ? " | VARIANT_HOST_POINTERS" : "",
            prepares ? "    .workspace = foreign_workspace,\n    .prepare = prepare,\n" : "");
}

/* Do the options suit the function and the workload? */
static int check_options(const Glue *glue, Error *error)
{
    const Wrap *wrap = glue->wrap;
    if ((wrap->host_pointers && !glue->on_gpu) || (glue->kernel && (!glue->on_gpu || wrap->host_pointers))) {
        return error_set(error,
                         "a kernel takes device memory, and --host-pointers is for gpu/ variants that call a "
                         "function; give WORKLOAD/gpu/NAME");
    }
    return wrap->transposed_b && (wrap->column_major || glue->workload->inputs != 2)
               ? error_set(error,
                           "--transposed-b is for two inputs, and excludes --column-major; leave one out")
               : 0;
}

char *wrap_text(const Wrap *wrap, const Workload *workload, const char *name, Error *error)
{
    Glue glue = {.wrap = wrap, .workload = workload, .on_gpu = strncmp(name, "gpu/", 4) == 0};
    Error why = {.text = "no memory"};
    int failed = read_prototype(&glue, &why) != 0 || check_options(&glue, &why) != 0 ||
                 assign_matrices(&glue, &why) != 0;
    for (size_t i = 0; failed == 0 && i < glue.count; i++) {
        Parameter *parameter = &glue.parameters[i];
        failed = parameter->operand == OPERANDS ? pass_number(&glue, parameter, &why)
                                                : pass_matrix(&glue, parameter, &why);
    }
    if (failed == 0 &&
        (glue.roles & (1u << ROLE_M | 1u << ROLE_N | 1u << ROLE_K | 1u << ROLE_ELEMENTS)) == 0) {
        failed = error_set(&why, "no parameter is a size; add one, as in a function for any n");
    }
    char *text = NULL;
    size_t size;
    FILE *file = failed == 0 ? open_memstream(&text, &size) : NULL;
    if (file != NULL) {
        print_glue(file, &glue, name);
        fclose(file);
    }
    if (text == NULL) {
        error_set(error, "--wrap: %.900s", why.text);
    }
    return text;
}
