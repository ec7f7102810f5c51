/* Solves a pair three times and certifies each answer from the definition of the shapes: cold
 * twice, then from the warm state that the second solve saved. */
#ifndef CERTIFIED_H
#define CERTIFIED_H

#include "growth_distance.h"
#include "proof/certify.h"

typedef gd_status growth_solver(const gd_query* query, gd_growth_result* out);
typedef gd_status collision_solver(const gd_query* query, gd_collision_result* out);

typedef struct certified {
    double value;      /* of the cold query */
    double cold, warm; /* support calls of one query each */
} certified;

/* Ignores the query's own warm state. Also checks that both cold answers have the same bits. */
certified certified_growth(growth_solver* solve, const posed set[2], gd_query query);

/* Checks that a trace has one row for each step and one for the result, with its bounds, and that
 * the result has the same bits without a trace. Returns it. */
gd_growth_result certified_trace(growth_solver* solve, gd_query query);

/* Certifies a cold overlap test of a pair whose growth distance is known. */
void certified_collision(collision_solver* solve, const posed set[2], gd_query query, double value);

#endif
