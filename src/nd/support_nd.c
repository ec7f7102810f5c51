/* Support points of posed sets: converts between arrays of n doubles and the shapes. */
#include "nd/support_nd.h"

#include "shapes/points_nd.h"
#include "shapes/support.h"

#include <string.h>

/* A centre beside a flat set by less than this fraction of its size is in it. */
#define SUPPORT_ND_BESIDE (64.0 * GD_EPS)

bool gd_support_nd_init(gd_support_nd* set, const gd_shape* shape, const double* pose) {
    set->shape = shape;
    set->n = support_nd_dimension(shape);
    set->turned = set->n <= 3;
    set->position = pose;
    set->offset = NULL;
    set->held = 0.0;
    if (set->turned) return frame_of_pose(pose, set->n, &set->frame);
    for (int i = 0; i < set->n; i++)
        if (!(fabs(pose[i]) <= GD_POSITION_MAX)) return false;
    return true;
}

static vec3 support_nd_load(int n, const double* v) {
    return make3(v[0], v[1], n == 3 ? v[2] : 0.0);
}
static void support_nd_store(int n, double* v, vec3 a) {
    v[0] = a.x;
    v[1] = a.y;
    if (n == 3) v[2] = a.z;
}

void gd_support_nd_center(const gd_support_nd* set, double* center) {
    const gd_shape* shape = set->shape;
    if (set->turned) {
        const vec3 local =
            shape->nd_set.dimension ? support_nd_load(set->n, shape->nd_set.center) : shape->center;
        const vec3 world = add3(rotate(&set->frame.rotation, local), set->frame.position);
        support_nd_store(set->n, center, world);
        return;
    }
    for (int i = 0; i < set->n; i++)
        center[i] = set->position[i] + shape->nd_set.center[i];
}

void gd_support_nd_member(const gd_support_nd* set, double* point) {
    const gd_shape* shape = set->shape;
    for (int i = 0; i < set->n; i++)
        point[i] = shape->nd_set.mean ? shape->nd_set.mean[i] - shape->nd_set.center[i] : 0.0;
    if (!set->turned) return;
    const vec3 local =
        shape->nd_set.dimension ? support_nd_load(set->n, point) : shape->inner_center;
    support_nd_store(set->n, point, rotate(&set->frame.rotation, local));
}

bool gd_support_nd_outside_center(const gd_support_nd* set) {
    const gd_shape* shape = set->shape;
    if (shape->nd_set.dimension) return shape->nd_set.mean && !shape->solid;
    return shape->center_inradius < -SUPPORT_ND_BESIDE * shape->bound_radius;
}

void gd_support_nd_recenter(gd_support_nd* set, double* center, double* offset) {
    gd_support_nd_center(set, center);
    memset(offset, 0, (size_t)set->n * sizeof *offset);
    set->offset = NULL;
    if (!set->shape->nd_set.mean && !gd_support_nd_outside_center(set)) return;
    gd_support_nd_member(set, offset);
    for (int i = 0; i < set->n; i++) {
        center[i] += offset[i];
        offset[i] = -offset[i];
    }
    set->offset = offset;
}

double gd_support_nd_ball(const gd_support_nd* set, double* center) {
    const gd_shape* shape = set->shape;
    gd_support_nd_member(set, center);
    for (int i = 0; i < set->n && set->offset; i++)
        center[i] += set->offset[i];
    return shape->nd_set.dimension ? shape->nd_set.inradius : shape->inner_radius;
}

void gd_support_nd_point(gd_support_nd* set, const double* direction, double sign, double* s) {
    const gd_shape* shape = set->shape;
    const int n = set->n;
    if (set->turned) {
        const vec3 world = scale3(sign, support_nd_load(n, direction));
        const vec3 d = inv_rotate(&set->frame.rotation, world);
        vec3 local;
        if (shape->nd_set.dimension) {
            double from[3], to[3];
            support_nd_store(n, from, d);
            gd_points_support(shape, from, to);
            local = support_nd_load(n, to);
        } else if (n == 3) {
            uint32_t hint = GD_NO_HINT;
            local = support3(shape, d, 1.0, &hint);
        } else {
            const vec2 flat = support2(shape, make2(d.x, d.y), 1.0);
            local = make3(flat.x, flat.y, 0.0);
        }
        support_nd_store(n, s, rotate(&set->frame.rotation, local));
    } else if (sign > 0.0) {
        gd_points_support(shape, direction, s);
    } else {
        /* s first contains the direction, which gd_points_support reads before it writes */
        for (int i = 0; i < n; i++)
            s[i] = -direction[i];
        gd_points_support(shape, s, s);
    }
    for (int i = 0; set->offset && i < n; i++)
        s[i] += set->offset[i];
}
