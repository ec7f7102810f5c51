/* Closed form for a box or rectangle and a ball or point: the point in the box's frame, clamped to
 * the box. Inside, the nearest face gives the depth. */
#include "closed/boxes.h"
#include "closed/point_solid.h"

/* The face nearest to a point inside or on the surface: its unit normal. Returns the signed
 * distance of its plane. */
static double point_box_face(vec3 x, vec3 half, int dimension, vec3* normal) {
    const double px = fabs(x.x) - half.x, py = fabs(x.y) - half.y;
    const double pz = dimension == 3 ? fabs(x.z) - half.z : -GD_INFINITY;
    const double face = max2(max2(px, py), pz);
    *normal = face == px   ? make3(copysign(1.0, x.x), 0.0, 0.0)
              : face == py ? make3(0.0, copysign(1.0, x.y), 0.0)
                           : make3(0.0, 0.0, copysign(1.0, x.z));
    return face;
}

GD_NOINLINE bool gd_point_box_gap(const gd_query* query, gap_goal goal, core_gap* gap) {
    point_solid p;
    if (!point_solid_of(query, &p)) return false;
    const vec3 x = point_solid_local(&p), half = p.solid->size;
    const vec3 w = box_beyond3(x, half);
    gap->size = max_abs3(half) + max_abs3(x);
    vec3 normal = w;
    gap->length = length_and_unit3(w, &normal);
    gap->lower = min2(dot3(normal, w), gap->length);
    if (!(gap->length > GAP_ROUNDING * gap->size)) {
        if (goal == GAP_DISTANCE) {
            point_solid_inside(&p, gap);
            return true;
        }
        if (point_solid_left(query)) return false;
        const double outside = gap->length;
        const double face = point_box_face(x, half, p.solid->dimension, &normal);
        gap->length = outside > 0.0 ? outside : min2(face + GAP_ROUNDING * gap->size, 0.0);
        gap->lower = 0.0 + min2(face, gap->length);
    }
    point_solid_fill(&p, normal, gap);
    return true;
}
