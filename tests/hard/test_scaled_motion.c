/* Casts, rays and times of impact take the same steps at every scale. If all lengths change by a
 * power of two, the times, normals and iterations keep their bits and the points change by that
 * power. An absolute threshold or the root of a length in a solver would break this. At the ends of
 * the range of lengths other solvers take over, and the certified bounds must agree. */
#include "lib/check.h"
#include "lib/draw.h"
#include "lib/motions.h"

#include <string.h>

/* Exponents of scales that change no bit, and of the largest and smallest shapes. */
static const int same_bits[] = {1, -1, 30, -30, 41, -41, 80, -80}, ends[] = {200, -200, 240, -240};

static const gd_kind kinds_3d[] = {
    GD_KIND_SPHERE,      GD_KIND_ELLIPSOID, GD_KIND_BOX,      GD_KIND_CAPSULE,
    GD_KIND_CYLINDER,    GD_KIND_CONE,      GD_KIND_FRUSTUM,  GD_KIND_HULL,
    GD_KIND_POINT,       GD_KIND_SEGMENT,   GD_KIND_TRIANGLE, GD_KIND_DSF,
    GD_KIND_TRANSFORMED, GD_KIND_SUM,       GD_KIND_CUSTOM,   GD_KIND_HALFSPACE};
static const gd_kind kinds_2d[] = {
    GD_KIND_CIRCLE, GD_KIND_ELLIPSE,  GD_KIND_RECTANGLE, GD_KIND_POLYGON, GD_KIND_STADIUM,
    GD_KIND_POINT2, GD_KIND_SEGMENT2, GD_KIND_TRIANGLE2, GD_KIND_DSF2,    GD_KIND_TRANSFORMED2,
    GD_KIND_SUM2,   GD_KIND_CUSTOM2,  GD_KIND_HALFPLANE};

typedef struct answers {
    gd_cast_result cast, impact;
    gd_ray_result ray;
    int apart;
} answers;

/* Draws a pair and its motion at a scale, and runs the queries. */
static void scaled_run(const gd_kind kinds[2], int dimension, unsigned long long seed, double scale,
                       answers* out) {
    random_seed(seed);
    drawn a, b;
    draw_shape(kinds[0], scale, &a);
    draw_shape(kinds[1], scale, &b);
    double pose_a[7], pose_b[7];
    gd_motion m;
    draw_motion(dimension, 4.0 * scale, seed % 2 ? 3.0 : 0.0, pose_a, pose_b, &m);
    m.target = seed % 3 ? 0.0 : 0.1 * scale;
    gd_cast c = {.max_time = 1.0, .target = m.target};
    gd_ray r = {.max_time = INFINITE, .target = m.target};
    for (int i = 0; i < dimension; i++) {
        c.displacement[i] = m.velocity_b[i] - m.velocity_a[i];
        r.origin[i] = pose_b[i];
        r.direction[i] = c.displacement[i];
    }
    const gd_query query = {a.shape, pose_a, b.shape, pose_b, NULL, NULL};
    gd_cast_shape(&query, &c, &out->cast);
    gd_cast_ray(a.shape, pose_a, &r, NULL, &out->ray);
    gd_time_of_impact(&query, &m, &out->impact);
    out->apart = gd_stays_apart(&query, &m);
    gd_shape_destroy(a.shape);
    gd_shape_destroy(b.shape);
}

/* Multiplies the points, which are the only lengths of results. */
static void scaled_points(answers* x, double scale) {
    for (int i = 0; i < 3; i++) {
        x->cast.point_a[i] *= scale;
        x->cast.point_b[i] *= scale;
        x->impact.point_a[i] *= scale;
        x->impact.point_b[i] *= scale;
        x->ray.point[i] *= scale;
    }
}

static void scaled_check(const gd_kind kinds[2], int dimension, unsigned long long seed) {
    answers x, y;
    scaled_run(kinds, dimension, seed, 1.0, &x);
    const double scale = ldexp(1.0, same_bits[seed % LENGTH(same_bits)]);
    scaled_run(kinds, dimension, seed, scale, &y);
    scaled_points(&x, scale);
    const bool same = memcmp(&x.cast, &y.cast, sizeof x.cast) == 0 &&
                      memcmp(&x.ray, &y.ray, sizeof x.ray) == 0 &&
                      memcmp(&x.impact, &y.impact, sizeof x.impact) == 0 && x.apart == y.apart;
    CHECK(same);
    if (!same) printf("  types %d and %d, seed %llu, scale %g\n", kinds[0], kinds[1], seed, scale);
}

/* The bounds of one time exclude each other by no more than rounding. */
static bool scaled_meet(const gd_cast_result* x, const gd_cast_result* y) {
    if (x->status != GD_STATUS_OPTIMAL || y->status != GD_STATUS_OPTIMAL) return true;
    return x->hit == y->hit && x->lower <= y->upper + 1e-12 && y->lower <= x->upper + 1e-12;
}

static void scaled_check_end(const gd_kind kinds[2], int dimension, unsigned long long seed) {
    answers x, y;
    scaled_run(kinds, dimension, seed, 1.0, &x);
    const double scale = ldexp(1.0, ends[seed % LENGTH(ends)]);
    scaled_run(kinds, dimension, seed, scale, &y);
    const bool meet = scaled_meet(&x.cast, &y.cast) && scaled_meet(&x.impact, &y.impact) &&
                      x.ray.hit == y.ray.hit && x.cast.hit == y.cast.hit;
    CHECK(meet && y.cast.iterations < 200.0);
    if (!meet) printf("  types %d and %d, seed %llu, scale %g\n", kinds[0], kinds[1], seed, scale);
}

TEST(scaled_motion) {
    unsigned long long seed = 20261126;
    for (int dimension = 2; dimension <= 3; dimension++) {
        const gd_kind* list = dimension == 3 ? kinds_3d : kinds_2d;
        const size_t count = dimension == 3 ? LENGTH(kinds_3d) : LENGTH(kinds_2d);
        for (size_t i = 0; i < count * count; i++) {
            const gd_kind kinds[2] = {list[i % count], list[i / count]};
            for (int k = 0; k < ROUNDS(17); k++)
                scaled_check(kinds, dimension, seed++);
            for (int k = 0; k < ROUNDS(5); k++)
                scaled_check_end(kinds, dimension, seed++);
        }
    }
}
