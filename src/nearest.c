/* Nearest points of cores that have them in closed form within a search: a point and a box. Points
 * and segments are answered before any search (lines.c). */
#include "gjk.h"

/* Squares of lengths near the ends of the range would underflow. */
GD_INLINE double nearest_length(vec3 x) {
    const double square = dot3(x, x);
    return square > 0x1p-900 ? sqrt(square) : safe_length3(x);
}
GD_INLINE vec3 nearest_normal(vec3 x, double length) {
    return length > 0x1p-450 ? scale3(-1.0 / length, x) : neg3(unit3(x));
}

/* Vertex 0 to bounds and normal; the cores are apart. */
static void nearest_finish(gjk* g, double length) {
    g->count = 1;
    g->length = length;
    g->normal = g->proof = nearest_normal(g->x[0], length);
    gd_gjk_support(g, g->normal, 1);
    g->lower = max2(min2(-dot3(g->normal, g->x[1]), length), 0.0);
}

static void nearest_meet(gjk* g) {
    g->count = 1;
    g->length = g->lower = 0.0;
    g->meet = true;
}

/* A point, relative to the centre of the box it is near, and the box's nearest point. */
static bool nearest_in_box(vec3 q, vec3 size, vec3* nearest) {
    *nearest = make3(q.x < -size.x  ? -size.x
                     : q.x > size.x ? size.x
                                    : q.x,
                     q.y < -size.y  ? -size.y
                     : q.y > size.y ? size.y
                                    : q.y,
                     q.z < -size.z  ? -size.z
                     : q.z > size.z ? size.z
                                    : q.z);
    return nearest->x == q.x && nearest->y == q.y && nearest->z == q.z;
}

static bool nearest_of_point_and_box(gjk* g, bool box_is_a) {
    const gd_shape *a = g->pair.a, *b = g->pair.b;
    bool inside;
    vec3 at;
    if (box_is_a) {
        g->b[0] = neg3(b->center);
        const vec3 q = add3(add3(g->pair.p, rotate(&g->pair.b_to_a, g->b[0])), a->center);
        inside = nearest_in_box(q, a->size, &at);
        g->x[0] = sub3(at, q);
        g->a[0] = sub3(at, a->center);
    } else {
        g->a[0] = neg3(a->center);
        const vec3 q = add3(inv_rotate(&g->pair.b_to_a, sub3(g->a[0], g->pair.p)), b->center);
        inside = nearest_in_box(q, b->size, &at);
        g->x[0] = rotate(&g->pair.b_to_a, sub3(q, at));
        g->b[0] = sub3(at, b->center);
    }
    const double length = nearest_length(g->x[0]);
    if (inside || !(length > 4.0 * GD_EPS * g->extent))
        nearest_meet(g);
    else
        nearest_finish(g, length);
    return true;
}

bool gd_nearest(gjk* g) {
    const gd_shape *a = g->pair.a, *b = g->pair.b;
    if (a->core == GD_CORE_POINT && b->core == GD_CORE_BOX)
        return nearest_of_point_and_box(g, false);
    if (a->core == GD_CORE_BOX && b->core == GD_CORE_POINT)
        return nearest_of_point_and_box(g, true);
    return false;
}
