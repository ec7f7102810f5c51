#include "second_order/difference_model.h"

sym3 gd_difference_ellipsoid(const pair3* pair) {
    const vec3 a = pair->a->ellipsoid_proxy, b = pair->b->ellipsoid_proxy;
    const double wa = 2.0 * max_abs3(a), wb = 2.0 * max_abs3(b); /* (x + y)^2 <= 2 x^2 + 2 y^2 */
    const mat3* r = &pair->b_to_a;
    sym3 q = {wa * a.x, wa * a.y, wa * a.z, 0.0, 0.0, 0.0};
    q = sym3_add_square(q, wb * b.x, r->cx);
    q = sym3_add_square(q, wb * b.y, r->cy);
    return sym3_add_square(q, wb * b.z, r->cz);
}

/* Height of a shape's middle of mass over its centre, roughly: that of a cone is nearer to its
 * base. */
static double difference_middle(const gd_shape* shape) {
    if (shape->core != GD_CORE_FRUSTUM) return 0.0;
    const vec3 size = shape->size;
    return 0.5 * size.y * (size.z - size.x) / (size.z + size.x);
}

vec3 gd_difference_middle(const pair3* pair) {
    const vec3 a = make3(0.0, difference_middle(pair->a), 0.0);
    return sub3(madd3(a, -difference_middle(pair->b), pair->b_to_a.cy), pair->p);
}

void gd_difference_evaluate(difference_model* d, vec3 n, evaluation* at) {
    const pair3* pair = d->pair;
    local_model* m = &at->m;
    at->n = n;
    complete_ray(n, &at->e1, &at->e2);
    const mat3* r = &pair->b_to_a;
    gd_support_model_init(&d->models[0], pair->a, n, at->e1, at->e2, false);
    gd_support_model_init(&d->models[1], pair->b, neg3(inv_rotate(r, n)),
                          neg3(inv_rotate(r, at->e1)), neg3(inv_rotate(r, at->e2)), true);
    for (int i = 0; i < 2; i++)
        if (d->tried[i] & (d->models[i].y.z > 0.0 ? 2 : 1)) d->models[i].face = false;
    const vec3 middle = add3(d->models[0].origin, d->models[1].origin);
    m->y = make2(0.0, 0.0);
    m->s.u = middle.x - dot3(pair->p, at->e1);
    m->s.v = middle.y - dot3(pair->p, at->e2);
    m->s.w = middle.z - dot3(pair->p, n);
    m->k00 = m->k01 = m->k11 = 0.0;
    m->count = 0;
    gd_support_model_evaluate_along(&d->models[d->face == 0], m);
    if (d->face >= 0)
        gd_support_model_evaluate_face(&d->models[d->face], 1.0, m);
    else
        gd_support_model_evaluate_along(&d->models[1], m);
    m->height = m->s.w;
}

bool gd_difference_face(difference_model* d, const local_model* m, vec3* n) {
    for (int i = 0; i < 2; i++) {
        const support_model* at = &d->models[i];
        if (!gd_support_model_face(at, m)) continue;
        const double sign = copysign(1.0, at->y.z);
        d->tried[i] |= sign > 0.0 ? 2 : 1;
        d->face = i;
        *n = i == 0 ? make3(0.0, sign, 0.0) : scale3(-sign, d->pair->b_to_a.cy);
        return true;
    }
    return false;
}
