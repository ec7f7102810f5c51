/* When the cutting plane stops: shared by cutting_plane.c and cutting_plane_2d.c. */
#ifndef GD_CONVERGENCE_H
#define GD_CONVERGENCE_H

#include "growth_distance.h"
#include "math/base.h"

/* A support vertex that rises above the portal by less than this part of the pair's extent is on
 * it as far as doubles can tell: three products and a rotation, each rounded once. */
#define STOP_ROUNDING (16.0 * GD_EPS)
/* Where the bounds are this near, the rounding of the portal's weights begins to show. */
#define STOP_FINE (1.0 + 0x1p-28)
/* Steps without gain after which bounds this near are as good as they get; a boolean's must be
 * nearer, or what is a billionth apart would collide. */
#define STOP_IDLE_STEPS 8
#define STOP_IDLE_GAP (1.0 + 0x1p-30)
/* Nearer than this a boolean goes on until both bounds speak: sets that touch collide. */
#define STOP_TOUCH (1.0 + 0x1p-44)

/* Steps after which rounding may be what keeps the bounds apart: growth_finish() goes on. */
#define STOP_LATE 40.0

typedef struct stop_rule {
    bool boolean;        /* stop where the bounds of sigma part at 1 */
    double near;         /* bounds that are as good as they get after idle steps */
    double slack;        /* otherwise where outer <= slack * inner */
    double distance;     /* between the centres: sigma = distance / beta */
    double rounding;     /* STOP_ROUNDING times the pair's extent */
    double inner, outer; /* the best bounds seen */
    int idle;            /* steps since one of them improved */
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

/* The question is answered by inner <= beta <= outer. */
GD_INLINE bool stop_proved(const stop_rule* rule, double inner, double outer) {
    if (rule->boolean) return rule->distance <= inner || rule->distance > STOP_TOUCH * outer;
    return outer <= rule->slack * inner;
}

/* Nothing is gained any more: a step improved neither bound, and its vertex was on the portal to
 * rounding (above: its height), or the bounds are near and many steps did not help. Steps without
 * gain are legitimate while the bounds are apart: the ray may pass through a vertex or an edge. */
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
