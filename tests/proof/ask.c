/* One query of a drawn pair and its certificate: see ask.h. */
#include "ask.h"

#include "compare/compare.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

const char* const question_names[ASK_COUNT] = {
    "growth",
    "collision",
    "distance",
    "depth",
    "signed",
    "growth n-D",
    "collision n-D",
    "growth gradient",
    "distance gradient",
    "depth gradient",
    "comparison",
    "cast",
    "cast gradient",
    "ray",
    "impact",
};

void asked_make(asked* pair, const drawn* a, const drawn* b) {
    pair->a = a;
    pair->b = b;
    memset(&pair->move, 0, sizeof pair->move);
    posed_make(&pair->set_a, a->record, a->length, a->pose, a->shape);
    posed_make(&pair->set_b, b->record, b->length, b->pose, b->shape);
    pair->found = 0;
}

void asked_move(asked* pair) {
    posed_move(&pair->set_b, pair->b->pose);
    pair->found = 0;
}

/* Returns the truth that an answer must not contradict; computes it when it is first needed. */
static const truth* asked_truth(asked* pair, bool all) {
    const drawn *a = pair->a, *b = pair->b;
    if (all && pair->found < 2)
        truth_find(&pair->known, &pair->set_a, &pair->set_b, a->shape, a->pose, b->shape, b->pose,
                   a->length * 77 + b->length);
    else if (pair->found < 1)
        truth_of_growth(&pair->known, &pair->set_a, &pair->set_b, a->shape, a->pose, b->shape,
                        b->pose);
    pair->found = all ? 2 : pair->found < 1 ? 1 : pair->found;
    return &pair->known;
}

/* ---- settings ------------------------------------------------------------------------------ */

static const gd_method growths[] = {GD_METHOD_AUTO, GD_METHOD_CUTTING_PLANE, GD_METHOD_NEWTON};
static const gd_method collisions[] = {
    GD_METHOD_AUTO,       GD_METHOD_CUTTING_PLANE,       GD_METHOD_GJK,
    GD_METHOD_NESTEROV,   GD_METHOD_NESTEROV_NORMALIZED, GD_METHOD_POLYAK,
    GD_METHOD_FRANK_WOLFE};
static const gd_method distances[] = {GD_METHOD_AUTO,     GD_METHOD_GJK,
                                      GD_METHOD_NESTEROV, GD_METHOD_NESTEROV_NORMALIZED,
                                      GD_METHOD_POLYAK,   GD_METHOD_FRANK_WOLFE};
static const gd_method depths[] = {GD_METHOD_AUTO, GD_METHOD_INCREMENTAL, GD_METHOD_SQP,
                                   GD_METHOD_MPR, GD_METHOD_EPA};
static const gd_method comparisons[] = {GD_METHOD_IE,  GD_METHOD_ZC,  GD_METHOD_ZC_IE,
                                        GD_METHOD_INC, GD_METHOD_DCF, GD_METHOD_DCOL};

#define CHOICE(list) list, (int)(sizeof(list) / sizeof(list)[0])

const gd_settings* ask_settings(question q, draw* d, gd_settings* settings) {
    switch (q) {
    case ASK_GROWTH:
    case ASK_GROWTH_GRADIENT: return draw_settings(d, CHOICE(growths), settings);
    case ASK_GROWTH_N:
    case ASK_COLLISION_N:
    case ASK_CAST:
    case ASK_CAST_GRADIENT:
    case ASK_RAY:
    case ASK_IMPACT: return draw_settings(d, growths, 1, settings);
    case ASK_COLLISION: return draw_settings(d, CHOICE(collisions), settings);
    case ASK_DISTANCE:
    case ASK_DISTANCE_GRADIENT: return draw_settings(d, CHOICE(distances), settings);
    case ASK_DEPTH:
    case ASK_SIGNED:
    case ASK_DEPTH_GRADIENT: return draw_settings(d, CHOICE(depths), settings);
    case ASK_COMPARISON: {
        const gd_settings* chosen = draw_settings(d, CHOICE(comparisons), settings);
        settings->method = chosen ? settings->method : GD_METHOD_IE;
        return settings;
    }
    case ASK_COUNT: break;
    }
    return NULL;
}

/* ---- questions ----------------------------------------------------------------------------- */

static const char* check_derivatives(const gd_derivatives* x, const gd_jacobians* jacobians,
                                     double status) {
    const double *at = &x->unique, *rows = &jacobians->regular;
    for (size_t i = 0; i < sizeof *x / sizeof *at; i++)
        if (at[i] != at[i]) return "a derivative is not a number";
    for (size_t i = 0; i < sizeof *jacobians / sizeof *rows; i++)
        if (rows[i] != rows[i]) return "a Jacobian is not a number";
    if (status < 0.0) return NULL;
    if (!(x->directional_lower <= x->directional && x->directional <= x->directional_upper))
        return "the directional derivative is not in its bounds";
    if (!(x->directional_upper - x->directional_lower < (double)INFINITY))
        return "a bound of the directional derivative is not finite";
    for (int i = 0; i < 12; i++)
        if (!(fabs(x->gradient[i]) < (double)INFINITY)) return "a gradient is not finite";
    return NULL;
}

static bool is_traced(const gd_settings* settings) {
    return settings && settings->trace != 0.0;
}

static const char* ask_any(bool collide, const asked* pair, const gd_settings* settings,
                           double* status, worst* seen) {
    /* enough for 2D and 3D, the only dimensions here */
    double workspace[1024], vectors[12];
    const drawn *a = pair->a, *b = pair->b;
    const int n = pair->set_a.dimension;
    if (gd_workspace(n) > sizeof workspace / sizeof *workspace) return "the workspace is too small";
    if (collide) {
        gd_collision_n_result r;
        gd_collide_n(&(gd_query){a->shape, a->pose, b->shape, b->pose, settings, NULL}, workspace,
                     &r, vectors);
        *status = r.status;
        if (r.status < 0.0) return NULL;
        gd_collision_result full = {
            .status = r.status, .colliding = r.colliding, .lower = r.lower, .upper = r.upper};
        memcpy(full.normal, vectors, (size_t)n * sizeof(double));
        memcpy(full.point, vectors + n, (size_t)n * sizeof(double));
        return certify_collision(&pair->set_a, &pair->set_b, &full, &pair->known, seen);
    }
    gd_growth_n_result r;
    gd_growth_distance_n(&(gd_query){a->shape, a->pose, b->shape, b->pose, settings, NULL},
                         workspace, &r, vectors);
    *status = r.status;
    if (r.status < 0.0 || r.upper == (double)INFINITY) return NULL;
    gd_growth_result full = {
        .status = r.status, .value = r.value, .lower = r.lower, .upper = r.upper};
    memcpy(full.normal, vectors, (size_t)n * sizeof(double));
    memcpy(full.point_a, vectors + n, (size_t)n * sizeof(double));
    memcpy(full.point_b, vectors + 2 * n, (size_t)n * sizeof(double));
    memcpy(full.contact, vectors + 3 * n, (size_t)n * sizeof(double));
    const double tolerance = settings ? settings->tolerance : GD_DEFAULT_TOLERANCE;
    return certify_growth(&pair->set_a, &pair->set_b, &full, tolerance, &pair->known, seen);
}

/* Runs the query, then returns: for a refusal, whether it is justified; for a result, its
 * certificate. */
#define ANSWER(call, field, needs_solid, certificate)                                              \
    do {                                                                                           \
        call;                                                                                      \
        *status = r.field;                                                                         \
        if (*status < 0.0) return certify_refusal(sa, sb, *status, needs_solid, method);           \
        return certificate;                                                                        \
    } while (0)

#define QUERY(warm)                                                                                \
    (&(gd_query){pair->a->shape, pair->a->pose, pair->b->shape, pair->b->pose, settings, warm})

const char* ask(question q, asked* pair, const gd_settings* settings, gd_warm* warm, double* status,
                worst* seen) {
    static const double velocity[12] = {1, 2, 3, 4, 5, 6, 6, 5, 4, 3, 2, 1};
    if (q >= ASK_CAST) return ask_motion(q, pair, settings, warm, status, seen);
    const posed *sa = &pair->set_a, *sb = &pair->set_b;
    const double tolerance = settings ? settings->tolerance : GD_DEFAULT_TOLERANCE;
    const double method = settings ? settings->method : (double)GD_METHOD_AUTO;
    const truth* t = asked_truth(pair, q == ASK_DISTANCE || q == ASK_DEPTH || q == ASK_SIGNED ||
                                           q == ASK_DISTANCE_GRADIENT || q == ASK_DEPTH_GRADIENT);
    /* cold queries have the gradient only, whose optimum is refined in fewer steps */
    gd_jacobians rows = {0}, *jacobians = warm ? &rows : NULL;
    const double* along = warm ? velocity : NULL;
    /* fill the result first, so that an unwritten field is NaN */
    if (warm) memset(&rows, 0xff, sizeof rows);
    switch (q) {
    case ASK_GROWTH: {
        gd_growth_result r;
        memset(&r, 0xff, sizeof r);
        ANSWER(gd_growth_distance(QUERY(warm), &r), status, true,
               certify_growth(sa, sb, &r, tolerance, t, seen));
    }
    case ASK_COMPARISON: {
        gd_growth_result r;
        memset(&r, 0xff, sizeof r);
        gd_compare_growth_distance(QUERY(warm), &r);
        *status = r.status;
        return r.status < 0.0 ? NULL : certify_growth(sa, sb, &r, tolerance, t, seen);
    }
    case ASK_COLLISION: {
        gd_collision_result r;
        memset(&r, 0xff, sizeof r);
        gd_warm own = warm ? *warm : (gd_warm){0};
        gd_collide(QUERY(warm), &r);
        *status = r.status;
        if (*status < 0.0) return certify_refusal(sa, sb, *status, true, method);
        const char* wrong = certify_collision(sa, sb, &r, t, seen);
        if (wrong || settings) return wrong;
        /* the overlap test without certificate, from the same warm state, must agree */
        const int meet = gd_intersects(QUERY(&own));
        if (warm) *warm = own;
        const double open = certify_crossing(sa, sb, 1.0);
        if (r.colliding == 1.0 && r.status == GD_STATUS_PRECISION) {
            t = asked_truth(pair, true);
            if (t->distance_least > WITNESS * (sa->extent + sb->extent))
                return "stopped by rounding as colliding, but the shapes are separated";
        }
        const bool apart = r.lower > 1.0 + open;
        /* not counted as overlapping if `colliding` is 0: beside a half-space, a centre outside its
         * own shape gives growth 0 */
        const bool together = r.upper < 1.0 - open && r.colliding == 1.0;
        return (apart && meet != 0) || (together && meet != 1) ? "intersects differs from collide"
                                                               : NULL;
    }
    case ASK_DISTANCE: {
        gd_distance_result r;
        memset(&r, 0xff, sizeof r);
        gd_distance(QUERY(warm), &r);
        *status = r.status;
        if (*status < 0.0) return certify_refusal(sa, sb, *status, false, method);
        const char* wrong = certify_distance(sa, sb, &r, tolerance, t, seen);
        if (wrong || (settings && settings->simplex == 1.0))
            return wrong ? wrong : certify_simplex(sa, sb, &r);
        return r.simplex_count == 0.0 ? NULL : "a simplex that the settings do not ask for";
    }
    case ASK_DEPTH: {
        gd_penetration_result r;
        memset(&r, 0xff, sizeof r);
        ANSWER(gd_penetration(QUERY(warm), &r), status, false,
               certify_depth(sa, sb, &r, tolerance, method, t, seen));
    }
    case ASK_SIGNED: {
        gd_signed_result r;
        memset(&r, 0xff, sizeof r);
        ANSWER(gd_signed_distance(QUERY(warm), &r), status, false,
               certify_signed(sa, sb, &r, tolerance, method, t, seen));
    }
    case ASK_GROWTH_N: return ask_any(false, pair, settings, status, seen);
    case ASK_COLLISION_N: return ask_any(true, pair, settings, status, seen);
    case ASK_GROWTH_GRADIENT: {
        gd_growth_gradient_result r;
        memset(&r, 0xff, sizeof r);
        gd_growth_gradient(QUERY(is_traced(settings) ? NULL : warm), along, jacobians, &r);
        const char* wrong = check_derivatives(&r.derivatives, &rows, r.result.status);
        *status = r.result.status;
        if (wrong || *status < 0.0) return wrong;
        return certify_growth(sa, sb, &r.result, tolerance, t, seen);
    }
    case ASK_DISTANCE_GRADIENT: {
        gd_distance_gradient_result r;
        memset(&r, 0xff, sizeof r);
        gd_distance_gradient(QUERY(warm), along, jacobians, &r);
        const char* wrong = check_derivatives(&r.derivatives, &rows, r.result.status);
        *status = r.result.status;
        if (wrong || *status < 0.0) return wrong;
        return certify_distance(sa, sb, &r.result, tolerance, t, seen);
    }
    case ASK_DEPTH_GRADIENT: {
        gd_penetration_gradient_result r;
        memset(&r, 0xff, sizeof r);
        gd_penetration_gradient(QUERY(warm), along, jacobians, &r);
        const char* wrong = check_derivatives(&r.derivatives, &rows, r.result.status);
        *status = r.result.status;
        if (wrong || *status < 0.0) return wrong;
        return certify_depth(sa, sb, &r.result, tolerance, method, t, seen);
    }
    case ASK_CAST: /* see ask_motion */
    case ASK_CAST_GRADIENT:
    case ASK_RAY:
    case ASK_IMPACT:
    case ASK_COUNT: break;
    }
    return "unknown question";
}

/* ---- records of failures ------------------------------------------------------------------- */

static void print_doubles(const char* name, const double* x, size_t count) {
    printf("  %s", name);
    for (size_t i = 0; i < count; i++)
        printf("%s%.17g", i ? ", " : " ", x[i]);
    printf("\n");
}

static void ask_print(question q, const asked* pair, const gd_settings* settings,
                      const char* wrong) {
    const size_t stride = pair->set_a.dimension == 3 ? 7 : 3;
    printf("%s: %s\n", question_names[q], wrong);
    print_doubles("record a", pair->a->record, pair->a->length);
    print_doubles("pose a", pair->a->pose, stride);
    print_doubles("record b", pair->b->record, pair->b->length);
    print_doubles("pose b", pair->b->pose, stride);
    if (q >= ASK_CAST) print_doubles("motion", pair->move.motion.velocity_a, 16);
    if (settings) print_doubles("settings", &settings->tolerance, 7);
    fflush(stdout);
}

bool ask_certified(question q, asked* pair, const gd_settings* settings, gd_warm* warm) {
    double status = 0.0;
    worst seen = {0, 0, 0, 0};
    const char* wrong = ask(q, pair, settings, warm, &status, &seen);
    if (wrong) ask_print(q, pair, settings, wrong);
    return !wrong;
}
