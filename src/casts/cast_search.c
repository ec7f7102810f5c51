#include "casts/cast_search.h"

#include "second_order/difference_model.h"

/* Offsets of the line beyond this count as this: the guess enters near the rim of the shadow. */
#define GUESS_RIM 0.95
/* A shadow thinner than this has no guess. */
#define GUESS_THIN 0x1p-40
/* Steps without smaller bounds that end a search. */
#define SEARCH_IDLE 8
/* Rounding of a height above the portal, as a multiple of the slack. */
#define SEARCH_ROUNDING 2.0
/* A simplex whose squared distance from the line does not fall by this factor does not approach. */
#define SEARCH_APPROACH 0.999
/* Slope of the next normal against the guessed one while the portal does not surround the line. Two
 * hulls of 141 vertices then take 6.5 evaluations instead of 8.9. */
#define SEARCH_TILT 0.5
/* A point this far from the line, as a multiple of the slack, is on it up to rounding. */
#define SEARCH_ON_LINE 2.0

/* The matrix of an ellipsoid about as large as K, in ray coordinates. With matrices Qa and Qb and
 * square roots a and b of their traces, (a + b) (Qa / a + Qb / b) is one around the sum. */
static sym3 guess_matrix(const cast_line* line) {
    const pair3* pair = &line->pair;
    const vec3 a = pair->a->ellipsoid_proxy, b = pair->b->ellipsoid_proxy;
    const double wide_a = max_abs3(a), wide_b = max_abs3(b);
    const double root_a = sqrt(wide_a * (a.x + a.y + a.z)),
                 root_b = sqrt(wide_b * (b.x + b.y + b.z));
    const double roots = root_a + root_b;
    const double s = root_a > 0.0 ? wide_a * roots / root_a : 0.0;
    const double t = root_b > 0.0 ? wide_b * roots / root_b : 0.0;
    const vec3 e1 = pair->e1, e2 = pair->e2, ray = pair->ray;
    if (pair->a->dimension == 2) {
        const vec2 d = line->e1_b, r = line->ray_b;
        const double ax = s * a.x, ay = s * a.y, bx = t * b.x, by = t * b.y;
        const double across = ax * e1.x * e1.x + ay * e1.y * e1.y + bx * d.x * d.x + by * d.y * d.y;
        return (sym3){
            .xx = across,
            .yy = across,
            .zz = ax * ray.x * ray.x + ay * ray.y * ray.y + bx * r.x * r.x + by * r.y * r.y,
            .xz = ax * e1.x * ray.x + ay * e1.y * ray.y + bx * d.x * r.x + by * d.y * r.y};
    }
    const mat3* r = &pair->b_to_a;
    sym3 q = {s * a.x, s * a.y, s * a.z, 0.0, 0.0, 0.0};
    q = sym3_add_square(q, t * b.x, r->cx);
    q = sym3_add_square(q, t * b.y, r->cy);
    q = sym3_add_square(q, t * b.z, r->cz);
    const vec3 qe1 = sym3_apply(&q, e1), qe2 = sym3_apply(&q, e2), qray = sym3_apply(&q, ray);
    return (sym3){dot3(e1, qe1), dot3(e2, qe2),  dot3(ray, qray),
                  dot3(e1, qe2), dot3(ray, qe1), dot3(ray, qe2)};
}

cast_guess gd_cast_guess(const cast_line* line) {
    const pair3* pair = &line->pair;
    cast_guess g = {0.0, -GD_INFINITY, {0.0, 0.0, 1.0}, {0.0, 0.0, -1.0}, {0.0, 0.0, 0.0}};
    const sym3 q = guess_matrix(line);
    const double more = line->target * line->target;
    const double q00 = q.xx + more, q11 = q.yy + more, q01 = q.xy, top = q.zz + more;
    const double det = q00 * q11 - q01 * q01;
    if (!(det > GUESS_THIN * (q00 + q11) * (q00 + q11))) return g;
    vec3 middle = make3(-line->at.x, 0.0, -line->at.z);
    if (pair->a->dimension == 3) middle = cast_seen(pair, gd_difference_middle(pair));
    const double t = 1.0 / det;
    const vec2 b = make2(q.xz, q.yz), x = make2(-middle.x, -middle.y);
    const vec2 tilt = make2(q11 * b.x - q01 * b.y, q00 * b.y - q01 * b.x);
    const vec2 across = make2(q11 * x.x - q01 * x.y, q00 * x.y - q01 * x.x);
    const double offset = dot2(x, across), inside = min2(offset, GUESS_RIM * det);
    /* neither of the two divisions waits for the other one */
    const double wider = det * (1.0 / (det - inside));
    const double height = sqrt(max2(top - t * dot2(b, tilt), 0.0) * wider);
    const double f = height * (offset > inside ? sqrt(inside / offset) : 1.0);
    g.offset = t * offset;
    g.across = make3(t * across.x, t * across.y, 0.0);
    g.entry = make3(t * (f * across.x - tilt.x), t * (f * across.y - tilt.y), 1.0);
    g.exit = make3(t * (f * across.x + tilt.x), t * (f * across.y + tilt.y), -1.0);
    g.leaves = middle.z + t * (dot2(b, across) - height * (det - inside));
    return g;
}

void gd_cast_take_height(cast_search* c, vec3 n, const vertex3* s, double height, double steep) {
    if (height < c->outer) {
        c->outer = height;
        /* farther away than the extent, the rounding of the normal moves the contact, too */
        const double beyond = max2(fabs(height) - c->line.extent, 0.0);
        c->lift = (c->line.slack + CAST_ROUNDING * beyond) * steep;
        c->normal = n;
        if (!(c->inner > -GD_INFINITY)) {
            c->on_a = s->a;
            c->on_b = s->b;
        }
    }
    if (c->trace) gd_cast_trace_row(c, n, s);
}

void gd_cast_take_normal(cast_search* c, vec3 n, const vertex3* s) {
    const double h = dot3(n, in_ray_frame(s));
    if (n.z >= CAST_ACROSS) {
        const double steep = 1.0 / n.z;
        gd_cast_take_height(c, n, s, h * steep, steep);
        return;
    }
    if (n.z == 0.0 && h < -c->line.slack) {
        c->miss = true;
        c->normal = n;
    }
    if (c->trace) gd_cast_trace_row(c, n, s);
}

void gd_cast_take_point(cast_search* c, const vertex3* x) {
    const double off = fabs(x->u) + fabs(x->v), z = c->normal.z;
    if (!(off <= SEARCH_ON_LINE * c->line.slack)) return;
    const double tilt = z > 0.0 ? (fabs(c->normal.x) + fabs(c->normal.y)) / z : 0.0;
    const double height = x->w - off * tilt;
    if (!(height > c->inner)) return;
    c->inner = height;
    c->on_a = x->a;
    c->on_b = x->b;
}

bool gd_cast_look(cast_search* c, vec3 n, vertex3* s) {
    gd_cast_support(&c->line, n, s);
    c->iterations += 1.0;
    gd_cast_take_normal(c, n, s);
    return cast_decided(c);
}

bool gd_cast_leaves(cast_search* c, vec3 n) {
    vertex3 s;
    if (!cast_may_evaluate(c)) return false;
    n = scale3(1.0 / length3(n), n);
    gd_cast_support(&c->line, n, &s);
    c->iterations += 1.0;
    if (c->trace) gd_cast_trace_row(c, n, &s);
    const double low = (dot3(n, in_ray_frame(&s)) + c->line.slack) / n.z;
    const bool left = n.z < 0.0 && low > c->window.early;
    if (left) c->normal = n;
    return left;
}

bool gd_cast_search_begin(cast_search* c) {
    const cast_line* line = &c->line;
    const vec3 at = line->at;
    c->outer = line->extent - at.z;
    c->inner = -GD_INFINITY;
    c->lift = line->slack;
    c->normal = make3(0.0, 0.0, 1.0);
    c->on_a = c->on_b = make3(0.0, 0.0, 0.0);
    c->miss = false;
    cast_portal_init(&c->portal, line->slack);
    const double across = sqrt(at.x * at.x + at.y * at.y);
    if (!(across > line->extent + line->slack)) return true;
    c->miss = true;
    c->normal = make3(at.x / across, at.y / across, 0.0);
    return false;
}

/* Progress of a search: smaller bounds, or a simplex nearer to the line. */
typedef struct search_progress {
    double gap, square;
    int idle;
} search_progress;

/* Returns false if rounding prevents progress. x is the portal's point, and above is the height of
 * the new vertex over the portal if it surrounded the line before. */
static bool search_goes_on(const cast_search* c, const vertex3* x, double above,
                           search_progress* p) {
    const double inner = cast_portal_surrounds(&c->portal) ? c->portal.inner : c->inner;
    const double gap = c->outer - max2(inner, c->inner), square = x->u * x->u + x->v * x->v;
    const double slack = c->line.slack;
    const bool near = square < SEARCH_APPROACH * p->square && square > slack * slack;
    const bool gained = gap < p->gap || (!cast_portal_surrounds(&c->portal) && near);
    p->gap = min2(gap, p->gap);
    p->square = min2(square, p->square);
    p->idle = gained ? 0 : p->idle + 1;
    return p->idle == 0 || (above > SEARCH_ROUNDING * slack && p->idle < SEARCH_IDLE);
}

vertex3 gd_cast_take_portal(cast_search* c) {
    const vertex3 x = gd_cast_portal_point(&c->portal);
    if (c->portal.count > 0) gd_cast_take_point(c, &x);
    return x;
}

/* The portal does not surround the line, and `across` leads from it to the line. A vertex behind
 * the line on this side is as useful if its normal is not across the line, and it is nearer to the
 * contact. */
static vec3 search_tilted(vec3 entry, vec3 across) {
    return add3(scale3(1.0 / entry.z, entry), scale3(SEARCH_TILT, unit3(across)));
}

gd_status gd_cast_by_portal(cast_search* c, vec3 n) {
    search_progress progress = {GD_INFINITY, GD_INFINITY, 0};
    const vec3 entry = n;
    vec3 across = n;
    bool tilted = false;
    vertex3 s, x = {.u = GD_INFINITY};
    while (c->iterations < c->max_iterations) {
        n = unit3(n);
        if (fabs(n.z) < CAST_ACROSS) n.z = 0.0;
        gd_cast_support(&c->line, n, &s);
        c->iterations += 1.0;
        gd_cast_take_normal(c, n, &s);
        if (cast_decided(c)) return GD_STATUS_OPTIMAL;
        const bool behind = !tilted || across.x * s.u + across.y * s.v > 0.0;
        const bool surrounds = cast_portal_surrounds(&c->portal);
        const double above =
            surrounds ? dot3(n, in_ray_frame(&s)) - c->portal.inner * n.z : GD_INFINITY;
        gd_cast_portal_enter(&c->portal, &s);
        if (cast_portal_may_decide(c)) x = gd_cast_take_portal(c);
        if (cast_decided(c)) return GD_STATUS_OPTIMAL;
        if (behind && !search_goes_on(c, &x, above, &progress)) break;
        across = gd_cast_portal_normal(&c->portal);
        if (!(max_abs3(across) > 0.0) || across.z < 0.0) break;
        tilted = behind && !cast_portal_surrounds(&c->portal) && entry.z > 0.0;
        n = tilted ? search_tilted(entry, across) : across;
    }
    gd_cast_take_portal(c);
    if (cast_decided(c)) return GD_STATUS_OPTIMAL;
    return c->iterations < c->max_iterations ? GD_STATUS_PRECISION : GD_STATUS_MAX_ITERATIONS;
}
