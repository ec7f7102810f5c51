/* Traces of casts. Every row is one support vertex of A - B at time 0, and the time bounds that
 * follow from it, by the definitions of the shapes in extended precision. */
#include "lib/check.h"
#include "proof/cast_pairs.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { ROOM = 200000 };

/* Rounding of positions, as a part of the extent. */
#define SLACK 1e-13L
/* The time that a plane proves has the rounding of its offset, divided by its rate. */
#define TIME 1e-11L

static int rows, bounded, closed;

static void real_of(const double* v, real out[3]) {
    for (int i = 0; i < 3; i++)
        out[i] = (real)v[i];
}

/* The support value of A - B at time 0. */
static real height_of(const cast_pair* c, const real n[3]) {
    const real back[3] = {-n[0], -n[1], -n[2]};
    return posed_support(&c->set_a, n) + posed_support(&c->set_b, back);
}

static void check_vertex(const cast_pair* c, const gd_iterate* row, real slack) {
    const double* v = row->data + 3 * GD_ITERATE_VECTORS;
    real n[3], s[3], a[3], b[3];
    real_of(row->data + 3 * GD_VECTOR_DIRECTION, n);
    real_of(v, s);
    real_of(v + 3, a);
    real_of(v + 6, b);
    for (int i = 0; i < 3; i++)
        CHECK(fabsl(s[i] - (a[i] - b[i])) <= slack);
    const real back[3] = {-n[0], -n[1], -n[2]};
    CHECK(fabsl(real_length(n) - 1) <= 1e-12L);
    CHECK(fabsl(real_dot(n, a) - posed_support(&c->set_a, n)) <= slack);
    CHECK(fabsl(real_dot(n, b) + posed_support(&c->set_b, back)) <= slack);
}

/* The best plane has A - B below it, and proves the lower bound. */
static void check_plane(const cast_pair* c, const gd_iterate* row, real slack) {
    real n[3], v[3];
    real_of(row->data, n);
    real_of(c->cast.displacement, v);
    const real rate = real_dot(n, v), target = (real)c->cast.target, offset = (real)row->offset;
    const double start = c->cast.min_time, end = c->cast.max_time;
    CHECK(offset >= height_of(c, n) - slack);
    if (!(row->lower > start) || !(row->lower < end) || !(rate < 0)) return;
    const real proved = (offset + target) / rate;
    CHECK(fabsl(proved - (real)row->lower) <= (TIME * fabsl(offset) + 10 * slack) / -rate);
    bounded++;
}

static void check_rows(const cast_pair* c, const gd_trace* trace, const gd_cast_result* r) {
    const real slack = SLACK * (c->set_a.extent + c->set_b.extent);
    double lower = -INFINITE, upper = INFINITE, iteration = 0.0;
    const gd_iterate* row = (const gd_iterate*)trace->rows;
    closed += trace->iterates == 1.0;
    for (; row->type != GD_ITERATE_RESULT;
         row = (const gd_iterate*)((const double*)row + (size_t)row->length)) {
        CHECK(row->type == GD_ITERATE_DIRECTION && row->support == 1.0);
        CHECK(row->lower >= lower && row->upper <= upper && row->lower <= row->upper);
        CHECK(row->iteration > iteration && row->iteration <= r->iterations);
        check_vertex(c, row, slack);
        check_plane(c, row, slack);
        lower = row->lower;
        upper = row->upper;
        iteration = row->iteration;
        rows++;
    }
    CHECK((double)((const double*)row - trace->rows) + row->length == trace->needed);
    CHECK(row->lower == r->lower && row->upper == r->upper && row->iteration == r->iterations);
    CHECK(memcmp(row->data, r->normal, sizeof r->normal) == 0);
    if (r->status != GD_STATUS_OPTIMAL || r->hit == 0.0 || trace->iterates == 1.0) return;
    CHECK(lower == r->lower);
    /* the slope of the last normal decides how rounding widens the result's bound */
    CHECK(upper <= r->upper && r->upper - upper <= 1e-9 * fabs(upper));
}

static const gd_kind kinds[] = {
    GD_KIND_SPHERE,    GD_KIND_ELLIPSOID, GD_KIND_BOX,     GD_KIND_CAPSULE,
    GD_KIND_CYLINDER,  GD_KIND_CONE,      GD_KIND_HULL,    GD_KIND_CIRCLE,
    GD_KIND_RECTANGLE, GD_KIND_POLYGON,   GD_KIND_ELLIPSE,
};
#define FLAT 7
#define COUNT 11

TEST(cast_trace) {
    gd_trace* trace = calloc(1, sizeof *trace + ROOM * sizeof(double));
    trace->capacity = ROOM;
    gd_settings settings = {.tolerance = GD_DEFAULT_TOLERANCE,
                            .max_iterations = GD_DEFAULT_CAST_ITERATIONS};
    for (uint64_t i = 0; i < 3000; i++) {
        draw d = {.state = i + 1};
        cast_pair c;
        const size_t first = i % 4 == 3 ? FLAT : 0, count = i % 4 == 3 ? COUNT - FLAT : FLAT;
        const gd_kind a = kinds[first + i % count], b = kinds[first + i / count % count];
        if (!draw_cast(&d, (family)(i % FAMILY_COUNT), a, b, &c)) continue;
        gd_cast_result plain, traced;
        const gd_query query = {c.a.shape, c.a.pose, c.b.shape, c.b.pose, &settings, NULL};
        settings.trace = 0.0;
        const gd_status status = gd_cast_shape(&query, &c.cast, &plain);
        settings.trace = (double)(uintptr_t)trace;
        CHECK(gd_cast_shape(&query, &c.cast, &traced) == status && status >= 0);
        CHECK(memcmp(&plain, &traced, sizeof plain) == 0);
        CHECK(trace->quantity == GD_QUANTITY_TIME && trace->used == trace->needed);
        check_rows(&c, trace, &traced);
        cast_pair_free(&c);
    }
    CHECK(rows > 5000 && bounded > 3000 && closed > 50);
    free(trace);
}
