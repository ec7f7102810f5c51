/* A half-space and any shape, in closed form. Every quantity is a formula of the centre's height
 * above the plane and the shape's reach towards it; both come from definitions in extended
 * precision. The points must be on the shape and on the plane. Two half-spaces, invalid poses, and
 * growth that never reaches the plane are refused. */
#include "lib/check.h"
#include "lib/draw.h"
#include "lib/make.h"

#include "closed/closed.h"
#include "proof/sets.h"

/* A body and a half-space, in either order, and the known values. */
typedef struct facing {
    drawn set[2]; /* the body first */
    double pose[2][7];
    posed body, half;
    bool body_is_a;
    gd_query query;
    double height, reach, rounding;
} facing;

static const gd_settings DEFAULTS = {
    .tolerance = GD_DEFAULT_TOLERANCE, .max_iterations = 100.0, .simplex = 1.0};

static void face(facing* f, gd_kind kind, int dimension, bool body_is_a) {
    draw_shape(kind, 1.0, &f->set[0]);
    draw_shape(dimension == 3 ? GD_KIND_HALFSPACE : GD_KIND_HALFPLANE, 1.0, &f->set[1]);
    for (int i = 0; i < 2; i++)
        draw_pose(dimension, 3.0, false, f->pose[i]);
    posed_make(&f->body, f->set[0].record, f->set[0].length, f->pose[0], f->set[0].shape);
    posed_make(&f->half, f->set[1].record, f->set[1].length, f->pose[1], f->set[1].shape);
    const int a = body_is_a ? 0 : 1;
    f->body_is_a = body_is_a;
    f->query = (gd_query){f->set[a].shape, f->pose[a], f->set[1 - a].shape,
                          f->pose[1 - a],  &DEFAULTS,  NULL};
    const real down[3] = {-f->half.wall[0], -f->half.wall[1], -f->half.wall[2]};
    f->height = (double)(real_dot(f->half.wall, f->body.center) - f->half.offset);
    f->reach = (double)(posed_support(&f->body, down) - real_dot(down, f->body.center));
    f->rounding = 1e-13 * (double)(f->body.extent + 1.0L + fabsl(f->half.offset));
}

static double above_plane(const facing* f, const double* x) {
    const real at[3] = {(real)x[0], (real)x[1], (real)x[2]};
    return (double)(real_dot(f->half.wall, at) - f->half.offset);
}

static double outside_body(const facing* f, const double* x) {
    const double hint[3] = {0, 1, 0};
    return (double)posed_outside(&f->body, x, hint);
}

/* Checks that the normal points from A to B: against the plane's normal if the body is A. */
static void check_normal(const facing* f, const double* normal) {
    for (int k = 0; k < 3; k++)
        CHECK_NEAR((f->body_is_a ? -1.0 : 1.0) * normal[k], (double)f->half.wall[k], 1e-14);
}

/* Checks that one point is on the body at the height `value`, and the other on the plane below it,
 * along n. */
static void check_points(const facing* f, const double* a, const double* b, double value) {
    const double *on_body = f->body_is_a ? a : b, *on_plane = f->body_is_a ? b : a;
    CHECK(outside_body(f, on_body) <= f->rounding);
    CHECK_NEAR(above_plane(f, on_body), value, f->rounding);
    CHECK_NEAR(above_plane(f, on_plane), 0.0, f->rounding);
    for (int k = 0; k < 3; k++)
        CHECK_NEAR(on_body[k] - on_plane[k], value * (double)f->half.wall[k], f->rounding);
}

static void check_lengths(const facing* f) {
    const double gap = f->height - f->reach;
    gd_signed_result s;
    CHECK(gd_signed_halfspace(&f->query, &s) == GD_STATUS_OPTIMAL && s.status == 0.0);
    CHECK_NEAR(s.value, gap, f->rounding);
    CHECK(s.lower == s.value && s.upper == s.value);
    CHECK(s.iterations == 1.0 && s.support_calls == 1.0);
    check_normal(f, s.normal);
    check_points(f, s.point_a, s.point_b, s.value);

    gd_penetration_result p;
    CHECK(gd_penetration_halfspace(&f->query, &p) == GD_STATUS_OPTIMAL && p.status == 0.0);
    CHECK_NEAR(p.depth, fmax(-gap, 0.0), f->rounding);
    CHECK(p.lower == p.depth && p.iterations == 1.0 && p.support_calls == 1.0);
    check_normal(f, p.normal);
    if (gap < 0.0) check_points(f, p.point_a, p.point_b, -p.depth);

    gd_distance_result d;
    CHECK(gd_distance_halfspace(&f->query, &d) == GD_STATUS_OPTIMAL && d.status == 0.0);
    CHECK_NEAR(d.value, fmax(gap, 0.0), f->rounding);
    CHECK(d.lower == d.value && d.gap == 0.0 && d.iterations == 1.0 && d.simplex_count == 1.0);
    check_normal(f, d.normal);
    if (gap > 0.0) check_points(f, d.point_a, d.point_b, d.value);
    for (int k = 0; k < 12; k++)
        CHECK(d.simplex_a[k] == d.point_a[k % 3] && d.simplex_b[k] == d.point_b[k % 3]);
}

/* The body grows about its centre until it reaches the plane; the half-space does not grow. */
static void check_growth(const facing* f) {
    const double sigma = f->height > 0.0 ? f->height / f->reach : 0.0;
    const double open = f->rounding * (1.0 + sigma) / f->reach;
    gd_growth_result g;
    CHECK(gd_growth_halfspace(&f->query, &g) == GD_STATUS_OPTIMAL && g.status == 0.0);
    CHECK_NEAR(g.value, sigma, open);
    CHECK(g.lower == g.value && g.upper == g.value && g.iterations == 1.0);
    check_normal(f, g.normal);
    const double* witness = f->body_is_a ? g.point_a : g.point_b;
    const double* other = f->body_is_a ? g.point_b : g.point_a;
    CHECK(outside_body(f, witness) <= f->rounding);
    CHECK_NEAR(above_plane(f, witness), f->height - f->reach, f->rounding);
    for (int k = 0; k < 3; k++) {
        const double center = (double)f->body.center[k];
        CHECK_NEAR(g.contact[k], center + g.value * (witness[k] - center), f->rounding + open);
        CHECK(other[k] == g.contact[k]);
    }
    if (sigma > 0.0) CHECK_NEAR(above_plane(f, g.contact), 0.0, f->rounding + open);

    gd_collision_result c;
    CHECK(gd_collide_halfspace(&f->query, &c) == GD_STATUS_OPTIMAL && c.status == 0.0);
    CHECK(c.lower == g.value && c.upper == g.value && c.iterations == 1.0);
    CHECK(c.colliding == (f->height <= f->reach ? 1.0 : 0.0));
    check_normal(f, c.normal);
    if (c.colliding != 1.0) return;
    CHECK(outside_body(f, c.point) <= f->rounding);
    CHECK(above_plane(f, c.point) <= f->rounding);
}

static void test_every_shape_type(void) {
    static const gd_kind kinds[2][10] = {
        {GD_KIND_CIRCLE, GD_KIND_ELLIPSE, GD_KIND_RECTANGLE, GD_KIND_POLYGON, GD_KIND_STADIUM,
         GD_KIND_TRIANGLE2, GD_KIND_DSF2, GD_KIND_TRANSFORMED2, GD_KIND_SUM2, GD_KIND_ELLIPSE},
        {GD_KIND_SPHERE, GD_KIND_ELLIPSOID, GD_KIND_BOX, GD_KIND_CAPSULE, GD_KIND_CYLINDER,
         GD_KIND_CONE, GD_KIND_FRUSTUM, GD_KIND_HULL, GD_KIND_TRANSFORMED, GD_KIND_SUM}};
    int apart = 0;
    for (int i = 0; i < 400; i++) {
        const int dimension = 2 + i % 2;
        facing f;
        face(&f, kinds[dimension - 2][i / 2 % 10], dimension, i / 20 % 2);
        check_lengths(&f);
        check_growth(&f);
        apart += f.height > f.reach;
        for (int k = 0; k < 2; k++)
            gd_shape_destroy(f.set[k].shape);
    }
    CHECK(apart > 50 && apart < 350);
}

/* A point, or a segment along the plane, does not approach the plane by growing. */
static void test_shapes_without_reach(void) {
    const double wall[10] = {GD_KIND_HALFSPACE, 0, 0, 0, 0, 0, 0, 2, 0, 1};
    const double point[6] = {GD_KIND_POINT},
                 along[12] = {GD_KIND_SEGMENT, 0, 0, 0, 0, 0, -1, 0, 0, 1, 0, 0};
    const double here[7] = {0, 0, 0, 0, 0, 0, 1}, wrong[7] = {0, 0, 0, 0, 0, 0, 0};
    gd_shape *half = make(wall, 10), *flat[2] = {make(point, 6), make(along, 12)};
    for (int i = 0; i < 4; i++) {
        const bool over = i / 2; /* the plane is at y = 1 / 2 */
        const double at[7] = {0, over ? 3 : 0.25, 0, 0, 0, 0, 1};
        const gd_query query = {flat[i % 2], at, half, here, &DEFAULTS, NULL};
        gd_growth_result g = {.status = 77.0};
        gd_collision_result c;
        gd_distance_result d;
        CHECK(gd_growth_halfspace(&query, &g) == (over ? GD_ERROR_UNDEFINED : GD_STATUS_OPTIMAL));
        if (over)
            CHECK(g.status == 77.0); /* unchanged */
        else
            CHECK(g.value == 0.0);
        CHECK(gd_collide_halfspace(&query, &c) == GD_STATUS_OPTIMAL);
        CHECK(c.colliding == (over ? 0.0 : 1.0) && c.lower == (over ? INFINITE : 0.0));
        CHECK(gd_distance_halfspace(&query, &d) == GD_STATUS_OPTIMAL);
        CHECK_NEAR(d.value, over ? 2.5 : 0.0, 1e-15);
    }
    const gd_query queries[3] = {{half, here, half, here, &DEFAULTS, NULL},
                                 {flat[0], wrong, half, here, &DEFAULTS, NULL},
                                 {half, wrong, flat[1], here, &DEFAULTS, NULL}};
    for (int i = 0; i < 3; i++) {
        const gd_status status = i ? GD_ERROR_POSE : GD_ERROR_UNDEFINED;
        gd_growth_result g;
        gd_collision_result c;
        gd_distance_result d;
        gd_penetration_result p;
        gd_signed_result s;
        CHECK(gd_growth_halfspace(&queries[i], &g) == status);
        CHECK(gd_collide_halfspace(&queries[i], &c) == status);
        CHECK(gd_distance_halfspace(&queries[i], &d) == status);
        CHECK(gd_penetration_halfspace(&queries[i], &p) == status);
        CHECK(gd_signed_halfspace(&queries[i], &s) == status);
    }
    gd_shape_destroy(half);
    gd_shape_destroy(flat[0]);
    gd_shape_destroy(flat[1]);
}

/* A cylinder tilted by an angle reaches h cos + r sin towards the ground; a ball reaches its
 * radius. */
static void test_a_leaning_cylinder_and_a_ball(void) {
    const double ground[10] = {GD_KIND_HALFSPACE, 0, 0, 0, 0, 0, 0, 1, 0, 0};
    const double rod[8] = {GD_KIND_CYLINDER, 0, 0, 0, 0, 0, 2, 0.5};
    const double here[7] = {0, 0, 0, 0, 0, 0, 1};
    gd_shape *half = make(ground, 10), *cylinder = make(rod, 8), *ball = make_sphere(0.75);
    for (int i = 0; i < 16; i++) {
        const double angle = 0.1 * i, height = 0.3 * i - 1.0;
        const double pose[7] = {1, height, 2, 0, 0, sin(0.5 * angle), cos(0.5 * angle)};
        gd_signed_result s;
        gd_signed_halfspace(&(gd_query){half, here, cylinder, pose, &DEFAULTS, NULL}, &s);
        CHECK_NEAR(s.value, height - 2.0 * fabs(cos(angle)) - 0.5 * sin(angle), 1e-14);
        gd_signed_halfspace(&(gd_query){half, here, ball, pose, &DEFAULTS, NULL}, &s);
        CHECK_NEAR(s.value, height - 0.75, 1e-15);
    }
    gd_shape_destroy(half);
    gd_shape_destroy(cylinder);
    gd_shape_destroy(ball);
}

TEST(closed_halfspace) {
    test_every_shape_type();
    test_shapes_without_reach();
    test_a_leaning_cylinder_and_a_ball();
}
