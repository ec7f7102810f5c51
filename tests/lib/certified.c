/* Certificates of cold and warm answers: see certified.h. */
#include "certified.h"

#include "check.h"

#include <string.h>

static const truth any = {.growth_most = (real)INFINITY};

certified certified_growth(growth_solver* solve, const posed set[2], gd_query query) {
    gd_warm warm;
    memset(&warm, 0, sizeof warm);
    worst seen = {0};
    gd_growth_result r[3];
    for (int i = 0; i < 3; i++) {
        query.warm = i ? &warm : NULL;
        CHECK(solve(&query, &r[i]) == GD_STATUS_OPTIMAL);
        CHECK_CERTIFIED(
            certify_growth(&set[0], &set[1], &r[i], query.settings->tolerance, &any, &seen));
    }
    CHECK(memcmp(&r[1], &r[0], sizeof r[0]) == 0);
    return (certified){r[0].value, r[0].iterations, r[2].iterations};
}

void certified_collision(collision_solver* solve, const posed set[2], gd_query query,
                         double value) {
    worst seen = {0};
    gd_collision_result c;
    query.warm = NULL;
    CHECK(solve(&query, &c) >= 0);
    CHECK_CERTIFIED(certify_collision(&set[0], &set[1], &c, &any, &seen));
    if (fabs(value - 1.0) > 1e-6) CHECK((c.colliding == 1.0) == (value < 1.0));
}
