/* The instant at which two flat sets pass through each other.
 *
 * Segments, triangles and points without a margin touch at one instant and never overlap. The proof
 * of a contact is a change of sign. Take the face of D = A - B that is nearest to the origin at t,
 * with its corners as points of the shapes. The origin is on one side of its plane at t and on the
 * other at t2. If in between its projection stays inside the face, the origin passes through it.
 *
 * The face is a triangle, or the parallelogram of an edge of A and an edge of B: x + s e + u f. In
 * 2D it is a segment x + s e; there f is the z axis. If the nearest point is on a diagonal of a
 * flat hull, the face is the quadrilateral of two triangles beside the diagonal. */
#include "motion/impact.h"

typedef struct impact_face {
    vec3 a[3], b[3]; /* corners in the frames of A and B */
    int corner;      /* of x */
    int count;
    bool parallelogram;
    bool half; /* the edge e is a diagonal: another face is on its other side */
} impact_face;

/* The origin and the face at one time. */
typedef struct impact_side {
    double height;  /* of the origin above the plane, signed */
    double error;   /* of height */
    double s, u;    /* of the projection */
    double inverse; /* bound of the change of s and u, if a corner moves by 1 */
} impact_side;

static bool impact_same(vec3 x, vec3 y) {
    return x.x == y.x && x.y == y.y && x.z == y.z;
}

/* Two corners with the same point of A and two with the same point of B: an edge and an edge. */
static void impact_find_corner(impact_face* f) {
    f->corner = 0;
    f->parallelogram = false;
    for (int i = 0; i < 3 && f->count == 3; i++) {
        const int j = (i + 1) % 3, k = (i + 2) % 3;
        const bool forth = impact_same(f->a[i], f->a[j]) && impact_same(f->b[i], f->b[k]);
        const bool back = impact_same(f->a[i], f->a[k]) && impact_same(f->b[i], f->b[j]);
        if (!forth && !back) continue;
        f->corner = i;
        f->parallelogram = true;
    }
}

/* Two corners in 3D without a common point are a diagonal of the parallelogram of two edges. */
static void impact_complete_diagonal(impact_face* f) {
    if (impact_same(f->a[0], f->a[1]) || impact_same(f->b[0], f->b[1])) return;
    f->a[2] = f->a[0];
    f->b[2] = f->b[1];
    f->b[1] = f->b[0];
    f->count = 3;
}

/* Two corners of a hull are a diagonal if it has vertices on both sides. Finds the farthest ones.
 * Returns false for an edge, and for segments and triangles. */
static GD_COLD bool impact_beside_diagonal(const gd_shape* shape, const vec3 x[2], vec3 apex[2]) {
    const gd_vertices* v = &shape->vertices;
    const vec3 e = sub3(x[1], x[0]);
    vec3 up = make3(0.0, 0.0, 0.0);
    double most = 0.0, least = 0.0;
    for (uint32_t i = 0; i < v->count; i++) {
        const vec3 c = cross3(e, sub3(hull_corner(v->corners, i), x[0]));
        if (dot3(c, c) > most) {
            apex[0] = hull_corner(v->corners, i);
            up = c;
        }
        most = max2(most, dot3(c, c));
    }
    for (uint32_t i = 0; i < v->count; i++) {
        const double side = dot3(up, cross3(e, sub3(hull_corner(v->corners, i), x[0])));
        if (side < least) apex[1] = hull_corner(v->corners, i);
        least = min2(least, side);
    }
    return least < 0.0;
}

/* Projections on a triangle may be nearer to a diagonal than this weight. */
#define IMPACT_NEAR_DIAGONAL 0.125

/* The faces beside the first two corners of `edge`, if these are a diagonal of a flat hull of A or
 * B. Returns their number: 2, or 0. */
static GD_COLD int impact_faces_beside(const impact* w, const impact_face* edge,
                                       impact_face face[2]) {
    const bool of_a = impact_same(edge->b[0], edge->b[1]);
    const gd_shape* shape = of_a ? w->pair.a.shape : w->pair.b.shape;
    vec3 apex[2];
    if (!impact_beside_diagonal(shape, of_a ? edge->a : edge->b, apex)) return 0;
    for (int k = 0; k < 2; k++) {
        impact_face f = {.count = 3, .half = true};
        for (int i = 0; i < 3; i++) {
            f.a[i] = of_a && i == 2 ? apex[k] : edge->a[i % 2];
            f.b[i] = !of_a && i == 2 ? apex[k] : edge->b[i % 2];
        }
        face[k] = f;
    }
    return 2;
}

GD_INLINE vec3 impact_corner(const impact_face* f, const moving_place* at, int i) {
    i = (f->corner + i) % f->count;
    return sub3(rotate(&at->a, f->a[i]), add3(rotate(&at->b, f->b[i]), at->p));
}

/* Returns false if the face is degenerate. */
static bool impact_side_at(const impact* w, const impact_face* f, double t, impact_side* side) {
    const moving_place at = moving_at(&w->pair, t);
    const bool flat = f->count == 2;
    const vec3 x = impact_corner(f, &at, 0), e = sub3(impact_corner(f, &at, 1), x);
    const vec3 g = flat ? make3(0.0, 0.0, 1.0) : sub3(impact_corner(f, &at, 2), x);
    const vec3 n = cross3(e, g);
    const double nn = dot3(n, n), le = length3(e), lg = length3(g);
    if (!(nn > 0.0)) return false;
    side->s = -dot3(cross3(x, g), n) / nn;
    side->u = flat ? 0.5 : -dot3(cross3(e, x), n) / nn;
    side->height = dot3(x, n) / sqrt(nn);
    side->error = 2.0 * at.error * (1.0 + fabs(side->s) + fabs(side->u));
    side->inverse = flat ? 1.0 / le : (le + lg) / sqrt(nn);
    side->inverse *= 1.0 + fabs(side->height) * side->inverse;
    return true;
}

/* Whether a triangle has its corners in one hull, and one vertex of the other. */
static bool impact_face_is_of_one(const impact_face* f) {
    return f->count == 3 && !f->parallelogram &&
           ((impact_same(f->a[0], f->a[1]) && impact_same(f->a[0], f->a[2])) ||
            (impact_same(f->b[0], f->b[1]) && impact_same(f->b[0], f->b[2])));
}

/* If the projection is near an edge of such a triangle, and the edge is a diagonal of the hull, the
 * faces beside it replace the triangle. Returns the number of faces. */
static GD_COLD int impact_faces_of_one(const impact* w, double t, impact_face f[2]) {
    impact_side side;
    if (!impact_side_at(w, f, t, &side)) return 0;
    const double weight[3] = {1.0 - side.s - side.u, side.s, side.u};
    int least = 0;
    for (int i = 1; i < 3; i++)
        if (weight[i] < weight[least]) least = i;
    if (weight[least] > IMPACT_NEAR_DIAGONAL) return 1;
    impact_face turned = *f; /* the edge first */
    for (int i = 0; i < 3; i++) {
        turned.a[i] = f->a[(least + 1 + i) % 3];
        turned.b[i] = f->b[(least + 1 + i) % 3];
    }
    const int count = impact_faces_beside(w, &turned, f);
    return count > 0 ? count : 1;
}

/* The nearest face at t, or both if the nearest point is on a diagonal of a flat hull. Returns
 * their number; 0 if the nearest point is on an edge or a corner of D. */
static int impact_faces_at(const impact* w, double t, impact_face f[2]) {
    const gd_settings settings = {.tolerance = GD_DEFAULT_TOLERANCE, .max_iterations = 200.0};
    const moving_place at = moving_at(&w->pair, t);
    impact_nearest d;
    gd_impact_distance(w, &at, &settings, NULL, &d);
    f->half = false;
    f->count = d.count;
    for (int i = 0; i < 3 && i < d.count; i++) {
        f->a[i] = d.corner_a[i];
        f->b[i] = d.corner_b[i];
    }
    if (d.count == 2 && w->pair.dimension == 3) {
        impact_complete_diagonal(f);
        if (f->count == 2) return impact_faces_beside(w, f, f);
    }
    if (f->count != w->pair.dimension) return 0;
    impact_find_corner(f);
    return impact_face_is_of_one(f) ? impact_faces_of_one(w, t, f) : 1;
}

/* Whether the projection is farther than `change` inside the face. */
static bool impact_inside(const impact_face* f, const impact_side* side, double change) {
    const double s = side->s, u = side->u;
    if (!(s > change && (u > change || f->half))) return false;
    return f->parallelogram || f->count == 2 ? s < 1.0 - change && u < 1.0 - change
                                             : s + u < 1.0 - 2.0 * change;
}

/* If rounding hides the sign at t, the test uses an earlier time, at which the height is larger.
 * The pair is free until t, so the height does not change its sign before. */
#define IMPACT_BACK 16.0
/* In between, corners move by at most `moved` and edges by twice as much. To first order s and u
 * change by at most 5 * moved * inverse. If the change below is less than 1, higher orders add less
 * than this again. */
#define IMPACT_CHANGE 12.0

/* Whether the origin passes through a face between t and t2. */
static bool impact_passes(const impact* w, const impact_face* face, double t, double t2) {
    const moving_pair* m = &w->pair;
    impact_side from, to;
    if (!impact_side_at(w, face, t, &from) || !impact_side_at(w, face, t2, &to)) return false;
    if (!(fabs(from.height) > from.error)) {
        t = max2(t - IMPACT_BACK * (t2 - t), 0.0);
        if (!impact_side_at(w, face, t, &from)) return false;
    }
    if (!(fabs(from.height) > from.error && fabs(to.height) > to.error)) return false;
    if ((from.height > 0.0) == (to.height > 0.0)) return false;
    const double speed = length3(m->v) + m->a.rate * m->a.reach + m->b.rate * m->b.reach;
    const double moved = (t2 - t) * speed;
    const double change = IMPACT_CHANGE * moved * max2(from.inverse, to.inverse);
    return change < 1.0 && impact_inside(face, &from, change) && impact_inside(face, &to, change);
}

/* The quadrilateral of two faces beside a diagonal is convex. It consists of the points that are,
 * for both faces, on the inner side of the two edges that are not the diagonal. */
bool gd_impact_crosses(const impact* w, double t, double t2) {
    impact_face face[2];
    const int count = impact_faces_at(w, t, face);
    for (int k = 0; k < count; k++)
        if (!impact_passes(w, &face[k], t, t2)) return false;
    return count > 0;
}
