/* The stopping rule of the cutting-plane method, shared by cutting_plane.c and
 * cutting_plane_2d.c. */
#ifndef GD_CONVERGENCE_H
#define GD_CONVERGENCE_H

#include "growth_distance.h"
#include "math/base.h"

/* A support vertex less than this fraction of the pair's extent above the portal is on the portal
 * up to rounding: three products and a rotation, each rounded once. */
#define STOP_ROUNDING (16.0 * GD_EPS)
/* If the bounds are within this factor, the rounding of the portal's weights becomes visible. */
#define STOP_FINE (1.0 + 0x1p-28)
/* Bounds within STOP_IDLE_GAP that STOP_IDLE_STEPS steps did not improve are final. An overlap test
 * requires closer bounds (STOP_TOUCH), or pairs separated by a billionth would count as
 * overlapping. */
#define STOP_IDLE_STEPS 8
#define STOP_IDLE_GAP (1.0 + 0x1p-30)
/* An overlap test returns "separated" only if sigma exceeds 1 by more than this factor, because
 * shapes that touch count as overlapping. */
#define STOP_TOUCH (1.0 + 0x1p-44)

/* After this many steps, rounding may be what prevents convergence. Then growth_finish() continues
 * and refines normal and weights. */
#define STOP_LATE 40.0

typedef struct stop_rule {
    bool boolean;        /* overlap test: stop when the bounds prove sigma <= 1 or sigma > 1 */
    double near;         /* after idle steps, bounds within this factor are final */
    double slack;        /* growth distance: stop when outer <= slack * inner */
    double distance;     /* between the centres; sigma = distance / beta */
    double rounding;     /* STOP_ROUNDING times the pair's extent */
    double inner, outer; /* the best bounds so far */
    int idle;            /* steps since the last improvement */
} stop_rule;

GD_INLINE stop_rule stop_rule_of(const gd_settings* settings, bool boolean, double distance,
                                 double extent, double outer) {
    return (stop_rule){boolean,
                       boolean ? STOP_TOUCH : STOP_IDLE_GAP,
                       1.0 + settings->tolerance,
                       distance,
                       STOP_ROUNDING * extent,
                       0.0,
                       outer,
                       0};
}

/* Whether inner <= beta <= outer answers the query. */
GD_INLINE bool stop_proved(const stop_rule* rule, double inner, double outer) {
    if (rule->boolean) return rule->distance <= inner || rule->distance > STOP_TOUCH * outer;
    return outer <= rule->slack * inner;
}

/* Whether further steps are useless. The vertex was on the portal up to rounding (height above it),
 * or the bounds are close and STOP_IDLE_STEPS steps did not help. Other steps without gain are
 * legitimate: the ray may pass through a vertex or an edge. */
GD_INLINE bool stop_stalled(stop_rule* rule, double inner, double outer, double height) {
    const bool gained = inner > rule->inner || outer < rule->outer;
    if (inner > rule->inner) rule->inner = inner;
    if (outer < rule->outer) rule->outer = outer;
    rule->idle = gained ? 0 : rule->idle + 1;
    if (gained) return false;
    return height <= rule->rounding ||
           (rule->idle >= STOP_IDLE_STEPS && outer <= rule->near * inner);
}

#endif
