/* Derivatives at a refined optimum (optimum.h), from its linearised optimality conditions. With E a
 * tangent basis of the unit normals at n, these conditions hold while the poses move:
 *    R1    = E^T (sum mu_i s_i - q)      = 0   (two equations)
 *    R2_i  = n.(s_i - q) - level         = 0   (one per piece with weight)
 *    R3    = sum mu_i - 1                = 0
 *
 * For growth q = t p, level = 0, and t = 1 / sigma is unknown. For signed distances q = p, and
 * level = -v is unknown. The matrix of their derivatives with respect to dn = E y, mu and the
 * value:
 *    | M   G  c1 |        M  = E^T (sum mu_i H_i) E, + v for signed distances (E turns with n),
 *    | G^T 0  c2 |        g_i = E^T (s_i - q),
 *    | 0   1  0  |        c1, c2 = -E^T p, -n.p or 0, 1.
 *
 * A pose changes s_i by w x s - H (w x n) per body. One system serves smooth pairs (one piece),
 * rulings and edges (two), and faces (three). The value's own derivative is the Lagrangian's, which
 * needs only n and the contact. Source: docs/algorithms.md, Derivatives; Fiacco 1983 for the
 * implicit function theorem. */
#include "derivatives/optimum.h"

#include <string.h>

/* A smaller weight counts as 0: its piece may become inactive at once. */
#define SENSITIVITY_WEIGHT 1e-9
/* The system is singular if a pivot is below this. */
#define SENSITIVITY_PIVOT 1e-10
/* h must rise by this fraction of the extent towards a tilted normal. */
#define SENSITIVITY_RISE 1e-13
/* Curvature below this fraction of the extent counts as zero, as in qp2.c. */
#define SENSITIVITY_FLAT 1e-11
#define SENSITIVITY_DIRECTIONS 8

/* ---- active pieces ------------------------------------------------------------------------- */

static vec3 sensitivity_tangent(const optimum* t, double x, double y) {
    return add3(scale3(x, t->e[0]), scale3(y, t->e[1]));
}

/* Tilts n by a small angle along a tangent and returns how far h rises. Adds the piece found there
 * if it is active at n. */
static double sensitivity_probe(optimum* t, vec3 tangent) {
    const vec3 n = unit3(madd3(t->n, OPTIMUM_LEAN, tangent));
    active_piece piece;
    gd_optimum_support(t, n, &piece);
    const double rise = dot3(n, sub3(piece.s, t->q)) - t->level;
    gd_optimum_place(t, &piece);
    piece.level = dot3(t->n, sub3(piece.s, t->q));
    if (piece.level - t->level >= -OPTIMUM_ACTIVE * t->extent) gd_optimum_add(t, &piece);
    return rise;
}

/* Adds every combination of an active part of A with an active part of B. */
static void sensitivity_pairs(optimum* t) {
    const int count = t->count;
    for (int i = 0; i < count; i++) {
        for (int j = 0; j < count && t->count < OPTIMUM_MAX; j++) {
            active_piece piece = t->piece[i];
            piece.on_b = t->piece[j].on_b;
            gd_optimum_place(t, &piece);
            gd_optimum_add(t, &piece);
        }
    }
}

/* Removes the pieces that are not active. */
static void sensitivity_active(optimum* t) {
    int kept = 0;
    for (int i = 0; i < t->count; i++) {
        if (t->piece[i].level - t->level < -OPTIMUM_ACTIVE * t->extent && t->piece[i].weight == 0.0)
            continue;
        for (int k = 0; k < t->basis_count; k++)
            if (t->basis[k] == i) t->basis[k] = kept;
        t->piece[kept++] = t->piece[i];
    }
    t->count = kept;
}

/* The number of directions in the tangent plane in which neither pieces nor curvature determine n.
 * (x, y) is one of them. */
static int sensitivity_free(const optimum* t, double* x, double* y) {
    const double none = SENSITIVITY_FLAT * t->extent;
    const double xx = t->m[0], xy = t->m[1], yy = t->m[2];
    int held[3], count = 0; /* a piece without weight bounds n from one side at most */
    for (int i = 0; i < t->basis_count; i++)
        if (t->piece[t->basis[i]].weight > SENSITIVITY_WEIGHT) held[count++] = t->basis[i];
    if (count == 3) return 0;
    if (count == 2) {
        const active_piece *p = &t->piece[held[0]], *r = &t->piece[held[1]];
        const double w0 = p->g[0] - r->g[0], w1 = p->g[1] - r->g[1];
        const double length = sqrt(w0 * w0 + w1 * w1);
        *x = -w1 / length;
        *y = w0 / length;
        if (t->a->dimension == 2) return 0;
    } else { /* the eigenvector of the smaller eigenvalue */
        const double half = 0.5 * (xx - yy), root = sqrt(half * half + xy * xy);
        const double least = 0.5 * (xx + yy) - root;
        const double u = xx <= yy ? half - root : xy, v = xx <= yy ? xy : -half - root;
        const double length = sqrt(u * u + v * v);
        *x = length > 0.0 ? u / length : 1.0;
        *y = length > 0.0 ? v / length : 0.0;
        if (t->a->dimension == 2) {
            *x = 1.0;
            *y = 0.0;
        } else if (least + 2.0 * root <= none) {
            return 2;
        }
    }
    return *x * *x * xx + 2.0 * *x * *y * xy + *y * *y * yy <= none;
}

/* Probes both directions along which a piece stays level. If pieces alone determine n, equally good
 * normals can only be there. */
static double sensitivity_level_way(optimum* t, const active_piece* piece) {
    const vec3 x = sub3(piece->s, t->q);
    const double u = dot3(t->e[0], x), v = dot3(t->e[1], x), length = sqrt(u * u + v * v);
    if (!(length > OPTIMUM_SAME * t->extent)) return GD_INFINITY;
    const vec3 way = sensitivity_tangent(t, -v / length, u / length);
    return min2(sensitivity_probe(t, way), sensitivity_probe(t, neg3(way)));
}

/* Whether n is the only optimal normal nearby; also collects the active pieces. */
static bool sensitivity_normal(optimum* t) {
    const double enough = SENSITIVITY_RISE * t->extent;
    double x, y, least = GD_INFINITY;
    bool unique = true;
    for (int i = 0; i < t->count; i++)
        gd_optimum_place(t, &t->piece[i]);
    for (int k = 0; k < SENSITIVITY_DIRECTIONS; k++) {
        /* the corners and the sides of a square */
        static const double around[SENSITIVITY_DIRECTIONS + 2] = {1.0,  1.0, 0.0, -1.0, -1.0,
                                                                  -1.0, 0.0, 1.0, 1.0,  1.0};
        if (t->a->dimension == 2 && k % 4 != 0) continue;
        least = min2(least, sensitivity_probe(t, sensitivity_tangent(t, around[k], around[k + 2])));
    }
    const int free = sensitivity_free(t, &x, &y);
    if (free < 2) least = GD_INFINITY;
    if (free > 0) {
        least = min2(least, sensitivity_probe(t, sensitivity_tangent(t, x, y)));
        least = min2(least, sensitivity_probe(t, sensitivity_tangent(t, -x, -y)));
        for (int i = 0; i < t->count && free == 2; i++)
            least = min2(least, sensitivity_level_way(t, &t->piece[i]));
        unique = least > enough;
    }
    gd_optimum_move(t, t->n);
    sensitivity_active(t);
    if (t->count > 1) sensitivity_pairs(t);
    gd_optimum_move(t, t->n);
    return unique;
}

/* The weights, with sum 1, for which three pieces have the mean 0 in the tangent plane. Returns
 * false if they span no area. */
static bool sensitivity_weigh(const optimum* t, const int* at, double* weight) {
    const double *g0 = t->piece[at[0]].g, *g1 = t->piece[at[1]].g, *g2 = t->piece[at[2]].g;
    const double u0 = g0[0] - g2[0], u1 = g0[1] - g2[1], v0 = g1[0] - g2[0], v1 = g1[1] - g2[1];
    const double det = u0 * v1 - u1 * v0;
    if (!(fabs(det) > SENSITIVITY_FLAT * (u0 * u0 + u1 * u1 + v0 * v0 + v1 * v1))) return false;
    weight[0] = -(g2[0] * v1 - g2[1] * v0) / det;
    weight[1] = -(u0 * g2[1] - u1 * g2[0]) / det;
    weight[2] = 1.0 - weight[0] - weight[1];
    return true;
}

/* Whether the active pieces fix n: no half-plane contains all their slopes. If one does, it can be
 * turned until its border contains a slope. */
static bool sensitivity_pinned(const optimum* t) {
    const double none = OPTIMUM_SAME * t->extent;
    for (int i = 0; i < t->count; i++) {
        const double* g = t->piece[i].g;
        const double length = sqrt(g[0] * g[0] + g[1] * g[1]);
        bool left = !(length > none), right = left;
        for (int j = 0; j < t->count; j++) {
            const double side = g[0] * t->piece[j].g[1] - g[1] * t->piece[j].g[0];
            left = left || side > none * length;
            right = right || side < -none * length;
        }
        if (!left || !right) return false;
    }
    return t->count >= 3;
}

/* Chooses new weights if the pieces fix n but not all were needed to find it, for example inside a
 * box's face. The three that span the largest area get the weights, which may be negative. */
static void sensitivity_span(optimum* t) {
    double most = 0.0;
    int at[3] = {0, 0, 0};
    for (int i = 0; i < t->count; i++)
        for (int j = 0; j < i; j++)
            for (int k = 0; k < j; k++) {
                const double *g = t->piece[i].g, *h = t->piece[j].g, *o = t->piece[k].g;
                const double area = (g[0] - o[0]) * (h[1] - o[1]) - (g[1] - o[1]) * (h[0] - o[0]);
                if (!(fabs(area) > most)) continue;
                most = fabs(area);
                at[0] = i;
                at[1] = j;
                at[2] = k;
            }
    double weight[3];
    if (!sensitivity_weigh(t, at, weight)) return;
    for (int i = 0; i < t->count; i++)
        t->piece[i].weight = 0.0;
    t->basis_count = 3;
    for (int i = 0; i < 3; i++) {
        t->basis[i] = at[i];
        t->piece[at[i]].weight = weight[i];
    }
    gd_optimum_hessian(t);
}

/* ---- the linear system --------------------------------------------------------------------- */

#define SYSTEM_SIZE 6
#define SYSTEM_POSES 12

typedef struct sensitivity {
    const optimum* t;
    sym3 ha, hb;                         /* of the weighted sum */
    vec3 on_a, on_b;                     /* its points relative to the centres */
    vec3 da[12], wa[12], db[12], wb[12]; /* velocities of centres and rotations, by column */
    int size;
    double m[SYSTEM_SIZE][SYSTEM_SIZE + SYSTEM_POSES];
} sensitivity;

static vec3 sensitivity_axis(int i) {
    return make3(i == 0 ? 1.0 : 0.0, i == 1 ? 1.0 : 0.0, i == 2 ? 1.0 : 0.0);
}

/* One column per derivative with respect to the poses. A rotation about a pose's position also
 * moves the centre. */
static void sensitivity_columns(sensitivity* s) {
    const optimum* t = s->t;
    const vec3 zero = make3(0.0, 0.0, 0.0);
    for (int j = 0; j < SYSTEM_POSES; j++)
        s->da[j] = s->wa[j] = s->db[j] = s->wb[j] = zero;
    for (int i = 0; i < 3; i++) {
        if (t->a->dimension == 3 || i < 2) s->da[i] = s->db[6 + i] = sensitivity_axis(i);
        if (t->a->dimension == 2 && i < 2) continue;
        s->wa[3 + i] = s->wb[9 + i] = sensitivity_axis(i);
        s->da[3 + i] = cross3(sensitivity_axis(i), t->offset_a);
        s->db[9 + i] = cross3(sensitivity_axis(i), t->offset_b);
    }
}

/* How a rotation moves a body's support point for the fixed normal n: n for A, -n for B. */
static vec3 sensitivity_part(vec3 w, vec3 point, const sym3* h, vec3 n) {
    return sub3(cross3(w, point), sym3_apply(h, cross3(w, n)));
}

/* How a pose changes a piece's level at a fixed n. */
static double sensitivity_level(const sensitivity* s, const active_piece* piece, int j) {
    const optimum* t = s->t;
    const vec3 moved = sub3(cross3(s->wa[j], piece->a), cross3(s->wb[j], piece->b));
    return dot3(t->n, madd3(moved, -t->t, sub3(s->db[j], s->da[j])));
}

static void sensitivity_fill(sensitivity* s) {
    const optimum* t = s->t;
    const int k = t->basis_count;
    const double unit = 1.0 / t->extent, reach = t->growth ? 1.0 / safe_length3(t->p) : 0.0;
    s->size = 3 + k;
    memset(s->m, 0, sizeof s->m);
    s->m[0][0] = unit * t->m[0];
    s->m[0][1] = s->m[1][0] = unit * t->m[1];
    s->m[1][1] = unit * t->m[2];
    /* the unknown of the value: |p| dt for growth, otherwise dv, both divided by the extent */
    s->m[0][2 + k] = -reach * dot3(t->e[0], t->p);
    s->m[1][2 + k] = -reach * dot3(t->e[1], t->p);
    for (int i = 0; i < k; i++) {
        const active_piece* v = &t->piece[t->basis[i]];
        s->m[0][2 + i] = s->m[2 + i][0] = unit * v->g[0];
        s->m[1][2 + i] = s->m[2 + i][1] = unit * v->g[1];
        s->m[2 + i][2 + k] = t->growth ? -reach * dot3(t->n, t->p) : 1.0;
        s->m[2 + k][2 + i] = 1.0;
    }
    for (int j = 0; j < SYSTEM_POSES; j++) {
        const vec3 x = madd3(sub3(sensitivity_part(s->wa[j], s->on_a, &s->ha, t->n),
                                  sensitivity_part(s->wb[j], s->on_b, &s->hb, neg3(t->n))),
                             -t->t, sub3(s->db[j], s->da[j]));
        double* column = &s->m[0][s->size + j];
        const int stride = SYSTEM_SIZE + SYSTEM_POSES;
        column[0] = -unit * dot3(t->e[0], x);
        column[stride] = -unit * dot3(t->e[1], x);
        for (int i = 0; i < k; i++)
            column[stride * (2 + i)] = -unit * sensitivity_level(s, &t->piece[t->basis[i]], j);
    }
}

/* Gauss-Jordan elimination with row pivots; the solutions replace the right-hand sides. Returns
 * false if the matrix is singular up to rounding. */
static bool sensitivity_solve(sensitivity* s) {
    const int columns = s->size + SYSTEM_POSES;
    for (int i = 0; i < s->size; i++) {
        int pivot = i;
        for (int r = i + 1; r < s->size; r++)
            if (fabs(s->m[r][i]) > fabs(s->m[pivot][i])) pivot = r;
        if (!(fabs(s->m[pivot][i]) > SENSITIVITY_PIVOT)) return false;
        for (int c = 0; c < columns; c++) {
            const double kept = s->m[i][c];
            s->m[i][c] = s->m[pivot][c];
            s->m[pivot][c] = kept;
        }
        const double inverse = 1.0 / s->m[i][i];
        for (int c = i; c < columns; c++)
            s->m[i][c] *= inverse;
        for (int r = 0; r < s->size; r++) {
            const double factor = s->m[r][i];
            if (r == i || factor == 0.0) continue;
            for (int c = i; c < columns; c++)
                s->m[r][c] -= factor * s->m[i][c];
        }
    }
    return true;
}

/* Whether the active pieces without weight stay active. */
static bool sensitivity_stays(const sensitivity* s) {
    const optimum* t = s->t;
    const int last = s->size - 1;
    for (int i = 0; i < t->count; i++) {
        const active_piece* v = &t->piece[i];
        for (int j = 0; j < SYSTEM_POSES; j++) {
            const double y0 = s->m[0][s->size + j], y1 = s->m[1][s->size + j];
            const double factor = t->growth ? -dot3(t->n, t->p) / safe_length3(t->p) : 1.0;
            const double value = factor * t->extent * s->m[last][s->size + j];
            const double moved = v->g[0] * y0 + v->g[1] * y1;
            const double miss = sensitivity_level(s, v, j) + moved + value;
            const double unit =
                j % 6 < 3 ? 1.0 : t->extent; /* change of a level per unit of the pose */
            const double size = unit + t->extent * (fabs(y0) + fabs(y1));
            if (!(fabs(miss) <= OPTIMUM_SAME * size)) return false;
        }
    }
    return true;
}

static void sensitivity_column(double* rows, int j, vec3 x) {
    rows[j] = x.x;
    rows[12 + j] = x.y;
    rows[24 + j] = x.z;
}

static void sensitivity_store(const sensitivity* s, gd_derivatives* out) {
    const optimum* t = s->t;
    const int k = t->basis_count;
    const double sigma = 1.0 / t->t;
    for (int j = 0; j < SYSTEM_POSES; j++) {
        const double* solution = &s->m[0][s->size + j];
        const int stride = SYSTEM_SIZE + SYSTEM_POSES;
        const vec3 dn = sensitivity_tangent(t, solution[0], solution[stride]);
        vec3 on_a = sym3_apply(&s->ha, dn), on_b = neg3(sym3_apply(&s->hb, dn));
        for (int i = 0; i < k; i++) {
            const double dw = solution[stride * (2 + i)];
            on_a = madd3(on_a, dw, t->piece[t->basis[i]].a);
            on_b = madd3(on_b, dw, t->piece[t->basis[i]].b);
        }
        on_a = add3(on_a, sensitivity_part(s->wa[j], s->on_a, &s->ha, t->n));
        on_b = add3(on_b, sensitivity_part(s->wb[j], s->on_b, &s->hb, neg3(t->n)));
        sensitivity_column(out->normal, j, dn);
        sensitivity_column(out->point_a, j, add3(s->da[j], on_a));
        sensitivity_column(out->point_b, j, add3(s->db[j], on_b));
        if (!t->growth) continue;
        /* sigma^2 dt, in an order without overflow if the centres nearly coincide */
        const double ratio = sigma * (sigma * (t->extent / safe_length3(t->p)));
        const double dsigma = -ratio * solution[stride * (2 + k)];
        const vec3 dz = madd3(scale3(dsigma, s->on_a), sigma, on_a);
        sensitivity_column(out->contact, j, add3(s->da[j], dz));
    }
}

/* ---- entries ------------------------------------------------------------------------------- */

void gd_optimum_gradient(const optimum* t, vec3 n, double sigma, vec3 on_a, vec3 on_b,
                         double* gradient) {
    const bool plane = t->a->dimension == 2;
    const vec3 wa = cross3(n, madd3(t->offset_a, sigma, on_a));
    const vec3 wb = cross3(madd3(t->offset_b, sigma, on_b), n);
    store3(gradient, neg3(n));
    store3(gradient + 3, plane ? make3(0.0, 0.0, wa.z) : wa);
    store3(gradient + 6, n);
    store3(gradient + 9, plane ? make3(0.0, 0.0, wb.z) : wb);
}

void gd_optimum_derive(optimum* t, const double* velocity, gd_derivatives* out) {
    const bool normal = sensitivity_normal(t);
    bool strict = true;
    for (int i = 0; i < t->basis_count; i++)
        strict = strict && t->piece[t->basis[i]].weight > SENSITIVITY_WEIGHT;
    if (t->a->dimension == 3 && (!strict || t->count > t->basis_count) && sensitivity_pinned(t)) {
        sensitivity_span(t);
        strict = true;
    }
    sensitivity s = {.t = t};
    s.on_a = s.on_b = make3(0.0, 0.0, 0.0);
    for (int i = 0; i < t->basis_count; i++) {
        const active_piece* v = &t->piece[t->basis[i]];
        sym3 ha, hb;
        gd_optimum_curvature(t, v, &ha, &hb);
        s.ha = sym3_add(s.ha, v->weight, &ha);
        s.hb = sym3_add(s.hb, v->weight, &hb);
        s.on_a = madd3(s.on_a, v->weight, v->a);
        s.on_b = madd3(s.on_b, v->weight, v->b);
    }
    const bool contact = gd_optimum_contact(t, s.on_a);
    const double sigma = 1.0 / t->t;
    const vec3 n = t->growth ? scale3(sigma / dot3(t->n, t->p), t->n) : t->n;
    gd_optimum_gradient(t, n, sigma, s.on_a, s.on_b, out->gradient);
    out->unique = normal && contact;
    if (velocity) gd_optimum_directional(t, velocity, normal, contact, out);
    if (!normal || !contact || !strict) return;
    sensitivity_columns(&s);
    sensitivity_fill(&s);
    if (!sensitivity_solve(&s) || !sensitivity_stays(&s)) return;
    out->regular = 1.0;
    sensitivity_store(&s, out);
}
