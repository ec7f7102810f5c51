/* The core's side of late.h: what stands in for an extension's functions. Until it is loaded what
 * would need them is refused. */
#include "late.h"

static late_penetration late_depths;

void host_take_penetration(const late_penetration* functions) {
    late_depths = *functions;
}

gd_status gd_penetration_solve(const gd_query* query, gd_penetration_result* out) {
    return late_depths.solve ? late_depths.solve(query, out) : GD_ERROR_EXTENSION;
}

gd_status gd_signed_solve(const gd_query* query, gd_signed_result* out) {
    return late_depths.solve_signed ? late_depths.solve_signed(query, out) : GD_ERROR_EXTENSION;
}
