/* The smooth pieces of a core that are highest, or nearly so, along a normal.
 *
 * The support function of a core is the maximum of smooth pieces: one vertex of a polytope, a rim
 * or the apex of a round shape, or a whole ellipsoid. Near a normal only a few of them matter, and
 * the shape's geometry names them. A box mirrors its corner wherever the normal has a small
 * component, a mesh walks from its support vertex to neighbours, and a composite combines the
 * pieces of its parts. So a list contains every piece within its window, without trial normals.
 *
 * A custom shape is one piece. Near the normal of a round face, a rim is one piece although its
 * support point runs round: side.h replaces it. */
#ifndef GD_PIECES_H
#define GD_PIECES_H

#include "derivatives/qp2.h"
#include "shapes/shape.h"

/* The most pieces of a list. Faces of hulls may have more vertices: then the list is incomplete. */
#define PIECES_MAX 64

/* A unit normal and a basis of its tangent plane, in a shape's frame. In 2D, e[1] is z. */
typedef struct piece_frame {
    vec3 n;
    vec3 e[2];
} piece_frame;

typedef struct piece {
    vec3 core; /* its point for the normal, in the shape's frame, relative to the centre */
    vec2 g;    /* the same point across the normal */
    double h;  /* and along it */
    sym2 k;    /* the Hessian of its support function in the tangent plane, at the unit normal */
} piece;

typedef struct piece_list {
    piece item[PIECES_MAX];
    vec3 origin; /* subtracted from every point: the shape's centre */
    int count;
    double top;    /* the largest h */
    bool complete; /* no piece within the window is missing */
} piece_list;

/* Lists the pieces of a bounded core whose h is larger than the core's minus the window. Some below
 * the window may be in the list, too. */
GD_INTERNAL void gd_pieces_find(const gd_shape* shape, const piece_frame* f, double window,
                                piece_list* list);

#endif
