/* Tests for contact in a motion agree with the signed distance at the same time. */
#include "lib/check.h"
#include "lib/motions.h"
#include "lib/impact_searches.h"

#define PAIRS ROUNDS(2000)
#define CLEAR 1e-6

/* The signed distance less the target; of two flat shapes the distance. */
static double gap_at(const drawn_impact_search* s, double t) {
    double pose_a[7], pose_b[7];
    exact_poses_at(&s->query, &s->motion, t, pose_a, pose_b);
    const gd_query at = {s->query.a, pose_a, s->query.b, pose_b, NULL, NULL};
    gd_signed_result r;
    gd_distance_result d;
    if (s->search.flat) {
        CHECK(gd_distance(&at, &d) >= 0);
        return d.value;
    }
    CHECK(gd_signed_distance(&at, &r) >= 0);
    return r.value - s->motion.target;
}

static void test_contact_is_a_gap_of_zero(double target) {
    int contacts = 0, separated = 0;
    for (int i = 0; i < PAIRS; i++) {
        drawn_impact_search s;
        draw_impact_search(i, 3.0, &s);
        s.motion.target = target;
        restart_impact_search(&s);
        const double t = random_between(0.3, 1.0), gap = gap_at(&s, t);
        s.search.at = moving_at(&s.search.pair, t - 1e-9);
        const bool contact = gd_impact_contact(&s.search, t);
        if (!s.search.flat || gap > CLEAR) {
            if (gap > CLEAR) CHECK(!contact);
            if (gap < -CLEAR) CHECK(contact);
            contacts += gap < -CLEAR;
            separated += gap > CLEAR;
        }
        destroy_impact_search(&s);
    }
    CHECK(contacts > PAIRS / 20 && separated > PAIRS / 4);
}

TEST(impact_contact) {
    test_contact_is_a_gap_of_zero(0.0);
    test_contact_is_a_gap_of_zero(0.3);
}
