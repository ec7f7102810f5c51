/* Upper bounds of the time of impact: times at which a contact is shown. */
#include "motion/impact.h"

#include "convex/convex.h"

void gd_impact_distance(const gd_query* query, gd_distance_result* out) {
    convex_distance(query, out);
}

static const gd_settings impact_defaults = {
    .tolerance = GD_DEFAULT_TOLERANCE,
    .max_iterations = GD_DEFAULT_MAX_ITERATIONS,
};

/* The gap along the half-space's normal is the signed distance. */
static bool impact_in_halfspace(impact* w, double t) {
    moving_pair* m = &w->pair;
    const bool first = moving_is_halfspace(&m->a);
    const moving_place at = moving_at(m, t);
    const vec3 n = first ? rotate(&at.a, m->a.shape->size) : neg3(rotate(&at.b, m->b.shape->size));
    return moving_gap_at(m, &at, n).g + at.error <= 0.0;
}

bool gd_impact_contact(impact* w, double t2) {
    if (w->halfspace) return impact_in_halfspace(w, t2);
    impact_query q;
    impact_query_at(w, t2, &impact_defaults, &q);
    if (w->pair.target == 0.0 && !w->flat) {
        gd_collision_result c;
        return convex_collide(&q.query, &c) >= 0 && c.colliding != 0.0 && c.upper <= 1.0;
    }
    gd_distance_result d;
    gd_impact_distance(&q.query, &d);
    if (d.value <= w->pair.target) return true;
    return w->flat && gd_impact_crosses(w, w->at.t, t2);
}
