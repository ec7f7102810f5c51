/* The public queries in 2D and 3D: each checks its arguments, calls its solver and fills a refused
 * result. */
#include "queries/query.h"

#include "convex/convex.h"
#include "minkowski/early_out.h"

/* Whether x is an integer from 0 to last, inclusive. */
static bool query_code(double x, int last) {
    return x >= 0.0 && x <= (double)last && x == floor(x);
}

/* Whether the settings contain a valid trace. The address itself is the caller's responsibility. */
static bool query_trace_holds(const gd_settings* s) {
    const double x = s->trace;
    if (!(x > 0.0 && x <= 0x1p53 && x == floor(x))) return false;
    if (!(x <= (double)UINTPTR_MAX)) return false; /* unreachable: with addresses of 64 bits */
    return (uintptr_t)x % sizeof(double) == 0 && trace_of(s)->capacity >= 0.0;
}

static bool query_settings_hold(const gd_settings* s, unsigned methods) {
    if (!(s->tolerance > 0.0 && s->tolerance < 1.0)) return false;
    if (!(s->max_iterations >= 1.0 && s->max_iterations <= GD_MAX_ITERATIONS_LIMIT)) return false;
    if (s->max_iterations != floor(s->max_iterations)) return false;
    if (!query_code(s->method, METHOD_BITS - 1) || !(methods >> (int)s->method & 1u)) return false;
    if (!query_code(s->subalgorithm, GD_SUBALGORITHM_DIVIDE_AND_CONQUER)) return false;
    if (!query_code(s->simplex, 1)) return false;
    for (int i = 0; i < 3; i++)
        if (!(fabs(s->direction[i]) <= GD_POSITION_MAX)) return false;
    return s->trace == 0.0 || query_trace_holds(s);
}

gd_status gd_query_settings(gd_query* query, unsigned methods, const gd_settings* defaults) {
    if (!query->settings)
        query->settings = defaults;
    else if (!query_settings_hold(query->settings, methods))
        return GD_ERROR_SETTINGS;
    return GD_STATUS_OPTIMAL;
}

/* Checks the arguments, solves, appends the result to the trace, and clears a refused result. */
#define DEFINE_QUERY(name, result, methods, quantity, solver, upper_field, a, b)                   \
    gd_status gd_##name(const gd_query* given, gd_##result##_result* out) {                        \
        gd_query query = query_copy(given);                                                        \
        gd_status status = query_check(&query, methods, GD_QUANTITY_##quantity);                   \
        if (status == GD_STATUS_OPTIMAL) status = solver(&query, out);                             \
        if (query_traced(&query, status)) {                                                        \
            const trace_answer answer = {out->iterations, out->lower, out->upper_field,            \
                                         out->normal,     out->a,     out->b};                     \
            gd_trace_result(&query, &answer);                                                      \
        }                                                                                          \
        QUERY_END(out, status);                                                                    \
    }

GD_PAIR_QUERIES(DEFINE_QUERY)

/* An overlap test with default settings that the balls leave undecided. */
static early_out query_intersects(const gd_query* given, early_out seen) {
    const closed_form form = closed_form_of(given->a, given->b);
    const double radius = given->a->radius + given->b->radius;
    gd_query query = query_copy(given);
    core_gap gap;
    query.settings = &query_defaults;
    if (seen == EARLY_OUT_UNDECIDED && !closed_is_fast(form)) {
        if (form == CLOSED_BOXES && radius == 0.0) return gd_intersects_boxes(&query);
        if (!closed_has_gap(form)) return gd_intersects3(&query);
        if (early_out_by_plane(&query) == EARLY_OUT_APART) return EARLY_OUT_APART;
    }
    if (!convex_gap(&query, form, GAP_DISTANCE, &gap)) return EARLY_OUT_UNDECIDED;
    return gap.length > radius && gap.lower > radius ? EARLY_OUT_APART : EARLY_OUT_MEET;
}

int gd_intersects(const gd_query* query) {
    const gd_shape *a = query->a, *b = query->b;
    if (!query->settings && a->dimension == b->dimension && a->dimension > 0 &&
        (a->solid || b->solid)) {
        early_out seen = early_out_by_balls(query);
        if (seen > EARLY_OUT_MEET) seen = query_intersects(query, seen);
        if (seen <= EARLY_OUT_MEET) return seen == EARLY_OUT_MEET;
    }
    gd_collision_result result;
    const gd_status status = gd_collide(query, &result);
    return status < 0 ? (int)status : (int)result.colliding;
}

/* A shape contains a point if the shape and the point overlap. */
int gd_shape_contains(const gd_shape* shape, const double* point) {
    const int dims = shape->dimension;
    if (shape->nd_set.dimension) return GD_ERROR_DIMENSION;
    for (int i = 0; i < dims; i++)
        if (!(fabs(point[i]) <= GD_POSITION_MAX)) return GD_ERROR_DIRECTION;
    if (!shape->solid) return GD_ERROR_UNDEFINED;
    /* A point with the core of a frustum of size 0. A point's own core has closed forms with some
     * shapes; this one takes the same solver for all. */
    const gd_shape probe = {.kind = dims == 3 ? GD_KIND_POINT : GD_KIND_POINT2,
                            .core = GD_CORE_FRUSTUM,
                            .dimension = dims};
    const double identity[7] = {0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0};
    const double pose[7] = {point[0], point[1], dims == 3 ? point[2] : 0.0, 0.0, 0.0, 0.0, 1.0};
    gd_collision_result result; /* all arguments are valid */
    gd_collide(&(gd_query){shape, identity, &probe, pose, NULL, NULL}, &result);
    return (int)result.colliding;
}
