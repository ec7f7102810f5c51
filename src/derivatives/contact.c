/* Whether sets touch in one point: by what of each supports along the normal, a point, an edge or a
 * face. Few support points tell, along normals that lean: around in steps of 90 degrees two corners
 * are found where there are two, and across them a third. */
#include "touch.h"

/* By how much the normals lean. */
#define CONTACT_ANGLE 1e-6
/* Points that are lower than this part of the extent do not support. */
#define CONTACT_ACTIVE 1e-9
/* Points nearer than this part of the extent are one; edges at a smaller angle, its sine, are
 * parallel, and a round face's normal is the contact's. */
#define CONTACT_SAME 1e-8

typedef struct contact_face {
    vec3 at;    /* one of its points */
    vec3 along; /* to the farthest other one, unit */
    double length;
    int dimension;
} contact_face;

static GD_NOINLINE contact_face contact_start(const gd_shape* shape, const mat3* rotation, vec3 n,
                                              vec3 at) {
    vec3 normal, middle;
    const bool round = shape->dimension == 3 &&
                       round_face(shape, inv_rotate(rotation, n), CONTACT_SAME, &normal, &middle);
    return (contact_face){at, make3(0.0, 0.0, 0.0), 0.0, round ? 2 : 0};
}

/* The pieces that support along a normal that leans, where they are for the contact's own. */
static GD_COLD touch_piece contact_lean(touch* t, vec3 tangent) {
    touch_piece piece;
    gd_touch_support(t, unit3(madd3(t->n, CONTACT_ANGLE, tangent)), &piece);
    gd_touch_place(t, &piece);
    return piece;
}

static bool contact_holds(const touch* t, const contact_face* face, vec3 x) {
    return fabs(dot3(t->n, sub3(x, face->at))) <= CONTACT_ACTIVE * t->extent;
}

static GD_NOINLINE void contact_widen(const touch* t, contact_face* face, vec3 x) {
    const vec3 way = sub3(x, face->at);
    const double length = length3(way);
    if (face->dimension == 2 || !contact_holds(t, face, x) ||
        !(length > max2(CONTACT_SAME * t->extent, face->length)))
        return;
    *face = (contact_face){face->at, scale3(1.0 / length, way), length, 1};
}

/* Whether an edge is but the longest of a face. */
static GD_NOINLINE void contact_spread(touch* t, contact_face* face, bool of_a) {
    const vec3 across = cross3(t->n, face->along);
    for (int side = -1; side <= 1 && face->dimension == 1; side += 2) {
        const touch_piece piece = contact_lean(t, scale3(side, across));
        const vec3 x = of_a ? piece.a : piece.b;
        if (contact_holds(t, face, x) &&
            fabs(dot3(across, sub3(x, face->at))) > CONTACT_SAME * t->extent)
            face->dimension = 2;
    }
}

bool gd_touch_contact(const touch* t) {
    const bool plane = t->a->dimension == 2;
    touch free = *t;
    free.face_a = free.face_b = false; /* rims are round but along their axis */
    touch_piece piece;
    gd_touch_support(&free, t->n, &piece);
    contact_face a = contact_start(t->a, &t->rotation_a, t->n, piece.a);
    contact_face b = contact_start(t->b, &t->rotation_b, neg3(t->n), piece.b);
    for (int k = 0; k < (plane ? 2 : 4); k++) {
        piece = contact_lean(&free, scale3(k % 2 ? -1.0 : 1.0, t->e[k / 2]));
        contact_widen(t, &a, piece.a);
        contact_widen(t, &b, piece.b);
    }
    if (a.dimension == 0 || b.dimension == 0) return true;
    if (plane) return false;
    contact_spread(&free, &a, true);
    contact_spread(&free, &b, false);
    return a.dimension == 1 && b.dimension == 1 &&
           max_abs3(cross3(a.along, b.along)) > CONTACT_SAME;
}
