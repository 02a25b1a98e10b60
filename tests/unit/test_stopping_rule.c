/* The stopping rule of batches and points, by table. */
#include "common/statistics/stopping_rule.h"
#include "tests/unit/unit.h"

/* An estimate with this number of rounds and this half-width. */
static Estimate estimate(size_t rounds, double half)
{
    bool has = rounds >= ROUNDS_FOR_INTERVAL;
    return (Estimate){rounds, 1.0, has ? 1.0 - half : NAN, has ? 1.0 + half : NAN, 0.0, 0.0, 0.0};
}

TEST(visits_take_few_long_samples)
{
    const StopRule rule = {.min_samples = 2, .max_samples = 5};
    assert_false(stop_batch(&rule, 1, 0.001));
    assert_false(stop_batch(&rule, 4, 0.004));
    assert_true(stop_batch(&rule, 5, 0.005));
    assert_false(stop_batch(&rule, 1, 100.0));
    assert_true(stop_batch(&rule, 2, 2.1 * STOP_LONG_SAMPLE_S));
    assert_false(stop_batch(&rule, 2, 1.9 * STOP_LONG_SAMPLE_S));
}

/* Two looks and no more; what takes too long runs once or five times, as fewer rounds give no interval. */
TEST(points_stop_by_precision_rounds_or_time)
{
    const StopRule rule = {1, 5, 7, 14, 0.02, 10.0};
    const struct {
        size_t rounds;
        double half, spent_s;
        bool stopped;
        StopReason reason;
    } cases[] = {
        {1, 0.0, 1, false, STOP_NOT_YET},     {5, 0.001, 1, false, STOP_NOT_YET},
        {6, 0.001, 1, false, STOP_NOT_YET},   {7, 0.0199, 1, false, STOP_PRECISION},
        {7, 0.021, 1, false, STOP_NOT_YET},   {8, 0.001, 1, false, STOP_NOT_YET},
        {8, 0.001, 1, true, STOP_PRECISION},  {8, 0.03, 1, true, STOP_NOT_YET},
        {13, 0.001, 1, false, STOP_NOT_YET},  {14, 0.5, 1, false, STOP_ROUNDS},
        {14, 0.001, 1, true, STOP_ROUNDS},    {20, 0.5, 1, true, STOP_ROUNDS},
        {1, 0.1, 2.1, false, STOP_MAX_TIME},  {1, 0.1, 1.9, false, STOP_NOT_YET},
        {2, 0.1, 11, false, STOP_NOT_YET},    {4, 0.1, 11, false, STOP_NOT_YET},
        {5, 0.1, 10.5, false, STOP_MAX_TIME}, {5, 0.1, 9.5, false, STOP_NOT_YET},
        {6, 0.1, 10, false, STOP_MAX_TIME},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        Estimate now = estimate(cases[i].rounds, cases[i].half);
        if (stop_point(&rule, &now, cases[i].spent_s, cases[i].stopped) != cases[i].reason) {
            fail_msg("case %zu", i);
        }
    }
    const StopRule two = {1, 5, 2, 2, 0.02, 10.0};
    Estimate now = estimate(1, 0.1);
    assert_int_equal(stop_point(&two, &now, 4.9, false), STOP_NOT_YET);
    assert_int_equal(stop_point(&two, &now, 5.1, false), STOP_MAX_TIME);
}

TEST(exactly_as_many_rounds_as_asked)
{
    for (unsigned rounds = 1; rounds < 9; rounds++) {
        const StopRule rule = {1, 5, rounds, rounds, 0.02, 1e9};
        for (size_t done = 1; done < 10; done++) {
            Estimate now = estimate(done, 0.001);
            assert_int_equal(stop_point(&rule, &now, 1.0, false),
                             done >= rounds ? STOP_ROUNDS : STOP_NOT_YET);
        }
    }
}

TEST(reasons_have_names)
{
    assert_string_equal(stop_name(STOP_NOT_YET), "");
    assert_string_equal(stop_name(STOP_PRECISION), "precision");
    assert_string_equal(stop_name(STOP_ROUNDS), "rounds");
    assert_string_equal(stop_name(STOP_MAX_TIME), "max-time");
}
