/* Support points of every core against its support function in closed form. A point s is a support
 * point along n if n.s = h(n), and m.s <= h(m) for all other m: then it is in the shape, and no
 * point is farther. */
#include "lib/check.h"
#include "lib/make.h"

#include "shapes/support.h"

#include <string.h>

/* A shape by its parameters, and the support function of its core. */
typedef struct subject {
    double (*height)(const double* p, vec3 n);
    gd_kind kind;
    size_t count;
    double p[9];
    double radius; /* the radius of the core */
} subject;

static double height_of_point(const double* p, vec3 n) {
    (void)p;
    (void)n;
    return 0.0;
}
static double height_of_segment(const double* p, vec3 n) {
    return p[0] * fabs(n.y);
}
static double height_of_box(const double* p, vec3 n) {
    return p[0] * fabs(n.x) + p[1] * fabs(n.y) + p[2] * fabs(n.z);
}
static double height_of_ellipsoid(const double* p, vec3 n) {
    return sqrt(p[0] * p[0] * n.x * n.x + p[1] * p[1] * n.y * n.y + p[2] * p[2] * n.z * n.z);
}
static double height_of_cylinder(const double* p, vec3 n) {
    return p[0] * fabs(n.y) + p[1] * hypot(n.x, n.z);
}
static double height_of_frustum(const double* p, vec3 n) {
    const double across = hypot(n.x, n.z);
    return fmax(p[1] * across - p[0] * n.y, p[2] * across + p[0] * n.y);
}
static double height_of_points(const double* p, vec3 n, int count, int dims) {
    double h = -INFINITE;
    for (int i = 0; i < count; i++, p += dims)
        h = fmax(h, n.x * p[0] + n.y * p[1] + (dims == 3 ? n.z * p[2] : 0.0));
    return h;
}
static double height_of_ends(const double* p, vec3 n) {
    return height_of_points(p, n, 2, 3);
}
static double height_of_triangle(const double* p, vec3 n) {
    return height_of_points(p, n, 3, 3);
}
static double height_of_ends2(const double* p, vec3 n) {
    return height_of_points(p, n, 2, 2);
}
static double height_of_triangle2(const double* p, vec3 n) {
    return height_of_points(p, n, 3, 2);
}
static double height_of_corners2(const double* p, vec3 n) {
    return height_of_points(p, n, 4, 2);
}

static const subject solids[] = {
    {height_of_point, GD_KIND_SPHERE, 1, {0.75}, 0.75},
    {height_of_segment, GD_KIND_CAPSULE, 2, {1.5, 0.5}, 0.5},
    {height_of_box, GD_KIND_BOX, 3, {1.0, 0.5, 2.0}, 0.0},
    {height_of_ellipsoid, GD_KIND_ELLIPSOID, 3, {1.0, 0.5, 2.0}, 0.0},
    {height_of_cylinder, GD_KIND_CYLINDER, 2, {0.7, 1.3}, 0.0},
    {height_of_frustum, GD_KIND_CONE, 2, {1.5, 0.8, 0.0}, 0.0},
    {height_of_frustum, GD_KIND_FRUSTUM, 3, {0.5, 0.6, 1.9}, 0.0},
    {height_of_frustum, GD_KIND_FRUSTUM, 3, {0.5, 1.9, 0.6}, 0.0},
    {height_of_ends, GD_KIND_SEGMENT, 6, {1, 2, -1, -2, 0.5, 0}, 0.0},
    {height_of_triangle, GD_KIND_TRIANGLE, 9, {1, 0, 0, -0.5, 2, 0, 0.1, -0.3, -2}, 0.0},
};
static const subject flats[] = {
    {height_of_point, GD_KIND_CIRCLE, 1, {0.75}, 0.75},
    {height_of_segment, GD_KIND_STADIUM, 2, {1.5, 0.5}, 0.5},
    {height_of_box, GD_KIND_RECTANGLE, 2, {1.0, 0.5}, 0.0},
    {height_of_ellipsoid, GD_KIND_ELLIPSE, 2, {1.0, 0.5}, 0.0},
    {height_of_ends2, GD_KIND_SEGMENT2, 4, {1, 2, -2, 0.5}, 0.0},
    {height_of_triangle2, GD_KIND_TRIANGLE2, 6, {1, 0, -0.5, 2, 0.1, -0.3}, 0.0},
    {height_of_corners2, GD_KIND_POLYGON, 8, {1, 0, 0, 1, -0.5, 0.1, 0, -2}, 0.0},
};

static size_t write_record(const subject* s, double margin, double* record) {
    const double header[GD_RECORD_PARAMETERS] = {(double)s->kind, margin};
    memcpy(record, header, sizeof header);
    memcpy(record + GD_RECORD_PARAMETERS, s->p, s->count * sizeof *record);
    return GD_RECORD_PARAMETERS + s->count;
}

/* Any direction of length near 1; often along an axis, or nearly. */
static vec3 draw_direction(int dimension) {
    double n[3] = {0.0, 0.0, 0.0};
    do {
        for (int k = 0; k < dimension; k++) {
            const double kind = random_next();
            n[k] = kind < 0.2 ? 0.0 : random_between(-1.0, 1.0) * (kind < 0.4 ? 1e-12 : 1.0);
        }
    } while (fabs(n[0]) + fabs(n[1]) + fabs(n[2]) < 0.1);
    return load3(n);
}

/* Whether s, relative to the local origin, is a support point along n of a core with a radius. */
static void check_support(const subject* k, vec3 s, vec3 n, double radius, int dimension) {
    CHECK_NEAR(dot3(n, s), k->height(k->p, n) + radius * length3(n), 1e-14);
    CHECK(dimension == 3 || s.z == 0.0);
    for (int i = 0; i < 20; i++) {
        const vec3 m = draw_direction(dimension);
        CHECK(dot3(m, s) <= k->height(k->p, m) + radius * length3(m) + 1e-14);
    }
}

static void check_subject(const subject* k, int dimension) {
    double record[32];
    const double margin = 0.25;
    const size_t length = write_record(k, margin, record);
    gd_shape* shape = make(record, length);
    if (!shape) return;
    shape->center = make3(
        0.1, -0.2, dimension == 3 ? 0.3 : 0.0); /* support points are relative to the centre */
    for (int i = 0; i < 300; i++) {
        uint32_t hint = GD_NO_HINT;
        const vec3 n = draw_direction(dimension);
        const double inverse = 1.0 / length3(n), radius = k->radius + margin;
        check_support(k, core_support(shape, n, &hint), n, 0.0, dimension);
        check_support(k, gd_part_support(shape, n, &hint), n, radius, dimension);
        vec3 s = make3(0.0, 0.0, 0.0);
        if (dimension == 3) {
            s = support3(shape, n, inverse, &hint);
        } else {
            const vec2 flat = support2(shape, make2(n.x, n.y), inverse);
            s = make3(flat.x, flat.y, 0.0);
        }
        check_support(k, add3(s, shape->center), n, radius, dimension);
    }
    gd_shape_destroy(shape);
}

static void test_every_core_has_its_closed_form(void) {
    for (size_t i = 0; i < LENGTH(solids); i++)
        check_subject(&solids[i], 3);
    for (size_t i = 0; i < LENGTH(flats); i++)
        check_subject(&flats[i], 2);
}

/* Hulls of few and of many vertices. For a mesh, the hint passes the vertex to the next call. */
static void test_hulls_have_the_farthest_of_their_points(void) {
    double record[6 + 3 * 400] = {GD_KIND_HULL};
    for (int count = 12; count <= 400; count += 388) {
        for (int i = 0; i < 3 * count; i++)
            record[6 + i] = random_between(-1.0, 1.0);
        gd_shape* shape = make(record, 6 + 3 * (size_t)count);
        CHECK(shape->core == (count > 100 ? GD_CORE_MESH : GD_CORE_VERTICES));
        for (int i = 0; i < 300; i++) {
            uint32_t hint = GD_NO_HINT;
            const vec3 n = draw_direction(3), s = core_support(shape, n, &hint);
            CHECK_NEAR(dot3(n, s), height_of_points(record + 6, n, count, 3), 1e-15);
            if (shape->core == GD_CORE_MESH)
                CHECK(max_abs3(sub3(hull_corner(shape->vertices.corners, hint), s)) == 0.0);
        }
        gd_shape_destroy(shape);
    }
}

/* The support function of M K + t is h_K(M'n) + t.n, and a sum's is the sum; K includes its own
 * radius. */
static void test_images_and_sums_of_all_solids(void) {
    const mat3 m = {{1.0, 0.5, 0.0}, {-0.25, 0.75, 1.0}, {0.5, 0.0, 2.0}};
    const vec3 t = make3(0.5, -3.0, 0.25);
    double first[32], second[32], image[64], sum[80];
    for (size_t i = 0; i < LENGTH(solids); i++) {
        const subject *k = &solids[i], *other = &solids[(i + 3) % LENGTH(solids)];
        const size_t a = write_record(k, 0.125, first), b = write_record(other, 0.0, second);
        const double ahead[18] = {GD_KIND_TRANSFORMED,
                                  0,
                                  0,
                                  0,
                                  0,
                                  0,
                                  m.cx.x,
                                  m.cx.y,
                                  m.cx.z,
                                  m.cy.x,
                                  m.cy.y,
                                  m.cy.z,
                                  m.cz.x,
                                  m.cz.y,
                                  m.cz.z,
                                  t.x,
                                  t.y,
                                  t.z};
        memcpy(image, ahead, sizeof ahead);
        memcpy(image + 18, first, a * sizeof *first);
        const double head[7] = {GD_KIND_SUM, 0, 0, 0, 0, 0, (double)a};
        memcpy(sum, head, sizeof head);
        memcpy(sum + 7, first, a * sizeof *first);
        memcpy(sum + 7 + a, second, b * sizeof *second);
        gd_shape *moved = make(image, 18 + a), *added = make(sum, 7 + a + b);
        for (int j = 0; j < 200; j++) {
            uint32_t hint = GD_NO_HINT;
            const vec3 n = draw_direction(3), back = inv_rotate(&m, n);
            const double round = k->radius + 0.125;
            CHECK_NEAR(dot3(n, gd_composite_support(moved, n, &hint)),
                       k->height(k->p, back) + round * length3(back) + dot3(n, t), 1e-13);
            CHECK_NEAR(dot3(n, gd_part_support(added, n, &hint)),
                       k->height(k->p, n) + other->height(other->p, n) +
                           (round + other->radius) * length3(n),
                       1e-13);
        }
        gd_shape_destroy(moved);
        gd_shape_destroy(added);
    }
}

/* ---- custom shapes ------------------------------------------------------------------------- */

/* The arguments of the last call of the support function, and its answer: a ball of radius 2, or a
 * fixed value. */
typedef struct custom_calls {
    int count;
    double id;
    vec3 direction, given;
    bool fixed;
    double value;
} custom_calls;

static void custom_support(void* context, double id, const double direction[3], double point[3]) {
    custom_calls* calls = context;
    calls->count++;
    calls->id = id;
    calls->direction = load3(direction);
    calls->given = load3(point);
    if (calls->fixed)
        point[calls->count % 3] = calls->value;
    else
        store3(point, scale3(2.0, calls->direction));
}

static void test_custom_functions_get_unit_directions(void) {
    custom_calls calls = {.fixed = false};
    const gd_composite composite = {.custom = {custom_support, &calls}, .id = 7.0};
    const vec3 otherwise = make3(1.0, 2.0, 3.0);
    for (int i = 0; i < 100; i++) {
        const vec3 n = scale3(random_between(0.5, 90.0), draw_direction(3));
        calls.fixed = false;
        const vec3 s = gd_custom_support(&composite, n, otherwise);
        CHECK(calls.id == 7.0 && max_abs3(sub3(calls.given, otherwise)) == 0.0);
        CHECK_NEAR(max_abs3(sub3(calls.direction, unit3(n))), 0.0, 1e-15);
        CHECK_NEAR(dot3(s, n), 2.0 * length3(n), 1e-13 * length3(n));
        /* for an invalid answer, the result is the other point */
        const double values[] = {NOT_A_NUMBER, INFINITE, -INFINITE, -2.0 * GD_LENGTH_MAX};
        calls.fixed = true;
        calls.value = values[i % 4];
        CHECK(max_abs3(sub3(gd_custom_support(&composite, n, otherwise), otherwise)) == 0.0);
    }
    const int before = calls.count;
    const vec3 none = gd_custom_support(&composite, make3(0.0, 0.0, 0.0), otherwise);
    CHECK(max_abs3(sub3(none, otherwise)) == 0.0 && calls.count == before);
}

TEST(support) {
    test_every_core_has_its_closed_form();
    test_hulls_have_the_farthest_of_their_points();
    test_images_and_sums_of_all_solids();
    test_custom_functions_get_unit_directions();
}
