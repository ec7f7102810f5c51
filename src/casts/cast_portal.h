/* The portal of a cast: three vertices of K that surround the line, seen along it. Their weighted
 * mean is a point of K on the line, so a contact is not later.
 *
 * Unlike growth, a cast has no point inside K to start from. Until three vertices surround the
 * line, the portal holds one or two: the simplex of GJK in the projection along the line. Its next
 * normal is across the line, and a negative support value along it proves a miss for all times.
 *
 * After that, a pivot replaces one vertex as in minkowski/portal.h. */
#ifndef GD_CAST_PORTAL_H
#define GD_CAST_PORTAL_H

#include "minkowski/portal.h"

typedef struct cast_portal {
    vertex3 v[3];     /* if count is 3, counter-clockwise about the ray */
    double weight[3]; /* if count is 3, of their mean on the line; their sum is weight_sum */
    double weight_sum;
    double inner;    /* height of the mean; -infinity while count is below 3 */
    double rounding; /* of a coordinate */
    int count;
} cast_portal;

GD_INLINE void cast_portal_init(cast_portal* p, double rounding) {
    p->count = 0;
    p->inner = -GD_INFINITY;
    p->weight_sum = 0.0;
    p->rounding = rounding;
}

GD_INLINE bool cast_portal_surrounds(const cast_portal* p) {
    return p->count == 3;
}

/* Copies the fields that casts use, one by one: a struct copy is a function call in wasm. */
GD_INLINE void cast_portal_copy(vertex3* to, const vertex3* from) {
    to->a = from->a;
    to->b = from->b;
    to->u = from->u;
    to->v = from->v;
    to->w = from->w;
}

/* Adds a vertex. Returns false if it changes nothing. */
GD_INTERNAL bool gd_cast_portal_enter(cast_portal* p, const vertex3* q);

/* The next normal, ray coordinates, any length: of the portal's plane, or across the line, from the
 * simplex towards it. 0 if there is none. */
GD_INTERNAL vec3 gd_cast_portal_normal(const cast_portal* p);

/* The point of the portal on the line, or the point of its simplex nearest to the line. */
GD_INTERNAL vertex3 gd_cast_portal_point(cast_portal* p);

#endif
