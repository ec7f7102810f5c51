/* Whether an optimum is the only one: its normal, and its contact.
 *
 * The value is a maximum over optimal normals of a minimum over contacts (directional.c), so it is
 * differentiable if there is one of each. Both follow from the active pieces. The normal is unique
 * if pieces or curvature raise h_C along every tangent. The contact is unique if one shape touches
 * with a single point, or both with edges that cross. If both touch with more, the farthest
 * contacts in each direction decide. */
#include "derivatives/optimum.h"

/* Angle by which a normal is tilted, and the rise of h_C there, as a fraction of the extent, above
 * which the tilted normal is not optimal. */
#define UNIQUE_TILT 1e-6
#define UNIQUE_RISE 1e-13

/* ---- the normal ------------------------------------------------------------------------------ */

/* The number of directions in the tangent plane in which neither the pairs with weights nor
 * curvature determine n. *d is one of them. */
static int unique_free(const optimum* t, vec2* d) {
    const double none = OPTIMUM_FLAT * t->extent;
    const qp2_model* held[3];
    int count = 0; /* a pair without weight bounds n from one side at most */
    for (int i = 0; i < t->basis_count; i++)
        if (t->weight[i] > OPTIMUM_WEIGHT) held[count++] = &t->model[t->basis[i]];
    if (count == 3) return 0;
    *d = make2(1.0, 0.0);
    if (t->a.shape->dimension == 2) return count < 2 && t->m.xx <= none;
    if (count == 2) {
        const vec2 w = sub2(held[0]->g, held[1]->g);
        *d = scale2(1.0 / length2(w), make2(-w.y, w.x));
        return dot2(*d, sym2_apply(t->m, *d)) <= none;
    }
    /* the eigenvector of the smaller eigenvalue */
    const double xx = t->m.xx, xy = t->m.xy, yy = t->m.yy;
    const double half = 0.5 * (xx - yy), root = sqrt(half * half + xy * xy);
    const double least = 0.5 * (xx + yy) - root;
    if (least + 2.0 * root <= none) return 2;
    const vec2 w = xx <= yy ? make2(half - root, xy) : make2(xy, -half - root);
    const double length = length2(w);
    if (length > 0.0) *d = scale2(1.0 / length, w);
    return least <= none;
}

/* The largest height of a side's pieces below the top after a small tilt of the normal. */
static double unique_top(const piece_list* list, vec2 tilt) {
    double top = -GD_INFINITY;
    for (int i = 0; i < list->count; i++)
        top = max2(top, (list->item[i].h - list->top) + dot2(list->item[i].g, tilt));
    return top;
}

static GD_COLD bool unique_rises(const optimum* t, vec2 d) {
    const vec2 tilt = scale2(UNIQUE_TILT, d);
    const double rise =
        unique_top(&t->a.pieces, tilt) + unique_top(&t->b.pieces, tilt) - dot2(t->q, tilt);
    return rise > UNIQUE_RISE * t->extent;
}

/* The largest slope of a side's active pieces along a direction. */
static double unique_slope(const side* s, vec2 d, double extent) {
    double most = -GD_INFINITY;
    for (int i = 0; i < s->pieces.count; i++)
        if (side_active(s, i, extent)) most = max2(most, dot2(s->pieces.item[i].g, d));
    return most;
}

/* Whether q is inside the face of C on both sides of each edge that two of one shape's active
 * pieces span. *edges counts these edges. */
static GD_COLD bool unique_inside(const optimum* t, const side* s, int* edges) {
    const double none = SIDE_SAME * t->extent;
    for (int i = 0; i < s->pieces.count; i++) {
        for (int j = 0; j < s->pieces.count; j++) {
            const vec2 w = sub2(s->pieces.item[i].g, s->pieces.item[j].g);
            const double length = length2(w);
            if (!side_active(s, i, t->extent) || !side_active(s, j, t->extent) || !(length > none))
                continue;
            const vec2 d = scale2(1.0 / length, make2(-w.y, w.x));
            const double slope =
                unique_slope(&t->a, d, t->extent) + unique_slope(&t->b, d, t->extent);
            if (!(slope - dot2(t->q, d) > none)) return false;
            ++*edges;
        }
    }
    return true;
}

bool gd_optimum_pinned(const optimum* t) {
    int edges = 0;
    return unique_inside(t, &t->a, &edges) && unique_inside(t, &t->b, &edges) && edges > 0;
}

bool gd_optimum_unique_normal(const optimum* t) {
    vec2 d;
    switch (unique_free(t, &d)) {
    case 0: return true;
    case 1: return unique_rises(t, d) && unique_rises(t, neg2(d));
    default: return gd_optimum_pinned(t);
    }
}

/* ---- the contact ----------------------------------------------------------------------------- */

bool gd_optimum_unique_contact(const optimum* t) {
    vec2 along_a, along_b;
    const side_contact a = gd_side_contact(&t->a, t->n, t->extent, &along_a);
    if (a == SIDE_POINT) return true;
    const side_contact b = gd_side_contact(&t->b, neg3(t->n), t->extent, &along_b);
    if (b == SIDE_POINT) return true;
    if (a == SIDE_EDGE && b == SIDE_EDGE &&
        fabs(cross2(along_a, along_b)) > SIDE_SAME * length2(along_a) * length2(along_b))
        return true;
    if (!t->a.pieces.complete || !t->b.pieces.complete) return false;
    bool single = true;
    for (int k = 0; k < (t->a.shape->dimension == 2 ? 2 : 4) && single; k++) {
        const vec3 along = scale3(k % 2 ? -1.0 : 1.0, t->e[k / 2]);
        single = dot3(along, t->touch_a) - gd_optimum_least(t, along) <= SIDE_SAME * t->extent;
    }
    return single;
}
