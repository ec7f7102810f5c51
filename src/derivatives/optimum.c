/* The smooth pieces of C that support along a normal near the optimum: their points and their
 * curvature. */
#include "derivatives/optimum.h"

#include "math/pose.h"

void gd_optimum_init(optimum* t, const gd_query* query, bool growth) {
    const gd_shape *a = query->a, *b = query->b;
    frame3 frame_a, frame_b;
    if (!frame_of_pose(query->pose_a, a->dimension, &frame_a))
        return; /* unreachable: the pose is valid */
    if (!frame_of_pose(query->pose_b, b->dimension, &frame_b)) return; /* unreachable: likewise */
    t->a = a;
    t->b = b;
    t->rotation_a = frame_a.rotation;
    t->rotation_b = frame_b.rotation;
    t->offset_a = rotate(&frame_a.rotation, a->center);
    t->offset_b = rotate(&frame_b.rotation, b->center);
    t->center_a = add3(frame_a.position, t->offset_a);
    t->center_b = add3(frame_b.position, t->offset_b);
    t->p = add3(sub3(frame_b.position, frame_a.position), sub3(t->offset_b, t->offset_a));
    t->growth = growth;
    t->extent = a->bound_radius + b->bound_radius + (growth ? 0.0 : safe_length3(t->p));
    t->count = t->basis_count = 0;
    t->face_a = t->face_b = t->flat = false;
}

/* Not inlined: the switches over cores are large, so there is one copy of each. */
static GD_NOINLINE vec3 optimum_part(const gd_shape* shape, const mat3* rotation,
                                     const piece_name* name, vec3 n) {
    const vec3 local = inv_rotate(rotation, n);
    const vec3 c = name->fixed ? name->core : piece_point(shape, name->core, name->along, local);
    return madd3(rotate(rotation, sub3(c, shape->center)), shape->radius, n);
}

void gd_optimum_place(const optimum* t, active_piece* piece) {
    piece->a = optimum_part(t->a, &t->rotation_a, &piece->on_a, t->n);
    piece->b = optimum_part(t->b, &t->rotation_b, &piece->on_b, neg3(t->n));
    piece->s = sub3(piece->a, piece->b);
}

/* The support point of one shape and its piece. pinned: near the normal of a round face, points of
 * the rim are fixed points. */
static GD_NOINLINE vec3 optimum_find(const gd_shape* shape, const mat3* rotation, vec3 n,
                                     bool pinned, piece_name* name) {
    uint32_t hint = GD_NO_HINT;
    vec3 normal, middle;
    name->along = inv_rotate(rotation, n);
    name->core = core_support(shape, name->along, &hint);
    name->fixed = pinned && round_face(shape, name->along, OPTIMUM_FACE, &normal, &middle);
    return madd3(rotate(rotation, sub3(name->core, shape->center)), shape->radius, n);
}

void gd_optimum_support(const optimum* t, vec3 n, active_piece* piece) {
    piece->a = optimum_find(t->a, &t->rotation_a, n, t->face_a, &piece->on_a);
    piece->b = optimum_find(t->b, &t->rotation_b, neg3(n), t->face_b, &piece->on_b);
    piece->s = sub3(piece->a, piece->b);
    piece->level = GD_INFINITY; /* set by gd_optimum_move */
    piece->g[0] = piece->g[1] = piece->weight = 0.0;
}

static bool optimum_same(const gd_shape* shape, const piece_name* c, const piece_name* d) {
    if (c->fixed != d->fixed) return false;
    return c->fixed ? same3(c->core, d->core)
                    : piece_equal(shape, c->core, c->along, d->core, d->along);
}

bool gd_optimum_add(optimum* t, const active_piece* piece) {
    for (int i = 0; i < t->count; i++) {
        const active_piece* v = &t->piece[i];
        if (optimum_same(t->a, &v->on_a, &piece->on_a) &&
            optimum_same(t->b, &v->on_b, &piece->on_b))
            return false;
    }
    int at = t->count;
    if (at < OPTIMUM_MAX)
        t->count++;
    else /* the list is full: replace the lowest piece without weight */
        for (int i = 0; i < OPTIMUM_MAX; i++)
            if (t->piece[i].weight == 0.0 &&
                (at == OPTIMUM_MAX || t->piece[i].level < t->piece[at].level))
                at = i;
    t->piece[at] = *piece;
    t->piece[at].weight = 0.0;
    return true;
}

static GD_NOINLINE sym3 optimum_curvature_of(const gd_shape* shape, const mat3* rotation,
                                             const piece_name* name, vec3 n) {
    const vec3 local = inv_rotate(rotation, n);
    const sym3 h = name->fixed ? curvature_ball(shape->radius, local)
                               : piece_curvature(shape, name->core, name->along, local);
    return sym3_rotate(rotation, &h);
}

void gd_optimum_curvature(const optimum* t, const active_piece* piece, sym3* of_a, sym3* of_b) {
    *of_a = optimum_curvature_of(t->a, &t->rotation_a, &piece->on_a, t->n);
    *of_b = optimum_curvature_of(t->b, &t->rotation_b, &piece->on_b, neg3(t->n));
}

static void optimum_levels(optimum* t) {
    double top = -GD_INFINITY;
    for (int i = 0; i < t->count; i++)
        top = max2(top, dot3(t->n, t->piece[i].s));
    const double n_dot_p = dot3(t->n, t->p);
    t->t = t->growth ? top / n_dot_p : 1.0;
    t->q = scale3(t->t, t->p);
    t->level = t->growth ? 0.0 : top - n_dot_p;
    for (int i = 0; i < t->count; i++) {
        active_piece* v = &t->piece[i];
        const vec3 x = sub3(v->s, t->q);
        v->level = dot3(t->n, x);
        v->g[0] = dot3(t->e[0], x);
        v->g[1] = dot3(t->e[1], x);
    }
}

void gd_optimum_move(optimum* t, vec3 n) {
    t->n = n;
    if (t->a->dimension == 3) {
        complete_ray(n, &t->e[0], &t->e[1]);
    } else {
        t->e[0] = make3(-n.y, n.x, 0.0);
        t->e[1] = make3(0.0, 0.0, 0.0);
    }
    for (int i = 0; i < t->count; i++)
        gd_optimum_place(t, &t->piece[i]);
    optimum_levels(t);
}

void gd_optimum_hessian(optimum* t) {
    const double v = -t->level;
    double xx = v, xy = 0.0, yy = v;
    for (int i = 0; i < t->count; i++) {
        const double weight = t->piece[i].weight;
        if (weight == 0.0) continue;
        sym3 ha, hb;
        gd_optimum_curvature(t, &t->piece[i], &ha, &hb);
        const sym3 h = sym3_add(ha, 1.0, &hb);
        const vec3 h0 = sym3_apply(&h, t->e[0]), h1 = sym3_apply(&h, t->e[1]);
        xx += weight * dot3(t->e[0], h0);
        xy += weight * dot3(t->e[1], h0);
        yy += weight * dot3(t->e[1], h1);
    }
    t->m[0] = xx;
    t->m[1] = xy;
    t->m[2] = t->a->dimension == 3 ? yy : t->extent;
}
