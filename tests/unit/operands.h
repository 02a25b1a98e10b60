/* The operands of a workload at a point in host memory, as a driver holds them. */
#pragma once

#include "common/workload.h"

typedef struct Operands {
    const Workload *workload;
    Point point;
    Input input;
    void *operand[OPERANDS]; /* NULL where the workload has none */
    Accuracy accuracy;       /* of the last result verified */
} Operands;

/* Square matrices, of one thread, matrix and iteration. */
Point square_point(size_t n, ElementType type);

/* Fills the inputs and poisons the result. */
Operands operands_make(const Workload *workload, Point point, Input input);
void operands_free(Operands *made);

/* Computes the result with the point's number of threads. */
void operands_run(Operands *made, const Variant *variant);

/* The verdict on the result: 0, or 1 with the error. */
int operands_verify(Operands *made);

/* A float32 of `bits` bits, to nearest or toward zero. */
float operands_rounded(float value, int bits, bool cut);
