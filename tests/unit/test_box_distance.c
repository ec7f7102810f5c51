/* The nearest points of two boxes. Both points are in their boxes, and the plane across the vector
 * between them separates the boxes by its length: so no other points are nearer. Pairs are random,
 * parallel, or parallel up to an angle between 1e-1 and 1e-15. Some are nearly flat. */
#include "lib/check.h"
#include "lib/make.h"

#include "closed/boxes.h"

#define PAIRS 20000

static const gd_settings DEFAULTS = {.tolerance = GD_DEFAULT_TOLERANCE, .max_iterations = 100.0};

typedef struct box_pair {
    gd_shape *a, *b;
    double pose_a[7], pose_b[7];
    boxes x;
    double size;
} box_pair;

static gd_shape* draw_box(bool flat) {
    return make_box(flat ? 1e-9 : random_between(0.1, 2.0), random_between(0.1, 2.0),
                    random_between(0.1, 2.0));
}

static void draw_box_pair(box_pair* p, int i) {
    static const double turns[8] = {0.0, 1e-15, 1e-12, 1e-8, 1e-4, 1e-1, 1.0, 1.0};
    p->a = draw_box(i % 11 == 0);
    p->b = draw_box(i % 13 == 0);
    for (int k = 0; k < 7; k++) {
        p->pose_a[k] = random_between(-1.0, 1.0);
        p->pose_b[k] = p->pose_a[k] + (k < 3 ? 4.0 : turns[i % 8]) * random_between(-1.0, 1.0);
    }
    CHECK(gd_boxes_of(&(gd_query){p->a, p->pose_a, p->b, p->pose_b, &DEFAULTS, NULL}, &p->x));
    p->size = max_abs3(p->a->size) + max_abs3(p->b->size) + max_abs3(p->x.q);
}

static void destroy_box_pair(box_pair* p) {
    gd_shape_destroy(p->a);
    gd_shape_destroy(p->b);
}

static double beyond(vec3 x, vec3 half) {
    return max2(max2(fabs(x.x) - half.x, fabs(x.y) - half.y), fabs(x.z) - half.z);
}

static void test_nearest_points(void) {
    random_seed(1);
    int found = 0, apart = 0;
    for (int i = 0; i < PAIRS; i++) {
        box_pair p;
        box_nearest nearest;
        draw_box_pair(&p, i);
        if (gd_box_distance(&p.x, p.size, &nearest)) {
            found++;
            const double rounding = 8.0 * GD_EPS * p.size, length = length3(nearest.w);
            const vec3 on_b = add3(p.x.q, rotate(&p.x.b_to_a, nearest.b));
            CHECK(beyond(nearest.b, p.b->size) <= 0.0);
            CHECK(beyond(sub3(on_b, nearest.w), p.a->size) <= rounding);
            if (length > 1e-3 * p.size) {
                const vec3 n = scale3(1.0 / length, nearest.w);
                const double proved = dot3(n, p.x.q) - gd_boxes_support(&p.x, n);
                CHECK_NEAR(proved, length, 1e-12 * p.size);
                apart++;
            }
        }
        destroy_box_pair(&p);
    }
    CHECK(found >= PAIRS - 2);
    CHECK(apart > PAIRS / 3 && apart < PAIRS);
}

/* GJK shares no step with it. */
static void test_agrees_with_gjk(void) {
    random_seed(2);
    gd_settings gjk = DEFAULTS;
    gjk.method = GD_METHOD_GJK;
    for (int i = 0; i < PAIRS; i++) {
        box_pair p;
        draw_box_pair(&p, i);
        gd_distance_result own, other;
        gd_distance(&(gd_query){p.a, p.pose_a, p.b, p.pose_b, NULL, NULL}, &own);
        gd_distance(&(gd_query){p.a, p.pose_a, p.b, p.pose_b, &gjk, NULL}, &other);
        CHECK(own.value <= other.value + own.gap + 1e-14 * p.size);
        CHECK(own.value >= other.lower - 1e-14 * p.size);
        CHECK(own.lower <= own.value && own.lower <= other.value + 1e-14 * p.size);
        destroy_box_pair(&p);
    }
}

/* Faces, a face and an edge, corners along a diagonal, and parallel edges. */
static void test_known_distances(void) {
    gd_shape* a = make_box(1, 1, 1);
    const double r = 0.70710678118654752;
    const struct {
        double pose[7], value;
    } cases[] = {{{0.2, 4, 0.1, 0, 0, r, r}, 2.0},
                 {{0, 5, 0, 0, 0, 0.38268343236508977, 0.92387953251128674}, 5.0 - 1.0 - 2.0 * r},
                 {{3, 3, 3, 0, 0, 0, 1}, 1.7320508075688772},
                 {{3, 3, 0.5, 0, 0, 0, 1}, 2.0 * r}};
    static const double here[7] = {0, 0, 0, 0, 0, 0, 1};
    for (int i = 0; i < 4; i++) {
        gd_distance_result d;
        gd_distance(&(gd_query){a, here, a, cases[i].pose, NULL, NULL}, &d);
        CHECK(d.status == GD_STATUS_OPTIMAL && d.iterations == 0.0);
        CHECK_NEAR(d.value, cases[i].value, 1e-15);
        CHECK_NEAR(d.lower, cases[i].value, 1e-15);
    }
    gd_shape_destroy(a);
}

TEST(box_distance) {
    test_nearest_points();
    test_agrees_with_gjk();
    test_known_distances();
}
