/* The expanding polytope: measure facets, find the nearest one, and add a vertex. */
#include "depth/polytope.h"

#include "math/predicates.h"

#include <string.h>

/* A facet whose height is below this fraction of its offset is a sliver. */
#define POLYTOPE_SLIVER 1e-7
/* A facet is thin if (height / size)^2 is below about this. */
#define POLYTOPE_THIN 0x1p-16
/* Below this, a squared area may have lost digits to underflow. */
#define POLYTOPE_TINY 0x1p-960
/* For extents below this, facets are measured in this unit: otherwise squared areas underflow. */
#define POLYTOPE_SMALL 0x1p-200

/* The side of a facet that faces an edge: facet * 4 + edge, also stored as a polytope_index. */
#define POLYTOPE_SIDE(facet, edge) ((polytope_index)((facet)*4 + (edge)))
/* The edges after and before an edge, by the side. */
static const uint8_t POLYTOPE_NEXT[4] = {1, 2, 0, 0}, POLYTOPE_BEFORE[4] = {2, 0, 1, 0};

/* Measures a facet that may be thin: a sliver, or one whose rounding tilts its normal. away bounds
 * the distance of its plane from the origin, square is that of twice its area. */
static GD_NOINLINE void polytope_measure_thin(const polytope* p, polytope_facet* facet,
                                              double square, double edges, double upper) {
    if (!(square > POLYTOPE_TINY)) {
        facet->n = make3(0.0, 0.0, 0.0);
        facet->plane = 0.0;
        facet->doubt = GD_INFINITY;
        facet->sliver = true;
        return;
    }
    /* the least of three heights is below the whole facet */
    if (square < POLYTOPE_THIN * edges * edges)
        for (int i = 0; i < 2; i++)
            facet->plane = min2(dot3(facet->n, p->vertex[facet->v[i]].x), facet->plane);
    /* the tilted plane may even be behind the origin: then |plane| does not measure the depth */
    const double away = min2(fabs(facet->plane), upper);
    const double thin = p->unit * max2(POLYTOPE_SLIVER * away, p->rounding);
    facet->sliver = square <= 2.0 * edges * (thin * thin);
}

/* Computes a facet's normal, plane and offset from its vertices; upper is the upper bound of the
 * depth. */
GD_INLINE void polytope_measure(polytope* p, int f, double upper) {
    polytope_facet* facet = &p->facet[f];
    const vec3 x0 = p->vertex[facet->v[0]].x, x1 = p->vertex[facet->v[1]].x,
               x2 = p->vertex[facet->v[2]].x;
    const vec3 e0 = scale3(p->unit, sub3(x1, x0)), e1 = scale3(p->unit, sub3(x2, x1));
    const vec3 n = cross3(e0, e1);
    const double nn = dot3(n, n); /* square of twice the area */
    const double edges = dot3(e0, e0) + dot3(e1, e1);
    const double scale = 1.0 / sqrt(nn);
    const double thin = p->unit * max2(POLYTOPE_SLIVER * upper, p->rounding);
    facet->removed = false;
    facet->n = scale3(scale, n);
    facet->doubt = 2.0 * p->rounding * edges * scale;
    facet->plane = dot3(facet->n, x2);
    facet->sliver = false;
    if (!(nn > 2.0 * edges * (thin * thin) && nn >= POLYTOPE_THIN * edges * edges &&
          nn > POLYTOPE_TINY))
        polytope_measure_thin(p, facet, nn, edges, upper);
    p->offset[f] = facet->sliver ? GD_INFINITY : facet->plane;
}

/* Lists a facet that may be nearest. Without branches: which facets are is unpredictable. */
GD_INLINE void polytope_open(polytope* p, int f, double upper) {
    const bool add = (p->offset[f] < upper) & !p->listed[f];
    p->open[p->open_count] = (polytope_index)f;
    p->open_count += add;
    p->listed[f] |= add;
}

GD_INLINE void polytope_join(polytope* p, polytope_index side, polytope_index other) {
    p->facet[side >> 2].across[side & 3] = other;
    p->facet[other >> 2].across[other & 3] = side;
}

void gd_polytope_init(polytope* p, double extent, const core_vertex v[4], double upper) {
    static const polytope_index corners[4][3] = {{0, 1, 2}, {0, 3, 1}, {1, 3, 2}, {2, 3, 0}};
    p->extent = extent;
    p->rounding = POLYTOPE_ROUNDING * p->extent;
    p->unit = p->extent < POLYTOPE_SMALL ? 1.0 / POLYTOPE_SMALL : 1.0;
    p->vertex_count = 4;
    p->facet_count = 4;
    p->free_count = 0;
    p->open_count = 0;
    for (int i = 0; i < 4; i++) {
        p->vertex[i] = v[i];
        p->listed[i] = false;
    }
    for (int f = 0; f < 4; f++) {
        memcpy(p->facet[f].v, corners[f], sizeof corners[f]);
        polytope_measure(p, f, upper);
        polytope_open(p, f, GD_INFINITY);
    }
    for (int i = 0; i < 3; i++) {
        polytope_join(p, POLYTOPE_SIDE(0, i), POLYTOPE_SIDE(i + 1, 2));
        polytope_join(p, POLYTOPE_SIDE(i + 1, 1), POLYTOPE_SIDE((i + 1) % 3 + 1, 0));
    }
}

/* Near the end few facets qualify while the polytope has hundreds: scanning them all took a third
 * of the time. */
int gd_polytope_nearest(polytope* p, double upper) {
    int best = -1, kept = 0;
    double least = upper;
    for (int i = 0; i < p->open_count; i++) {
        const int f = p->open[i];
        const double offset = p->offset[f];
        const bool keep = offset < upper;
        p->listed[f] = keep;
        p->open[kept] = (polytope_index)f;
        kept += keep;
        best = offset < least ? f : best;
        least = min2(offset, least);
    }
    p->open_count = kept;
    return best;
}

/* Whether equal coordinates put four points into a plane across an axis of A, or in pairs on two
 * lines parallel to an axis. Faces of boxes and prisms do this, and exact arithmetic is slow for
 * them. */
static bool polytope_aligned(const vec3 x[4]) {
    const double at[3][4] = {{x[0].x, x[1].x, x[2].x, x[3].x},
                             {x[0].y, x[1].y, x[2].y, x[3].y},
                             {x[0].z, x[1].z, x[2].z, x[3].z}};
    for (int k = 0; k < 3; k++) {
        const double *s = at[k], *t = at[(k + 1) % 3];
        if (s[0] == s[3] && s[1] == s[3] && s[2] == s[3]) return true;
        for (int i = 0; i < 3; i++) {
            if (s[i] != s[3] || t[i] != t[3]) continue;
            const int j = (i + 1) % 3, l = (i + 2) % 3;
            if (s[j] == s[l] && t[j] == t[l]) return true;
        }
    }
    return false;
}

static GD_NOINLINE int polytope_exact_side(const polytope* p, const polytope_facet* facet, vec3 w) {
    vec3 x[4] = {p->vertex[facet->v[0]].x, p->vertex[facet->v[1]].x, p->vertex[facet->v[2]].x, w};
    if (polytope_aligned(x)) return 0;
    const double unit = exact_unit(p->extent);
    for (int i = 0; i < 4; i++)
        x[i] = make3(exact_snap(unit, x[i].x), exact_snap(unit, x[i].y), exact_snap(unit, x[i].z));
    return gd_orient3(x[0], x[1], x[2], x[3]);
}

/* The exact sign of w's height over a facet's plane. */
GD_INLINE int polytope_side(const polytope* p, const polytope_facet* facet, vec3 w) {
    const double height = dot3(facet->n, w) - facet->plane;
    if (fabs(height) > facet->doubt) return height > 0.0 ? 1 : -1;
    return polytope_exact_side(p, facet, w);
}

/* Finds the facets that see w, starting from one, and the sides around them. A depth-first search
 * that turns the same way at each facet visits the border in order. Facets whose plane contains w
 * go too: a border in line with w would make a facet of area 0. */
static void polytope_flood(polytope* p, int first, vec3 w) {
    polytope_index stack[3 * POLYTOPE_FACETS / 2];
    int waiting = 0;
    p->horizon_count = 0;
    p->hole_count = 0;
    p->facet[first].removed = true;
    p->hole[p->hole_count++] = (polytope_index)first;
    for (int i = 2; i >= 0; i--)
        stack[waiting++] = p->facet[first].across[i];
    while (waiting > 0) {
        const polytope_index side = stack[--waiting];
        polytope_facet* facet = &p->facet[side >> 2];
        if (facet->removed) continue;
        if (polytope_side(p, facet, w) < 0) {
            p->horizon[p->horizon_count++] = side;
            continue;
        }
        facet->removed = true;
        p->hole[p->hole_count++] = (polytope_index)(side >> 2);
        stack[waiting++] = facet->across[POLYTOPE_BEFORE[side & 3]];
        stack[waiting++] = facet->across[POLYTOPE_NEXT[side & 3]];
    }
}

GD_INLINE polytope_index polytope_from(const polytope* p, polytope_index side) {
    return p->facet[side >> 2].v[side & 3];
}
GD_INLINE polytope_index polytope_to(const polytope* p, polytope_index side) {
    return p->facet[side >> 2].v[POLYTOPE_NEXT[side & 3]];
}

/* Whether the border is one closed loop. It is, unless a support function contradicts itself or its
 * radius. Each facet of the hole except the first was entered through a side. So the border has at
 * most two more sides than the hole has facets, and horizon is large enough. */
static bool polytope_border_holds(const polytope* p) {
    const int count = p->horizon_count;
    if (count < 3) return false;
    polytope_index to = polytope_to(p, p->horizon[0]);
    for (int i = count - 1; i >= 0; i--) {
        if (polytope_from(p, p->horizon[i]) != to) return false;
        to = polytope_to(p, p->horizon[i]);
    }
    return true;
}

static int polytope_take(polytope* p) {
    if (p->free_count > 0) return p->free[--p->free_count];
    p->listed[p->facet_count] = false;
    return p->facet_count++;
}

/* Puts a facet on each side of the border, with the apex as third vertex. Edge 1 of each new facet
 * is edge 2 of the next. */
static void polytope_fan(polytope* p, polytope_index apex, double upper) {
    int prev = 0, begin = 0;
    for (int i = 0; i < p->horizon_count; i++) {
        const polytope_index side = p->horizon[i];
        const int f = polytope_take(p);
        polytope_facet* facet = &p->facet[f];
        facet->v[0] = polytope_to(p, side);
        facet->v[1] = polytope_from(p, side);
        facet->v[2] = apex;
        polytope_join(p, POLYTOPE_SIDE(f, 0), side);
        if (i > 0)
            polytope_join(p, POLYTOPE_SIDE(f, 2), POLYTOPE_SIDE(prev, 1));
        else
            begin = f;
        prev = f;
        polytope_measure(p, f, upper);
        polytope_open(p, f, upper);
    }
    polytope_join(p, POLYTOPE_SIDE(begin, 2), POLYTOPE_SIDE(prev, 1));
}

polytope_push gd_polytope_push(polytope* p, int facet, const core_vertex* w, double upper) {
    if (polytope_side(p, &p->facet[facet], w->x) <= 0) return POLYTOPE_REFUSED;
    if (p->vertex_count == POLYTOPE_VERTICES) return POLYTOPE_FULL;
    polytope_flood(p, facet, w->x);
    if (!polytope_border_holds(p)) {
        for (int i = 0; i < p->hole_count; i++)
            p->facet[p->hole[i]].removed = false;
        return POLYTOPE_REFUSED;
    }
    for (int i = 0; i < p->hole_count; i++) {
        p->offset[p->hole[i]] = GD_INFINITY;
        p->free[p->free_count++] = p->hole[i];
    }
    const polytope_index apex = (polytope_index)p->vertex_count;
    p->vertex[p->vertex_count++] = *w;
    polytope_fan(p, apex, upper);
    return POLYTOPE_PUSHED;
}
