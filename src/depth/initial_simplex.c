#include "depth/initial_simplex.h"

/* If a simplex is thinner than this fraction of the extent, one vertex is dropped. */
#define INITIAL_SIMPLEX_THIN 0x1p-44
/* A tetrahedron of at least this fraction of the cubed extent is surely not thin. */
#define INITIAL_SIMPLEX_CLEAR 0x1p-24
/* A set thinner than this fraction of the pair's extent is flat. */
#define INITIAL_SIMPLEX_ROUNDING (32.0 * GD_EPS)

static core_vertex initial_take(const gjk* g, int i) {
    return (core_vertex){g->x[i], g->a[i], g->b[i]};
}

/* The support vertex along the unit vector n. Overwrites slot 0 of GJK's simplex, which is no
 * longer needed. */
static core_vertex initial_support(gjk* g, vec3 n, initial_simplex* out) {
    gd_gjk_support(g, n, 0);
    out->calls += 1.0;
    return initial_take(g, 0);
}

static void initial_swap(core_vertex* p, core_vertex* q) {
    const core_vertex t = *p;
    *p = *q;
    *q = t;
}

/* Normal of a face, not unit, perpendicular to its longest edge and to the face's width, which is
 * the other edge's part across the longest. The cross product of nearly parallel edges is inexact,
 * and would show a flat set as solid. */
static vec3 initial_normal(const core_vertex* v, double* width) {
    vec3 e = sub3(v[1].x, v[0].x), f = sub3(v[2].x, v[0].x);
    const vec3 third = sub3(f, e);
    vec3 n = cross3(e, f);
    if (dot3(f, f) > dot3(e, e)) {
        const vec3 shorter = e;
        e = f;
        f = shorter;
    }
    if (dot3(third, third) > dot3(e, e)) e = third;
    const double ee = dot3(e, e);
    *width = 0.0;
    if (!(ee > 0.0)) return n;
    /* twice: the first pass leaves rounding proportional to the edge's length */
    f = madd3(f, -dot3(f, e) / ee, e);
    f = madd3(f, -dot3(f, e) / ee, e);
    const double ff = dot3(f, f);
    *width = sqrt(ff);
    for (int i = 0; i < 2; i++) {
        if (ff > 0.0) n = madd3(n, -dot3(n, f) / ff, f);
        n = madd3(n, -dot3(n, e) / ee, e);
    }
    return n;
}

/* Reorders a triangle so that its longest edge comes first. */
static void initial_longest(core_vertex* v) {
    double square[3];
    for (int i = 0; i < 3; i++) {
        const vec3 e = sub3(v[(i + 1) % 3].x, v[i].x);
        square[i] = dot3(e, e);
    }
    if (square[1] > square[0] && square[1] >= square[2])
        initial_swap(&v[0], &v[2]);
    else if (square[2] > square[0])
        initial_swap(&v[1], &v[2]);
}

/* Signed height of the tetrahedron over its first face, negative behind it. */
static double initial_height(const core_vertex* v) {
    double width;
    const vec3 n = initial_normal(v, &width);
    const double length = safe_length3(n);
    return length > 0.0 ? dot3(n, sub3(v[3].x, v[0].x)) / length : 0.0;
}

/* Six times the signed volume, negative if the faces turn outwards. */
static double initial_volume(const core_vertex* v) {
    const vec3 e = sub3(v[1].x, v[0].x), f = sub3(v[2].x, v[0].x);
    return dot3(cross3(e, f), sub3(v[3].x, v[0].x));
}

/* Whether the volume alone tells that a tetrahedron is not thin, and how it is oriented. */
static bool initial_is_clear(const initial_simplex* s, double extent, int dimension) {
    const double cube = INITIAL_SIMPLEX_CLEAR * extent * extent * extent;
    return dimension == 3 && cube > 0x1p-900 && fabs(initial_volume(s->v)) > cube;
}

/* Whether each vertex has a clear distance from the opposite face or edge. */
static bool initial_is_fat(const initial_simplex* s, double extent, int dimension) {
    if (dimension == 2) {
        const double area = cross3(sub3(s->v[1].x, s->v[0].x), sub3(s->v[2].x, s->v[0].x)).z;
        return fabs(area) > INITIAL_SIMPLEX_THIN * extent * extent;
    }
    const int order[4][4] = {{0, 1, 2, 3}, {1, 2, 3, 0}, {2, 3, 0, 1}, {3, 0, 1, 2}};
    for (int i = 0; i < 4; i++) {
        core_vertex v[4];
        for (int k = 0; k < 4; k++)
            v[k] = s->v[order[i][k]];
        if (!(fabs(initial_height(v)) > INITIAL_SIMPLEX_THIN * extent)) return false;
    }
    return true;
}

static void initial_orient(initial_simplex* s, int dimension) {
    if (dimension == 2) {
        if (cross3(sub3(s->v[1].x, s->v[0].x), sub3(s->v[2].x, s->v[0].x)).z < 0.0)
            initial_swap(&s->v[1], &s->v[2]);
    } else if (initial_height(s->v) > 0.0) {
        initial_swap(&s->v[1], &s->v[2]);
    }
}

/* Finds the support vertices along n and -n. The one farther from the plane through v0 replaces *v;
 * returns its height. */
static double initial_farther(gjk* g, vec3 n, vec3 v0, core_vertex* v, initial_simplex* out) {
    const core_vertex up = initial_support(g, n, out), down = initial_support(g, neg3(n), out);
    const double above = dot3(n, sub3(up.x, v0)), below = dot3(n, sub3(v0, down.x));
    *v = above >= below ? up : down;
    return max2(above, below);
}

/* Copies the vertices with a positive weight for the origin. If those are all of a complete
 * simplex, it is flat, and one of its faces contains the origin: copies this face. It need not have
 * the heaviest vertices: two that nearly coincide may share the weight of one. Returns how many. */
static int initial_carriers(gjk* g, initial_simplex* out) {
    gd_gjk_points(g, &out->a, &out->b);
    if (g->count == 1) g->weight[0] = 1.0;
    unsigned carriers = 0;
    for (int i = 0; i < g->count; i++)
        if (g->weight[i] > 0.0) carriers |= 1u << i;
    if (carriers + 1u == 2u << g->pair.a->dimension)
        carriers = gd_simplex_search(g->x, g->count).kept;
    int count = 0;
    for (int i = 0; carriers >> i != 0; i++)
        if (carriers >> i & 1u) out->v[count++] = initial_take(g, i);
    return count;
}

/* Sets vertex `count` to the farther support vertex along n and -n; returns its height. */
static double initial_extend(gjk* g, vec3 n, int count, initial_simplex* out) {
    return initial_farther(g, n, out->v[0].x, &out->v[count], out);
}

/* Adds vertices to those around the origin, so the origin stays inside. Each new vertex is the
 * farthest from the point, line or plane through the others. */
static initial_simplex_kind initial_grow(gjk* g, initial_simplex* out, int count) {
    const int dimension = g->pair.a->dimension;
    GD_ASSERT(dimension == 2 || dimension == 3);
    const double rounding = INITIAL_SIMPLEX_ROUNDING * g->extent;
    const vec3 axes[3] = {{1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}};
    vec3 across[3] = {axes[0], axes[1], axes[2]};
    if (count == 2) {
        const vec3 e = sub3(out->v[1].x, out->v[0].x);
        if (!(max_abs3(e) > rounding)) count = 1;
    }
    while (count <= dimension) {
        int tries = dimension;
        if (count == 2) {
            const vec3 along = unit3(sub3(out->v[1].x, out->v[0].x));
            complete_ray(along, &across[0], &across[1]);
            if (dimension == 2) across[0] = make3(-along.y, along.x, 0.0);
            tries = dimension - 1;
        } else if (count == 3) {
            double width;
            const vec3 n = initial_normal(out->v, &width);
            /* if the triangle is a line up to rounding, its normal is arbitrary: keep the longest
             * edge, which is longer each time, and find another third vertex */
            if (!(width > rounding)) {
                initial_longest(out->v);
                count = 2;
                continue;
            }
            across[0] = unit3(n);
            tries = 1;
        }
        double farthest = -1.0;
        core_vertex best = out->v[0];
        vec3 normal = across[0];
        for (int i = 0; i < tries; i++) {
            const double height = initial_extend(g, across[i], count, out);
            if (!(height > farthest)) continue;
            farthest = height;
            best = out->v[count];
            normal = across[i];
        }
        out->normal = dot3(normal, g->normal) < 0.0 ? neg3(normal) : normal;
        if (!(farthest > rounding)) return INITIAL_SIMPLEX_FLAT;
        out->v[count++] = best;
    }
    return INITIAL_SIMPLEX_SOLID;
}

initial_simplex_kind gd_initial_simplex(gjk* g, initial_simplex* out) {
    const int dimension = g->pair.a->dimension;
    out->calls = 0.0;
    out->normal = g->normal;
    bool fat = g->count == dimension + 1;
    if (fat) {
        for (int i = 0; i < g->count; i++)
            out->v[i] = initial_take(g, i);
        if (initial_is_clear(out, g->extent, dimension)) {
            if (initial_volume(out->v) > 0.0) initial_swap(&out->v[1], &out->v[2]);
            return INITIAL_SIMPLEX_SOLID;
        }
        fat = initial_is_fat(out, g->extent, dimension);
    }
    if (!fat && initial_grow(g, out, initial_carriers(g, out)) == INITIAL_SIMPLEX_FLAT)
        return INITIAL_SIMPLEX_FLAT;
    initial_orient(out, dimension);
    return INITIAL_SIMPLEX_SOLID;
}

/* Distance from the origin to the plane of a face with edges e and f at x, minus its rounding,
 * which is large for a thin face. */
static double initial_clearance(vec3 x, vec3 e, vec3 f, double extent) {
    const vec3 n = cross3(e, f);
    const double size = safe_length3(n), longest = max2(safe_length3(e), safe_length3(f));
    if (!(size > 0.0)) return 0.0;
    const double tilt = safe_length3(x) * longest / size;
    return dot3(n, x) / size - INITIAL_SIMPLEX_ROUNDING * extent * (1.0 + tilt);
}

double gd_initial_simplex_offset(const initial_simplex* s, double extent, int dimension) {
    static const int corners[4][3] = {{0, 1, 2}, {0, 3, 1}, {1, 3, 2}, {2, 3, 0}};
    double lightest = GD_INFINITY;
    for (int i = 0; i < dimension + 1; i++) {
        const vec3 x = s->v[dimension == 2 ? i : corners[i][0]].x;
        const vec3 y = s->v[dimension == 2 ? (i + 1) % 3 : corners[i][1]].x;
        const vec3 e = sub3(y, x);
        const vec3 f =
            dimension == 2 ? make3(0.0, 0.0, safe_length3(e)) : sub3(s->v[corners[i][2]].x, x);
        lightest = min2(lightest, initial_clearance(x, e, f, extent));
    }
    return max2(lightest, 0.0);
}
