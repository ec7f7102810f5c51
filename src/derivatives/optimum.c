/* A pair at a normal: its pieces, and the linear models of pairs of them. */
#include "derivatives/optimum.h"

void gd_optimum_init(optimum* t, const gd_query* query, bool growth) {
    const gd_shape *a = query->a, *b = query->b;
    if (!gd_side_init(&t->a, a, query->pose_a)) return; /* unreachable: the pose is valid */
    if (!gd_side_init(&t->b, b, query->pose_b)) return; /* unreachable: likewise */
    /* Subtract the positions first: far from the origin this difference is exact. */
    const double *x = query->pose_a, *y = query->pose_b;
    const bool plane = a->dimension == 2;
    t->p = add3(make3(y[0] - x[0], y[1] - x[1], plane ? 0.0 : y[2] - x[2]),
                sub3(t->b.offset, t->a.offset));
    t->growth = growth;
    t->cast = false;
    t->base = make3(0.0, 0.0, 0.0);
    t->target = 0.0;
    const double size = a->bound_radius + b->bound_radius;
    t->extent = size + (growth ? 0.0 : safe_length3(t->p));
    t->window = OPTIMUM_WINDOW * size;
}

void gd_optimum_aim(optimum* t, vec3 base, vec3 ray, double target) {
    t->growth = t->cast = true;
    t->base = base;
    t->p = ray;
    t->target = target;
    t->extent = t->a.shape->bound_radius + t->b.shape->bound_radius + target + safe_length3(base);
}

void gd_optimum_evaluate(optimum* t) {
    const vec3 n = t->n, down = neg3(n);
    if (t->a.shape->dimension == 3) {
        complete_ray(n, &t->e[0], &t->e[1]);
    } else {
        t->e[0] = make3(-n.y, n.x, 0.0);
        t->e[1] = make3(0.0, 0.0, 1.0);
    }
    const vec3 e_b[2] = {neg3(t->e[0]), neg3(t->e[1])};
    gd_side_find(&t->a, &n, t->e, t->window);
    gd_side_find(&t->b, &down, e_b, t->window);
    const double n_dot_p = dot3(n, t->p);
    t->h =
        t->a.pieces.top + t->b.pieces.top + (t->a.shape->radius + t->b.shape->radius) + t->target;
    t->t = t->growth ? (t->h - dot3(n, t->base)) / n_dot_p : 1.0;
    t->level = t->growth ? 0.0 - t->target : t->h - n_dot_p;
    t->q = make2(t->t * dot3(t->e[0], t->p), t->t * dot3(t->e[1], t->p));
    if (t->cast) t->q = add2(t->q, make2(dot3(t->e[0], t->base), dot3(t->e[1], t->base)));
}

void gd_optimum_add(optimum* t, int on_a, int on_b) {
    const piece *a = &t->a.pieces.item[on_a], *b = &t->b.pieces.item[on_b];
    const double low = (a->h - t->a.pieces.top) + (b->h - t->b.pieces.top);
    t->model[t->count] = (qp2_model){low, sub2(add2(a->g, b->g), t->q)};
    t->on_a[t->count] = on_a;
    t->on_b[t->count++] = on_b;
}

static int optimum_highest(const piece_list* list) {
    int i = 0;
    while (list->item[i].h < list->top)
        i++;
    return i;
}

bool gd_optimum_pairs(optimum* t) {
    const int count_a = t->a.pieces.count, count_b = t->b.pieces.count;
    t->count = 0;
    if (count_a * count_b > OPTIMUM_PAIRS) {
        gd_optimum_add(t, optimum_highest(&t->a.pieces), optimum_highest(&t->b.pieces));
        return false;
    }
    for (int i = 0; i < count_a; i++)
        for (int j = 0; j < count_b; j++)
            gd_optimum_add(t, i, j);
    return true;
}

void gd_optimum_curve(optimum* t) {
    const double ra = t->a.shape->radius, rb = t->b.shape->radius;
    t->ka = (sym2){ra, 0.0, ra};
    t->kb = (sym2){rb, 0.0, rb};
    for (int i = 0; i < t->basis_count; i++) {
        const int at = t->basis[i];
        t->ka = sym2_add(t->ka, t->weight[i], t->a.pieces.item[t->on_a[at]].k);
        t->kb = sym2_add(t->kb, t->weight[i], t->b.pieces.item[t->on_b[at]].k);
    }
    t->m = sym2_add(sym2_add(t->ka, 1.0, t->kb), -t->level, (sym2){1.0, 0.0, 1.0});
    if (t->a.shape->dimension == 2) t->m.yy = t->extent; /* keeps d in the plane */
}

static vec3 optimum_support_of(const side* s, vec3 n) {
    uint32_t hint = GD_NO_HINT;
    const vec3 core = core_support(s->shape, inv_rotate(&s->rotation, n), &hint);
    return side_place(s, sub3(core, s->shape->center), n);
}

vec3 gd_optimum_support(const optimum* t, vec3 n) {
    const vec3 unit = unit3(n);
    return sub3(optimum_support_of(&t->a, unit), optimum_support_of(&t->b, neg3(unit)));
}
