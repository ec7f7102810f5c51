/* States that no query of whole shapes leads to, or only by rounding, made by hand: what the parts
 * inside do with them. */
#include "lib/check.h"
#include "lib/make.h"

#include "closed/boxes.h"
#include "depth/depth.h"

#include <stdlib.h>
#include <string.h>

static const double HERE[7] = {0, 0, 0, 0, 0, 0, 1};
static const gd_settings DEFAULTS = {.tolerance = GD_DEFAULT_TOLERANCE, .max_iterations = 100.0};

/* ---- simplices ------------------------------------------------------------------------------ */

static gjk overlapping(const gd_shape* a, const gd_shape* b, const double* pose_b) {
    const gd_query query = {a, HERE, b, pose_b, &DEFAULTS, NULL};
    gjk g;
    CHECK(gd_gjk_init(&g, &query, false));
    return g;
}

static void simplex_corner(gjk* g, vec3 x) {
    g->x[g->count] = x;
    g->a[g->count] = x;
    g->b[g->count++] = make3(0.0, 0.0, 0.0);
}

/* Volume of a seed, in sixths. */
static double seed_volume(const initial_simplex* s) {
    const vec3 x = s->v[0].x;
    return dot3(cross3(sub3(s->v[1].x, x), sub3(s->v[2].x, x)), sub3(s->v[3].x, x));
}

/* Simplices that are a point or a line, doubled corners and corners as near as rounding: the seed
 * is solid all the same, as D is. */
static void test_seeds_of_flat_simplices(void) {
    gd_shape *a = make_box(1, 1, 1), *b = make_box(0.5, 0.5, 0.5);
    const vec3 o = {0, 0, 0}, e = {0.25, 0, 0}, f = {-0.25, 0, 0}, near = {0x1p-60, 0, 0},
               far = {-0x1p-60, 0, 0};
    const vec3 corners[][4] = {{e, e, e, e}, {e, f, e, f}, {far, near}, {f, e}, {e, f, o}};
    const int counts[] = {4, 4, 2, 2, 3};
    for (int i = 0; i < 5; i++) {
        gjk g = overlapping(a, b, HERE);
        for (int k = 0; k < counts[i]; k++)
            simplex_corner(&g, corners[i][k]);
        initial_simplex s;
        CHECK(gd_initial_simplex(&g, &s) == INITIAL_SIMPLEX_SOLID);
        CHECK(fabs(seed_volume(&s)) > 1e-3);
        CHECK(gd_initial_simplex_offset(&s, g.extent, 3) >= 0.0);
    }
    gd_shape_destroy(a);
    gd_shape_destroy(b);
}

/* A mean that is the origin itself has no direction: what was known stays. */
static void test_a_mean_in_the_origin_is_no_direction(void) {
    gd_shape* a = make_box(1, 1, 1);
    const double apart[7] = {3, 0, 0, 0, 0, 0, 1};
    gjk g = overlapping(a, a, apart);
    g.length = 1.0;
    g.normal = make3(1.0, 0.0, 0.0);
    CHECK(!gd_gjk_use_mean(&g, make3(0.0, 0.0, 0.0)));
    CHECK(g.length == 1.0 && g.normal.x == 1.0);
    gd_shape_destroy(a);
}

/* Rays from a tetrahedron without volume: every facet is seen edge-on, and what ends the search is
 * the support of D alone. Of two boxes the depth along x is 1.5. */
static void test_rays_from_a_point(void) {
    gd_shape *a = make_box(1, 1, 1), *b = make_box(0.5, 0.5, 0.5);
    gd_trace* trace = calloc(1, sizeof *trace + 20000 * sizeof(double));
    for (int i = 0; i < 8; i++) {
        trace->capacity = 20000.0;
        gjk g = overlapping(a, b, HERE);
        const gd_method methods[] = {GD_METHOD_MPR, GD_METHOD_SQP, GD_METHOD_INCREMENTAL,
                                     GD_METHOD_MPR};
        const double at = i % 2 ? 0.0 : 0.125;
        initial_simplex s;
        memset(&s, 0, sizeof s);
        for (int k = 0; k < 4; k++)
            s.v[k].x = s.v[k].a = make3(at, 0.0, 0.0);
        const depth_rule rule = {1e-8, 100.0, 0.0, i < 4 ? trace : NULL};
        depth_bounds d = {.upper = GD_INFINITY, .normal = make3(1.0, 0.0, 0.0)};
        const gd_status status =
            gd_incremental3(&g, &s, methods[i / 2], make3(1.0, 0.0, 0.0), &rule, &d);
        CHECK(status == GD_STATUS_PRECISION || status == GD_STATUS_LOCAL);
        CHECK(d.iterations <= 100.0 && d.lower <= d.upper);
        CHECK_NEAR(d.upper, 1.5, 1e-12);
        CHECK_NEAR(fabs(d.normal.x), 1.0, 1e-12);
    }
    free(trace);
    gd_shape_destroy(a);
    gd_shape_destroy(b);
}

/* ---- boxes --------------------------------------------------------------------------------- */

/* Cubes turned by less than rounding, along a diagonal: the planes across two edges that are
 * parallel but for that say the same as the faces, with no digits left. */
static void test_cubes_turned_by_less_than_rounding(void) {
    random_seed(75);
    for (int i = 0; i < 400; i++) {
        const double half = random_between(0.5, 2.0), other = random_between(0.5, 2.0);
        const double turn = random_between(0.5, 1.0) * ldexp(1.0, -52 - i % 8);
        const double t = 5.0;
        double pose[7] = {t, t, 0, 0, 0, 0, 1};
        pose[3 + i % 3] = turn;
        pose[(i / 3) % 3] = 0.0;
        pose[(i / 3 + 1) % 3] = pose[(i / 3 + 2) % 3] = t;
        gd_shape *a = make_box(half, half, half), *b = make_box(other, other, other);
        gd_growth_result r;
        CHECK(gd_growth_distance(&(gd_query){a, HERE, b, pose, NULL, NULL}, &r) ==
              GD_STATUS_OPTIMAL);
        CHECK_NEAR(r.value * (half + other), t, 1e-14);
        CHECK_NEAR(r.lower * (half + other), t, 1e-14);
        gd_shape_destroy(a);
        gd_shape_destroy(b);
    }
}

TEST(inner) {
    test_seeds_of_flat_simplices();
    test_a_mean_in_the_origin_is_no_direction();
    test_rays_from_a_point();
    test_cubes_turned_by_less_than_rounding();
}
