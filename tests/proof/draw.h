/* Shapes and settings drawn from a stream of bytes: a fuzzer's, or pseudo-random. Nearly all shapes
 * are valid, and the families aim at cases where solvers fail. The fuzzers try arbitrary bits
 * elsewhere. */
#ifndef DRAW_H
#define DRAW_H

#include "growth_distance.h"

#include <stdbool.h>

/* A stream of bytes, followed by zeros. If `bytes` is NULL, it is an endless pseudo-random
 * stream. */
typedef struct draw {
    const uint8_t* bytes;
    size_t left;
    uint64_t state;
} draw;

uint8_t draw_byte(draw* d);
uint64_t draw_word(draw* d);
/* In [0, 1), from 16 bits. */
double draw_unit(draw* d);
/* Any double, including NaN and infinities. */
double draw_any(draw* d);
/* Log-uniform over so many decades, from 1 upwards. */
double draw_decades(draw* d, double decades);
/* A unit vector of `dimension` numbers. */
void draw_direction(draw* d, int dimension, double* n);

typedef enum family {
    FAMILY_GENERAL,    /* sizes over two decades, at any place */
    FAMILY_COINCIDENT, /* centres at one place, exactly or nearly */
    FAMILY_TOUCHING,   /* growth distance 1, exactly or nearly */
    FAMILY_NEEDLES,    /* one size up to a million times another */
    FAMILY_FLAT,       /* one size down to a millionth of the others */
    FAMILY_HUGE,       /* lengths about 1e6, and far from the origin */
    FAMILY_SMALL,      /* lengths about 1e-6 */
    FAMILY_UNEQUAL,    /* one shape a million times as large as the other */
    FAMILY_ALIGNED,    /* small integers and quarter turns: faces and edges coincide exactly */
    FAMILY_PARALLEL,   /* the same with tiny rotations and translations */
    FAMILY_MEETING,    /* nearly parallel, and a point of A at a point of B, or nearly; B down to a
                          billionth of A */
    FAMILY_FEATURES,   /* a face, edge, side, rim or axis of A along one of B (features.h) */
    FAMILY_COUNT,
} family;
/* Number of families from which numbered pairs are drawn; a change would change these pairs. The
 * last two families are not among them. */
#define FAMILIES_NUMBERED FAMILY_MEETING
extern const char* const family_names[FAMILY_COUNT];

#define DRAW_KINDS_3D 17
#define DRAW_KINDS_2D 14
extern const gd_kind draw_kinds_3d[DRAW_KINDS_3D];
extern const gd_kind draw_kinds_2d[DRAW_KINDS_2D];

bool is_plane(gd_kind kind);

#define DRAW_RECORD_MAX 512

typedef struct drawn {
    double record[DRAW_RECORD_MAX];
    size_t length;
    double pose[7];
    gd_shape* shape; /* NULL if the record is refused */
} drawn;

/* Writes the record of a shape type; returns its length. */
size_t draw_record(draw* d, gd_kind kind, family f, double scale, double* record);

/* Gives a shape another centre, as close to its own as the library requires: inside a solid, and
 * also outside a flat shape. */
void draw_center(draw* d, drawn* x);

/* Makes the shape of a type whose `sizes` parameters are already in the record. */
void drawn_make(drawn* out, gd_kind kind, size_t sizes);

void drawn_free(drawn* a, drawn* b);

/* Draws settings, or returns NULL for the defaults. The method is one of `count` codes; the first
 * is the default. */
const gd_settings* draw_settings(draw* d, const gd_method* methods, int count,
                                 gd_settings* settings);

#endif
