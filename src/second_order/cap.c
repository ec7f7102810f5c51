#include "second_order/cap.h"

/* The largest and the least cap to try, as tangents of half angles, and the factor between. */
#define CAP_MOST 8.0
#define CAP_LEAST 0.01
#define CAP_FACTOR 0.2
#define CAP_BISECTIONS 2
/* A kink of a cone takes part of its rims' difference away. It counts with a curvature of at most
 * this many times L, then of CAP_MORE times that. */
#define CAP_SPEND 4.0
#define CAP_MORE 4.0
/* Rounding of the curvatures, as a fraction of their sum. */
#define CAP_ROUNDING (16.0 * GD_EPS)

/* A rim or ellipsoid |P n|, scaled: its curvature at n and how it falls with |t|. */
typedef struct cap_curve {
    double k00, k01, k11;
    double at;   /* |P n| */
    double tilt; /* length of its gradient */
    double bend; /* largest value of q for |t| = 1 */
} cap_curve;

typedef struct cap_kink {
    vec2 slope;
    double length; /* of the slope */
    double share;  /* c */
    double loss;   /* fraction of the curve's curvature that the whole share takes away */
    int curve;
} cap_kink;

typedef struct cap_bound {
    double lower;
    double above; /* h - L, less what the shares cost */
    vec2 g;
    cap_curve curve[2];
    int curve_count;
    cap_kink kink[LOCAL_MODEL_KINKS];
    int kink_count;
    bool lossy;
    sym2 face; /* of round faces, times |t| */
} cap_bound;

/* ---- what the evaluation proves ---------------------------------------------------------- */

/* A rim, or with a share the mean of two rims, one of which may be an apex. */
static void cap_round(const support_model* s, double wider, cap_bound* c) {
    const double rho = sqrt(s->x.z * s->x.z + s->z.z * s->z.z), radius = s->rim + wider;
    if (!(rho > SUPPORT_AXIS && radius > 0.0)) return;
    const double k = radius / rho;
    const vec2 t = s->tangent;
    c->curve[c->curve_count++] =
        (cap_curve){k * t.x * t.x, k * t.x * t.y, k * t.y * t.y, rho, fabs(s->y.z), 1.0};
}

static void cap_ellipsoid(const support_model* s, cap_bound* c) {
    const vec3 size = s->shape->size, d = scaled3(size, make3(s->x.z, s->y.z, s->z.z));
    const double h = length3(d), t = 1.0 / h;
    const vec3 p = scale3(t, scaled3(size, d));
    const vec2 e = make2(p.x * s->x.x + p.y * s->y.x + p.z * s->z.x,
                         p.x * s->x.y + p.y * s->y.y + p.z * s->z.y);
    const sym2 k = {t * (s->spread00 - e.x * e.x), t * (s->spread01 - e.x * e.y),
                    t * (s->spread11 - e.y * e.y)};
    const double half = 0.5 * (k.xx - k.yy);
    const double most = 0.5 * (k.xx + k.yy) + sqrt(half * half + k.xy * k.xy);
    c->curve[c->curve_count++] = (cap_curve){k.xx, k.xy, k.yy, h, length2(e), h * max2(h, most)};
}

/* A round face that was evaluated. Its normal may be beside n by rounding. */
static void cap_face(const support_model* s, cap_bound* c) {
    const vec2 q = s->face_point, off = make2(s->x.z, s->z.z);
    const double far = length2(q), slack = 2.0 * (s->face_radius - far);
    c->above -= 2.0 * s->face_radius * length2(off);
    c->face.xx += slack;
    c->face.yy += slack;
    if (!(far > 0.0)) return;
    const vec2 place = make2(q.x * s->x.x + q.y * s->z.x, q.x * s->x.y + q.y * s->z.y);
    c->face = sym2_add_square(c->face, 1.0 / far, make2(-place.y, place.x));
}

/* The kinks of one shape, and the change of its rim's radius by their shares. Their curve is the
 * next one. */
static double cap_kinks(const support_model* s, const local_model* m, const double* share,
                        cap_bound* c) {
    double wider = 0.0;
    for (int i = 0; i < m->count; i++) {
        const kink* h = &m->kinks[i];
        if (h->of_b != s->of_b || !(share[i] > 0.0)) continue;
        wider += share[i] * h->wider;
        const double radius = s->rim + wider, length = length2(h->slope);
        const double loss = h->wider != 0.0 && radius > 0.0 ? fabs(h->wider) / radius : 0.0;
        if (!(share[i] < 1.0 && length > 0.0)) continue;
        const double least = min2(share[i], 1.0 - share[i]);
        c->lossy |= loss > 0.0;
        c->above -= least * h->gap;
        c->kink[c->kink_count++] = (cap_kink){h->slope, length, least, loss, c->curve_count};
    }
    return wider;
}

static void cap_shape(const support_model* s, const local_model* m, const double* share,
                      cap_bound* c) {
    const bool round = s->shape->core == GD_CORE_CYLINDER || s->shape->core == GD_CORE_FRUSTUM;
    const double wider = cap_kinks(s, m, share, c);
    if (round)
        cap_round(s, wider, c);
    else if (s->shape->core == GD_CORE_ELLIPSOID)
        cap_ellipsoid(s, c);
}

/* ---- the test ---------------------------------------------------------------------------- */

/* The sum of all curvatures up to tau. spend limits the curvature of kinks of cones. */
static sym2 cap_curvature(const cap_bound* c, double tau, double spend) {
    const double f = 1.0 / tau;
    sym2 k = {f * c->face.xx, f * c->face.xy, f * c->face.yy};
    double left[2] = {1.0, 1.0};
    for (int i = 0; i < c->kink_count; i++) {
        const cap_kink* s = &c->kink[i];
        double share = s->share;
        if (s->loss > 0.0) {
            share = min2(share, 0.5 * spend * c->lower * tau / s->length);
            left[s->curve] -= share * s->loss;
        }
        k = sym2_add_square(k, 2.0 * share * f / s->length, s->slope);
    }
    for (int i = 0; i < c->curve_count; i++) {
        const cap_curve* r = &c->curve[i];
        const double x = r->at + r->tilt * tau;
        const double part =
            max2(left[i], 0.0) * 2.0 * r->at / (x + sqrt(x * x + r->bend * tau * tau));
        k.xx += part * r->k00;
        k.xy += part * r->k01;
        k.yy += part * r->k11;
    }
    return k;
}

/* Whether h >= L in the cap. */
static bool cap_holds(const cap_bound* c, double tau, double spend) {
    const double sphere = 2.0 * c->lower / (1.0 + sqrt(1.0 + tau * tau));
    sym2 k = cap_curvature(c, tau, spend);
    const double rounding = CAP_ROUNDING * (k.xx + k.yy);
    k.xx -= sphere + rounding;
    k.yy -= sphere + rounding;
    const double trace = k.xx + k.yy, det = k.xx * k.yy - k.xy * k.xy;
    const vec2 g = c->g;
    if (trace > 0.0 && det > 0.0 &&
        k.yy * g.x * g.x - 2.0 * k.xy * g.x * g.y + k.xx * g.y * g.y <= 2.0 * c->above * det)
        return true;
    /* not definite, but h - L is large enough; nearer to n the least eigenvalue may be lower by
     * L / sphere */
    const double half = 0.5 * (k.xx - k.yy);
    const double least = 0.5 * trace - sqrt(half * half + k.xy * k.xy);
    const double fall = max2(-0.5 * least * (c->lower / sphere), 0.0);
    return c->above >= tau * (length2(g) + fall * tau);
}

static bool cap_holds_somehow(const cap_bound* c, double tau) {
    return cap_holds(c, tau, CAP_SPEND) || (c->lossy && cap_holds(c, tau, CAP_MORE * CAP_SPEND));
}

/* The largest radius tried, or one between two factors. */
static double cap_search(const cap_bound* c) {
    double lower = CAP_MOST, upper = CAP_MOST;
    if (cap_holds_somehow(c, lower)) return lower;
    do {
        upper = lower;
        lower *= CAP_FACTOR;
        if (lower < CAP_LEAST) return 0.0;
    } while (!cap_holds_somehow(c, lower));
    for (int i = 0; i < CAP_BISECTIONS; i++) {
        const double t = sqrt(lower * upper);
        if (cap_holds_somehow(c, t))
            lower = t;
        else
            upper = t;
    }
    return lower;
}

double gd_cap(const difference_model* d, const local_model* m, const double* share, vec3 x,
              double lower) {
    cap_bound c;
    c.lower = lower;
    c.above = x.z - lower;
    c.g = make2(x.x, x.y);
    c.curve_count = c.kink_count = 0;
    c.lossy = false;
    c.face = (sym2){0.0, 0.0, 0.0};
    for (int i = 0; i < 2; i++) {
        if (d->faces >> i & 1)
            cap_face(&d->models[i], &c);
        else
            cap_shape(&d->models[i], m, share, &c);
    }
    return c.above >= 0.0 ? cap_search(&c) : 0.0;
}
