/* Searches of casts: see cast_searches.h. */
#include "cast_searches.h"

#include "check.h"

bool draw_cast_search(draw* d, family f, gd_kind kind_a, gd_kind kind_b, cast_pair* pair,
                      cast_search* search) {
    if (!draw_cast(d, f, kind_a, kind_b, pair)) return false;
    const gd_query query = {pair->a.shape, pair->a.pose, pair->b.shape, pair->b.pose, NULL, NULL};
    const cast_window always = {INFINITE, INFINITE, -INFINITE, -INFINITE};
    const double* v = pair->cast.displacement;
    cast_search c = {.window = always, .max_iterations = 1000.0};
    if (v[0] != 0.0 || v[1] != 0.0 || v[2] != 0.0) {
        CHECK(gd_cast_line_init(&c.line, &query, &pair->cast));
        c.tolerance = c.near = GD_DEFAULT_TOLERANCE * c.line.size;
        if (c.line.size > 0.0 && gd_cast_search_begin(&c)) {
            *search = c;
            return true;
        }
    }
    cast_pair_free(pair);
    return false;
}

void check_same_contact(const cast_search* a, const cast_search* b) {
    const double high = cast_proved(a), other = cast_proved(b);
    const double tilt_a = fabs(a->normal.z), tilt_b = fabs(b->normal.z);
    const double slack = 8.0 * a->line.slack / fmax(fmin(tilt_a, tilt_b), 1e-4);
    if (a->miss || b->miss) {
        CHECK(!a->miss || !(b->inner > -INFINITE) || b->line.slack > 0.0);
        return;
    }
    CHECK(a->inner <= other + slack);
    CHECK(b->inner <= high + slack);
}

double closed_part_of_casts(gd_kind kind, bool (*closed)(cast_search*)) {
    int decided = 0, all = 0;
    for (uint64_t i = 0; i < 12000; i++) {
        draw d = {.state = i * UINT64_C(0xd1342543de82ef95) + 7};
        cast_pair pair;
        cast_search c;
        if (!draw_cast_search(&d, (family)(i % FAMILY_COUNT), kind, kind, &pair, &c)) continue;
        cast_search alone = c;
        const bool done = closed(&c);
        CHECK(done == cast_decided(&c));
        if (done && gd_cast_by_portal(&alone, make3(0.0, 0.0, 1.0)) == GD_STATUS_OPTIMAL)
            check_same_contact(&c, &alone);
        decided += done;
        all++;
        cast_pair_free(&pair);
    }
    return (double)decided / all;
}
