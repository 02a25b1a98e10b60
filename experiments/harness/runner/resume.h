/* Resume: joins the plan with the rows that exist, so that only missing samples are measured. */
#pragma once

#include "experiments/harness/runner/sweep.h"

/* Sets the states of the plan's points: done by this build, begun, or new. With --fresh all are new. Points
 * that are done are begun again where points of the same work are new and five rounds give intervals.
 * any_host: rows of all hosts count, and the points' keys have none. 0, or -1 and an error. */
int resume_points(Sweep *sweep, const Rows *files, size_t file_count, bool any_host, Error *error);

/* Before the first sample: the number of points that are reused, and a text of which runs they are and how to
 * measure them again. */
size_t resume_describe(const Sweep *sweep, char *text, size_t size);

/* Adds a sample to the state of a point. 0, or -1 without memory. */
int resume_add_sample(PointState *state, const TimedSample *sample, Error *error);

/* The last round has fewer samples than a batch: it does not count until another batch completes it. */
void resume_interrupt_round(PointState *state);

/* Should the point's measurement stop now? `stopped`: an earlier run stopped it after these samples. Sets the
 * state's estimate. */
int resume_stop_reason(const PlanPoint *planned, PointState *state, bool stopped, StopReason *reason,
                       Error *error);

/* The stop of a point whose worker was killed every time: the next run measures it again. */
#define STOP_KILLED "killed"
