/* The sub-algorithms of Johnson and of divide and conquer. A point of a simplex is nearest to the
 * origin if and only if no corner is lower along it. It must also be in the face that the result
 * names. */
#include "lib/check.h"

#include "distance/simplex_methods.h"

static const gd_subalgorithm METHODS[2] = {GD_SUBALGORITHM_JOHNSON,
                                           GD_SUBALGORITHM_DIVIDE_AND_CONQUER};

static vec3 random3(void) {
    const double x = random_between(-1.0, 1.0), y = random_between(-1.0, 1.0);
    return make3(x, y, random_between(-1.0, 1.0));
}

/* Whether no corner is lower along the point than the point itself. */
static bool is_nearest(const vec3* x, int count, vec3 point, double slack) {
    for (int i = 0; i < count; i++)
        if (dot3(point, sub3(x[i], point)) < -slack) return false;
    return true;
}

/* Checks that the face's point is a combination of its corners with weights >= 0. */
static void check_face(const vec3* x, int count, const simplex_face* f, double slack) {
    vec3 kept[4], mean = make3(0.0, 0.0, 0.0);
    int n = 0;
    CHECK(f->kept > 0u && f->kept < 1u << count);
    for (int i = 0; i < count; i++)
        if (f->kept >> i & 1u) kept[n++] = x[i];
    if (n == 4) {
        CHECK(max_abs3(f->nearest) == 0.0);
        const double volume = dot3(cross3(sub3(x[1], x[0]), sub3(x[2], x[0])), sub3(x[3], x[0]));
        for (int i = 0; i < 4; i++) { /* the origin is on the inner side of every face */
            vec3 y[4] = {x[0], x[1], x[2], x[3]};
            y[i] = make3(0.0, 0.0, 0.0);
            const double part = dot3(cross3(sub3(y[1], y[0]), sub3(y[2], y[0])), sub3(y[3], y[0]));
            CHECK(part * volume >= 0.0);
        }
        return;
    }
    double weight[4];
    gd_simplex_weights(kept, n, weight);
    for (int i = 0; i < n; i++)
        mean = madd3(mean, weight[i], kept[i]);
    CHECK(max_abs3(sub3(mean, f->nearest)) <= slack);
    for (int i = 0; i < n; i++) /* the nearest point is orthogonal to its face */
        CHECK_NEAR(dot3(f->nearest, sub3(kept[i], f->nearest)), 0.0, slack);
}

/* Simplices as in GJK: the newest corner, the last one, is beyond the nearest point of the rest. */
static void test_points_are_nearest(void) {
    int whole = 0;
    for (int i = 0; i < 8000; i++) {
        const int count = 1 + i % 4;
        const vec3 shift = scale3(i % 8 < 4 ? 1.0 : 0.2, random3());
        vec3 x[4];
        for (int k = 0; k < count; k++)
            x[k] = add3(shift, random3());
        if (count > 1) {
            const simplex_face rest = gd_simplex_search(x, count - 1);
            if (!(dot3(rest.nearest, x[count - 1]) < dot3(rest.nearest, rest.nearest))) continue;
        }
        for (int m = 0; m < 2; m++) {
            const simplex_face f = gd_simplex_by_method(METHODS[m], x, count);
            CHECK(is_nearest(x, count, f.nearest, 1e-10));
            check_face(x, count, &f, 1e-9);
            whole += f.kept == 15u;
        }
    }
    CHECK(whole > 100);
}

/* Each face, edge and corner of a tetrahedron contains the nearest point once. */
static void test_every_face_can_be_nearest(void) {
    const vec3 corner[4] = {{1, 1, 1}, {1, -1, -1}, {-1, 1, -1}, {-1, -1, 1}};
    for (unsigned set = 1; set < 16; set++) {
        vec3 middle = make3(0.0, 0.0, 0.0), x[4];
        double n = 0.0;
        for (int i = 0; i < 4; i++)
            if (set >> i & 1u) {
                middle = add3(middle, corner[i]);
                n += 1.0;
            }
        middle = scale3(1.0 / n, middle); /* seen from outside, it is the projection */
        for (int i = 0; i < 4; i++)
            x[i] = madd3(corner[i], set == 15 ? 0.0 : -3.0, middle);
        for (int m = 0; m < 2; m++) {
            const simplex_face f = gd_simplex_by_method(METHODS[m], x, 4);
            CHECK(f.kept == set);
            CHECK(max_abs3(madd3(f.nearest, set == 15 ? 0.0 : 2.0, middle)) < 1e-14);
        }
    }
}

/* Equal corners: no subset passes Johnson's test strictly, so the search decides. */
static void test_doubled_corners(void) {
    const vec3 x[4] = {{1, 2, 3}, {1, 2, 3}, {1, 2, 3}, {1, 2, 3}};
    for (int m = 0; m < 2; m++)
        for (int count = 1; count <= 4; count++) {
            const simplex_face f = gd_simplex_by_method(METHODS[m], x, count);
            CHECK(max_abs3(sub3(f.nearest, x[0])) == 0.0);
        }
}

TEST(simplex_methods) {
    test_points_are_nearest();
    test_every_face_can_be_nearest();
    test_doubled_corners();
}
