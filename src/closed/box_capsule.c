/* A segment and a box, at least one of them rounded: nearest points, and where a ray leaves their
 * difference.
 *
 * Along the segment, the distance from the box is convex. Its square is quadratic between the
 * points where the segment crosses a plane of the box. The signs of the slope at these points
 * select one quadratic piece.
 *
 * The ray leaves where the distance equals the radius. The nearest face, edge or corner there
 * decides which plane, cylinder or sphere the ray crosses. The solver tries features until the
 * crossing's own feature is nearest there. The median is one try, and a wrong one proves nothing.
 */
#include "closed/boxes.h"
#include "math/simd.h"

/* Limit on the crossings tried. */
#define BOX_CAPSULE_TRIES 8
/* Stop if a crossing moves by less than this fraction. */
#define BOX_CAPSULE_STILL (16.0 * GD_EPS)
/* A gap is perpendicular to the segment if the cosine of their angle is below this. */
#define BOX_CAPSULE_UPRIGHT (2.0 * GD_EPS)
/* A component of the gap is rounding below this fraction of the numbers that it comes from. */
#define BOX_CAPSULE_ROUNDING (4.0 * GD_EPS)
/* No feature yet. */
#define BOX_CAPSULE_NONE (-1000)

GD_INLINE vec3 box_capsule_gap(const box_capsule* r, double t) {
    return box_beyond3(madd3(r->q, t, r->g), r->e);
}

/* The components of v in which the gap is not 0. */
GD_INLINE vec3 box_capsule_where(vec3 w, vec3 v) {
    return make3(w.x != 0.0 ? v.x : 0.0, w.y != 0.0 ? v.y : 0.0, w.z != 0.0 ? v.z : 0.0);
}

/* The box's corner on the side of the gap. */
GD_INLINE vec3 box_capsule_corner(const box_capsule* r) {
    return make3(copysign(r->e.x, r->w.x), copysign(r->e.y, r->w.y), copysign(r->e.z, r->w.z));
}

/* ---- nearest points ------------------------------------------------------------------------ */

/* The segment along one axis of the box. */
typedef struct box_capsule_axis {
    double q, g, e;
} box_capsule_axis;

/* What an axis adds to half the derivative of the squared gap along the segment, at two places. */
GD_INLINE f64x2 box_capsule_slope(box_capsule_axis a, f64x2 t) {
    const f64x2 zero = {0.0, 0.0}, x = a.q + t * a.g;
    return a.g * (lanes_max(x - a.e, zero) + lanes_min(x + a.e, zero));
}

/* Places are the segment's ends and its crossings of the box's planes. The greater lane of low is
 * the last place with a slope <= 0, the smaller lane of high the first with a slope > 0. */
typedef struct box_capsule_piece {
    f64x2 low, high;
} box_capsule_piece;

/* Adds the crossings of the planes of axis a, which adds nothing to the slope there. */
GD_INLINE void box_capsule_cut(box_capsule_axis a, box_capsule_axis b, box_capsule_axis c,
                               box_capsule_piece* piece) {
    const f64x2 first = {-1.0, -1.0}, last = {1.0, 1.0}, planes = {-a.e, a.e};
    const f64x2 t = (planes - a.q) / a.g, slope = box_capsule_slope(b, t) + box_capsule_slope(c, t);
    const i64x2 within = (i64x2)(t > first) & (i64x2)(t < last);
    const i64x2 falls = within & (i64x2)(slope <= 0.0), rises = within & (i64x2)(slope > 0.0);
    piece->low = lanes_max(piece->low, (f64x2)lanes_select(falls, (i64x2)t, (i64x2)first));
    piece->high = lanes_min(piece->high, (f64x2)lanes_select(rises, (i64x2)t, (i64x2)last));
}

GD_INLINE double box_capsule_settle(double q, double g, double e, double w) {
    return fabs(w) > BOX_CAPSULE_ROUNDING * (fabs(q) + fabs(g) + e) ? w : 0.0;
}
/* The gap at t. Components that are rounding become 0: of a segment along a face, they would tilt
 * the normal. */
GD_INLINE vec3 box_capsule_settled(const box_capsule* r, vec3 w) {
    return make3(box_capsule_settle(r->q.x, r->g.x, r->e.x, w.x),
                 box_capsule_settle(r->q.y, r->g.y, r->e.y, w.y),
                 box_capsule_settle(r->q.z, r->g.z, r->e.z, w.z));
}

/* The gap is perpendicular to the segment inside the piece, up to rounding of the slopes. That is
 * large for a small gap, or if the segment leaves the box at a small angle. At the piece's ends,
 * the planes of the box, the gap need not be perpendicular. */
GD_INLINE void box_capsule_upright(box_capsule* r, double low, double high) {
    const vec3 m = madd3(r->q, 0.5 * (low + high), r->g), g = r->g;
    const vec3 g_w = make3(fabs(m.x) < r->e.x ? 0.0 : g.x, fabs(m.y) < r->e.y ? 0.0 : g.y,
                           fabs(m.z) < r->e.z ? 0.0 : g.z);
    const double along = dot3(r->w, g_w), square = dot3(r->w, r->w);
    /* Ignore a component that is rounding of the gap itself. If the segment leaves the box at a
     * small angle, the correction would become as long as the segment. */
    if (along * along <= BOX_CAPSULE_UPRIGHT * BOX_CAPSULE_UPRIGHT * square * dot3(g, g)) return;
    const double t = min2(max2(r->t - along / dot3(g_w, g_w), low), high);
    r->w = madd3(r->w, t - r->t, g_w);
    r->t = t;
}

/* Sets t and w. Without branches: the order of the crossings is random. */
GD_NOINLINE void gd_box_capsule_nearest(box_capsule* r) {
    const box_capsule_axis x = {r->q.x, r->g.x, r->e.x}, y = {r->q.y, r->g.y, r->e.y};
    const box_capsule_axis z = {r->q.z, r->g.z, r->e.z};
    box_capsule_piece piece = {{-1.0, -1.0}, {1.0, 1.0}};
    if (!(max_abs3(r->g) > 0.0)) { /* a point */
        r->t = 1.0;
        r->w = box_capsule_gap(r, 0.0);
        return;
    }
    /* the slope has no kink at two planes that are one */
    if (x.e > 0.0) box_capsule_cut(x, y, z, &piece);
    if (y.e > 0.0) box_capsule_cut(y, z, x, &piece);
    if (z.e > 0.0) box_capsule_cut(z, x, y, &piece);
    const double low = max2(piece.low[0], piece.low[1]);
    const double high = min2(piece.high[0], piece.high[1]);
    const f64x2 ends = {low, high}, slope = box_capsule_slope(x, ends) +
                                            box_capsule_slope(y, ends) + box_capsule_slope(z, ends);
    const double between = low - (high - low) * (slope[0] / (slope[1] - slope[0]));
    r->t = !(slope[0] < 0.0) ? low : !(slope[1] > 0.0) ? high : between;
    r->w = box_capsule_gap(r, r->t);
    box_capsule_upright(r, low, high);
    r->w = box_capsule_settled(r, r->w);
}

/* ---- exit of a ray ------------------------------------------------------------------------- */

/* The nearest feature as a number: the side of the box in each direction, and the segment's end. */
static int box_capsule_feature(const box_capsule* r) {
    const double x[4] = {r->w.x, r->w.y, r->w.z, fabs(r->t) < 1.0 ? 0.0 : r->t};
    int feature = 0;
    for (int i = 0; i < 4; i++)
        feature = 3 * feature + (x[i] > 0.0) - (x[i] < 0.0);
    return feature;
}

/* The larger beta at which z + beta d is at distance radius from the current feature, extended
 * without limit. If moves is true, the point of the segment moves along with beta. */
static double box_capsule_cross(const box_capsule* r, vec3 z, vec3 d, double radius, bool moves) {
    const vec3 w = r->w, g = box_capsule_where(w, r->g);
    vec3 dw = box_capsule_where(w, d), zw = box_capsule_where(w, sub3(z, box_capsule_corner(r)));
    const double gg = dot3(g, g);
    if (moves && fabs(r->t) < 1.0 && gg > 0.0) {
        dw = madd3(dw, -dot3(dw, g) / gg, g);
        zw = madd3(zw, -dot3(zw, g) / gg, g);
    } else {
        zw = madd3(zw, r->t, g);
    }
    const double a = dot3(dw, dw), b = dot3(dw, zw), c = dot3(zw, zw) - radius * radius;
    /* b^2 - a c, without cancellation if the box is much larger than the radius */
    const vec3 across = cross3(dw, zw);
    const double root = sqrt(max2(a * (radius * radius) - dot3(across, across), 0.0));
    return b <= 0.0 ? (root - b) / a : -c / (root + b);
}

/* Whether the feature nearest to the segment at the previous q is nearest at this q, too. If so,
 * sets t and w. A gap perpendicular to the segment, or an end beyond which the segment recedes, is
 * the least one, because the distance along the segment is convex. */
static bool box_capsule_holds(box_capsule* r, int feature) {
    const vec3 w = r->w, g = box_capsule_where(w, r->g);
    const double gg = dot3(g, g);
    box_capsule next = *r;
    if (fabs(r->t) < 1.0 && gg > 0.0) {
        const vec3 corner = box_capsule_corner(r);
        next.t = -dot3(sub3(r->q, corner), g) / gg;
        if (!(fabs(next.t) < 1.0)) return false;
    }
    next.w = box_capsule_settled(&next, box_capsule_gap(&next, next.t));
    const bool recedes = fabs(next.t) < 1.0 || next.t * dot3(next.w, r->g) <= 0.0;
    if (!recedes || box_capsule_feature(&next) != feature) return false;
    r->t = next.t;
    r->w = next.w;
    return true;
}

bool gd_box_capsule_exit(const boxes* x, const boxes_ray* ray, boxes_answer* answer) {
    box_capsule r = {.q = ray->z, .g = scale3(x->b->size.y, x->b_to_a.cy), .e = x->a->size};
    const vec3 d = ray->d, z = ray->z;
    /* Start where the ray leaves the bounding box of the rounded difference. */
    const vec3 reach = make3(r.e.x + fabs(r.g.x), r.e.y + fabs(r.g.y), r.e.z + fabs(r.g.z));
    const double rise[3] = {d.x, d.y, d.z}, from[3] = {z.x, z.y, z.z};
    const double far[3] = {reach.x, reach.y, reach.z};
    double beta = ray->outer;
    for (int i = 0; i < 3; i++) {
        const double h = far[i] + x->radius - copysign(1.0, rise[i]) * from[i];
        if (h < beta * fabs(rise[i])) beta = h / fabs(rise[i]);
    }
    double low = 0.0, high = ray->outer;
    int feature = BOX_CAPSULE_NONE;
    for (int k = 0; k < BOX_CAPSULE_TRIES; k++) {
        r.q = madd3(z, beta, d);
        gd_box_capsule_nearest(&r);
        const int now = box_capsule_feature(&r);
        if (now == feature) break;
        feature = now;
        const bool outside = dot3(r.w, r.w) > x->radius * x->radius;
        double next = box_capsule_cross(&r, z, d, x->radius, true);
        if (fabs(next - beta) <= BOX_CAPSULE_STILL * beta) break;
        if (outside)
            high = beta;
        else
            low = beta;
        /* If the segment is nearly parallel to a face, its point may stay fixed. */
        if (!(next > low && next < high)) next = box_capsule_cross(&r, z, d, x->radius, false);
        if (fabs(next - beta) <= BOX_CAPSULE_STILL * beta) break;
        beta = next > low && next < high ? next : 0.5 * (low + high);
        r.q = madd3(z, beta, d);
        if (box_capsule_holds(&r, now)) break;
    }
    if (!(max_abs3(r.w) > 0.0)) return false;
    answer->normal = unit3(r.w);
    answer->a = sub3(madd3(r.q, r.t, r.g), r.w);
    answer->b = make3(0.0, r.t * x->b->size.y, 0.0);
    return true;
}
