/* Student's t distribution and Fisher's F, for any number of degrees of freedom above 0. */
#pragma once

/* P(|T| > |t|); NAN if t is NAN. */
double student_two_sided(double t, double freedom);

/* The t with P(|T| <= t) = confidence, 0 < confidence < 1: 2.776 for 0.95 and 4 degrees. */
double student_quantile(double confidence, double freedom);

/* P(F > f) with `above` degrees of freedom in the numerator and `below` in the denominator; NAN if f is NAN.
 */
double fisher_tail(double f, double above, double below);
