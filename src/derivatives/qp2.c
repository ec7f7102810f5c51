/* Quadratic programs in two variables. The step in the tangent plane minimises the maximum of the
 * pieces' linear models plus a quadratic form. All sets of one, two or three active pieces are
 * tried. */
#include "derivatives/optimum.h"

/* Curvature below this fraction of the extent counts as zero. */
#define QP2_FLAT 1e-11
/* Tolerance for weights and levels of a solution. */
#define QP2_SCORE 1e-7

/* The damped Hessian, and the curvature that counts as zero. */
typedef struct qp2_model {
    double xx, xy, yy, none;
} qp2_model;

static bool qp2_one(const qp2_model* m, const active_piece* p, qp2_step* out) {
    const double det = m->xx * m->yy - m->xy * m->xy, trace = m->xx + m->yy;
    if (!(m->xx > 0.0 && det > m->none * trace)) return false;
    out->d[0] = -(m->yy * p->g[0] - m->xy * p->g[1]) / det;
    out->d[1] = -(m->xx * p->g[1] - m->xy * p->g[0]) / det;
    out->weight[0] = 1.0;
    return true;
}

static bool qp2_two(const qp2_model* m, const active_piece* p, const active_piece* r,
                    qp2_step* out) {
    const double w0 = p->g[0] - r->g[0], w1 = p->g[1] - r->g[1], ww = w0 * w0 + w1 * w1;
    if (!(ww > m->none * m->none)) return false;
    const double inverse = 1.0 / sqrt(ww), x = w0 * inverse, y = w1 * inverse;
    /* along (x, y) the levels become equal; across it the step minimises the model */
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

static bool qp2_three(const qp2_model* m, const active_piece* p, const active_piece* r,
                      const active_piece* s, qp2_step* out) {
    const double u0 = p->g[0] - s->g[0], u1 = p->g[1] - s->g[1];
    const double v0 = r->g[0] - s->g[0], v1 = r->g[1] - s->g[1];
    const double det = u0 * v1 - u1 * v0;
    const double size = (u0 * u0 + u1 * u1) + (v0 * v0 + v1 * v1);
    if (!(fabs(det) > QP2_FLAT * size && size > m->none * m->none)) return false;
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

/* The largest violation: a negative weight, or a piece above the active ones relative to the
 * extent. */
static void qp2_score(const optimum* t, qp2_step* out) {
    out->score = 0.0;
    for (int i = 0; i < out->count; i++)
        out->score = max2(out->score, -out->weight[i]);
    const active_piece* first = &t->piece[out->basis[0]];
    const double level = first->level + first->g[0] * out->d[0] + first->g[1] * out->d[1];
    for (int i = 0; i < t->count; i++) {
        const active_piece* v = &t->piece[i];
        const double height = v->level + v->g[0] * out->d[0] + v->g[1] * out->d[1] - level;
        out->score = max2(out->score, height / t->extent);
    }
}

static void qp2_try(const optimum* t, const qp2_model* m, int i, int j, int k, qp2_step* best) {
    qp2_step s = {.basis = {i, j, k}, .count = k >= 0 ? 3 : j >= 0 ? 2 : 1};
    const active_piece* v = t->piece;
    const bool found = s.count == 1   ? qp2_one(m, &v[i], &s)
                       : s.count == 2 ? qp2_two(m, &v[i], &v[j], &s)
                                      : qp2_three(m, &v[i], &v[j], &v[k], &s);
    if (!found) return;
    qp2_score(t, &s);
    if (s.score < best->score) *best = s;
}

bool gd_qp2_minimise(const optimum* t, double damping, qp2_step* best) {
    const qp2_model m = {t->m[0] + damping, t->m[1], t->m[2] + damping, QP2_FLAT * t->extent};
    *best = (qp2_step){.score = QP2_SCORE};
    for (int i = 0; i < t->count; i++)
        qp2_try(t, &m, i, -1, -1, best);
    for (int i = 0; i < t->count && best->score > 0.0; i++)
        for (int j = 0; j < i; j++)
            qp2_try(t, &m, i, j, -1, best);
    for (int i = 0; i < t->count && best->score > 0.0 && t->a->dimension == 3; i++)
        for (int j = 0; j < i; j++)
            for (int k = 0; k < j; k++)
                qp2_try(t, &m, i, j, k, best);
    return best->score < QP2_SCORE;
}

bool gd_qp2_solve(const optimum* t, double damping, double* d, double* level) {
    qp2_step step;
    if (!gd_qp2_minimise(t, damping, &step)) return false;
    const active_piece* v = &t->piece[step.basis[0]];
    d[0] = step.d[0];
    d[1] = step.d[1];
    *level = v->level + v->g[0] * d[0] + v->g[1] * d[1];
    return true;
}
