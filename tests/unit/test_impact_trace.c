/* Traces of times of impact. The intervals follow each other from 0 to the lower bound. Each is
 * free by its own normal, which turns at its own rate: the gap is computed from the definitions of
 * shapes and motion, in extended precision. */
#include "lib/check.h"
#include "lib/impact_searches.h"
#include "proof/sets.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { ROOM = 200000, TIMES = 8 };

/* Rounding of positions and gaps, as a part of the extent. */
#define ROUNDING 1e-13L

static int seen[2], turning, shown;

static void real_of(const double* v, real out[3]) {
    for (int i = 0; i < 3; i++)
        out[i] = (real)v[i];
}

/* The normal of an interval after a time: turned about the axis of its rate. */
static void normal_after(const real n[3], const real turn[3], real step, real out[3]) {
    const real rate = real_length(turn), s = sinl(rate * step), c = cosl(rate * step);
    for (int i = 0; i < 3; i++) {
        const int j = (i + 1) % 3, k = (i + 2) % 3;
        const real side = turn[j] * n[k] - turn[k] * n[j], along = real_dot(turn, n) * turn[i];
        out[i] = n[i];
        if (rate > 0) out[i] = c * n[i] + s * side / rate + (1 - c) * along / (rate * rate);
    }
}

/* Moves the sets to a time. */
static void carry(const drawn_impact_search* s, posed sets[2], real t) {
    const gd_motion* m = &s->motion;
    posed_carry(&sets[0], s->pose_a, m->velocity_a, m->angular_a, t);
    posed_carry(&sets[1], s->pose_b, m->velocity_b, m->angular_b, t);
}

/* Rounding of the sets where they are. */
static real slack_of(const posed sets[2]) {
    return ROUNDING * (sets[0].extent + sets[1].extent);
}

static void check_support(const gd_iterate* row, const posed sets[2]) {
    const double* v = row->data + 3 * GD_ITERATE_VECTORS;
    real n[3], a[3], b[3];
    real_of(row->data, n);
    real_of(v + 3, a);
    real_of(v + 6, b);
    const real back[3] = {-n[0], -n[1], -n[2]}, slack = slack_of(sets);
    CHECK(fabsl(real_dot(n, a) - posed_support(&sets[0], n)) <= slack);
    CHECK(fabsl(real_dot(n, b) + posed_support(&sets[1], back)) <= slack);
    CHECK(fabsl((real)row->offset - (real_dot(n, a) - real_dot(n, b))) <= slack);
}

/* The gap that proves an interval, at one of its times: along the normal, or between balls. */
static real gap_at(const drawn_impact_search* s, const gd_iterate* row, const posed sets[2],
                   real t) {
    real n[3], turn[3], out[3], between[3];
    if (row->support == 0.0) {
        for (int i = 0; i < 3; i++)
            between[i] = sets[1].at[i] - sets[0].at[i];
        return real_length(between) - (real)s->a.shape->origin_bound_radius -
               (real)s->b.shape->origin_bound_radius;
    }
    real_of(row->data, n);
    real_of(row->data + 3 * GD_VECTOR_TURN, turn);
    normal_after(n, turn, t - (real)row->start, out);
    const real back[3] = {-out[0], -out[1], -out[2]};
    return -posed_support(&sets[1], back) - posed_support(&sets[0], out);
}

static void check_interval(const drawn_impact_search* s, const gd_iterate* row, posed sets[2]) {
    const double* turn = row->data + 3 * GD_VECTOR_TURN;
    turning += turn[0] != 0.0 || turn[1] != 0.0 || turn[2] != 0.0;
    for (int i = TIMES; i >= 0; i--) {
        const real start = (real)row->start, t = start + ((real)row->end - start) * i / TIMES;
        carry(s, sets, t);
        CHECK(gap_at(s, row, sets, t) > (real)s->motion.target - slack_of(sets));
    }
    if (row->support != 0.0)
        check_support(row, sets);
    else
        CHECK(row->start == 0.0);
}

static void check_rows(const drawn_impact_search* s, const gd_trace* trace, posed sets[2],
                       const gd_cast_result* r) {
    double until = 0.0, upper = GD_INFINITY;
    size_t at = 0;
    const gd_iterate* row = NULL;
    for (double k = 0.0; k < trace->iterates; k += 1.0, at += (size_t)row->length) {
        row = (const gd_iterate*)(trace->rows + at);
        if (row->type == GD_ITERATE_RESULT) break;
        CHECK(row->type == GD_ITERATE_INTERVAL || row->type == GD_ITERATE_PROBE);
        const bool probe = row->type == GD_ITERATE_PROBE;
        seen[probe]++;
        if (probe) {
            CHECK(row->start == row->end && (row->start >= until || row->upper < GD_INFINITY));
            shown += row->upper < upper;
            CHECK(row->upper == upper || fabs(row->upper - row->end) <= 1e-15);
        } else {
            CHECK(row->start == until && row->end > until);
            CHECK(row->lower <= row->end && row->lower >= row->end * (1.0 - 1e-15));
            until = row->end;
            check_interval(s, row, sets);
        }
        CHECK(row->upper <= upper && row->iteration <= r->iterations);
        upper = row->upper;
    }
    CHECK(row && row->type == GD_ITERATE_RESULT);
    CHECK(row->lower == r->lower && row->upper == r->upper && row->iteration == r->iterations);
    CHECK(memcmp(row->data, r->normal, sizeof r->normal) == 0);
    if (r->status == GD_STATUS_OVERLAPPING) return;
    CHECK(r->lower <= until && r->lower >= until * (1.0 - 1e-15));
    if (r->status == GD_STATUS_OPTIMAL) CHECK(r->upper == upper);
}

static void check_trace(int number, gd_trace* trace) {
    drawn_impact_search s;
    draw_impact_search(number, 4.0, &s);
    if (number % 3 == 0) s.motion.target = 0.1;
    gd_settings settings = *s.query.settings;
    gd_cast_result plain, traced;
    const gd_status status = gd_time_of_impact(&s.query, &s.motion, &plain);
    settings.trace = (double)(uintptr_t)trace;
    s.query.settings = &settings;
    CHECK(gd_time_of_impact(&s.query, &s.motion, &traced) == status);
    CHECK(memcmp(&plain, &traced, sizeof plain) == 0);
    CHECK(trace->quantity == GD_QUANTITY_TIME && trace->used == trace->needed);
    posed sets[2];
    posed_make(&sets[0], s.a.record, s.a.length, s.pose_a, s.a.shape);
    posed_make(&sets[1], s.b.record, s.b.length, s.pose_b, s.b.shape);
    check_rows(&s, trace, sets, &traced);
    destroy_impact_search(&s);
}

TEST(impact_trace) {
    gd_trace* trace = calloc(1, sizeof *trace + ROOM * sizeof(double));
    trace->capacity = ROOM;
    random_seed(71);
    for (int i = 0; i < 600; i++)
        check_trace(i, trace);
    CHECK(seen[0] > 1000 && seen[1] > 300 && turning > 100 && shown > 100);
    free(trace);
}
