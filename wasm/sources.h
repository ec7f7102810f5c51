/* The sources of the core as one unit, so that the solvers inline the support functions and only
 * what a module exports is kept. */
#ifndef SOURCES_H
#define SOURCES_H

#include "../src/box_queries.c"
#include "../src/boxes.c"
#include "../src/closed.c"
#include "../src/composite.c"
#include "../src/core.c"
#include "../src/distance.c"
#include "../src/exact.c"
#include "../src/gjk.c"
#include "../src/growth.c"
#include "../src/growth2.c"
#include "../src/hinge.c"
#include "../src/hull.c"
#include "../src/hull2.c"
#include "../src/hull_surface.c"
#include "../src/inscribe.c"
#include "../src/lines.c"
#include "../src/newton.c"
#include "../src/query.c"
#include "../src/rounded.c"
#include "../src/shape.c"
#include "../src/sight.c"
#include "../src/simplex.c"
#include "../src/smooth.c"
#include "../src/trace.c"
#include "../src/nd/points.c"

#endif
