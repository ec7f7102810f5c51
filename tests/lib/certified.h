/* Answers of growth solvers with their certificates, checked from the definition of the shapes:
 * cold, cold once more with the state saved, and from that state. */
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

/* The query's own warm state does not count. Both cold answers are the same bits. */
certified certified_growth(growth_solver* solve, const posed set[2], gd_query query);

/* The answer of a cold overlap test of a pair whose growth distance is known. */
void certified_collision(collision_solver* solve, const posed set[2], gd_query query, double value);

#endif
