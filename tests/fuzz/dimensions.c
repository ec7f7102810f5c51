/* Fuzzes the n-dimensional queries: point clouds and p-norm balls, flat and solid, with centres
 * inside and outside. If no shape is rotated, the certificates check the results from the
 * definitions. */
#include "fuzz.h"

#include "proof/any.h"

#define POINTS 40
#define RECORD_MAX (GD_RECORD_PARAMETERS + 1 + ANY_MOST * (POINTS + 1))

typedef struct body {
    double record[RECORD_MAX];
    size_t length;
    double pose[ANY_MOST];
    gd_shape* shape;
    any_set set;
} body;

/* Returns false if the shape is refused. */
static bool draw_body(draw* d, int n, body* x) {
    double* record = x->record;
    double* p = record + GD_RECORD_PARAMETERS;
    const uint8_t way = draw_byte(d);
    record[GD_RECORD_KIND] = way & 1 ? GD_KIND_POINTS : GD_KIND_NORM_BALL;
    record[GD_RECORD_MARGIN] = way & 2 ? 0.0 : draw_unit(d);
    record[GD_RECORD_HAS_CENTER] = way & 64 ? 1.0 : 0.0;
    size_t at = 0;
    p[at++] = n;
    for (int i = 0; way & 64 && i < n; i++)
        p[at++] = 0.5 * draw_unit(d) - 0.25;
    if (way & 1) {
        const size_t count = 1 + draw_byte(d) % POINTS;
        for (size_t i = 0; i < count * (size_t)n; i++)
            p[at++] = way & 4 ? (double)(draw_byte(d) % 3) - 1.0 : 2.0 * draw_unit(d) - 1.0;
    } else {
        static const double norms[] = {1.0, 1.5, 2.0, 3.0, 10.0, 1e3, (double)INFINITY, 1.0001};
        p[at++] = norms[draw_byte(d) % 8];
        p[at++] = way & 8 ? 1.0 : 0.01 + draw_unit(d);
    }
    if (way > 250) record[draw_byte(d) % (at + GD_RECORD_PARAMETERS)] = draw_any(d);
    for (int i = 0; i < ANY_MOST; i++)
        x->pose[i] = way & 16 ? (double)(draw_byte(d) % 5) - 2.0 : 6.0 * draw_unit(d) - 3.0;
    if (way & 32) memset(x->pose, 0, sizeof x->pose);
    if (way & 128 && n <= 3) memset(x->pose + n, 0, sizeof x->pose - sizeof(double) * (size_t)n);
    if (n == 3) x->pose[6] = 1.0;
    if (way > 252) x->pose[draw_byte(d) % ANY_MOST] = draw_any(d);
    x->length = GD_RECORD_PARAMETERS + at;
    return gd_shape_create(record, x->length, &x->shape) == GD_STATUS_OPTIMAL;
}

/* Whether the certificates cover the shape: a point cloud or norm ball of n dimensions, not
 * rotated, and of a size whose powers neither overflow nor underflow. */
static bool define(body* x, int n) {
    gd_shape_info info;
    gd_shape_describe(x->shape, &info);
    const bool any = info.kind == GD_KIND_POINTS || info.kind == GD_KIND_NORM_BALL;
    if (!any || info.dimension != n) return false;
    for (int i = n; i < (n == 2 ? 3 : n == 3 ? 6 : 0); i++)
        if (x->pose[i] != 0.0) return false;
    any_make(&x->set, n, x->record, x->length, x->pose, x->shape);
    return x->set.extent > 1e-100L && x->set.extent < 1e100L;
}

/* Checks what must hold for any shapes. */
static void require_bounds(double lower, double upper, const double* vectors, int count) {
    REQUIRE(lower <= upper);
    for (int i = 0; i < count; i++)
        REQUIRE(vectors[i] == vectors[i]);
}

static void require_certified(const char* wrong) {
    if (wrong) printf("%s\n", wrong);
    REQUIRE(!wrong);
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    draw d = {.bytes = data, .left = size};
    const int n = 2 + draw_byte(&d) % (ANY_MOST - 1);
    static body x[3];
    memset(x, 0, sizeof x);
    bool made = true, defined = true;
    for (int i = 0; i < 3; i++) {
        made = draw_body(&d, n, &x[i]) && made;
        defined = made && define(&x[i], n) && defined;
    }
    if (made) {
        gd_settings settings;
        const gd_settings* chosen = ask_settings(ASK_GROWTH_N, &d, &settings);
        const double tolerance = chosen ? chosen->tolerance : GD_DEFAULT_TOLERANCE;
        double* workspace = malloc(8 * gd_workspace(n));
        double* vectors = malloc(8 * 4 * (size_t)n);
        memset(workspace, 0xff, 8 * gd_workspace(n)); /* results must not depend on its contents */
        worst seen = {0, 0, 0, 0};
        any_truth truth = {0, (real)INFINITY}, nothing = truth;
        gd_growth_n_result growth;
        gd_growth_distance_n(
            &(gd_query){x[0].shape, x[0].pose, x[1].shape, x[1].pose, chosen, NULL}, workspace,
            &growth, vectors);
        REQUIRE(fuzz_is_status(growth.status));
        if (growth.status >= 0.0) require_bounds(growth.lower, growth.upper, vectors, 4 * n);
        if (growth.status >= 0.0 && defined)
            require_certified(
                certify_growth_n(&x[0].set, &x[1].set, &growth, vectors, tolerance, &truth, &seen));
        gd_collision_n_result collision;
        gd_collide_n(&(gd_query){x[0].shape, x[0].pose, x[1].shape, x[1].pose, chosen, NULL},
                     workspace, &collision, vectors);
        REQUIRE(fuzz_is_status(collision.status));
        if (collision.status >= 0.0)
            require_bounds(collision.lower, collision.upper, vectors, 2 * n);
        if (collision.status >= 0.0 && defined)
            require_certified(
                certify_collision_n(&x[0].set, &x[1].set, &collision, vectors, &truth, &seen));
        const bool pair = draw_byte(&d) & 1;
        gd_generalized_result general;
        gd_generalized_distance(
            &(gd_query){x[0].shape, x[0].pose, x[1].shape, x[1].pose, chosen, NULL},
            pair ? x[2].shape : NULL, x[2].pose, workspace, &general, vectors);
        REQUIRE(fuzz_is_status(general.status));
        if (general.status >= 0.0) require_bounds(general.lower, general.upper, vectors, 4 * n);
        if (general.status >= 0.0 && defined)
            require_certified(certify_generalized(&x[0].set, pair ? &x[2].set : NULL, &x[1].set,
                                                  &general, vectors, tolerance, &nothing, &seen));
        free(workspace);
        free(vectors);
    }
    for (int i = 0; i < 3; i++)
        gd_shape_destroy(x[i].shape);
    return 0;
}
