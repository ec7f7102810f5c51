/* Support points of posed sets: the bridge from arrays of n doubles to the shapes. */
#include "nd/support_nd.h"

#include "shapes/points_nd.h"
#include "shapes/support.h"

#include <string.h>

/* Nearer beside a flat set than this part of its size a centre is in it. */
#define NSET_BESIDE (64.0 * GD_EPS)

bool gd_nset_init(gd_nset* set, const gd_shape* shape, const double* pose) {
    set->shape = shape;
    set->n = nset_dimension(shape);
    set->turned = set->n <= 3;
    set->position = pose;
    set->offset = NULL;
    set->held = 0.0;
    if (set->turned) return frame_of_pose(pose, set->n, &set->frame);
    for (int i = 0; i < set->n; i++)
        if (!(fabs(pose[i]) <= GD_POSITION_MAX)) return false;
    return true;
}

static vec3 nset_load(int n, const double* v) {
    return make3(v[0], v[1], n == 3 ? v[2] : 0.0);
}
static void nset_store(int n, double* v, vec3 a) {
    v[0] = a.x;
    v[1] = a.y;
    if (n == 3) v[2] = a.z;
}

void gd_nset_center(const gd_nset* set, double* center) {
    const gd_shape* shape = set->shape;
    if (set->turned) {
        const vec3 local = shape->nd ? nset_load(set->n, shape->nd_center) : shape->center;
        const vec3 world = add3(rotate(&set->frame.rotation, local), set->frame.position);
        nset_store(set->n, center, world);
        return;
    }
    for (int i = 0; i < set->n; i++)
        center[i] = set->position[i] + shape->nd_center[i];
}

void gd_nset_member(const gd_nset* set, double* point) {
    const gd_shape* shape = set->shape;
    for (int i = 0; i < set->n; i++)
        point[i] = shape->nd_mean ? shape->nd_mean[i] - shape->nd_center[i] : 0.0;
    if (!set->turned) return;
    const vec3 local = shape->nd ? nset_load(set->n, point) : shape->inner_center;
    nset_store(set->n, point, rotate(&set->frame.rotation, local));
}

bool gd_nset_astray(const gd_nset* set) {
    const gd_shape* shape = set->shape;
    if (shape->nd) return shape->nd_mean && !shape->solid;
    return shape->grasp < -NSET_BESIDE * shape->bound_radius;
}

void gd_nset_recenter(gd_nset* set, double* center, double* offset) {
    gd_nset_center(set, center);
    memset(offset, 0, (size_t)set->n * sizeof *offset);
    set->offset = NULL;
    if (!set->shape->nd_mean && !gd_nset_astray(set)) return;
    gd_nset_member(set, offset);
    for (int i = 0; i < set->n; i++) {
        center[i] += offset[i];
        offset[i] = -offset[i];
    }
    set->offset = offset;
}

double gd_nset_ball(const gd_nset* set, double* center) {
    const gd_shape* shape = set->shape;
    gd_nset_member(set, center);
    for (int i = 0; i < set->n && set->offset; i++)
        center[i] += set->offset[i];
    return shape->nd ? shape->nd_ball : shape->inner_radius;
}

void gd_nset_support(gd_nset* set, const double* direction, double sign, double* s) {
    const gd_shape* shape = set->shape;
    const int n = set->n;
    if (set->turned) {
        const vec3 world = scale3(sign, nset_load(n, direction));
        const vec3 d = inv_rotate(&set->frame.rotation, world);
        vec3 local;
        if (shape->nd) {
            double from[3], to[3];
            nset_store(n, from, d);
            gd_points_support(shape, from, to);
            local = nset_load(n, to);
        } else if (n == 3) {
            uint32_t hint = GD_NO_HINT;
            local = support3(shape, d, 1.0, &hint);
        } else {
            const vec2 flat = support2(shape, make2(d.x, d.y), 1.0);
            local = make3(flat.x, flat.y, 0.0);
        }
        nset_store(n, s, rotate(&set->frame.rotation, local));
    } else if (sign > 0.0) {
        gd_points_support(shape, direction, s);
    } else {
        /* s serves as the direction first: it is read before it is written */
        for (int i = 0; i < n; i++)
            s[i] = -direction[i];
        gd_points_support(shape, s, s);
    }
    for (int i = 0; set->offset && i < n; i++)
        s[i] += set->offset[i];
}

/* Called from so many places that inlined they take 560 bytes more, compressed. */
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
