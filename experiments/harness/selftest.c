/* `speedup selftest`: error rates of comparisons and intervals, from pairs of one program with itself. */

#include "common/statistics/rounds.h"
#include "experiments/harness/analysis/resampling.h"
#include "experiments/harness/commands.h"
#include "experiments/harness/store/csv_writer.h"

typedef struct Options {
    size_t resamples, rounds;
} Options;

static Options options = {.resamples = 400, .rounds = ROUNDS_FOR_INTERVAL};

#define AT(field) offsetof(Options, field)

static const Option selftest_options[] = {
    {"resamples", "N", take_count, AT(resamples), "comparisons drawn from the pairs", "400"},
    {"replays", "N", take_renamed, 0, NULL, "--resamples"},
    {"rounds", "N", take_count, AT(rounds), "rounds of each interval and of each sequential measurement",
     "5"},
};

static const Usage usage = {
    .command = "selftest",
    .before = "Usage: speedup selftest [options] PAIRS...\n"
              "\n"
              "Estimates how reliable results from this machine are today. PAIRS are files of pairs of one\n"
              "program with itself, measured by compare --interleave --pool 100 --pairs PAIRS. Each CSV row\n"
              "answers one question: the rate of false alarms, the detection rate of a planted slowdown\n"
              "(interleaved and sequential), and the coverage of the confidence interval.",
    .after = "Exit codes: 0; 2 usage, or fewer than 60 pairs of a point.",
    OPTIONS(selftest_options),
    .least = 1,
    .most = SIZE_MAX,
    .when_too_few = "name a file of pairs, as in: speedup selftest pairs.csv",
};

static void print_row(const Pool *pool, const char *question, double slower, double share)
{
    printf("%s,%g,%zu,%zu,", question, slower, pool->count, pool_least(pool));
    csv_print_number(stdout, share);
    putchar('\n');
    fflush(stdout);
}

static void print_rates(Pool *pool)
{
    static const double planted[] = {0.01, 0.03, 0.05, 0.10};
    puts("question,slower,points,pairs,share");
    print_row(pool, "interleaved", 0.0, resampling_alarms(pool, options.resamples));
    print_row(pool, "sequential", 0.0, resampling_sequential(pool, options.rounds, 0.0));
    for (size_t i = 0; i < sizeof planted / sizeof planted[0]; i++) {
        pool_slow_down(pool, planted[i]);
        print_row(pool, "interleaved", planted[i], resampling_found(pool, options.resamples, NULL));
        pool_slow_down(pool, 1.0 / (1.0 + planted[i]) - 1.0);
        print_row(pool, "sequential", planted[i], resampling_sequential(pool, options.rounds, planted[i]));
    }
    print_row(pool, "interval", 0.0, resampling_coverage(pool, options.rounds));
}

static int run(const Words *words, Error *error)
{
    Pool pool = {0};
    int failed = 0;
    for (size_t i = 0; failed == 0 && i < words->count; i++) {
        failed = pool_read(&pool, words->word[i], error);
    }
    const size_t least = pool_least(&pool);
    if (failed == 0 && (least < RESAMPLING_DRAWN || pool.count > RESAMPLING_MOST_FAMILY)) {
        failed = error_set(
            error, "%zu points, the one with fewest has %zu pairs: at least %d are needed of at most %d",
            pool.count, least, RESAMPLING_DRAWN, RESAMPLING_MOST_FAMILY);
    }
    if (failed == 0 && (options.rounds < ROUNDS_FOR_INTERVAL || 2 * options.rounds > least)) {
        failed =
            error_set(error,
                      "--rounds %zu: fewer than %d have no interval, and %zu pairs hold no two stretches of "
                      "more than %zu",
                      options.rounds, ROUNDS_FOR_INTERVAL, least, least / 2);
    }
    if (failed == 0) {
        print_rates(&pool);
    }
    pool_free(&pool);
    return failed;
}

const Command command_selftest = {&usage, &options, run};
