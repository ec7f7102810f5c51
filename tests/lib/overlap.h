/* Pairs of overlapping shapes as the solvers of src/depth take them, exact depths of boxes, and the
 * certificate of a depth. */
#ifndef OVERLAP_H
#define OVERLAP_H

#include "depth/depth.h"

#include <stdbool.h>

/* What the solvers start from: the cores at the end of GJK, a simplex of D and a first depth, that
 * along the line of the centres. */
typedef struct overlap {
    gjk g;
    initial_simplex simplex;
    depth_bounds depth;
} overlap;

/* False unless the cores overlap and have a depth. Of ellipsoids nothing is taken off. */
bool overlap_begin(overlap* o, const gd_query* query);

/* As the local methods start: nothing but a direction is known. */
bool overlap_begin_local(overlap* o, const gd_query* query);

/* How far B must move along a unit vector of A's frame to leave A. */
double overlap_width(overlap* o, vec3 n);

/* Checks the depth: the normal is unit, and moving B by upper along it separates the cores. */
void overlap_check(overlap* o, double rounding);

/* By how much the points of A and B are not upper apart along the normal. */
double overlap_miss(const overlap* o);

/* Checks a depth that is known and was searched to a tolerance, its points too. */
void overlap_check_depth(overlap* o, double tolerance, double truth);

/* The last row of a trace that has one. */
const gd_iterate* overlap_last_row(const gd_trace* trace);

/* Poses turned alike, B moved by an offset in A's frame. */
void overlap_parallel_poses(vec3 offset, double pose_a[7], double pose_b[7]);

/* Poses of any turn with B's position within a distance of A's along each axis. */
void overlap_random_poses(double distance, double pose_a[7], double pose_b[7]);

/* Depth of two boxes by all 15 axes at which two boxes may separate; negative if one does. */
double overlap_box_depth(vec3 half_a, const double* pose_a, vec3 half_b, const double* pose_b);

/* A shape that counts the calls of its support function: a ball. The caller destroys it. */
gd_shape* overlap_counted_ball(double radius, double* calls);

#endif
