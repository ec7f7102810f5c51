/* Johnson's sub-algorithm and the recursive least squares of [D]. */
#include "distance/simplex_methods.h"

/* Weighted mean of the points whose bits are in set. */
static simplex_face simplex_mean(const vec3* x, unsigned set, const double* weight) {
    double sum = 0.0;
    for (int i = 0; i < 4; i++)
        if (set >> i & 1u) sum += weight[i];
    simplex_face f = {set, {0.0, 0.0, 0.0}};
    if (set == 15) return f; /* the origin itself */
    for (int i = 0; i < 4; i++)
        if (set >> i & 1u) f.nearest = madd3(f.nearest, weight[i] / sum, x[i]);
    return f;
}

/* Johnson: delta[set][i] is the weight of point i in the set's affine hull, not normalised. By
 * recursion delta[set + j][j] = sum over i in set of delta[set][i] x_i.(x_k - x_j), any k in set.
 * The answer is the set with all weights > 0 in which one more point would have no weight > 0. */
static simplex_face simplex_johnson(const vec3* x, int count) {
    double dot[4][4], delta[16][4] = {{0.0}};
    for (int i = 0; i < count; i++)
        for (int j = 0; j < count; j++)
            dot[i][j] = dot3(x[i], x[j]);
    const unsigned all = (1u << count) - 1u;
    for (unsigned set = 1; set <= all; set++) {
        for (int j = 0; j < count; j++) {
            if (!(set >> j & 1u)) continue;
            const unsigned rest = set & ~(1u << j);
            delta[set][j] = rest == 0 ? 1.0 : 0.0;
            int k = 0;
            while (rest != 0 && !(rest >> k & 1u))
                k++;
            for (int i = 0; i < count; i++)
                if (rest >> i & 1u) delta[set][j] += delta[rest][i] * (dot[i][k] - dot[i][j]);
        }
    }
    for (unsigned set = 1; set <= all; set++) {
        bool holds = true;
        for (int i = 0; holds && i < count; i++)
            holds = set >> i & 1u ? delta[set][i] > 0.0 : !(delta[set | 1u << i][i] > 0.0);
        if (holds) return simplex_mean(x, set, delta[set]);
    }
    /* the determinants cancelled: no set satisfies the conditions */
    return gd_simplex_search(x, count);
}

/* [D]: least squares in the affine hull, x_first + sum t_i (x_i - x_first), by the normal equations
 * and Cramer's rule. If a weight is not positive, takes the nearest point of all sub-simplices,
 * found in the same way. */
static simplex_face simplex_divide(const vec3* x, unsigned set) {
    GD_ASSERT(set >= 1u && set <= 15u);
    int at[4] = {0, 0, 0, 0}, n = -1;
    for (int i = 0; i < 4; i++)
        if (set >> i & 1u) at[++n] = i;
    GD_ASSERT(n >= 0);
    if (n == 0) return simplex_vertex(x, at[0]);
    const vec3 o = x[at[0]];
    vec3 h[3] = {{0.0, 0.0, 0.0}, {0.0, 0.0, 0.0}, {0.0, 0.0, 0.0}};
    double g[3] = {0.0, 0.0, 0.0};
    for (int i = 0; i < n; i++) {
        h[i] = sub3(x[at[i + 1]], o);
        g[i] = -dot3(h[i], o);
    }
    double weight[4] = {0.0, 0.0, 0.0, 0.0}, whole;
    double t[3] = {0.0, 0.0, 0.0};
    if (n == 1) {
        whole = dot3(h[0], h[0]);
        t[0] = g[0];
    } else if (n == 2) {
        const double a = dot3(h[0], h[0]), b = dot3(h[0], h[1]), c = dot3(h[1], h[1]);
        whole = a * c - b * b;
        t[0] = g[0] * c - b * g[1];
        t[1] = a * g[1] - b * g[0];
    } else { /* three edges span 3D, so H itself is inverted */
        const vec3 d = neg3(o), c12 = cross3(h[1], h[2]);
        whole = dot3(h[0], c12);
        t[0] = dot3(d, c12);
        t[1] = dot3(h[0], cross3(d, h[2]));
        t[2] = dot3(h[0], cross3(h[1], d));
        if (whole < 0.0) {
            whole = -whole;
            for (int i = 0; i < 3; i++)
                t[i] = -t[i];
        }
    }
    double sum = 0.0;
    bool inside = whole > 0.0;
    for (int i = 0; i < n; i++) {
        weight[at[i + 1]] = t[i];
        sum += t[i];
        inside = inside && t[i] > 0.0;
    }
    weight[at[0]] = whole - sum;
    if (inside && weight[at[0]] > 0.0) return simplex_mean(x, set, weight);
    simplex_face best = simplex_divide(x, set & ~(1u << at[0]));
    for (int i = 1; i <= n; i++)
        simplex_less(&best, simplex_divide(x, set & ~(1u << at[i])));
    return best;
}

simplex_face gd_simplex_by_method(gd_subalgorithm how, const vec3* x, int count) {
    GD_ASSERT(count >= 1 && count <= 4);
    if (how == GD_SUBALGORITHM_JOHNSON) return simplex_johnson(x, count);
    return simplex_divide(x, (1u << count) - 1u);
}
