/* Overlap tests of points, segments, triangles and flat hulls are exact. The truth is found in
 * integers: small coordinates, convex combinations, and directions by brute force. */
#include "lib/check.h"
#include "lib/make.h"

static const double here[7] = {0, 0, 0, 0, 0, 0, 1};

static gd_shape* flat(int dimension, int count, const double* points) {
    const gd_kind kinds[2][4] = {{0, GD_KIND_POINT2, GD_KIND_SEGMENT2, GD_KIND_TRIANGLE2},
                                 {0, GD_KIND_POINT, GD_KIND_SEGMENT, GD_KIND_TRIANGLE}};
    double record[15] = {kinds[dimension == 3][count]};
    const int numbers = count == 1 ? 0 : count * dimension; /* a point is at the origin */
    for (int i = 0; i < numbers; i++)
        record[6 + i] = points[i];
    return make(record, (size_t)(6 + numbers));
}

static int meets(int dimension, int m, const double* p, int n, const double* q) {
    gd_shape *a = flat(dimension, m, p), *b = flat(dimension, n, q);
    const double here2[3] = {0, 0, 0}, *pose = dimension == 3 ? here : here2;
    const gd_query query = {a, pose, b, pose, NULL, NULL}, swapped = {b, pose, a, pose, NULL, NULL};
    gd_collision_result r;
    const int answer = gd_intersects(&query);
    CHECK(gd_intersects(&swapped) == answer);
    CHECK(gd_collide(&query, &r) >= 0 && r.colliding == (double)answer);
    CHECK(answer ? r.upper == 1.0 : r.lower >= 1.0 && r.upper == INFINITE);
    gd_shape_destroy(a);
    gd_shape_destroy(b);
    return answer;
}

static void test_known_pairs(void) {
    const double floor[9] = {0, 0, 0, 4, 0, 0, 0, 4, 0};
    const double tip[9] = {1, 1, 0, 1, 1, 1, 2, 1, 1}, over[9] = {1, 1, 5e-324, 1, 1, 1, 2, 1, 1};
    CHECK(meets(3, 3, floor, 3, tip) == 1 && meets(3, 3, floor, 3, over) == 0);
    const double inside[9] = {1, 1, 0, 2, 1, 0, 1, 2, 0}, beside[9] = {3, 3, 0, 5, 3, 0, 3, 5, 0};
    CHECK(meets(3, 3, floor, 3, inside) == 1 && meets(3, 3, floor, 3, beside) == 0);
    const double edge[6] = {2, 2, -1, 2, 2, 1}, off[6] = {2, 2 + 0x1p-51, -1, 2, 2 + 0x1p-51, 1};
    CHECK(meets(3, 3, floor, 2, edge) == 1 && meets(3, 3, floor, 2, off) == 0);
    const double row[9] = {0, 0, 0, 1, 1, 1, 3, 3, 3}, on[6] = {2, 2, 2, 5, 5, 5};
    const double past[6] = {4, 4, 4, 5, 5, 5};
    CHECK(meets(3, 3, row, 2, on) == 1 && meets(3, 3, row, 2, past) == 0);
    const double p[4] = {0, 0, 2, 2}, q[4] = {0, 2, 2, 0}, r[4] = {3, 0, 3, 3};
    CHECK(meets(2, 2, p, 2, q) == 1 && meets(2, 2, p, 2, r) == 0);
    const double zero[3] = {0, 0, 0};
    CHECK(meets(3, 1, zero, 1, zero) == 1 && meets(3, 1, zero, 3, row) == 1);
    CHECK(meets(3, 1, zero, 3, tip) == 0);
}

/* Triangles with integer corners and one with a corner at a combination of the other's. */
static void test_corners_on_triangles(void) {
    for (int i = 0; i < 2000; i++) {
        double p[9], q[9], weight[3], sum = 0.0;
        for (int k = 0; k < 9; k++) {
            p[k] = 64.0 * floor(random_between(-4.0, 5.0));
            q[k] = 64.0 * floor(random_between(-4.0, 5.0));
        }
        for (int k = 0; k < 3; k++) {
            weight[k] = floor(random_between(0.0, 3.0));
            sum += weight[k];
        }
        if (sum != 1.0 && sum != 2.0 && sum != 4.0) continue; /* exact quotients */
        for (int k = 0; k < 3; k++)
            q[k] = (weight[0] * p[k] + weight[1] * p[3 + k] + weight[2] * p[6 + k]) / sum;
        CHECK(meets(3, 3, p, 3, q) == 1);
        CHECK(meets(3, 3, p, 2, q) == 1);
    }
}

/* All pairs of a coarse lattice agree with the distance, which is 0 or clearly positive there. */
static void test_lattice_agrees_with_distance(void) {
    for (int i = 0; i < 4000; i++) {
        const int dimension = i % 3 ? 3 : 2, m = 2 + i % 2, n = 2 + i / 2 % 2;
        double p[9], q[9];
        for (int k = 0; k < 9; k++) {
            p[k] = floor(random_between(-2.0, 3.0));
            q[k] = floor(random_between(-2.0, 3.0));
        }
        gd_shape *a = flat(dimension, m, p), *b = flat(dimension, n, q);
        const double here2[3] = {0, 0, 0}, *pose = dimension == 3 ? here : here2;
        gd_distance_result d;
        gd_distance(&(gd_query){a, pose, b, pose, NULL, NULL}, &d);
        CHECK((d.value < 1e-9) == (meets(dimension, m, p, n, q) == 1));
        gd_shape_destroy(a);
        gd_shape_destroy(b);
    }
}

/* How far the plane along n is from separating the corners, and whether n is unit. */
static double overlap_along(const double n[3], int m, const double* p, int count, const double* q) {
    double most = -INFINITE, least = INFINITE;
    for (int i = 0; i < m; i++)
        most = fmax(most, n[0] * p[3 * i] + n[1] * p[3 * i + 1] + n[2] * p[3 * i + 2]);
    for (int i = 0; i < count; i++)
        least = fmin(least, n[0] * q[3 * i] + n[1] * q[3 * i + 1] + n[2] * q[3 * i + 2]);
    CHECK_NEAR(n[0] * n[0] + n[1] * n[1] + n[2] * n[2], 1.0, 1e-14);
    return most - least;
}

/* A corner of B is at a corner, on an edge or on the face of A, up to rounding. If the sets are
 * exactly apart, the normal separates them although the distance is below rounding. */
static void test_the_normal_of_touching_sets_separates(void) {
    int apart = 0;
    for (int i = 0; i < 3000; i++) {
        const int m = 2 + i % 2, n = 2 + i / 2 % 2;
        double p[9], q[9], weight[3], sum = 0.0;
        for (int k = 0; k < 9; k++) {
            p[k] = random_between(-1.0, 1.0);
            q[k] = random_between(-1.0, 1.0);
        }
        for (int k = 0; k < 3; k++)
            sum += weight[k] = k < m && (i / 4 % 3 >= k) ? random_between(0.1, 1.0) : 0.0;
        for (int k = 0; k < 3; k++)
            q[k] = (weight[0] * p[k] + weight[1] * p[3 + k] + weight[2] * p[6 + k]) / sum;
        gd_shape *a = flat(3, m, p), *b = flat(3, n, q);
        gd_collision_result r;
        CHECK(gd_collide(&(gd_query){a, here, b, here, NULL, NULL}, &r) >= 0);
        if (r.colliding == 0.0) {
            apart++;
            CHECK(overlap_along(r.normal, m, p, n, q) < 1e-14);
            CHECK(r.lower == 1.0);
        }
        gd_shape_destroy(a);
        gd_shape_destroy(b);
    }
    CHECK(apart > 500);
}

/* ---- hulls of more points ---------------------------------------------------------------------
 */

#define CORNERS 5

/* Points with integer coordinates. */
typedef struct lattice_set {
    int count;
    long long x[CORNERS][3];
} lattice_set;

static void cross_into(const long long* a, const long long* b, long long* out) {
    for (int i = 0; i < 3; i++)
        out[i] = a[(i + 1) % 3] * b[(i + 2) % 3] - a[(i + 2) % 3] * b[(i + 1) % 3];
}

static bool separates(const long long* n, const lattice_set* p, const lattice_set* q) {
    long long least = 0, most = 0;
    for (int i = 0; i < p->count; i++)
        for (int k = 0; k < q->count; k++) {
            long long gap = 0;
            for (int c = 0; c < 3; c++)
                gap += n[c] * (q->x[k][c] - p->x[i][c]);
            least = (i + k == 0 || gap < least) ? gap : least;
            most = (i + k == 0 || gap > most) ? gap : most;
        }
    return least > 0 || most < 0;
}

static int edges_of(const lattice_set* s, long long edge[][3]) {
    int count = 0;
    for (int i = 0; i < s->count; i++)
        for (int k = 0; k < i; k++, count++)
            for (int c = 0; c < 3; c++)
                edge[count][c] = s->x[i][c] - s->x[k][c];
    return count;
}

/* The vector between the nearest points of two sets that are separated. It joins two corners, or is
 * normal to an edge in the plane of it and a corner, or normal to two edges. */
static bool meets_by_definition(const lattice_set* p, const lattice_set* q) {
    long long edge[CORNERS * (CORNERS - 1)][3], n[3], m[3];
    const int of_p = edges_of(p, edge), edges = of_p + edges_of(q, edge + of_p);
    for (int i = 0; i < edges; i++)
        for (int k = 0; k < i; k++) {
            cross_into(edge[i], edge[k], n);
            if (separates(n, p, q)) return false;
        }
    for (int i = 0; i < p->count; i++)
        for (int k = 0; k < q->count; k++) {
            for (int c = 0; c < 3; c++)
                n[c] = q->x[k][c] - p->x[i][c];
            if (separates(n, p, q)) return false;
            for (int e = 0; e < edges; e++) {
                long long across[3];
                cross_into(n, edge[e], across);
                cross_into(edge[e], across, m);
                if (separates(m, p, q)) return false;
            }
        }
    return true;
}

/* Points in a plane or on a line through three drawn points, or in a thin layer. */
static void draw_lattice_set(int how, lattice_set* s) {
    s->count = 1 + (int)(CORNERS * random_next());
    for (int i = 0; i < s->count; i++)
        for (int c = 0; c < 3; c++)
            s->x[i][c] = (long long)floor(random_between(-3.0, 4.0));
    for (int i = how == 1 ? 3 : 2; i < s->count && how != 2; i++) {
        const long long u = (long long)floor(random_between(-2.0, 3.0));
        const long long v = how == 1 ? (long long)floor(random_between(-2.0, 3.0)) : 0;
        for (int c = 0; c < 3; c++)
            s->x[i][c] = s->x[0][c] + u * (s->x[1][c] - s->x[0][c]) +
                         v * (s->x[how == 1 ? 2 : 1][c] - s->x[0][c]);
    }
}

static gd_shape* lattice_hull(const lattice_set* s, const double unit[3]) {
    double record[6 + 3 * CORNERS] = {GD_KIND_FLAT_HULL};
    for (int i = 0; i < s->count; i++)
        for (int c = 0; c < 3; c++)
            record[6 + 3 * i + c] = unit[c] * (double)s->x[i][c];
    return make(record, (size_t)(6 + 3 * s->count));
}

/* Affine maps keep intersections. So layers as thin as rounding are tested in integers, too: there
 * one unit of z is 2^-52, and the hulls are thin solids. */
static void test_hulls_by_definition(void) {
    const double units[2][3] = {{1.0, 1.0, 1.0}, {1.0, 1.0, 0x1p-52}};
    int meeting = 0, apart = 0;
    for (int i = 0; i < ROUNDS(20000); i++) {
        const int how = i % 3;
        lattice_set p, q;
        draw_lattice_set(how, &p);
        draw_lattice_set(how, &q);
        gd_shape *a = lattice_hull(&p, units[how == 2]), *b = lattice_hull(&q, units[how == 2]);
        gd_shape_info info;
        gd_shape_describe(a, &info);
        CHECK(info.inradius == 0.0 && info.volume == 0.0);
        const gd_query query = {a, here, b, here, NULL, NULL},
                       swapped = {b, here, a, here, NULL, NULL};
        const int truth = meets_by_definition(&p, &q);
        CHECK(gd_intersects(&query) == truth && gd_intersects(&swapped) == truth);
        meeting += truth;
        apart += !truth;
        gd_shape_destroy(a);
        gd_shape_destroy(b);
    }
    CHECK(meeting > ROUNDS(2000) && apart > ROUNDS(2000));
}

/* A circle of points in a tilted plane against its own points, and against points beside it. */
static void test_many_corners(void) {
    double record[6 + 3 * 400] = {GD_KIND_FLAT_HULL};
    for (int i = 0; i < 400; i++) {
        double* p = record + 6 + 3 * i;
        p[0] = cos(i);
        p[1] = sin(i);
        p[2] = 0.3 * p[0] - 0.7 * p[1];
    }
    gd_shape* disk = make(record, 6 + 3 * 400);
    for (int i = 0; i < 400; i += 3) {
        const double* p = record + 6 + 3 * i;
        const double out = 1.0 + 0x1p-30;
        const double touching[9] = {p[0],     p[1],     p[2],     p[0], p[1],
                                    p[2] + 1, 2 * p[0], 2 * p[1], p[2]};
        const double off[9] = {out * p[0], out * p[1], out * p[2], p[0], p[1],
                               p[2] + 1,   2 * p[0],   2 * p[1],   p[2]};
        gd_shape *t = flat(3, 3, touching), *u = flat(3, 3, off);
        CHECK(gd_intersects(&(gd_query){disk, here, t, here, NULL, NULL}) == 1);
        CHECK(gd_intersects(&(gd_query){u, here, disk, here, NULL, NULL}) == 0);
        gd_shape_destroy(t);
        gd_shape_destroy(u);
    }
    CHECK(gd_intersects(&(gd_query){disk, here, disk, here, NULL, NULL}) == 1);
    gd_shape_destroy(disk);
}

TEST(flat_sets) {
    test_hulls_by_definition();
    test_many_corners();
    test_the_normal_of_touching_sets_separates();
    test_known_pairs();
    test_corners_on_triangles();
    test_lattice_agrees_with_distance();
}
