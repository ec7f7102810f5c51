/* Orientation tests for all doubles: exact where products of doubles underflow or overflow. */
#include "lib/check.h"

#include "math/predicates_any.h"

static int turn(vec3 a, vec3 b, vec3 c, vec3 d) {
    return gd_turn3_any((const exact_edge[3]){{a, b}, {a, c}, {a, d}});
}

TEST(predicates_any) {
    const double least = 5e-324, huge = 0x1p1000;
    const vec3 o = make3(0, 0, 0), x = make3(1, 0, 0), y = make3(0, 1, 0);
    for (int s = -1; s <= 1; s++) {
        CHECK(turn(o, x, y, make3(0.25, 0.25, s * least)) == s);
        CHECK(turn(o, make3(least, 0, 0), make3(0, least, 0), make3(0, 0, s * least)) == s);
        CHECK(turn(o, make3(huge, 0, 0), make3(0, huge, 0), make3(0, 0, s * least)) == s);
    }
    /* scaled by powers of two, all points keep their orientation, and it agrees with doubles */
    for (int i = 0; i < 500; i++) {
        vec3 p[4], q[4];
        const double few = i % 2 ? 3.0 : 1e9;
        for (int k = 0; k < 4; k++) {
            p[k] = make3(floor(random_next() * few) - 1, floor(random_next() * few), random_next());
            if (i % 3) p[k].z = floor(random_next() * few);
            q[k] = make3(0x1p-400 * p[k].x, 0x1p-600 * p[k].y, 0x1p500 * p[k].z);
        }
        const int sign = gd_orient3(p[0], p[1], p[2], p[3]);
        CHECK(turn(p[0], p[1], p[2], p[3]) == sign);
        CHECK(turn(q[0], q[1], q[2], q[3]) == sign);
        CHECK(turn(q[1], q[0], q[2], q[3]) == -sign);
    }
}
