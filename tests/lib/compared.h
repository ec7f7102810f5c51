/* Checks that the tests of the comparison methods share: closed forms, certificates by support
 * points of the public interface, agreement with the cutting plane. */
#ifndef COMPARED_H
#define COMPARED_H

#include "compare/compare.h"

/* What the default tolerance, 1.5e-8, leaves. */
#define COMPARED_WITHIN 2e-8

typedef gd_status compared_method(const gd_query* query, gd_growth_result* out);

extern const gd_settings compared_usual;
extern const double compared_here[7];

/* A shape of a kind with as many of the sizes as it has. */
gd_shape* compared_kind(gd_kind kind, double p, double q, double r);
/* A random one; hulls and smooth hulls have 20 points. */
gd_shape* compared_random(gd_kind kind, double scale);
void compared_pose(double pose[7], double scale);

/* The answer to a query that is not refused; B at a place, neither shape turned. */
gd_growth_result compared_solve(compared_method* run, const gd_shape* a, const double* pose_a,
                                const gd_shape* b, const double* pose_b,
                                const gd_settings* settings);
gd_growth_result compared_solve_at(compared_method* run, const gd_shape* a, const gd_shape* b,
                                   double x, double y, double z);

/* An optimal answer whose bounds enclose a known value. */
void compared_check_truth(const gd_growth_result* r, double expected);

/* The lower bound is what the normal proves, witness points lie in their shapes, and grow to the
 * contact. */
void compared_check_certificate(const gd_query* query, const gd_growth_result* r, double scale);

/* Random pairs of every two kinds: certified, within the cutting plane's bounds, and solved in at
 * most so many steps. */
void compared_check_pairs(compared_method* run, const gd_kind* kinds, int kind_count, int rounds,
                          double most);

/* Shapes or a pose that a method refuses, by a record that has to stay as it was. */
void compared_check_refused(compared_method* run, const gd_shape* a, const gd_shape* b,
                            gd_status error);

/* Spheres of all scales touch on the line of their centres. */
void compared_check_spheres(compared_method* run);
/* Scaling by powers of two changes no bit; a shape of a kind and an ellipsoid. */
void compared_check_scales(compared_method* run, gd_kind kind);
/* Coincident centres give 0 and the limit along +X. */
void compared_check_coincident(compared_method* run);
/* Bounds hold however early or late a method stops. */
void compared_check_bounds(compared_method* run, gd_kind kind_a, gd_kind kind_b);

#endif
