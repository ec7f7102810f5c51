/* One posed shape at an optimum: its pieces near the normal (pieces.h), in the tangent plane, and
 * the face, edge or point of it that touches. Points are relative to the shape's centre; n is the
 * outward normal of this shape. */
#ifndef GD_SIDE_H
#define GD_SIDE_H

#include "derivatives/pieces.h"
#include "math/pose.h"

/* A piece is active if it is lower than the highest by less than this fraction of the extent. */
#define SIDE_ACTIVE 1e-9
/* Points that differ by less than this fraction of the extent are equal. */
#define SIDE_SAME 1e-8

typedef struct side {
    const gd_shape* shape;
    mat3 rotation;
    vec3 offset; /* from position to centre, world axes */
    vec3 center; /* world */
    bool pinned; /* n is the normal of a round face: face replaces the pieces */
    vec3 face[3];
    piece_list pieces; /* of the core */
} side;

/* Returns false if the pose is not valid. */
GD_INTERNAL bool gd_side_init(side* s, const gd_shape* shape, const double* pose);

/* Finds the pieces within the window for a unit normal n and a basis e of its tangent plane. */
GD_INTERNAL void gd_side_find(side* s, const vec3* n, const vec3* e, double window);

/* Pins the side to three points around the witness point on a round face. Returns the face's
 * normal. Without such a face within the sine of an angle to n, returns n and pins nothing. */
GD_INTERNAL vec3 gd_side_pin(side* s, vec3 n, vec3 on, double sine);

/* What touches along the normal for which the pieces were found. */
typedef enum side_contact { SIDE_POINT, SIDE_EDGE, SIDE_FACE } side_contact;

/* *along receives a vector along an edge, in the tangent plane. */
GD_INTERNAL side_contact gd_side_contact(const side* s, vec3 n, double extent, vec2* along);

/* The point of the shape that is farthest along a vector, of those that touch along n. */
GD_INTERNAL vec3 gd_side_extreme(const side* s, vec3 n, vec3 along, double extent);

/* A point of the core, given in the shape's frame, on the surface of the whole shape: world axes.
 */
GD_INLINE vec3 side_place(const side* s, vec3 core, vec3 n) {
    return madd3(rotate(&s->rotation, core), s->shape->radius, n);
}

/* Whether a piece supports along n. */
GD_INLINE bool side_active(const side* s, int i, double extent) {
    return s->pieces.item[i].h >= s->pieces.top - SIDE_ACTIVE * extent;
}

#endif
