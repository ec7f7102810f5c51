/* The shares of kinks give the point nearest to the origin: the conditions of that minimum hold for
 * each kink within the limits, and other kinks have no share. */
#include "lib/check.h"

#include "second_order/kink_shares.h"

#include <string.h>

static void random_kinks(local_model* m, int count, double gap) {
    memset(m, 0, sizeof *m);
    m->count = count;
    for (int i = 0; i < count; i++) {
        const double u = random_between(-1.0, 1.0), v = random_between(-1.0, 1.0);
        m->kinks[i].slope = make2(u, v);
        m->kinks[i].gap = gap * random_next();
    }
}

static vec3 random_point(void) {
    const double u = random_between(-1.0, 1.0), v = random_between(-1.0, 1.0);
    return make3(u, v, random_between(-1.0, 1.0));
}

static vec3 beyond(const kink* h) {
    return make3(h->slope.x, h->slope.y, -h->gap);
}

/* The point is x plus the shares; moving a share nears the origin only across a limit. */
static void check_minimum(const local_model* m, vec3 x, const double* share, vec3 point,
                          double rounding) {
    for (int i = 0; i < m->count; i++) {
        x = madd3(x, share[i], beyond(&m->kinks[i]));
        const double slope = dot3(beyond(&m->kinks[i]), point);
        CHECK(share[i] >= 0.0 && share[i] <= 1.0);
        if (share[i] > 0.0) CHECK(slope <= rounding);
        if (share[i] < 1.0) CHECK(slope >= -rounding);
    }
    CHECK_NEAR(max_abs3(sub3(x, point)), 0.0, 1e-14);
}

static void test_up_to_two_kinks_are_exact(void) {
    for (int i = 0; i < 3000; i++) {
        local_model m;
        double share[LOCAL_MODEL_KINKS];
        random_kinks(&m, i % 3, 0.5);
        const vec3 x = random_point();
        vec3 point = x;
        gd_kink_shares(&m, (kink_limits){100.0, 1.0}, &point, share);
        check_minimum(&m, x, share, point, 1e-13);
    }
}

/* The sweeps over several kinks converge slowly if two are nearly parallel. */
static void test_several_kinks_come_near(void) {
    int exact = 0;
    for (int i = 0; i < 1000; i++) {
        local_model m;
        double share[LOCAL_MODEL_KINKS];
        random_kinks(&m, 3 + i % 4, 0.0);
        const vec3 x = random_point();
        vec3 point = x;
        gd_kink_shares(&m, (kink_limits){0.0, 0.0}, &point, share);
        check_minimum(&m, x, share, point, 1.0);
        bool minimum = true;
        for (int k = 0; k < m.count; k++) {
            const double slope = dot3(beyond(&m.kinks[k]), point);
            minimum &= share[k] == 0.0 ? slope >= -1e-3 : share[k] == 1.0 || fabs(slope) < 1e-3;
        }
        exact += minimum;
    }
    CHECK(exact > 800);
}

static void test_kinks_beyond_the_limits_have_no_share(void) {
    local_model m;
    double share[LOCAL_MODEL_KINKS];
    random_kinks(&m, 2, 0.0);
    m.kinks[0].slope = make2(1.0, 0.0);
    m.kinks[0].gap = 0.25;
    m.kinks[1].slope = make2(0.0, 1.0);
    m.kinks[1].gap = 0.5;
    const vec3 x = make3(-0.5, -0.5, 0.0);
    vec3 point = x;
    gd_kink_shares(&m, (kink_limits){0.3, 0.0}, &point, share);
    CHECK(share[0] > 0.0 && share[1] == 0.0);
    point = x;
    gd_kink_shares(&m, (kink_limits){0.0, 0.4}, &point, share);
    CHECK(share[0] > 0.0 && share[1] == 0.0 && point.y == -0.5);
    point = x;
    gd_kink_shares(&m, (kink_limits){0.0, 0.1}, &point, share);
    CHECK(max_abs3(sub3(point, x)) == 0.0);
}

TEST(kink_shares) {
    test_up_to_two_kinks_are_exact();
    test_several_kinks_come_near();
    test_kinks_beyond_the_limits_have_no_share();
}
