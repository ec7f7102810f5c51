/* Fuzzes traces of every query with any capacity: nothing is written outside the trace, the lengths
 * of its rows add up, and the result equals the one without a trace. */
#include "fuzz.h"

typedef union answer {
    gd_growth_result growth;
    gd_collision_result collision;
    gd_distance_result distance;
    gd_penetration_result depth;
    gd_signed_result both;
} answer;

static void ask_bare(question q, const asked* pair, const gd_settings* settings, answer* out) {
    const drawn *a = pair->a, *b = pair->b;
    memset(out, 0, sizeof *out);
    const gd_query query = {a->shape, a->pose, b->shape, b->pose, settings, NULL};
    if (q == ASK_GROWTH) gd_growth_distance(&query, &out->growth);
    if (q == ASK_COLLISION) gd_collide(&query, &out->collision);
    if (q == ASK_DISTANCE) gd_distance(&query, &out->distance);
    if (q == ASK_DEPTH) gd_penetration(&query, &out->depth);
    if (q == ASK_SIGNED) gd_signed_distance(&query, &out->both);
}

static void check_rows(const gd_trace* trace) {
    REQUIRE(trace->used >= 0.0 && trace->used <= trace->capacity);
    REQUIRE(trace->needed >= trace->used);
    size_t at = 0;
    while (at < (size_t)trace->used) {
        const double* row = trace->rows + at; /* type, length, ... as gd_iterate */
        REQUIRE(row[0] >= GD_ITERATE_RESULT && row[0] <= GD_ITERATE_DIRECTION);
        REQUIRE(row[1] >= (double)(sizeof(gd_iterate) / 8) && row[1] <= trace->used - (double)at);
        for (size_t i = 0; i < (size_t)row[1]; i++)
            REQUIRE(row[i] == row[i]);
        at += (size_t)row[1];
    }
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    draw d = {.bytes = data, .left = size};
    drawn a, b;
    if (!fuzz_pair(&d, &a, &b)) return 0;
    asked pair;
    asked_make(&pair, &a, &b);
    const question q = draw_byte(&d) % (ASK_SIGNED + 1);
    gd_settings settings;
    const gd_settings* chosen = ask_settings(q, &d, &settings);
    const size_t capacity = draw_byte(&d) * (size_t)(1 + draw_byte(&d));
    gd_trace* trace = malloc(sizeof *trace + 8 * capacity);
    memset(trace, 0xff, sizeof *trace + 8 * capacity);
    trace->capacity = (double)capacity;
    gd_settings traced = settings;
    if (!chosen) {
        traced = (gd_settings){.tolerance = GD_DEFAULT_TOLERANCE, .max_iterations = 100};
        if (q >= ASK_DEPTH) traced.max_iterations = GD_DEFAULT_DEPTH_ITERATIONS;
    }
    const gd_settings plain = traced;
    traced.trace = (double)(uintptr_t)trace;
    answer with, without;
    ask_bare(q, &pair, &traced, &with);
    ask_bare(q, &pair, &plain, &without);
    REQUIRE(memcmp(&with, &without, sizeof with) == 0);
    if (with.growth.status >= 0.0) check_rows(trace);
    free(trace);
    drawn_free(&a, &b);
    return 0;
}
