/* Signs of determinants for all finite doubles; see predicates.h. */
#ifndef GD_PREDICATES_ANY_H
#define GD_PREDICATES_ANY_H

#include "math/predicates.h"

GD_INTERNAL int gd_turn3_any(const exact_edge edge[3]);

#endif
