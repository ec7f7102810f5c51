/* Queries of any dimension: point sets and p-norm balls, flat and solid. What the normal proves is
 * taken from the sets' own support points. */
#include "fuzz.h"

#define DIMENSIONS 8

typedef struct body {
    gd_shape* shape;
    double pose[DIMENSIONS > 7 ? DIMENSIONS : 7];
} body;

static bool draw_body(draw* d, int n, body* x) {
    double record[DRAW_RECORD_MAX];
    memset(record, 0, sizeof record);
    double* p = record + GD_RECORD_PARAMETERS;
    const uint8_t way = draw_byte(d);
    record[GD_RECORD_KIND] = way & 1 ? GD_KIND_POINTS : GD_KIND_NORM_BALL;
    record[GD_RECORD_MARGIN] = way & 2 ? 0.0 : draw_unit(d);
    size_t at = 0;
    p[at++] = n;
    if (way & 1) {
        const size_t count = 1 + draw_byte(d) % 40;
        for (size_t i = 0; i < count * (size_t)n; i++)
            p[at++] = way & 4 ? (double)(draw_byte(d) % 3) - 1.0 : 2.0 * draw_unit(d) - 1.0;
    } else {
        static const double norms[] = {1.0, 1.5, 2.0, 3.0, 10.0, 1e3, (double)INFINITY, 1.0001};
        p[at++] = norms[draw_byte(d) % 8];
        p[at++] = way & 8 ? 1.0 : 0.01 + draw_unit(d);
    }
    if (way > 250) record[draw_byte(d) % (at + GD_RECORD_PARAMETERS)] = draw_any(d);
    for (int i = 0; i < DIMENSIONS; i++)
        x->pose[i] = way & 16 ? (double)(draw_byte(d) % 5) - 2.0 : 6.0 * draw_unit(d) - 3.0;
    if (n == 3) x->pose[6] = 1.0;
    if (way & 32) memset(x->pose, 0, sizeof x->pose), x->pose[6] = n == 3;
    if (way > 252) x->pose[draw_byte(d) % DIMENSIONS] = draw_any(d);
    return gd_shape_create(record, GD_RECORD_PARAMETERS + at, &x->shape) == GD_STATUS_OPTIMAL;
}

static void check_numbers(const double* x, int count) {
    for (int i = 0; i < count; i++)
        REQUIRE(x[i] == x[i]);
}

/* Translations only are proved here: max of normal.x over the set about its centre. What is summed
 * up for it is added to `extent`: the sum is known to a part of that. */
static real reach(const body* x, int n, const double* normal, real sign, real* extent) {
    double direction[DIMENSIONS], point[DIMENSIONS], center[DIMENSIONS];
    for (int i = 0; i < n; i++)
        direction[i] = (double)(sign * normal[i]);
    REQUIRE(gd_shape_support(x->shape, direction, point) == GD_STATUS_OPTIMAL);
    gd_shape_center(x->shape, center);
    real h = 0;
    for (int i = 0; i < n; i++) {
        h += direction[i] * ((real)point[i] - center[i]);
        *extent += fabsl(point[i]) + fabsl(center[i]);
    }
    return h;
}

static void check_growth(const body* a, const body* b, int n, const gd_growth_n_result* r,
                         const double* vectors) {
    double center_a[DIMENSIONS], center_b[DIMENSIONS];
    REQUIRE(r->lower <= r->upper && r->lower >= 0.0);
    check_numbers(vectors, 4 * n);
    if (n <= 3) return; /* turned */
    gd_shape_center(a->shape, center_a);
    gd_shape_center(b->shape, center_b);
    real rise = 0, size = 0;
    for (int i = 0; i < n; i++) {
        const real apart = (real)b->pose[i] + center_b[i] - a->pose[i] - center_a[i];
        rise += vectors[i] * apart;
        size += fabsl(apart);
    }
    real extent = size;
    const real whole = reach(a, n, vectors, 1, &extent) + reach(b, n, vectors, -1, &extent);
    if (!(r->lower > 0.0) || !(size < 1e6L)) return;
    /* of sets that are flat but for rounding the whole reach is rounding */
    REQUIRE(r->lower * (whole - 1e-12L * extent) <= rise * (1 + 1e-9L) + 1e-11L * (whole + size));
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    draw d = {.bytes = data, .left = size};
    const int n = 2 + draw_byte(&d) % (DIMENSIONS - 1);
    body x[3] = {{0}, {0}, {0}};
    bool made = true;
    for (int i = 0; i < 3; i++)
        made = draw_body(&d, n, &x[i]) && made;
    if (made) {
        gd_settings settings;
        const gd_settings* chosen = ask_settings(ASK_GROWTH_N, &d, &settings);
        double* workspace = malloc(8 * gd_workspace(n));
        double* vectors = malloc(8 * 4 * (size_t)n);
        memset(workspace, 0xff, 8 * gd_workspace(n)); /* what it held before must not matter */
        gd_growth_n_result growth;
        gd_growth_distance_n(x[0].shape, x[0].pose, x[1].shape, x[1].pose, chosen, workspace,
                             &growth, vectors);
        REQUIRE(fuzz_is_status(growth.status));
        if (growth.status >= 0.0) check_growth(&x[0], &x[1], n, &growth, vectors);
        gd_collision_n_result collision;
        gd_collide_n(x[0].shape, x[0].pose, x[1].shape, x[1].pose, chosen, workspace, &collision,
                     vectors);
        REQUIRE(fuzz_is_status(collision.status));
        if (collision.status >= 0.0) {
            REQUIRE(collision.lower <= collision.upper);
            check_numbers(vectors, 2 * n);
            if (growth.status >= 0.0)
                REQUIRE(collision.colliding == 1.0 ? growth.lower <= 1.0 + 1e-9
                                                   : growth.upper >= 1.0 - 1e-9);
        }
        const bool pair = draw_byte(&d) & 1;
        gd_generalized_result general;
        gd_generalized_distance(x[0].shape, x[0].pose, pair ? x[2].shape : NULL, x[2].pose,
                                x[1].shape, x[1].pose, chosen, workspace, &general, vectors);
        REQUIRE(fuzz_is_status(general.status));
        if (general.status >= 0.0) {
            REQUIRE(general.lower <= general.upper && general.lower >= 0.0);
            check_numbers(vectors, 4 * n);
        }
        free(workspace);
        free(vectors);
    }
    for (int i = 0; i < 3; i++)
        gd_shape_destroy(x[i].shape);
    return 0;
}
