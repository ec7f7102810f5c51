/* Rays against hulls: the walk finds the plane that all facets tried one by one find. */
#include "lib/check.h"
#include "lib/make.h"

#include "casts/cast_ray.h"

#define POINTS 60

static gd_shape* random_hull(int count, bool lattice) {
    double record[6 + 3 * POINTS] = {GD_KIND_HULL};
    for (int i = 0; i < 3 * count; i++) {
        const double x = random_between(-1, 1);
        record[6 + i] = (i % 3 == 1 ? 0.4 : 1.0) * (lattice ? floor(3.0 * x) : x);
    }
    return make(record, (size_t)(6 + 3 * count));
}

/* The largest entry and the least exit over all facets. Returns whether they are in order. */
static bool slabs(const gd_hull* hull, const ray_line* line, double* in, double* out) {
    *in = -INFINITE;
    *out = INFINITE;
    for (uint32_t t = 0; t < hull->triangle_count; t++) {
        const uint32_t* c = hull->triangles + 3 * t;
        const vec3 p = hull_vertex(hull, c[0]);
        const vec3 n = cross3(sub3(hull_vertex(hull, c[1]), p), sub3(hull_vertex(hull, c[2]), p));
        const double rate = dot3(n, line->v), at = dot3(n, sub3(p, line->x)) / rate;
        if (rate < 0.0) *in = fmax(*in, at);
        if (rate > 0.0) *out = fmin(*out, at);
    }
    return *in <= *out;
}

TEST(ray_hull) {
    int hits = 0, misses = 0;
    for (int h = 0; h < 60; h++) {
        const bool lattice = h % 4 == 3;
        gd_shape* hull = random_hull(h % 3 ? POINTS : 8, lattice);
        for (int i = 0; i < 200; i++) {
            ray_line line = {.slack = 1e-14};
            ray_span span;
            const vec3 d =
                make3(random_between(-1, 1), random_between(-1, 1), random_between(-1, 1));
            line.v = unit3(i % 8 ? d : make3(i % 16 ? 1.0 : 0.0, i % 16 ? 0.0 : 1.0, 0.0));
            line.x = make3(random_between(-1, 1), random_between(-1, 1), random_between(-1, 1));
            double in, out;
            const bool hit = slabs(hull->hull, &line, &in, &out);
            const ray_answer answer = gd_ray_hull(hull, &line, &span);
            if (lattice && i % 8 == 0) { /* along faces: any answer, but no wrong facet */
                CHECK(answer != RAY_SPAN || dot3(span.n_in, line.v) < 0.0);
                continue;
            }
            if (out - in > 1e-9) {
                CHECK(answer == RAY_SPAN);
                CHECK_NEAR(span.in, in, 1e-9);
                CHECK(dot3(span.n_in, line.v) < 0.0);
                hits++;
            }
            if (!hit && in - out > 1e-9) {
                uint32_t hint = GD_NO_HINT;
                CHECK(answer == RAY_MISS);
                const vec3 n = unit3(span.n_in);
                CHECK(fabs(dot3(n, line.v)) < 1e-12);
                CHECK(dot3(n, line.x) > dot3(n, core_support(hull, n, &hint)));
                misses++;
            }
        }
        gd_shape_destroy(hull);
    }
    CHECK(hits > 3000 && misses > 1000);
}
