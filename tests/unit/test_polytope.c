/* The polytope that expands: after any pushes it is the convex hull of its vertices, its nearest
 * facet is the nearest, and vertices that it contains are refused. */
#include "lib/check.h"
#include "lib/second_order.h"

#include "depth/polytope.h"

static core_vertex vertex_at(vec3 x) {
    return (core_vertex){x, x, make3(0.0, 0.0, 0.0)};
}

static void start(polytope* p, double size) {
    const vec3 x[4] = {{1, 1, 1}, {-1, 1, -1}, {1, -1, -1}, {-1, -1, 1}};
    core_vertex v[4];
    for (int i = 0; i < 4; i++)
        v[i] = vertex_at(scale3(0.1 * size, x[i]));
    const vec3 n = cross3(sub3(v[1].x, v[0].x), sub3(v[2].x, v[0].x));
    if (dot3(n, v[3].x) > dot3(n, v[0].x)) {
        const core_vertex t = v[1];
        v[1] = v[2];
        v[2] = t;
    }
    gd_polytope_init(p, size, v, size);
}

/* A facet that sees x, or -1. */
static int facing(const polytope* p, vec3 x) {
    int best = -1;
    double most = p->rounding;
    for (int f = 0; f < p->facet_count; f++) {
        const polytope_facet* facet = &p->facet[f];
        if (facet->removed || facet->sliver) continue;
        if (!(dot3(facet->n, x) - facet->plane > most)) continue;
        most = dot3(facet->n, x) - facet->plane;
        best = f;
    }
    return best;
}

static int live(const polytope* p) {
    int f = 0;
    while (p->facet[f].removed)
        f++;
    return f;
}

static void check_hull(const polytope* p) {
    int facets = 0;
    for (int f = 0; f < p->facet_count; f++) {
        const polytope_facet* facet = &p->facet[f];
        if (facet->removed) continue;
        facets++;
        for (int i = 0; i < p->vertex_count; i++)
            CHECK(dot3(facet->n, p->vertex[i].x) <= facet->plane + facet->doubt + p->rounding);
        for (int i = 0; i < 3; i++) { /* the neighbour has the same edge, the other way round */
            const polytope_facet* other = &p->facet[facet->across[i] >> 2];
            const int e = facet->across[i] & 3;
            CHECK(!other->removed);
            CHECK(other->v[e] == facet->v[(i + 1) % 3] && other->v[(e + 1) % 3] == facet->v[i]);
        }
    }
    CHECK(facets <= 2 * p->vertex_count - 4);
}

static void check_nearest(polytope* p, double upper) {
    double least = upper;
    for (int f = 0; f < p->facet_count; f++)
        if (!p->facet[f].removed && !p->facet[f].sliver) least = fmin(least, p->facet[f].plane);
    const int f = gd_polytope_nearest(p, upper);
    CHECK(f < 0 ? least == upper : p->offset[f] == least);
}

/* Points in a ball, on a lattice every other time: many are in one plane. */
static void test_hulls_of_random_points(void) {
    static polytope p;
    const double sizes[3] = {1.0, 0x1p200, 0x1p-220};
    for (int k = 0; k < 30; k++) {
        const double size = sizes[k % 3];
        int refused = 0;
        start(&p, size);
        for (int i = 0; i < 200; i++) {
            const double far = random_next();
            vec3 x = scale3(far, curved_direction());
            if (k % 2)
                x = make3(floor(4.0 * x.x) / 4.0, floor(4.0 * x.y) / 4.0, floor(4.0 * x.z) / 4.0);
            x = scale3(size, x);
            const int f = facing(&p, x);
            const core_vertex w = vertex_at(x);
            if (f < 0) {
                refused += gd_polytope_push(&p, live(&p), &w, size) == POLYTOPE_REFUSED;
                continue;
            }
            CHECK(gd_polytope_push(&p, f, &w, size) == POLYTOPE_PUSHED);
            check_nearest(&p, size);
        }
        check_hull(&p);
        CHECK(refused > 50);
    }
}

static void test_a_full_polytope(void) {
    static polytope p;
    start(&p, 1.0);
    polytope_push last = POLYTOPE_PUSHED;
    for (int i = 0; i < 4000 && last != POLYTOPE_FULL; i++) {
        const core_vertex w = vertex_at(curved_direction());
        const int f = facing(&p, w.x);
        if (f >= 0) last = gd_polytope_push(&p, f, &w, 1.0);
    }
    CHECK(last == POLYTOPE_FULL && p.vertex_count == POLYTOPE_VERTICES);
    check_hull(&p);
}

TEST(polytope) {
    test_hulls_of_random_points();
    test_a_full_polytope();
}
