/* Pairs of shapes in motion, from the definition, and the gaps that planes prove between them. */
#ifndef MOVED_H
#define MOVED_H

#include "certify.h"
#include "draw.h"

/* A motion: 16 doubles, which records contain. */
typedef struct moving {
    gd_motion motion;          /* casts: velocity_b is the displacement, the others are ignored */
    double min_time, max_time; /* of casts */
} moving;

/* A pair whose shapes move. */
typedef struct moved_pair {
    const drawn *a, *b;
    const moving* move;
    bool cast;
    posed set_a, set_b;
    real time; /* the sets are where they are at this time */
} moved_pair;

/* A pair at the time 0. */
void moved_make(moved_pair* p, const drawn* a, const drawn* b, const moving* move, bool cast);

/* Moves the sets of a pair to a time. */
void moved_to(moved_pair* p, real time);

/* The length of a vector of the pair's dimension. */
real moved_length(const double v[3], int dimension);

/* The unit of rounding: coordinates where the sets are, and on the way there. */
real moved_extent(const moved_pair* p);

/* The size that scales tolerances. A half-space has none. */
real moved_size(const moved_pair* p);

/* The gap beyond the target that a normal proves at a time. */
real moved_gap_along(moved_pair* p, const double n[3], real time);

/* The largest gap beyond the target that is proved where the sets are. The library's queries only
 * propose normals; `best` is tried first and receives the best one. *depth: a depth if none is
 * positive, and the shapes overlap. */
real moved_gap_found(const moved_pair* p, double best[3], real* depth);

/* The same at a time, from no normal. */
real moved_gap_at(moved_pair* p, real time);

#endif
