/* Certificate of the simplex of a distance: its vertices are points of both shapes, and the nearest
 * point of their differences' hull is at the distance, along the normal. */
#include "certify.h"

#include <math.h>
#include <string.h>

/* Weights down to this count as 0: rounding. */
#define LEAST_WEIGHT (-1e-9L)

/* Solves the symmetric system of a face's edges by elimination; returns false if it is singular. */
static bool solve(int n, real m[3][4]) {
    for (int c = 0; c < n; c++) {
        int at = c;
        for (int i = c + 1; i < n; i++)
            if (fabsl(m[i][c]) > fabsl(m[at][c])) at = i;
        if (!(fabsl(m[at][c]) > 0)) return false;
        for (int k = 0; k <= n; k++) {
            const real x = m[c][k];
            m[c][k] = m[at][k];
            m[at][k] = x;
        }
        for (int i = 0; i < n; i++) {
            const real part = i == c ? 0 : m[i][c] / m[c][c];
            for (int k = c; k <= n; k++)
                m[i][k] -= part * m[c][k];
        }
    }
    for (int c = 0; c < n; c++)
        m[c][n] /= m[c][c];
    return true;
}

/* Finds the point of a face's affine hull that is nearest to the origin; returns false if it is not
 * in the face. */
static bool foot_of(const real x[4][3], unsigned face, real foot[3]) {
    int at[4], count = 0;
    for (int i = 0; i < 4; i++)
        if (face >> i & 1u) at[count++] = i;
    real edge[3][3], m[3][4], first = 1;
    for (int i = 1; i < count; i++)
        for (int k = 0; k < 3; k++)
            edge[i - 1][k] = x[at[i]][k] - x[at[0]][k];
    for (int i = 0; i < count - 1; i++) {
        for (int k = 0; k < count - 1; k++)
            m[i][k] = real_dot(edge[i], edge[k]);
        m[i][count - 1] = -real_dot(edge[i], x[at[0]]);
    }
    if (!solve(count - 1, m)) return false;
    memcpy(foot, x[at[0]], 3 * sizeof *foot);
    for (int i = 0; i < count - 1; i++) {
        const real weight = m[i][count - 1];
        if (weight < LEAST_WEIGHT) return false;
        first -= weight;
        for (int k = 0; k < 3; k++)
            foot[k] += weight * edge[i][k];
    }
    return first >= LEAST_WEIGHT;
}

/* The distance between a point and the hull of the first `count` points. */
static real distance_from(const real x[4][3], int count, const real point[3]) {
    real off[4][3], least = (real)INFINITY;
    for (int i = 0; i < count; i++)
        for (int k = 0; k < 3; k++)
            off[i][k] = x[i][k] - point[k];
    for (unsigned face = 1; face < 1u << count; face++) {
        real foot[3];
        if (foot_of((const real(*)[3])off, face, foot)) least = fminl(least, real_length(foot));
    }
    return least;
}

static bool finite_all(const double x[12]) {
    for (int i = 0; i < 12; i++)
        if (!(fabs(x[i]) < (double)INFINITY)) return false;
    return true;
}

const char* certify_simplex(const posed* a, const posed* b, const gd_distance_result* r) {
    const real extent = a->extent + b->extent, origin[3] = {0, 0, 0};
    const int count = (int)r->simplex_count;
    real x[4][3], along[3];
    if (count < 1) return "a simplex without vertices";
    if (!finite_all(r->simplex_a) || !finite_all(r->simplex_b))
        return "a point of the simplex is not finite";
    for (int i = 0; i < 4; i++) {
        const double *on_a = r->simplex_a + 3 * i, *on_b = r->simplex_b + 3 * i;
        if (posed_outside(a, on_a, r->normal) > ROUNDING * extent ||
            posed_outside(b, on_b, r->normal) > ROUNDING * extent)
            return "a vertex of the simplex is outside";
        if (i >= count && (memcmp(on_a, r->simplex_a, 24) || memcmp(on_b, r->simplex_b, 24)))
            return "vertices beyond the simplex do not repeat its first one";
        for (int k = 0; k < 3; k++)
            x[i][k] = (real)on_b[k] - on_a[k];
    }
    if (!(r->value > 0.0)) return NULL;
    /* The vertices are on the cores, so the hull may be farther away than the shapes. It contains
     * the nearest core points, which are up to the gap farther apart than its own nearest point.
     * Test the point at `least` along the normal: rounding may put the nearest point anywhere on a
     * face across the normal. */
    const real least = distance_from((const real(*)[3])x, count, origin);
    const real slack = (real)r->value - r->lower + MEETING * extent;
    if (least < r->value - slack) return "the simplex is nearer than the lower bound";
    for (int k = 0; k < 3; k++)
        along[k] = least * r->normal[k];
    if (distance_from((const real(*)[3])x, count, along) > slack)
        return "the simplex is not nearest along the normal";
    return NULL;
}
