/* Quadratic programs in two variables, by trying all sets of one, two or three active models. The
 * first set that satisfies the optimality conditions ends the search. Few models are active, so
 * most programs end after one or two sets. */
#include "derivatives/qp2.h"

/* Curvature below this fraction of the extent counts as zero. */
#define QP2_FLAT 1e-11
/* Tolerance for weights and levels of a solution. */
#define QP2_SCORE 1e-7
/* A violation below this is rounding: the search ends. */
#define QP2_DONE 1e-13
/* Models below the highest by less than this fraction of the extent are tried first, if they are
 * few. */
#define QP2_LEVEL 1e-9
#define QP2_LEVEL_MAX 4

static bool qp2_one(const qp2* q, double none, const qp2_model* p, qp2_step* out) {
    const sym2 m = q->m;
    const double det = m.xx * m.yy - m.xy * m.xy, trace = m.xx + m.yy;
    if (!(m.xx > 0.0 && det > none * trace)) return false;
    const double t = -1.0 / det;
    out->d = make2(t * (m.yy * p->g.x - m.xy * p->g.y), t * (m.xx * p->g.y - m.xy * p->g.x));
    out->weight[0] = 1.0;
    return true;
}

static bool qp2_two(const qp2* q, double none, const qp2_model* p, const qp2_model* r,
                    qp2_step* out) {
    const vec2 w = sub2(p->g, r->g);
    const double ww = dot2(w, w);
    if (!(ww > none * none)) return false;
    const double inverse = 1.0 / sqrt(ww);
    /* along u the levels become equal; along v, across it, the step minimises the program */
    const vec2 u = scale2(inverse, w), v = make2(-u.y, u.x), mv = sym2_apply(q->m, v);
    const double curved = dot2(mv, v);
    if (!(curved > none)) return false;
    const double along = (r->level - p->level) * inverse;
    const double across = -(dot2(v, r->g) + along * dot2(mv, u)) / curved;
    out->d = madd2(scale2(along, u), across, v);
    out->weight[0] = -dot2(u, add2(sym2_apply(q->m, out->d), r->g)) * inverse;
    out->weight[1] = 1.0 - out->weight[0];
    return true;
}

static bool qp2_three(const qp2* q, double none, const qp2_model* p, const qp2_model* r,
                      const qp2_model* s, qp2_step* out) {
    const vec2 u = sub2(p->g, s->g), v = sub2(r->g, s->g);
    const double det = cross2(u, v), size = dot2(u, u) + dot2(v, v);
    if (!(fabs(det) > QP2_FLAT * size && size > none * none)) return false;
    const double hu = s->level - p->level, hv = s->level - r->level, t = 1.0 / det;
    out->d = make2(t * (hu * v.y - hv * u.y), t * (u.x * hv - v.x * hu));
    const vec2 f = add2(sym2_apply(q->m, out->d), s->g);
    out->weight[0] = -t * cross2(f, v);
    out->weight[1] = -t * cross2(u, f);
    out->weight[2] = 1.0 - out->weight[0] - out->weight[1];
    return true;
}

/* The largest violation: a negative weight, or a model above the active ones relative to the
 * extent. */
static double qp2_score(const qp2* q, const qp2_step* step) {
    double score = 0.0;
    for (int i = 0; i < step->count; i++)
        score = max2(score, -step->weight[i]);
    if (score >= QP2_SCORE) return score;
    const double level = qp2_height(&q->models[step->basis[0]], step->d);
    double above = 0.0;
    for (int i = 0; i < q->count; i++)
        above = max2(above, qp2_height(&q->models[i], step->d) - level);
    return max2(score, above / q->extent);
}

static void qp2_try(const qp2* q, int i, int j, int k, qp2_step* best) {
    qp2_step s; /* not initialised: that costs as much as the solution */
    s.basis[0] = i;
    s.basis[1] = j;
    s.basis[2] = k;
    s.count = k >= 0 ? 3 : j >= 0 ? 2 : 1;
    const double none = QP2_FLAT * q->extent;
    const qp2_model* v = q->models;
    const bool found = s.count == 1   ? qp2_one(q, none, &v[i], &s)
                       : s.count == 2 ? qp2_two(q, none, &v[i], &v[j], &s)
                                      : qp2_three(q, none, &v[i], &v[j], &v[k], &s);
    if (!found) return;
    s.score = qp2_score(q, &s);
    if (s.score < best->score) *best = s;
}

/* Near the solution the active models are those that are level at d = 0. */
static void qp2_try_level(const qp2* q, qp2_step* best) {
    int level[QP2_LEVEL_MAX], count = 0;
    for (int i = 0; i < q->count; i++) {
        if (!(q->models[i].level >= -QP2_LEVEL * q->extent)) continue;
        if (count == QP2_LEVEL_MAX) return;
        level[count++] = i;
    }
    if (count == 2) qp2_try(q, level[0], level[1], -1, best);
    const int sets = count == 3 ? 1 : count == 4 ? 4 : 0; /* all, or all but one */
    for (int k = 0; k < sets && best->score > QP2_DONE; k++)
        qp2_try(q, level[k], level[(k + 1) % count], level[(k + 2) % count], best);
}

/* Finds the first set of models that satisfies the optimality conditions, or nearly does. */
static bool qp2_search(const qp2* q, qp2_step* best) {
    best->score = QP2_SCORE;
    const double curved = fabs(q->m.xx) + fabs(q->m.xy) + fabs(q->m.yy);
    const bool flat = curved <= QP2_FLAT * q->extent; /* no set of one or two fits */
    qp2_try_level(q, best);
    for (int i = 0; i < q->count && best->score > QP2_DONE && !flat; i++)
        qp2_try(q, i, -1, -1, best);
    for (int i = 0; i < q->count && best->score > QP2_DONE && !flat; i++)
        for (int j = 0; j < i && best->score > QP2_DONE; j++)
            qp2_try(q, i, j, -1, best);
    for (int i = 0; i < q->count && best->score > QP2_DONE; i++)
        for (int j = 0; j < i && best->score > QP2_DONE; j++)
            for (int k = 0; k < j && best->score > QP2_DONE; k++)
                qp2_try(q, i, j, k, best);
    return best->score < QP2_SCORE;
}

bool gd_qp2_solve(const qp2* q, qp2_step* step) {
    if (q->count != 1) return qp2_search(q, step);
    step->basis[0] = 0;
    step->count = 1;
    step->score = 0.0;
    return qp2_one(q, QP2_FLAT * q->extent, q->models, step);
}

bool gd_qp2_solve_damped(const qp2* q, double damping, qp2_step* step) {
    qp2 damped = *q;
    damped.m.xx += damping;
    damped.m.yy += damping;
    return gd_qp2_solve(&damped, step);
}
