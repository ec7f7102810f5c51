/* Growth distance in 2D and 3D; its two loops in 3D are the cutting plane (cutting_plane.c) and
 * Newton's method (newton.c). */
#ifndef GD_GROWTH_H
#define GD_GROWTH_H

#include "minkowski/convergence.h"
#include "minkowski/portal.h"
#include "minkowski/problem.h"

/* Either dimension; no half-space. */
GD_INTERNAL gd_status gd_growth(const gd_query* query, gd_growth_result* out);
GD_INTERNAL gd_status gd_collide_growth(const gd_query* query, gd_collision_result* out);

/* Each fills out and returns a status, or returns an error and leaves out alone. */
GD_INTERNAL gd_status gd_growth3(const gd_query* query, gd_growth_result* out);
GD_INTERNAL gd_status gd_growth2(const gd_query* query, gd_growth_result* out);
GD_INTERNAL gd_status gd_collide3(const gd_query* query, gd_collision_result* out);
GD_INTERNAL gd_status gd_collide2(const gd_query* query, gd_collision_result* out);
/* The answer of gd_collide3 alone, for pairs that are nearly apart (close) or deep in each other.
 */
GD_INTERNAL gd_status gd_intersects3(const gd_query* query, bool close, bool* colliding);

/* What both loops in 3D work on: what is asked, where to look first, and what is known. */
typedef struct growth3 {
    const gd_settings* settings;
    gd_trace* trace; /* NULL: none is wanted */
    bool boolean;    /* whether the bounds need only part at 1 */
    bool warm;       /* whether it starts from a former answer */
    vec3 start;      /* the first direction, A's frame, of any length */
    pair3 pair;
    portal3 portal; /* where inner is 0 there is none yet */
    vec3 offset;    /* between the centres of the inner balls */
    vec3 normal;    /* unit, A's frame: the best certificate */
    double outer;
    double iterations;
} growth3;

/* The radii of the balls about both shapes. */
GD_INLINE double growth_extent(const growth3* g) {
    return g->pair.a->bound_radius + g->pair.b->bound_radius;
}

/* When to stop, from the bounds as they are now. */
GD_INLINE stop_rule growth_stop_rule(const growth3* g) {
    return stop_rule_of(g->settings, g->boolean, g->pair.distance, growth_extent(g), g->outer);
}

#endif
