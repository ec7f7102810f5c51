/* Flat shapes whose centre is outside, against shapes of every type: certifies overlap tests and
 * their points from the definitions, by every method. A common point was once taken between such a
 * centre and the surface, outside the shape. */
#include "lib/check.h"

#include "proof/ask.h"
#include "proof/pairs.h"

#include <string.h>

/* Returns whether the shapes overlap. */
static int ask_about(uint64_t index, gd_kind flat, const gd_kind* kinds, int count) {
    draw d = {.state = index};
    drawn set[2];
    const int first = (int)(index % 2), other = 1 - first;
    gd_kind kind[2];
    kind[first] = flat;
    kind[other] = kinds[draw_byte(&d) % count];
    if (!draw_pair(&d, FAMILY_GENERAL, kind[0], kind[1], &set[0], &set[1])) return 0;
    /* with a margin, the library refuses a centre outside the shape */
    set[first].record[GD_RECORD_MARGIN] = 0.0;
    draw_center(&d, &set[first]);
    /* put both shapes at nearly the same place */
    memcpy(set[1].pose, set[0].pose, 3 * sizeof(double));
    set[1].pose[0] += draw_unit(&d);
    asked pair;
    asked_make(&pair, &set[0], &set[1]);
    for (int k = 0; k < 6; k++) {
        const question q = k % 2 ? ASK_COLLISION_N : ASK_COLLISION;
        gd_settings settings;
        const gd_settings* chosen = k < 2 ? NULL : ask_settings(q, &d, &settings);
        double status;
        worst seen = {0, 0, 0, 0};
        const char* wrong = ask(q, &pair, chosen, NULL, &status, &seen);
        /* without a solid shape around the centre, the query may refuse */
        CHECK(!wrong || status == (double)GD_ERROR_UNDEFINED);
    }
    const int met = gd_intersects(&(gd_query){set[0].shape, set[0].pose, set[1].shape, set[1].pose,
                                              NULL, NULL}) == 1;
    drawn_free(&set[0], &set[1]);
    return met;
}

TEST(outside_centers) {
    const gd_kind flat[] = {GD_KIND_TRIANGLE, GD_KIND_SEGMENT, GD_KIND_SEGMENT2};
    for (int i = 0; i < 3; i++) {
        const bool plane = flat[i] == GD_KIND_SEGMENT2;
        int met = 0;
        for (uint64_t k = 0; k < 400; k++)
            met += ask_about(1000 * (uint64_t)i + k, flat[i], plane ? draw_kinds_2d : draw_kinds_3d,
                             plane ? DRAW_KINDS_2D : DRAW_KINDS_3D);
        CHECK(met > 50);
    }
}
