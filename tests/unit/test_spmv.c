/* spmv: compressed rows are those of the graph, and both kinds of sums are the product by definition. */
#include "common/axes.h"
#include "common/graph/graph.h"
#include "common/matrix.h"
#include "common/random.h"
#include "tests/unit/folder.h"
#include "tests/unit/operands.h"
#include "tests/unit/unit.h"

#define GRAPH "made.mtx"

extern const Workload workload_spmv;
extern const Variant variant_cpu_spmv_naive, variant_cpu_spmv_openmp;

static Operands make(size_t n, size_t nonzeros, Input input)
{
    Point point = square_point(0, TYPE_FLOAT64);
    point.edges = nonzeros;
    axis_set(&point, AXIS_ID_SIZE, n);
    return operands_make(&workload_spmv, point, input);
}

/* The number of nonzeros in each cell. */
static void count_cells(const Operands *made, unsigned *cell)
{
    const uint32_t *offset = made->operand[OPERAND_A], *column = made->operand[OPERAND_B];
    const size_t n = made->point.n;
    assert_int_equal(offset[0], 0);
    assert_int_equal(offset[n], made->point.edges);
    for (size_t i = 0; i < n; i++) {
        assert_true(offset[i] <= offset[i + 1]);
        for (uint32_t at = offset[i]; at < offset[i + 1]; at++) {
            assert_true(column[at] < n);
            cell[i * n + column[at]]++;
        }
    }
}

TEST(test_random)
{
    enum { N = 40, NONZEROS = 500 };
    unsigned cell[N * N] = {0}, expected[N * N] = {0};
    Operands made = make(N, NONZEROS, (Input){.seed = 8});
    const Graph graph = graph_random(N, NONZEROS, random_stream(8, 0));
    for (size_t i = 0; i < NONZEROS; i++) {
        const Edge edge = graph_edge(&graph, i);
        expected[(size_t)edge.source * N + (size_t)edge.target]++;
    }
    count_cells(&made, cell);
    assert_memory_equal(cell, expected, sizeof cell);
    operands_free(&made);
}

TEST(test_file, IN_FOLDER)
{
    append_text(GRAPH, "%%MatrixMarket matrix coordinate real symmetric\n3 3 2\n2 1 -1.5\n3 3 0.25\n");
    unsigned cell[9] = {0};
    Operands made = make(
        3, 3,
        (Input){.seed = 1,
                .graph = GRAPH}); /* an entry of a symmetric file counts twice, but once on the diagonal */
    count_cells(&made, cell);
    static const unsigned expected[9] = {0, 1, 0, 1, 0, 0, 0, 0, 1};
    assert_memory_equal(cell, expected, sizeof cell);
    operands_free(&made);
}

/* Three rows and two columns, with the values of the file in the order of the rows. */
TEST(test_values_of_a_file, IN_FOLDER)
{
    append_text(GRAPH, "%%MatrixMarket matrix coordinate real general\n3 2 3\n3 1 7\n1 2 -2.5\n3 2 0.5\n");
    Point point = {.type = TYPE_FLOAT32, .edges = 3, .matrices = 1, .iterations = 1};
    axis_set_shape(&point, 3, 2, 0);
    Operands made = operands_make(&workload_spmv, point, (Input){.seed = 1, .graph = GRAPH, .values = true});
    static const uint32_t offset[] = {0, 1, 1, 3}, column[] = {1, 0, 1};
    static const float value[] = {-2.5F, 7, 0.5F};
    assert_memory_equal(made.operand[OPERAND_A], offset, sizeof offset);
    assert_memory_equal(made.operand[OPERAND_B], column, sizeof column);
    assert_memory_equal(made.operand[OPERAND_C], value, sizeof value);
    operands_run(&made, &variant_cpu_spmv_openmp);
    const float *x = made.operand[OPERAND_D], *out = made.operand[OPERAND_OUT];
    assert_true(out[0] == -2.5F * x[1] && out[1] == 0 && fabsf(out[2] - (7 * x[0] + x[1] / 2)) < 1e-5F);
    operands_free(&made);
}

/* A file that has been replaced since the point was planned, and sizes that 32 bits cannot hold. */
TEST(test_refused, IN_FOLDER)
{
    append_text(GRAPH, "%%MatrixMarket matrix coordinate pattern general\n3 3 2\n2 1\n3 3\n");
    const size_t sizes[][2] = {{2, 2}, {4, 2}, {3, 1}, {3, 3}, {(size_t)1 << 31, 2}, {3, (size_t)1 << 32}};
    static const char *const wrong[] = {"was replaced", "was replaced", "was replaced",
                                        "was replaced", "32-bit",       "32-bit"};
    for (size_t i = 0; i < COUNT_OF(sizes); i++) {
        const Input input = {.seed = 1, .graph = GRAPH};
        Point point = {.type = TYPE_FLOAT64, .edges = sizes[i][1], .matrices = 1, .iterations = 1};
        axis_set(&point, AXIS_ID_SIZE, sizes[i][0]);
        void *const inputs[MOST_INPUTS] = {NULL}; /* nothing is written */
        assert_refused(matrix_fill_inputs(&workload_spmv, &point, &input, 0, inputs, &error), wrong[i]);
    }
}

TEST(test_products)
{
    enum { N = 60, NONZEROS = 700 };
    const Variant *const variants[] = {&variant_cpu_spmv_naive, &variant_cpu_spmv_openmp};
    Operands made = make(N, NONZEROS, (Input){.seed = 4});
    const uint32_t *offset = made.operand[OPERAND_A], *column = made.operand[OPERAND_B];
    const double *value = made.operand[OPERAND_C], *x = made.operand[OPERAND_D];
    for (size_t v = 0; v < COUNT_OF(variants); v++) {
        const double *out = made.operand[OPERAND_OUT];
        operands_run(&made, variants[v]);
        for (size_t i = 0; i < N; i++) {
            double expected = 0;
            for (uint32_t at = offset[i]; at < offset[i + 1]; at++) {
                expected += value[at] * x[column[at]];
            }
            assert_true(out[i] - expected < 1e-12 && expected - out[i] < 1e-12);
        }
    }
    operands_free(&made);
}

/* The verdict on out = A x, of `rows` rows with `length` nonzeros each in float32. Sums `parts` partial sums,
 * then adds `change` times the scale of the sum to the last element. */
static int judge(size_t rows, size_t length, size_t parts, float change)
{
    const size_t nonzeros = rows * length;
    uint32_t *offset = malloc((rows + 1) * sizeof *offset), *column = malloc((nonzeros + 1) * sizeof *column);
    float *value = malloc((nonzeros + 1) * sizeof *value), *x = malloc(rows * sizeof *x),
          *out = malloc(rows * sizeof *out);
    assert_true(offset != NULL && column != NULL && value != NULL && x != NULL && out != NULL);
    matrix_fill(value, (Extent){1, nonzeros}, TYPE_FLOAT32, 5);
    matrix_fill(x, (Extent){1, rows}, TYPE_FLOAT32, 6);
    for (size_t i = 0; i < rows; i++) {
        float sum = 0;
        double squares = 0;
        offset[i] = (uint32_t)(i * length);
        for (size_t part = 0; part < parts; part++) {
            float partial = 0;
            for (size_t at = i * length + part; at < (i + 1) * length; at += parts) {
                column[at] = (uint32_t)(at % rows);
                partial += value[at] * x[column[at]];
                squares += pow((double)value[at] * (double)x[column[at]], 2);
            }
            sum += partial;
        }
        out[i] = sum + (i + 1 == rows ? change * (float)sqrt(squares) : 0);
    }
    offset[rows] = (uint32_t)nonzeros;
    Point point = {.type = TYPE_FLOAT32, .edges = nonzeros, .matrices = 1, .iterations = 1};
    axis_set(&point, AXIS_ID_SIZE, rows);
    const Computed result = {.point = &point, .inputs = {offset, column, value, x}, .out = out};
    Accuracy accuracy;
    const int verdict = workload_spmv.verify(&result, &accuracy, &error);
    if (verdict == 0) {
        assert_true(accuracy.precision == PRECISION_FLOAT32 && accuracy.units < 4);
    }
    free(offset);
    free(column);
    free(value);
    free(x);
    free(out);
    return verdict;
}

/* Long rows in any order are right; an error in one row is not, however long the rows are. */
TEST(test_verdicts)
{
    static const struct {
        size_t rows, length, parts;
    } sums[] = {{7, 1, 1}, {7, 2, 2}, {1000, 16, 1}, {1000, 16, 4}, {20, 200000, 1}, {20, 200000, 32}};
    for (size_t i = 0; i < COUNT_OF(sums); i++) {
        const size_t rows = sums[i].rows, length = sums[i].length, parts = sums[i].parts;
        assert_ok(judge(rows, length, parts, 0));
        char place[32];
        snprintf(place, sizeof place, "element (0, %zu) is ", rows - 1);
        assert_wrong(judge(rows, length, parts, 0.002F), place);
        assert_int_equal(judge(rows, length, parts, NAN), 1);
    }
    assert_ok(judge(3, 0, 1, 0)); /* no nonzeros: zeros */
    assert_int_equal(judge(1000, 16, 1, 8e-6F), 1);
}
