/* The filtered projection of the origin on a simplex. A decided face is the one that the careful
 * method finds, and its points stay in their slots. Simplices that are flat up to rounding are
 * undecided. */
#include "lib/check.h"

#include "distance/simplex_filter.h"

static vec3 random3(void) {
    const double x = random_between(-1.0, 1.0), y = random_between(-1.0, 1.0);
    return make3(x, y, random_between(-1.0, 1.0));
}

/* A simplex in slots: `used` has the points but the newest, which is in slot `own`. */
typedef struct slotted {
    vec3 x[4];
    unsigned used;
    int own, count;
} slotted;

/* As in GJK, the newest point is beyond the nearest point of the others, which all of them are
 * needed for. Returns false if the draw is not of this kind. */
static bool draw_slotted(slotted* s, int count) {
    const double far = random_between(0.0, 2.0);
    const vec3 shift = scale3(far, random3());
    vec3 list[4];
    s->used = 0;
    s->own = (int)(4.0 * random_next());
    s->count = count;
    for (int i = 0, slot = 0; i < count - 1; i++, slot++) {
        if (slot == s->own) slot++;
        s->used |= 1u << slot;
        s->x[slot] = list[i] = add3(shift, random3());
    }
    s->x[s->own] = list[count - 1] = add3(shift, random3());
    if (count == 1) return true;
    const simplex_face rest = gd_simplex_search(list, count - 1);
    return rest.kept == (1u << (count - 1)) - 1u &&
           dot3(rest.nearest, list[count - 1]) < 0.999 * dot3(rest.nearest, rest.nearest);
}

/* The careful method's face, with its points as bits of slots. */
static simplex_face careful(const slotted* s) {
    vec3 list[4];
    unsigned slot[4], kept = 0;
    int n = 0;
    for (unsigned i = 0; i < 4; i++)
        if (s->used >> i & 1u) {
            slot[n] = i;
            list[n++] = s->x[i];
        }
    slot[n] = (unsigned)s->own;
    list[n] = s->x[s->own];
    simplex_face face = gd_simplex_signed_volumes(list, s->count);
    for (int i = 0; i < s->count; i++)
        if (face.kept >> i & 1u) kept |= 1u << slot[i];
    face.kept = kept;
    return face;
}

static void test_decides_as_the_careful_method(void) {
    int decided = 0, drawn = 0;
    for (int i = 0; i < 40000; i++) {
        slotted s;
        if (!draw_slotted(&s, 1 + i % 4)) continue;
        const filtered_face face = simplex_filter(s.x, s.used, s.x[s.own], s.own);
        const simplex_face expected = careful(&s);
        drawn += expected.kept != (s.used | 1u << s.own) || s.count < 4;
        if (!face.kept) continue;
        decided++;
        CHECK(face.kept == expected.kept);
        CHECK_NEAR(max_abs3(sub3(face.nearest, expected.nearest)), 0.0, 1e-9);
        if (!face.thin) CHECK_NEAR(max_abs3(sub3(face.nearest, expected.nearest)), 0.0, 1e-13);
    }
    CHECK(drawn > 10000);
    CHECK(decided > 0.999 * drawn);
}

/* The same decision for a simplex of any size. */
static void test_decides_at_every_scale(void) {
    for (int i = 0; i < 2000; i++) {
        slotted s;
        if (!draw_slotted(&s, 2 + i % 3)) continue;
        const filtered_face face = simplex_filter(s.x, s.used, s.x[s.own], s.own);
        const double scale = ldexp(1.0, i % 2 ? 200 : -200);
        for (int k = 0; k < 4; k++)
            s.x[k] = scale3(scale, s.x[k]);
        const filtered_face other = simplex_filter(s.x, s.used, s.x[s.own], s.own);
        CHECK(other.kept == face.kept && other.thin == face.thin);
        const vec3 miss = sub3(other.nearest, scale3(scale, face.nearest));
        CHECK(!face.kept || max_abs3(miss) == 0.0);
    }
}

/* The newest point continues an edge, or is in the plane of a triangle: the origin projects on the
 * border of two faces. */
static void test_leaves_flat_simplices_undecided(void) {
    const vec3 edge[3] = {{-1, 0, 1}, {1, 0, 1}, {0, 0, 1}};
    CHECK(simplex_filter(edge, 3, edge[2], 2).kept == 0);
    const vec3 needle[3] = {{-1, 0, 1}, {1, 0x1p-30, 1}, {1, -0x1p-30, 1}};
    CHECK(simplex_filter(needle, 3, needle[2], 2).kept == 0);
    const vec3 beside[2] = {{1, 0, 0}, {3, 0, 0}}; /* the newest is not beyond the other */
    CHECK(simplex_filter(beside, 1, beside[1], 1).kept == 0);
    const vec3 around[4] = {{1, 0, -1}, {-1, 1, -1}, {-1, -1, -1}, {0, 0, 2}};
    CHECK(simplex_filter(around, 7, around[3], 3).kept == 0);
}

/* Height divided by the longest edge: 2^-3 is fat, 2^-6 thin, 2^-17 a needle. */
static void test_marks_thin_triangles(void) {
    const int bits[3] = {3, 6, 17};
    for (int i = 0; i < 3; i++) {
        const double h = ldexp(1.0, -bits[i]);
        const vec3 x[3] = {{-0.5, 0.25 * h, 1}, {0.5, 0.25 * h, 1}, {0, -0.75 * h, 1}};
        const filtered_face face = simplex_filter(x, 3, x[2], 2);
        CHECK(face.kept == (i < 2 ? 7u : 0u));
        CHECK(face.thin == (i == 1));
    }
}

TEST(simplex_filter) {
    test_decides_as_the_careful_method();
    test_decides_at_every_scale();
    test_leaves_flat_simplices_undecided();
    test_marks_thin_triangles();
}
