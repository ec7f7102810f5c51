/* Times of impact of random motions: all pairs of shape types with all families, among them
 * half-spaces, needles and shapes of very different sizes. Each result is certified from the
 * definitions; the certificate shares no code with the search. Then B moves a little, and the warm
 * result is certified, too. */
#include "lib/check.h"
#include "proof/ask.h"
#include "proof/draw_motion.h"
#include "proof/pairs.h"

#define MOTIONS 4000

typedef struct tally {
    int count, hits, misses, unsure;
} tally;

static void add_motion(draw* d, const drawn* a, drawn* b, bool graze, tally* t) {
    asked pair;
    moving move;
    gd_cast_result r;
    draw_moving(d, a, b, &move);
    if (graze) draw_graze(d, a, b, &move);
    asked_make(&pair, a, b);
    pair.move = move;
    gd_warm warm = {0};
    CHECK(ask_certified(ASK_IMPACT, &pair, NULL, &warm));
    b->pose[0] += 0.01 * (double)pair.set_b.extent;
    asked_make(&pair, a, b);
    pair.move = move;
    CHECK(ask_certified(ASK_IMPACT, &pair, NULL, &warm));
    if (a->record[0] == b->record[0] && pair.set_a.halfspace) return; /* refused */
    const gd_query query = {a->shape, a->pose, b->shape, b->pose, NULL, NULL};
    const gd_status status = gd_time_of_impact(&query, &move.motion, &r);
    t->count++;
    t->hits += status == GD_STATUS_OPTIMAL && r.hit == 1.0;
    t->misses += r.hit == 0.0;
    t->unsure += status != GD_STATUS_OPTIMAL && status != GD_STATUS_OVERLAPPING;
}

static void test_random_motions_are_certified(bool graze, tally* t) {
    const uint64_t space = DRAW_KINDS_3D * DRAW_KINDS_3D, plane = DRAW_KINDS_2D * DRAW_KINDS_2D;
    for (uint64_t i = 0; i < ROUNDS(MOTIONS); i++) {
        draw d = {.state = i * UINT64_C(0xd1342543de82ef95) + (graze ? 7 : 3)};
        const uint64_t k = i * 11 / FAMILY_COUNT % (space + plane), p = k - space;
        const gd_kind kind_a =
            k < space ? draw_kinds_3d[k / DRAW_KINDS_3D] : draw_kinds_2d[p / DRAW_KINDS_2D];
        const gd_kind kind_b =
            k < space ? draw_kinds_3d[k % DRAW_KINDS_3D] : draw_kinds_2d[p % DRAW_KINDS_2D];
        drawn a, b;
        if (!draw_pair(&d, (family)(i % FAMILY_COUNT), kind_a, kind_b, &a, &b)) continue;
        add_motion(&d, &a, &b, graze, t);
        drawn_free(&a, &b);
    }
}

TEST(impact_random) {
    tally free = {0}, near = {0};
    test_random_motions_are_certified(false, &free);
    CHECK(free.hits > free.count / 5 && free.misses > free.count / 5);
    CHECK(free.unsure <= free.count / 200);
    test_random_motions_are_certified(true, &near);
    CHECK(near.hits > near.count / 5 && near.misses > near.count / 10);
    CHECK(near.unsure <= near.count / 50);
}
