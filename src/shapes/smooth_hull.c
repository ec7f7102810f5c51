/* Support points and curvature of smooth hulls.
 *
 * Let v_i be the points relative to the centre, e the exponent and d a direction. Let m = max
 * v_i.d, t_i = max(0, v_i.d) / m and S = sum t_i^e. Then
 *
 *   h = m S^(1/e),  s = S^(1/e - 1) sum t_i^(e-1) v_i    (support value and support point),
 *
 *   Hessian = (e - 1) / h (sum (t_i m / h)^(e-2) v_i v_i' - s s').
 *
 * Each point needs one power, t^(e-1): times t it is t^e, divided by t it is t^(e-2). */
#include "shapes/smooth_hull.h"

#include "math/pow.h"

#include <stdlib.h>

gd_smooth* gd_smooth_make(const double* points, uint32_t count, uint32_t dims, double exponent,
                          vec3 center) {
    gd_smooth* smooth = malloc(sizeof *smooth + count * sizeof(vec3));
    if (!smooth) return NULL;
    smooth->exponent = exponent;
    smooth->count = count;
    for (uint32_t i = 0; i < count; i++) {
        const double* p = points + (size_t)i * dims;
        smooth->v[i] = sub3(make3(p[0], p[1], dims == 3 ? p[2] : 0.0), center);
    }
    return smooth;
}

/* For a unit d, h(d) <= count^(1/e) max v_i.d <= count^(1/e) max |v_i|. */
double gd_smooth_bound(const gd_smooth* smooth) {
    double farthest = 0.0;
    for (uint32_t i = 0; i < smooth->count; i++)
        farthest = max2(farthest, safe_length3(smooth->v[i]));
    return farthest * power(smooth->count, 1.0 / smooth->exponent) * (1.0 + 0x1p-45);
}

/* The scale m: the largest v_i.n, or 0 if all are negative. */
static double smooth_largest(const gd_smooth* smooth, vec3 n) {
    double largest = 0.0;
    for (uint32_t i = 0; i < smooth->count; i++)
        largest = max2(largest, dot3(smooth->v[i], n));
    return largest;
}

vec3 gd_smooth_support(const gd_smooth* smooth, vec3 n) {
    const double m = smooth_largest(smooth, n), e = smooth->exponent;
    vec3 s = make3(0.0, 0.0, 0.0);
    if (!(m > 0.0)) return s;
    const double inverse = 1.0 / m;
    double sum = 0.0;
    for (uint32_t i = 0; i < smooth->count; i++) {
        const double t = dot3(smooth->v[i], n) * inverse;
        if (!(t > 0.0)) continue;
        const double u = power(t, e - 1.0);
        sum += u * t;
        s = madd3(s, u, smooth->v[i]);
    }
    return scale3(power(sum, 1.0 / e) / sum, s);
}

vec3 gd_smooth_curvature(const gd_smooth* smooth, vec3 n, sym3* hessian) {
    const double m = smooth_largest(smooth, n), e = smooth->exponent;
    vec3 s = make3(0.0, 0.0, 0.0);
    *hessian = (sym3){0.0, 0.0, 0.0, 0.0, 0.0, 0.0};
    if (!(m > 0.0)) return s;
    const double inverse = 1.0 / m;
    double sum = 0.0;
    sym3 k = *hessian;
    for (uint32_t i = 0; i < smooth->count; i++) {
        const vec3 v = smooth->v[i];
        const double t = dot3(v, n) * inverse;
        if (!(t > 0.0)) continue;
        const double u = power(t, e - 1.0), w = u / t;
        sum += u * t;
        s = madd3(s, u, v);
        k.xx += w * v.x * v.x;
        k.yy += w * v.y * v.y;
        k.zz += w * v.z * v.z;
        k.xy += w * v.x * v.y;
        k.xz += w * v.x * v.z;
        k.yz += w * v.y * v.z;
    }
    const double root = power(sum, 1.0 / e);
    s = scale3(root / sum, s);
    /* (t m / h)^(e-2) = t^(e-2) root^2 / sum */
    const double outer = (e - 1.0) * inverse / root, inner = root * root / sum;
    *hessian = (sym3){outer * (inner * k.xx - s.x * s.x), outer * (inner * k.yy - s.y * s.y),
                      outer * (inner * k.zz - s.z * s.z), outer * (inner * k.xy - s.x * s.y),
                      outer * (inner * k.xz - s.x * s.z), outer * (inner * k.yz - s.y * s.z)};
    return s;
}
