/* Casts in 2D. The support vertices on both sides of the line are two points of K.
 *
 * A vertex is the sum of a corner and a smooth part: the balls, and ellipses as a whole. If corners
 * are neighbours, K has an edge between them, whose normal is the one of the corners' chord. The
 * line may enter K beside this edge. Then the next normal is the one at which the line enters the
 * circle that osculates K at the vertex. The smooth part of one vertex and the corner of the other
 * add up to a point of K. */
#include "casts/cast_search.h"

#include "shapes/curvature.h"

/* Steps without smaller bounds that end a search. */
#define CAST_2D_IDLE 4

/* Steps to osculating circles while vertices are known on one side only. */
#define CAST_2D_APPROACH 8

/* Edges and circles are used again if the bounds approach each other by this factor. */
#define CAST_2D_FAST 0.5

/* Change of y for a vertex on the other side of the line, as a fraction of 1 + |y|. */
#define CAST_2D_TILT 0.5

/* A vertex's smooth part: its parts of A and of B, and their sum in ray coordinates. */
typedef struct cast_smooth {
    vec2 a, b;
    vec2 sum;
} cast_smooth;

/* A support vertex of K, without its position. */
typedef struct cast_side {
    double y;      /* n.x / n.z of the normal n that found it; infinite if n is across the line */
    double round;  /* radius of the circle that osculates K there */
    double center; /* u of its centre */
    cast_smooth smooth;
    bool known;
} cast_side;

typedef struct cast_sides {
    vertex3* v; /* the first with u <= 0, the second with u > 0 */
    cast_side at[2];
    cast_side newest;
    double osculating; /* y at which the line enters the newest circle */
    bool smooth;       /* vertices have a smooth part */
    int steps;         /* while vertices are known on one side only */
    bool tilted;       /* a tilted normal has been tried for the other side */
} cast_sides;

/* Radius of curvature of a shape at its support point x along n, local; its smooth part, and the
 * radius of a ball inside the shape that touches it there. */
static double side_curvature(const gd_shape* shape, vec2 n, vec3 x, vec2* smooth, double* ball) {
    *ball = shape->radius;
    *smooth = scale2(shape->radius, n);
    if (shape->core != GD_CORE_ELLIPSOID) return shape->radius;
    const double a = shape->size.x, b = shape->size.y, least = min2(a, b);
    *ball += least * (least / length2(make2(a * n.x, b * n.y)));
    *smooth = make2(x.x, x.y);
    return shape->radius + curvature_core2(shape, n);
}

/* The y at which the line enters the osculating circle; infinity if it misses the circle, and
 * -infinity if there is none. */
static double side_osculating(const cast_side* side) {
    const double left = side->round * side->round - side->center * side->center;
    if (side->round == 0.0) return -GD_INFINITY;
    return left > 0.0 ? -side->center / sqrt(left) : GD_INFINITY;
}

/* Where the line enters a ball inside K that touches the vertex s of n. */
static void side_enter(cast_search* c, vec3 n, const vertex3* s, const double balls[2]) {
    const double r = balls[0] + balls[1] + c->line.target;
    const double u = s->u - r * n.x, left = r * r - u * u;
    if (!(r > 0.0 && left >= 0.0)) return;
    const double up = sqrt(left), height = s->w - r * n.z + up;
    if (!(height > c->inner)) return;
    vec2 a, b;
    cast_directions(&c->line, make3(-u / r - n.x, 0.0, up / r - n.z), &a, &b);
    c->inner = height;
    c->on_a = madd3(s->a, balls[0], make3(a.x, a.y, 0.0));
    c->on_b = madd3(s->b, balls[1], make3(b.x, b.y, 0.0));
}

/* Takes all that the curvature at the support vertex s of n shows. */
static void sides_measure(cast_sides* sides, cast_search* c, vec3 n, const vertex3* s) {
    const cast_line* line = &c->line;
    const pair3* pair = &line->pair;
    cast_side* side = &sides->newest;
    cast_smooth* smooth = &side->smooth;
    double balls[2];
    vec2 a, b;
    cast_directions(line, n, &a, &b);
    side->round = line->target + side_curvature(pair->a, a, s->a, &smooth->a, &balls[0]) +
                  side_curvature(pair->b, b, s->b, &smooth->b, &balls[1]);
    side->center = s->u - side->round * n.x;
    smooth->sum = line_difference_2d(line, n, smooth->a, smooth->b);
    sides->osculating = side_osculating(side);
    side_enter(c, n, s, balls);
}

/* Keeps s if it is the support vertex nearest to the line on its side. */
static void sides_keep(cast_sides* sides, vec3 n, const vertex3* s) {
    const int side = s->u > 0.0;
    cast_side* at = &sides->at[side];
    const double y = n.z > 0.0 ? n.x / n.z : copysign(GD_INFINITY, n.x);
    if (at->known && (side ? y > at->y : y < at->y)) return;
    cast_portal_copy(&sides->v[side], s);
    *at = sides->newest;
    at->y = y;
}

/* Whether the corners of both vertices are known, which differ from the vertices. */
GD_INLINE bool sides_have_corners(const cast_sides* sides) {
    return sides->at[0].round > 0.0 && sides->at[1].round > 0.0;
}

/* The chord of two points of K on both sides of the line. These are the vertices, or their corners
 * with the newest smooth part if the line is between them. */
typedef struct cast_chord {
    vec2 p, q;
    double share; /* of q in the point on the line */
    bool exchanged;
} cast_chord;

static cast_chord sides_chord(const cast_sides* sides) {
    const cast_side* at = sides->at;
    const vertex3* v = sides->v;
    cast_chord chord = {.p = make2(v[0].u, v[0].w), .q = make2(v[1].u, v[1].w)};
    if (sides_have_corners(sides)) {
        const vec2 p = add2(sub2(chord.p, at[0].smooth.sum), sides->newest.smooth.sum);
        const vec2 q = add2(sub2(chord.q, at[1].smooth.sum), sides->newest.smooth.sum);
        if (p.x <= 0.0 && q.x > 0.0) chord = (cast_chord){.p = p, .q = q, .exchanged = true};
    }
    chord.share = -chord.p.x / (chord.q.x - chord.p.x);
    return chord;
}

GD_INLINE double chord_height(const cast_chord* chord) {
    return (1.0 - chord->share) * chord->p.y + chord->share * chord->q.y;
}

/* Takes the chord's point on the line. */
static void sides_cross(cast_search* c, const cast_sides* sides, const cast_chord* chord) {
    const vertex3 *p = &sides->v[0], *q = &sides->v[1];
    const double t = chord->share;
    vertex3 x = {.a = madd3(scale3(1.0 - t, p->a), t, q->a),
                 .b = madd3(scale3(1.0 - t, p->b), t, q->b),
                 .w = chord_height(chord)};
    if (chord->exchanged) {
        const cast_smooth *s0 = &sides->at[0].smooth, *s1 = &sides->at[1].smooth;
        const cast_smooth* s = &sides->newest.smooth;
        const vec2 a = sub2(s->a, madd2(scale2(1.0 - t, s0->a), t, s1->a));
        const vec2 b = sub2(s->b, madd2(scale2(1.0 - t, s0->b), t, s1->b));
        x.a = add3(x.a, make3(a.x, a.y, 0.0));
        x.b = add3(x.b, make3(b.x, b.y, 0.0));
    }
    gd_cast_take_point(c, &x);
}

/* The next normal while vertices are known on one side only. If the line misses the osculating
 * circle, it probably misses K, which the normal across the line proves. Otherwise a vertex on the
 * other side is as useful if its normal is not across the line, and it is nearer to the contact;
 * tilted: that has failed. */
static bool sides_other(cast_sides* sides, vec3* n) {
    const double low = sides->at[0].known ? sides->at[0].y : -GD_INFINITY;
    const double high = sides->at[1].known ? sides->at[1].y : GD_INFINITY;
    const double sign = sides->at[0].known ? 1.0 : -1.0, y = sides->at[0].known ? low : high;
    const double o = sides->osculating;
    if (++sides->steps < CAST_2D_APPROACH && o > low && o < high) {
        *n = make3(o, 0.0, 1.0);
        return true;
    }
    if (!(fabs(y) < GD_INFINITY)) return false;
    *n = make3(sign, 0.0, 0.0);
    if (!sides->tilted && o != GD_INFINITY)
        *n = make3(y + sign * CAST_2D_TILT * (1.0 + fabs(y)), 0.0, 1.0);
    sides->tilted = true;
    return true;
}

/* The normal of the corners' chord. If the line enters one of the osculating circles before this
 * edge, or if there is one corner, it is the normal at which the line enters the circle. Returns
 * false if neither is between the normals of the vertices. */
static bool sides_edge(const cast_sides* sides, double slack, vec3* n) {
    const cast_side *s = &sides->at[0], *t = &sides->at[1];
    const vertex3 *p = &sides->v[0], *q = &sides->v[1];
    const double u = (q->u - t->smooth.sum.x) - (p->u - s->smooth.sum.x);
    const double w = (q->w - t->smooth.sum.y) - (p->w - s->smooth.sum.y);
    const double length = sqrt(u * u + w * w);
    const bool edge = length > slack && sides_have_corners(sides);
    double y = edge ? -GD_INFINITY : sides->osculating;
    if (edge && s->center * length > s->round * w)
        y = side_osculating(s);
    else if (edge && t->center * length < t->round * w)
        y = side_osculating(t);
    const bool round = y > s->y && y < t->y;
    *n = round ? make3(y, 0.0, 1.0) : make3(-w, 0.0, u);
    return round || (edge && u > 0.0);
}

/* Chooses the next normal. Returns false if rounding leaves none. */
static bool sides_next(cast_sides* sides, double slack, bool fast, vec3* n) {
    const vertex3* v = sides->v;
    if (!sides->at[0].known || !sides->at[1].known) return sides_other(sides, n);
    if (fast && sides->smooth && sides_edge(sides, slack, n)) return true;
    *n = make3(v[0].w - v[1].w, 0.0, v[1].u - v[0].u);
    return n->z > 0.0;
}

/* One support vertex along the direction n, and all bounds from it. Returns the height of a point
 * of K on the line that was not taken, or -infinity. */
static double sides_evaluate(cast_sides* sides, cast_search* c, vec3 n) {
    vertex3 s;
    length_and_unit3(n, &n);
    if (fabs(n.z) < CAST_ACROSS) n = make3(copysign(1.0, n.x), 0.0, 0.0);
    gd_cast_support(&c->line, n, &s);
    c->iterations += 1.0;
    gd_cast_take_normal(c, n, &s);
    if (cast_misses(c)) return -GD_INFINITY;
    gd_cast_take_point(c, &s);
    if (sides->smooth) sides_measure(sides, c, n, &s);
    sides_keep(sides, n, &s);
    if (!sides->at[0].known || !sides->at[1].known) return -GD_INFINITY;
    c->portal.count = 2;
    const cast_chord chord = sides_chord(sides);
    const double height = chord_height(&chord);
    if (cast_may_decide(c, height)) sides_cross(c, sides, &chord);
    return height;
}

static void sides_begin(cast_sides* sides, cast_search* c) {
    const gd_shape *a = c->line.pair.a, *b = c->line.pair.b;
    sides->v = c->portal.v;
    sides->smooth = a->radius + b->radius + c->line.target > 0.0 || a->core == GD_CORE_ELLIPSOID ||
                    b->core == GD_CORE_ELLIPSOID;
    sides->osculating = -GD_INFINITY;
    sides->steps = 0;
    sides->tilted = false;
    sides->newest = (cast_side){.known = true};
    const bool known = c->portal.count == 2; /* vertices of a warm state, without normals */
    for (int i = 0; i < 2; i++)
        sides->at[i] = (cast_side){.y = i ? GD_INFINITY : -GD_INFINITY, .known = known};
}

gd_status gd_cast_2d(cast_search* c, vec3 next) {
    cast_sides sides;
    double gap = GD_INFINITY;
    int idle = 0;
    sides_begin(&sides, c);
    while (c->iterations < c->max_iterations) {
        const double height = sides_evaluate(&sides, c, next);
        if (cast_decided(c)) return GD_STATUS_OPTIMAL;
        const double width = c->outer - max2(height, c->inner);
        const bool fast = width < CAST_2D_FAST * gap;
        idle = width < gap || height == -GD_INFINITY ? 0 : idle + 1;
        gap = min2(gap, width);
        if (idle > CAST_2D_IDLE || !sides_next(&sides, c->line.slack, fast, &next)) break;
    }
    if (c->portal.count == 2) {
        const cast_chord chord = sides_chord(&sides);
        sides_cross(c, &sides, &chord);
    }
    if (cast_decided(c)) return GD_STATUS_OPTIMAL;
    return c->iterations < c->max_iterations ? GD_STATUS_PRECISION : GD_STATUS_MAX_ITERATIONS;
}
