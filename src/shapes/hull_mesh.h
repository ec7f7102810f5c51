/* From a triangulated convex surface to what queries need of a hull: the last steps of building. */
#ifndef GD_HULL_MESH_H
#define GD_HULL_MESH_H

#include "shapes/hull.h"

/* What a hull is made of: corner i of the triangles is points[origin[i]]. */
typedef struct gd_surface {
    const double* points;
    const uint32_t* origin;
    uint32_t count;
    const uint32_t* triangles;
    uint32_t triangle_count;
} gd_surface;

/* Numbers the corners so that neighbours lie near each other, and derives adjacency, cells, volume
 * and centroid. */
GD_INTERNAL gd_status gd_hull_from_surface(const gd_surface* surface, gd_hull** hull);

/* Cells along each axis of a face of the cube, for so many vertices with so many neighbours at
 * most; 0: few vertices, which are scanned. */
GD_INTERNAL uint32_t gd_hull_grid(uint32_t count, uint32_t degree);

/* Fills the cells of a hull with corners and adjacency; tried: room for a number a vertex. */
GD_INTERNAL void gd_hull_fill_direction_cells(const gd_hull* hull, uint32_t* tried);

/* Volume and centroid from the other arrays. */
GD_INTERNAL void gd_hull_measure(gd_hull* hull);

#endif
