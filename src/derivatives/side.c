#include "derivatives/side.h"

#include "shapes/curvature.h"

/* A round face touches if the sine of the angle to its normal is below this. */
#define SIDE_ROUND 1e-8
/* A composite's curvature above this multiple of the extent is a face of a part or, by differences,
 * a face or an edge of a custom shape. */
#define SIDE_KINK 1e3
/* A witness point may lie beside a round face by this fraction of the rim's radius; a point nearer
 * to the rim is on the rim. */
#define SIDE_RIM 1e-6

bool gd_side_init(side* s, const gd_shape* shape, const double* pose) {
    frame3 frame;
    if (!frame_of_pose(pose, shape->dimension, &frame)) return false;
    s->shape = shape;
    s->rotation = frame.rotation;
    s->offset = shape->off_center ? rotate(&frame.rotation, shape->center) : make3(0.0, 0.0, 0.0);
    s->center = add3(frame.position, s->offset);
    s->pinned = false;
    return true;
}

/* The three points of a pinned face as pieces without curvature. The highest point is on the rim,
 * and higher than these if the normal is not exactly the face's. */
static GD_COLD void side_find_pinned(side* s, const piece_frame* f) {
    piece_list* list = &s->pieces;
    const vec3 middle = make3(0.0, s->face[0].y + s->shape->center.y, 0.0), n = f->n;
    const double out = piece_rim(s->shape, middle) * sqrt(n.x * n.x + n.z * n.z);
    list->count = 3;
    list->complete = true;
    list->top = dot3(n, sub3(middle, s->shape->center)) + out;
    for (int i = 0; i < 3; i++) {
        const vec3 c = s->face[i];
        list->item[i] =
            (piece){c, make2(dot3(f->e[0], c), dot3(f->e[1], c)), dot3(n, c), {0.0, 0.0, 0.0}};
        list->top = max2(list->top, list->item[i].h);
    }
}

void gd_side_find(side* s, const vec3* n, const vec3* e, double window) {
    const mat3* r = &s->rotation;
    const piece_frame f = {inv_rotate(r, *n), {inv_rotate(r, e[0]), inv_rotate(r, e[1])}};
    if (s->pinned)
        side_find_pinned(s, &f);
    else
        gd_pieces_find(s->shape, &f, window, &s->pieces);
}

/* ---- round faces ----------------------------------------------------------------------------- */

/* Chooses three points of the rim whose triangle contains the witness point with room on all sides:
 * the ends of a chord beyond it, and the point opposite. A witness point on the rim is one of them.
 * Returns false if it is beside the face. */
static GD_COLD bool side_surround(side* s, vec3 on, vec3 middle) {
    const double rim = piece_rim(s->shape, middle);
    const vec3 x = add3(inv_rotate(&s->rotation, on), s->shape->center);
    const double out = sqrt(x.x * x.x + x.z * x.z), margin = rim - out;
    if (!(margin > -SIDE_RIM * rim)) return false;
    const vec2 way = out > 0.0 ? make2(x.x / out, x.z / out) : make2(1.0, 0.0);
    const bool inside = margin > SIDE_RIM * rim;
    const double chord = inside ? rim - 0.5 * margin : -0.5 * rim;
    const double half = sqrt(rim * rim - chord * chord), tip = inside ? -rim : rim;
    const double along[3] = {tip, chord, chord}, across[3] = {0.0, half, -half};
    for (int i = 0; i < 3; i++) {
        const vec2 c = madd2(scale2(along[i], way), across[i], make2(-way.y, way.x));
        s->face[i] = sub3(make3(c.x, middle.y, c.y), s->shape->center);
    }
    return true;
}

vec3 gd_side_pin(side* s, vec3 n, vec3 on, double sine) {
    vec3 normal, middle;
    s->pinned = s->shape->dimension == 3 &&
                round_face(s->shape, inv_rotate(&s->rotation, n), sine, &normal, &middle) &&
                side_surround(s, on, middle);
    return s->pinned ? rotate(&s->rotation, normal) : n;
}

/* ---- what touches ---------------------------------------------------------------------------- */

static bool side_round(const side* s, vec3 n, vec3* middle) {
    vec3 normal;
    return s->shape->dimension == 3 &&
           round_face(s->shape, inv_rotate(&s->rotation, n), SIDE_ROUND, &normal, middle);
}

static GD_COLD bool side_kinked(const side* s, double extent) {
    if (!s->shape->composite) return false;
    for (int i = 0; i < s->pieces.count; i++) {
        const sym2 k = s->pieces.item[i].k;
        if (side_active(s, i, extent) && !(k.xx + k.yy <= SIDE_KINK * extent)) return true;
    }
    return false;
}

side_contact gd_side_contact(const side* s, vec3 n, double extent, vec2* along) {
    vec3 middle;
    *along = make2(0.0, 0.0);
    if (side_round(s, n, &middle) || side_kinked(s, extent)) return SIDE_FACE;
    const piece* item = s->pieces.item;
    vec2 first = *along, far = first;
    bool found = false;
    for (int i = 0; i < s->pieces.count; i++) {
        if (!side_active(s, i, extent)) continue;
        const vec2 d = sub2(item[i].g, first);
        if (!found)
            first = item[i].g;
        else if (dot2(d, d) > dot2(far, far))
            far = d;
        found = true;
    }
    const double length = length2(far);
    *along = far;
    if (!(length > SIDE_SAME * extent)) return SIDE_POINT;
    for (int i = 0; i < s->pieces.count; i++)
        if (side_active(s, i, extent) &&
            fabs(cross2(far, sub2(item[i].g, first))) > SIDE_SAME * extent * length)
            return SIDE_FACE;
    return SIDE_EDGE;
}

vec3 gd_side_extreme(const side* s, vec3 n, vec3 along, double extent) {
    const vec3 local = inv_rotate(&s->rotation, along);
    vec3 best = make3(0.0, 0.0, 0.0);
    if (side_round(s, n, &best)) {
        const double out = sqrt(local.x * local.x + local.z * local.z);
        const double t = out > 0.0 ? piece_rim(s->shape, best) / out : 0.0;
        best = sub3(make3(t * local.x, best.y, t * local.z), s->shape->center);
        return side_place(s, best, n);
    }
    double most = -GD_INFINITY;
    for (int i = 0; i < s->pieces.count; i++) {
        const vec3 c = s->pieces.item[i].core;
        if (!side_active(s, i, extent) || !(dot3(local, c) > most)) continue;
        most = dot3(local, c);
        best = c;
    }
    return side_place(s, best, n);
}
