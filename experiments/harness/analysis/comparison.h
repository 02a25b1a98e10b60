/* Points compared: the verdict on a ratio of times and its interval (faster, slower, no change, or cannot
 * tell), and for people and for programs a table, CSV, JSON, Markdown. */
#pragma once

#include "experiments/harness/store/csv_writer.h"

/* SHORTER and LONGER are of the times of two machines, where faster and slower would be said of the code. */
typedef enum Verdict { NO_CHANGE, FASTER, SLOWER, CANNOT_TELL, BROKEN, SHORTER, LONGER, VERDICTS } Verdict;

extern const char *const verdict_names[VERDICTS];

/* An alarm needs a p below this, adjusted to the family of all points. */
#define VERDICT_LEVEL 0.05
/* 'No change' excludes a change of this size, or of the threshold where that is larger. */
#define VERDICT_MARGIN 0.02

/* The verdict on new over base: an alarm counts first; then an interval that excludes a change says so; what
 * is left, and what has no interval, is CANNOT_TELL. `ratio->p` is adjusted; NAN is no alarm. */
Verdict decision_of(const Ratio *ratio, double threshold);

/* The reason for an interval that is too wide, of times that may be off by log_resolution together. */
const char *decision_lacks(const Ratio *ratio, double log_resolution);

/* One point in both. */
typedef struct Compared {
    const Row *row;       /* of the new one: which point it is, and the status of a broken one */
    Estimate base, new;   /* from the medians of rounds or processes */
    double base_s, new_s; /* by the estimator of `ratio`, which is their quotient where it is known */
    Ratio ratio;          /* new over base; p is adjusted to the family where `verdict` rests on it */
    double median_ratio;  /* of two builds side by side, whose ratio is one of fastest samples; else NAN */
    size_t rounds;        /* or pairs: of the side that has fewer */
    bool elsewhere;       /* base and new are of two machines */
    Verdict verdict;
    const char *why; /* the reason for CANNOT_TELL; "" else */
} Compared;

typedef struct Comparison {
    Compared *points;
    size_t count;
    const char *base, *new; /* files or programs */
    double threshold;
    bool apart;              /* the files were measured one after the other */
    const char *machines[2]; /* of a point that differs in them, or hosts of one machine; NULL: none */
    bool pairs;              /* of fresh processes, else rounds */
    uint64_t seed;           /* of the pairs' order */
} Comparison;

void comparison_count(const Comparison *comparison, size_t counts[VERDICTS]);

/* "3 points in both: 1 no change, ..." */
void comparison_headline(FILE *stream, const Comparison *comparison);

/* 0, or -1 and an error without memory. */
int comparison_table(FILE *stream, const Comparison *comparison, bool color, Error *error);
int comparison_markdown(FILE *stream, const Comparison *comparison, Error *error);

/* The points as rows of CSV, or of a JSON array. */
void comparison_points(CsvWriter *writer, const Comparison *comparison);
void comparison_json(FILE *stream, const Comparison *comparison);

/* The cells of ORDER_TABLES, which name a point. Files of pairs have them too. */
void comparison_identity(CsvWriter *writer, const Row *row);
