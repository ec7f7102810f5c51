/* Casts by second derivatives have the same contacts as those by the portal alone, in fewer
 * evaluations. */
#include "lib/check.h"
#include "lib/cast_searches.h"

TEST(cast_newton) {
    const gd_kind curved[7] = {GD_KIND_SPHERE,   GD_KIND_ELLIPSOID, GD_KIND_BOX,    GD_KIND_CAPSULE,
                               GD_KIND_CYLINDER, GD_KIND_CONE,      GD_KIND_FRUSTUM};
    double steps = 0.0, portal_steps = 0.0;
    int hits = 0, misses = 0;
    for (uint64_t i = 0; i < 4000; i++) {
        draw d = {.state = i + 1};
        cast_pair pair;
        cast_search c;
        if (!draw_cast_search(&d, FAMILY_GENERAL, curved[i % 7], curved[i / 7 % 7], &pair, &c))
            continue;
        cast_search alone = c;
        const cast_guess guess = gd_cast_guess(&c.line);
        CHECK(gd_cast_by_newton(&c, &guess, false) == cast_decided(&c));
        const gd_status status = gd_cast_by_portal(&alone, guess.entry);
        if (cast_decided(&c) && status == GD_STATUS_OPTIMAL) {
            check_same_contact(&c, &alone);
            CHECK(c.miss == alone.miss);
            steps += c.iterations;
            portal_steps += alone.iterations;
            hits += !c.miss;
            misses += c.miss;
        }
        cast_pair_free(&pair);
    }
    CHECK(hits > 1000 && misses > 300);
    CHECK(steps < 0.5 * portal_steps);
}
