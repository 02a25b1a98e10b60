/* From a point and what the worker said of it to the text of a row. */
#ifndef SPEEDUP_ROW_H
#define SPEEDUP_ROW_H

#include "common/text/text.h"
#include "experiments/harness/cli/plan.h"
#include "experiments/harness/runner/protocol.h"
#include "experiments/harness/store/samples.h"

/* A row as text, for writing; big, so one at a time. */
typedef struct RowText {
    char text[COLUMNS][TEXT_MOST + 1];
    const char *field[COLUMNS];
} RowText;

/* The host's name as rows carry it: SPEEDUP_HOST, else the system's. NULL and an error when it is no name. */
const char *row_host(Error *error);

/* The job that Slurm runs this process for: "12_3", "12"; "" for none. */
const char *row_job(void);

/* Fills the fields that tell which point it is, and empties all others. */
void row_identity(RowText *row, const PlanPoint *point);

/* Fills the fields of one outcome: sample `number` of `run`, taken in `round`. */
void row_result(RowText *row, const char *run, unsigned round, size_t number, const Outcome *outcome);

#endif
