/* Normals of the search for a time of impact prove nearly the whole distance, also next to a
 * contact. */
#include "lib/check.h"
#include "lib/make.h"
#include "lib/impact_searches.h"

#define PAIRS ROUNDS(2000)

static void test_a_normal_proves_the_distance(void) {
    int separated = 0;
    for (int i = 0; i < PAIRS; i++) {
        drawn_impact_search s;
        draw_impact_search(i, 3.0, &s);
        impact* w = &s.search;
        w->at = moving_at(&w->pair, random_next());
        gd_impact_find_normal(w);
        CHECK(w->normals == 1.0 && w->found_t == w->at.t);
        if (w->distance > 1e-6) {
            separated++;
            CHECK_NEAR(length3(w->n), 1.0, 1e-15);
            CHECK(w->gap.g + w->at.error >= w->distance * (1.0 - IMPACT_LOOSE));
            CHECK(w->gap.g <= w->distance);
        }
        destroy_impact_search(&s);
    }
    CHECK(separated > PAIRS / 2);
}

/* Moves random shapes until they are 1e-10 to 1e-3 of their size apart. */
static void test_a_sharp_normal_proves_a_small_distance(void) {
    int near = 0;
    for (int i = 0; i < PAIRS; i++) {
        drawn_impact_search s;
        draw_impact_search(i, 0.0, &s);
        impact* w = &s.search;
        w->sharp = true;
        w->at = moving_at(&w->pair, 0.0);
        gd_impact_find_normal(w);
        const double gap = random_shrunk(1e-3, 20.0);
        if (w->distance > 0.1) {
            const vec3 n = w->n;
            const double back = w->distance - gap;
            for (int k = 0; k < 3 && k < w->pair.dimension; k++)
                s.pose_b[k] -= back * (k == 0 ? n.x : k == 1 ? n.y : n.z);
            restart_impact_search(&s);
            w->sharp = true;
            w->at = moving_at(&w->pair, 0.0);
            gd_impact_find_normal(w);
            if (w->distance > 0.5 * gap && w->distance < 2.0 * gap) {
                near++;
                CHECK(w->gap.g + 2.0 * w->at.error >= 0.999 * w->distance);
            }
        }
        destroy_impact_search(&s);
    }
    CHECK(near > PAIRS / 4);
}

/* A query that finds the shapes overlapping returns a normal that proves nothing. After a proved
 * time this is rounding, so the normal of the proof stays. */
static void test_rounding_keeps_the_proved_normal(void) {
    const gd_settings settings = {.tolerance = 1e-9, .max_iterations = 10.0};
    const double pose[7] = {0, 0, 0, 0, 0, 0, 1}, above[7] = {0.9, 1.9, 0.3, 0, 0, 0, 1};
    gd_shape* box = make_box(1.0, 1.0, 1.0);
    const gd_motion m = {.velocity_b = {0.0, -1.0, 0.0}, .max_time = 1.0};
    const gd_query q = {box, pose, box, above, &settings, NULL};
    impact w;
    CHECK(gd_impact_init(&w, &q, &m) == GD_STATUS_OPTIMAL);
    gd_impact_find_normal(&w);
    CHECK(w.gap.g < 0.0 && w.distance == 0.0);
    w.n = make3(0.0, 0.6, 0.8);
    w.gap.g = 1e-16; /* as if it were proved */
    gd_impact_find_normal(&w);
    CHECK(w.n.x == 0.0 && w.n.y == 0.6 && w.n.z == 0.8 && w.found.z == 0.8);
    gd_shape_destroy(box);
}

static void test_a_halfspace_has_one_normal(void) {
    const double record[10] = {GD_KIND_HALFSPACE, 0, 0, 0, 0, 0, 0.0, 3.0, 4.0, 1.0};
    const double pose[7] = {0, 0, 0, 0, 0, 0, 1}, above[7] = {0.0, 3.0, 4.0, 0, 0, 0, 1};
    const gd_settings settings = {.tolerance = 1e-9, .max_iterations = 10.0};
    gd_shape *plane = make(record, 10), *ball = make_sphere(1.0);
    const gd_motion m = {.angular_a = {0.5, 0.0, 0.0}, .max_time = 1.0, .target = 0.25};
    impact w;
    const gd_query q = {plane, pose, ball, above, &settings, NULL};
    CHECK(gd_impact_init(&w, &q, &m) == GD_STATUS_OPTIMAL);
    gd_impact_find_normal(&w);
    CHECK_NEAR(w.n.y, 0.6, 1e-15);
    CHECK_NEAR(w.n.z, 0.8, 1e-15);
    CHECK_NEAR(w.gap.g, 5.0 - 0.2 - 1.0 - 0.25, 1e-13);
    CHECK_NEAR(w.rate, 0.0, 1e-14); /* the ball is along the normal */
    const gd_query swapped = {ball, above, plane, pose, &settings, NULL};
    CHECK(gd_impact_init(&w, &swapped, &m) == GD_STATUS_OPTIMAL);
    gd_impact_find_normal(&w);
    CHECK_NEAR(w.n.z, -0.8, 1e-15);
    CHECK_NEAR(w.gap.g, 5.0 - 0.2 - 1.0 - 0.25, 1e-13);
    gd_shape_destroy(plane);
    gd_shape_destroy(ball);
}

TEST(impact_normal) {
    test_a_normal_proves_the_distance();
    test_a_sharp_normal_proves_a_small_distance();
    test_rounding_keeps_the_proved_normal();
    test_a_halfspace_has_one_normal();
}
