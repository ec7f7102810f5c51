/* Whether two shapes touch in one point. They surely do if one of them supports along the normal by
 * a single point. Support points along tilted normals show that: four steps of 90 degrees find a
 * second corner if there is one. If both shapes touch by an edge or face, the farthest contacts in
 * each direction decide. */
#include "derivatives/optimum.h"

/* If the sine of the angle to a round face's normal is below this, the face touches. */
#define CONTACT_ROUND 1e-8

static bool contact_round(const gd_shape* shape, const mat3* rotation, vec3 n) {
    vec3 normal, middle;
    return shape->dimension == 3 &&
           round_face(shape, inv_rotate(rotation, n), CONTACT_ROUND, &normal, &middle);
}

/* Whether another point than `known` supports too. */
static bool contact_other(const optimum* t, vec3 point, vec3 known) {
    const vec3 way = sub3(point, known);
    return fabs(dot3(t->n, way)) <= OPTIMUM_ACTIVE * t->extent &&
           max_abs3(way) > OPTIMUM_SAME * t->extent;
}

bool gd_optimum_contact(const optimum* t, vec3 on_a) {
    optimum free = *t;
    free.face_a = free.face_b =
        false; /* without fixed points: a rim has a single support point, except along its axis */
    active_piece known, piece;
    gd_optimum_support(&free, t->n, &known);
    bool of_a = contact_round(t->a, &t->rotation_a, t->n);
    bool of_b = contact_round(t->b, &t->rotation_b, neg3(t->n));
    const int ways = t->a->dimension == 2 ? 2 : 4;
    for (int k = 0; k < ways; k++) {
        const vec3 tangent = scale3(k % 2 ? -OPTIMUM_LEAN : OPTIMUM_LEAN, t->e[k / 2]);
        gd_optimum_support(&free, unit3(add3(t->n, tangent)), &piece);
        gd_optimum_place(t, &piece); /* evaluated at the contact's normal */
        of_a = of_a || contact_other(t, piece.a, known.a);
        of_b = of_b || contact_other(t, piece.b, known.b);
    }
    bool single = true;
    for (int k = 0; k < ways && single && of_a && of_b; k++) {
        const vec3 along = scale3(k % 2 ? -1.0 : 1.0, t->e[k / 2]);
        single = dot3(along, on_a) - gd_optimum_least(t, along) <= OPTIMUM_SAME * t->extent;
    }
    return single;
}
