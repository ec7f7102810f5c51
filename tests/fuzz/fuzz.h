/* Shared by all fuzzers. A fuzzer decodes its input as decisions, so that any bytes are a valid
 * test, and aborts at the first wrong result. */
#ifndef FUZZ_H
#define FUZZ_H

#include "proof/ask.h"
#include "proof/pairs.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);

#define REQUIRE(condition) fuzz_require((condition), #condition, __FILE__, __LINE__)

static inline void fuzz_require(bool holds, const char* what, const char* file, int line) {
    if (holds) return;
    printf("%s:%d: failed: %s\n", file, line, what);
    fflush(stdout);
    abort();
}

/* Whether a number is a status or an error code of a query. */
static inline bool fuzz_is_status(double status) {
    return status == floor(status) && status >= GD_ERROR_PARTS && status <= GD_STATUS_LOCAL;
}

/* Whether a number is a status or an error code of a query of shapes that move. */
static inline bool fuzz_is_motion_status(double status) {
    return status == floor(status) && status >= GD_ERROR_MOTION && status <= GD_STATUS_GRAZING;
}

/* Draws a pair of the families in which solvers fail; returns false if a shape is refused. */
static inline bool fuzz_pair(draw* d, drawn* a, drawn* b) {
    const uint8_t first = draw_byte(d), kind_a = draw_byte(d), kind_b = draw_byte(d);
    const bool plane = first >= 192;
    return draw_pair(
        d, first % FAMILIES_NUMBERED,
        plane ? draw_kinds_2d[kind_a % DRAW_KINDS_2D] : draw_kinds_3d[kind_a % DRAW_KINDS_3D],
        plane ? draw_kinds_2d[kind_b % DRAW_KINDS_2D] : draw_kinds_3d[kind_b % DRAW_KINDS_3D], a,
        b);
}

/* Runs a query; aborts if its result is not certified. */
static inline void fuzz_ask(question q, asked* pair, const gd_settings* settings, gd_warm* warm) {
    if (!ask_certified(q, pair, settings, warm)) abort();
}

#endif
