/* Random casts: a pair of shapes of each family, and a displacement that aims B near A. */
#ifndef CAST_PAIRS_H
#define CAST_PAIRS_H

#include "certify_motion.h"
#include "pairs.h"

typedef struct cast_pair {
    drawn a, b;
    posed set_a, set_b;
    gd_cast cast;
} cast_pair;

/* Draws a cast; half-spaces are refused. Returns false if a shape is refused. Otherwise the caller
 * frees the pair. */
bool draw_cast(draw* d, family f, gd_kind kind_a, gd_kind kind_b, cast_pair* out);

/* The same for a ray: B is a point at its origin. */
bool draw_ray(draw* d, family f, gd_kind kind, cast_pair* out);

/* Certifies a result of the pair with the default tolerance. */
const char* certify_cast_pair(const cast_pair* pair, const gd_cast_result* r);

void cast_pair_free(cast_pair* pair);

#endif
