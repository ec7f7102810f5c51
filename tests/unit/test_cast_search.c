/* Guesses of a cast are exact for balls, and the portal alone finds every contact. */
#include "lib/check.h"
#include "lib/cast_searches.h"

static void test_guesses_of_balls(void) {
    for (uint64_t i = 0; i < 500; i++) {
        draw d = {.state = i + 1};
        cast_pair pair;
        cast_search c;
        if (!draw_cast_search(&d, FAMILY_GENERAL, GD_KIND_SPHERE, GD_KIND_SPHERE, &pair, &c))
            continue;
        const bool plain = !pair.a.shape->off_center && !pair.b.shape->off_center &&
                           c.line.target == 0.0; /* then the middle of K is its centre */
        const cast_guess g = gd_cast_guess(&c.line);
        const vec3 n = unit3(g.across), at = c.line.at;
        if (plain && at.x * at.x + at.y * at.y > 0.0) {
            const double across = sqrt(at.x * at.x + at.y * at.y);
            CHECK_NEAR(sqrt(g.offset) * c.line.extent, across, 1e-12 * c.line.extent);
            CHECK_NEAR(dot3(n, make3(at.x, at.y, 0.0)), across, 1e-12 * across);
        }
        if (plain && g.offset < 0.9) {
            vertex3 s;
            const vec3 entry = unit3(g.entry);
            gd_cast_support(&c.line, entry, &s);
            CHECK(fabs(s.u) + fabs(s.v) < 1e-12 * c.line.extent);
            CHECK_NEAR(s.w - g.leaves, 2.0 * c.line.extent * sqrt(1.0 - g.offset),
                       1e-12 * c.line.extent);
        }
        cast_pair_free(&pair);
    }
}

static void test_the_portal_alone(void) {
    int hits = 0, misses = 0;
    for (uint64_t i = 0; i < 4000; i++) {
        draw d = {.state = i + 1};
        cast_pair pair;
        cast_search c;
        const gd_kind a = draw_kinds_3d[i % DRAW_KINDS_3D], b = draw_kinds_3d[i / 16 % 16];
        if (!draw_cast_search(&d, FAMILY_GENERAL, a, b, &pair, &c)) continue;
        const gd_status status = gd_cast_by_portal(&c, gd_cast_guess(&c.line).entry);
        CHECK((status == GD_STATUS_OPTIMAL) == cast_decided(&c));
        CHECK(c.miss || c.inner <= cast_proved(&c));
        hits += status == GD_STATUS_OPTIMAL && !c.miss;
        misses += c.miss;
        cast_pair_free(&pair);
    }
    CHECK(hits > 1000 && misses > 300);
}

TEST(cast_search) {
    test_guesses_of_balls();
    test_the_portal_alone();
}
