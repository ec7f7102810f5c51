/* From a query's arguments to its solver; the only file that knows all of them. */
#include "minkowski/early_out.h"
#include "growth/newton.h"
#include "queries/query.h"

/* Whether x is an integer from 0 to last. */
static bool query_code(double x, int last) {
    return x >= 0.0 && x <= (double)last && x == floor(x);
}

/* Whether a trace can be written; who calls from C vouches for the address. */
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
    if (!query_code(s->method, GD_METHOD_DCOL) || !(methods >> (int)s->method & 1u)) return false;
    if (!query_code(s->subalgorithm, GD_SUBALGORITHM_DIVIDE_AND_CONQUER)) return false;
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

/* Newton's steps need something curved, and in space pieces that are known. */
static bool query_suits_newton(const gd_query* query) {
    const gd_shape *a = query->a, *b = query->b;
    if (query->settings->method != GD_METHOD_NEWTON) return true;
    if (a->dimension == 3) return gd_newton_fits(a, b);
    return !a->polytope || !b->polytope || a->radius + b->radius > 0.0;
}

gd_status gd_growth(const gd_query* query, gd_growth_result* out) {
    return query->a->dimension == 3 ? gd_growth3(query, out) : gd_growth2(query, out);
}

gd_status gd_growth_distance(const gd_shape* a, const double* pose_a, const gd_shape* b,
                             const double* pose_b, const gd_settings* settings, gd_warm* warm,
                             gd_growth_result* out) {
    gd_query query = {a, pose_a, b, pose_b, settings, warm};
    gd_status status = query_check(&query, METHODS_GROWTH, GD_QUANTITY_GROWTH);
    if (status == GD_STATUS_OPTIMAL) status = QUERY_LINES(growth, &query, out);
    if (status == GD_ERROR_UNDEFINED) status = QUERY_BOXES(growth, &query, out);
    if (status == GD_ERROR_UNDEFINED && query_suits_newton(&query))
        status = query_has_halfspace(&query) ? gd_growth_halfspace(&query, out)
                 : a->dimension == 3         ? gd_growth3(&query, out)
                                             : gd_growth2(&query, out);
    if (query_traced(&query, status))
        gd_trace_result(&query, out->iterations, out->lower, out->upper, out->normal, out->point_a,
                        out->point_b);
    QUERY_END(out, status);
}

gd_status gd_collide(const gd_shape* a, const double* pose_a, const gd_shape* b,
                     const double* pose_b, const gd_settings* settings, gd_warm* warm,
                     gd_collision_result* out) {
    gd_query query = {a, pose_a, b, pose_b, settings, warm};
    gd_status status = query_check(&query, METHODS_COLLIDE, GD_QUANTITY_GROWTH);
    if (status == GD_STATUS_OPTIMAL) status = QUERY_LINES(collide, &query, out);
    if (status == GD_ERROR_UNDEFINED) status = QUERY_BOXES(collide, &query, out);
    if (status == GD_ERROR_UNDEFINED)
        status = query_has_halfspace(&query) ? gd_collide_halfspace(&query, out)
                 : query.settings->method > GD_METHOD_CUTTING_PLANE ? gd_collide_gjk(&query, out)
                 : a->dimension == 3                                ? gd_collide3(&query, out)
                                                                    : gd_collide2(&query, out);
    if (query_traced(&query, status))
        gd_trace_result(&query, out->iterations, out->lower, out->upper, out->normal, out->point,
                        out->point);
    QUERY_END(out, status);
}

int gd_intersects(const gd_shape* a, const double* pose_a, const gd_shape* b, const double* pose_b,
                  const gd_settings* settings, gd_warm* warm) {
    if (!settings && a->dimension == b->dimension && a->dimension > 0) {
        const glance seen = glance_at(a, pose_a, b, pose_b, warm);
        if (seen < GLANCE_UNDECIDED) return seen == GLANCE_MEET;
        if (seen > GLANCE_UNDECIDED) {
            const gd_query query = {a, pose_a, b, pose_b, &query_defaults, warm};
            bool colliding;
            gd_intersects3(&query, seen == GLANCE_CLOSE, &colliding);
            return colliding;
        }
    }
    gd_collision_result result;
    const gd_status status = gd_collide(a, pose_a, b, pose_b, settings, warm, &result);
    return status < 0 ? (int)status : (int)result.colliding;
}
