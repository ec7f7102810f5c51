/* Shapes and settings drawn from a stream of bytes: a fuzzer's, or pseudo-random ones. The shapes
 * are such as are accepted nearly always, of families where solvers fail; what is arbitrary to the
 * last bit is tried elsewhere. */
#ifndef DRAW_H
#define DRAW_H

#include "growth_distance.h"

#include <stdbool.h>

/* Bytes, and when they are spent zeros; or, where bytes is NULL, as many as one likes. */
typedef struct draw {
    const uint8_t* bytes;
    size_t left;
    uint64_t state;
} draw;

uint8_t draw_byte(draw* d);
uint64_t draw_word(draw* d);
/* In [0, 1), of 16 bits. */
double draw_unit(draw* d);
/* Any double whatever. */
double draw_any(draw* d);
/* Log-uniform over decades, from 1 upwards. */
double draw_decades(draw* d, double decades);
/* A unit vector of so many numbers. */
void draw_direction(draw* d, int dimension, double* n);

typedef enum family {
    FAMILY_GENERAL,    /* sizes of two decades, anywhere */
    FAMILY_COINCIDENT, /* centres at one place, exactly or nearly */
    FAMILY_TOUCHING,   /* growth distance 1, exactly or nearly */
    FAMILY_NEEDLES,    /* one size up to a million times another */
    FAMILY_FLAT,       /* one size down to a millionth of the others */
    FAMILY_HUGE,       /* lengths about 1e6, and far from the origin */
    FAMILY_SMALL,      /* lengths about 1e-6 */
    FAMILY_UNEQUAL,    /* one set a million times the other */
    FAMILY_ALIGNED,    /* small integers and quarter turns: faces and edges meet exactly */
    FAMILY_PARALLEL,   /* the same, turned and moved by next to nothing */
    FAMILY_MEETING,    /* nearly parallel, a point of one at a point of the other, or off by next to
                          nothing; B down to a billionth of A */
    FAMILY_FEATURES,   /* a face, edge, side, rim or axis of one along one of the other (features.h)
                        */
    FAMILY_COUNT,
} family;
/* Those that are drawn by number, where other numbers would be other pairs: without the last two.
 */
#define FAMILIES_NUMBERED FAMILY_MEETING
extern const char* const family_names[FAMILY_COUNT];

#define DRAW_KINDS_3D 16
#define DRAW_KINDS_2D 13
extern const gd_kind draw_kinds_3d[DRAW_KINDS_3D];
extern const gd_kind draw_kinds_2d[DRAW_KINDS_2D];

bool is_plane(gd_kind kind);

#define DRAW_RECORD_MAX 512

typedef struct drawn {
    double record[DRAW_RECORD_MAX];
    size_t length;
    double pose[7];
    gd_shape* shape; /* NULL: refused */
} drawn;

/* A record of a kind; returns its length. */
size_t draw_record(draw* d, gd_kind kind, family f, double scale, double* record);

/* Another centre for a set, as near its own as it takes one: within a solid, also beside a flat
 * set. */
void draw_center(draw* d, drawn* x);

/* The shape of a kind, of so many parameters that stand in the record. */
void drawn_make(drawn* out, gd_kind kind, size_t sizes);

void drawn_free(drawn* a, drawn* b);

/* Settings, or NULL for the defaults; method is one of count codes, the first for the defaults. */
const gd_settings* draw_settings(draw* d, const gd_method* methods, int count,
                                 gd_settings* settings);

#endif
