/* Finite differences for the tests of derivatives: see differences.h. */
#include "differences.h"

#include "check.h"

#include <string.h>

void differences_move(const double* pose, int dimension, int j, double by, double* out) {
    memcpy(out, pose, (dimension == 2 ? 3 : 7) * sizeof *out);
    if (j < 3) {
        out[j] += by;
    } else if (dimension == 2) {
        out[2] += by;
    } else { /* (half turn, 1) times q */
        double v[3] = {0.0, 0.0, 0.0};
        v[j - 3] = 0.5 * by;
        const vec3 turn = load3(v), q = load3(pose + 3);
        store3(out + 3, add3(add3(q, scale3(pose[6], turn)), cross3(turn, q)));
        out[6] = pose[6] - dot3(turn, q);
    }
}

void differences_check(const double* rows, int j, vec3 low, vec3 high, double tolerance) {
    const vec3 d = scale3(0.5 / DIFFERENCES_STEP, sub3(high, low));
    const double size = tolerance * (1.0 + max_abs3(d));
    CHECK_NEAR(rows[j], d.x, size);
    CHECK_NEAR(rows[12 + j], d.y, size);
    CHECK_NEAR(rows[24 + j], d.z, size);
}
