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

TEST(scaled_sizes_do_as_much_a_thread)
{
    const Workload cubic = {.work = cubes}, square = {.work = cells};
    const Point point = {.m = 1000, .n = 1000, .k = 1000, .matrices = 3};
    const size_t threads[] = {1, 2, 3, 8, 1000}, n[] = {1000, 1260, 1442, 2000, 10000};
    for (size_t i = 0; i < COUNT_OF(n); i++) {
        assert_int_equal(point_scaled_n(&cubic, &point, threads[i]), n[i]);
    }
    assert_int_equal(point_scaled_n(&square, &point, 2), 1414);
    assert_int_equal(point_scaled_n(&square, &point, 16), 4000);
    assert_int_equal(point_scaled_n(&square, &(Point){.n = SIZE_MAX / 2}, 3), SIZE_MAX);
}

TEST(scaled_sizes_of_whole_tiles_are_of_whole_tiles)
{
    const Workload cubic = {.work = cubes}, square = {.work = cells};
    const Point tiled = {.m = 256, .n = 256, .k = 256, .matrices = 1}, large = {.n = 2048};
    const size_t threads[] = {1, 2, 3, 4, 8, 16}, n[] = {256, 320, 368, 400, 512, 640};
    for (size_t i = 0; i < COUNT_OF(n); i++) {
        assert_int_equal(point_scaled_n(&cubic, &tiled, threads[i]), n[i]);
    }
    assert_int_equal(point_scaled_n(&square, &large, 2), 2880);
    assert_int_equal(point_scaled_n(&square, &large, 4), 4096);
    assert_int_equal(point_scaled_n(&cubic, &(Point){.n = 192, .matrices = 1}, 2), 242);
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
