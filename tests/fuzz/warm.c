/* Fuzzes warm starts from the pair's own state after any query, from another pair's state, from
 * damaged states, and from damaged states with a matching checksum. The last prove nothing, but
 * must not crash. */
#include "fuzz.h"

#include "minkowski/warm_start.h"

static void warm_damage(draw* d, gd_warm* warm) {
    double* at = &warm->key;
    const int count = 1 + draw_byte(d) % 4;
    for (int i = 0; i < count; i++)
        at[draw_byte(d) % (sizeof *warm / 8)] = draw_any(d);
}

/* Runs the queries from a forged state: each must return a valid status. */
static void ask_forged(const asked* pair, gd_warm* warm) {
    const drawn *a = pair->a, *b = pair->b;
    gd_growth_result growth;
    gd_collision_result collision;
    gd_distance_result distance;
    gd_penetration_result depth;
    gd_cast_result cast, impact;
    const gd_cast line = {{1.0, -0.5, 0.25}, 0.0, 2.0, 0.0};
    const gd_motion motion = {
        .velocity_b = {1.0, -0.5, 0.25}, .angular_a = {1.0, 2.0, 3.0}, .max_time = 2.0};
    const gd_warm state = *warm;
    gd_growth_distance(&(gd_query){a->shape, a->pose, b->shape, b->pose, NULL, warm}, &growth);
    *warm = state;
    gd_collide(&(gd_query){a->shape, a->pose, b->shape, b->pose, NULL, warm}, &collision);
    *warm = state;
    gd_distance(&(gd_query){a->shape, a->pose, b->shape, b->pose, NULL, warm}, &distance);
    *warm = state;
    gd_penetration(&(gd_query){a->shape, a->pose, b->shape, b->pose, NULL, warm}, &depth);
    *warm = state;
    gd_cast_shape(&(gd_query){a->shape, a->pose, b->shape, b->pose, NULL, warm}, &line, &cast);
    *warm = state;
    gd_time_of_impact(&(gd_query){a->shape, a->pose, b->shape, b->pose, NULL, warm}, &motion,
                      &impact);
    REQUIRE(fuzz_is_motion_status(cast.status) && fuzz_is_motion_status(impact.status));
    REQUIRE(fuzz_is_status(growth.status) && fuzz_is_status(collision.status));
    REQUIRE(fuzz_is_status(distance.status) && fuzz_is_status(depth.status));
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    draw d = {.bytes = data, .left = size};
    drawn a, b;
    if (!fuzz_pair(&d, &a, &b)) return 0;
    asked pair;
    asked_make(&pair, &a, &b);
    gd_warm warm = {0};
    for (int i = 0; i < 4; i++) {
        const uint8_t what = draw_byte(&d);
        const question q = what % (ASK_SIGNED + 1);
        gd_settings settings;
        const gd_settings* chosen = what & 0x80 ? ask_settings(q, &d, &settings) : NULL;
        fuzz_ask(q, &pair, chosen, &warm);
        switch (draw_byte(&d) % 5) {
        case 0: { /* move B */
            b.pose[draw_byte(&d) % 3] += (draw_unit(&d) - 0.5) * (double)pair.set_a.extent;
            asked_make(&pair, &a, &b);
            break;
        }
        case 1: warm_damage(&d, &warm); break;
        case 2: { /* the warm state, used for the exchanged pair */
            asked other;
            asked_make(&other, &b, &a);
            fuzz_ask(q, &other, NULL, &warm);
            break;
        }
        case 3: {
            gd_warm forged = warm;
            warm_damage(&d, &forged);
            forged.key = warm_key(a.shape, b.shape, (warm_family)(draw_byte(&d) % 5));
            forged.check = warm_check(&forged);
            ask_forged(&pair, &forged);
            break;
        }
        default: break;
        }
    }
    drawn_free(&a, &b);
    return 0;
}
