/* Closed form for an ellipsoid or ellipse and a ball or point, up to the root of one equation.
 *
 * The point of the ellipsoid nearest to y is x_i = r_i^2 y_i / (t + r_i^2). t is the greatest root
 * of S(t) = sum (r_i y_i / (t + r_i^2))^2 = 1: positive outside, negative inside. 1 / sqrt(S) is
 * concave, so Newton's method on it increases to the root from any smaller t. A few steps suffice
 * (Conn, Gould, Toint 2000, Trust-Region Methods, 7.3). The unknown is d = t +
 * (least radius)^2, which keeps its digits next to the pole of S.
 *
 * Bounds hold for every t. The vector m_i = y_i / (t + r_i^2) is a normal: it proves a distance
 * below, and a depth above. |x - y| proves a distance above, and the Lagrangian |t| (1 - m.y) is a
 * bound on the squared depth from below. */
#include "closed/closed.h"
#include "closed/point_solid.h"

/* Newton's steps, at most. Random points need three or four; eccentric ellipsoids more. */
#define ELLIPSOID_STEPS 40
/* The root is found if sqrt(S) - 1 is below this. The bounds differ by its square, but next to the
 * end of a needle the foot must not miss the surface. */
#define ELLIPSOID_ROOT 0x1p-46

/* Below this fraction of the largest excess, d may be so close to the pole that Newton's steps only
 * double it. */
#define ELLIPSOID_POLE 0x1p-6

/* By axis: radius, coordinate, and r_i^2 less the least of these squares. */
typedef struct ellipsoid {
    double r[3], y[3], excess[3];
    double least; /* radius */
    double pole;  /* d is small below this */
} ellipsoid;

/* What a parameter d gives. */
typedef struct ellipsoid_step {
    double m[3]; /* normal of any length */
    double root; /* sqrt(S) */
    double next; /* a greater lower bound of d */
} ellipsoid_step;

static void ellipsoid_of(const gd_shape* solid, vec3 x, ellipsoid* e) {
    const vec3 r = solid->size;
    *e = (ellipsoid){{r.x, r.y, r.z}, {x.x, x.y, x.z}, {0.0, 0.0, 0.0}, 0.0, 0.0};
    if (solid->dimension == 2) { /* the ellipse is a section of this ellipsoid */
        e->r[2] = max2(r.x, r.y);
        e->y[2] = 0.0;
    }
    e->least = min2(min2(e->r[0], e->r[1]), e->r[2]);
    for (int i = 0; i < 3; i++) {
        e->excess[i] = (e->r[i] - e->least) * (e->r[i] + e->least);
        e->pole = max2(e->pole, ELLIPSOID_POLE * e->excess[i]);
    }
}

/* A lower bound of d: no term of S exceeds 1. */
static double ellipsoid_start(const ellipsoid* e) {
    double d = 0.0;
    for (int i = 0; i < 3; i++)
        d = max2(d, e->r[i] * fabs(e->y[i]) - e->excess[i]);
    return d;
}

/* Newton's step on 1 / sqrt(S), from S and minus half its derivative. */
GD_INLINE double ellipsoid_newton(double d, double root, double sum, double slope) {
    return sum > 1.0 ? d + (root - 1.0) * (sum / slope) : d;
}

/* Next to the pole, the terms without a pole alone give a longer step if their sum exceeds 1. */
static ellipsoid_step ellipsoid_evaluate(const ellipsoid* e, double d) {
    ellipsoid_step at;
    double sum = 0.0, slope = 0.0, rest = 0.0, rest_slope = 0.0;
    for (int i = 0; i < 3; i++) {
        const double below = d + e->excess[i], w = below > 0.0 ? 1.0 / below : 0.0;
        const double m = w * e->y[i], s = e->r[i] * m;
        at.m[i] = m;
        sum += s * s;
        slope += s * s * w;
        if (e->excess[i] > 0.0) rest += s * s;
        if (e->excess[i] > 0.0) rest_slope += s * s * w;
    }
    at.root = sqrt(sum);
    at.next = ellipsoid_newton(d, at.root, sum, slope);
    if (d < e->pole && rest > 1.0)
        at.next = max2(at.next, ellipsoid_newton(d, sqrt(rest), rest, rest_slope));
    return at;
}

/* Finds the root. Returns false if the steps do not suffice. */
static bool ellipsoid_solve(const ellipsoid* e, double* d, ellipsoid_step* at) {
    *d = ellipsoid_start(e);
    for (int k = 0; k < ELLIPSOID_STEPS; k++) {
        *at = ellipsoid_evaluate(e, *d);
        if (!(at->root > 1.0 + ELLIPSOID_ROOT && at->next > *d)) return true;
        *d = at->next;
    }
    return false;
}

/* If there is no root, two points mirrored along a shortest axis are nearest: chooses one. */
static void ellipsoid_mirrored(const ellipsoid* e, ellipsoid_step* at) {
    const int axis = e->excess[0] == 0.0 ? 0 : e->excess[1] == 0.0 ? 1 : 2;
    at->m[axis] = sqrt(max2(1.0 - at->root * at->root, 0.0)) / e->least;
    at->root = 1.0;
}

/* Sets length and lower of a gap. Returns the unit normal. */
static vec3 ellipsoid_gap(const ellipsoid* e, double d, const ellipsoid_step* at, core_gap* gap) {
    const vec3 m = load3(at->m), y = load3(e->y);
    const double size = length3(m), along = dot3(m, y), t = d - e->least * e->least;
    double square = 0.0;
    for (int i = 0; i < 3; i++) {
        const double x = e->r[i] * (e->r[i] * at->m[i] / at->root);
        square += (e->y[i] - x) * (e->y[i] - x);
    }
    gap->lower = (along - at->root) / size;
    gap->length = sqrt(t > 0.0 ? square : max2(-t * (1.0 - along), 0.0));
    if (!(t > 0.0)) gap->length = min2(GAP_ROUNDING * gap->size - gap->length, 0.0);
    gap->lower = min2(gap->lower, gap->length);
    return scale3(1.0 / size, m);
}

GD_NOINLINE bool gd_point_ellipsoid_gap(const gd_query* query, gap_goal goal, core_gap* gap) {
    point_solid p;
    ellipsoid e;
    ellipsoid_step at;
    double d;
    if (!point_solid_of(query, &p)) return false;
    const vec3 x = point_solid_local(&p);
    gap->size = max_abs3(p.solid->size) + max_abs3(x);
    ellipsoid_of(p.solid, x, &e);
    if (!ellipsoid_solve(&e, &d, &at)) return false;
    if (!(d > 0.0) && at.root < 1.0) ellipsoid_mirrored(&e, &at);
    const vec3 n = ellipsoid_gap(&e, d, &at, gap);
    if (gap->length > GAP_ROUNDING * gap->size || goal != GAP_DISTANCE) {
        if (!(gap->length > 0.0) && point_solid_left(query)) return false;
        point_solid_fill(&p, n, gap);
    } else {
        point_solid_inside(&p, gap);
    }
    return true;
}

/* ---- growth -------------------------------------------------------------------------------- */

/* Where the ray d leaves the ellipsoid moved out by r, the normal is m_i = d_i / (t + r_i^2). Here
 * t is the only root of sum d_i^2 (t^2 - r^2 r_i^2) / (t + r_i^2)^2, which rises: by the equation
 * of the nearest point, for the point at the distance r. Newton's steps, at most. */
#define ELLIPSOID_EXIT_STEPS 12
/* A step below this fraction of t is the last one: the bounds differ by its square. */
#define ELLIPSOID_EXIT_ROOT 0x1p-30

/* Newton's step of t, as a factor: from the terms and their derivatives times t. */
static double ellipsoid_exit_step(vec3 radii, const point_ray* ray, double t) {
    const double r[3] = {radii.x, radii.y, radii.z}, d[3] = {ray->d.x, ray->d.y, ray->d.z};
    const double ball = ray->radius * ray->radius;
    double sum = 0.0, slope = 0.0;
    for (int i = 0; i < 3; i++) {
        const double square = r[i] * r[i], w = 1.0 / (t + square);
        const double p = t * w, q = square * w, b = ball * w, d2 = d[i] * d[i];
        sum += d2 * (p * p - b * q);
        slope += d2 * (p * q * (p + b));
    }
    return 1.0 - 0.5 * sum / slope;
}

/* The root, for r > 0. It is between r times the least and the largest radius. */
static double ellipsoid_exit_root(vec3 radii, const point_ray* ray) {
    const double least = ray->radius * min2(min2(radii.x, radii.y), radii.z);
    const double most = ray->radius * max_abs3(radii);
    double t =
        ray->radius / length3(make3(ray->d.x / radii.x, ray->d.y / radii.y, ray->d.z / radii.z));
    for (int k = 0; k < ELLIPSOID_EXIT_STEPS; k++) {
        const double next = min2(max2(t * ellipsoid_exit_step(radii, ray, t), least), most);
        const bool last = fabs(next - t) <= ELLIPSOID_EXIT_ROOT * t;
        t = next;
        if (last) break;
    }
    return t;
}

bool gd_growth_point_ellipsoid(const gd_query* query, gd_growth_result* out) {
    point_solid s;
    if (!point_grows(query->a, query->b) || !point_solid_of(query, &s)) return false;
    if (s.solid->off_center) return false;
    const point_ray ray = point_ray_of(query, &s);
    const vec3 r = s.solid->size;
    const double t = ray.radius > 0.0 ? ellipsoid_exit_root(r, &ray) : 0.0;
    const vec3 m =
        make3(ray.d.x / (t + r.x * r.x), ray.d.y / (t + r.y * r.y), ray.d.z / (t + r.z * r.z));
    const vec3 rm = make3(r.x * m.x, r.y * m.y, r.z * m.z);
    const double unit = 1.0 / length3(m), h = length3(rm), inverse = 1.0 / h;
    point_exit exit = {.normal = scale3(unit, m),
                       .foot = scale3(inverse, make3(r.x * rm.x, r.y * rm.y, r.z * rm.z)),
                       .outer = (h * unit + ray.radius) / (unit * dot3(m, ray.d))};
    point_exit_prove(&exit, &ray);
    return point_exit_fill(query, &s, &ray, &exit, out);
}
