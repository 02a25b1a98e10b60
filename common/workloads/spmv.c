/* spmv: out = A x, of a sparse m x n matrix A in compressed sparse rows (CSR) and a vector x.
 *
 * Inputs: a the m + 1 row offsets, b the columns, c the values, d the vector. Row i has the elements b[a[i]]
 * .. b[a[i + 1] - 1], whose columns are in any order and may repeat: the products add up. The pattern comes
 * from --graph (Matrix Market and the formats of graphs) or is random, with --edges nonzeros, 16 m by
 * default. The values are random, or with --values file those of the file; the vector is random.
 *
 * Each value is used for one multiply-add, so memory bounds the time. The rate counts each array once: per
 * nonzero a value and a column, per row an offset, an element of x and one of the result. Elements of x that
 * are read again from memory are not counted, so a scattered pattern stays below the ceiling, a copy.
 *
 * Truth: each row's sum in the type's Wide. The order of a variant's sum is free, so its error may be that of
 * rounding, which grows with the square root of the row's nonzeros (accuracy.c). The reference variant
 * would be no truth: in rows of 200,000 nonzeros two orders of a float32 sum differ by 200 units of rounding
 * of the largest element. */
#include <float.h>
#include <math.h>

#include "common/graph/graph.h"
#include "common/matrix.h"
#include "common/random.h"
#include "common/verify/accuracy.h"
#include "common/verify/mismatch.h"
#include "common/workload.h"
#include "common/workloads/costs.h"

static double work(const Point *point)
{
    const double m = (double)point->m, n = (double)point->n, nonzeros = (double)point->edges,
                 element = (double)type_size(point->type);
    return (nonzeros * (element + sizeof(uint32_t)) + (m + 1) * sizeof(uint32_t) + (m + n) * element) *
           point_repetitions(point);
}

static Extent extent(const Point *point, Operand operand)
{
    const size_t counts[] = {point->m + 1, point->edges, point->edges, point->n, point->m};
    return (Extent){1, counts[operand]};
}

static ElementType type(const Point *point, Operand operand)
{
    return operand == OPERAND_A || operand == OPERAND_B ? TYPE_INT32 : point->type;
}

/* The values or the vector. What counts as a row of them is one element. */
static void fill_values(void *values, const Point *point, Operand operand, const Input *input,
                        uint64_t stream)
{
    const Extent all = extent(point, operand);
    matrix_fill(values, all, point->type, random_stream(input->seed, stream));
    if (all.columns > 0) {
        matrix_change_row(values, (Extent){all.columns, 1}, point->type, input);
    }
    matrix_scale(values, all, point->type, input, operand == OPERAND_C ? OPERAND_A : OPERAND_B);
}

/* The values of a file, in the order of the rows. */
#define TAKE_VALUES(name, NAME, Element, ...)                                                                \
    static void take_values_##name(Element *out, const Graph *graph, const GraphRows *rows)                  \
    {                                                                                                        \
        for (size_t i = 0; i < rows->m; i++) {                                                               \
            out[i] = (Element)graph->values[rows->weight[i]];                                                \
        }                                                                                                    \
    }
FOR_EACH_TYPE(TAKE_VALUES, )

static int fill(const Point *point, const Input *input, size_t index, void *const inputs[MOST_INPUTS],
                Error *error)
{
    Graph graph = graph_random(point->n, point->edges, random_stream(input->seed, 3 * index));
    graph.rows = point->m;
    graph.kind = input->kind;
    GraphRows rows;
    uint32_t *offset = inputs[OPERAND_A], *column = inputs[OPERAND_B];
    if (point->n > INT32_MAX || point->m > INT32_MAX || point->edges > UINT32_MAX) {
        return error_set(error,
                         "n %zu with %zu nonzeros does not fit the 32-bit columns and offsets of CSR; choose "
                         "a smaller --size or fewer --edges",
                         point->n, point->edges);
    }
    if (input->graph != NULL &&
        graph_read(input->graph, input->values ? GRAPH_VALUES : GRAPH_PATTERN, &graph, error) != 0) {
        return -1;
    }
    if (graph.n != point->n || graph.rows != point->m || graph.m != point->edges) {
        graph_free(&graph);
        return error_set(error, "%s was replaced while the run went on; run the same command again",
                         input->graph);
    }
    for (size_t i = 0; graph.values != NULL && point->type == TYPE_FLOAT32 && i < graph.m; i++) {
        if (fabs(graph.values[i]) > FLT_MAX) {
            const double value = graph.values[i];
            graph_free(&graph);
            return error_set(error, "%s: the value %g is too large for float32; choose --type float64",
                             input->graph, value);
        }
    }
    for (size_t i = 0; graph.values != NULL && i < graph.m; i++) {
        graph.edges[i].weight = (int32_t)i; /* so that the rows have the numbers of the values */
    }
    const int failed = graph_rows(&graph, GRAPH_ALL_BY_SOURCE, &rows, error);
    if (failed == 0) {
#pragma omp parallel for schedule(static)
        for (size_t i = 0; i <= point->m; i++) {
            offset[i] = (uint32_t)rows.row[i];
        }
#pragma omp parallel for schedule(static)
        for (size_t i = 0; i < point->edges; i++) {
            column[i] = (uint32_t)rows.target[i];
        }
        if (graph.values == NULL) {
            fill_values(inputs[OPERAND_C], point, OPERAND_C, input, 3 * index + 1);
        } else {
            CALL_BY_TYPE(point->type, take_values, inputs[OPERAND_C], &graph, &rows)
        }
        fill_values(inputs[OPERAND_D], point, OPERAND_D, input, 3 * index + 2);
        graph_rows_free(&rows);
    }
    graph_free(&graph);
    return failed;
}

/* Element i of the result: the correct sum, the error, and the error that it may have. */
typedef struct Sum {
    double expected, error, bound;
} Sum;

#define SUM_ROW(name, NAME, Element, Wide, ...)                                                              \
    static void sum_row_##name(const Computed *result, size_t i, Sum *row)                                   \
    {                                                                                                        \
        const uint32_t *offset = result->inputs[OPERAND_A], *column = result->inputs[OPERAND_B];             \
        const Element *value = result->inputs[OPERAND_C], *x = result->inputs[OPERAND_D];                    \
        Wide sum = 0;                                                                                        \
        double squares = 0;                                                                                  \
        for (size_t at = offset[i]; at < offset[i + 1]; at++) {                                              \
            const Wide product = (Wide)value[at] * (Wide)x[column[at]];                                      \
            sum += product;                                                                                  \
            squares += (double)product * (double)product;                                                    \
        }                                                                                                    \
        row->expected = (double)sum;                                                                         \
        row->error = (double)((Wide)((const Element *)result->out)[i] - sum);                                \
        row->bound = sqrt(squares) *                                                                         \
                     accuracy_element_bound(type_precision(TYPE_##NAME), 0, offset[i + 1] - offset[i]);      \
    }
FOR_EACH_TYPE(SUM_ROW, )

static int verify(const Computed *result, Accuracy *accuracy, Error *error)
{
    const Point *point = result->point;
    const size_t n = point->m;
    const ElementType type = point->type;
    size_t wrong = n; /* the first wrong row */
    double squares = 0, size = 0;
#pragma omp parallel for schedule(dynamic, 1024) reduction(min : wrong) reduction(+ : squares, size)
    for (size_t i = 0; i < n; i++) {
        Sum row;
        CALL_BY_TYPE(type, sum_row, result, i, &row)
        if (!(fabs(row.error) <= row.bound) && i < wrong) { /* NaN does not pass */
            wrong = i;
        }
        squares += row.error * row.error;
        size += row.expected * row.expected;
    }
    if (wrong < n) {
        Sum row;
        CALL_BY_TYPE(type, sum_row, result, wrong, &row)
        return verify_mismatch(result->out, n, wrong, type, row.expected, row.bound, error);
    }
    const size_t nonzeros_per_row = point->edges > n ? point->edges / n : 1;
    *accuracy = accuracy_of(sqrt(squares), sqrt(size), nonzeros_per_row, type, type_precision(type));
    return 0;
}

const Workload workload_spmv = {
    .name = "spmv",
    .idea = "sparse matrix in compressed rows times a vector",
    .types = FLOAT32 | FLOAT64,
    .default_type = TYPE_FLOAT64,
    .default_sizes = "10000,100000,1000000",
    .inputs = 4,
    .dimensions = 2,
    .check_shapes = "1x257,257x1,129x65,33x1000",
    .takes_graph = true,
    .takes_pattern = true,
    .extent = extent,
    .type = type,
    .fill = fill,
    .ceiling = "copy",
    .work = work,
    .rate_unit = unit_of_bandwidth,
    .verify = verify,
};
