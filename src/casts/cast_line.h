/* The line of a cast: the displacement of B against the Minkowski difference.
 *
 * K = (A - B) + a ball of radius target, with B where it is at the time ref. A and B moved by t v
 * are within the target of each other exactly if (t - ref) v is in K. So a cast is a line through
 * the origin that enters a convex set, and h is the support function of K.
 *
 * Ray coordinates: w along the unit vector ray = -v / |v|, u and v across it, in A's frame. A point
 * of K on the line at the height w is a contact at the time ref - w / speed; the first contact is
 * the highest one. Every normal n with w component 1 proves that no contact is higher than h(n).
 * ref is the time at which the centres are nearest, so numbers stay as small as the shapes. */
#ifndef GD_CAST_LINE_H
#define GD_CAST_LINE_H

#include "minkowski/portal.h"
#include "minkowski/problem.h"

/* Rounding of a support value, as a multiple of the extent: 8 was too little for 2 of 260,000
 * casts, a ball beside a shape a thousand times as small. */
#define CAST_ROUNDING (16.0 * GD_EPS)

typedef struct cast_line {
    pair3 pair;       /* p: from A's centre to B's at the time ref */
    vec3 at;          /* p in ray coordinates */
    vec2 e1_b, ray_b; /* 2D: the axes in B's frame */
    vec3 velocity;    /* world, B relative to A */
    double per_unit;  /* 1 / unit */
    double unit;  /* a power of two: times below are in this unit, which makes |velocity| usual */
    double ref;   /* a time */
    double speed; /* |velocity| */
    double target;
    double size;   /* scales the tolerance */
    double extent; /* radius of a ball about -p that contains K */
    double slack;  /* rounding error of a support value of K along a unit normal */
} cast_line;

/* Sets up the line. The displacement must not be 0. Returns false if a pose is not valid. */
GD_INTERNAL bool gd_cast_line_init(cast_line* line, const gd_query* query, const gd_cast* cast);

/* The same line, traversed backwards: the last contact becomes the first, and times change sign. */
GD_INTERNAL cast_line gd_cast_line_reversed(const cast_line* line);

/* Completes the ray to ray coordinates and computes p in them. */
GD_INTERNAL void gd_cast_line_frame(cast_line* line);

/* A vector in A's frame, in ray coordinates. */
GD_INLINE vec3 cast_seen(const pair3* pair, vec3 v) {
    return make3(dot3(pair->e1, v), dot3(pair->e2, v), dot3(pair->ray, v));
}

/* The direction n, ray coordinates, in both frames in 2D, for B reversed. */
GD_INLINE void cast_directions(const cast_line* line, vec3 n, vec2* a, vec2* b) {
    const pair3* pair = &line->pair;
    *a = make2(n.x * pair->e1.x + n.z * pair->ray.x, n.x * pair->e1.y + n.z * pair->ray.y);
    *b = madd2(scale2(-n.x, line->e1_b), -n.z, line->ray_b);
}

/* The sum of a and -b, points of both shapes in 2D, and of the target along n, in ray coordinates.
 */
GD_INLINE vec2 line_difference_2d(const cast_line* line, vec3 n, vec2 a, vec2 b) {
    const pair3* pair = &line->pair;
    const vec2 e1 = make2(pair->e1.x, pair->e1.y), ray = make2(pair->ray.x, pair->ray.y);
    return make2(dot2(e1, a) - dot2(line->e1_b, b) + line->target * n.x,
                 dot2(ray, a) - dot2(line->ray_b, b) + line->target * n.z);
}

/* Support vertex of K along the unit vector n, in ray coordinates. */
GD_INTERNAL void gd_cast_support(cast_line* line, vec3 n, vertex3* s);

/* Places the parts of s in ray coordinates, enlarged by the target along the unit vector n. */
GD_INLINE void cast_line_place(const cast_line* line, vec3 n, vertex3* s) {
    pair3_place(&line->pair, s);
    s->u += line->target * n.x - line->at.x;
    s->v += line->target * n.y - line->at.y;
    s->w += line->target * n.z - line->at.z;
}

/* A time of the caller as a height. */
GD_INLINE double cast_height(const cast_line* line, double time) {
    if (fabs(time) == GD_INFINITY) return time > 0.0 ? -GD_INFINITY : GD_INFINITY;
    return (line->ref - time * line->per_unit) * line->speed;
}

/* Rounding error of cast_height. */
GD_INLINE double cast_height_error(const cast_line* line, double time) {
    const double t = fabs(time) == GD_INFINITY ? 0.0 : fabs(time) * line->per_unit;
    return 4.0 * GD_EPS * line->speed * (fabs(line->ref) + t);
}

#endif
