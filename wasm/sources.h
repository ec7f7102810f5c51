/* The sources of the core as one unit, so that the solvers inline the support functions and only
 * what a module exports is kept. */
#ifndef SOURCES_H
#define SOURCES_H

#include "growth/growth.c"
#include "growth/cutting_plane.c"
#include "growth/cutting_plane_2d.c"
#include "second_order/model_step.c"
#include "closed/capsules.c"
#include "growth/newton.c"
#include "closed/box_capsule.c"
#include "second_order/support_model.c"
#include "closed/box_2d.c"

/* What these are for the core's extensions and host: late.c. */
#define gd_growth_distance untraced_growth_distance
#define gd_collide untraced_collide
#include "queries/query.c"
#undef gd_growth_distance
#undef gd_collide

/* These make shapes, are asked now and then, or are as fast when compiled for size. */
#pragma clang attribute push(__attribute__((minsize)), apply_to = function)
#include "closed/box_queries.c"
#include "closed/box_box.c"
#include "closed/halfspace.c"
#include "shapes/bounds.c"
#include "math/predicates.c"
#include "shapes/quickhull.c"
#include "shapes/polygon.c"
#include "shapes/direction_cells.c"
#include "shapes/hull_lookup.c"
#include "shapes/hull_measure.c"
#include "shapes/hull_mesh.c"
#include "shapes/shape.c"
#include "shapes/shape_info.c"
#include "shapes/support.c"
#pragma clang attribute pop

#endif
