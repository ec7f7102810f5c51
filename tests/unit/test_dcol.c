/* The interior-point method for the growth distance: closed forms, certificates from support points
 * of the public interface, agreement with the cutting plane, and centres close to surfaces. */
#include "lib/check.h"
#include "lib/compared.h"
#include "lib/make.h"

#include "proof/certify.h"
#include "proof/draw.h"

#include <string.h>

/* ---- closed forms ------------------------------------------------------------------------- */

static void test_parallel_boxes_meet_along_the_tightest_axis(void) {
    gd_shape *a = compared_kind(GD_KIND_BOX, 1, 2, 3),
             *b = compared_kind(GD_KIND_BOX, 0.5, 0.25, 1);
    random_seed(31);
    for (int i = 0; i < 200; i++) {
        const double x = random_between(-4, 4), y = random_between(-4, 4),
                     z = random_between(-4, 4);
        const gd_growth_result r = compared_solve_at(gd_compare_dcol, a, b, x, y, z);
        compared_check_truth(&r, fmax(fabs(x) / 1.5, fmax(fabs(y) / 2.25, fabs(z) / 4.0)));
    }
    /* boxes touch at a face, along an edge, at a corner */
    gd_growth_result r = compared_solve_at(gd_compare_dcol, a, b, 1.5, 0, 0);
    compared_check_truth(&r, 1.0);
    r = compared_solve_at(gd_compare_dcol, a, b, 1.5, 2.25, 0);
    compared_check_truth(&r, 1.0);
    r = compared_solve_at(gd_compare_dcol, a, b, 1.5, -2.25, 4);
    compared_check_truth(&r, 1.0);
    gd_shape_destroy(a);
    gd_shape_destroy(b);
}

/* Round shapes on one axis: along it the heights add up, across it the radii. */
static void test_coaxial_round_shapes_add_their_heights(void) {
    const struct {
        gd_kind kind;
        double height, radius, top; /* as in the record */
        double up;                  /* its reach upwards */
    } rows[] = {{GD_KIND_CAPSULE, 0.7, 0.4, 0, 1.1},     {GD_KIND_CAPSULE, 0, 0.4, 0, 0.4},
                {GD_KIND_CYLINDER, 0.7, 0.4, 0, 0.7},    {GD_KIND_CONE, 0.7, 0.4, 0, 0.7},
                {GD_KIND_FRUSTUM, 0.7, 0.4, 0.2, 0.7},   {GD_KIND_FRUSTUM, 0.7, 0, 0.2, 0.7},
                {GD_KIND_ELLIPSOID, 0.3, 0.8, 0.5, 0.8}, {GD_KIND_SPHERE, 0.5, 0, 0, 0.5}};
    const int count = sizeof rows / sizeof rows[0];
    for (int i = 0; i < count * count; i++) {
        const int j = i / count, k = i % count;
        gd_shape* a = compared_kind(rows[j].kind, rows[j].height, rows[j].radius, rows[j].top);
        gd_shape* b = compared_kind(rows[k].kind, rows[k].height, rows[k].radius, rows[k].top);
        const gd_growth_result r = compared_solve_at(gd_compare_dcol, a, b, 0, 2.5, 0);
        compared_check_truth(&r, 2.5 / (rows[j].up + rows[k].up));
        gd_shape_destroy(a);
        gd_shape_destroy(b);
    }
}

/* If its centre moves by c towards the other shape, a shape reaches r - c that way and r + c
 * back. */
static void test_centres_may_lie_off_the_middle(void) {
    const double near[7] = {GD_KIND_SPHERE, 0, 1, 0.75, 0, 0, 1};
    const double tip[8] = {GD_KIND_CAPSULE, 0, 1, 0, 1.875, 0, 1, 1};
    gd_shape *ball = make(near, 7), *capsule = make(tip, 8);
    gd_growth_result r = compared_solve_at(gd_compare_dcol, ball, ball, 4, 0, 0);
    compared_check_truth(&r, 4.0 / (0.25 + 1.75));
    r = compared_solve_at(gd_compare_dcol, capsule, capsule, 0, 8, 0);
    compared_check_truth(&r, 8.0 / (0.125 + 3.875));
    gd_shape_destroy(ball);
    gd_shape_destroy(capsule);
}

static void test_the_interior_point_method_agrees_with_the_cutting_plane(void) {
    const gd_kind kinds[] = {GD_KIND_SPHERE,   GD_KIND_ELLIPSOID, GD_KIND_BOX,     GD_KIND_CAPSULE,
                             GD_KIND_CYLINDER, GD_KIND_CONE,      GD_KIND_FRUSTUM, GD_KIND_HULL};
    random_seed(32);
    compared_check_pairs(gd_compare_dcol, kinds, 8, 6, 40.0);
}

/* ---- centres next to surfaces --------------------------------------------------------------- */

/* Draws a box, an ellipsoid or a capsule whose centre is a few bits, or many, below its surface;
 * NULL if it is too small. */
static void lopsided_draw(double size, drawn* out) {
    static const gd_kind kinds[] = {GD_KIND_BOX, GD_KIND_ELLIPSOID, GD_KIND_CAPSULE};
    memset(out, 0, sizeof *out);
    double *record = out->record, *p = record + GD_RECORD_PARAMETERS;
    const gd_kind kind = kinds[(int)(3.0 * random_next())];
    const int sizes = kind == GD_KIND_CAPSULE ? 2 : 3, axis = (int)(3.0 * random_next());
    for (int i = 0; i < sizes; i++)
        p[i] = size * random_between(0.3, 3.0);
    if (random_next() < 0.5) p[axis % sizes] = random_shrunk(p[axis % sizes], 40.0);
    const double reach = sizes == 3 ? p[axis] : axis == 1 ? p[0] + p[1] : p[1];
    const double below = random_shrunk(reach, 54.0);
    record[GD_RECORD_HAS_CENTER] = 1.0;
    record[GD_RECORD_CENTER + axis] = copysign(reach - below, random_next() - 0.5);
    drawn_make(out, kind, (size_t)sizes);
    out->pose[6] = 1.0;
    if (random_next() < 0.3) return;
    for (int k = 3; k < 7; k++)
        out->pose[k] = random_between(-1.0, 1.0);
}

/* Certifies a pair whose sizes differ by up to 2^494. */
static void lopsided_pair(unsigned long long index) {
    random_seed(index * 987654321ULL + 17);
    const int bits = (int)(247.0 * random_next());
    const bool swap = random_next() < 0.5;
    drawn set[2];
    lopsided_draw(ldexp(1.0, swap ? -bits : bits), &set[0]);
    lopsided_draw(ldexp(1.0, swap ? bits : -bits), &set[1]);
    for (int k = 0; k < 3; k++)
        set[1].pose[k] = ldexp(random_between(-4.0, 4.0), bits);
    if (set[0].shape && set[1].shape) {
        const gd_query query = {set[0].shape, set[0].pose,     set[1].shape,
                                set[1].pose,  &compared_usual, NULL};
        posed a, b;
        truth known;
        worst seen = {0};
        gd_growth_result r;
        posed_make(&a, set[0].record, set[0].length, set[0].pose, set[0].shape);
        posed_make(&b, set[1].record, set[1].length, set[1].pose, set[1].shape);
        truth_of_growth(&known, &a, &b, query.a, query.pose_a, query.b, query.pose_b);
        const gd_status status = gd_compare_dcol(&query, &r);
        CHECK(status >= 0 || status == GD_ERROR_UNDEFINED);
        CHECK(status < 0 || r.lower <= r.upper);
        CHECK(status < 0 || !certify_growth(&a, &b, &r, compared_usual.tolerance, &known, &seen));
    }
    gd_shape_destroy(set[0].shape);
    gd_shape_destroy(set[1].shape);
}

/* Of 400000 such pairs, a few reach the limits of the interior-point method. Pairs 87 and 284 start
 * with duals that are not positive. The matrix overflows for 64 and 463. Rounding puts the planes
 * of 10032 and 21712 on the wrong side of the centre. */
static void test_bounds_hold_about_centres_next_to_surfaces(void) {
    static const unsigned rare[] = {284, 463, 10032, 21712};
    for (unsigned i = 0; i < 100; i++)
        lopsided_pair(i);
    for (size_t i = 0; i < sizeof rare / sizeof rare[0]; i++)
        lopsided_pair(rare[i]);
}

static void test_what_a_method_does_not_know_is_refused(void) {
    static double cloud[6 + 3 * 600] = {GD_KIND_HULL};
    random_seed(36);
    for (int i = 0; i < 600; i++) { /* nearly all are corners: about 1200 facets */
        double* p = cloud + 6 + 3 * (size_t)i;
        double length = 2;
        while (length > 1) {
            for (int k = 0; k < 3; k++)
                p[k] = random_between(-1, 1);
            length = sqrt(p[0] * p[0] + p[1] * p[1] + p[2] * p[2]);
        }
        for (int k = 0; k < 3; k++)
            p[k] /= length;
    }
    const double segment[12] = {GD_KIND_SEGMENT, 0, 0, 0, 0, 0, -1, 0, 0, 1, 0, 0};
    const double rough[19] = {GD_KIND_DSF, 0, 0, 0, 0, 0, 2, 1, 0, 0, 0, 1, 0, 0, 0, 1, -1, -1, -1};
    gd_shape* ball = compared_kind(GD_KIND_SPHERE, 1, 0, 0);
    gd_shape *large = make(cloud, sizeof cloud / sizeof cloud[0]), *line = make(segment, 12);
    gd_shape* dsf = make(rough, 19);
    compared_check_refused(gd_compare_dcol, ball, dsf, GD_ERROR_UNDEFINED);
    compared_check_refused(gd_compare_dcol, line, ball, GD_ERROR_UNDEFINED);
    compared_check_refused(gd_compare_dcol, ball, large, GD_ERROR_UNDEFINED);
    compared_check_refused(gd_compare_dcol, ball, ball, GD_ERROR_POSE);
    gd_shape* shapes[] = {ball, large, line, dsf};
    for (size_t i = 0; i < sizeof shapes / sizeof shapes[0]; i++)
        gd_shape_destroy(shapes[i]);
}

TEST(dcol) {
    compared_check_spheres(gd_compare_dcol);
    test_parallel_boxes_meet_along_the_tightest_axis();
    test_coaxial_round_shapes_add_their_heights();
    test_centres_may_lie_off_the_middle();
    test_the_interior_point_method_agrees_with_the_cutting_plane();
    compared_check_scales(gd_compare_dcol, GD_KIND_CONE);
    compared_check_coincident(gd_compare_dcol);
    compared_check_bounds(gd_compare_dcol, GD_KIND_CONE, GD_KIND_HULL);
    test_bounds_hold_about_centres_next_to_surfaces();
    test_what_a_method_does_not_know_is_refused();
}
