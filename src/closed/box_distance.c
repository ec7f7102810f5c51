/* Nearest points of two boxes: the least |w|^2, w = q + R b - a, over the points a and b of both.
 * This is a least-squares problem with bounds on six numbers. Given b, the nearest a is q + R b,
 * clamped, which leaves a convex function of b, quadratic until a reaches a bound.
 *
 * Each step is Newton's on the numbers of b that may move, as far as the first bound: an active-set
 * method (Stark and Parker, Bounded-variable least squares, 1995). Its matrix is R^T P R, where P
 * keeps the coordinates in which a is at a bound, and its inverse has a closed form. If the step
 * passes a bound of a, so that the distance grows again, a second one along the same line returns
 * to its minimum. A random pair needs one step in the mean. */
#include "closed/boxes.h"

/* Limit on the steps: of a million random pairs near contact, ten need more. */
#define BOX_DISTANCE_STEPS 12
/* A coordinate beyond this part of the half extent is at its bound. */
#define BOX_DISTANCE_BOUND (1.0 - 0x1p-46)

typedef struct box_distance {
    const boxes* x;
    vec3 b;        /* a point of B, in its frame */
    vec3 y, w;     /* the same and its vector from the nearest point of A, in A's frame */
    vec3 g;        /* w in B's frame: half of the gradient */
    double square; /* of w */
    double open;   /* |w| times the gap between |w| and the bound that its direction proves */
} box_distance;

/* 1 if a moves with b along this axis, otherwise 0. */
GD_INLINE double box_distance_follows(double y, double e) {
    return fabs(y) < BOX_DISTANCE_BOUND * e ? 1.0 : 0.0;
}

GD_INLINE void box_distance_measure(box_distance* r, vec3 b) {
    const vec3 half = r->x->b->size;
    r->b = b;
    r->y = add3(r->x->q, rotate(&r->x->b_to_a, b));
    r->w = sub3(r->y, clamp3(r->y, r->x->a->size));
    r->g = inv_rotate(&r->x->b_to_a, r->w);
    r->square = dot3(r->w, r->w);
    /* no term is negative: each vanishes where b is farthest along -g, or g is 0 */
    r->open = (half.x * fabs(r->g.x) + b.x * r->g.x) + (half.y * fabs(r->g.y) + b.y * r->g.y) +
              (half.z * fabs(r->g.z) + b.z * r->g.z);
}

/* A coordinate of b. It may move along d unless it is at its bound and d leads outwards. */
typedef struct box_coordinate {
    double b, e, g, v, d;
    bool moves;
} box_coordinate;

GD_INLINE bool box_coordinate_moves(const box_coordinate* c, double d) {
    return fabs(c->b) < c->e || c->b * d < 0.0;
}

/* Newton's step of the coordinates that move. The matrix is 1 - v v^T if a is free along one axis,
 * where v is this axis in B's frame. It is v v^T if a is free along two, where v is the third, and
 * otherwise 1. If all coordinates move, the gradient solves each of these. */
GD_INLINE void box_distance_newton(box_coordinate c[3], int free) {
    double rest = 0.0, moving = 0.0, along = 0.0, part = 0.0, scale = 1.0;
    for (int i = 0; i < 3; i++) {
        const double v2 = c[i].v * c[i].v;
        rest += c[i].moves ? 0.0 : v2;
        moving += c[i].moves ? v2 : 0.0;
        along += c[i].moves ? c[i].v * c[i].g : 0.0;
    }
    if (free == 1 && rest > 0.0) part = along / rest;
    if (free == 2 && moving > 0.0) scale = 1.0 / moving;
    for (int i = 0; i < 3; i++)
        c[i].d = c[i].moves ? -scale * (c[i].g + part * c[i].v) : 0.0;
}

/* The next point of B. */
GD_INLINE vec3 box_distance_next(const box_distance* r) {
    const vec3 half = r->x->b->size, half_a = r->x->a->size;
    const vec3 inside =
        make3(box_distance_follows(r->y.x, half_a.x), box_distance_follows(r->y.y, half_a.y),
              box_distance_follows(r->y.z, half_a.z));
    const int free = (int)(inside.x + inside.y + inside.z);
    const vec3 axis = free == 1 ? inside : sub3(make3(1.0, 1.0, 1.0), inside);
    const vec3 v = inv_rotate(&r->x->b_to_a, axis);
    box_coordinate c[3] = {{r->b.x, half.x, r->g.x, v.x, 0.0, false},
                           {r->b.y, half.y, r->g.y, v.y, 0.0, false},
                           {r->b.z, half.z, r->g.z, v.z, 0.0, false}};
    for (int i = 0; i < 3; i++)
        c[i].moves = box_coordinate_moves(&c[i], -c[i].g);
    for (bool again = true; again;) {
        box_distance_newton(c, free);
        again = false;
        for (int i = 0; i < 3; i++) {
            const bool moves = c[i].moves && box_coordinate_moves(&c[i], c[i].d);
            again |= moves != c[i].moves;
            c[i].moves = moves;
        }
    }
    double step = 1.0;
    for (int i = 0; i < 3; i++) {
        const double room = copysign(c[i].e, c[i].d) - c[i].b;
        if (fabs(step * c[i].d) > fabs(room)) step = room / c[i].d;
    }
    return clamp3(make3(c[0].b + step * c[0].d, c[1].b + step * c[1].d, c[2].b + step * c[2].d),
                  half);
}

/* After a step from `from`, along which the distance falls and grows again: moves b back to the
 * minimum, if a stays at the bounds where it is. */
GD_INLINE void box_distance_return(box_distance* r, const box_distance* from) {
    const vec3 step = sub3(r->b, from->b), y = sub3(r->y, from->y);
    const vec3 w =
        make3(r->w.x != 0.0 ? y.x : 0.0, r->w.y != 0.0 ? y.y : 0.0, r->w.z != 0.0 ? y.z : 0.0);
    const double slope = dot3(r->g, step), bend = dot3(w, w);
    const double back = slope < bend ? slope / bend : 0.5;
    box_distance_measure(r, madd3(r->b, -back, step));
}

GD_NOINLINE bool gd_box_distance(const boxes* x, double size, box_nearest* nearest) {
    const double rounding = GAP_ROUNDING * (size * size); /* of a length times a gap */
    box_distance r = {.x = x};
    box_distance_measure(&r, clamp3(neg3(inv_rotate(&x->b_to_a, x->q)), x->b->size));
    for (int k = 1; r.open > rounding && r.square > 0.0; k++) {
        if (k > BOX_DISTANCE_STEPS) return false;
        const box_distance from = r;
        box_distance_measure(&r, box_distance_next(&from));
        if (r.square > from.square && dot3(r.g, sub3(r.b, from.b)) > 0.0)
            box_distance_return(&r, &from);
    }
    nearest->w = r.w;
    nearest->b = r.b;
    return true;
}
