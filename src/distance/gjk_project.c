#include "distance/gjk_project.h"

#include "distance/simplex_methods.h"

/* Reduces the simplex to the face with the nearest point. */
static void project_reduce(gjk* g, const simplex_face* face, double length) {
    gjk_approach(g, face->nearest, length);
    int kept = 0;
    for (int i = 0; face->kept >> i != 0; i++) {
        if (!(face->kept >> i & 1u)) continue;
        g->x[kept] = g->x[i];
        g->a[kept] = g->a[i];
        g->b[kept] = g->b[i];
        kept++;
    }
    g->count = kept;
}

bool gd_gjk_project(gjk* g, gd_subalgorithm how, double slack) {
    const double max_length = g->length + slack;
    const int count = g->count + 1;
    simplex_face face = simplex_nearest(how, g->x, count);
    double length = length3(face.nearest);
    /* the determinants of the other two methods cancel sooner: if these gain nothing or report the
     * origin inside, signed volumes decide */
    const bool full = face.kept == 15 || (face.kept == 7 && g->pair.a->dimension == 2);
    if (how != GD_SUBALGORITHM_SIGNED_VOLUMES && (full || !(length < max_length))) {
        face = gd_simplex_signed_volumes(g->x, count);
        length = length3(face.nearest);
    }
    /* a proved lower bound contradicts volumes that report the origin inside: the tetrahedron is
     * flat */
    const bool apart = face.kept == 15 && g->lower > GJK_ROUNDING * g->extent;
    if (apart || !(length < max_length)) {
        face = gd_simplex_search(g->x, count);
        length = length3(face.nearest);
        if (!(length < max_length)) return false;
    }
    project_reduce(g, &face, length);
    return true;
}

void gd_gjk_refresh(gjk* g) {
    const simplex_face face = gd_simplex_signed_volumes(g->x, g->count);
    const double length = length3(face.nearest);
    if (face.kept == (1u << g->count) - 1u || length < g->length) project_reduce(g, &face, length);
}

void gd_gjk_merge(gjk* g) {
    if (g->count == 1) return;
    vec3 a, b;
    gjk_points(g, &a, &b);
    g->a[0] = a;
    g->b[0] = b;
    gjk_place(g, 0);
    g->count = 1;
}
