/* Features of sets, as faces, edges, sides, rims and axes, and pairs of which two nearly coincide:
 * parallel but for next to nothing, and next to each other's ends. */
#ifndef FEATURES_H
#define FEATURES_H

#include "draw.h"
#include "sets.h"

/* In the set's own frame: a point of its surface, a normal of it there and a direction along it,
 * unit and across the normal. */
typedef struct feature {
    real at[3], along[3], normal[3];
} feature;

/* One of a set, drawn; false where it has none that can be told. */
bool feature_draw(draw* d, const drawn* x, feature* out);

/* Turns and moves B so that its feature lies on A's from outside, both nearly so: off by up to a
 * length, mostly by next to nothing. */
void feature_join(draw* d, double length, const drawn* a, const feature* of_a, drawn* b,
                  const feature* of_b);

#endif
