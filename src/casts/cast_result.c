/* Results of casts without a contact to search: a miss, or an overlap at the start. */
#include "casts/cast.h"

gd_status gd_cast_missed(const gd_cast* cast, vec3 normal, gd_cast_result* out) {
    const vec3 zero = make3(0.0, 0.0, 0.0);
    out->status = GD_STATUS_OPTIMAL;
    out->hit = 0.0;
    out->time = out->upper = GD_INFINITY;
    out->lower = cast->max_time;
    store3(out->normal, normal);
    store3(out->point_a, zero);
    store3(out->point_b, zero);
    return GD_STATUS_OPTIMAL;
}

gd_status gd_cast_overlapping(const gd_cast* cast, gd_cast_result* out) {
    const vec3 zero = make3(0.0, 0.0, 0.0);
    out->status = GD_STATUS_OVERLAPPING;
    out->hit = 1.0;
    out->time = out->lower = out->upper = cast->min_time;
    store3(out->normal, zero);
    store3(out->point_a, zero);
    store3(out->point_b, zero);
    return GD_STATUS_OVERLAPPING;
}
