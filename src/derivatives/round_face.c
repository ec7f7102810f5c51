/* Round faces. At the normal of a round face the support function has a conical kink, so its rim is
 * not smooth there. Near that normal, three fixed points of the face around the contact replace the
 * rim. */
#include "derivatives/optimum.h"

/* Adds three points of a round face with the other shape's piece. They surround the contact at the
 * largest distance that fits. A contact on the rim becomes one of three points on the rim. Returns
 * false if the contact is outside. */
static bool optimum_face_points(optimum* t, vec3 on, vec3 middle, bool is_a, active_piece piece) {
    const gd_shape* shape = is_a ? t->a : t->b;
    const mat3* rotation = is_a ? &t->rotation_a : &t->rotation_b;
    const double rim = piece_rim(shape, middle);
    const vec3 x = add3(inv_rotate(rotation, on), shape->center);
    const double out = sqrt(x.x * x.x + x.z * x.z), margin = rim - out;
    if (!(margin > -1e-6 * rim)) return false;
    const bool inside = margin > 1e-6 * rim;
    const vec2 at = inside ? make2(x.x, x.z) : make2(0.0, 0.0);
    const vec2 arm = inside ? make2(margin, 0.0) : make2(x.x * (rim / out), x.z * (rim / out));
    const double turn[3][2] = {{1.0, 0.0}, {-0.5, 0.8660254037844386}, {-0.5, -0.8660254037844386}};
    for (int i = 0; i < 3; i++) {
        const double u = arm.x * turn[i][0] - arm.y * turn[i][1];
        const double v = arm.x * turn[i][1] + arm.y * turn[i][0];
        const vec3 c = make3(at.x + u, middle.y, at.y + v);
        piece_name* name = is_a ? &piece.on_a : &piece.on_b;
        name->core = c;
        name->fixed = true;
        gd_optimum_add(t, &piece);
    }
    return true;
}

bool gd_optimum_pin_face(optimum* t, vec3 n, vec3 on_a, vec3 on_b, bool is_a) {
    const gd_shape* shape = is_a ? t->a : t->b;
    const mat3* rotation = is_a ? &t->rotation_a : &t->rotation_b;
    const vec3 local = inv_rotate(rotation, is_a ? n : neg3(n));
    vec3 normal, middle;
    if (shape->dimension != 3 || !round_face(shape, local, OPTIMUM_FACE, &normal, &middle))
        return false;
    t->count = 0;
    t->face_a = is_a;
    t->face_b = !is_a;
    const vec3 axis = rotate(rotation, normal);
    t->n = is_a ? axis : neg3(axis);
    active_piece piece;
    gd_optimum_support(t, t->n, &piece);
    if (!optimum_face_points(t, is_a ? on_a : on_b, middle, is_a, piece)) return false;
    gd_optimum_move(t, t->n);
    for (int i = 0; i < t->count; i++)
        t->piece[i].weight = 1.0 / t->count;
    return true;
}
