/* Coverage of the confidence intervals: synthetic points under the program's own rules, the stopping rule
 * included.
 *
 * The truth of a point is the mean logarithm of its rounds' medians over infinitely many rounds. Samples of a
 * round share an effect (of their process) and may be autocorrelated. The test asserts what the method
 * promises and prints the figures for tests/README.md. */
#include "common/statistics/stopping_rule.h"
#include "experiments/harness/analysis/summary.h"
#include "experiments/harness/store/sample_times.h"
#include "tests/unit/draws.h"
#include "tests/unit/unit.h"

enum { POINTS = 2000, ROUNDS_FOR_TRUTH = 200000, MOST_SAMPLES = 5 };

/* Model of a sample's time: 1 ms times exp of the sum of these effects. */
typedef struct Source {
    const char *name;
    double sample;     /* standard deviation of a sample */
    double memory;     /* autocorrelation of samples of one round, 0 or AR(1) */
    double round;      /* standard deviation of the effect shared by a round */
    double pareto;     /* shape of the tail of added noise; 0: none */
    double other_mode; /* relative slowdown of the other mode of a process; 0: one mode */
} Source;

static Draws draws = {.seed = 20250};

static void draw_round(const Source *source, unsigned number, size_t samples, TimedSample *sample)
{
    double effect = source->round * draw_normal(&draws);
    effect += source->other_mode > 0 && draw_uniform(&draws) < 0.4 ? log1p(source->other_mode) : 0;
    double last = draw_normal(&draws);
    for (size_t i = 0; i < samples; i++) {
        last = source->memory * last + sqrt(1 - source->memory * source->memory) * draw_normal(&draws);
        double tail = source->pareto > 0 ? 0.02 * (pow(draw_uniform(&draws), -1 / source->pareto) - 1) : 0;
        double time_s = 1e-3 * exp(effect + source->sample * last) * (1 + tail);
        sample[i] = (TimedSample){number, time_s, time_s, NAN};
    }
}

static void add_round(const Source *source, unsigned number, size_t samples, SampleTimes *times)
{
    TimedSample sample[MOST_SAMPLES];
    draw_round(source, number, samples, sample);
    for (size_t i = 0; i < samples; i++) {
        assert_ok(sample_times_add(times, &sample[i], &error));
    }
}

static double truth_of(const Source *source, size_t samples)
{
    double sum = 0;
    if (source->pareto == 0) {
        return 1e-3; /* the logarithms are symmetric */
    }
    const size_t rounds_drawn = draws_of(ROUNDS_FOR_TRUTH);
    for (size_t i = 0; i < rounds_drawn; i++) {
        SampleTimes times = {0};
        Rounds rounds;
        add_round(source, 1, samples, &times);
        assert_ok(rounds_make(&times, &rounds, &error));
        sum += rounds.kernel.log_mean;
        rounds_free(&rounds);
        sample_times_free(&times);
    }
    return exp(sum / (double)rounds_drawn);
}

/* Measures one point like a sweep. */
static void measure(const Source *source, const StopRule *rule, Rounds *rounds)
{
    SampleTimes times = {0};
    for (unsigned number = 1;; number++) {
        add_round(source, number, rule->max_samples, &times);
        assert_ok(rounds_make(&times, rounds, &error));
        if (stop_point(rule, &rounds->kernel, 0, false) != STOP_NOT_YET) {
            break;
        }
        rounds_free(rounds);
    }
    sample_times_free(&times);
}

/* Share of points whose interval contains the truth. */
static double coverage(const Source *source, const StopRule *rule, double truth, double *mean_rounds)
{
    const size_t points = draws_of(POINTS);
    size_t held = 0, all_rounds = 0;
    for (size_t i = 0; i < points; i++) {
        Rounds rounds;
        measure(source, rule, &rounds);
        held += rounds.kernel.low <= truth && truth <= rounds.kernel.high;
        all_rounds += rounds.count;
        rounds_free(&rounds);
    }
    *mean_rounds = (double)all_rounds / (double)points;
    return (double)held / (double)points;
}

static const StopRule rules[] = {{1, 3, 5, 5, 0.02, 1e9}, {1, 5, 5, 10, 0.3, 1e9}, {1, 5, 7, 14, 0.02, 1e9}};
enum { RULES = COUNT_OF(rules) };

typedef struct Bounds {
    double least, most;
} Bounds;

static bool inside(double share, const Bounds *bounds)
{
    return sanitized_build || (share >= bounds->least && share <= bounds->most);
}

/* All points together must satisfy `bounds`; with all draws, so must every source under every rule, otherwise
 * `bounds_of_few`. */
static void check_sources(const Source *sources, size_t count, Bounds bounds, Bounds bounds_of_few)
{
    const Bounds *bounds_of_one = full_draws() ? &bounds : &bounds_of_few;
    double sum = 0;
    for (size_t s = 0; s < count; s++) {
        double truth = 0;
        for (size_t r = 0; r < RULES; r++) {
            if (r == 0 || rules[r].max_samples != rules[r - 1].max_samples) {
                truth = truth_of(&sources[s], rules[r].max_samples);
            }
            double mean_rounds, share = coverage(&sources[s], &rules[r], truth, &mean_rounds);
            sum += share;
            print_message("%s, rounds %u,%u of %zu: %.1f %% hold the truth, %.1f rounds\n", sources[s].name,
                          rules[r].rounds, rules[r].most_rounds, rules[r].max_samples, 100 * share,
                          mean_rounds);
            if (!inside(share, bounds_of_one)) {
                fail_msg("%s: %.2f %%", sources[s].name, 100 * share);
            }
        }
    }
    assert_true(inside(sum / (double)(count * RULES), &bounds));
}

TEST(intervals_hold_the_truth)
{
    static const Source sources[] = {
        {.name = "lognormal 3 %", .sample = 0.03},
        {.name = "AR(1) 0.9", .sample = 0.03, .memory = 0.9},
        {.name = "rounds 30 %", .sample = 0.03, .round = 0.30},
        {.name = "rounds 3 %", .sample = 0.03, .round = 0.03},
        {.name = "rounds 10 %", .sample = 0.03, .round = 0.10},
        {.name = "AR(1) 0.9, rounds 3 %", .sample = 0.03, .memory = 0.9, .round = 0.03},
    };
    /* The full figures are 92.5 % to 95.9 %. Of 400 points these shares cross the wider bounds in less than
     * one of 10,000 seeds. */
    check_sources(sources, COUNT_OF(sources), (Bounds){0.92, 0.97}, (Bounds){0.875, 0.995});
}

TEST(a_heavy_tail_leaves_most_of_it)
{
    static const Source sources[] = {
        {.name = "Pareto tail 1.5", .sample = 0.01, .pareto = 1.5},
        {.name = "Pareto tail 1.1, rounds 3 %", .sample = 0.01, .pareto = 1.1, .round = 0.03},
    };
    check_sources(sources, COUNT_OF(sources), (Bounds){0.85, 1.0}, (Bounds){0.85, 1.0});
}

/* Share of points whose rounds are flagged bimodal. */
static double called_bimodal(const Source *source, unsigned count)
{
    const size_t points = draws_of(POINTS);
    size_t called = 0;
    for (size_t i = 0; i < points; i++) {
        Rounds rounds;
        measure(source, &(StopRule){1, 5, count, count, 0.02, 1e9}, &rounds);
        called += summary_is_bimodal(&rounds);
        rounds_free(&rounds);
    }
    return (double)called / (double)points;
}

TEST(two_modes_are_flagged_and_one_is_not)
{
    static const Source two[] = {
        {.name = "two modes 20 % apart", .sample = 0.02, .other_mode = 0.20},
        {.name = "two modes 30 % apart", .sample = 0.03, .round = 0.01, .other_mode = 0.3}};
    static const Source one[] = {{.name = "one mode", .sample = 0.03},
                                 {.name = "one mode, rounds 3 %", .sample = 0.03, .round = 0.03},
                                 {.name = "one mode, rounds 10 %", .sample = 0.03, .round = 0.10}};
    static const unsigned counts[] = {10, 14, 20};
    for (size_t c = 0; c < 3; c++) {
        for (size_t s = 0; s < 2; s++) {
            double share = called_bimodal(&two[s], counts[c]);
            print_message("%s, %u rounds: %.1f %% flagged\n", two[s].name, counts[c], 100 * share);
            assert_share(share >= 0.90);
        }
        for (size_t s = 0; s < 3; s++) {
            double share = called_bimodal(&one[s], counts[c]);
            print_message("%s, %u rounds: %.1f %% flagged\n", one[s].name, counts[c], 100 * share);
            assert_share(share <= 0.10);
        }
    }
}
