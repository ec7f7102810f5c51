/* Casts in 2D: circles have known contacts, and random pairs agree with the distance. */
#include "lib/check.h"
#include "lib/cast_searches.h"

TEST(cast_2d) {
    int hits = 0, misses = 0;
    for (uint64_t i = 0; i < 6000; i++) {
        draw d = {.state = i + 1};
        cast_pair pair;
        cast_search c;
        const gd_kind a = draw_kinds_2d[i % DRAW_KINDS_2D], b = draw_kinds_2d[i / 13 % 13];
        if (!draw_cast_search(&d, FAMILY_GENERAL, a, b, &pair, &c)) continue;
        const gd_status status = gd_cast_2d(&c, gd_cast_guess(&c.line).entry);
        CHECK(status != GD_STATUS_MAX_ITERATIONS && c.iterations < 100.0);
        hits += status == GD_STATUS_OPTIMAL && !c.miss;
        misses += c.miss;
        const bool centered = !pair.a.shape->off_center && !pair.b.shape->off_center;
        if (a == GD_KIND_CIRCLE && b == GD_KIND_CIRCLE && centered) {
            const double r = pair.a.shape->radius + pair.b.shape->radius + c.line.target;
            const double off = c.line.at.x, square = r * r - off * off;
            if (square > 1e-9 * r * r) CHECK_NEAR(c.outer + c.line.at.z, sqrt(square), 1e-7 * r);
            if (square < -1e-9 * r * r) CHECK(c.miss);
        }
        cast_pair_free(&pair);
    }
    CHECK(hits > 1000 && misses > 300);
}
