/* The last steps of building a hull: from a triangulated convex surface to the arrays of
 * gd_hull. */
#ifndef GD_HULL_MESH_H
#define GD_HULL_MESH_H

#include "shapes/hull.h"

/* A triangulated surface. Corner i of the triangles is points[origin[i]]. */
typedef struct gd_surface {
    const double* points;
    const uint32_t* origin;
    uint32_t count;
    const uint32_t* triangles;
    uint32_t triangle_count;
    bool flat;
} gd_surface;

/* Numbers the corners so that neighbours are close in memory, and derives adjacency, cells, volume
 * and centroid. Returns GD_STATUS_OPTIMAL or GD_ERROR_MEMORY. */
GD_INTERNAL gd_status gd_hull_from_surface(const gd_surface* surface, gd_hull** hull);

/* Cells along each axis of a face of the cube, given the number of vertices and the largest number
 * of neighbours. 0: few vertices, which are scanned. */
GD_INTERNAL uint32_t gd_hull_grid(uint32_t count, uint32_t degree);

/* Fills the cells of a hull whose corners and adjacency are set. tried is scratch for one number a
 * vertex. */
GD_INTERNAL void gd_hull_fill_direction_cells(const gd_hull* hull, uint32_t* tried);

/* Computes volume and centroid from the other arrays. */
GD_INTERNAL void gd_hull_measure(gd_hull* hull);

#endif
