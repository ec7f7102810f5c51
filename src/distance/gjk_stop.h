/* The stopping rule of GJK: when lower <= distance of the cores <= length answers the query. */
#ifndef GD_GJK_STOP_H
#define GD_GJK_STOP_H

#include "distance/gjk.h"

/* Tolerance if the distance is surely 0 and only the normal is needed. The normal's error is its
 * square root. */
#define STOP_OVERLAP 0x1p-20

/* The search ends if length <= near, if lower > far, or if the bounds agree. */
typedef struct gjk_stop {
    double near, far, radius;
    double outside, inside; /* relative tolerances of separated and overlapping shapes */
} gjk_stop;

GD_INLINE gjk_stop gjk_stop_of(const gjk* g, const gd_settings* settings, gjk_goal goal) {
    const double rounding = GJK_ROUNDING * g->extent;
    const double tolerance = goal == GJK_BOOLEAN ? 0.0 : settings->tolerance;
    return (gjk_stop){
        .near = goal == GJK_BOOLEAN ? max2(g->radius, rounding) : rounding,
        .far = goal >= GJK_BOOLEAN ? g->radius : GD_INFINITY,
        .radius = g->radius,
        .outside = tolerance,
        .inside = goal == GJK_DISTANCE ? max2(tolerance, STOP_OVERLAP) : tolerance,
    };
}

/* Without a lower bound the cores may overlap deeply. */
GD_INLINE bool gjk_answered(const gjk_stop* stop, double length, double lower) {
    if (length <= stop->near || lower > stop->far) return true;
    const double gap = length - lower;
    const double known = length - stop->radius; /* upper bound of the signed distance */
    if (known > 0.0) return gap <= stop->outside * known;
    return lower > 0.0 && gap <= -stop->inside * known;
}

#endif
