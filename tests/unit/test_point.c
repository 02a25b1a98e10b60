/* Names of element types, schedules and transfers, both ways, and sizes of points. */
#include "common/workload.h"
#include "tests/unit/unit.h"

TEST(every_type_has_a_name_and_a_size)
{
    for (int i = 0; i < ELEMENT_TYPES; i++) {
        ElementType type;
        assert_int_equal(type_parse(type_name((ElementType)i), &type), 0);
        assert_int_equal(type, i);
    }
    assert_int_equal(type_size(TYPE_INT32), sizeof(int32_t));
    assert_int_equal(type_size(TYPE_FLOAT32), sizeof(float));
    assert_int_equal(type_size(TYPE_FLOAT64), sizeof(double));
    assert_string_equal(type_name(TYPE_INT32), "int32");
    assert_string_equal(type_name(TYPE_FLOAT32), "float32");
    assert_string_equal(type_name(TYPE_FLOAT64), "float64");
    assert_int_equal(type_precision(TYPE_INT32), PRECISION_EXACT);
    assert_int_equal(type_precision(TYPE_FLOAT64), PRECISION_FLOAT64);
}

TEST(every_transfer_has_a_name)
{
    const char *const names[TRANSFERS] = {"pageable", "pinned", "overlap-breadth", "overlap-depth"};
    for (int i = 0; i < TRANSFERS; i++) {
        Transfer transfer;
        assert_string_equal(transfer_name((Transfer)i), names[i]);
        assert_int_equal(transfer_parse(names[i], &transfer), 0);
        assert_int_equal(transfer, i);
    }
}

TEST(schedules_are_read_and_written_alike)
{
    const struct {
        const char *text;
        Schedule schedule;
    } right[] = {
        {"static", {SCHEDULE_STATIC, 0}},
        {"dynamic", {SCHEDULE_DYNAMIC, 0}},
        {"guided", {SCHEDULE_GUIDED, 0}},
        {"static:1", {SCHEDULE_STATIC, 1}},
        {"dynamic:64", {SCHEDULE_DYNAMIC, 64}},
        {"guided:8", {SCHEDULE_GUIDED, 8}},
        {"static:999999999", {SCHEDULE_STATIC, 999999999}},
    };
    for (size_t i = 0; i < COUNT_OF(right); i++) {
        Schedule schedule;
        char text[32];
        assert_int_equal(schedule_parse(right[i].text, &schedule), 0);
        assert_int_equal(schedule.kind, right[i].schedule.kind);
        assert_int_equal(schedule.chunk, right[i].schedule.chunk);
        schedule_format(schedule, text, sizeof text);
        assert_string_equal(text, right[i].text);
    }
}

TEST(matrix_bytes_do_not_overflow)
{
    Point point = {.n = 46341, .type = TYPE_FLOAT32};
    assert_true(point_matrix_bytes(&point) == 8589953124u);
    point.n = 1;
    assert_true(point_matrix_bytes(&point) == 4);
    point.n = (size_t)1 << 31;
    assert_true(point_matrix_bytes(&point) == SIZE_MAX); /* 2^64 bytes */
    point.n = SIZE_MAX;
    assert_true(point_matrix_bytes(&point) == SIZE_MAX);
}

static double cubes(const Point *point)
{
    return 2e-9 * (double)point->n * (double)point->n * (double)point->n * (double)point->matrices;
}

static double cells(const Point *point)
{
    return (double)point->n * (double)point->n;
}

/* They do as much a thread, and sizes of whole tiles stay so. */
TEST(sizes_are_scaled_with_the_threads)
{
    static const struct {
        double (*work)(const Point *point);
        size_t n, threads, scaled;
    } rows[] = {
        {cubes, 1000, 1, 1000},     {cubes, 1000, 2, 1260},
        {cubes, 1000, 3, 1442},     {cubes, 1000, 8, 2000},
        {cubes, 1000, 1000, 10000}, {cells, 1000, 2, 1414},
        {cells, 1000, 16, 4000},    {cells, SIZE_MAX / 2, 3, SIZE_MAX},
        {cubes, 256, 1, 256},       {cubes, 256, 2, 320},
        {cubes, 256, 3, 368},       {cubes, 256, 4, 400},
        {cubes, 256, 8, 512},       {cubes, 256, 16, 640},
        {cells, 2048, 2, 2880},     {cells, 2048, 4, 4096},
        {cubes, 192, 2, 242},
    };
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        const Workload workload = {.work = rows[i].work};
        const Point point = {.n = rows[i].n, .matrices = 3};
        assert_int_equal(point_scaled_n(&workload, &point, rows[i].threads), rows[i].scaled);
    }
}

TEST(workers_are_threads_or_gpus_of_all_processes)
{
    const Point threads = {.threads = 3}, ranks = {.threads = 3, .ranks = 4}, devices = {.devices = 5},
                gpu_ranks = {.ranks = 6}, gpu = {.n = 1};
    assert_int_equal(point_workers(&threads), 3);
    assert_int_equal(point_workers(&ranks), 12);
    assert_int_equal(point_workers(&devices), 5);
    assert_int_equal(point_workers(&gpu_ranks), 6);
    assert_int_equal(point_workers(&gpu), 0);
}
