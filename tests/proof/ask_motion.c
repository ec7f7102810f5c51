/* Questions about shapes that move, and their certificates: see ask.h. */
#include "ask.h"

#include <math.h>
#include <string.h>

static gd_cast cast_of(const moving* m) {
    const double* v = m->motion.velocity_b;
    return (gd_cast){{v[0], v[1], v[2]}, m->min_time, m->max_time, m->motion.target};
}

/* A ray from the position of B. */
static const char* ask_ray(asked* pair, const gd_settings* settings, double tolerance,
                           double* status, worst* seen) {
    const int dimension = pair->set_a.dimension;
    const gd_cast cast = cast_of(&pair->move);
    drawn point = {.record = {dimension == 3 ? GD_KIND_POINT : GD_KIND_POINT2},
                   .length = GD_RECORD_PARAMETERS};
    const double* at = pair->b->pose;
    gd_ray ray = {{at[0], at[1], dimension == 3 ? at[2] : 0.0},
                  {cast.displacement[0], cast.displacement[1], cast.displacement[2]},
                  cast.min_time,
                  cast.max_time,
                  cast.target};
    gd_ray_result r;
    memset(&r, 0xff, sizeof r);
    *status = gd_cast_ray(pair->a->shape, pair->a->pose, &ray, settings, &r);
    if (*status < 0.0)
        return ray.direction[0] == 0.0 && ray.direction[1] == 0.0 && ray.direction[2] == 0.0
                   ? NULL
                   : "refused, although the ray is valid";
    memcpy(point.pose, ray.origin, sizeof ray.origin);
    if (dimension == 3) point.pose[6] = 1.0;
    if (gd_shape_create(point.record, point.length, &point.shape) < 0) return "no point";
    gd_cast_result whole = {r.status, r.iterations, r.hit, r.time, r.lower, r.upper, {0}, {0}, {0}};
    memcpy(whole.normal, r.normal, sizeof r.normal);
    memcpy(whole.point_a, r.point, sizeof r.point);
    const bool meets = r.hit == 1.0 && r.status != (double)GD_STATUS_OVERLAPPING;
    for (int i = 0; i < dimension && meets; i++)
        whole.point_b[i] = (double)((real)ray.origin[i] + (real)r.time * ray.direction[i]);
    moved_pair moved;
    moved_make(&moved, pair->a, &point, &pair->move, true);
    const char* wrong = certify_cast(&moved, &whole, tolerance, seen);
    gd_shape_destroy(point.shape);
    return wrong;
}

/* Whether the query of two half-spaces, which has no answer, is the one that was refused. */
static const char* refused(const asked* pair) {
    return pair->set_a.halfspace && pair->set_b.halfspace ? NULL
                                                          : "refused, although the motion is valid";
}

const char* ask_motion(question q, asked* pair, const gd_settings* settings, gd_warm* warm,
                       double* status, worst* seen) {
    const gd_cast cast = cast_of(&pair->move);
    const gd_query query = {pair->a->shape, pair->a->pose, pair->b->shape,
                            pair->b->pose,  settings,      warm};
    const double usual = q == ASK_IMPACT ? GD_DEFAULT_IMPACT_TOLERANCE : GD_DEFAULT_TOLERANCE;
    const double tolerance = settings ? settings->tolerance : usual;
    moved_pair moved;
    gd_cast_gradient_result r;
    memset(&r, 0xff, sizeof r);
    if (q == ASK_RAY) return ask_ray(pair, settings, tolerance, status, seen);
    if (q == ASK_CAST)
        *status = gd_cast_shape(&query, &cast, &r.result);
    else if (q == ASK_CAST_GRADIENT)
        *status = gd_cast_gradient(&query, &cast, &r);
    else
        *status = gd_time_of_impact(&query, &pair->move.motion, &r.result);
    if (*status != r.result.status) return "the returned status is not the result's";
    if (*status < 0.0) return refused(pair);
    const double limit = settings ? settings->max_iterations : GD_DEFAULT_CAST_ITERATIONS;
    const bool still = cast.displacement[0] == 0.0 && cast.displacement[1] == 0.0 &&
                       cast.displacement[2] == 0.0; /* the distance raises a small limit */
    if ((q == ASK_IMPACT || !still) && r.result.iterations > limit)
        return "more normals than allowed";
    moved_make(&moved, pair->a, pair->b, &pair->move, q != ASK_IMPACT);
    if (q == ASK_CAST_GRADIENT) {
        const char* wrong = certify_cast_derivatives(&pair->move, &r);
        if (wrong) return wrong;
    }
    if (q != ASK_IMPACT) return certify_cast(&moved, &r.result, tolerance, seen);
    const char* wrong = certify_impact(&moved, &r.result, tolerance, seen);
    if (wrong || warm) return wrong;
    const int apart = gd_stays_apart(&query, &pair->move.motion);
    if (apart != 0 && apart != 1) return "gd_stays_apart is no decision";
    return apart == 1 && r.result.hit == 1.0 && r.result.upper < (double)INFINITY &&
                   r.result.status != (double)GD_STATUS_GRAZING
               ? "stays apart, but a contact is proved"
               : NULL;
}
