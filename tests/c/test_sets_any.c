/* Sets of any dimension, many of them degenerate: clouds on a lattice with doubled points, clouds
 * without volume, centres on the boundary. Every answer is checked by its own certificate: its
 * normal and support points for the lower bound, its points for the upper one. */
#include "check.h"
#include "make.h"

#include "growth_distance.h"

#include <stdlib.h>
#include <string.h>

#define DIMENSIONS_MOST 6
#define POINTS_MOST 24
#define RECORD_MOST (7 + DIMENSIONS_MOST * (POINTS_MOST + 1))

/* A set moved, but not turned. */
typedef struct placed {
    int n;
    gd_shape* shape;
    double pose[7];
    double center[DIMENSIONS_MOST]; /* world */
    double size;
} placed;

typedef struct query {
    placed a, b, minus;
    bool has_minus;
    gd_settings settings;
    double* workspace;
    double vectors[4 * DIMENSIONS_MOST];
} query;

static double dot(int n, const double* x, const double* y) {
    double sum = 0.0;
    for (int i = 0; i < n; i++)
        sum += x[i] * y[i];
    return sum;
}

static double lattice(double spread) {
    return floor(random_between(-spread, spread + 1.0));
}

/* ---- sets ---------------------------------------------------------------------------------- */

/* Points of a lattice, the last `flat` coordinates all the same. */
static gd_shape* random_cloud(int n, bool exact, int flat, int most) {
    double record[RECORD_MOST] = {GD_KIND_POINTS};
    const int count = 1 + (int)random_between(0.0, most);
    size_t at = 7;
    record[GD_RECORD_MARGIN] = random_next() < 0.2 ? 0.5 : 0.0;
    record[6] = n;
    if (random_next() < 0.3) { /* a centre, inside or not */
        record[GD_RECORD_HAS_CENTER] = 1.0;
        for (int k = 0; k < n; k++)
            record[at++] = k < n - flat ? 0.5 * lattice(2.0) : 0.0;
    }
    for (int i = 0; i < count; i++)
        for (int k = 0; k < n; k++)
            record[at++] = k >= n - flat ? 0.0 : exact ? lattice(2.0) : random_between(-2.0, 2.0);
    return make(record, at);
}

static gd_shape* random_ball(int n) {
    const double exponents[] = {1.0, 1.5, 2.0, 4.0, INFINITE};
    const double p = exponents[(int)random_between(0.0, 5.0)];
    const double record[9] = {GD_KIND_NORM_BALL, 0, 0, 0, 0, 0, n, p, random_between(0.3, 2.0)};
    return make(record, 9);
}

static void place(placed* set, gd_shape* shape, int n, bool exact, double spread) {
    set->n = n;
    set->shape = shape;
    memset(set->pose, 0, sizeof set->pose);
    for (int k = 0; k < n; k++)
        set->pose[k] = exact ? lattice(spread) : random_between(-spread, spread);
    if (n == 3) set->pose[6] = 1.0;
    gd_shape_center(shape, set->center);
    for (int k = 0; k < n; k++)
        set->center[k] += set->pose[k];
    gd_shape_info info;
    gd_shape_describe(shape, &info);
    set->size = info.bound_radius;
    for (int k = 0; k < n; k++)
        set->size += fabs(set->center[k]);
}

/* ---- certificates -------------------------------------------------------------------------- */

/* h(d) of the set about a world point. */
static double reach(const placed* set, const double* about, const double* d, double sign) {
    double along[DIMENSIONS_MOST], s[DIMENSIONS_MOST], relative[DIMENSIONS_MOST];
    for (int k = 0; k < set->n; k++)
        along[k] = sign * d[k];
    CHECK(gd_shape_support(set->shape, along, s) == GD_STATUS_OPTIMAL);
    for (int k = 0; k < set->n; k++)
        relative[k] = s[k] + set->pose[k] - about[k];
    return dot(set->n, along, relative);
}

/* Whether a world point is in the set up to rounding, as far as some directions tell. */
static void check_member(const placed* set, const double* point, const double* normal,
                         double slack) {
    double d[DIMENSIONS_MOST];
    for (int i = 0; i < 12; i++) {
        for (int k = 0; k < set->n; k++)
            d[k] = i < 2 ? (i ? -normal[k] : normal[k]) : random_between(-1.0, 1.0);
        CHECK(reach(set, point, d, 1.0) >= -slack);
    }
}

static void check_growth(const query* q, const gd_growth_n_result* r) {
    const int n = q->a.n;
    const double *normal = q->vectors, *a = normal + n, *b = a + n, *contact = b + n;
    double apart[DIMENSIONS_MOST];
    for (int k = 0; k < n; k++)
        apart[k] = q->b.center[k] - q->a.center[k];
    const double size = q->a.size + q->b.size, slack = 1e-9 * size;
    CHECK(r->lower >= 0.0 && r->lower <= r->upper && r->value == r->upper);
    CHECK_NEAR(dot(n, normal, normal), 1.0, 1e-12);
    const double h =
        reach(&q->a, q->a.center, normal, 1.0) + reach(&q->b, q->b.center, normal, -1.0);
    CHECK(r->lower * h <= dot(n, normal, apart) * (1.0 + 1e-9) + slack * 1e-3 * (1.0 + r->lower) ||
          r->status == GD_STATUS_MAX_ITERATIONS);
    if (!(r->upper < INFINITE)) return;
    check_member(&q->a, a, normal, slack);
    check_member(&q->b, b, normal, slack);
    for (int k = 0; k < n; k++) { /* both points, grown, are the contact */
        const double grown_a = q->a.center[k] + r->upper * (a[k] - q->a.center[k]);
        const double grown_b = q->b.center[k] + r->upper * (b[k] - q->b.center[k]);
        CHECK_NEAR(grown_a, contact[k], slack * (1.0 + r->upper));
        CHECK_NEAR(grown_b, contact[k], slack * (1.0 + r->upper));
    }
}

static void check_generalized(const query* q, const gd_generalized_result* r) {
    const int n = q->a.n;
    const double *contact = q->vectors, *normal = contact + n, *minus = normal + n, *b = minus + n;
    const double zero[DIMENSIONS_MOST] = {0};
    const double size = q->a.size + q->b.size + (q->has_minus ? q->minus.size : 0.0);
    const double slack = 1e-9 * size;
    CHECK(r->lower >= 0.0 && r->lower <= r->upper && r->value == r->upper);
    /* A lies beyond the plane that supports lower Q */
    double nearest = -reach(&q->b, zero, normal, -1.0);
    if (q->has_minus) nearest -= reach(&q->minus, zero, normal, 1.0);
    if (r->lower > 0.0)
        CHECK(r->lower * reach(&q->a, zero, normal, 1.0) <=
              nearest + 1e-3 * slack * (1.0 + r->lower));
    if (!(r->upper < INFINITE)) return;
    check_member(&q->b, b, normal, slack);
    if (q->has_minus) check_member(&q->minus, minus, normal, slack);
    for (int k = 0; k < n; k++)
        CHECK_NEAR(contact[k], b[k] - minus[k], slack);
    for (int i = 0; i < 12; i++) { /* the contact is in upper Q */
        double d[DIMENSIONS_MOST];
        for (int k = 0; k < n; k++)
            d[k] = i == 0 ? normal[k] : random_between(-1.0, 1.0);
        CHECK(dot(n, d, contact) <=
              r->upper * reach(&q->a, zero, d, 1.0) + slack * (1.0 + r->upper));
    }
}

/* ---- queries ------------------------------------------------------------------------------- */

static void ask(query* q) {
    const placed *a = &q->a, *b = &q->b;
    const gd_settings* settings = &q->settings;
    gd_growth_n_result growth;
    const gd_status grown = gd_growth_distance_n(a->shape, a->pose, b->shape, b->pose, settings,
                                                 q->workspace, &growth, q->vectors);
    CHECK(grown >= 0 || grown == GD_ERROR_UNDEFINED);
    CHECK(growth.status == (double)grown);
    if (grown >= 0) check_growth(q, &growth);
    gd_collision_n_result hit;
    const gd_status collided = gd_collide_n(a->shape, a->pose, b->shape, b->pose, settings,
                                            q->workspace, &hit, q->vectors);
    CHECK(collided >= 0 || collided == GD_ERROR_UNDEFINED);
    if (grown >= 0 && collided >= 0) {
        CHECK(hit.lower <= growth.upper * (1.0 + 1e-9) && growth.lower <= hit.upper * (1.0 + 1e-9));
        CHECK(hit.colliding == (hit.lower > 1.0 ? 0.0 : 1.0));
    }
    gd_generalized_result general;
    const gd_status status = gd_generalized_distance(
        a->shape, a->pose, q->has_minus ? q->minus.shape : NULL, q->minus.pose, b->shape, b->pose,
        settings, q->workspace, &general, q->vectors);
    CHECK(status >= 0 || status == GD_ERROR_UNDEFINED);
    if (status >= 0) check_generalized(q, &general);
}

static void test_degenerate_sets_answer_with_certificates(void) {
    gd_trace* trace = calloc(sizeof *trace / 8 + 4000, 8);
    const double address = (double)(uintptr_t)trace;
    random_seed(88);
    for (int i = 0; i < 4000; i++) {
        const int n = 2 + i % (DIMENSIONS_MOST - 1);
        const bool exact = random_next() < 0.7;
        query q = {.has_minus = random_next() < 0.4, .workspace = malloc(8 * gd_workspace(n))};
        const int flat = random_next() < 0.3 ? 1 : 0,
                  most = random_next() < 0.5 ? n + 2 : POINTS_MOST;
        place(&q.a, random_next() < 0.3 ? random_ball(n) : random_cloud(n, exact, flat, most), n,
              exact, random_next() < 0.5 ? 0.0 : 1.0);
        place(&q.b, random_next() < 0.2 ? random_ball(n) : random_cloud(n, exact, flat, most), n,
              exact, random_next() < 0.3 ? 0.0 : 3.0);
        if (q.has_minus) place(&q.minus, random_cloud(n, exact, flat, most), n, exact, 2.0);
        q.settings.tolerance = random_next() < 0.3 ? 1e-15 : random_next() < 0.5 ? 0.3 : 0x1p-26;
        q.settings.max_iterations = random_next() < 0.3 ? floor(random_between(1.0, 12.0)) : 2000.0;
        trace->capacity = 4000.0;
        q.settings.trace = random_next() < 0.3 ? address : 0.0;
        ask(&q);
        gd_shape_destroy(q.a.shape);
        gd_shape_destroy(q.b.shape);
        gd_shape_destroy(q.minus.shape);
        free(q.workspace);
    }
    free(trace);
}

/* Coordinates anywhere, on a lattice, a lattice but for rounding, or of any magnitude. */
static double thin_coordinate(int how) {
    if (how == 0) return random_between(-1.0, 1.0);
    const double x = how < 3 ? floor(random_between(-0.9, 1.9)) : random_between(-1.0, 1.0);
    if (how == 1) return x;
    return how == 2 ? x + 1e-15 * random_between(-1.0, 1.0)
                    : x * pow(10.0, -random_between(0.0, 12.0));
}

/* A cloud of any size, often flat, with its centre on a side or outside now and then. */
static gd_shape* thin_cloud(int n) {
    double record[RECORD_MOST] = {GD_KIND_POINTS};
    size_t at = 7;
    record[GD_RECORD_MARGIN] = random_next() < 0.7 ? 0.0 : pow(10.0, -random_between(0.0, 8.0));
    record[6] = n;
    if (random_next() < 0.5) {
        record[GD_RECORD_HAS_CENTER] = 1.0;
        for (int k = 0; k < n; k++)
            record[at++] = random_next() < 0.5 ? 0.0 : random_between(-0.3, 0.3);
    }
    const int count = 1 + (int)random_between(0.0, 3.0 * n + 2.0);
    const int wide = random_next() < 0.7 ? n : 1 + (int)random_between(0.0, n);
    const double scale = random_next() < 0.7 ? 1.0 : pow(10.0, random_between(-12.0, 12.0));
    const int how = (int)random_between(0.0, 4.0);
    for (int i = 0; i < count; i++)
        for (int k = 0; k < n; k++)
            record[at++] = k < wide ? scale * thin_coordinate(how) : 0.0;
    return make(record, at);
}

static void thin_place(placed* set, gd_shape* shape, int n) {
    place(set, shape, n, false, 0.0);
    const double reach = random_next() < 0.7 ? 2.0 : pow(10.0, -random_between(0.0, 16.0));
    for (int k = 0; k < n; k++) {
        const double x = random_next() < 0.5 ? random_between(-reach, reach) : lattice(2.0);
        set->pose[k] += x;
        set->center[k] += x;
        set->size += fabs(x);
    }
}

/* RARE are the sets, of 160000, that took branches no other did. */
static void thin_sets(unsigned long long index) {
    random_seed(index);
    const int n = 2 + (int)random_between(0.0, DIMENSIONS_MOST - 1);
    query q = {.has_minus = random_next() < 0.3, .workspace = malloc(8 * gd_workspace(n))};
    thin_place(&q.a, random_next() < 0.3 ? random_ball(n) : thin_cloud(n), n);
    thin_place(&q.b, random_next() < 0.2 ? random_ball(n) : thin_cloud(n), n);
    if (q.has_minus) thin_place(&q.minus, thin_cloud(n), n);
    for (int i = 0; i < 3; i++) {
        q.settings.tolerance = pow(10.0, -random_between(1.0, 15.0));
        q.settings.max_iterations = random_next() < 0.7 ? 3000.0 : floor(random_between(1.0, 30.0));
        ask(&q);
    }
    gd_shape_destroy(q.a.shape);
    gd_shape_destroy(q.b.shape);
    gd_shape_destroy(q.minus.shape);
    free(q.workspace);
}

static const unsigned RARE[] = {688,   819,   1054,  1363,  2114,  2156,   2865,
                                3051,  3241,  4539,  5599,  8887,  13985,  18495,
                                23880, 33266, 40960, 41384, 68750, 120517, 158946};

static void test_thin_sets_answer_with_certificates(void) {
    for (unsigned i = 0; i < 500; i++)
        thin_sets(i);
    for (size_t i = 0; i < sizeof RARE / sizeof RARE[0]; i++)
        thin_sets(RARE[i]);
}

/* A cloud with a given centre need not hold it: the ball inside the difference is smaller by as
 * much, or there is none. Growth once took points for members that were not, and proved anything by
 * them.
 */
static void test_centres_outside_their_cloud_are_no_points_of_it(void) {
    const double about[] = {0.0, 0.5, 1.0, 5.0};
    for (size_t i = 0; i < sizeof about / sizeof about[0]; i++) {
        const double record[11] = {GD_KIND_POINTS, 0, 1, 0, 0, 0, 2, 0, 0, about[i], 0};
        const double circle[7] = {GD_KIND_CIRCLE, 0, 0, 0, 0, 0, 1};
        query q = {.settings = {.tolerance = 1e-9, .max_iterations = 2000},
                   .workspace = malloc(8 * gd_workspace(2))};
        place(&q.a, make(record, 11), 2, true, 0.0);
        place(&q.b, make(circle, 7), 2, true, 0.0);
        gd_growth_n_result r;
        for (int side = -1; side <= 1; side += 2) {
            q.b.pose[0] = q.b.center[0] = 3.0 * side;
            const gd_status status = gd_growth_distance_n(q.a.shape, q.a.pose, q.b.shape, q.b.pose,
                                                          &q.settings, q.workspace, &r, q.vectors);
            /* the difference is the unit disc about (about, 0): it holds the origin, or does not */
            if (about[i] < 1.0) {
                CHECK(status == GD_STATUS_OPTIMAL);
                CHECK_NEAR(r.value, 3.0 / (1.0 + side * about[i]), 1e-8 * r.value);
                check_growth(&q, &r);
            } else if (side < 0) {
                CHECK(status == GD_ERROR_UNDEFINED);
            }
        }
        gd_shape_destroy(q.a.shape);
        gd_shape_destroy(q.b.shape);
        free(q.workspace);
    }
}

void test_sets_any(void) {
    test_centres_outside_their_cloud_are_no_points_of_it();
    test_degenerate_sets_answer_with_certificates();
    test_thin_sets_answer_with_certificates();
}
