/* The core's side of late.h: what stands in for an extension's functions. Until it is loaded what
 * would need them is refused. */
#include "late.h"

static late_distances late;

void host_take_distances(const late_distances* functions) {
    late = *functions;
}

gd_status gd_distance_gjk(const gd_query* query, gd_distance_result* out) {
    return late.distance ? late.distance(query, out) : GD_ERROR_EXTENSION;
}

gd_status gd_collide_gjk(const gd_query* query, gd_collision_result* out) {
    return late.collide ? late.collide(query, out) : GD_ERROR_EXTENSION;
}

gd_status gd_penetration_solve(const gd_query* query, gd_penetration_result* out) {
    return late.penetration ? late.penetration(query, out) : GD_ERROR_EXTENSION;
}

gd_status gd_signed_solve(const gd_query* query, gd_signed_result* out) {
    return late.signed_distance ? late.signed_distance(query, out) : GD_ERROR_EXTENSION;
}
