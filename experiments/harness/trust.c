/* `speedup trust`: what kept pairs of one program with itself say of the machine. */
#include <stdlib.h>

#include "common/rounds.h"
#include "experiments/harness/commands.h"
#include "experiments/harness/judge/replay.h"
#include "experiments/harness/keep/csv.h"
#include "experiments/harness/talk.h"

typedef struct Options {
    size_t replays, rounds;
} Options;

#define AT(field) offsetof(Options, field)

static const Option trust_options[] = {
    {"replays", "N", take_count, AT(replays), "comparisons that are drawn out of the pairs", "400"},
    {"rounds", "N", take_count, AT(rounds), "of the intervals and of measuring one after the other", "5"},
};

static const Usage usage = {
    .command = "trust",
    .before =
        "Usage: speedup trust [options] PAIRS...\n"
        "\n"
        "Tells how far this machine can be trusted today, from pairs of one program with itself, as\n"
        "compare --interleave --pool 100 --pairs PAIRS measures them. A CSV row a question: how often does\n"
        "a comparison raise a false alarm, how often does it find a slowdown that is planted into the\n"
        "times, in random order and one after the other; how often does an interval hold the time of all\n"
        "processes together.",
    .after = "Exit codes: 0; 2 usage, or fewer than 60 pairs of a point.",
    OPTIONS(trust_options),
    .least = 1,
    .most = SIZE_MAX,
    .when_too_few = "name a file of pairs, as in: speedup trust pairs.csv",
};

static void print_row(const Pool *pool, const char *question, double slower, double share)
{
    printf("%s,%g,%zu,%zu,", question, slower, pool->count, pool_least(pool));
    csv_print_number(stdout, share);
    putchar('\n');
    fflush(stdout);
}

static void print_answers(Pool *pool, const Options *options)
{
    static const double planted[] = {0.01, 0.03, 0.05, 0.10};
    puts("question,slower,points,pairs,share");
    print_row(pool, "interleaved", 0.0, replay_alarms(pool, pool->count, options->replays));
    print_row(pool, "sequential", 0.0, replay_sequential(pool, options->rounds, 0.0));
    for (size_t i = 0; i < sizeof planted / sizeof planted[0]; i++) {
        pool_slow_down(pool, planted[i]);
        print_row(pool, "interleaved", planted[i], replay_found(pool, pool->count, options->replays).found);
        pool_slow_down(pool, 1.0 / (1.0 + planted[i]) - 1.0);
        print_row(pool, "sequential", planted[i], replay_sequential(pool, options->rounds, planted[i]));
    }
    print_row(pool, "interval", 0.0, replay_coverage(pool, options->rounds));
}

int command_trust(int argc, char **argv)
{
    Options options = {.replays = 400, .rounds = ROUNDS_FOR_INTERVAL};
    Words words;
    Pool pool = {0};
    Error error;
    int code = command_begin(&usage, argc, argv, &options, &words);
    if (code != GO_ON) {
        return code;
    }
    code = EXIT_OK;
    for (size_t i = 0; code == EXIT_OK && i < words.count; i++) {
        code = pool_read(&pool, words.word[i], &error) != 0 ? complain(&error, EXIT_USAGE) : EXIT_OK;
    }
    if (code == EXIT_OK && (pool_least(&pool) < REPLAY_DRAWN || pool.count > REPLAY_MOST_FAMILY)) {
        error_set(&error,
                  "%zu points, the one with fewest has %zu pairs: at least %d are needed of at most %d",
                  pool.count, pool_least(&pool), REPLAY_DRAWN, REPLAY_MOST_FAMILY);
        code = complain(&error, EXIT_USAGE);
    }
    if (code == EXIT_OK && (options.rounds < ROUNDS_FOR_INTERVAL || 2 * options.rounds > pool_least(&pool))) {
        error_set(&error,
                  "--rounds %zu: fewer than %d have no interval, and %zu pairs hold no two stretches of "
                  "more than %zu",
                  options.rounds, ROUNDS_FOR_INTERVAL, pool_least(&pool), pool_least(&pool) / 2);
        code = complain(&error, EXIT_USAGE);
    }
    if (code == EXIT_OK) {
        print_answers(&pool, &options);
    }
    pool_free(&pool);
    return code;
}
