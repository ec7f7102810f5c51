/* Checks that the tests of all comparison methods share: closed forms, certificates from the
 * support points of the public interface, and agreement with the cutting plane. */
#ifndef COMPARED_H
#define COMPARED_H

#include "compare/compare.h"

/* Relative error that the default tolerance (1.5e-8) allows. */
#define COMPARED_WITHIN 2e-8

typedef gd_status compared_method(const gd_query* query, gd_growth_result* out);

extern const gd_settings compared_usual;
extern const double compared_here[7];

/* A shape of a type; it takes as many of the three sizes as it has. */
gd_shape* compared_kind(gd_kind kind, double p, double q, double r);
/* A random shape of a type. Hulls and smooth hulls have 20 points. */
gd_shape* compared_random(gd_kind kind, double scale);
void compared_pose(double pose[7], double scale);

/* Solves a query that must not be refused. compared_solve_at puts B at (x, y, z) and turns neither
 * shape. */
gd_growth_result compared_solve(compared_method* run, const gd_shape* a, const double* pose_a,
                                const gd_shape* b, const double* pose_b,
                                const gd_settings* settings);
gd_growth_result compared_solve_at(compared_method* run, const gd_shape* a, const gd_shape* b,
                                   double x, double y, double z);

/* Checks that the status is optimal and that the bounds enclose the expected value. */
void compared_check_truth(const gd_growth_result* r, double expected);

/* Checks that the normal proves the lower bound, and that the witness points lie in their shapes
 * and grow to the contact. */
void compared_check_certificate(const gd_query* query, const gd_growth_result* r, double scale);

/* Solves random pairs of every two shape types of the list. Checks their certificates, compares
 * with the cutting plane's bounds, and allows at most `most` iterations. */
void compared_check_pairs(compared_method* run, const gd_kind* kinds, int kind_count, int rounds,
                          double most);

/* Checks that the method refuses the shapes or the pose, and leaves the result unwritten. */
void compared_check_refused(compared_method* run, const gd_shape* a, const gd_shape* b,
                            gd_status error);

/* Spheres of all scales touch on the line between their centres. */
void compared_check_spheres(compared_method* run);
/* Scaling both shapes by a power of two scales the result exactly: one shape of the given type, and
 * an ellipsoid. */
void compared_check_scales(compared_method* run, gd_kind kind);
/* Coincident centres give 0, and the limit along +X as normal and points. */
void compared_check_coincident(compared_method* run);
/* The bounds hold at any limit of iterations, and at a tolerance below rounding. */
void compared_check_bounds(compared_method* run, gd_kind kind_a, gd_kind kind_b);

#endif
