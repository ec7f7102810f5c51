/* The sources of the core as one unit, so that the solvers inline the support functions and only
 * what a module exports is kept. */
#ifndef SOURCES_H
#define SOURCES_H

#include "../src/growth.c"
#include "../src/growth2.c"
#include "../src/hinge.c"
#include "../src/lines.c"
#include "../src/newton.c"
#include "../src/rounded.c"
#include "../src/sight.c"
#include "../src/zonogon.c"

/* What these are for the core's extensions and host: late.c. */
#define gd_growth_distance untraced_growth_distance
#define gd_collide untraced_collide
#include "../src/query.c"
#undef gd_growth_distance
#undef gd_collide

/* These make shapes, are asked now and then, or are as fast when compiled for size. */
#pragma clang attribute push(__attribute__((minsize)), apply_to = function)
#include "../src/box_queries.c"
#include "../src/boxes.c"
#include "../src/closed.c"
#include "../src/core.c"
#include "../src/exact.c"
#include "../src/hull.c"
#include "../src/hull2.c"
#include "../src/hull_surface.c"
#include "../src/shape.c"
#pragma clang attribute pop

#endif
