/* Every way to look up the farthest vertex of a hull gives a vertex as far as a scan of all points.
 */
#include "lib/check.h"
#include "lib/make.h"

#include "growth_distance.h"

#include <stdlib.h>

static double farthest(const double* points, int count, const double* n) {
    double best = -INFINITE;
    for (int i = 0; i < count; i++) {
        const double h = n[0] * points[3 * i] + n[1] * points[3 * i + 1] + n[2] * points[3 * i + 2];
        if (h > best) best = h;
    }
    return best;
}

/* Points on a ball, so that all are corners; or on a lattice, so that many lie in one plane. */
static void check_hull(int count, bool lattice) {
    double* record = calloc((size_t)(6 + 3 * count), sizeof *record);
    double* points = record + 6;
    record[GD_RECORD_KIND] = GD_KIND_HULL;
    for (int i = 0; i < count; i++) {
        double v[3], length = 0.0;
        for (int k = 0; k < 3; k++) {
            v[k] = random_between(-1.0, 1.0);
            length += v[k] * v[k];
        }
        for (int k = 0; k < 3; k++)
            points[3 * i + k] = lattice ? floor(4.0 * v[k]) : v[k] / sqrt(length);
    }
    gd_shape* hull = make(record, (size_t)(6 + 3 * count));
    for (int i = 0; i < 500; i++) {
        double n[3], s[3];
        for (int k = 0; k < 3; k++)
            n[k] = i % 5 == 0 ? floor(random_between(-1.0, 2.0)) : random_between(-1.0, 1.0);
        if (n[0] == 0.0 && n[1] == 0.0 && n[2] == 0.0) continue;
        CHECK(gd_shape_support(hull, n, s) == GD_STATUS_OPTIMAL);
        const double h = n[0] * s[0] + n[1] * s[1] + n[2] * s[2];
        CHECK_NEAR(h, farthest(points, count, n), 1e-14 * (lattice ? 30.0 : 3.0));
    }
    gd_shape_destroy(hull);
    free(record);
}

TEST(hull_lookup) {
    const int counts[] = {5, 8, 33, 64, 141, 626, 2500};
    for (size_t i = 0; i < LENGTH(counts); i++) {
        check_hull(counts[i], false);
        if (counts[i] > 20) check_hull(counts[i], true);
    }
}
