/* Conic projection by Johnson's enumeration: least squares on every face until one is proved
 * nearest, faces with the newest vertex first. Only faces with positive coefficients count.
 *
 * On a face with the points s_i, let c be the foot of the perpendicular from the origin on their
 * affine hull. The sum of the coefficients is L = (x.c + lift^2) / (c.c + lift^2). The coefficients
 * are L times the barycentric coordinates of x / L projected on that hull. They use differences of
 * points only, so near points lose no digits. */
#include "compare/conic_projection.h"

/* A candidate: coefficients of the vertices at[0 ... count), and the distance of x from their
 * sum. */
typedef struct cone_face {
    int count;
    int at[3];
    double lambda[3];
    vec3 normal;
    vec3 residual;
    double squared; /* of the residual, lift included */
    bool nearest;   /* all other vertices are beyond it, so no face can be nearer */
} cone_face;

typedef struct cone_search {
    const cone3* cone;
    int count; /* of vertices, the newest included */
    vec3 x;
    double lift2;
    cone_face best;
} cone_search;

static void cone_consider(cone_search* search, cone_face* face) {
    double sum = 0.0;
    face->residual = search->x;
    for (int i = 0; i < face->count; i++) {
        const vec3 s = search->cone->v[face->at[i]].s;
        face->residual = madd3(face->residual, -face->lambda[i], s);
        sum += face->lambda[i];
    }
    const double missing = 1.0 - sum, lifted = search->lift2 * missing;
    face->squared = dot3(face->residual, face->residual) + lifted * missing;
    if (!(face->squared < search->best.squared)) return;
    face->nearest = true;
    for (int i = 0; i < search->count; i++) {
        const bool member = i == face->at[0] || (face->count > 1 && i == face->at[1]) ||
                            (face->count > 2 && i == face->at[2]);
        if (!member && dot3(face->residual, search->cone->v[i].s) + lifted > 0.0)
            face->nearest = false;
    }
    search->best = *face;
}

static double cone_sum(const cone_search* search, vec3 c) {
    return (dot3(search->x, c) + search->lift2) / (dot3(c, c) + search->lift2);
}

static void cone_vertex(cone_search* search, int i) {
    const double sum = cone_sum(search, search->cone->v[i].s);
    if (!(sum > 0.0)) return;
    cone_face face = {.count = 1, .at = {i}, .lambda = {sum}};
    cone_consider(search, &face);
}

static void cone_edge(cone_search* search, int i, int j) {
    const vec3 s = search->cone->v[i].s, d = sub3(search->cone->v[j].s, s);
    const double dd = dot3(d, d);
    if (!(dd > 0.0)) return;
    const double sum = cone_sum(search, madd3(s, -dot3(s, d) / dd, d));
    const double lambda = (dot3(search->x, d) - sum * dot3(s, d)) / dd;
    if (!(sum > lambda && lambda > 0.0)) return;
    cone_face face = {.count = 2, .at = {i, j}, .lambda = {sum - lambda, lambda}};
    cone_consider(search, &face);
}

static void cone_triangle(cone_search* search, int i, int j, int k) {
    const vec3 s = search->cone->v[i].s, d = sub3(search->cone->v[j].s, s),
               e = sub3(search->cone->v[k].s, s);
    const vec3 n = cross3(d, e);
    const double nn = dot3(n, n), h = dot3(n, s);
    if (!(nn > 0.0)) return;
    const double sum = cone_sum(search, scale3(h / nn, n));
    const vec3 g = sub3(search->x, scale3(sum, s));
    const double lambda_j = dot3(n, cross3(g, e)) / nn, lambda_k = dot3(n, cross3(d, g)) / nn;
    const double lambda_i = sum - lambda_j - lambda_k;
    if (!(lambda_i > 0.0 && lambda_j > 0.0 && lambda_k > 0.0)) return;
    cone_face face = {
        .count = 3, .at = {i, j, k}, .lambda = {lambda_i, lambda_j, lambda_k}, .normal = n};
    cone_consider(search, &face);
}

/* Tries all faces, those with the newest vertex first, until one is proved nearest. */
static void cone_enumerate(cone_search* search) {
    for (int i = search->count - 1; i >= 0; i--) {
        for (int j = 0; j < i; j++)
            for (int k = 0; k < j; k++) {
                cone_triangle(search, i, j, k);
                if (search->best.nearest) return;
            }
        for (int j = 0; j < i; j++) {
            cone_edge(search, i, j);
            if (search->best.nearest) return;
        }
        cone_vertex(search, i);
        if (search->best.nearest) return;
    }
}

bool gd_conic_project(cone3* cone, const vertex3* s, vec3 x, double lift) {
    cone->v[cone->count] = *s;
    cone_search search = {
        cone, cone->count + 1, x, lift * lift, {.squared = GD_INFINITY, .nearest = false}};
    cone_enumerate(&search);
    const cone_face* best = &search.best;
    if (best->count == 0) return false;
    vertex3 kept[3];
    for (int i = 0; i < best->count; i++)
        kept[i] = cone->v[best->at[i]];
    for (int i = 0; i < best->count; i++) {
        cone->v[i] = kept[i];
        cone->lambda[i] = best->lambda[i];
    }
    cone->count = best->count;
    cone->residual = best->residual;
    cone->squared = best->squared;
    cone->normal = dot3(best->normal, best->residual) < 0.0 ? neg3(best->normal) : best->normal;
    return true;
}
