/* The extension of penetration depth: the solvers that the core's penetration and signed distance
 * turn to where there is no closed form. */
#include "extension.h"
#include "late.h"

#include "../src/descent.c"
#include "../src/epa.c"
#include "../src/epa2.c"
#include "../src/incremental.c"
#include "../src/incremental2.c"
#include "../src/penetration.c"
#include "../src/seed.c"

void EXPORT(install)(void) {
    const late_penetration functions = {gd_penetration_solve, gd_signed_solve};
    host_take_penetration(&functions);
}
