/* Ends of the solvers that few queries reach, tested with shapes whose results are known. */
#include "lib/check.h"
#include "lib/make.h"

#include "compare/compare.h"
#include "proof/certify.h"
#include "minkowski/trace.h"

#include <string.h>

static const double HERE[7] = {0, 0, 0, 0, 0, 0, 1};

/* Composed shapes have no closed form of the depth, and a few steps of the polytope do not find it
 * either. Its bounds must still be valid. */
static void test_points_in_composed_sets(void) {
    const double egg[] = {GD_KIND_TRANSFORMED, 0, 0, 0, 0, 0, 2, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0,
                          GD_KIND_SPHERE,      0, 0, 0, 0, 0, 1};
    const double cushion[] = {GD_KIND_SUM, 0, 0, 0, 0, 0,  9, GD_KIND_BOX,      0,
                              0,           0, 0, 0, 1, 2,  3, GD_KIND_CYLINDER, 0,
                              0,           0, 0, 0, 1, 0.5};
    const double point[6] = {GD_KIND_POINT}, at[7] = {0.1, 0, 0, 0, 0, 0, 1};
    gd_shape *sets[2] = {make(egg, 25), make(cushion, 24)}, *dot = make(point, 6);
    /* egg: the nearest surface point is at x = 4/3 of 0.1, so the depth is sqrt(1 - 0.1^2 / 3) */
    const double depths[2] = {sqrt(1.0 - 0.01 / 3.0), 1.4}; /* cushion: 1 + 0.5 - 0.1 */
    for (int i = 0; i < 32; i++) {
        const gd_settings few = {
            .tolerance = 1e-12, .max_iterations = 1 + i / 4, .method = GD_METHOD_EPA};
        const gd_settings many = {
            .tolerance = 1e-6, .max_iterations = 1000.0, .method = GD_METHOD_EPA};
        gd_penetration_result r, s;
        gd_shape *set = sets[i / 2 % 2], *a = i % 2 ? dot : set, *b = i % 2 ? set : dot;
        const double depth = depths[i / 2 % 2];
        const double *pose_a = i % 2 ? at : HERE, *pose_b = i % 2 ? HERE : at;
        CHECK(gd_penetration(&(gd_query){a, pose_a, b, pose_b, &few, NULL}, &r) >= 0);
        CHECK(gd_penetration(&(gd_query){a, pose_a, b, pose_b, &many, NULL}, &s) >= 0);
        CHECK_NEAR(s.depth, depth, 1e-3);
        CHECK(s.lower <= depth + 1e-12 && s.depth >= depth - 1e-12);
        CHECK(r.status != GD_STATUS_OPTIMAL || r.depth <= depth + 1e-9);
        CHECK(r.lower <= depth + 1e-12 && r.depth >= depth - 1e-12);
    }
    gd_shape_destroy(sets[0]);
    gd_shape_destroy(sets[1]);
    gd_shape_destroy(dot);
}

/* A support function with a corner cut off by a triangle whose area underflows, which the inradius
 * must skip. */
static void ends_simplex(void* context, double id, const double direction[3], double point[3]) {
    const double s = 1e-70, t = 1e-170;
    const double corners[6][3] = {{t, 0, 0}, {0, t, 0}, {0, 0, t}, {s, 0, 0}, {0, s, 0}, {0, 0, s}};
    double highest = -INFINITE;
    (void)context;
    (void)id;
    for (int i = 0; i < 6; i++) {
        double h = 0.0;
        for (int k = 0; k < 3; k++)
            h += direction[k] * corners[i][k];
        if (!(h > highest)) continue;
        highest = h;
        memcpy(point, corners[i], sizeof corners[i]);
    }
}

static void test_supported_corners_without_area(void) {
    const double s = 1e-70;
    const double record[7] = {GD_KIND_CUSTOM, 0, 1, 0.1 * s, 0.2 * s, 0.3 * s, 1};
    const gd_custom custom = {ends_simplex, NULL};
    gd_shape* shape;
    gd_shape_info info;
    CHECK(gd_shape_create_custom(record, 7, &custom, &shape) == GD_STATUS_OPTIMAL);
    gd_shape_describe(shape, &info);
    CHECK_NEAR(info.inradius / s, 0.1, 1e-12);
    gd_shape_destroy(shape);
}

/* At a tolerance below rounding, the conic projection of balls may end at the point itself, which
 * leaves no direction for the next step. */
static void test_balls_at_the_end_of_doubles(void) {
    random_seed(81);
    for (int i = 0; i < 3000; i++) {
        const double radius = random_between(0.1, 3.0);
        const double small[7] = {GD_KIND_POINT, i % 2 ? 0.0 : 0.2, 0, 0, 0, 0};
        gd_shape *a = make(small, 6), *b = make_sphere(radius);
        double at[7] = {0, 0, 0, 0.1, 0.2, 0.3, 0.4}, square = 0.0;
        for (int k = 0; k < 3; k++) {
            at[k] = random_between(-2.0, 2.0);
            square += at[k] * at[k];
        }
        const gd_settings settings = {
            .tolerance = 1e-300, .max_iterations = 300.0, .method = GD_METHOD_ZC};
        const gd_query query = {a, HERE, b, at, &settings, NULL};
        gd_growth_result r;
        const gd_status status = gd_compare_zc(&query, &r);
        CHECK(status == GD_STATUS_OPTIMAL || status == GD_STATUS_PRECISION);
        CHECK(r.lower <= r.upper && (status != GD_STATUS_OPTIMAL || r.lower == r.upper));
        CHECK_NEAR(r.value / (sqrt(square) / (radius + small[1])), 1.0, 1e-14);
        gd_shape_destroy(a);
        gd_shape_destroy(b);
    }
}

/* A point at the centre of a needle, which rounding may reduce to the point. The centres coincide,
 * so growth is 0, whether or not a basis is found. */
static void test_needles_about_a_point(void) {
    static double workspace[1000];
    random_seed(82);
    for (int i = 0; i < 3000; i++) {
        const double needle[8] = {GD_KIND_CONE, 0, 0, 0, 0, 0, pow(10.0, random_between(-9.0, 0.0)),
                                  2.0};
        const double point[6] = {GD_KIND_POINT};
        gd_shape *a = make(point, 6), *b = make(needle, 8);
        double at[7] = {0}, vectors[12];
        for (int k = 3; k < 7; k++)
            at[k] = random_between(-1.0, 1.0);
        gd_growth_n_result r;
        gd_growth_distance_n(&(gd_query){a, HERE, b, at, NULL, NULL}, workspace, &r, vectors);
        CHECK(r.status == GD_STATUS_COINCIDENT && r.lower == 0.0 && r.upper == 0.0);
        gd_shape_destroy(a);
        gd_shape_destroy(b);
    }
}

/* The origin is on a triangle's edge up to rounding: the basis is so thin that its inverse is not
 * finite. */
static void test_an_origin_on_an_edge(void) {
    static double workspace[1000];
    const double corners[3][3] = {{0.0, 0.0, 0.0},
                                  {0.080745581547869122, 0.39283620019885079, 0.39375991314908276},
                                  {1.0113404747454611, -0.19991982811047304, -0.47744171179108275}};
    const double around[6][3] = {{0.10301550085203801, -0.22885288133225901, 0.0075831719844134948},
                                 {-0.79693225994618944, -0.5456310038391281, 0.14849975093686463},
                                 {-0.827181177104928, 0.92998054728301049, -0.55150903124943951},
                                 {-0.61088958264880355, 0.20391970942839244, 0.68975191098019328},
                                 {0.10383147951446427, -0.43484945168650002, -0.020785379180892516},
                                 {0.63720358684235745, -0.56455979543276835, 0.42808077389701205}};
    const double at[7] = {
        -0.049585865156239084, -0.24124072770472993, -0.24180797986782343, 0, 0, 0, 1};
    const gd_settings settings = {.tolerance = 1e-8, .max_iterations = 1000.0};
    double triangle[15] = {GD_KIND_TRIANGLE}, hull[24] = {GD_KIND_HULL}, vectors[12];
    memcpy(triangle + GD_RECORD_PARAMETERS, corners, sizeof corners);
    memcpy(hull + GD_RECORD_PARAMETERS, around, sizeof around);
    gd_shape *q = make(hull, 24), *a = make(triangle, 15);
    gd_generalized_result r;
    const gd_status status = gd_generalized_distance(&(gd_query){q, HERE, a, at, &settings, NULL},
                                                     NULL, NULL, workspace, &r, vectors);
    CHECK(status >= 0);
    CHECK(r.lower >= 0.0 && r.lower < 1e-14 && r.lower <= r.upper && r.upper < 0.1);
    gd_shape_destroy(q);
    gd_shape_destroy(a);
}

/* Moves a pose by a velocity and an angular velocity, for one step. */
static void ends_move(const double* pose, const double* velocity, double step, double* moved) {
    const double* w = velocity + 3;
    const double *q = pose + 3, h = 0.5 * step;
    for (int k = 0; k < 3; k++)
        moved[k] = pose[k] + step * velocity[k];
    moved[3] = q[0] + h * (w[0] * q[3] + w[1] * q[2] - w[2] * q[1]);
    moved[4] = q[1] + h * (w[1] * q[3] + w[2] * q[0] - w[0] * q[2]);
    moved[5] = q[2] + h * (w[2] * q[3] + w[0] * q[1] - w[1] * q[0]);
    moved[6] = q[3] - h * (w[0] * q[0] + w[1] * q[1] + w[2] * q[2]);
}

/* The forward difference of a growth distance along the velocities. */
static double ends_slope(const gd_shape* a, const double* pose_a, const gd_shape* b,
                         const double* pose_b, const double* velocity, double step) {
    const gd_settings tight = {.tolerance = 1e-13, .max_iterations = 1000.0};
    double moved_a[7], moved_b[7];
    gd_growth_result here, there;
    ends_move(pose_a, velocity, step, moved_a);
    ends_move(pose_b, velocity + 6, step, moved_b);
    gd_growth_distance(&(gd_query){a, pose_a, b, pose_b, &tight, NULL}, &here);
    gd_growth_distance(&(gd_query){a, moved_a, b, moved_b, &tight, NULL}, &there);
    return (there.value - here.value) / step;
}

/* Round faces on faces: the contact has so many pieces that the program over them stops at its
 * limit. Its bounds must still enclose the derivative. */
static void test_directions_of_discs_on_faces(void) {
    random_seed(83);
    for (int i = 0; i < 600; i++) {
        const double disc[8] = {GD_KIND_CYLINDER, 0, 0, 0, 0, 0, 2, floor(random_between(1, 5))};
        const double frustum[9] = {GD_KIND_FRUSTUM,
                                   0,
                                   0,
                                   0,
                                   0,
                                   0,
                                   floor(random_between(1, 4)),
                                   2,
                                   floor(random_between(0, 4))};
        gd_shape *a = make(disc, 8), *b = i % 2 ? make(frustum, 9) : make(disc, 8);
        const double up = i % 2 ? 0.0 : 1.0;
        const double at[7] = {
            floor(random_between(-3, 4)), 4.0, floor(random_between(-3, 4)), up, 0, 0, 1.0 - up};
        double velocity[12];
        for (int k = 0; k < 12; k++)
            velocity[k] = i % 3 ? random_between(-1.0, 1.0) : floor(random_between(-1.0, 2.0));
        gd_growth_gradient_result r;
        CHECK(gd_growth_gradient(&(gd_query){a, HERE, b, at, NULL, NULL}, velocity, NULL, &r) >= 0);
        const gd_derivatives* d = &r.derivatives;
        CHECK(d->directional_lower <= d->directional && d->directional <= d->directional_upper);
        const double slope = ends_slope(a, HERE, b, at, velocity, 1e-7);
        CHECK(slope >= d->directional_lower - 1e-3 && slope <= d->directional_upper + 1e-3);
        gd_shape_destroy(a);
        gd_shape_destroy(b);
    }
}

/* With rotations of exactly 90 or 120 degrees, edges and faces coincide: there are many contacts
 * and many normals between two faces. Forward differences must be within the bounds, and equal the
 * gradient if it is called unique. */
static void test_directions_in_symmetric_poses(void) {
    const double s = sqrt(0.5);
    const struct {
        double a[15], pose_a[7], b[15], pose_b[7];
        size_t length_a, length_b;
    } pairs[] = {
        {{GD_KIND_BOX, 0, 0, 0, 0, 0, 1, 1, 1},
         {0, 0, 0, 0, s, 0, -s},
         {GD_KIND_BOX, 0, 0, 0, 0, 0, 1, 1, 1},
         {1, -1, 0, 0, 0, 0, 1},
         9,
         9},
        {{GD_KIND_BOX, 0, 0, 0, 0, 0, 1, 1, 0.5},
         {0, 0, 0, 0.5, -0.5, 0.5, 0.5},
         {GD_KIND_BOX, 0, 0, 0, 0, 0, 1, 1, 0.5},
         {2, -1.5, 0.5, 0, 0, 1, 0},
         9,
         9},
        {{GD_KIND_TRIANGLE, 0, 0, 0, 0, 0, 0, 0.5, 0, 0, 0.5, 1.5, 0, 0, 3},
         {0, 0, 0, 0, 0, 0, 1},
         {GD_KIND_CYLINDER, 0, 0, 0, 0, 0, 2, 0.5},
         {1, 1, 2, 1, 0, 0, 0},
         15,
         8},
        {{GD_KIND_BOX, 0.4, 0, 0, 0, 0, 2, 0.25, 1},
         {0, 0, 0, 0.5, -0.5, 0.5, -0.5},
         {GD_KIND_CYLINDER, 0.3, 0, 0, 0, 0, 1, 2},
         {1.5, 0, -1, s, 0, 0, -s},
         9,
         8},
        {{GD_KIND_CYLINDER, 0.2, 0, 0, 0, 0, 1, 0.5},
         {0, 0, 0, -0.5, -0.5, 0.5, -0.5},
         {GD_KIND_BOX, 0, 0, 0, 0, 0, 1, 0.25, 1},
         {-2, -1.5, -0.5, -0.5, -0.5, 0.5, -0.5},
         8,
         9},
    };
    for (size_t i = 0; i < LENGTH(pairs); i++) {
        gd_shape *a = make(pairs[i].a, pairs[i].length_a), *b = make(pairs[i].b, pairs[i].length_b);
        for (int k = 0; k < 24; k++) {
            double velocity[12] = {0};
            velocity[k / 2] = k % 2 ? -1.0 : 1.0;
            gd_growth_gradient_result r;
            CHECK(
                gd_growth_gradient(&(gd_query){a, pairs[i].pose_a, b, pairs[i].pose_b, NULL, NULL},
                                   velocity, NULL, &r) >= 0);
            const gd_derivatives* d = &r.derivatives;
            const double slope = ends_slope(a, pairs[i].pose_a, b, pairs[i].pose_b, velocity, 1e-6);
            CHECK(slope >= d->directional_lower - 1e-3 && slope <= d->directional_upper + 1e-3);
            if (d->unique == 1.0) CHECK_NEAR(velocity[k / 2] * d->gradient[k / 2], slope, 1e-3);
        }
        gd_shape_destroy(a);
        gd_shape_destroy(b);
    }
}

/* Capsules whose caps touch. If rounding cannot decide, the overlap test must report
 * `precision`. */
static void test_caps_that_touch(void) {
    random_seed(84);
    for (int i = 0; i < 500; i++) {
        double sets[2][8], q[4], n[3], at[7], square = 0.0, size = 0.0;
        for (int k = 0; k < 4; k++) {
            double* p = sets[k / 2];
            if (k % 2 == 0) memset(p, 0, sizeof sets[0]);
            p[GD_RECORD_KIND] = GD_KIND_CAPSULE;
            p[GD_RECORD_PARAMETERS + k % 2] = random_between(0.1, 3.0);
            q[k] = random_between(-1.0, 1.0);
            square += q[k] * q[k];
        }
        for (int k = 0; k < 3; k++) {
            n[k] = random_between(k == 1 ? 0.0 : -1.0, 1.0);
            size += n[k] * n[k];
        }
        const double *p = sets[0] + GD_RECORD_PARAMETERS, *r = sets[1] + GD_RECORD_PARAMETERS;
        const double axis[3] = {2.0 * (q[0] * q[1] - q[2] * q[3]) / square,
                                1.0 - 2.0 * (q[0] * q[0] + q[2] * q[2]) / square,
                                2.0 * (q[1] * q[2] + q[0] * q[3]) / square};
        const double along = axis[0] * n[0] + axis[1] * n[1] + axis[2] * n[2];
        for (int k = 0; k < 4; k++)
            at[3 + k] = q[k];
        for (int k = 0; k < 3; k++)
            at[k] = (k == 1 ? p[0] : 0.0) + (p[1] + r[1]) / sqrt(size) * n[k] +
                    copysign(r[0], along) * axis[k];
        gd_shape *a = make(sets[0], 8), *b = make(sets[1], 8);
        posed set_a, set_b;
        worst seen = {0};
        gd_collision_result c;
        posed_make(&set_a, sets[0], 8, HERE, a);
        posed_make(&set_b, sets[1], 8, at, b);
        CHECK(gd_collide(&(gd_query){a, HERE, b, at, NULL, NULL}, &c) >= 0);
        CHECK(c.lower <= 1.0 + 1e-14 && c.upper >= 1.0 - 1e-14);
        CHECK(c.status ==
              (c.upper <= 1.0 || c.lower > 1.0 ? GD_STATUS_OPTIMAL : GD_STATUS_PRECISION));
        truth known;
        truth_of_growth(&known, &set_a, &set_b, a, HERE, b, at);
        CHECK(!certify_collision(&set_a, &set_b, &c, &known, &seen));
        gd_shape_destroy(a);
        gd_shape_destroy(b);
    }
}

/* A corner of a triangle on the rim of a cylinder, both with a margin. GJK ends on a flat simplex
 * at a distance of rounding; the tolerance decides whether the result is optimal. */
static void test_margins_about_a_corner_on_a_rim(void) {
    const double triangle[15] = {
        GD_KIND_TRIANGLE, 0.022830767312621111, 0, 0, 0, 0, 1, -1, 1, 2, 1, 2, -1, 2, -2};
    const double rim[9] = {GD_KIND_FRUSTUM, 0.077170474723828084, 0, 0, 0, 0, 2, 2, 2};
    const double here[7] = {0, 1, -3, 1, 1, 0, 0}, at[7] = {-3, 0, -4, 0, 1, 0, 0};
    const double depth = triangle[GD_RECORD_MARGIN] + rim[GD_RECORD_MARGIN];
    const double tolerances[] = {1e-300, 1e-12, 1e-8, 0.9};
    gd_shape *a = make(triangle, 15), *b = make(rim, 9);
    posed set_a, set_b;
    truth known;
    posed_make(&set_a, triangle, 15, here, a);
    posed_make(&set_b, rim, 9, at, b);
    truth_find(&known, &set_a, &set_b, a, here, b, at, 85);
    for (int i = 0; i < 4; i++) {
        const double tolerance = tolerances[i];
        const gd_settings settings = {.tolerance = tolerance, .max_iterations = 500.0};
        gd_penetration_result r;
        worst seen = {0};
        const gd_status status = gd_penetration(&(gd_query){a, here, b, at, &settings, NULL}, &r);
        CHECK(status == GD_STATUS_OPTIMAL || (i < 3 && status == GD_STATUS_PRECISION));
        CHECK(r.lower <= depth * (1.0 + 1e-14) && r.depth >= depth * (1.0 - 1e-14));
        CHECK_NEAR(r.depth, depth, 1e-9);
        CHECK(!certify_depth(&set_a, &set_b, &r, tolerance, GD_METHOD_AUTO, &known, &seen));
    }
    gd_shape_destroy(a);
    gd_shape_destroy(b);
}

TEST(exhausted) {
    test_caps_that_touch();
    test_margins_about_a_corner_on_a_rim();
    test_directions_of_discs_on_faces();
    test_directions_in_symmetric_poses();
    test_points_in_composed_sets();
    test_supported_corners_without_area();
    test_balls_at_the_end_of_doubles();
    test_needles_about_a_point();
    test_an_origin_on_an_edge();
}
