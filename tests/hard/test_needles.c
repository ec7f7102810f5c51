/* Pairs that are a million or more times as long as wide. Meshes give a portal without area. For
 * smooth shapes, Newton's vertices make the portal thin.
 * Certifies every result from the definitions.
 *
 * RARE_MESHES and RARE_SMOOTH list pairs, found among 30000 of each, that execute branches no other
 * pair does. */
#include "lib/check.h"

#include "proof/ask.h"

#include <string.h>

static void needle_place(double* pose, double unit) {
    for (int k = 0; k < 3; k++)
        pose[k] = unit * (random_next() < 0.3   ? 0.0
                          : random_next() < 0.3 ? 2.0 * random_tiny(50.0)
                                                : random_between(-2.0, 2.0));
}

/* Certifies the queries, then destroys the shapes. */
static void needle_ask(drawn set[2], const question* questions, int count,
                       const gd_settings* settings) {
    if (set[0].shape && set[1].shape) {
        asked pair;
        asked_make(&pair, &set[0], &set[1]);
        for (int i = 0; i < count; i++)
            CHECK(ask_certified(questions[i], &pair, settings, NULL));
    }
    gd_shape_destroy(set[0].shape);
    gd_shape_destroy(set[1].shape);
}

/* ---- meshes -------------------------------------------------------------------------------- */

/* Draws points in a ball, some of them in a cluster, squeezed along axes and sheared. */
static void needle_mesh(drawn* out, int count) {
    double *p = out->record + GD_RECORD_PARAMETERS, squeeze[3], shear[3];
    for (int k = 0; k < 3; k++) {
        squeeze[k] = random_next() < 0.5 ? 1.0 : pow(10.0, -random_between(0.0, 14.0));
        shear[k] = random_next() < 0.5 ? 0.0 : random_between(-1.0, 1.0);
    }
    const double unit = random_next() < 0.3 ? ldexp(1.0, -(int)(245.0 * random_next())) : 1.0;
    const int how = (int)(3.0 * random_next()), often = 2 + (int)(3.0 * random_next());
    double sum = 0.0, mean[3] = {0.0, 0.0, 0.0};
    for (int i = 0; i < count; i++) {
        double x[3], length = 0.0;
        for (int k = 0; k < 3; k++) {
            x[k] = random_between(-1.0, 1.0);
            length = hypot(length, x[k]);
        }
        const double weight = fabs(random_tiny(50.0));
        const double knot = ldexp(1.0, -20 - (int)(80.0 * random_next()));
        sum += weight;
        for (int k = 0; k < 3; k++) {
            x[k] *= how == 1 && i % often ? knot / length : 1.0 / length;
            if (how == 2) x[k] = floor(8.0 * x[k]);
        }
        for (int k = 0; k < 3; k++) {
            p[3 * i + k] = unit * (x[k] * squeeze[k] + shear[k] * x[0]);
            mean[k] += weight * p[3 * i + k];
        }
    }
    out->record[GD_RECORD_HAS_CENTER] = random_next() < 0.4 ? 1.0 : 0.0;
    for (int k = 0; k < 3 && out->record[GD_RECORD_HAS_CENTER] != 0.0; k++)
        out->record[GD_RECORD_CENTER + k] = mean[k] / sum;
    drawn_make(out, GD_KIND_HULL, 3 * (size_t)count);
}

static void needle_mesh_pair(unsigned long long index) {
    static const question questions[] = {ASK_GROWTH, ASK_COLLISION};
    random_seed(index * 0x9e3779b97f4a7c15ULL + 8);
    drawn set[2];
    memset(set, 0, sizeof set);
    const int first = random_next() < 0.5 ? 0 : 1;
    needle_mesh(&set[first], 40 + (int)(60.0 * random_next()));
    needle_mesh(&set[1 - first], 8 + (int)(60.0 * random_next()));
    random_turn(set[0].pose + 3, random_tiny);
    random_turn(set[1].pose + 3, random_tiny);
    gd_shape_info info = {.bound_radius = 1.0};
    if (set[0].shape) gd_shape_describe(set[0].shape, &info);
    needle_place(set[1].pose, info.bound_radius);
    const gd_settings settings = {.tolerance = index % 2 ? 1e-15 : 1e-8, .max_iterations = 300.0};
    needle_ask(set, questions, 2, &settings);
}

/* ---- smooth shapes ------------------------------------------------------------------------- */

static void needle_smooth(drawn* out) {
    double* p = out->record + GD_RECORD_PARAMETERS;
    const int how = (int)(3.0 * random_next());
    double size[3];
    for (int k = 0; k < 3; k++)
        size[k] = random_next() < 0.4 ? 1.0 : pow(10.0, -random_between(0.0, 12.0));
    if (how == 0) {
        memcpy(p, size, sizeof size);
        drawn_make(out, GD_KIND_ELLIPSOID, 3);
    } else if (how == 1) {
        const int half = 3 * (2 + (int)(4.0 * random_next()));
        out->record[GD_RECORD_HAS_CENTER] = 1.0;
        p[0] = random_next() < 0.5 ? random_between(2.5, 5.5) : pow(10.0, random_between(0.5, 5.0));
        for (int i = 0; i < half; i++) {
            const double x =
                random_next() < 0.5 ? random_between(-1.0, 1.0) : floor(3.0 * random_next()) - 1.0;
            p[1 + i] = size[i % 3] * x;
            p[1 + half + i] = -p[1 + i];
        }
        drawn_make(out, GD_KIND_DSF, 1 + 2 * (size_t)half);
    } else {
        out->record[GD_RECORD_MARGIN] = size[0];
        drawn_make(out, GD_KIND_POINT, 0);
    }
}

static void needle_smooth_pair(unsigned long long index) {
    static const question questions[] = {ASK_COMPARISON};
    random_seed(index * 0x9e3779b97f4a7c15ULL + 9);
    drawn set[2];
    memset(set, 0, sizeof set);
    needle_smooth(&set[0]);
    needle_smooth(&set[1]);
    random_turn(set[0].pose + 3, random_tiny);
    random_turn(set[1].pose + 3, random_tiny);
    needle_place(set[1].pose, 1.0);
    const gd_settings settings = {
        .tolerance = index % 2 ? 1e-15 : 1e-8, .max_iterations = 300.0, .method = GD_METHOD_DCF};
    needle_ask(set, questions, 1, &settings);
}

static const unsigned RARE_MESHES[] = {4852, 6254, 8499, 26663}, RARE_SMOOTH[] = {1496, 22766};

TEST(needles) {
    for (unsigned i = 0; i < 300; i++) {
        needle_mesh_pair(i);
        needle_smooth_pair(i);
    }
    for (size_t i = 0; i < sizeof RARE_MESHES / sizeof *RARE_MESHES; i++)
        needle_mesh_pair(RARE_MESHES[i]);
    for (size_t i = 0; i < sizeof RARE_SMOOTH / sizeof *RARE_SMOOTH; i++)
        needle_smooth_pair(RARE_SMOOTH[i]);
}
