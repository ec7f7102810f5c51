/* Hulls with corners closer together than the rounding of anything computed from them. Clusters of
 * points about the origin or a corner are down to 1e-40 of the rest in size. Lattices have many
 * coplanar corners, and some hulls the smallest valid lengths. The construction of hulls is exact,
 * so some triangles keep no area or normal in doubles. Every method that walks over facets must
 * skip these. Certifies every result from the definitions.
 *
 * The facet walk once used a mean of a sliver's corners whose weights had underflowed. In pair 2117
 * the point was outside the shape, and nothing proved the upper bound.
 *
 * EPA once took all facets for slivers, because the squares of tiny areas underflow. In pair 4130
 * the depth was 20 % too large. */
#include "lib/check.h"

#include "proof/ask.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define TRACE_ROOM 60000.0

static double sliver_size(void) {
    return random_next() < 0.3 ? ldexp(1.0, -(int)(245.0 * random_next())) : 1.0;
}

/* Adds points about the origin, or about a point that may be a corner. Returns the new number of
 * points. */
static int sliver_knot(double* points, int count) {
    const double bits = random_next() < 0.5 ? 80.0 : 35.0;
    const double eps = ldexp(1.0, -(int)(20.0 + bits * random_next()));
    double base[3] = {0.0, 0.0, 0.0};
    if (random_next() < 0.4)
        for (int k = 0; k < 3; k++)
            base[k] = random_next() < 0.5 ? random_between(-1.5, 1.5) : points[k];
    const int end = count + 2 + (int)(4.0 * random_next());
    for (; count < end; count++)
        for (int k = 0; k < 3; k++) {
            const double off =
                random_next() < 0.4 ? floor(3.0 * random_next()) - 1.0 : random_between(-1.0, 1.0);
            points[3 * count + k] = base[k] + eps * off;
        }
    return count;
}

/* Sets the centre to a mean of all corners. The weights may differ so much that it is next to one
 * corner. */
static void sliver_center(drawn* out, const double* points, int count) {
    double sum = 0.0, mean[3] = {0.0, 0.0, 0.0};
    for (int i = 0; i < count; i++) {
        const double share = random_next();
        const double weight = random_next() < 0.3 ? share * fabs(random_tiny(60.0)) : share;
        sum += weight;
        for (int k = 0; k < 3; k++)
            mean[k] += weight * points[3 * i + k];
    }
    out->record[GD_RECORD_HAS_CENTER] = 1.0;
    for (int k = 0; k < 3; k++)
        out->record[GD_RECORD_CENTER + k] = mean[k] / sum;
}

static void sliver_hull(drawn* out) {
    memset(out, 0, sizeof *out);
    double* p = out->record + GD_RECORD_PARAMETERS;
    const int how = (int)(4.0 * random_next()), far = 4 + (int)(5.0 * random_next());
    const double size = sliver_size();
    for (int i = 0; i < 3 * far; i++) /* how == 2: the origin may be a corner */
        p[i] = how == 0   ? floor(5.0 * random_next()) - 2.0
               : how == 2 ? random_next()
                          : random_between(-1.0, 1.0);
    int count = far;
    for (int knots = (int)(4.0 * random_next()); knots > 0; knots--)
        count = sliver_knot(p, count);
    for (int i = 0; i < 3 * count; i++)
        p[i] *= size;
    if (random_next() < 0.5) sliver_center(out, p, count);
    drawn_make(out, GD_KIND_HULL, 3 * (size_t)count);
}

static void sliver_box(drawn* out, double size) {
    memset(out, 0, sizeof *out);
    double* p = out->record + GD_RECORD_PARAMETERS;
    out->record[GD_RECORD_HAS_CENTER] = random_next() < 0.3 ? 1.0 : 0.0;
    for (int k = 0; k < 3; k++) {
        const double thin = fabs(random_tiny(random_next() < 0.5 ? 4.0 : 60.0));
        p[k] = size * (random_next() < 0.5 ? 1.0 : thin);
        const double inside = 1.0 - fabs(random_tiny(50.0));
        if (out->record[GD_RECORD_HAS_CENTER] != 0.0)
            out->record[GD_RECORD_CENTER + k] =
                p[k] * (random_next() < 0.5 ? random_between(-1.0, 1.0) : inside);
    }
    drawn_make(out, GD_KIND_BOX, 3);
}

static void sliver_place(double* pose, double size) {
    const int how = (int)(3.0 * random_next());
    double reach = size * pow(10.0, random_between(-2.0, 1.0));
    if (random_next() < 0.1) reach *= pow(10.0, random_between(-30.0, 0.0));
    for (int k = 0; k < 3; k++)
        pose[k] = reach * (how == 0   ? random_between(-1.0, 1.0)
                           : how == 1 ? floor(3.0 * random_next()) - 1.0
                                      : floor(5.0 * random_next()) / 2.0 - 1.0);
}

static void sliver_pair(unsigned long long index, gd_trace* trace) {
    random_seed(index * 0x9e3779b97f4a7c15ULL + 5);
    drawn set[2];
    const int first = random_next() < 0.5 ? 0 : 1;
    sliver_hull(&set[first]);
    gd_shape_info info = {.bound_radius = 1.0};
    if (set[first].shape) gd_shape_describe(set[first].shape, &info);
    if (random_next() < 0.3)
        sliver_box(&set[1 - first], info.bound_radius);
    else
        sliver_hull(&set[1 - first]);
    random_turn(set[0].pose + 3, random_tiny);
    random_turn(set[1].pose + 3, random_tiny);
    sliver_place(set[1].pose, info.bound_radius);
    if (set[0].shape && set[1].shape) {
        asked pair;
        asked_make(&pair, &set[0], &set[1]);
        trace->capacity = TRACE_ROOM;
        const gd_settings settings = {.tolerance = index % 2 ? 1e-15 : 1e-8,
                                      .max_iterations = 300.0,
                                      .method = GD_METHOD_INC,
                                      .trace = index % 4 ? 0.0 : (double)(uintptr_t)trace};
        CHECK(ask_certified(ASK_COMPARISON, &pair, &settings, NULL));
        CHECK(ask_certified(ASK_DEPTH, &pair, NULL, NULL));
    }
    gd_shape_destroy(set[0].shape);
    gd_shape_destroy(set[1].shape);
}

TEST(hulls_of_knots) {
    gd_trace* trace = calloc(1, sizeof *trace + (size_t)TRACE_ROOM * sizeof(double));
    for (unsigned i = 0; i < 2200; i++)
        sliver_pair(i, trace);
    sliver_pair(4130, trace);
    free(trace);
}
