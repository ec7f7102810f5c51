/* Newton's method on the smooth pieces of C, from a normal near the optimum.
 *
 * Every step minimises, over the tangent plane, the largest of the pieces' linear models plus the
 * curvature of their weighted sum: a quadratic program in two variables, solved by trying every
 * one, two or three pieces as the active ones. The support point at its solution is a new piece or
 * proves progress, as in a bundle method; on a corner of the normals' problem (a face of C) the
 * step is exact, where C is curved it is Newton's and squares the error.
 *
 * A round face is a cone in n, of which the rim is no smooth piece at its tip: near the face's
 * normal the face is tried first, as three fixed points around the contact.
 *
 * Source: docs/algorithms.md, Second order; the quadratic programs of bundle-Newton methods (Luksan
 * and Vlcek 1998). */
#include "derivatives/optimum.h"

#include "math/pose.h"

/* Steps at most; from a query's normal 3 to 8 are usual. */
#define TOUCH_STEPS 48
#define TOUCH_FACE_STEPS 16
/* Steps that may raise h, and by how much of the square of their length, relative to the extent. */
#define TOUCH_TRUSTED 12
#define TOUCH_TRUST 64.0
/* A face's normal is found when the search ends within this angle of it. */
#define TOUCH_ON_FACE 1e-9
/* Angle of the first step at most: what a query's normal may be wrong by. */
#define TOUCH_RADIUS 1e-2
/* Angle within which the normal of a round face is tried. */
#define TOUCH_FACE 1e-2
/* Rounding of a piece's level, relative to the extent. */
#define TOUCH_ROUNDING (32.0 * GD_EPS)
/* Curvature below this part of the extent is none. */
#define TOUCH_FLAT 1e-11
/* First damping of steps along which there is none. */
#define TOUCH_DAMPING 1e-6
/* Steps this small end the search; below the second, when they no longer shrink. */
#define TOUCH_STEP_END 1e-14
#define TOUCH_STEP_STALLED 1e-7
/* How far weights and levels of a solution may be wrong. */
#define TOUCH_SCORE 1e-7

void gd_touch_init(touch* t, const gd_shape* a, const double* pose_a, const gd_shape* b,
                   const double* pose_b, bool growth) {
    frame3 frame_a, frame_b;
    if (!frame_of_pose(pose_a, a->dimension, &frame_a)) return; /* unreachable: it is valid */
    if (!frame_of_pose(pose_b, b->dimension, &frame_b)) return; /* unreachable: likewise */
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

/* ---- pieces ------------------------------------------------------------------------------ */

/* One copy each of the switches over cores, which are large. */
static GD_NOINLINE vec3 touch_part(const gd_shape* shape, const mat3* rotation,
                                   const touch_name* name, vec3 n) {
    const vec3 local = inv_rotate(rotation, n);
    const vec3 c = name->fixed ? name->core : piece_point(shape, name->core, name->along, local);
    return madd3(rotate(rotation, sub3(c, shape->center)), shape->radius, n);
}

void gd_touch_place(const touch* t, touch_piece* piece) {
    piece->a = touch_part(t->a, &t->rotation_a, &piece->on_a, t->n);
    piece->b = touch_part(t->b, &t->rotation_b, &piece->on_b, neg3(t->n));
    piece->s = sub3(piece->a, piece->b);
}

/* The support point of one shape and the piece it is on; pinned: its rim, near the normal of a
 * round face, counts as points. */
static GD_NOINLINE vec3 touch_find(const gd_shape* shape, const mat3* rotation, vec3 n, bool pinned,
                                   touch_name* name) {
    uint32_t hint = GD_NO_HINT;
    vec3 normal, middle;
    name->along = inv_rotate(rotation, n);
    name->core = core_support(shape, name->along, &hint);
    name->fixed = pinned && round_face(shape, name->along, TOUCH_FACE, &normal, &middle);
    return madd3(rotate(rotation, sub3(name->core, shape->center)), shape->radius, n);
}

void gd_touch_support(const touch* t, vec3 n, touch_piece* piece) {
    piece->a = touch_find(t->a, &t->rotation_a, n, t->face_a, &piece->on_a);
    piece->b = touch_find(t->b, &t->rotation_b, neg3(n), t->face_b, &piece->on_b);
    piece->s = sub3(piece->a, piece->b);
    piece->level = GD_INFINITY; /* not known yet */
    piece->g[0] = piece->g[1] = piece->weight = 0.0;
}

static bool touch_same(const gd_shape* shape, const touch_name* c, const touch_name* d) {
    if (c->fixed != d->fixed) return false;
    return c->fixed ? same3(c->core, d->core)
                    : piece_equal(shape, c->core, c->along, d->core, d->along);
}

bool gd_touch_add(touch* t, const touch_piece* piece) {
    for (int i = 0; i < t->count; i++) {
        const touch_piece* v = &t->piece[i];
        if (touch_same(t->a, &v->on_a, &piece->on_a) && touch_same(t->b, &v->on_b, &piece->on_b))
            return false;
    }
    int at = t->count;
    if (at < TOUCH_MAX)
        t->count++;
    else /* in place of the lowest one without weight */
        for (int i = 0; i < TOUCH_MAX; i++)
            if (t->piece[i].weight == 0.0 &&
                (at == TOUCH_MAX || t->piece[i].level < t->piece[at].level))
                at = i;
    t->piece[at] = *piece;
    t->piece[at].weight = 0.0;
    return true;
}

static GD_NOINLINE sym3 touch_bend(const gd_shape* shape, const mat3* rotation,
                                   const touch_name* name, vec3 n) {
    const vec3 local = inv_rotate(rotation, n);
    const sym3 h = name->fixed ? curvature_ball(shape->radius, local)
                               : piece_curvature(shape, name->core, name->along, local);
    return sym3_rotate(rotation, &h);
}

void gd_touch_curvature(const touch* t, const touch_piece* piece, sym3* of_a, sym3* of_b) {
    *of_a = touch_bend(t->a, &t->rotation_a, &piece->on_a, t->n);
    *of_b = touch_bend(t->b, &t->rotation_b, &piece->on_b, neg3(t->n));
}

static void touch_levels(touch* t) {
    double top = -GD_INFINITY;
    for (int i = 0; i < t->count; i++)
        top = max2(top, dot3(t->n, t->piece[i].s));
    const double rise = dot3(t->n, t->p);
    t->t = t->growth ? top / rise : 1.0;
    t->q = scale3(t->t, t->p);
    t->level = t->growth ? 0.0 : top - rise;
    for (int i = 0; i < t->count; i++) {
        touch_piece* v = &t->piece[i];
        const vec3 x = sub3(v->s, t->q);
        v->level = dot3(t->n, x);
        v->g[0] = dot3(t->e[0], x);
        v->g[1] = dot3(t->e[1], x);
    }
}

void gd_touch_move(touch* t, vec3 n) {
    t->n = n;
    if (t->a->dimension == 3) {
        complete_ray(n, &t->e[0], &t->e[1]);
    } else {
        t->e[0] = make3(-n.y, n.x, 0.0);
        t->e[1] = make3(0.0, 0.0, 0.0);
    }
    for (int i = 0; i < t->count; i++)
        gd_touch_place(t, &t->piece[i]);
    touch_levels(t);
}

void gd_touch_hessian(touch* t) {
    const double v = -t->level;
    double xx = v, xy = 0.0, yy = v;
    for (int i = 0; i < t->count; i++) {
        const double weight = t->piece[i].weight;
        if (weight == 0.0) continue;
        sym3 ha, hb;
        gd_touch_curvature(t, &t->piece[i], &ha, &hb);
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

/* ---- a step ------------------------------------------------------------------------------ */

/* A stationary point of the model with some pieces active. */
typedef struct touch_step {
    double d[2];
    double weight[3];
    int basis[3];
    int count;
    double score; /* how far it is from being the solution; 0 when it is */
} touch_step;

/* The damped Hessian, and what counts as none. */
typedef struct touch_model {
    double xx, xy, yy, none;
} touch_model;

static bool touch_one(const touch_model* m, const touch_piece* p, touch_step* out) {
    const double det = m->xx * m->yy - m->xy * m->xy, trace = m->xx + m->yy;
    if (!(m->xx > 0.0 && det > m->none * trace)) return false;
    out->d[0] = -(m->yy * p->g[0] - m->xy * p->g[1]) / det;
    out->d[1] = -(m->xx * p->g[1] - m->xy * p->g[0]) / det;
    out->weight[0] = 1.0;
    return true;
}

static bool touch_two(const touch_model* m, const touch_piece* p, const touch_piece* r,
                      touch_step* out) {
    const double w0 = p->g[0] - r->g[0], w1 = p->g[1] - r->g[1], ww = w0 * w0 + w1 * w1;
    if (!(ww > m->none * m->none)) return false;
    const double inverse = 1.0 / sqrt(ww), x = w0 * inverse, y = w1 * inverse;
    /* along (x, y) the levels become equal, across it the model is least */
    const double along = (r->level - p->level) * inverse;
    const double mux = -m->xx * y + m->xy * x, muy = -m->xy * y + m->yy * x;
    const double curved = -mux * y + muy * x;
    if (!(curved > m->none)) return false;
    const double across = -((-y * r->g[0] + x * r->g[1]) + along * (mux * x + muy * y)) / curved;
    const double d0 = along * x - across * y, d1 = along * y + across * x;
    const double f0 = m->xx * d0 + m->xy * d1 + r->g[0], f1 = m->xy * d0 + m->yy * d1 + r->g[1];
    out->d[0] = d0;
    out->d[1] = d1;
    out->weight[0] = -(x * f0 + y * f1) * inverse;
    out->weight[1] = 1.0 - out->weight[0];
    return true;
}

static bool touch_three(const touch_model* m, const touch_piece* p, const touch_piece* r,
                        const touch_piece* s, touch_step* out) {
    const double u0 = p->g[0] - s->g[0], u1 = p->g[1] - s->g[1];
    const double v0 = r->g[0] - s->g[0], v1 = r->g[1] - s->g[1];
    const double det = u0 * v1 - u1 * v0;
    const double size = (u0 * u0 + u1 * u1) + (v0 * v0 + v1 * v1);
    if (!(fabs(det) > TOUCH_FLAT * size && size > m->none * m->none)) return false;
    const double hu = s->level - p->level, hv = s->level - r->level;
    out->d[0] = (hu * v1 - hv * u1) / det;
    out->d[1] = (u0 * hv - v0 * hu) / det;
    const double f0 = m->xx * out->d[0] + m->xy * out->d[1] + s->g[0];
    const double f1 = m->xy * out->d[0] + m->yy * out->d[1] + s->g[1];
    out->weight[0] = -(f0 * v1 - f1 * v0) / det;
    out->weight[1] = -(u0 * f1 - u1 * f0) / det;
    out->weight[2] = 1.0 - out->weight[0] - out->weight[1];
    return true;
}

/* Weights below 0 and pieces above the active ones, as parts of 1 and of the extent. */
static void touch_score(const touch* t, touch_step* out) {
    out->score = 0.0;
    for (int i = 0; i < out->count; i++)
        out->score = max2(out->score, -out->weight[i]);
    const touch_piece* first = &t->piece[out->basis[0]];
    const double level = first->level + first->g[0] * out->d[0] + first->g[1] * out->d[1];
    for (int i = 0; i < t->count; i++) {
        const touch_piece* v = &t->piece[i];
        const double above = v->level + v->g[0] * out->d[0] + v->g[1] * out->d[1] - level;
        out->score = max2(out->score, above / t->extent);
    }
}

static void touch_try(const touch* t, const touch_model* m, int i, int j, int k, touch_step* best) {
    touch_step s = {.basis = {i, j, k}, .count = k >= 0 ? 3 : j >= 0 ? 2 : 1};
    const touch_piece* v = t->piece;
    const bool found = s.count == 1   ? touch_one(m, &v[i], &s)
                       : s.count == 2 ? touch_two(m, &v[i], &v[j], &s)
                                      : touch_three(m, &v[i], &v[j], &v[k], &s);
    if (!found) return;
    touch_score(t, &s);
    if (s.score < best->score) *best = s;
}

/* The solution of the program with some damping; false when there is none. */
static bool touch_minimise(const touch* t, double damping, touch_step* best) {
    const touch_model m = {t->m[0] + damping, t->m[1], t->m[2] + damping, TOUCH_FLAT * t->extent};
    *best = (touch_step){.score = TOUCH_SCORE};
    for (int i = 0; i < t->count; i++)
        touch_try(t, &m, i, -1, -1, best);
    for (int i = 0; i < t->count && best->score > 0.0; i++)
        for (int j = 0; j < i; j++)
            touch_try(t, &m, i, j, -1, best);
    for (int i = 0; i < t->count && best->score > 0.0 && t->a->dimension == 3; i++)
        for (int j = 0; j < i; j++)
            for (int k = 0; k < j; k++)
                touch_try(t, &m, i, j, k, best);
    return best->score < TOUCH_SCORE;
}

bool gd_touch_program(const touch* t, double damping, double* d, double* level) {
    touch_step step;
    if (!touch_minimise(t, damping, &step)) return false;
    const touch_piece* v = &t->piece[step.basis[0]];
    d[0] = step.d[0];
    d[1] = step.d[1];
    *level = v->level + v->g[0] * d[0] + v->g[1] * d[1];
    return true;
}

/* The least damping that keeps the step within a radius. */
static bool touch_solve(touch* t, double radius, touch_step* step) {
    t->flat = false;
    double damping = 0.0;
    for (int k = 0; k < 60; k++) {
        if (touch_minimise(t, damping, step) &&
            step->d[0] * step->d[0] + step->d[1] * step->d[1] <= radius * radius)
            return true;
        t->flat = true;
        damping = damping > 0.0 ? 8.0 * damping : TOUCH_DAMPING * t->extent;
    }
    return false;
}

static void touch_take(touch* t, const touch_step* step) {
    for (int i = 0; i < t->count; i++)
        t->piece[i].weight = 0.0;
    t->basis_count = step->count;
    for (int i = 0; i < step->count; i++) {
        t->basis[i] = step->basis[i];
        t->piece[step->basis[i]].weight = max2(step->weight[i], 0.0);
    }
}

/* ---- the search -------------------------------------------------------------------------- */

/* Along a curved kink a Newton step leaves the kink by the square of its length and h may rise by
 * that, although the step is right (the Maratos effect): such steps are taken, a few times. */
static bool touch_run(touch* t, int steps) {
    double radius = TOUCH_RADIUS, before = GD_INFINITY;
    int trusted = TOUCH_TRUSTED;
    for (int k = 0; k < steps; k++) {
        touch_step step;
        gd_touch_hessian(t);
        if (!touch_solve(t, radius, &step)) return false;
        touch_take(t, &step);
        const double length = sqrt(step.d[0] * step.d[0] + step.d[1] * step.d[1]);
        const vec3 n = unit3(madd3(madd3(t->n, step.d[0], t->e[0]), step.d[1], t->e[1]));
        touch_piece found;
        gd_touch_support(t, n, &found);
        const double above = dot3(n, sub3(found.s, t->q)) - t->level;
        const bool lower = above <= TOUCH_ROUNDING * t->extent;
        const bool fresh = above > -radius * t->extent && gd_touch_add(t, &found);
        const bool trust =
            !lower && !fresh && trusted > 0 && above <= TOUCH_TRUST * length * length * t->extent;
        trusted -= trust;
        if ((lower || trust) && (!t->growth || dot3(n, t->p) > 0.0)) {
            gd_touch_move(t, n);
            if (length >= 0.5 * radius) radius = min2(4.0 * radius, 0.5);
        } else {
            if (fresh) gd_touch_move(t, t->n);
            if (!fresh) radius = 0.25 * min2(length, radius);
            if (!(radius > TOUCH_STEP_END)) return false;
        }
        const bool stalled = length <= TOUCH_STEP_STALLED && length >= 0.5 * before;
        if ((lower || !fresh) && (length <= TOUCH_STEP_END || stalled)) {
            gd_touch_hessian(t);
            if (!touch_solve(t, TOUCH_STEP_STALLED, &step)) return false;
            touch_take(t, &step);
            gd_touch_hessian(t);
            return true;
        }
        before = length;
    }
    return false;
}

/* Three points of a round face around a point of it, as large as they fit, with the other set's
 * piece; around the middle of the face for a point on the rim, which becomes one of them. False
 * when the point lies outside. */
static bool touch_face_points(touch* t, const gd_shape* shape, const mat3* rotation, vec3 on,
                              vec3 middle, bool is_a, touch_piece piece) {
    const double rim = piece_rim(shape, middle);
    const vec3 x = add3(inv_rotate(rotation, on), shape->center);
    const double out = sqrt(x.x * x.x + x.z * x.z), room = rim - out;
    if (!(room > -1e-6 * rim)) return false;
    const bool inside = room > 1e-6 * rim;
    const vec2 at = inside ? make2(x.x, x.z) : make2(0.0, 0.0);
    const vec2 arm = inside ? make2(room, 0.0) : make2(x.x * (rim / out), x.z * (rim / out));
    const double turn[3][2] = {{1.0, 0.0}, {-0.5, 0.8660254037844386}, {-0.5, -0.8660254037844386}};
    for (int i = 0; i < 3; i++) {
        const double u = arm.x * turn[i][0] - arm.y * turn[i][1];
        const double v = arm.x * turn[i][1] + arm.y * turn[i][0];
        const vec3 c = make3(at.x + u, middle.y, at.y + v);
        touch_name* name = is_a ? &piece.on_a : &piece.on_b;
        name->core = c;
        name->fixed = true;
        gd_touch_add(t, &piece);
    }
    return true;
}

/* Whether the optimum is the normal of a round face of A or B near n; on_a and on_b are the witness
 * points relative to the centres. */
static bool touch_try_face(touch* t, vec3 n, vec3 on_a, vec3 on_b, bool is_a) {
    const gd_shape* shape = is_a ? t->a : t->b;
    const mat3* rotation = is_a ? &t->rotation_a : &t->rotation_b;
    const vec3 local = inv_rotate(rotation, is_a ? n : neg3(n));
    vec3 normal, middle;
    if (shape->dimension != 3 || !round_face(shape, local, TOUCH_FACE, &normal, &middle))
        return false;
    t->count = 0;
    t->face_a = is_a;
    t->face_b = !is_a;
    const vec3 axis = rotate(rotation, normal);
    t->n = is_a ? axis : neg3(axis);
    touch_piece piece;
    gd_touch_support(t, t->n, &piece);
    if (!touch_face_points(t, shape, rotation, is_a ? on_a : on_b, middle, is_a, piece))
        return false;
    gd_touch_move(t, t->n);
    for (int i = 0; i < t->count; i++)
        t->piece[i].weight = 1.0 / t->count;
    const vec3 start = t->n;
    return touch_run(t, TOUCH_FACE_STEPS) && max_abs3(sub3(t->n, start)) <= TOUCH_ON_FACE;
}

bool gd_touch_refine(touch* t, vec3 n, vec3 on_a, vec3 on_b) {
    n = unit3(n);
    if (touch_try_face(t, n, on_a, on_b, true) || touch_try_face(t, n, on_a, on_b, false))
        return true;
    t->face_a = t->face_b = false;
    t->count = 0;
    touch_piece first;
    t->n = n;
    gd_touch_support(t, n, &first);
    gd_touch_add(t, &first);
    t->piece[0].weight = 1.0;
    gd_touch_move(t, n);
    return touch_run(t, TOUCH_STEPS);
}
