/* The public queries of times of impact: each checks its arguments and calls its solver. */
#include "queries/query.h"

#include "math/pose.h"
#include "motion/impact.h"

static const gd_settings query_impact_defaults = {
    .tolerance = GD_DEFAULT_IMPACT_TOLERANCE,
    .max_iterations = GD_DEFAULT_CAST_ITERATIONS,
};

/* A velocity, in range also as the change until max_time. */
static bool query_velocity_holds(const double* v, int count, double time, double limit) {
    for (int i = 0; i < count; i++)
        if (!(fabs(v[i]) <= GD_POSITION_MAX && fabs(v[i]) * time <= limit)) return false;
    return true;
}

/* Each component of a 3D turn is within the limit, so its angle is within twice the limit. */
static bool query_motion_holds(const gd_motion* m, int dimension) {
    const double time = m->max_time;
    const int turns = dimension == 3 ? 3 : 1;
    if (!(time >= 0.0 && time <= GD_POSITION_MAX)) return false;
    if (!(m->target >= 0.0 && m->target <= GD_LENGTH_MAX)) return false;
    return query_velocity_holds(m->velocity_a, dimension, time, GD_POSITION_MAX) &&
           query_velocity_holds(m->velocity_b, dimension, time, GD_POSITION_MAX) &&
           query_velocity_holds(m->angular_a, turns, time, 0.5 * GD_ANGLE_MAX) &&
           query_velocity_holds(m->angular_b, turns, time, 0.5 * GD_ANGLE_MAX);
}

static gd_status query_impact(const gd_query* given, const gd_motion* motion, impact_goal goal,
                              gd_cast_result* out) {
    gd_query query = query_copy(given);
    gd_status status = gd_query_settings(&query, METHOD(AUTO), &query_impact_defaults);
    if (status != GD_STATUS_OPTIMAL) return status;
    if (trace_wanted(query.settings)) gd_trace_begin(trace_of(query.settings), GD_QUANTITY_TIME);
    if (query.a->dimension != query.b->dimension || query.a->dimension == 0)
        return GD_ERROR_DIMENSION;
    if (!query_motion_holds(motion, query.a->dimension)) return GD_ERROR_MOTION;
    if (query.a->core == GD_CORE_HALFSPACE && query.b->core == GD_CORE_HALFSPACE)
        return GD_ERROR_UNDEFINED;
    status = gd_impact(&query, motion, goal, out);
    if (goal == IMPACT_TIME && query_traced(&query, status)) gd_query_trace_cast(&query, out);
    return status;
}

gd_status gd_time_of_impact(const gd_query* query, const gd_motion* motion, gd_cast_result* out) {
    const gd_status status = query_impact(query, motion, IMPACT_TIME, out);
    QUERY_END(out, status);
}

int gd_stays_apart(const gd_query* query, const gd_motion* motion) {
    gd_cast_result out = {.hit = 1.0};
    const gd_status status = query_impact(query, motion, IMPACT_APART, &out);
    return status < 0 ? (int)status : (int)(out.hit == 0.0);
}

/* ---- motions ------------------------------------------------------------------------------- */

static double unit_quaternion(const double* q, double* out) {
    double largest = 0.0, square = 0.0;
    for (int i = 0; i < 4; i++)
        largest = max2(largest, fabs(q[i]));
    for (int i = 0; i < 4; i++) {
        out[i] = q[i] / largest;
        square += out[i] * out[i];
    }
    for (int i = 0; i < 4; i++)
        out[i] /= sqrt(square);
    return square;
}

/* The turn from one quaternion to another: 2 log(to from^-1), with the sign of the shorter way. */
static vec3 motion_turn(const double* from, const double* to) {
    double p[4], q[4], cosine = 0.0;
    unit_quaternion(from, p);
    unit_quaternion(to, q);
    for (int i = 0; i < 4; i++)
        cosine += p[i] * q[i];
    const double sign = cosine < 0.0 ? -1.0 : 1.0;
    const vec3 u = load3(p), v = scale3(sign, load3(q));
    const vec3 x = sub3(sub3(scale3(p[3], v), scale3(sign * q[3], u)), cross3(v, u));
    const double sine = safe_length3(x);
    if (!(sine > 0.0)) return make3(0.0, 0.0, 0.0);
    return scale3(2.0 * angle_of(sine, sign * cosine) / sine, x);
}

/* The difference of two angles, in [-pi, pi). The rounding of the difference is added back. */
static double motion_angle(double from, double to) {
    const double d = to - from, back = to - d;
    const double rest = (to - (d + back)) + (back - from);
    double angle = angle_reduced(d) + rest;
    if (angle >= TRIG_PI) angle = trig_subtract_quarters(angle, 4.0);
    if (angle < -TRIG_PI) angle = trig_subtract_quarters(angle, -4.0);
    return angle;
}

gd_status gd_motion_between(int dimension, const double* from, const double* to, double* velocity,
                            double* angular) {
    frame3 frame;
    if (dimension != 2 && dimension != 3) return GD_ERROR_DIMENSION;
    if (!frame_of_pose(from, dimension, &frame) || !frame_of_pose(to, dimension, &frame))
        return GD_ERROR_POSE;
    const bool plane = dimension == 2;
    const vec3 turn =
        plane ? make3(motion_angle(from[2], to[2]), 0.0, 0.0) : motion_turn(from + 3, to + 3);
    const double z = plane ? 0.0 : to[2] - from[2];
    store3(velocity, make3(to[0] - from[0], to[1] - from[1], z));
    store3(angular, turn);
    return GD_STATUS_OPTIMAL;
}
