/* Certificates of cold and warm answers: see certified.h. */
#include "certified.h"

#include "check.h"

#include "minkowski/trace.h"

#include <stdlib.h>
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

gd_growth_result certified_trace(growth_solver* solve, gd_query query) {
    const size_t room = 20000;
    gd_trace* trace = calloc(1, sizeof *trace + room * sizeof(double));
    gd_growth_result r, traced;
    CHECK(solve(&query, &r) == GD_STATUS_OPTIMAL);
    gd_settings settings = *query.settings;
    settings.trace = (double)(uintptr_t)trace;
    query.settings = &settings;
    trace->capacity = (double)room;
    gd_trace_begin(trace, GD_QUANTITY_GROWTH);
    CHECK(solve(&query, &traced) == GD_STATUS_OPTIMAL);
    CHECK(memcmp(&r, &traced, sizeof r) == 0);
    CHECK(trace->iterates == r.iterations + 1.0);
    CHECK(trace->lower == r.lower && trace->upper == r.upper);
    free(trace);
    return r;
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
