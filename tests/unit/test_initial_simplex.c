/* The simplex from which the polytope expands: its vertices are points of D, it is solid, its faces
 * point outwards, and it contains the origin. Its offset is the least distance of a face. Shapes
 * without depth are recognised, with the normal across them. */
#include "lib/check.h"
#include "lib/make.h"
#include "lib/overlap.h"

static const double HERE[7] = {0, 0, 0, 0, 0, 0, 1};
static const gd_settings DEFAULTS = {.tolerance = GD_DEFAULT_TOLERANCE, .max_iterations = 100.0};

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

/* Six times the volume. */
static double simplex_volume(const initial_simplex* s) {
    const vec3 x = s->v[0].x;
    return dot3(cross3(sub3(s->v[1].x, x), sub3(s->v[2].x, x)), sub3(s->v[3].x, x));
}

/* GJK's simplex may be a point or a line, with repeated corners or corners as close as rounding.
 * The initial simplex must still be solid, because D is. */
static void test_flat_simplices_become_solid(void) {
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
        CHECK(fabs(simplex_volume(&s)) > 1e-3);
        CHECK(gd_initial_simplex_offset(&s, g.extent, 3) >= 0.0);
    }
    gd_shape_destroy(a);
    gd_shape_destroy(b);
}

/* The least distance between the origin and a face; negative outside. */
static double least_face_distance(const initial_simplex* s, int dimension) {
    double least = INFINITE;
    for (int f = 0; f <= dimension; f++) { /* the face opposite vertex f */
        const vec3 x = s->v[(f + 1) % (dimension + 1)].x, top = s->v[f].x;
        const vec3 e = sub3(s->v[(f + 2) % (dimension + 1)].x, x);
        const vec3 across =
            dimension == 2 ? make3(-e.y, e.x, 0.0) : cross3(e, sub3(s->v[(f + 3) % 4].x, x));
        const vec3 n = unit3(across);
        const double side = copysign(1.0, dot3(n, sub3(top, x)));
        least = fmin(least, -side * dot3(n, x));
    }
    return least;
}

/* A flat tetrahedron around the origin, with weights 0.35, 0.25, 0.22 and 0.18. The first two
 * vertices nearly coincide, so the lightest one is needed: without it, the origin is outside. */
static void test_lightest_vertex_is_kept(void) {
    gd_shape *a = make_box(1, 1, 1), *b = make_box(0.5, 0.5, 0.5);
    const vec3 corners[4] = {
        {0.5, 0, 0x5p-56}, {0.5, 0x1p-20, -0x7p-56}, {-0.5, 0.5, 0}, {-19.0 / 18, -11.0 / 18, 0}};
    for (int first = 0; first < 4; first++) {
        gjk g = overlapping(a, b, HERE);
        for (int k = 0; k < 4; k++)
            simplex_corner(&g, corners[(first + k) % 4]);
        initial_simplex s;
        CHECK(gd_initial_simplex(&g, &s) == INITIAL_SIMPLEX_SOLID);
        CHECK(least_face_distance(&s, 3) >= -1e-13 * g.extent);
    }
    gd_shape_destroy(a);
    gd_shape_destroy(b);
}

/* Checks that the parts on A and B make each vertex and are in their boxes. */
static void check_vertex(const gjk* g, const core_vertex* v, vec3 half_a, vec3 half_b) {
    const vec3 x = sub3(sub3(v->a, rotate(&g->pair.b_to_a, v->b)), g->pair.p);
    CHECK_NEAR(length3(sub3(x, v->x)), 0.0, 1e-14 * g->extent);
    const double on[2][3] = {{v->a.x, v->a.y, v->a.z}, {v->b.x, v->b.y, v->b.z}};
    const double half[2][3] = {{half_a.x, half_a.y, half_a.z}, {half_b.x, half_b.y, half_b.z}};
    for (int k = 0; k < 6; k++)
        CHECK(fabs(on[k / 3][k % 3]) <= half[k / 3][k % 3] * (1.0 + 1e-15));
}

static void check_simplex(const gjk* g, const initial_simplex* s, int dimension) {
    const double least = least_face_distance(s, dimension);
    const double offset = gd_initial_simplex_offset(s, g->extent, dimension);
    CHECK(least >= -1e-13 * g->extent);
    CHECK(offset >= 0.0 && offset <= fmax(least, 0.0));
    CHECK_NEAR(offset, fmax(least, 0.0), 1e-11 * g->extent);
    CHECK(s->calls >= 0.0 && s->calls <= 14.0);
    const vec3 x = s->v[0].x, e = sub3(s->v[1].x, x), f = sub3(s->v[2].x, x);
    if (dimension == 3)
        CHECK(simplex_volume(s) < 0.0);
    else
        CHECK(cross3(e, f).z > 0.0);
    /* if the origin is outside, there is no bound */
    initial_simplex moved = *s;
    for (int i = 0; i <= dimension; i++)
        moved.v[i].x.x += 2.0 * g->extent;
    CHECK(gd_initial_simplex_offset(&moved, g->extent, dimension) == 0.0);
}

static void test_overlapping_boxes(void) {
    int solid = 0, corners = 0;
    for (int i = 0; i < 400; i++) {
        vec3 half[2];
        for (int k = 0; k < 2; k++) {
            const double x = random_between(0.3, 2.0), y = random_between(0.3, 2.0);
            half[k] = make3(x, y, random_between(0.3, 2.0));
        }
        double pose_a[7], pose_b[7];
        overlap_random_poses(1.0, pose_a, pose_b);
        gd_shape* a = make_box(half[0].x, half[0].y, half[0].z);
        gd_shape* b = make_box(half[1].x, half[1].y, half[1].z);
        const gd_query query = {a, pose_a, b, pose_b, &DEFAULTS, NULL};
        gjk g;
        CHECK(gd_gjk_init(&g, &query, false));
        gd_gjk_run(&g, &query, GD_METHOD_GJK, GJK_SIGNED);
        if (g.meet) {
            const int count = g.count;
            initial_simplex s;
            CHECK(gd_initial_simplex(&g, &s) == INITIAL_SIMPLEX_SOLID);
            check_simplex(&g, &s, 3);
            for (int k = 0; k < 4; k++)
                check_vertex(&g, &s.v[k], half[0], half[1]);
            solid++;
            corners += count;
        }
        gd_shape_destroy(a);
        gd_shape_destroy(b);
    }
    CHECK(solid > 100 && corners > 3 * solid);
}

/* From fewer vertices than a simplex needs, each new vertex is the farthest from the previous ones.
 * Counts the support calls. */
static void test_growth_from_fewer_vertices(void) {
    double calls = 0.0;
    gd_shape *ball = overlap_counted_ball(1.0, &calls), *box = make_box(0.5, 0.4, 0.3);
    for (int i = 0; i < 30; i++) {
        const double at[7] = {random_between(-0.1, 0.1), 0, 0, 0.1, 0.2, 0.3, 1};
        gjk g = overlapping(ball, box, at);
        const int count = 1 + i % 3;
        /* vertices whose simplex passes through the origin */
        gd_gjk_support(&g, make3(1.0, 0.0, 0.0), 0);
        gd_gjk_support(&g, unit3(neg3(g.x[0])), 1);
        gd_gjk_support(&g, make3(0.0, 0.6, 0.8), 2);
        g.count = count;
        calls = 0.0;
        initial_simplex s;
        CHECK(gd_initial_simplex(&g, &s) == INITIAL_SIMPLEX_SOLID);
        CHECK(s.calls == calls && calls > 0.0);
        CHECK(simplex_volume(&s) < -0.5); /* for a set D with radii above 1 */
    }
    gd_shape_destroy(ball);
    gd_shape_destroy(box);
}

static gd_shape* make_triangle(double x, double y) {
    const double record[15] = {GD_KIND_TRIANGLE, 0, 0, 0, 0, 0, -x, -y, 0, x, -y, 0, 0, y, 0};
    return make(record, 15);
}

/* Triangles in one plane have no depth across it, in any rotation. */
static void test_coplanar_triangles_are_flat(void) {
    gd_shape *a = make_triangle(1, 1), *b = make_triangle(0.5, 0.7);
    for (int i = 0; i < 50; i++) {
        double pose_a[7], pose_b[7];
        overlap_parallel_poses(make3(random_between(-0.2, 0.2), 0.1, 0.0), pose_a, pose_b);
        const gd_query query = {a, pose_a, b, pose_b, &DEFAULTS, NULL};
        gjk g;
        CHECK(gd_gjk_init(&g, &query, false));
        gd_gjk_run(&g, &query, GD_METHOD_GJK, GJK_SIGNED);
        initial_simplex s;
        if (!g.meet) continue;
        CHECK(gd_initial_simplex(&g, &s) == INITIAL_SIMPLEX_FLAT);
        CHECK_NEAR(fabs(s.normal.z), 1.0, 1e-12);
        CHECK(dot3(s.normal, g.normal) >= 0.0);
    }
    /* triangles that cross each other have depth */
    const double across[7] = {0, 0, 0, 1, 0, 0, 1};
    const gd_query query = {a, HERE, b, across, &DEFAULTS, NULL};
    overlap o;
    CHECK(overlap_begin(&o, &query));
    check_simplex(&o.g, &o.simplex, 3);
    gd_shape_destroy(a);
    gd_shape_destroy(b);
}

/* In 2D, rectangles have depth; segments on one line have none. */
static void test_2d(void) {
    for (int i = 0; i < 200; i++) {
        double half[2][3] = {{0, 0, 0}, {0, 0, 0}}, pose_a[3], pose_b[3];
        for (int k = 0; k < 2; k++) {
            half[0][k] = random_between(0.3, 2.0);
            half[1][k] = random_between(0.3, 2.0);
            pose_a[k] = random_between(-0.4, 0.4);
            pose_b[k] = random_between(-0.4, 0.4);
        }
        pose_a[2] = random_between(-3.0, 3.0);
        pose_b[2] = random_between(-3.0, 3.0);
        const double record_a[8] = {GD_KIND_RECTANGLE, 0, 0, 0, 0, 0, half[0][0], half[0][1]};
        const double record_b[8] = {GD_KIND_RECTANGLE, 0, 0, 0, 0, 0, half[1][0], half[1][1]};
        gd_shape *a = make(record_a, 8), *b = make(record_b, 8);
        overlap o;
        if (overlap_begin(&o, &(gd_query){a, pose_a, b, pose_b, NULL, NULL})) {
            check_simplex(&o.g, &o.simplex, 2);
            for (int k = 0; k < 3; k++)
                check_vertex(&o.g, &o.simplex.v[k], load3(half[0]), load3(half[1]));
        }
        gd_shape_destroy(a);
        gd_shape_destroy(b);
    }
    const double record[10] = {GD_KIND_SEGMENT2, 0, 0, 0, 0, 0, -1, -0.5, 1, 0.5};
    const double pose_a[3] = {0, 0, 0}, pose_b[3] = {0.5, 0.25, 0};
    gd_shape* segment = make(record, 10);
    const gd_query query = {segment, pose_a, segment, pose_b, &DEFAULTS, NULL};
    gjk g;
    initial_simplex s;
    CHECK(gd_gjk_init(&g, &query, false));
    gd_gjk_run(&g, &query, GD_METHOD_GJK, GJK_SIGNED);
    CHECK(g.meet && gd_initial_simplex(&g, &s) == INITIAL_SIMPLEX_FLAT);
    CHECK_NEAR(fabs(s.normal.x * 0.5 - s.normal.y), sqrt(1.25), 1e-14);
    gd_shape_destroy(segment);
}

TEST(initial_simplex) {
    test_flat_simplices_become_solid();
    test_lightest_vertex_is_kept();
    test_overlapping_boxes();
    test_growth_from_fewer_vertices();
    test_coplanar_triangles_are_flat();
    test_2d();
}
