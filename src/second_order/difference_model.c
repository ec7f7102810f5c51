#include "second_order/difference_model.h"

/* A round face is evaluated if the squared tangent of its normal's angle to n is below this. */
#define DIFFERENCE_FACE 1.0
/* Two axes are parallel up to rounding if the sine of their angle is below this. */
#define DIFFERENCE_PARALLEL 0x1p-46

sym3 gd_difference_ellipsoid(const pair3* pair) {
    const vec3 a = pair->a->ellipsoid_proxy, b = pair->b->ellipsoid_proxy;
    const double wa = 2.0 * max_abs3(a), wb = 2.0 * max_abs3(b); /* (x + y)^2 <= 2 x^2 + 2 y^2 */
    const mat3* r = &pair->b_to_a;
    sym3 q = {wa * a.x, wa * a.y, wa * a.z, 0.0, 0.0, 0.0};
    q = sym3_add_square(q, wb * b.x, r->cx);
    q = sym3_add_square(q, wb * b.y, r->cy);
    return sym3_add_square(q, wb * b.z, r->cz);
}

/* Height of a shape's middle of mass over its centre, roughly. In a cone it is nearer to the base.
 */
static double difference_middle(const gd_shape* shape) {
    if (shape->core != GD_CORE_FRUSTUM) return 0.0;
    const vec3 size = shape->size;
    return 0.5 * size.y * (size.z - size.x) / (size.z + size.x);
}

vec3 gd_difference_middle(const pair3* pair) {
    const vec3 a = make3(0.0, difference_middle(pair->a), 0.0);
    return sub3(madd3(a, -difference_middle(pair->b), pair->b_to_a.cy), pair->p);
}

/* Adds a round face, and returns how much its rim is higher than its point: n may be beside its
 * normal by rounding. */
static double difference_add_face(support_model* at, local_model* m) {
    gd_support_model_evaluate_face(at, 1.0, m);
    const vec2 q = at->face_point, across = make2(at->x.z, at->z.z);
    return at->face_radius * length2(across) - dot2(q, across);
}

/* Vectors stay in registers: a struct that is copied in memory waits for the stores of its numbers,
 * a tenth of an evaluation. */
void gd_difference_evaluate(difference_model* d, evaluation* at) {
    const pair3* pair = d->pair;
    local_model* m = &at->m;
    const vec3 n = vec3_read(&at->n), p = vec3_read(&pair->p);
    vec3 e1, e2;
    complete_ray(n, &e1, &e2);
    at->e1 = e1;
    at->e2 = e2;
    support_models_aim(d->models, pair, n, e1, e2);
    for (int i = 0; i < 2; i++)
        if (d->tried[i] & (d->models[i].y.z > 0.0 ? 2 : 1)) d->models[i].face = false;
    const vec3 middle = add3(d->models[0].origin, d->models[1].origin);
    m->y = make2(0.0, 0.0);
    m->s.u = middle.x - dot3(p, e1);
    m->s.v = middle.y - dot3(p, e2);
    m->s.w = middle.z - dot3(p, n);
    m->k00 = m->k01 = m->k11 = 0.0;
    m->count = 0;
    double tilt = 0.0;
    for (int i = 0; i < 2; i++) /* faces after the other shape: their points depend on it */
        if (!(d->faces >> i & 1)) gd_support_model_evaluate_along(&d->models[i], m);
    for (int i = 0; i < 2; i++)
        if (d->faces >> i & 1) tilt += difference_add_face(&d->models[i], m);
    m->height = m->s.w + tilt;
}

/* Whether n is near the normal of a round face that may be evaluated. */
static bool difference_faces(const support_model* at) {
    const double rho2 = at->x.z * at->x.z + at->z.z * at->z.z;
    return at->face && at->up == (at->y.z > 0.0) && rho2 <= DIFFERENCE_FACE * at->y.z * at->y.z;
}

/* The part of a rim in the model's gradient after the step d. */
static vec2 difference_rim(const support_model* at, vec2 d) {
    const vec2 r = scale2(at->rim, at->radial);
    const vec2 place = make2(r.x * at->x.x + r.y * at->z.x, r.x * at->x.y + r.y * at->z.y);
    return madd2(place, at->curvature * dot2(at->tangent, d), at->tangent);
}

/* Whether the minimum of the model is on two parallel discs. Both rims turn round beside their
 * common normal, so the test leaves out both. */
static bool difference_parallel(const difference_model* d, const local_model* m) {
    const support_model *a = &d->models[0], *b = &d->models[1];
    const vec3 axis = d->pair->b_to_a.cy;
    if (!difference_faces(a) || !difference_faces(b)) return false;
    if (axis.x * axis.x + axis.z * axis.z > DIFFERENCE_PARALLEL * DIFFERENCE_PARALLEL) return false;
    const vec2 step = a->face_y;
    const vec2 bend = make2(m->k00 * step.x + m->k01 * step.y, m->k01 * step.x + m->k11 * step.y);
    const vec2 rims = add2(difference_rim(a, step), difference_rim(b, step));
    const vec2 g = sub2(add2(make2(m->s.u, m->s.v), bend), rims);
    const double reach = a->face_radius + b->face_radius;
    return dot2(g, g) <= reach * reach;
}

bool gd_difference_face(difference_model* d, const local_model* m, vec3* n) {
    d->faces = difference_parallel(d, m) ? 3 : 0;
    for (int i = 0; i < 2 && d->faces == 0; i++)
        if (gd_support_model_face(&d->models[i], m)) d->faces = 1 << i;
    for (int i = 1; i >= 0; i--) {
        if (!(d->faces >> i & 1)) continue;
        const double sign = copysign(1.0, d->models[i].y.z);
        d->tried[i] |= sign > 0.0 ? 2 : 1;
        *n = i == 0 ? make3(0.0, sign, 0.0) : scale3(-sign, d->pair->b_to_a.cy);
    }
    return d->faces != 0;
}
