/* Warm times of impact: they agree with cold ones and take fewer normals if the shapes move little.
 * test_impact_random.c certifies them. */
#include "lib/check.h"
#include "lib/impact_searches.h"

#include <string.h>

enum { FRAMES = 5 };

/* The greatest share of the cold normals, with a reserve of a tenth: 0.87 was measured. */
#define RATIO 0.95

/* Moves B a little, in every third frame by all of its size. */
static void move(drawn_impact_search* s, int frame) {
    gd_shape_info info;
    gd_shape_describe(s->b.shape, &info);
    const double reach = info.bound_radius * (frame % 3 == 2 ? 1.0 : 0.01);
    for (int i = 0; i < (s->search.pair.dimension == 3 ? 3 : 2); i++) {
        s->pose_b[i] += random_between(-reach, reach);
        s->motion.velocity_b[i] *= random_between(0.99, 1.01);
    }
}

static double check_pairs(double turn, bool jumps) {
    double warm_steps = 0.0, cold_steps = 0.0;
    for (int number = 0; number < 150; number++) {
        drawn_impact_search s;
        draw_impact_search(number, turn, &s);
        gd_warm warm = {0};
        for (int frame = 0; frame < FRAMES; frame++) {
            const gd_query query = {s.a.shape, s.pose_a, s.b.shape, s.pose_b, NULL, &warm};
            gd_query colder = query;
            gd_cast_result r, cold;
            colder.warm = NULL;
            CHECK(gd_time_of_impact(&colder, &s.motion, &cold) >= 0);
            const gd_warm before = warm;
            CHECK(gd_time_of_impact(&query, &s.motion, &r) >= 0);
            warm_steps += frame > 0 ? r.iterations : 0.0;
            cold_steps += frame > 0 ? cold.iterations : 0.0;
            if (cold.status == GD_STATUS_OPTIMAL && r.status == GD_STATUS_OPTIMAL)
                CHECK(r.hit == cold.hit && r.lower <= cold.upper && cold.lower <= r.upper);
            gd_query apart = query;
            gd_warm again = before;
            apart.warm = &again;
            if (r.status == GD_STATUS_OPTIMAL)
                CHECK(gd_stays_apart(&apart, &s.motion) == (r.hit == 0.0));
            move(&s, jumps ? frame : 0);
        }
        destroy_impact_search(&s);
    }
    return warm_steps / cold_steps;
}

/* A normal that separates the whole motion is all that a warm query needs. */
static void test_one_normal_proves_a_miss(void) {
    drawn_impact_search s;
    int misses = 0;
    for (int number = 0; number < 400; number++) {
        draw_impact_search(number, 0.5, &s);
        gd_warm warm = {0};
        gd_cast_result r, again;
        const gd_query query = {s.a.shape, s.pose_a, s.b.shape, s.pose_b, NULL, &warm};
        gd_time_of_impact(&query, &s.motion, &r);
        gd_time_of_impact(&query, &s.motion, &again);
        misses += r.hit == 0.0 && r.iterations > 1.0 && again.iterations == 1.0;
        if (r.hit == 0.0) CHECK(again.hit == 0.0 && again.iterations <= r.iterations);
        destroy_impact_search(&s);
    }
    CHECK(misses > 10);
}

TEST(impact_warm) {
    random_seed(43);
    CHECK(check_pairs(1.0, false) < RATIO);
    check_pairs(6.0, true);
    test_one_normal_proves_a_miss();
}
