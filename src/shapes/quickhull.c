/* Convex hull in 3D: quickhull (Barber, Dobkin, Huhdanpaa 1996) with exact orientation tests.
 *
 * A face is visible from a point strictly above its plane. The tests are exact, so the visible
 * faces always form a disk bounded by one closed loop, the horizon. Proof: if the point moves
 * slightly inwards, the same faces are visible, and nothing is coplanar any more. No new triangle
 * is degenerate, because its apex is strictly above a triangle that contains its base. Therefore
 * the algorithm needs no tolerance and cannot fail combinatorially.
 *
 * Coplanar points give a weakly convex surface. A second run on the corners alone removes the
 * vertices inside facets and edges. */
#include "shapes/quickhull.h"
#include "shapes/flat_hull.h"
#include "shapes/hull_mesh.h"

#include "math/predicates.h"

#include <stdlib.h>
#include <string.h>

#define HULL_NONE UINT32_MAX
/* Keeps six times an index below 2^32. */
#define HULL_POINT_LIMIT (UINT32_C(1) << 28)

typedef struct hull_face {
    uint32_t vertex[3];   /* counter-clockwise from outside */
    uint32_t neighbor[3]; /* across the edge vertex[i] -> vertex[i + 1] */
    uint32_t outside;     /* head of its list of outside points, or HULL_NONE */
    uint32_t farthest;
    double farthest_height;
    uint32_t mark; /* last round in which it was visible; HULL_NONE: deleted */
} hull_face;

typedef struct hull_work {
    const vec3* points;
    uint32_t* next; /* links of the lists of outside points */
    uint32_t* loop; /* for a vertex: the new face that starts there on the horizon */
    hull_face* faces;
    uint32_t face_count, face_capacity;
    uint32_t* stack; /* the visible faces, also the search queue; then the new faces */
    uint32_t stack_capacity;
    uint32_t round;
    bool flat; /* the points are flat up to rounding */
} hull_work;

static vec3 hull_point(const hull_work* w, uint32_t i) {
    return w->points[i];
}

/* Whether a point is strictly above a face; exact. hull_height below estimates how far, times twice
 * the face's area. */
static bool hull_sees(const hull_work* w, const hull_face* face, uint32_t p) {
    return gd_orient3(hull_point(w, face->vertex[0]), hull_point(w, face->vertex[1]),
                      hull_point(w, face->vertex[2]), hull_point(w, p)) > 0;
}

static double hull_height(const hull_work* w, const hull_face* face, uint32_t p) {
    const vec3 a = hull_point(w, face->vertex[0]);
    const vec3 n =
        cross3(sub3(hull_point(w, face->vertex[1]), a), sub3(hull_point(w, face->vertex[2]), a));
    return dot3(n, sub3(hull_point(w, p), a));
}

static bool hull_reserve_stack(hull_work* w, uint32_t count) {
    if (count <= w->stack_capacity) return true;
    const uint32_t capacity = 2 * count;
    uint32_t* grown = realloc(w->stack, capacity * sizeof *grown);
    if (!grown) return false;
    w->stack = grown;
    w->stack_capacity = capacity;
    return true;
}

static uint32_t hull_add_face(hull_work* w, uint32_t a, uint32_t b, uint32_t c) {
    if (w->face_count == w->face_capacity) {
        const uint32_t capacity = 2 * w->face_capacity + 64;
        hull_face* grown = realloc(w->faces, capacity * sizeof *grown);
        if (!grown) return HULL_NONE;
        w->faces = grown;
        w->face_capacity = capacity;
    }
    w->faces[w->face_count] =
        (hull_face){{a, b, c}, {HULL_NONE, HULL_NONE, HULL_NONE}, HULL_NONE, HULL_NONE, 0.0, 0};
    return w->face_count++;
}

/* Adds a point to the list of the first face that is visible from it. A point from which no face is
 * visible is inside. */
static void hull_assign(hull_work* w, const uint32_t* faces, uint32_t count, uint32_t p) {
    for (uint32_t i = 0; i < count; i++) {
        hull_face* face = &w->faces[faces[i]];
        if (!hull_sees(w, face, p)) continue;
        const double height = hull_height(w, face, p);
        w->next[p] = face->outside;
        face->outside = p;
        if (face->farthest == HULL_NONE || height > face->farthest_height) {
            face->farthest = p;
            face->farthest_height = height;
        }
        return;
    }
}

/* ---- the first tetrahedron --------------------------------------------------------------- */

static uint32_t hull_distinct(const vec3* points, uint32_t count) {
    uint32_t distinct = 0;
    vec3 seen[4];
    for (uint32_t i = 0; i < count && distinct < 4; i++) {
        bool is_new = true;
        for (uint32_t k = 0; k < distinct; k++)
            if (points[i].x == seen[k].x && points[i].y == seen[k].y && points[i].z == seen[k].z)
                is_new = false;
        if (is_new) seen[distinct++] = points[i];
    }
    return distinct;
}

/* The component of d perpendicular to a unit vector. If `along` is the longest direction of the
 * points, this component is at most as long as the points are wide. So the heights in
 * hull_tetrahedron have a small error. */
GD_INLINE vec3 hull_across(vec3 along, vec3 d) {
    return madd3(d, -dot3(along, d), along);
}

/* Chooses four points greedily: a first, then the farthest from it, from the line, from the plane.
 * Returns false if the points are flat. Coordinates are at most 1. The normal has the error
 * rounding times extent / width. A height has only the error rounding times extent, because it is
 * computed from a component across the line, which is at most width. */
static GD_COLD bool hull_tetrahedron(const vec3* points, uint32_t count, uint32_t corner[4]) {
    memset(corner, 0, 4 * sizeof *corner);
    double extent = 0.0, width = 0.0, thickness = 0.0;
    for (uint32_t i = 1; i < count; i++)
        if (points[i].x < points[corner[0]].x) corner[0] = i;
    const vec3 a = points[corner[0]];
    for (uint32_t i = 0; i < count; i++) {
        const double d = length3(sub3(points[i], a));
        if (d > extent) {
            extent = d;
            corner[1] = i;
        }
    }
    const double min_size = extent * HULL_FLAT_EXTENT > HULL_FLAT_COORDINATE
                                ? extent * HULL_FLAT_EXTENT
                                : HULL_FLAT_COORDINATE;
    if (!(extent > min_size)) return false;
    const vec3 along = scale3(1.0 / extent, sub3(points[corner[1]], a));
    for (uint32_t i = 0; i < count; i++) {
        const double d = length3(hull_across(along, sub3(points[i], a)));
        if (d > width) {
            width = d;
            corner[2] = i;
        }
    }
    if (!(width > min_size)) return false;
    const vec3 across = hull_across(along, sub3(points[corner[2]], a));
    const vec3 normal = unit3(cross3(along, across));
    for (uint32_t i = 0; i < count; i++) {
        const double d = fabs(dot3(normal, hull_across(along, sub3(points[i], a))));
        if (d > thickness) {
            thickness = d;
            corner[3] = i;
        }
    }
    return thickness > min_size;
}

static gd_status hull_start(hull_work* w, const uint32_t c[4], uint32_t count) {
    uint32_t a = c[0], b = c[1];
    const int turn = gd_orient3(w->points[c[0]], w->points[c[1]], w->points[c[2]], w->points[c[3]]);
    if (turn == 0) return GD_ERROR_FLAT; /* unreachable: the four points are not coplanar */
    if (turn > 0) {                      /* the fourth must be below the first three */
        a = c[1];
        b = c[0];
    }
    const uint32_t v[4][3] = {{a, b, c[2]}, {b, a, c[3]}, {c[2], b, c[3]}, {a, c[2], c[3]}};
    static const uint32_t neighbor[4][3] = {{1, 2, 3}, {0, 3, 2}, {0, 1, 3}, {0, 2, 1}};
    for (uint32_t i = 0; i < 4; i++) {
        if (hull_add_face(w, v[i][0], v[i][1], v[i][2]) == HULL_NONE) return GD_ERROR_MEMORY;
        memcpy(w->faces[i].neighbor, neighbor[i], sizeof neighbor[i]);
    }
    const uint32_t faces[4] = {0, 1, 2, 3};
    for (uint32_t p = 0; p < count; p++)
        if (p != c[0] && p != c[1] && p != c[2] && p != c[3]) hull_assign(w, faces, 4, p);
    return GD_STATUS_OPTIMAL;
}

/* ---- growth ------------------------------------------------------------------------------ */

/* Collects on the stack the faces visible from p, starting with one of them. Reserves room for the
 * new faces, too. The hidden faces form a disk, and a disk of k triangles has at most k + 2 border
 * edges. Each border edge gets one new face. So visible and new faces together are at most two more
 * than all present faces. */
static bool hull_collect_visible(hull_work* w, uint32_t first, uint32_t p, uint32_t* count) {
    w->round++;
    *count = 0;
    if (!hull_reserve_stack(w, w->face_count + 2)) return false;
    w->stack[(*count)++] = first;
    w->faces[first].mark = w->round;
    for (uint32_t i = 0; i < *count; i++) {
        for (int k = 0; k < 3; k++) {
            const uint32_t f = w->faces[w->stack[i]].neighbor[k];
            if (w->faces[f].mark == w->round || !hull_sees(w, &w->faces[f], p)) continue;
            w->faces[f].mark = w->round;
            w->stack[(*count)++] = f;
        }
    }
    return true;
}

/* Connects p with every edge of the horizon; the new triangles are the last faces. */
static bool hull_close_horizon(hull_work* w, uint32_t visible, uint32_t p) {
    const uint32_t first = w->face_count;
    for (uint32_t i = 0; i < visible; i++) {
        for (uint32_t k = 0; k < 3; k++) {
            const hull_face* seen = &w->faces[w->stack[i]];
            const uint32_t beyond = seen->neighbor[k];
            if (w->faces[beyond].mark == w->round) continue;
            const uint32_t u = seen->vertex[k], v = seen->vertex[(k + 1) % 3];
            const uint32_t f = hull_add_face(w, u, v, p);
            if (f == HULL_NONE) return false;
            w->faces[f].neighbor[0] = beyond;
            w->loop[u] = f;
            hull_face* other = &w->faces[beyond];
            for (int m = 0; m < 3; m++)
                if (other->vertex[m] == v) other->neighbor[m] = f;
        }
    }
    for (uint32_t f = first; f < w->face_count; f++) {
        const uint32_t after = w->loop[w->faces[f].vertex[1]];
        w->faces[f].neighbor[1] = after;
        w->faces[after].neighbor[2] = f;
    }
    return true;
}

/* Adds the farthest outside point of a face: new faces replace the visible ones. */
static bool hull_grow(hull_work* w, uint32_t face) {
    const uint32_t p = w->faces[face].farthest;
    uint32_t visible;
    if (!hull_collect_visible(w, face, p, &visible)) return false;
    const uint32_t first = w->face_count;
    if (!hull_close_horizon(w, visible, p)) return false;
    const uint32_t fresh = w->face_count - first;
    for (uint32_t i = 0; i < fresh; i++)
        w->stack[visible + i] = first + i;
    for (uint32_t i = 0; i < visible; i++) {
        hull_face* gone = &w->faces[w->stack[i]];
        for (uint32_t q = gone->outside, after; q != HULL_NONE; q = after) {
            after = w->next[q];
            if (q != p) hull_assign(w, w->stack + visible, fresh, q);
        }
        gone->outside = HULL_NONE;
        gone->mark = HULL_NONE;
    }
    return true;
}

/* Triangulates the hull of points that are not flat. The faces of w->faces with mark != HULL_NONE
 * form the result. */
static gd_status hull_run(hull_work* w, uint32_t count, const uint32_t corner[4]) {
    w->face_count = 0;
    w->round = 0;
    const gd_status status = hull_start(w, corner, count);
    if (status != GD_STATUS_OPTIMAL) return status;
    for (uint32_t f = 0; f < w->face_count; f++)
        if (w->faces[f].mark != HULL_NONE && w->faces[f].outside != HULL_NONE && !hull_grow(w, f))
            return GD_ERROR_MEMORY;
    return GD_STATUS_OPTIMAL;
}

/* ---- corners ----------------------------------------------------------------------------- */

static bool hull_folds(const hull_work* w, const hull_face* face, int edge) {
    const hull_face* other = &w->faces[face->neighbor[edge]];
    const uint32_t v = face->vertex[edge], u = face->vertex[(edge + 1) % 3];
    int i = 0;
    while (other->vertex[i] == u || other->vertex[i] == v)
        i++;
    return gd_orient3(w->points[face->vertex[0]], w->points[face->vertex[1]],
                      w->points[face->vertex[2]], w->points[other->vertex[i]]) != 0;
}

/* Writes the indices of the corners to corners: vertices at which at least three edges fold. At a
 * vertex inside a facet no edge folds, inside an edge two. Returns their number; *extra counts the
 * other vertices. */
static uint32_t hull_corners(const hull_work* w, uint32_t* folds, uint32_t count, uint32_t* corners,
                             uint32_t* extra) {
    memset(folds, 0xff, count * sizeof *folds); /* HULL_NONE: not a vertex */
    for (uint32_t f = 0; f < w->face_count; f++) {
        if (w->faces[f].mark == HULL_NONE) continue;
        for (int k = 0; k < 3; k++) {
            const uint32_t u = w->faces[f].vertex[k];
            if (folds[u] == HULL_NONE) folds[u] = 0;
            if (hull_folds(w, &w->faces[f], k)) folds[u]++;
        }
    }
    uint32_t kept = 0;
    *extra = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (folds[i] == HULL_NONE) continue;
        if (folds[i] >= 3)
            corners[kept++] = i;
        else
            (*extra)++;
    }
    return kept;
}

/* ---- build ------------------------------------------------------------------------------- */

static void hull_work_free(hull_work* w) {
    free(w->next);
    free(w->loop);
    free(w->faces);
    free(w->stack);
}

static bool hull_work_init(hull_work* w, vec3* points, uint32_t count) {
    *w = (hull_work){.points = points};
    w->next = malloc(count * sizeof *w->next);
    w->loop = malloc(count * sizeof *w->loop);
    return w->next && w->loop;
}

/* Triangulates and moves the corners to the front of points. If the surface has other vertices,
 * runs again on the corners alone. */
static gd_status hull_triangulate(hull_work* w, vec3* points, uint32_t* origin, uint32_t* count) {
    for (int pass = 0;; pass++) {
        uint32_t corner[4];
        if (w->flat ? gd_flat_hull_simplex(points, *count, corner) < 3
                    : !hull_tetrahedron(points, *count, corner))
            return GD_ERROR_FLAT;
        const gd_status status = hull_run(w, *count, corner);
        if (status != GD_STATUS_OPTIMAL) return status;
        uint32_t extra;
        uint32_t* corners = w->next; /* no longer in use */
        const uint32_t kept = hull_corners(w, w->loop, *count, corners, &extra);
        if (pass > 0 || (extra == 0 && kept == *count)) return GD_STATUS_OPTIMAL;
        for (uint32_t i = 0; i < kept; i++) {
            points[i] = points[corners[i]];
            origin[i] = origin[corners[i]];
        }
        if (extra == 0) { /* same surface, new indices */
            for (uint32_t i = 0; i < kept; i++)
                w->loop[corners[i]] = i;
            for (uint32_t f = 0; f < w->face_count; f++)
                for (int k = 0; k < 3; k++)
                    if (w->faces[f].mark != HULL_NONE)
                        w->faces[f].vertex[k] = w->loop[w->faces[f].vertex[k]];
        }
        *count = kept;
        if (extra == 0) return GD_STATUS_OPTIMAL;
    }
}

/* The triangles of the corners, three indices each, written over the stack; NULL if out of
 * memory. */
static const uint32_t* hull_triangles(hull_work* w, uint32_t count, uint32_t* triangle_count) {
    if (!hull_reserve_stack(w, 6 * count)) return NULL;
    uint32_t alive = 0;
    for (uint32_t f = 0; f < w->face_count; f++)
        if (w->faces[f].mark != HULL_NONE)
            memcpy(w->stack + 3 * (size_t)alive++, w->faces[f].vertex, sizeof w->faces[f].vertex);
    *triangle_count = alive;
    return w->stack;
}

/* The same for exactly coplanar points. */
static const uint32_t* hull_cover(hull_work* w, const vec3* points, uint32_t* origin,
                                  uint32_t* count, uint32_t* triangle_count) {
    uint32_t corner[4];
    const int dimension = gd_flat_hull_simplex(points, *count, corner);
    *count = gd_flat_hull_loop(points, *count, dimension, corner, origin);
    if (*count == 0 || !hull_reserve_stack(w, 6 * *count)) return NULL;
    *triangle_count = gd_flat_hull_cover(*count, w->stack);
    return w->stack;
}

static gd_status hull_build(hull_work* w, const double* input, vec3* points, uint32_t* origin,
                            uint32_t count, gd_hull** hull) {
    double magnitude = 0.0;
    for (size_t i = 0; i < 3 * (size_t)count; i++)
        magnitude = max2(magnitude, fabs(input[i]));
    const double unit = exact_unit(magnitude);
    for (uint32_t i = 0; i < count; i++) {
        const double* p = input + 3 * (size_t)i;
        points[i] = make3(exact_snap(unit, p[0]), exact_snap(unit, p[1]), exact_snap(unit, p[2]));
        origin[i] = i;
    }
    if (!w->flat && hull_distinct(points, count) < 4) return GD_ERROR_TOO_FEW_POINTS;
    uint32_t triangle_count = 0;
    const uint32_t* triangles = NULL;
    gd_status status = hull_triangulate(w, points, origin, &count);
    if (status == GD_STATUS_OPTIMAL) triangles = hull_triangles(w, count, &triangle_count);
    if (status == GD_ERROR_FLAT && w->flat) {
        status = GD_STATUS_OPTIMAL;
        triangles = hull_cover(w, points, origin, &count, &triangle_count);
    }
    if (status != GD_STATUS_OPTIMAL) return status;
    if (!triangles) return GD_ERROR_MEMORY;
    const gd_surface surface = {input, origin, count, triangles, triangle_count, w->flat};
    return gd_hull_from_surface(&surface, hull);
}

static gd_status hull_allocate_and_build(const double* input, size_t size, bool flat,
                                         gd_hull** hull) {
    if (size > HULL_POINT_LIMIT) return GD_ERROR_MEMORY;
    const uint32_t count = (uint32_t)size;
    vec3* points = malloc(size * sizeof *points);
    uint32_t* origin = malloc(size * sizeof *origin);
    hull_work w;
    gd_status status = GD_ERROR_MEMORY;
    if (hull_work_init(&w, points, count) && points && origin) {
        w.flat = flat;
        status = hull_build(&w, input, points, origin, count, hull);
    }
    hull_work_free(&w);
    free(points);
    free(origin);
    return status;
}

gd_status gd_hull_build(const double* input, size_t size, gd_hull** hull) {
    *hull = NULL;
    return size < 4 ? GD_ERROR_TOO_FEW_POINTS : hull_allocate_and_build(input, size, false, hull);
}

gd_status gd_flat_hull_build(const double* input, size_t size, gd_hull** hull) {
    *hull = NULL;
    return size < 1 ? GD_ERROR_TOO_FEW_POINTS : hull_allocate_and_build(input, size, true, hull);
}
