/* Direction cells: for every direction of a closed cell, the cell lists the farthest vertex of the
 * hull. Most cells of ellipsoids and needles are closed. */
#include "lib/check.h"
#include "lib/cloud.h"

#include "shapes/hull_lookup.h"
#include "shapes/hull_mesh.h"
#include "shapes/quickhull.h"

#include <stdlib.h>
#include <string.h>

#define POINTS 700

/* There are no cells for few vertices. Otherwise there is about one cell a vertex, in whole tiles
 * of 8 by 8 cells, and fewer cells if a vertex has many neighbours. */
static void test_cells_for_so_many_vertices(void) {
    for (uint32_t count = 4; count < 100000; count += 1 + count / 7) {
        const uint32_t grid = gd_hull_grid(count, 6);
        CHECK((grid == 0) == (count <= GD_HULL_SCAN_MAX));
        if (grid == 0) continue;
        const double exact = sqrt(count / 6.0);
        CHECK_NEAR(grid, exact, exact < 8.5 ? 0.5 : 4.5);
        CHECK(grid <= 8 || grid % 8 == 0);
        CHECK(gd_hull_grid(count, HULL_DEGREE_MAX) == grid);
        const uint32_t fewer = gd_hull_grid(count, 4 * HULL_DEGREE_MAX);
        CHECK(fewer >= 1);
        CHECK_NEAR(fewer, exact / 2.0, exact < 17.0 ? 0.5 : 4.5);
    }
}

/* Returns the highest vertex along n, and by how much it is higher than all others. */
static uint32_t farthest(const gd_hull* hull, vec3 n, double* lead) {
    double best = -INFINITE, second = -INFINITE;
    uint32_t at = 0;
    for (uint32_t i = 0; i < hull->vertex_count; i++) {
        const double h = dot3(n, hull_vertex(hull, i));
        if (h > best) {
            second = best;
            best = h;
            at = i;
        } else if (h > second) {
            second = h;
        }
    }
    *lead = best - second;
    return at;
}

static uint32_t cell_of(const gd_hull* hull, vec3 n) {
    return direction_cell_of(scaled3(hull->stretch, n), hull->grid);
}

/* Returns a direction of a cell, also near the border. */
static vec3 direction_in(const gd_hull* hull, uint32_t cell, int how) {
    const uint32_t grid = hull->grid;
    const vec3 middle = direction_cell_middle(cell, grid);
    const uint32_t axis = cell / (2 * grid * grid);
    double d[3];
    store3(d, middle);
    for (uint32_t k = 0; k < 3; k++)
        if (k != axis)
            d[k] += (how % 4 ? random_between(-1.0, 1.0) : how & 4 ? 0.999 : -0.999) / grid;
    const vec3 s = hull->stretch;
    return make3(d[0] / s.x, d[1] / s.y, d[2] / s.z);
}

/* Returns whether a cell is closed. Its vertices are in increasing order; the last one repeats. */
static bool check_cell(const gd_hull* hull, uint32_t number) {
    const uint32_t* named = hull->cells[number].vertex;
    const uint32_t last = GD_DIRECTION_CELL_CAPACITY - 1;
    const bool closed = !(named[last] & GD_HULL_OPEN);
    for (uint32_t k = 0; k <= last; k++) {
        const uint32_t v = k == last ? named[k] & ~GD_HULL_OPEN : named[k];
        CHECK(v < hull->vertex_count && (k == 0 || v >= named[k - 1]));
        if (k > 1 && named[k - 1] == named[k - 2]) CHECK(v == named[k - 1]);
    }
    for (int i = 0; i < 8 && closed; i++) {
        double lead;
        const vec3 n = direction_in(hull, number, i);
        CHECK(cell_of(hull, n) == number);
        const uint32_t top = farthest(hull, n, &lead);
        bool found = false;
        for (uint32_t k = 0; k <= last; k++)
            found |= named[k] == top;
        CHECK(found || lead == 0.0);
    }
    return closed;
}

/* Returns the fraction of closed cells. */
static double check_cells(const double* points, size_t count) {
    gd_hull* hull;
    static uint32_t tried[POINTS];
    CHECK(gd_hull_build(points, count, &hull) == GD_STATUS_OPTIMAL);
    const uint32_t cells = 6 * hull->grid * hull->grid;
    uint32_t closed = 0;
    CHECK(cells > 0 && hull->vertex_count <= POINTS);
    memset(hull->cells, 0x55, cells * sizeof *hull->cells);
    gd_hull_fill_direction_cells(hull, tried);
    for (uint32_t i = 0; i < cells; i++)
        closed += check_cell(hull, i);
    gd_hull_free(hull);
    return (double)closed / cells;
}

static void test_cells_name_what_is_farthest(void) {
    static double points[3 * POINTS];
    const size_t sizes[] = {40, 130, POINTS};
    for (int i = 0; i < 12; i++) {
        size_t count = 0;
        const size_t size = sizes[i / 2 % 3];
        const double width = i % 4 == 2 ? 0.02 : 1.0; /* needles, too */
        while (count < size) {
            const double z = random_between(-1.0, 1.0), turn = random_between(0.0, 6.3);
            const double r = sqrt(1.0 - z * z);
            if (i % 2) /* an ellipsoid far from the origin */
                cloud_push(points, &count, 5e3 + 0.2 * r * cos(turn), r * sin(turn) - 7e3, z);
            else
                cloud_push(points, &count, width * r * cos(turn), width * r * sin(turn), z);
        }
        const double closed = check_cells(points, count);
        CHECK(closed > 0.7);
    }
}

/* More vertices surround the normals of a prism's ends than a cell can list. */
static void test_cells_of_a_prism_are_open_at_its_ends(void) {
    double points[3 * 200];
    size_t count = 0;
    for (int i = 0; i < 100; i++) {
        const double turn = 0.0628318530717958 * i;
        cloud_push(points, &count, cos(turn), 1.0, sin(turn));
        cloud_push(points, &count, cos(turn), -1.0, sin(turn));
    }
    gd_hull* hull;
    CHECK(gd_hull_build(points, count, &hull) == GD_STATUS_OPTIMAL);
    for (double sign = -1.0; sign <= 1.0; sign += 2.0) {
        const uint32_t cell = cell_of(hull, make3(0.0, sign, 0.0));
        CHECK((hull->cells[cell].vertex[GD_DIRECTION_CELL_CAPACITY - 1] & GD_HULL_OPEN) != 0);
    }
    gd_hull_free(hull);
    CHECK(check_cells(points, count) < 1.0);
}

TEST(direction_cells) {
    test_cells_for_so_many_vertices();
    test_cells_name_what_is_farthest();
    test_cells_of_a_prism_are_open_at_its_ends();
}
