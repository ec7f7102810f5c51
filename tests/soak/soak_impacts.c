/* The soak test of times of impact: a long run of random motions, each sampled from its definition
 * at 300 times before `lower` and once at `upper`.
 *
 * Usage: soak_impacts <seed> <count>. The families take turns: turns up to 3, 10 and 30 radians,
 * long shapes of sizes 1e-2 to 1e2, half-spaces, and motions whose target is next to their least
 * distance. Prints a line for every wrong result, and a table at the end. Returns 1 if a result is
 * wrong. */
#include "lib/check.h"
#include "lib/draw.h"
#include "lib/impact_checks.h"
#include "lib/make.h"
#include "lib/motions.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SAMPLES 300

typedef enum family {
    TURNS_3,
    TURNS_10,
    TURNS_30,
    LONG_SHAPES,
    HALFSPACES,
    GRAZES,
    FAMILIES
} family;
static const char* const names[FAMILIES] = {"turns to 3",  "turns to 10", "turns to 30",
                                            "long shapes", "half-spaces", "grazes"};

typedef struct tally {
    long count, wrong, statuses[7];
    double normals, most;
} tally;

static const gd_kind kinds[] = {
    GD_KIND_SPHERE,   GD_KIND_ELLIPSOID, GD_KIND_BOX,     GD_KIND_CAPSULE,     GD_KIND_CYLINDER,
    GD_KIND_CONE,     GD_KIND_FRUSTUM,   GD_KIND_HULL,    GD_KIND_POINT,       GD_KIND_SEGMENT,
    GD_KIND_TRIANGLE, GD_KIND_DSF,       GD_KIND_SUM,     GD_KIND_TRANSFORMED, GD_KIND_CUSTOM,
    GD_KIND_CIRCLE,   GD_KIND_ELLIPSE,   GD_KIND_POLYGON, GD_KIND_RECTANGLE,   GD_KIND_STADIUM,
    GD_KIND_SEGMENT2, GD_KIND_TRIANGLE2, GD_KIND_SUM2,
};
#define KINDS ((double)(int)(sizeof kinds / sizeof *kinds))
#define FIRST_2D 15.0

static gd_shape* draw_any(int dimension) {
    drawn d;
    const double low = dimension == 3 ? 0.0 : FIRST_2D, high = dimension == 3 ? FIRST_2D : KINDS;
    draw_shape(kinds[(int)random_between(low, high)], 1.0, &d);
    return d.shape;
}

static gd_shape* draw_halfspace(int dimension) {
    double record[10] = {dimension == 3 ? GD_KIND_HALFSPACE : GD_KIND_HALFPLANE};
    for (int k = 6; k < 10; k++)
        record[k] = random_between(-1.0, 1.0);
    return make(record, dimension == 3 ? 10 : 9);
}

/* The least of 200 sampled distances. */
static double least_distance(const gd_query* q, const gd_motion* m) {
    double least = INFINITE;
    for (int k = 0; k <= 200; k++) {
        double pose_a[7], pose_b[7];
        exact_poses_at(q, m, 0.005 * k * m->max_time, pose_a, pose_b);
        const gd_query at = {q->a, pose_a, q->b, pose_b, NULL, NULL};
        gd_distance_result d;
        gd_distance(&at, &d);
        least = fmin(least, d.value);
    }
    return least;
}

/* One motion of a family. Returns what is wrong, or NULL. */
static const char* run(family f, gd_cast_result* r) {
    static const double turns[FAMILIES] = {3.0, 10.0, 30.0, 10.0, 5.0, 5.0};
    const int dimension = f != LONG_SHAPES && random_next() < 0.25 ? 2 : 3;
    gd_shape* a = f == LONG_SHAPES ? make_long(random_shrunk(100.0, 13.0)) : draw_any(dimension);
    gd_shape* b = f == LONG_SHAPES  ? make_long(random_shrunk(100.0, 13.0))
                  : f == HALFSPACES ? draw_halfspace(dimension)
                                    : draw_any(dimension);
    double pose_a[7], pose_b[7];
    gd_motion m;
    const double size = bound_radius(a) + fmax(bound_radius(b), 1.0);
    draw_motion(dimension, size, turns[f], pose_a, pose_b, &m);
    if (random_next() < 0.2) m.target = random_shrunk(size, 30.0);
    if (random_next() < 0.2) m.max_time = random_between(0.1, 3.0);
    const gd_query q = {a, pose_a, b, pose_b, NULL, NULL};
    if (f == GRAZES) {
        m.target = 0.0;
        m.target = least_distance(&q, &m);
        m.target *= 1.0 + random_shrunk(random_between(-1.0, 1.0), 40.0);
    }
    const char* wrong = check_impact(&q, &m, SAMPLES, r);
    gd_shape_destroy(a);
    gd_shape_destroy(b);
    return wrong;
}

static void print_table(const tally tallies[FAMILIES]) {
    printf("%-12s %9s %6s %10s %11s %8s %9s %8s %7s\n", "family", "motions", "wrong", "optimal",
           "overlapping", "grazing", "precision", "normals", "most");
    for (int f = 0; f < FAMILIES; f++) {
        const tally* t = &tallies[f];
        printf("%-12s %9ld %6ld %10ld %11ld %8ld %9ld %8.1f %7.0f\n", names[f], t->count, t->wrong,
               t->statuses[GD_STATUS_OPTIMAL], t->statuses[GD_STATUS_OVERLAPPING],
               t->statuses[GD_STATUS_GRAZING], t->statuses[GD_STATUS_PRECISION],
               t->normals / (double)t->count, t->most);
    }
}

int main(int argc, char** argv) {
    const unsigned long long seed = argc > 1 ? strtoull(argv[1], NULL, 10) : 1;
    const long count = argc > 2 ? strtol(argv[2], NULL, 10) : 6000;
    tally tallies[FAMILIES];
    memset(tallies, 0, sizeof tallies);
    long wrong = 0;
    for (long i = 0; i < count; i++) {
        random_seed(seed * 1000000007ull + (unsigned long long)i);
        const family f = (family)(i % FAMILIES);
        tally* t = &tallies[f];
        gd_cast_result r;
        const char* what = run(f, &r);
        if (what) printf("%s, case %ld of seed %llu: %s\n", names[f], i, seed, what);
        t->wrong += what != NULL;
        wrong += what != NULL;
        t->count++;
        if (r.status >= 0.0) t->statuses[(int)r.status]++;
        t->normals += r.iterations;
        t->most = fmax(t->most, r.iterations);
    }
    print_table(tallies);
    return wrong > 0;
}
