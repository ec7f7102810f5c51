/* Casts in 2D. The support vertices on both sides of the line form a segment that crosses it, and
 * its normal is the next one. Near a curved support point, the normal where the line enters the
 * osculating circle is better. */
#include "motion/cast_search.h"

#include "shapes/curvature.h"

/* Steps without smaller bounds that end a search. */
#define CAST_2D_IDLE 4

/* Steps to osculating circles while vertices are known on one side only. */
#define CAST_2D_APPROACH 8

/* The osculating circle is used again if the bounds approach each other by this factor. */
#define CAST_2D_FAST 0.25

/* Change of y for a vertex on the other side of the line, as a fraction of 1 + |y|. */
#define CAST_2D_TILT 0.5

typedef struct cast_sides {
    vertex3* v;  /* the first with u <= 0, the second with u > 0 */
    double y[2]; /* u / w of the normals that found them; infinite across the line */
    bool known[2];
    int steps;   /* while vertices are known on one side only */
    bool tilted; /* a tilted normal has been tried for the other side */
} cast_sides;

/* Radius of curvature of a shape at its support point along n, local, and the radius of a ball
 * inside the shape that touches this point. */
static double sides_curvature(const gd_shape* shape, vec2 n, double* ball) {
    *ball = shape->radius;
    if (shape->core != GD_CORE_ELLIPSOID) return shape->radius;
    const double x = shape->size.x, y = shape->size.y, least = min2(x, y);
    *ball += least * (least / length2(make2(x * n.x, y * n.y)));
    return shape->radius + curvature_core2(shape, n);
}

/* The line enters a ball inside K, which touches the support vertex s of n, at the height `height`.
 * turn: the change of the normal from there to this entry */
static void sides_enter(cast_search* c, const vertex3* s, const double ball[2], double height,
                        vec3 turn) {
    vec2 a, b;
    cast_directions(&c->line, turn, &a, &b);
    c->inner = height;
    c->on_a = madd3(s->a, ball[0], make3(a.x, a.y, 0.0));
    c->on_b = madd3(s->b, ball[1], make3(b.x, b.y, 0.0));
}

/* The normal at which the line enters the circle that osculates K at the support vertex s of n, and
 * its height if it enters a ball inside K. Returns y; infinity if the line misses the circle, and
 * -infinity if there is none. */
static double sides_osculate(cast_search* c, vec3 n, const vertex3* s) {
    const pair3* pair = &c->line.pair;
    double balls[2];
    vec2 a, b;
    cast_directions(&c->line, n, &a, &b);
    const double round = c->line.target + sides_curvature(pair->a, a, &balls[0]) +
                         sides_curvature(pair->b, b, &balls[1]);
    if (round == 0.0) return -GD_INFINITY;
    const double ball = balls[0] + balls[1] + c->line.target;
    const double u = s->u - ball * n.x, left = ball * ball - u * u;
    if (ball > 0.0 && left >= 0.0) {
        const double up = sqrt(left), height = s->w - ball * n.z + up;
        if (height > c->inner)
            sides_enter(c, s, balls, height, make3(-u / ball - n.x, 0.0, up / ball - n.z));
    }
    const double x = s->u - round * n.x, rest = round * round - x * x;
    return rest > 0.0 ? -x / sqrt(rest) : GD_INFINITY;
}

/* Keeps s if it is the support vertex nearest to the line on its side. */
static void sides_keep(cast_sides* sides, const vertex3* s, double y) {
    const int side = s->u > 0.0;
    if (sides->known[side] && (side ? y > sides->y[side] : y < sides->y[side])) return;
    vertex3* v = &sides->v[side]; /* by fields: a wider copy would wait for their stores */
    v->a = vec3_read(&s->a);
    v->b = vec3_read(&s->b);
    v->u = s->u;
    v->v = s->v;
    v->w = s->w;
    sides->y[side] = y;
    sides->known[side] = true;
}

/* The height of the segment on the line. */
static double sides_height(const cast_sides* sides) {
    if (!sides->known[0] || !sides->known[1]) return -GD_INFINITY;
    const vertex3 *p = &sides->v[0], *q = &sides->v[1];
    const double t = -p->u / (q->u - p->u);
    return (1.0 - t) * p->w + t * q->w;
}

/* Takes the point of the segment on the line. */
static void sides_cross(cast_search* c, const cast_sides* sides) {
    if (!sides->known[0] || !sides->known[1]) return;
    const vertex3 *p = &sides->v[0], *q = &sides->v[1];
    const double t = -p->u / (q->u - p->u);
    const vertex3 x = {.a = madd3(scale3(1.0 - t, p->a), t, q->a),
                       .b = madd3(scale3(1.0 - t, p->b), t, q->b),
                       .w = sides_height(sides)};
    gd_cast_take_point(c, &x);
}

/* The next normal while vertices are known on one side only. If the line misses the osculating
 * circle, it probably misses K, which the normal across the line proves. Otherwise a vertex on the
 * other side is as useful if its normal is not across the line, and it is nearer to the contact;
 * tilted: that has failed. */
static bool sides_other(cast_sides* sides, bool beside, vec3* n) {
    const double sign = sides->known[0] ? 1.0 : -1.0, y = sides->y[sides->known[0] ? 0 : 1];
    if (!(fabs(y) < GD_INFINITY)) return false;
    *n = make3(sign, 0.0, 0.0);
    if (!sides->tilted && !beside) *n = make3(y + sign * CAST_2D_TILT * (1.0 + fabs(y)), 0.0, 1.0);
    sides->tilted = true;
    return true;
}

/* Chooses the next normal. Returns false if rounding leaves none. */
static bool sides_next(cast_sides* sides, double osculating, bool fast, vec3* n) {
    const vertex3* v = sides->v;
    const bool both = sides->known[0] && sides->known[1];
    const double low = sides->known[0] ? sides->y[0] : -GD_INFINITY;
    const double high = sides->known[1] ? sides->y[1] : GD_INFINITY;
    if (!both) fast = ++sides->steps < CAST_2D_APPROACH;
    if (fast && osculating > low && osculating < high) {
        *n = make3(osculating, 0.0, 1.0);
        return true;
    }
    if (!both) return sides_other(sides, osculating == GD_INFINITY, n);
    *n = make3(v[0].w - v[1].w, 0.0, v[1].u - v[0].u);
    return n->z > 0.0;
}

gd_status gd_cast_2d(cast_search* c, vec3 next) {
    const bool warm = c->portal.count == 2; /* vertices of a warm state */
    cast_sides sides = {.v = c->portal.v, .y = {-GD_INFINITY, GD_INFINITY}, .known = {warm, warm}};
    double gap = GD_INFINITY;
    int idle = 0;
    vertex3 s;
    while (c->iterations < c->max_iterations) {
        vec3 n = make3(0.0, 0.0, 1.0);
        length_and_unit3(vec3_read(&next), &n);
        if (fabs(n.z) < CAST_ACROSS) n = make3(copysign(1.0, n.x), 0.0, 0.0);
        gd_cast_support(&c->line, n, &s);
        c->iterations += 1.0;
        gd_cast_take_normal(c, n, &s);
        gd_cast_take_point(c, &s);
        const double osculating = sides_osculate(c, n, &s);
        sides_keep(&sides, &s, n.z > 0.0 ? n.x / n.z : copysign(GD_INFINITY, n.x));
        c->portal.count = sides.known[0] && sides.known[1] ? 2 : 0;
        const double height = sides_height(&sides);
        if (cast_may_decide(c, height)) sides_cross(c, &sides);
        if (cast_decided(c)) return GD_STATUS_OPTIMAL;
        const double width = c->outer - max2(height, c->inner);
        const bool fast = width < CAST_2D_FAST * gap;
        idle = width < gap || height == -GD_INFINITY ? 0 : idle + 1;
        gap = min2(gap, width);
        if (idle > CAST_2D_IDLE || !sides_next(&sides, osculating, fast, &next)) break;
    }
    sides_cross(c, &sides);
    if (cast_decided(c)) return GD_STATUS_OPTIMAL;
    return c->iterations < c->max_iterations ? GD_STATUS_PRECISION : GD_STATUS_MAX_ITERATIONS;
}
