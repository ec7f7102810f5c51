/* Warm-start state: saves a portal and a normal, and recognises states that this library saved.
 *
 * The caller owns the state. Bounds from stored points are certified only if the points belong to
 * the shapes. So a state contains a key (a hash of both shapes' records) and a checksum of its
 * words. Any state that was not saved for these shapes is ignored: the query starts cold. */
#ifndef GD_WARM_START_H
#define GD_WARM_START_H

#include "minkowski/portal.h"

#include <string.h>

/* 52 bits of a hash as a positive double. */
GD_INLINE double warm_digest(uint64_t h) {
    return (double)(h >> 12) + 1.0;
}

/* Which queries can use each other's points. The comments say to which sets the points belong. */
typedef enum warm_family {
    WARM_GROWTH,   /* growth: the shapes */
    WARM_CORES,    /* GJK: the cores */
    WARM_DEFLATED, /* GJK by AUTO with an ellipsoid: its smaller core, see gd_distance */
    WARM_WHOLE,    /* GJK for MPR: the shapes */
    WARM_CAST,     /* casts: the shapes; the normal is in A's frame */
} warm_family;

/* Count of a state whose points are not a simplex: three points of D around the normal, on whole
 * cores, for the depth by second order. Other queries use the normal only. */
#define WARM_AROUND (-3.0)

GD_INLINE double warm_key(const gd_shape* a, const gd_shape* b, warm_family family) {
    const uint64_t salt = (uint64_t)family << 40;
    return warm_digest((a->key * UINT64_C(0x9e3779b97f4a7c15)) ^ b->key ^ salt);
}

/* A sum of the words and a sum of the partial sums: additions alone, unrolled, take a few
 * nanoseconds. */
static GD_NOINLINE double warm_check(const gd_warm* warm) {
    const char* at = (const char*)warm;
    uint64_t sum = 0, sums = 0;
#pragma GCC unroll 32
    for (size_t i = 2; i < sizeof *warm / 8; i++) {
        uint64_t word;
        memcpy(&word, at + 8 * i, sizeof word);
        sum += word;
        sums += sum;
    }
    /* A change of a word's highest bit changes the highest bit of sum and perhaps of sums. Rotate
     * sum, so that the exclusive or does not cancel these changes. */
    return warm_digest(sums * UINT64_C(0x9e3779b97f4a7c15) ^ (sum << 35 | sum >> 29));
}

GD_INLINE bool warm_fits(const gd_warm* warm, const gd_shape* a, const gd_shape* b,
                         warm_family family) {
    return warm && warm->key == warm_key(a, b, family) && warm->check == warm_check(warm);
}

/* Whether a stored vector is a unit vector up to rounding, as the solvers store it. */
GD_INLINE bool warm_is_unit(const double* saved) {
    const vec3 n = load3(saved);
    return fabs(dot3(n, n) - 1.0) < 0x1p-30;
}

/* Makes a stored normal a unit vector. Returns false if it is far from one. */
GD_INLINE bool warm_normal_holds(vec3* n) {
    const double square = dot3(*n, *n);
    if (!(square > 0.5 && square < 2.0)) return false;
    *n = scale3(1.0 / sqrt(square), *n);
    return true;
}

/* Computes the stored vertices for the current poses; returns their number. */
static GD_NOINLINE int warm_vertices3(const gd_warm* warm, const pair3* pair, vertex3 kept[3]) {
    const int count = warm->count == 3.0 ? 3 : 0;
#pragma GCC unroll 1
    for (int i = 0; i < count; i++) {
        kept[i].a = load3(warm->points_a + 3 * i);
        kept[i].b = load3(warm->points_b + 3 * i);
        pair3_place(pair, &kept[i]);
    }
    return count;
}

GD_INLINE int warm_vertices2(const gd_warm* warm, const pair2* pair, vertex2 kept[2]) {
    const int count = warm->count == 2.0 ? 2 : 0;
    for (int i = 0; i < count; i++) {
        kept[i].a = make2(warm->points_a[3 * i], warm->points_a[3 * i + 1]);
        kept[i].b = make2(warm->points_b[3 * i], warm->points_b[3 * i + 1]);
        pair2_place(pair, &kept[i]);
    }
    return count;
}

GD_INLINE void warm_save3(gd_warm* warm, const pair3* pair, const portal3* portal, vec3 normal) {
    warm->key = warm_key(pair->a, pair->b, WARM_GROWTH);
    warm->count = 3.0;
    store3(warm->normal, normal);
#pragma GCC unroll 1
    for (int i = 0; i < 3; i++) {
        store3(warm->points_a + 3 * i, portal->v[i].a);
        store3(warm->points_b + 3 * i, portal->v[i].b);
    }
    warm->check = warm_check(warm);
}

GD_INLINE void warm_save2(gd_warm* warm, const pair2* pair, const portal2* portal, vec2 normal) {
    memset(warm, 0, sizeof *warm);
    warm->key = warm_key(pair->a, pair->b, WARM_GROWTH);
    warm->count = 2.0;
    store3(warm->normal, make3(normal.x, normal.y, 0.0));
    for (int i = 0; i < 2; i++) {
        store3(warm->points_a + 3 * i, make3(portal->v[i].a.x, portal->v[i].a.y, 0.0));
        store3(warm->points_b + 3 * i, make3(portal->v[i].b.x, portal->v[i].b.y, 0.0));
    }
    warm->check = warm_check(warm);
}

#endif
