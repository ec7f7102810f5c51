/*
 * Runs queries for 64 random pairs of two shape types each, inside a function that callgrind
 * measures (instructions.js). Usage: instructions [query kind kind]...; a ray is cast against the
 * first one.
 */
#include "lib/draw.h"
#include "lib/check.h"

#include <stdlib.h>
#include <string.h>

#define PAIRS 64

typedef struct item {
    drawn a, b;
    double pose_a[7], pose_b[7];
    gd_cast cast; /* leads B to pose_b at the time 1 / 2 */
    gd_ray ray;
    gd_motion motion;
} item;

static item items[PAIRS];

/* The toggle of callgrind: instructions count in here only. */
__attribute__((noinline)) static double measured(const char* query) {
    double sum = 0.0;
    for (int i = 0; i < PAIRS; i++) {
        const item* x = &items[i];
        const gd_query pair = {x->a.shape, x->pose_a, x->b.shape, x->pose_b, NULL, NULL};
        union {
            gd_growth_result growth;
            gd_distance_result distance;
            gd_penetration_result penetration;
            gd_growth_gradient_result gradient;
            gd_cast_result cast;
            gd_ray_result ray;
        } out;
        switch (*query) {
        case 'g':
            gd_growth_distance(&pair, &out.growth);
            sum += out.growth.value;
            break;
        case 'd':
            gd_distance(&pair, &out.distance);
            sum += out.distance.value;
            break;
        case 'p':
            gd_penetration(&pair, &out.penetration);
            sum += out.penetration.depth;
            break;
        case 'i': sum += gd_intersects(&pair); break;
        case 'v':
            gd_growth_gradient(&pair, NULL, NULL, &out.gradient);
            sum += out.gradient.result.value;
            break;
        case 'c':
            gd_cast_shape(&pair, &x->cast, &out.cast);
            sum += out.cast.lower;
            break;
        case 'r':
            gd_cast_ray(x->a.shape, x->pose_a, &x->ray, NULL, &out.ray);
            sum += out.ray.lower;
            break;
        case 't':
            gd_time_of_impact(&pair, &x->motion, &out.cast);
            sum += out.cast.lower;
            break;
        }
    }
    return sum;
}

/* Moves B back along a random direction, so that it comes to its pose at half of the time. */
static void draw_motion(item* x) {
    x->cast.max_time = x->ray.max_time = x->motion.max_time = 1.0;
    for (int i = 0; i < 3; i++) {
        const double way = random_between(-12.0, 12.0);
        x->pose_b[i] -= 0.5 * way;
        x->ray.origin[i] = x->pose_b[i];
        x->cast.displacement[i] = x->ray.direction[i] = x->motion.velocity_b[i] = way;
        x->motion.angular_a[i] = random_between(-1.0, 1.0);
        x->motion.angular_b[i] = random_between(-1.0, 1.0);
    }
}

/* Every query starts with the same random numbers. */
static void run(const char* query, gd_kind kind_a, gd_kind kind_b) {
    /* separated pairs for distances, overlapping ones for depths, both otherwise */
    const double reach = *query == 'd' ? 6.0 : *query == 'p' ? 0.3 : 2.0;
    random_seed(0);
    for (int i = 0; i < PAIRS; i++) {
        item* x = &items[i];
        *x = (item){0};
        draw_shape(kind_a, 1.0, &x->a);
        draw_shape(kind_b, 1.0, &x->b);
        draw_pose(3, reach, false, x->pose_a);
        draw_pose(3, reach, false, x->pose_b);
    }
    for (int i = 0; i < PAIRS && strchr("crt", *query); i++)
        draw_motion(&items[i]);
    printf("%.17g\n", measured(query));
    for (int i = 0; i < PAIRS; i++) {
        gd_shape_destroy(items[i].a.shape);
        gd_shape_destroy(items[i].b.shape);
    }
}

int main(int count, char** arguments) {
    for (int i = 1; i < count; i += 3) {
        if (i + 2 >= count || !strchr("gdpivcrt", *arguments[i])) {
            fprintf(stderr,
                    "usage: instructions [growth|distance|penetration|intersects|value-gradient|"
                    "castShape|ray|timeOfImpact kind kind]...\n");
            return 2;
        }
        run(arguments[i], (gd_kind)atoi(arguments[i + 1]), (gd_kind)atoi(arguments[i + 2]));
    }
    return 0;
}
