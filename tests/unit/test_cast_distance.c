/* Casts by distance queries have the same contacts as those by the portal. */
#include "lib/check.h"
#include "lib/cast_searches.h"

TEST(cast_distance) {
    int hits = 0;
    for (uint64_t i = 0; i < 3000; i++) {
        draw d = {.state = i + 1};
        cast_pair pair;
        cast_search c;
        const gd_kind a = draw_kinds_3d[i % DRAW_KINDS_3D], b = draw_kinds_3d[i / 16 % 16];
        if (!draw_cast_search(&d, FAMILY_GENERAL, a, b, &pair, &c)) continue;
        cast_search other = c;
        const gd_query query = {pair.a.shape, pair.a.pose, pair.b.shape, pair.b.pose, NULL, NULL};
        gd_cast_by_portal(&c, gd_cast_guess(&c.line).entry);
        gd_cast_by_distance(&other, &query);
        check_same_contact(&c, &other);
        hits += c.inner > -INFINITE && other.inner > -INFINITE;
        const double far = 0.01 * c.line.extent; /* 0 for two points */
        if (c.inner > -INFINITE && far > 0.0) {  /* the places before, at and after the contact */
            CHECK(gd_cast_place_at(&other, &query, c.outer + far) == CAST_APPROACHES);
            CHECK(gd_cast_place_at(&other, &query, c.inner) == CAST_TOUCHES || c.inner < c.outer);
        }
        cast_pair_free(&pair);
    }
    CHECK(hits > 300);
}
