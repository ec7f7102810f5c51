/* Second-order cones { (t, x) : |x| <= t } of three or four coordinates for an interior-point
 * method: the Jordan product and the Nesterov-Todd scaling. Source: Vandenberghe 2010, The CVXOPT
 * linear and quadratic cone program solvers, section 4.
 *
 * For s and z inside the cone, the scaling is the symmetric W with W z = W^-1 s = lambda,
 *    W = eta [ w0  w1' ; w1  I + w1 w1' / (1 + w0) ],   w0^2 - |w1|^2 = 1
 *
 * In cones of three coordinates the fourth stays 0. */
#ifndef GD_SOC_H
#define GD_SOC_H

#include "math/vec.h"

typedef struct soc {
    double t;
    vec3 x;
} soc;

typedef struct soc_scaling {
    double eta, inverse_eta;
    soc w;
    double inverse; /* 1 / (1 + w0) */
    soc lambda;
} soc_scaling;

GD_INLINE soc soc_add(soc a, double f, soc b) {
    return (soc){a.t + f * b.t, madd3(a.x, f, b.x)};
}

GD_INLINE double soc_dot(soc a, soc b) {
    return a.t * b.t + dot3(a.x, b.x);
}

/* t^2 - |x|^2, positive inside; not positive outside, whatever the sign of t. */
GD_INLINE double soc_det(soc a) {
    const double length = length3(a.x);
    return a.t > 0.0 ? (a.t - length) * (a.t + length) : -1.0;
}

GD_INLINE soc soc_product(soc a, soc b) {
    return (soc){soc_dot(a, b), madd3(scale3(a.t, b.x), b.t, a.x)};
}

/* The u with lambda * u = r. */
GD_INLINE soc soc_divide(soc lambda, soc r) {
    const double t = (lambda.t * r.t - dot3(lambda.x, r.x)) / soc_det(lambda);
    return (soc){t, scale3(1.0 / lambda.t, madd3(r.x, -t, lambda.x))};
}

/* W a, by W = eta [ w0 w1' ; w1 I + w1 w1' / (1 + w0) ]. */
GD_INLINE soc soc_apply(const soc_scaling* scaling, soc a) {
    const soc w = scaling->w;
    const double along = dot3(w.x, a.x);
    const soc out = {w.t * a.t + along, madd3(a.x, a.t + along * scaling->inverse, w.x)};
    return (soc){scaling->eta * out.t, scale3(scaling->eta, out.x)};
}

/* W^-1 a, by W^-1 = 1 / eta [ w0 -w1' ; -w1 I + w1 w1' / (1 + w0) ]. */
GD_INLINE soc soc_unapply(const soc_scaling* scaling, soc a) {
    const soc w = scaling->w;
    const double along = dot3(w.x, a.x), inverse = scaling->inverse_eta;
    const soc out = {w.t * a.t - along, madd3(a.x, along * scaling->inverse - a.t, w.x)};
    return (soc){inverse * out.t, scale3(inverse, out.x)};
}

/* Computes the scaling; returns false if s or z is not inside. With J x = (t, -x), det x = x'J x,
 * s' = s / sqrt(det s) and z' = z / sqrt(det z):
 *    gamma = sqrt((1 + s'.z') / 2),  w = (s' + J z') / (2 gamma),  eta = (det s / det z)^(1/4). */
GD_INLINE bool soc_scale(soc_scaling* scaling, soc s, soc z) {
    const double det_s = soc_det(s), det_z = soc_det(z);
    if (!(det_s > 0.0 && det_z > 0.0)) return false;
    const double root_s = sqrt(det_s), root_z = sqrt(det_z);
    const double fs = 1.0 / root_s, fz = 1.0 / root_z;
    const double gamma = sqrt(0.5 * (1.0 + fs * fz * soc_dot(s, z)));
    const double half = 0.5 / gamma;
    scaling->eta = sqrt(root_s * fz);
    scaling->inverse_eta = 1.0 / scaling->eta;
    scaling->w =
        (soc){half * (fs * s.t + fz * z.t), scale3(half, sub3(scale3(fs, s.x), scale3(fz, z.x)))};
    scaling->inverse = 1.0 / (1.0 + scaling->w.t);
    scaling->lambda = soc_apply(scaling, z);
    return true;
}

/* The least t beyond which from + t along stays in the cone; along is inside it. Splits from into a
 * multiple of along and a part that is orthogonal in the cone's form. So the part's square is no
 * difference of large numbers, which at the cone's tip would cost half of the digits. */
GD_INLINE double soc_entry(soc from, soc along) {
    const double square = soc_det(along);
    const double share = (along.t * from.t - dot3(along.x, from.x)) / square;
    const soc rest = soc_add(from, -share, along);
    const double across = dot3(rest.x, rest.x) - rest.t * rest.t;
    return (across > 0.0 ? sqrt(across / square) : 0.0) - share;
}

/* Largest step along d that stays in the cone, from a inside it. */
GD_INLINE double soc_step(soc a, soc d) {
    const double inverse = soc_entry(d, a);
    return inverse > 0.0 ? 1.0 / inverse : GD_INFINITY;
}

#endif
