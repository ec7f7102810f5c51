/* From a query's arguments to its solver; the only file that knows all of them. */
#include "glance.h"
#include "newton.h"
#include "trace.h"

#include <string.h>

static const gd_settings query_defaults = {
    .tolerance = GD_DEFAULT_TOLERANCE,
    .max_iterations = GD_DEFAULT_MAX_ITERATIONS,
};

static const gd_settings query_depth_defaults = {
    .tolerance = GD_DEFAULT_TOLERANCE,
    .max_iterations = GD_DEFAULT_DEPTH_ITERATIONS,
};

/* The methods of each query, one bit each. */
#define METHOD(name) (1u << GD_METHOD_##name)
#define METHODS_GROWTH (METHOD(AUTO) | METHOD(CUTTING_PLANE) | METHOD(NEWTON))
#define METHODS_DISTANCE                                                                           \
    (METHOD(AUTO) | METHOD(GJK) | METHOD(NESTEROV) | METHOD(NESTEROV_NORMALIZED) |                 \
     METHOD(POLYAK) | METHOD(FRANK_WOLFE))
#define METHODS_COLLIDE (METHODS_DISTANCE | METHOD(CUTTING_PLANE))
#define METHODS_PENETRATION                                                                        \
    (METHOD(AUTO) | METHOD(INCREMENTAL) | METHOD(SQP) | METHOD(MPR) | METHOD(EPA))

/* Whether x is an integer from 0 to last. */
static bool query_code(double x, int last) {
    return x >= 0.0 && x <= (double)last && x == floor(x);
}

/* Whether a trace can be written; who calls from C vouches for the address. */
static bool query_trace_holds(const gd_settings* s) {
    const double x = s->trace;
    if (!(x > 0.0 && x <= 0x1p53 && x <= (double)UINTPTR_MAX && x == floor(x))) return false;
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

gd_status gd_query_settings(gd_query* query, unsigned methods, gd_quantity quantity,
                            const gd_settings* defaults) {
    if (!query->settings)
        query->settings = defaults;
    else if (!query_settings_hold(query->settings, methods))
        return GD_ERROR_SETTINGS;
    else if (query->settings->trace != 0.0)
        gd_trace_begin(trace_of(query->settings), quantity);
    return GD_STATUS_OPTIMAL;
}

GD_INLINE gd_status query_check(gd_query* query, unsigned methods, gd_quantity quantity) {
    const gd_settings* defaults =
        methods == METHODS_PENETRATION ? &query_depth_defaults : &query_defaults;
    if (!query->settings)
        query->settings = defaults;
    else if (gd_query_settings(query, methods, quantity, defaults) != GD_STATUS_OPTIMAL)
        return GD_ERROR_SETTINGS;
    if (query->a->dimension != query->b->dimension || query->a->nd || query->b->nd)
        return GD_ERROR_DIMENSION;
    return GD_STATUS_OPTIMAL;
}

gd_status gd_query_check(gd_query* query, unsigned methods, gd_quantity quantity) {
    return query_check(query, methods, quantity);
}

static bool query_has_halfspace(const gd_query* query) {
    return query->a->core == GD_CORE_HALFSPACE || query->b->core == GD_CORE_HALFSPACE;
}

/* Newton's steps need something curved, and in space pieces that are known. */
static bool query_suits_newton(const gd_query* query) {
    const gd_shape *a = query->a, *b = query->b;
    if (query->settings->method != GD_METHOD_NEWTON) return true;
    if (a->dimension == 3) return gd_newton_fits(a, b);
    return !a->polytope || !b->polytope || a->radius + b->radius > 0.0;
}

/* A depth's methods are for cores that overlap; other methods are taken at their word. */
static bool query_asks_for_any(const gd_query* query) {
    const int method = (int)query->settings->method;
    return method == GD_METHOD_AUTO || method == GD_METHOD_INCREMENTAL || method == GD_METHOD_SQP ||
           method == GD_METHOD_EPA;
}

/* Two lines have a closed form. */
static bool query_has_lines(const gd_query* query) {
    return query->a->line && query->b->line && query_asks_for_any(query);
}

/* So do boxes, lines among them, but where they overlap for AUTO only. */
static bool query_has_boxes(const gd_query* query) {
    return query->a->box && query->b->box && query_asks_for_any(query) &&
           (query->a->line || query->b->line || query->settings->method == GD_METHOD_AUTO);
}

/* Whether an answered query has a last row to write. */
static bool query_traced(const gd_query* query, gd_status status) {
    return status >= 0 && query->settings->trace != 0.0;
}

/* A closed form's status, UNDEFINED without one: of lines, and for what these leave of boxes. */
#define QUERY_LINES(quantity, query, out)                                                          \
    (query_has_lines(query) ? gd_##quantity##_lines(query, out) : GD_ERROR_UNDEFINED)
#define QUERY_BOXES(quantity, query, out)                                                          \
    (query_has_boxes(query) ? gd_##quantity##_boxes(query, out) : GD_ERROR_UNDEFINED)

/* A refused query's record holds its status and zeros. */
#define QUERY_END(out, status)                                                                     \
    do {                                                                                           \
        if ((status) < 0) {                                                                        \
            memset(out, 0, sizeof *(out));                                                         \
            (out)->status = status;                                                                \
        }                                                                                          \
        return status;                                                                             \
    } while (0)

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
    if (!settings && a->dimension == b->dimension && !a->nd && !b->nd) {
        const glance seen = glance_at(a, pose_a, b, pose_b);
        if (seen != GLANCE_UNDECIDED) return seen == GLANCE_MEET;
    }
    gd_collision_result result;
    const gd_status status = gd_collide(a, pose_a, b, pose_b, settings, warm, &result);
    return status < 0 ? (int)status : (int)result.colliding;
}

gd_status gd_distance(const gd_shape* a, const double* pose_a, const gd_shape* b,
                      const double* pose_b, const gd_settings* settings, gd_warm* warm,
                      gd_distance_result* out) {
    gd_query query = {a, pose_a, b, pose_b, settings, warm};
    gd_status status = query_check(&query, METHODS_DISTANCE, GD_QUANTITY_DISTANCE);
    if (status == GD_STATUS_OPTIMAL) status = QUERY_LINES(distance, &query, out);
    if (status == GD_ERROR_UNDEFINED) status = QUERY_BOXES(distance, &query, out);
    if (status == GD_ERROR_UNDEFINED)
        status = query_has_halfspace(&query) ? gd_distance_halfspace(&query, out)
                                             : gd_distance_gjk(&query, out);
    if (query_traced(&query, status))
        gd_trace_result(&query, out->iterations, out->lower, out->value, out->normal, out->point_a,
                        out->point_b);
    QUERY_END(out, status);
}

gd_status gd_penetration(const gd_shape* a, const double* pose_a, const gd_shape* b,
                         const double* pose_b, const gd_settings* settings, gd_warm* warm,
                         gd_penetration_result* out) {
    gd_query query = {a, pose_a, b, pose_b, settings, warm};
    gd_status status = query_check(&query, METHODS_PENETRATION, GD_QUANTITY_DEPTH);
    if (status == GD_STATUS_OPTIMAL) status = QUERY_LINES(penetration, &query, out);
    if (status == GD_ERROR_UNDEFINED) status = QUERY_BOXES(penetration, &query, out);
    if (status == GD_ERROR_UNDEFINED)
        status = query_has_halfspace(&query) ? gd_penetration_halfspace(&query, out)
                                             : gd_penetration_solve(&query, out);
    if (query_traced(&query, status))
        gd_trace_result(&query, out->iterations, out->lower, out->depth, out->normal, out->point_a,
                        out->point_b);
    QUERY_END(out, status);
}

gd_status gd_signed_distance(const gd_shape* a, const double* pose_a, const gd_shape* b,
                             const double* pose_b, const gd_settings* settings, gd_warm* warm,
                             gd_signed_result* out) {
    gd_query query = {a, pose_a, b, pose_b, settings, warm};
    gd_status status = query_check(&query, METHODS_PENETRATION, GD_QUANTITY_SIGNED);
    if (status == GD_STATUS_OPTIMAL) status = QUERY_LINES(signed, &query, out);
    if (status == GD_ERROR_UNDEFINED) status = QUERY_BOXES(signed, &query, out);
    if (status == GD_ERROR_UNDEFINED)
        status = query_has_halfspace(&query) ? gd_signed_halfspace(&query, out)
                                             : gd_signed_solve(&query, out);
    if (query_traced(&query, status))
        gd_trace_result(&query, out->iterations, out->lower, out->upper, out->normal, out->point_a,
                        out->point_b);
    QUERY_END(out, status);
}
