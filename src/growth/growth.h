/* Growth distance in 2D and 3D. In 3D there are two loops: cutting planes (cutting_plane.c) and
 * Newton's method (newton.c). */
#ifndef GD_GROWTH_H
#define GD_GROWTH_H

#include "minkowski/convergence.h"
#include "minkowski/early_out.h"
#include "minkowski/portal.h"
#include "minkowski/problem.h"

/* 2D or 3D shapes, no half-spaces. */
GD_INTERNAL gd_status gd_growth(const gd_query* query, gd_growth_result* out);
GD_INTERNAL gd_status gd_collide_growth(const gd_query* query, gd_collision_result* out);

/* On success each function fills *out and returns its status. On an error it returns the error and
 * leaves *out unchanged. */
GD_INTERNAL gd_status gd_growth3(const gd_query* query, gd_growth_result* out);
GD_INTERNAL gd_status gd_growth2(const gd_query* query, gd_growth_result* out);
GD_INTERNAL gd_status gd_collide3(const gd_query* query, gd_collision_result* out);
GD_INTERNAL gd_status gd_collide2(const gd_query* query, gd_collision_result* out);
/* Only the answer of gd_collide3, for pairs that the balls leave undecided. UNDECIDED: gd_collide3
 * must decide. */
GD_INTERNAL early_out gd_intersects3(const gd_query* query);

/* State that both loops in 3D share. */
typedef struct growth3 {
    const gd_settings* settings;
    gd_trace* trace;  /* NULL: no recording */
    bool boolean;     /* overlap test: stops when 1 is no longer between the bounds */
    bool warm;        /* starts from a saved portal */
    bool answer_only; /* overlap test of which only the bounds are used, not the portal */
    bool aimed;       /* Newton's method begins at start; otherwise it computes a direction */
    vec3 start;       /* first direction, A's frame, any length */
    pair3 pair;
    portal3 portal; /* inner = 0: no portal yet */
    vec3 offset;    /* from B's inner ball centre to A's, both relative to their shape's centre, A's
                       frame */
    vec3 normal;    /* unit, A's frame: proves outer */
    double outer;
    double iterations;
} growth3;

/* The goal of a search. An overlap test stops when 1 is no longer between the bounds of sigma. */
typedef enum growth_goal {
    GROWTH_VALUE,
    GROWTH_BOOLEAN,
    GROWTH_CLOSE, /* overlap test without witness: the shapes nearly touch or are separated */
    GROWTH_DEEP,  /* overlap test without witness: the overlap is deep */
} growth_goal;

/* Places the saved portal at the new poses. If it no longer surrounds the ray, expands the first
 * portal by the saved vertices instead. The search starts along the saved normal. If cutting planes
 * continue from a restored portal (cut), it starts along the portal's normal. */
GD_INTERNAL void gd_growth_warm_start(growth3* g, const gd_warm* warm, bool cut);

/* Newton's method runs if the settings demand it or if it pays, and if the pieces of both shapes
 * are known. */
GD_INTERNAL bool gd_growth_by_newton(const growth3* g, growth_goal goal);

/* Runs the chosen loop, and the other methods if this loop proves nothing. keep: the portal is to
 * be saved. */
GD_INTERNAL gd_status gd_growth_search(growth3* g, growth_goal goal, bool newton, bool keep);

/* Sum of both bounding radii, which scales the thresholds. */
GD_INLINE double growth_extent(const growth3* g) {
    return g->pair.a->bound_radius + g->pair.b->bound_radius;
}

/* The rule for stopping, starting from the present outer bound. */
GD_INLINE stop_rule growth_stop_rule(const growth3* g) {
    return stop_rule_of(g->settings, g->boolean, g->pair.distance, growth_extent(g), g->outer);
}

#endif
