/* The search for the first contact on a line: certified bounds of the height at which the line
 * enters K.
 *
 * Dual: a normal n with w component 1 proves that no contact is higher than h(n). outer is the
 * least of these. A normal across the line with h(n) < 0 proves a miss for all times.
 * Primal: a point of K on the line is a contact. inner is the highest of these.
 *
 * A search ends when the bounds answer the query: they agree to the tolerance, or both are on the
 * same side of a limit of the time interval. */
#ifndef GD_CAST_SEARCH_H
#define GD_CAST_SEARCH_H

#include "casts/cast_line.h"
#include "casts/cast_portal.h"

/* Unit normals this nearly across the line prove no height: rounding is too large there. */
#define CAST_ACROSS 0x1p-40

/* The interval of time as heights, which may be infinite. Between two limits rounding decides. */
typedef struct cast_window {
    double early, start; /* contacts above early are before min_time, those below start after it */
    double end, late;    /* those above end are before max_time, those below late after it */
} cast_window;

typedef struct cast_search {
    cast_line line;
    cast_portal portal;
    double tolerance; /* a length */
    double near;      /* the tolerance without the rounding of times */
    cast_window window;
    double outer, inner;
    double lift;     /* rounding error of outer: at least slack / normal.z */
    vec3 normal;     /* ray coordinates, unit: proves outer or, across the line, the miss */
    vec3 on_a, on_b; /* the parts of the point behind inner, or of the support point behind outer */
    bool miss;       /* the whole line misses K */
    double iterations, max_iterations;
    const gd_cast* cast;
    gd_trace* trace; /* NULL: none */
    gd_iterate* row; /* the newest row of the trace, NULL: none */
    bool exits;      /* the line is reversed: its bounds belong to the exit */
} cast_search;

/* What an ellipsoid about as large as K says about the line. */
typedef struct cast_guess {
    double offset; /* square of the distance of the line from the middle, in radii of the shadow */
    double leaves; /* height at which the line leaves */
    vec3 entry;    /* normal at the entry, ray coordinates, w = 1 */
    vec3 exit;     /* normal at the exit, w = -1 */
    vec3 across;   /* best separating normal, w = 0 */
} cast_guess;

GD_INTERNAL cast_guess gd_cast_guess(const cast_line* line);

/* Sets the guess and the portal to those that a fitting warm state contains. Returns false if there
 * is none. */
GD_INTERNAL bool gd_cast_warm_load(cast_search* c, const gd_warm* warm, cast_guess* guess);

/* Saves the search in a warm state. */
GD_INTERNAL void gd_cast_warm_save(const cast_search* c, gd_warm* warm);

/* The height that the normal proves, including rounding; -infinity if it proves a miss. */
GD_INLINE double cast_proved(const cast_search* c) {
    return c->miss ? -GD_INFINITY : c->outer + c->lift;
}

/* Whether the line misses K, or enters after max_time. */
GD_INLINE bool cast_misses(const cast_search* c) {
    return c->miss || cast_proved(c) < c->window.late;
}

/* Whether the bounds answer the query. */
GD_INLINE bool cast_decided(const cast_search* c) {
    if (cast_misses(c) || c->inner >= c->window.early) return true;
    const double proved = cast_proved(c);
    return proved - c->inner + c->lift <= c->near && proved < c->window.start &&
           c->inner >= c->window.end;
}

/* Whether the limit allows an evaluation, or a distance query and an evaluation. */
GD_INLINE bool cast_may_evaluate(const cast_search* c) {
    return c->iterations < c->max_iterations;
}
GD_INLINE bool cast_may_measure(const cast_search* c) {
    return c->iterations + 1.0 < c->max_iterations;
}

/* Relative rounding of a time. */
#define CAST_TIME_ROUNDING (2.0 * GD_EPS)

/* The bounds as times in the line's unit, with their rounding. */
GD_INLINE double cast_lower_time(const cast_search* c) {
    const cast_line* line = &c->line;
    const double pace = 1.0 / line->speed, error = CAST_TIME_ROUNDING * fabs(line->ref);
    return line->ref - (c->outer + c->lift) * pace - error;
}
GD_INLINE double cast_upper_time(const cast_search* c) {
    const cast_line* line = &c->line;
    const double pace = 1.0 / line->speed, error = CAST_TIME_ROUNDING * fabs(line->ref);
    /* near a tangent, a point on the line up to rounding may be above outer by the tolerance */
    const double inner = min2(c->inner, c->outer);
    return line->ref - (inner - c->lift) * pace + error;
}

/* Records the support vertex s along the unit vector n. */
GD_INTERNAL void gd_cast_trace_row(cast_search* c, vec3 n, const vertex3* s);

/* Completes the newest row with the upper bound found since. */
GD_INTERNAL void gd_cast_trace_complete(cast_search* c);

/* Takes the bound that the support vertex s along the unit vector n proves. */
GD_INTERNAL void gd_cast_take_normal(cast_search* c, vec3 n, const vertex3* s);

/* The same if n is not across the line: it proves this height. steep is 1 / n.z. */
GD_INTERNAL void gd_cast_take_height(cast_search* c, vec3 n, const vertex3* s, double height,
                                     double steep);

/* One support vertex *s along the unit vector n. Returns true if the bounds decide. */
GD_INTERNAL bool gd_cast_look(cast_search* c, vec3 n, vertex3* s);

/* Whether the normal n proves that the line leaves K before min_time. If so, c->normal becomes its
 * unit vector. */
GD_INTERNAL bool gd_cast_leaves(cast_search* c, vec3 n);

/* Takes a point of K as inner bound, if it is on the line up to rounding. */
GD_INTERNAL void gd_cast_take_point(cast_search* c, const vertex3* x);

/* Whether a point of K at this height on the line may decide. */
GD_INLINE bool cast_may_decide(const cast_search* c, double height) {
    return height >= c->window.early || c->outer - height <= c->near;
}

/* Whether the point of the portal may decide, or must replace its simplex; otherwise it can wait.
 */
GD_INLINE bool cast_portal_may_decide(const cast_search* c) {
    return !cast_portal_surrounds(&c->portal) || cast_may_decide(c, c->portal.inner);
}

/* Takes the point of the portal, and returns it. */
GD_INTERNAL vertex3 gd_cast_take_portal(cast_search* c);

/* Starts with an empty portal and the bounds that the bounding balls prove. Returns false if the
 * balls prove a miss. */
GD_INTERNAL bool gd_cast_search_begin(cast_search* c);

/* Each searches from the normal n until the bounds answer the query: in 3D with the portal alone,
 * and in 2D. Returns OPTIMAL, MAX_ITERATIONS or PRECISION. */
GD_INTERNAL gd_status gd_cast_by_portal(cast_search* c, vec3 n);
GD_INTERNAL gd_status gd_cast_2d(cast_search* c, vec3 n);

/* In 3D with second derivatives, if both shapes have them; `across` tries the guessed normal across
 * the line first. Returns true if the bounds answer the query. */
GD_INTERNAL bool gd_cast_by_newton(cast_search* c, const cast_guess* guess, bool across);

/* In closed form, if both shapes are boxes in 3D without balls and the target is 0. Returns true if
 * the bounds answer the query. */
GD_INTERNAL bool gd_cast_by_boxes(cast_search* c);

/* The same if both shapes are segments in 3D, with balls or a target above 0. */
GD_INTERNAL bool gd_cast_by_capsules(cast_search* c);

/* What a distance query tells about a time. */
typedef enum cast_place {
    CAST_TOUCHES,    /* in contact, up to rounding */
    CAST_LEAVES,     /* separated, and no contact later: c->normal proves it */
    CAST_APPROACHES, /* separated */
} cast_place;

/* The distance with B at the height z. */
GD_INTERNAL cast_place gd_cast_place_at(cast_search* c, const gd_query* query, double z);

/* The last resort: time steps by distance queries. They start at outer and never pass a contact. */
GD_INTERNAL gd_status gd_cast_by_distance(cast_search* c, const gd_query* query);

#endif
