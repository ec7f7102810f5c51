/* From a query's arguments to its solver; the only file that knows all of them. */
#include "queries/query.h"

#include "convex/convex.h"
#include "minkowski/early_out.h"

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

gd_status gd_growth_distance(const gd_shape* a, const double* pose_a, const gd_shape* b,
                             const double* pose_b, const gd_settings* settings, gd_warm* warm,
                             gd_growth_result* out) {
    gd_query query = {a, pose_a, b, pose_b, settings, warm};
    gd_status status = query_check(&query, METHODS_GROWTH, GD_QUANTITY_GROWTH);
    if (status == GD_STATUS_OPTIMAL) status = convex_growth(&query, out);
    if (query_traced(&query, status))
        gd_trace_result(&query, &(trace_answer){out->iterations, out->lower, out->upper,
                                                out->normal, out->point_a, out->point_b});
    QUERY_END(out, status);
}

gd_status gd_collide(const gd_shape* a, const double* pose_a, const gd_shape* b,
                     const double* pose_b, const gd_settings* settings, gd_warm* warm,
                     gd_collision_result* out) {
    gd_query query = {a, pose_a, b, pose_b, settings, warm};
    gd_status status = query_check(&query, METHODS_COLLIDE, GD_QUANTITY_GROWTH);
    if (status == GD_STATUS_OPTIMAL) status = convex_collide(&query, out);
    if (query_traced(&query, status))
        gd_trace_result(&query, &(trace_answer){out->iterations, out->lower, out->upper,
                                                out->normal, out->point, out->point});
    QUERY_END(out, status);
}

gd_status gd_distance(const gd_shape* a, const double* pose_a, const gd_shape* b,
                      const double* pose_b, const gd_settings* settings, gd_warm* warm,
                      gd_distance_result* out) {
    gd_query query = {a, pose_a, b, pose_b, settings, warm};
    gd_status status = query_check(&query, METHODS_DISTANCE, GD_QUANTITY_DISTANCE);
    if (status == GD_STATUS_OPTIMAL) status = convex_distance(&query, out);
    if (query_traced(&query, status))
        gd_trace_result(&query, &(trace_answer){out->iterations, out->lower, out->value,
                                                out->normal, out->point_a, out->point_b});
    QUERY_END(out, status);
}

gd_status gd_penetration(const gd_shape* a, const double* pose_a, const gd_shape* b,
                         const double* pose_b, const gd_settings* settings, gd_warm* warm,
                         gd_penetration_result* out) {
    gd_query query = {a, pose_a, b, pose_b, settings, warm};
    gd_status status = query_check(&query, METHODS_PENETRATION, GD_QUANTITY_DEPTH);
    if (status == GD_STATUS_OPTIMAL) status = convex_penetration(&query, out);
    if (query_traced(&query, status))
        gd_trace_result(&query, &(trace_answer){out->iterations, out->lower, out->depth,
                                                out->normal, out->point_a, out->point_b});
    QUERY_END(out, status);
}

gd_status gd_signed_distance(const gd_shape* a, const double* pose_a, const gd_shape* b,
                             const double* pose_b, const gd_settings* settings, gd_warm* warm,
                             gd_signed_result* out) {
    gd_query query = {a, pose_a, b, pose_b, settings, warm};
    gd_status status = query_check(&query, METHODS_PENETRATION, GD_QUANTITY_SIGNED);
    if (status == GD_STATUS_OPTIMAL) status = convex_signed(&query, out);
    if (query_traced(&query, status))
        gd_trace_result(&query, &(trace_answer){out->iterations, out->lower, out->upper,
                                                out->normal, out->point_a, out->point_b});
    QUERY_END(out, status);
}

int gd_intersects(const gd_shape* a, const double* pose_a, const gd_shape* b, const double* pose_b,
                  const gd_settings* settings, gd_warm* warm) {
    if (!settings && a->dimension == b->dimension && a->dimension > 0) {
        const early_out seen = early_out_at(a, pose_a, b, pose_b, warm);
        if (seen < EARLY_OUT_UNDECIDED) return seen == EARLY_OUT_MEET;
        if (seen > EARLY_OUT_UNDECIDED) {
            const gd_query query = {a, pose_a, b, pose_b, &query_defaults, warm};
            bool colliding;
            gd_intersects3(&query, seen == EARLY_OUT_CLOSE, &colliding);
            return colliding;
        }
    }
    gd_collision_result result;
    const gd_status status = gd_collide(a, pose_a, b, pose_b, settings, warm, &result);
    return status < 0 ? (int)status : (int)result.colliding;
}

/* A set contains a point when the two intersect. */
int gd_shape_contains(const gd_shape* shape, const double* point) {
    const int dims = shape->dimension;
    if (shape->nd_set.dimension) return GD_ERROR_DIMENSION;
    for (int i = 0; i < dims; i++)
        if (!(fabs(point[i]) <= GD_POSITION_MAX)) return GD_ERROR_DIRECTION;
    if (!shape->solid) return GD_ERROR_UNDEFINED;
    /* a frustum of no size: a point has closed forms with some shapes, and all are to be asked
     * alike */
    const gd_shape probe = {.kind = dims == 3 ? GD_KIND_POINT : GD_KIND_POINT2,
                            .core = GD_CORE_FRUSTUM,
                            .dimension = dims};
    const double identity[7] = {0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0};
    const double pose[7] = {point[0], point[1], dims == 3 ? point[2] : 0.0, 0.0, 0.0, 0.0, 1.0};
    gd_collision_result result; /* nothing is left to refuse */
    gd_collide(shape, identity, &probe, pose, NULL, NULL, &result);
    return (int)result.colliding;
}
