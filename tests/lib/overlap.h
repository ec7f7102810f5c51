/* Overlapping pairs in the form that the solvers of src/depth take, the certificate of a depth, and
 * exact depths of boxes. */
#ifndef OVERLAP_H
#define OVERLAP_H

#include "depth/depth.h"

#include <stdbool.h>

/* The input of the solvers: the cores after GJK, a simplex of the Minkowski difference D, and a
 * first depth along the line of the centres. */
typedef struct overlap {
    gjk g;
    initial_simplex simplex;
    depth_bounds depth;
} overlap;

/* Returns false unless the cores overlap and have a depth. Ellipsoids are solved whole, without an
 * inner ball taken off. */
bool overlap_begin(overlap* o, const gd_query* query);

/* Starts as the local methods do: from a direction only. */
bool overlap_begin_local(overlap* o, const gd_query* query);

/* Returns how far B must move along n, a unit vector in A's frame, to leave A. */
double overlap_width(overlap* o, vec3 n);

/* Checks that the normal is unit, and that moving B along it by the upper bound separates the
 * cores. */
void overlap_check(overlap* o, double rounding);

/* Returns by how much the distance between the witness points, along the normal, differs from the
 * upper bound. */
double overlap_miss(const overlap* o);

/* Checks the bounds and the witness points of a depth that is known, for a search with the given
 * tolerance. */
void overlap_check_depth(overlap* o, double tolerance, double truth);

/* The last row of a trace that has at least one. */
const gd_iterate* overlap_last_row(const gd_trace* trace);

/* Two poses with the same rotation; B is moved by an offset in A's frame. */
void overlap_parallel_poses(vec3 offset, double pose_a[7], double pose_b[7]);

/* Two poses with any rotation; each coordinate of B's position is within `distance` of A's. */
void overlap_random_poses(double distance, double pose_a[7], double pose_b[7]);

/* The depth of two boxes, from the 15 axes that can separate them; negative if one does. */
double overlap_box_depth(vec3 half_a, const double* pose_a, vec3 half_b, const double* pose_b);

/* A ball that counts the calls of its support function. The caller destroys it. */
gd_shape* overlap_counted_ball(double radius, double* calls);

#endif
