/* Fills the direction cells of a hull with the vertices that are farthest there (hull_lookup.h). */
#include "shapes/hull_lookup.h"
#include "shapes/hull_mesh.h"

#include <string.h>

/* Returns a grid with about as many cells as vertices; then about five vertices are farthest
 * somewhere in one cell. A hull with a vertex of very many neighbours gets fewer cells, because
 * finding the farthest vertex of each cell takes longer there. Above 8 the
 * grid is a multiple of 8, because direction_cell_of uses tiles of 8 by 8 cells. */
uint32_t gd_hull_grid(uint32_t count, uint32_t degree) {
    if (count <= GD_HULL_SCAN_MAX) return 0;
    const double share = degree > HULL_DEGREE_MAX ? (double)HULL_DEGREE_MAX / degree : 1.0;
    const uint32_t grid = (uint32_t)(sqrt(share * count / 6.0) + 0.5);
    return grid <= 8 ? grid + (grid == 0) : (grid + 4) / 8 * 8;
}

/* Limits on the work for one cell: neighbours compared with each vertex, and vertices tried. If a
 * cell needs more tries, it becomes open (hull_lookup.h). */
#define CELL_NEIGHBORS 16u
#define CELL_TRIES 64u

/* Slack of the comparison, relative to the largest coordinate. A vertex lower by less than this may
 * still look farthest in doubles. The slack exceeds the rounding of two sums of three products. */
#define CELL_SLACK 0x1p-44

/* The directions of a cell: multiples of the vectors that differ from the middle by at most half
 * along each axis. One component of half is 0. */
typedef struct cell_extent {
    vec3 middle, half;
    double slack;
} cell_extent;

/* Whether v may be as far as w for some direction of a cell. */
GD_INLINE bool cell_reaches(const cell_extent* c, vec3 v, vec3 w) {
    const vec3 d = sub3(v, w), half = c->half;
    const double reach = fabs(d.x) * half.x + fabs(d.y) * half.y + fabs(d.z) * half.z;
    return dot3(c->middle, d) + reach >= c->slack;
}

/* Returns false if a neighbour is farther than v in all directions of the cell. Compares with
 * CELL_NEIGHBORS neighbours at most. */
static bool cell_leads(const gd_hull* hull, const cell_extent* c, uint32_t v) {
    const vec3 at = hull_vertex(hull, v);
    const uint32_t* neighbor = hull->neighbors + hull->first_neighbor[v];
    const uint32_t degree = hull_degree(hull, v);
    bool leads = true;
    for (uint32_t i = 0; i < degree && i < CELL_NEIGHBORS; i++)
        leads &= cell_reaches(c, at, hull_vertex(hull, neighbor[i]));
    return leads;
}

/* Fills a cell by breadth-first search from the vertex farthest along its middle. The search misses
 * nothing, because edges connect all vertices that are farthest somewhere in a cell. tried stores,
 * for each vertex, the number of the last cell that tried it. */
static void cell_fill(const gd_hull* hull, uint32_t number, const cell_extent* c, uint32_t first,
                      uint32_t* tried) {
    uint32_t* vertex = hull->cells[number].vertex;
    uint32_t queue[GD_DIRECTION_CELL_CAPACITY] = {first};
    uint32_t found = 1, tries = 0, open = 0;
    tried[first] = number;
    vertex[0] = first;
    for (uint32_t i = 0; i < found && !open; i++) {
        const uint32_t from = queue[i], end = hull->first_neighbor[from + 1];
        for (uint32_t e = hull->first_neighbor[from]; e < end && !open; e++) {
            const uint32_t v = hull->neighbors[e];
            if (tried[v] == number) continue;
            tried[v] = number;
            if (++tries > CELL_TRIES) open = GD_HULL_OPEN;
            if (!cell_reaches(c, hull_vertex(hull, v), hull_vertex(hull, first)) ||
                !cell_leads(hull, c, v))
                continue;
            if (found == GD_DIRECTION_CELL_CAPACITY) {
                open = GD_HULL_OPEN;
                break;
            }
            uint32_t k = found;
            for (; k > 0 && vertex[k - 1] > v; k--)
                vertex[k] = vertex[k - 1];
            vertex[k] = v;
            queue[found++] = v;
        }
    }
    for (; found < GD_DIRECTION_CELL_CAPACITY; found++)
        vertex[found] = vertex[found - 1];
    vertex[GD_DIRECTION_CELL_CAPACITY - 1] |= open;
}

void gd_hull_fill_direction_cells(const gd_hull* hull, uint32_t* tried) {
    const uint32_t grid = hull->grid;
    const vec3 s = hull->stretch, inverse = make3(1.0 / s.x, 1.0 / s.y, 1.0 / s.z);
    double magnitude = 0.0;
    for (uint32_t i = 0; i < hull->vertex_count; i++)
        magnitude = max2(magnitude, max_abs3(scaled3(inverse, hull_vertex(hull, i))));
    memset(tried, 0xff, hull->vertex_count * sizeof *tried);
    uint32_t at = 0;
    for (uint32_t i = 0; i < 6 * grid * grid; i++) {
        const uint32_t axis = i / (2 * grid * grid);
        const double r = 1.0 / grid;
        const vec3 half = make3(axis == 0 ? 0.0 : r, axis == 1 ? 0.0 : r, axis == 2 ? 0.0 : r);
        const cell_extent c = {scaled3(inverse, direction_cell_middle(i, grid)),
                               scaled3(inverse, half), -CELL_SLACK * magnitude};
        at = gd_hull_support(hull, c.middle, at);
        cell_fill(hull, i, &c, at, tried);
    }
}
