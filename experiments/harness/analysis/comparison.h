/* Points compared, for people and for programs: a table, CSV, JSON, Markdown. */
#pragma once

#include <stdio.h>

#include "experiments/harness/analysis/decision.h"
#include "experiments/harness/store/csv_read.h"

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

void comparison_csv(FILE *stream, const Comparison *comparison);
void comparison_json(FILE *stream, const Comparison *comparison);

/* The columns that name a point in CSV, from the workload on, each followed by a comma; as a header, and of a
 * row. Files of pairs have them too. */
void comparison_csv_names(FILE *stream);
void comparison_csv_identity(FILE *stream, const Row *row);
