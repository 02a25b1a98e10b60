/* Student's t distribution, for any number of degrees of freedom above 0. */
#ifndef SPEEDUP_STUDENT_H
#define SPEEDUP_STUDENT_H

/* P(|T| > |t|); NAN where t is none. */
double student_two_sided(double t, double freedom);

/* The t with P(|T| <= t) = confidence, 0 < confidence < 1: 2.776 for 0.95 and 4 degrees. */
double student_quantile(double confidence, double freedom);

#endif
