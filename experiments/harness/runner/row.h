/* Formats a point and a result as the fields of a row. */
#pragma once

#include "common/text/text.h"
#include "experiments/harness/cli/plan.h"
#include "experiments/harness/runner/protocol.h"
#include "experiments/harness/store/samples.h"

/* A row as text, of some 25 KB. */
typedef struct RowText {
    char text[COLUMNS][TEXT_MOST + 1];
    const char *field[COLUMNS];
} RowText;

/* The host in rows: SPEEDUP_HOST, else the system's name. "" and an error if it is not a valid name. */
const char *row_host(Error *error);

/* The Slurm job of this process: "12_3", "12"; "" for none. */
const char *row_job(void);

/* The work of a point, and the unit of its rate. */
double row_work(const PlanPoint *point, const char **unit);

/* Fills the identity of a point, the cost that only its plug-in or program knows, and empties all other
 * fields. */
void row_identity(RowText *row, const PlanPoint *point);

/* Fills the fields of a result: sample `number` of `run`, taken in `round`. */
void row_result(RowText *row, const char *run, unsigned round, size_t number, const Result *result);
