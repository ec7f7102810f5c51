/* Support functions that become wrong after the shape is made: arbitrary, opposite, constant,
 * planar, NaN, infinite or repeated results. No bound can be valid then. Every query must still end
 * within its iterations, with a valid status, ordered bounds, and a value that is not NaN.
 *
 * RARE lists support functions, found among 10000, that execute branches no other does; 2955 of
 * them with infinite results did. */
#include "lib/check.h"

#include "compare/compare.h"
#include "proof/draw.h"
#include "proof/sets.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define TRACE_ROOM 60000.0

typedef enum lie {
    LIE_ANYWHERE,
    LIE_ONE_POINT,
    LIE_BEHIND,
    LIE_NOTHING,
    LIE_TINY,
    LIE_LATTICE,
    LIE_NOISE,
    LIE_LATE, /* the result of the previous call */
    LIE_HUGE,
    LIE_HALF,
    LIE_LINE,
    LIE_PLANE,
    LIE_ENDLESS,
    LIE_VAST,
    LIE_TINIEST,
    LIE_COUNT,
    LIE_FINITE = LIE_ENDLESS, /* the lies before it */
} lie;

typedef struct liar {
    lie how;
    bool armed, edged;
    double share, size; /* the share of wrong results, and their size */
    int honest, asked;  /* right results before the first wrong one; calls so far */
    double last[3];
} liar;

static double liar_coordinate(const liar* of, lie how, int i, double honest) {
    switch (how) {
    case LIE_ANYWHERE: return random_between(-of->size, of->size);
    case LIE_ONE_POINT: return 0.0;
    case LIE_BEHIND: return -honest * of->size;
    case LIE_NOTHING: return i ? 0.0 : NOT_A_NUMBER;
    case LIE_TINY: return 1e-200 * honest;
    case LIE_LATTICE: return 0.5 * floor(2.0 * of->size * honest + 0.5);
    case LIE_NOISE: return honest * (1.0 + of->size * 1e-9 * (random_next() - 0.5));
    case LIE_LATE: return of->last[i];
    case LIE_HUGE: return honest * of->size * 1e70;
    case LIE_HALF: return 0.5 * honest;
    case LIE_LINE: return i == 0 ? honest : 0.0;
    case LIE_PLANE: return i < 2 ? honest : 0.0;
    case LIE_ENDLESS: return honest * INFINITE;
    case LIE_VAST: return honest * 1e300;
    case LIE_TINIEST: return honest * 1e-308;
    case LIE_COUNT: break;
    }
    return honest;
}

static void liar_support(void* context, double id, const double direction[3], double point[3]) {
    liar* of = context;
    (void)id;
    of->asked++;
    const bool lies = of->armed && of->asked >= of->honest && random_next() <= of->share;
    double honest[3];
    for (int i = 0; i < 3; i++) {
        const double x = direction[i];
        honest[i] = !of->edged ? x : (x > 0.0 ? 1.0 : x < 0.0 ? -1.0 : 0.0);
        point[i] = liar_coordinate(of, lies ? of->how : LIE_COUNT, i, honest[i]);
    }
    memcpy(of->last, honest, sizeof honest);
}

/* ---- queries ------------------------------------------------------------------------------- */

typedef struct heard {
    const gd_shape *a, *b;
    const double *pose_a, *pose_b;
    liar* of;
    gd_settings settings;
    gd_trace* trace;
    double workspace[2000];
} heard;

static gd_method liar_pick(const gd_method* methods, int count) {
    return methods[(int)(count * random_next())];
}

static void check_bounds(double status, double value, double lower, double upper) {
    CHECK(status == floor(status) && status >= GD_ERROR_PARTS && status <= GD_STATUS_LOCAL);
    if (status < 0.0) return;
    CHECK(value == value && lower <= upper);
}

#define LIAR_METHODS(...)                                                                          \
    liar_pick((const gd_method[]){__VA_ARGS__},                                                    \
              (int)(sizeof(gd_method[]){__VA_ARGS__} / sizeof(gd_method)))
#define LIAR_GROWTH LIAR_METHODS(GD_METHOD_AUTO, GD_METHOD_CUTTING_PLANE, GD_METHOD_NEWTON)
#define LIAR_DISTANCE                                                                              \
    LIAR_METHODS(GD_METHOD_AUTO, GD_METHOD_GJK, GD_METHOD_NESTEROV, GD_METHOD_NESTEROV_NORMALIZED, \
                 GD_METHOD_POLYAK, GD_METHOD_FRANK_WOLFE)
#define LIAR_DEPTH                                                                                 \
    LIAR_METHODS(GD_METHOD_AUTO, GD_METHOD_INCREMENTAL, GD_METHOD_SQP, GD_METHOD_MPR, GD_METHOD_EPA)
#define PAIR(settings, warm) (&(gd_query){h->a, h->pose_a, h->b, h->pose_b, settings, warm})

static const gd_settings* liar_asks(heard* h, gd_method method) {
    h->of->asked = 0;
    h->settings.method = method;
    return &h->settings;
}

static void liar_queries(heard* h, gd_warm* warm) {
    const double most = h->settings.max_iterations;
    gd_growth_result growth;
    gd_growth_distance(PAIR(liar_asks(h, LIAR_GROWTH), warm ? &warm[0] : NULL), &growth);
    check_bounds(growth.status, growth.value, growth.lower, growth.upper);
    CHECK(growth.iterations <= most);
    gd_collision_result hit;
    const gd_method cut = GD_METHOD_CUTTING_PLANE;
    gd_collide(
        PAIR(liar_asks(h, random_next() < 0.5 ? cut : LIAR_DISTANCE), warm ? &warm[1] : NULL),
        &hit);
    check_bounds(hit.status, hit.colliding, hit.lower, hit.upper);
    CHECK(hit.colliding == 0.0 || hit.colliding == 1.0);
    gd_distance_result distance;
    gd_distance(PAIR(liar_asks(h, LIAR_DISTANCE), warm ? &warm[2] : NULL), &distance);
    check_bounds(distance.status, distance.value, distance.lower, distance.value);
    CHECK(distance.iterations <= most + 1.0);
    gd_penetration_result depth;
    gd_penetration(PAIR(liar_asks(h, LIAR_DEPTH), warm ? &warm[3] : NULL), &depth);
    check_bounds(depth.status, depth.depth, depth.lower, depth.depth);
    gd_signed_result both;
    gd_signed_distance(PAIR(liar_asks(h, LIAR_DEPTH), warm ? &warm[4] : NULL), &both);
    check_bounds(both.status, both.value, both.lower, both.upper);
    h->of->asked = 0;
    const int meet = gd_intersects(PAIR(NULL, warm ? &warm[5] : NULL));
    CHECK(meet <= 1 && meet >= GD_ERROR_PARTS);
    for (int m = GD_METHOD_IE; m <= GD_METHOD_DCOL; m++) {
        gd_compare_growth_distance(PAIR(liar_asks(h, (gd_method)m), NULL), &growth);
        check_bounds(growth.status, growth.value, growth.lower, growth.upper);
    }
}

static void liar_queries_of_any_dimension(heard* h) {
    double vectors[12];
    memset(h->settings.direction, 0, sizeof h->settings.direction);
    h->settings.subalgorithm = 0.0;
    gd_growth_n_result growth;
    gd_growth_distance_n(PAIR(liar_asks(h, GD_METHOD_AUTO), NULL), h->workspace, &growth, vectors);
    check_bounds(growth.status, growth.value, growth.lower, growth.upper);
    gd_collision_n_result hit;
    gd_collide_n(PAIR(liar_asks(h, GD_METHOD_AUTO), NULL), h->workspace, &hit, vectors);
    check_bounds(hit.status, hit.colliding, hit.lower, hit.upper);
    gd_generalized_result general;
    gd_generalized_distance(PAIR(liar_asks(h, GD_METHOD_AUTO), NULL), NULL, NULL, h->workspace,
                            &general, vectors);
    check_bounds(general.status, general.value, general.lower, general.upper);
    gd_generalized_distance(PAIR(liar_asks(h, GD_METHOD_AUTO), NULL), h->b, h->pose_a, h->workspace,
                            &general, vectors);
    check_bounds(general.status, general.value, general.lower, general.upper);
}

static void check_derivatives(const gd_derivatives* d) {
    CHECK(d->unique == 0.0 || d->unique == 1.0);
}

static void liar_gradients(heard* h) {
    double velocity[12];
    for (int i = 0; i < 12; i++)
        velocity[i] = random_between(-1.0, 1.0);
    const double* along = random_next() < 0.5 ? velocity : NULL;
    gd_jacobians jacobians;
    gd_growth_gradient_result growth;
    gd_growth_gradient(PAIR(liar_asks(h, LIAR_GROWTH), NULL), along, &jacobians, &growth);
    check_bounds(growth.result.status, growth.result.value, growth.result.lower,
                 growth.result.upper);
    check_derivatives(&growth.derivatives);
    CHECK(jacobians.regular == 0.0 || jacobians.regular == 1.0);
    gd_distance_gradient_result distance;
    gd_distance_gradient(PAIR(liar_asks(h, LIAR_DISTANCE), NULL), along, &jacobians, &distance);
    check_bounds(distance.result.status, distance.result.value, distance.result.lower,
                 distance.result.value);
    check_derivatives(&distance.derivatives);
    CHECK(jacobians.regular == 0.0 || jacobians.regular == 1.0);
    gd_penetration_gradient_result depth;
    gd_penetration_gradient(PAIR(liar_asks(h, LIAR_DEPTH), NULL), along, NULL, &depth);
    check_bounds(depth.result.status, depth.result.depth, depth.result.lower, depth.result.depth);
    check_derivatives(&depth.derivatives);
}

/* ---- pairs --------------------------------------------------------------------------------- */

static void liar_draw_settings(heard* h, bool plane) {
    h->settings = (gd_settings){.tolerance = pow(10.0, -random_between(1.0, 15.0))};
    const double few = floor(random_between(1.0, 21.0));
    h->settings.max_iterations = random_next() < 0.75 ? 300.0 : few;
    h->settings.subalgorithm = floor(3.0 * random_next());
    if (random_next() < 0.25)
        for (int i = 0; i < (plane ? 2 : 3); i++)
            h->settings.direction[i] = random_between(-1.0, 1.0);
    h->trace->capacity = TRACE_ROOM;
    if (random_next() < 0.25) h->settings.trace = (double)(uintptr_t)h->trace;
}

static void liar_place(bool plane, double pose_a[7], double pose_b[7]) {
    const double reach = random_next() < 0.7 ? 1.5 : pow(10.0, -random_between(0.0, 18.0));
    for (int i = 0; i < 3; i++)
        pose_b[i] = random_between(-reach, reach);
    for (int i = 3; i < 7; i++) {
        pose_a[i] = (i == 6) * 0.5 + (random_next() < 0.5 ? random_between(-1.0, 1.0) : 0.0);
        pose_b[i] = (i == 6) * 0.5 + (random_next() < 0.5 ? random_between(-1.0, 1.0) : 0.0);
    }
    if (plane) pose_b[2] = random_between(-1.0, 1.0);
}

static gd_shape* liar_partner(bool plane, unsigned long long index) {
    draw d = {.state = index * 77 + 5};
    const gd_kind kind = plane ? draw_kinds_2d[draw_byte(&d) % DRAW_KINDS_2D]
                               : draw_kinds_3d[draw_byte(&d) % DRAW_KINDS_3D];
    double record[DRAW_RECORD_MAX];
    const size_t length = draw_record(&d, kind, draw_byte(&d) % FAMILIES_NUMBERED, 1.0, record);
    gd_shape* shape;
    gd_shape_create_custom(record, length, &set_custom, &shape);
    return shape;
}

static void liar_pair(unsigned long long index, int lies, gd_trace* trace) {
    random_seed(index);
    const bool plane = random_next() < 0.25;
    liar of = {.share = 1.0, .edged = random_next() < 0.5};
    const gd_custom custom = {liar_support, &of};
    const double record[7] = {
        plane ? GD_KIND_CUSTOM2 : GD_KIND_CUSTOM, random_next() < 0.7 ? 0.0 : 0.1, 0, 0, 0, 0, 1};
    gd_shape *a, *b;
    CHECK(gd_shape_create_custom(record, 7, &custom, &a) == GD_STATUS_OPTIMAL);
    if (random_next() < 0.3)
        CHECK(gd_shape_create_custom(record, 7, &custom, &b) == GD_STATUS_OPTIMAL);
    else
        b = liar_partner(plane, index);
    if (a && b) {
        double pose_a[7] = {0}, pose_b[7] = {0};
        liar_place(plane, pose_a, pose_b);
        const bool swapped = random_next() < 0.5;
        of.armed = true;
        of.how = (lie)(int)(lies * random_next());
        of.share = random_next() < 0.5 ? 1.0 : random_next();
        of.size = pow(10.0, random_between(-3.0, random_next() < 0.7 ? 1.0 : 14.0));
        of.honest = random_next() < 0.5 ? 0 : (int)(40.0 * random_next());
        heard h = {swapped ? b : a, swapped ? a : b, pose_a, pose_b, &of, .trace = trace};
        gd_warm warm[6];
        memset(warm, 0, sizeof warm);
        for (int k = 0; k < 2; k++) {
            liar_draw_settings(&h, plane);
            liar_queries(&h, random_next() < 0.5 ? warm : NULL);
            liar_gradients(&h);
            liar_queries_of_any_dimension(&h);
        }
    }
    gd_shape_destroy(a);
    gd_shape_destroy(b);
}

static const unsigned RARE[] = {634,  702,  707,  784,  835,  841,  846,  861,  1273,
                                1451, 1585, 1611, 1788, 1999, 2089, 2105, 2380, 2740,
                                2912, 3767, 4442, 4461, 4478, 4879, 6686, 7377, 7433,
                                7926, 8349, 8763, 5065, 6228, 6713, 10056};

TEST(lying_supports) {
    gd_trace* trace = calloc(1, sizeof *trace + (size_t)TRACE_ROOM * sizeof(double));
    for (unsigned i = 0; i < 540; i++)
        liar_pair(i, LIE_FINITE, trace);
    for (size_t i = 0; i < sizeof RARE / sizeof RARE[0]; i++)
        liar_pair(RARE[i], LIE_FINITE, trace);
    for (unsigned i = 2900; i < 3000; i++)
        liar_pair(i, LIE_COUNT, trace);
    free(trace);
}
