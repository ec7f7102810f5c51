/* Features of shapes: faces, edges, sides, rims and axes. Draws pairs in which two features nearly
 * coincide: parallel up to a tiny angle, and end near end. */
#ifndef FEATURES_H
#define FEATURES_H

#include "draw.h"
#include "sets.h"

/* In the shape's own frame: a surface point, the unit normal there, and a unit direction along the
 * feature, orthogonal to the normal. */
typedef struct feature {
    real at[3], along[3], normal[3];
} feature;

/* Draws a feature of a shape; returns false if none can be found. */
bool feature_draw(draw* d, const drawn* x, feature* out);

/* Turns and moves B so that its feature lies on A's from outside, exactly or nearly. Offsets are at
 * most `length` and mostly tiny. */
void feature_join(draw* d, double length, const drawn* a, const feature* of_a, drawn* b,
                  const feature* of_b);

#endif
