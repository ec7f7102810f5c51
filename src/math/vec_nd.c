/* Lengths of vectors of any dimension. */
#include "math/vec_nd.h"

/* Not inlined: it has so many callers that inlining would add 560 bytes to the compressed
 * module. */
GD_NOINLINE double gd_length_n(int n, const double* a) {
    double m = 0.0, sum = 0.0;
    for (int i = 0; i < n; i++)
        m = fabs(a[i]) > m ? fabs(a[i]) : m;
    if (!(m > 0.0)) return 0.0;
    for (int i = 0; i < n; i++)
        sum += (a[i] / m) * (a[i] / m);
    return m * sqrt(sum);
}

GD_NOINLINE bool gd_normalize_n(int n, double* a) {
    double m = 0.0, sum = 0.0;
    for (int i = 0; i < n; i++)
        m = fabs(a[i]) > m ? fabs(a[i]) : m;
    if (!(m > 0.0 && m < GD_INFINITY)) return false;
    for (int i = 0; i < n; i++) {
        a[i] /= m;
        sum += a[i] * a[i];
    }
    const double t = 1.0 / sqrt(sum);
    for (int i = 0; i < n; i++)
        a[i] *= t;
    return sum >= 1.0;
}
