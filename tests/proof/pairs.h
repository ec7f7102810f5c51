/* Pairs of the families: where B is, seen from A. */
#ifndef PAIRS_H
#define PAIRS_H

#include "draw.h"

/* A pair of shapes; false where one is refused (then neither is to be freed). */
bool draw_pair(draw* d, family f, gd_kind kind_a, gd_kind kind_b, drawn* a, drawn* b);

#endif
