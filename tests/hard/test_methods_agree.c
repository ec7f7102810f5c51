/* Every pair of shape types, by every query and method. Bounds are in order, and no two methods'
 * bounds exclude each other. The result does not depend on the order of the shapes, a warm state, a
 * trace, or a scale of a power of two. A failure prints records and poses. */
#include "lib/check.h"
#include "lib/draw.h"

#include "growth_distance.h"
#include "growth_distance_trace.h"

#include <string.h>

/* By how much rounding may make bounds of different methods miss each other, relative to the value
 * and to the pair's size. */
#define MISS 1e-11

typedef struct posed {
    drawn set;
    double pose[7];
} posed;

typedef struct subject {
    int dimension;
    double size; /* of the pair and its poses */
    posed a, b;
} subject;

static void pairs_print(const posed* p) {
    printf("  record");
    for (size_t i = 0; i < p->set.length; i++)
        printf(" %.17g", p->set.record[i]);
    printf("\n  pose");
    for (int i = 0; i < 7; i++)
        printf(" %.17g", p->pose[i]);
    printf("\n");
}

#define EXPECT(subject, condition) pairs_expect((subject), (condition), #condition, __LINE__)
static void pairs_expect(const subject* s, bool holds, const char* what, int line) {
    check_that(holds, what, __FILE__, line);
    if (holds) return;
    pairs_print(&s->a);
    pairs_print(&s->b);
}

#define QUERY(function, s, settings, warm, out)                                                    \
    function(&(gd_query){(s)->a.set.shape, (s)->a.pose, (s)->b.set.shape, (s)->b.pose, (settings), \
                         (warm)},                                                                  \
             (out))

static gd_settings pairs_settings(gd_method method, double iterations) {
    const gd_settings settings = {.tolerance = GD_DEFAULT_TOLERANCE,
                                  .max_iterations = iterations,
                                  .method = method,
                                  .simplex = 1};
    return settings;
}

static bool all_finite(const void* record, size_t bytes) {
    const double* at = record;
    for (size_t i = 0; i < bytes / sizeof *at; i++)
        if (!isfinite(at[i])) return false;
    return true;
}

static bool is_unit(const double* n) {
    return fabs(n[0] * n[0] + n[1] * n[1] + n[2] * n[2] - 1.0) <= 1e-12;
}

/* Bounds of one true value, from all queries about it. */
typedef struct bounds {
    double lower, upper;
} bounds;

static void bounds_add(const subject* s, bounds* of, double lower, double upper, double slack) {
    EXPECT(s, lower <= upper);
    EXPECT(s, lower <= of->upper * (1.0 + MISS) + slack);
    EXPECT(s, upper >= of->lower * (1.0 - MISS) - slack);
    of->lower = fmax(of->lower, lower);
    of->upper = fmin(of->upper, upper);
}

static subject pairs_exchanged(const subject* s) {
    subject other = *s;
    other.a = s->b;
    other.b = s->a;
    return other;
}

/* ---- growth ---------------------------------------------------------------------------------- */

static void growth_one(const subject* s, const gd_settings* settings, gd_warm* warm, bounds* of) {
    gd_growth_result r;
    const gd_status status = QUERY(gd_growth_distance, s, settings, warm, &r);
    EXPECT(s, status >= 0 || status == GD_ERROR_UNDEFINED);
    EXPECT(s, r.status == (double)status);
    EXPECT(s, all_finite(&r, sizeof r));
    if (status < 0) return;
    EXPECT(s, is_unit(r.normal));
    EXPECT(s, r.value == r.upper);
    bounds_add(s, of, r.lower, r.upper, 1e-13);
}

static bounds pairs_growth(const subject* s) {
    static const gd_method methods[] = {GD_METHOD_CUTTING_PLANE, GD_METHOD_NEWTON, GD_METHOD_AUTO};
    const subject other = pairs_exchanged(s);
    bounds of = {0.0, INFINITE};
    for (size_t i = 0; i < sizeof methods / sizeof methods[0]; i++) {
        const gd_settings settings = pairs_settings(methods[i], 100.0);
        const gd_settings few = pairs_settings(methods[i], 1.0);
        gd_warm warm = {0};
        growth_one(s, &settings, &warm, &of);
        growth_one(s, &settings, &warm, &of);
        growth_one(s, &few, NULL, &of);
        growth_one(&other, &settings, NULL, &of);
    }
    return of;
}

/* ---- overlap tests --------------------------------------------------------------------------- */

/* Returns the answer, or -1 if the pair has none. Its bounds must overlap the growth distance's
 * bounds. */
static int collide_one(const subject* s, const gd_settings* settings, gd_warm* warm,
                       const bounds* growth) {
    gd_collision_result r;
    const gd_status status = QUERY(gd_collide, s, settings, warm, &r);
    EXPECT(s, status >= 0 || status == GD_ERROR_UNDEFINED);
    if (status < 0) return -1;
    EXPECT(s, r.colliding == 0.0 || r.colliding == 1.0);
    EXPECT(s, r.lower <= r.upper || status == GD_STATUS_PRECISION);
    EXPECT(s, r.lower <= growth->upper * (1.0 + MISS) + 1e-13);
    EXPECT(s, r.upper >= growth->lower * (1.0 - MISS) - 1e-13);
    return (int)r.colliding;
}

static void pairs_booleans(const subject* s, const bounds* growth) {
    static const gd_method methods[] = {
        GD_METHOD_AUTO,   GD_METHOD_CUTTING_PLANE,       GD_METHOD_GJK,        GD_METHOD_NESTEROV,
        GD_METHOD_POLYAK, GD_METHOD_NESTEROV_NORMALIZED, GD_METHOD_FRANK_WOLFE};
    /* closer to contact than the bounds' rounding, either answer is right */
    const bool apart = growth->lower > 1.0 + 1e-9, meet = growth->upper < 1.0 - 1e-9;
    for (size_t i = 0; i < sizeof methods / sizeof methods[0]; i++) {
        const gd_settings settings = pairs_settings(methods[i], 100.0);
        gd_warm warm = {0};
        for (int k = 0; k < 3; k++) {
            const int answer = collide_one(s, &settings, k ? &warm : NULL, growth);
            EXPECT(s, answer < 0 || !(apart ? answer == 1 : meet && answer == 0));
        }
    }
    gd_warm warm = {0};
    const int whole = collide_one(s, NULL, NULL, growth);
    for (int k = 0; k < 3; k++) {
        const int quick = gd_intersects(&(gd_query){s->a.set.shape, s->a.pose, s->b.set.shape,
                                                    s->b.pose, NULL, k ? &warm : NULL});
        EXPECT(s, whole < 0 ? quick == GD_ERROR_UNDEFINED : quick == whole);
        collide_one(s, NULL, &warm, growth);
    }
}

/* ---- distance and depth ---------------------------------------------------------------------- */

static void distance_one(const subject* s, const gd_settings* settings, gd_warm* warm, bounds* of) {
    gd_distance_result r;
    const gd_status status = QUERY(gd_distance, s, settings, warm, &r);
    EXPECT(s, status >= 0 || status == GD_ERROR_UNDEFINED);
    EXPECT(s, all_finite(&r, sizeof r));
    if (status < 0) return;
    EXPECT(s, is_unit(r.normal));
    bounds_add(s, of, r.lower, r.value, 1e-13 * s->size);
    for (int i = 0; i < 3; i++)
        EXPECT(s, fabs(r.point_b[i] - r.point_a[i] - r.value * r.normal[i]) <= 1e-12 * s->size);
}

static bounds pairs_distance(const subject* s) {
    static const gd_method methods[] = {
        GD_METHOD_GJK,    GD_METHOD_NESTEROV,    GD_METHOD_NESTEROV_NORMALIZED,
        GD_METHOD_POLYAK, GD_METHOD_FRANK_WOLFE, GD_METHOD_AUTO};
    const subject other = pairs_exchanged(s);
    bounds of = {0.0, INFINITE};
    for (size_t i = 0; i < sizeof methods / sizeof methods[0]; i++) {
        gd_settings settings = pairs_settings(methods[i], 100.0);
        const gd_settings few = pairs_settings(methods[i], 1.0);
        gd_warm warm = {0};
        settings.subalgorithm = (double)(i % 3);
        distance_one(s, &settings, &warm, &of);
        distance_one(s, &settings, &warm, &of);
        distance_one(s, &few, NULL, &of);
        distance_one(&other, &settings, NULL, &of);
    }
    return of;
}

static void depth_one(const subject* s, const gd_settings* settings, gd_warm* warm, bounds* of) {
    gd_penetration_result r;
    const gd_status status = QUERY(gd_penetration, s, settings, warm, &r);
    EXPECT(s, status >= 0 || status == GD_ERROR_UNDEFINED);
    EXPECT(s, all_finite(&r, sizeof r));
    if (status < 0) return;
    EXPECT(s, is_unit(r.normal));
    bounds_add(s, of, r.lower, r.depth, 1e-12 * s->size);
}

static bounds pairs_depth(const subject* s) {
    static const gd_method methods[] = {GD_METHOD_EPA, GD_METHOD_INCREMENTAL, GD_METHOD_SQP,
                                        GD_METHOD_MPR, GD_METHOD_AUTO};
    const subject other = pairs_exchanged(s);
    bounds of = {0.0, INFINITE};
    for (size_t i = 0; i < sizeof methods / sizeof methods[0]; i++) {
        gd_settings settings = pairs_settings(methods[i], GD_DEFAULT_DEPTH_ITERATIONS);
        const gd_settings few = pairs_settings(methods[i], 2.0);
        gd_warm warm = {0};
        depth_one(s, &settings, &warm, &of);
        depth_one(s, &settings, &warm, &of);
        depth_one(s, &few, NULL, &of);
        depth_one(&other, &settings, NULL, &of);
        settings.direction[i % 2] = 1.0;
        depth_one(s, &settings, NULL, &of);
    }
    return of;
}

/* Distance, depth and growth must agree: growth > 1 if and only if the distance is > 0, and growth
 * < 1 if and only if the depth is > 0. */
static void pairs_story(const subject* s, const bounds* growth) {
    const bounds distance = pairs_distance(s), depth = pairs_depth(s);
    const double slack = 1e-12 * s->size;
    gd_signed_result r;
    const gd_status status = QUERY(gd_signed_distance, s, NULL, NULL, &r);
    EXPECT(s, status >= 0 || status == GD_ERROR_UNDEFINED);
    if (status < 0) return;
    EXPECT(s, all_finite(&r, sizeof r));
    EXPECT(s, is_unit(r.normal));
    EXPECT(s, r.lower <= r.value && r.value <= r.upper);
    EXPECT(s, distance.lower <= slack || depth.lower <= slack);
    EXPECT(s, r.lower <= distance.upper + slack && r.upper >= -depth.upper - slack);
    EXPECT(s, r.upper >= distance.lower - slack || r.upper < 0.0);
    EXPECT(s, !(r.upper < -slack) || distance.lower <= slack);
    if (growth->lower > 1.0 + 1e-9) EXPECT(s, r.upper > -slack && depth.lower <= slack);
    if (growth->upper < 1.0 - 1e-9) EXPECT(s, r.lower < slack && distance.lower <= slack);
}

/* ---- derivatives ----------------------------------------------------------------------------- */

/* Moving both shapes together changes no value, so the gradients of both positions cancel. */
static void derivatives_hold(const subject* s, gd_status status, const gd_derivatives* d,
                             const gd_jacobians* j) {
    EXPECT(s, status >= 0 || status == GD_ERROR_UNDEFINED);
    if (status < 0) return;
    double largest = 0.0;
    for (int i = 0; i < 12; i++) {
        EXPECT(s, isfinite(d->gradient[i]));
        largest = fmax(largest, fabs(d->gradient[i]));
    }
    for (int i = 0; i < 3; i++)
        EXPECT(s, fabs(d->gradient[i] + d->gradient[6 + i]) <= 1e-9 * largest);
    EXPECT(s, d->directional_lower <= d->directional_upper);
    EXPECT(s, all_finite(j, sizeof *j));
}

static void pairs_derivatives(const subject* s) {
    static const double velocity[12] = {0.3, -0.2, 0.1, 0, 0.2, 0.1, -0.1, 0.4, 0, 0.1, 0, 0.3};
    gd_warm warm = {0};
    gd_jacobians j;
    gd_growth_gradient_result g;
    gd_distance_gradient_result d;
    gd_penetration_gradient_result p;
#define GRADIENT(function, out)                                                                    \
    function(&(gd_query){s->a.set.shape, s->a.pose, s->b.set.shape, s->b.pose, NULL, &warm},       \
             velocity, &j, out)
    derivatives_hold(s, GRADIENT(gd_growth_gradient, &g), &g.derivatives, &j);
    derivatives_hold(s, GRADIENT(gd_distance_gradient, &d), &d.derivatives, &j);
    derivatives_hold(s, GRADIENT(gd_penetration_gradient, &p), &p.derivatives, &j);
#undef GRADIENT
}

/* ---- results that keep every bit ----------------------------------------------------------- */

typedef struct answers {
    gd_growth_result growth;
    gd_collision_result collision;
    gd_distance_result distance;
    gd_penetration_result depth;
    gd_signed_result sign;
} answers;

/* Runs all queries with settings that each of them accepts, with or without a trace. */
static void pairs_answers(const subject* s, const gd_settings* settings, answers* out) {
    QUERY(gd_growth_distance, s, settings, NULL, &out->growth);
    QUERY(gd_collide, s, settings, NULL, &out->collision);
    QUERY(gd_distance, s, settings, NULL, &out->distance);
    QUERY(gd_penetration, s, settings, NULL, &out->depth);
    QUERY(gd_signed_distance, s, settings, NULL, &out->sign);
}

static void pairs_traced(const subject* s) {
    static double block[1 + 4096];
    gd_settings settings = pairs_settings(GD_METHOD_AUTO, GD_DEFAULT_DEPTH_ITERATIONS);
    answers plain, traced;
    pairs_answers(s, &settings, &plain);
    gd_trace* trace = (gd_trace*)block;
    trace->capacity = (double)(4096 - sizeof *trace / sizeof(double));
    settings.trace = (double)(uintptr_t)trace;
    pairs_answers(s, &settings, &traced);
    EXPECT(s, memcmp(&plain, &traced, sizeof plain) == 0);
    EXPECT(s, trace->used <= trace->needed);
}

/* The results must equal the smaller pair's, with lengths times the scale. */
static void pairs_scaled(const subject* small, const subject* large, double scale) {
    answers x, y;
    pairs_answers(small, NULL, &x);
    pairs_answers(large, NULL, &y);
    EXPECT(small, x.growth.status == y.growth.status && x.growth.iterations == y.growth.iterations);
    EXPECT(small, x.growth.value == y.growth.value && x.growth.lower == y.growth.lower);
    EXPECT(small, memcmp(x.growth.normal, y.growth.normal, sizeof x.growth.normal) == 0);
    EXPECT(small, x.collision.colliding == y.collision.colliding);
    EXPECT(small, x.collision.lower == y.collision.lower);
    EXPECT(small, x.distance.value * scale == y.distance.value);
    EXPECT(small, x.distance.lower * scale == y.distance.lower);
    EXPECT(small, x.depth.depth * scale == y.depth.depth);
    EXPECT(small, x.depth.lower * scale == y.depth.lower);
    EXPECT(small, x.sign.value * scale == y.sign.value);
    for (int i = 0; i < 3; i++)
        EXPECT(small, x.growth.contact[i] * scale == y.growth.contact[i]);
}

/* ---- every pair of shape types ------------------------------------------------------------- */

/* Pose of the second shape: random, moved along an axis, centred on the first, or at a corner. */
typedef enum placing {
    PLACING_ANY,
    PLACING_ALIGNED,
    PLACING_COINCIDENT,
    PLACING_CORNER,
    PLACINGS
} placing;

/* Without rotation, puts B where A's support point and B's opposite support point nearly touch. If
 * these are corners, the normal is not unique. */
static void pairs_place_at_corner(subject* s) {
    double d[3], a[3], b[3];
    for (int i = 0; i < 3; i++)
        d[i] = random_between(-1.0, 1.0);
    const double factor = random_next() < 0.5 ? 0.75 : 1.5;
    if (gd_shape_support(s->a.set.shape, d, a) != GD_STATUS_OPTIMAL) return;
    for (int i = 0; i < 3; i++)
        d[i] = -d[i];
    if (gd_shape_support(s->b.set.shape, d, b) != GD_STATUS_OPTIMAL) return;
    draw_pose(s->dimension, 0.0, true, s->a.pose);
    draw_pose(s->dimension, 0.0, true, s->b.pose);
    for (int i = 0; i < s->dimension; i++)
        s->b.pose[i] = factor * (a[i] - b[i]);
}

static subject pairs_draw(const gd_kind* kinds, int dimension, double scale, placing how) {
    subject s = {.dimension = dimension, .size = 10.0 * scale};
    draw_shape(kinds[0], scale, &s.a.set);
    draw_shape(kinds[1], scale, &s.b.set);
    const double reach = random_next() < 0.5 ? scale : 4.0 * scale;
    draw_pose(dimension, 0.5 * scale, how != PLACING_ANY, s.a.pose);
    draw_pose(dimension, reach, how != PLACING_ANY, s.b.pose);
    if (how == PLACING_COINCIDENT) memcpy(s.b.pose, s.a.pose, sizeof s.a.pose);
    if (how == PLACING_CORNER) pairs_place_at_corner(&s);
    return s;
}

static void pairs_free(subject* s) {
    gd_shape_destroy(s->a.set.shape);
    gd_shape_destroy(s->b.set.shape);
}

static void pairs_check(const gd_kind* kinds, int dimension, unsigned long long seed, placing how) {
    random_seed(seed);
    subject s = pairs_draw(kinds, dimension, 1.0, how);
    const bounds growth = pairs_growth(&s);
    pairs_booleans(&s, &growth);
    pairs_story(&s, &growth);
    pairs_derivatives(&s);
    pairs_traced(&s);
    /* a custom shape's support function would have to scale exactly, too */
    random_seed(seed);
    const double scale = 0x1p30;
    subject large = pairs_draw(kinds, dimension, scale, how);
    pairs_scaled(&s, &large, scale);
    pairs_free(&s);
    pairs_free(&large);
}

TEST(methods_agree) {
    static const gd_kind space[] = {
        GD_KIND_SPHERE,      GD_KIND_ELLIPSOID, GD_KIND_BOX,      GD_KIND_CAPSULE,
        GD_KIND_CYLINDER,    GD_KIND_CONE,      GD_KIND_FRUSTUM,  GD_KIND_HULL,
        GD_KIND_POINT,       GD_KIND_SEGMENT,   GD_KIND_TRIANGLE, GD_KIND_DSF,
        GD_KIND_TRANSFORMED, GD_KIND_SUM,       GD_KIND_CUSTOM,   GD_KIND_HALFSPACE};
    static const gd_kind plane[] = {
        GD_KIND_CIRCLE, GD_KIND_ELLIPSE,  GD_KIND_RECTANGLE, GD_KIND_POLYGON, GD_KIND_STADIUM,
        GD_KIND_POINT2, GD_KIND_SEGMENT2, GD_KIND_TRIANGLE2, GD_KIND_DSF2,    GD_KIND_TRANSFORMED2,
        GD_KIND_SUM2,   GD_KIND_CUSTOM2,  GD_KIND_HALFPLANE};
    const size_t counts[2] = {sizeof plane / sizeof *plane, sizeof space / sizeof *space};
    unsigned long long seed = 20261122;
    for (int dimension = 2; dimension <= 3; dimension++) {
        const gd_kind* list = dimension == 3 ? space : plane;
        const size_t count = counts[dimension - 2];
        for (size_t i = 0; i < count * count; i++) {
            const gd_kind kinds[2] = {list[i % count], list[i / count]};
            for (size_t how = (i + i / count) % SHARE % PLACINGS; how < PLACINGS; how += SHARE)
                pairs_check(kinds, dimension, seed + how, (placing)how);
            seed += PLACINGS;
        }
    }
}
