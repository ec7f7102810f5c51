/* Pairs in which rounding decides: the families of tests/proof, then closer still, with equal or
 * nearly equal positions and rotations, and the extreme distances that poses allow. Certifies every
 * result from the definitions: every method, cold and warm, with and without trace, and
 * derivatives.
 *
 * RARE lists pairs, found among a million, that execute branches no other pair does, one for each
 * branch; after a change of a solver, other pairs may. In pair 1694 the ray passes the saved
 * support points by 2e-9 of the extent, and the contact was once that far from the scaled shapes.
 * In pair 36989 rounding tilts the normal of needles, and the wrong result was once called
 * optimal. */
#include "lib/check.h"

#include "proof/ask.h"
#include "proof/pairs.h"

#include <stdlib.h>
#include <string.h>

#define ROOM 100000
#define METHODS 3

static gd_trace* trace;

static void degenerate_place(draw* d, bool plane, drawn* a, drawn* b) {
    const int n = plane ? 2 : 3, turns = plane ? 2 : 3, most = plane ? 3 : 7;
    const double step = ldexp(1.0, -(int)(draw_byte(d) % 80));
    switch (draw_byte(d) % 16) {
    case 0: memcpy(b->pose, a->pose, sizeof a->pose); break;
    case 1:
        for (int i = 0; i < n; i++)
            b->pose[i] = a->pose[i] + step * (draw_unit(d) - 0.5);
        break;
    case 2:
        memcpy(b->pose, a->pose, (size_t)n * sizeof *a->pose);
        b->pose[draw_byte(d) % n] += step;
        break;
    case 3: /* nearer than doubles can distinguish from a point, or farther than any size */
    case 4: {
        const double far = draw_byte(d) % 2 ? 1e140 : ldexp(1.0, -2 * (int)draw_byte(d));
        for (int i = 0; i < n; i++) {
            a->pose[i] = 0.0;
            b->pose[i] = far * (draw_unit(d) - 0.5);
        }
        break;
    }
    case 5:
        for (int i = 3; i < most; i++)
            a->pose[i] *= 1e-140;
        break;
    case 6:
        memcpy(b->pose + turns, a->pose + turns, (size_t)(most - turns) * sizeof(double));
        break;
    case 7:
        memcpy(b->pose + turns, a->pose + turns, (size_t)(most - turns) * sizeof(double));
        b->pose[turns + draw_byte(d) % (most - turns)] += step;
        break;
    default: break;
    }
}

static void degenerate_ask(question q, draw* d, asked* pair, gd_warm* warm) {
    gd_settings settings;
    const gd_settings* chosen = ask_settings(q, d, &settings);
    if (warm || draw_byte(d) % 4 == 0) chosen = NULL;
    if (draw_byte(d) % 8 == 0) {
        if (!chosen)
            settings = (gd_settings){.tolerance = GD_DEFAULT_TOLERANCE, .max_iterations = 500.0};
        settings.trace = (double)(uintptr_t)trace;
        trace->capacity = draw_byte(d) % 2 ? (double)ROOM : 200.0;
        chosen = &settings;
    }
    CHECK(ask_certified(q, pair, chosen, warm));
}

static void degenerate_pair(uint64_t index) {
    draw d = {.state = index * UINT64_C(0xd1342543de82ef95) + 7};
    const bool plane = draw_byte(&d) % 4 == 0;
    const family f = draw_byte(&d) % FAMILIES_NUMBERED;
    gd_kind kinds[2];
    for (int i = 0; i < 2; i++)
        kinds[i] = plane ? draw_kinds_2d[draw_byte(&d) % DRAW_KINDS_2D]
                         : draw_kinds_3d[draw_byte(&d) % DRAW_KINDS_3D];
    drawn a, b;
    if (!draw_pair(&d, f, kinds[0], kinds[1], &a, &b)) return;
    degenerate_place(&d, plane, &a, &b);
    asked pair;
    asked_make(&pair, &a, &b);
    gd_warm warm[ASK_GROWTH_N], boolean = {0};
    memset(warm, 0, sizeof warm);
    for (question q = 0; q < ASK_GROWTH_N; q++)
        for (int k = 0; k < METHODS; k++)
            degenerate_ask(q, &d, &pair, NULL);
    for (int k = 0; k < 3; k++) {
        for (question q = 0; q < ASK_GROWTH_N; q++)
            degenerate_ask(q, &d, &pair, &warm[q]);
        gd_collision_result full;
        const int meet =
            gd_intersects(&(gd_query){a.shape, a.pose, b.shape, b.pose, NULL, &boolean});
        const gd_status status =
            gd_collide(&(gd_query){a.shape, a.pose, b.shape, b.pose, NULL, NULL}, &full);
        CHECK((meet < 0) == (status < 0));
        /* if the shapes touch up to rounding, either answer is right */
        if (full.lower > 1.0 + 1e-14) CHECK(meet <= 0);
        if (full.upper <= 1.0 - 1e-14) CHECK(meet != 0);
        const double step = ldexp(1.0 + fabs(b.pose[k] - a.pose[k]), -(int)(draw_byte(&d) % 40));
        b.pose[k % 2] += step * (draw_unit(&d) - 0.5);
        if (!plane) {
            const double turn = draw_unit(&d) - 0.5;
            b.pose[3 + k] += ldexp(turn, -(int)(draw_byte(&d) % 30));
        }
        asked_make(&pair, &a, &b);
    }
    for (int k = 0; k < METHODS && !plane; k++)
        degenerate_ask(ASK_COMPARISON, &d, &pair, NULL);
    for (question q = ASK_GROWTH_GRADIENT; q <= ASK_DEPTH_GRADIENT; q++)
        for (int k = 0; k < METHODS; k++)
            degenerate_ask(q, &d, &pair, NULL);
    drawn_free(&a, &b);
}

static const uint32_t RARE[] = {10870, 10869, 11095, 11092, 10829, 10857, 11003, 12625, 12638,
                                12740, 12739, 12942, 12972, 12978, 13889, 13940, 4404,  8429,
                                15087, 2134,  2126,  2337,  9114,  9131,  9467,  19024, 19188,
                                103,   110,   159,   339,   421,   429,   548,   725,   1209,
                                1334,  1456,  1483,  1694,  1721,  2877,  3908,  5462,  36989};

TEST(degenerate) {
    trace = calloc(1, sizeof *trace + ROOM * sizeof(double));
    for (uint64_t i = 0; i < 100; i++)
        degenerate_pair(i);
    for (size_t i = 0; i < sizeof RARE / sizeof RARE[0]; i++)
        degenerate_pair(RARE[i]);
    free(trace);
}
