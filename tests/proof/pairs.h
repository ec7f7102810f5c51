/* Pairs of shapes of each family: draws both shapes and their relative pose. */
#ifndef PAIRS_H
#define PAIRS_H

#include "draw.h"

/* Draws a pair; returns false if a shape is refused (then the caller frees neither). */
bool draw_pair(draw* d, family f, gd_kind kind_a, gd_kind kind_b, drawn* a, drawn* b);

#endif
