/* See stopping_rule.h. */
#include "common/statistics/stopping_rule.h"

bool stop_batch(const StopRule *rule, size_t samples, double spent_s)
{
    bool are_long = spent_s > STOP_LONG_SAMPLE_S * (double)samples;
    return samples >= rule->max_samples || (samples >= rule->min_samples && are_long);
}

StopReason stop_point(const StopRule *rule, const Estimate *estimate, double spent_s, bool stopped)
{
    size_t rounds = estimate->rounds;
    unsigned least = rule->rounds < ROUNDS_FOR_INTERVAL ? rule->rounds : ROUNDS_FOR_INTERVAL;
    if (rounds >= rule->most_rounds) {
        return STOP_ROUNDS;
    }
    if (rounds >= rule->rounds && (rounds == rule->rounds || stopped) &&
        estimate_noise(estimate) <= rule->precision) {
        return STOP_PRECISION;
    }
    bool used =
        rounds == 1 ? spent_s * least > rule->max_time_s : rounds >= least && spent_s >= rule->max_time_s;
    return used ? STOP_MAX_TIME : STOP_NOT_YET;
}

const char *stop_name(StopReason reason)
{
    static const char *const names[STOP_REASONS] = {"", "precision", "rounds", "max-time"};
    return names[reason];
}
