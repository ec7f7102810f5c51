/* Pairs of shapes of each family: see pairs.h. */
#include "pairs.h"

#include "features.h"
#include "sets.h"

#include <math.h>
#include <string.h>

/* ---- poses --------------------------------------------------------------------------------- */

static const double quarter_turns[8][4] = {{0, 0, 0, 1}, {1, 0, 0, 1}, {0, 1, 0, 1}, {0, 0, 1, 1},
                                           {1, 0, 0, 0}, {0, 1, 0, 0}, {1, 1, 1, 1}, {1, 1, 0, 0}};

static void pose_turn(draw* d, family f, int dimension, double* pose) {
    const bool aligned = f == FAMILY_ALIGNED || f == FAMILY_PARALLEL;
    if (dimension == 2) {
        pose[2] = aligned ? 1.5707963267948966 * (draw_byte(d) % 4) : 6.3 * draw_unit(d) - 3.15;
        if (f == FAMILY_PARALLEL) pose[2] += (draw_unit(d) - 0.5) / draw_decades(d, 15.0);
        return;
    }
    if (!aligned) {
        draw_direction(d, 3, pose + 3);
        pose[6] = 2.0 * draw_unit(d) - 1.0;
        return;
    }
    memcpy(pose + 3, quarter_turns[draw_byte(d) % 8], sizeof quarter_turns[0]);
    if (f == FAMILY_PARALLEL)
        for (int i = 3; i < 7; i++)
            pose[i] += (draw_unit(d) - 0.5) / draw_decades(d, 15.0);
}

static void pose_place(draw* d, family f, int dimension, double scale, double* pose) {
    if (f == FAMILY_ALIGNED || f == FAMILY_PARALLEL) {
        for (int i = 0; i < dimension; i++)
            pose[i] = scale * (double)(draw_byte(d) % 9 - 4);
        if (f == FAMILY_PARALLEL) pose[0] += scale * (draw_unit(d) - 0.5) / draw_decades(d, 15.0);
        return;
    }
    const double far = scale * 0.01 * draw_decades(d, 3.5);
    draw_direction(d, dimension, pose);
    for (int i = 0; i < dimension; i++)
        pose[i] *= far;
}

static void center_of(const drawn* x, real out[3]) {
    posed set;
    posed_make(&set, x->record, x->length, x->pose, x->shape);
    memcpy(out, set.center, sizeof set.center);
}

/* Moves B until its point `from` is at `at`, exactly or off by 1e-17 to 1 of the scale. */
static void move_to(draw* d, int dimension, double scale, const real at[3], const real from[3],
                    drawn* b) {
    const double off = draw_byte(d) < 64 ? 0.0 : scale / draw_decades(d, 17.0);
    for (int i = 0; i < dimension; i++)
        b->pose[i] += (double)(at[i] - from[i]) + off * (draw_unit(d) - 0.5);
}

/* Moves B's centre to A's, exactly or nearly. */
static void pair_coincide(draw* d, int dimension, double scale, const drawn* a, drawn* b) {
    real at[3], from[3];
    center_of(a, at);
    center_of(b, from);
    move_to(d, dimension, scale, at, from, b);
}

/* Moves B along the line of the centres, on which the growth distance is linear, to 1 exactly or
 * nearly. */
static void pair_touch(draw* d, int dimension, const drawn* a, drawn* b) {
    gd_growth_result r;
    if (gd_growth_distance(&(gd_query){a->shape, a->pose, b->shape, b->pose, NULL, NULL}, &r) < 0)
        return;
    if (!(r.value > 1e-9)) return;
    double off = draw_byte(d) < 64 ? 0.0 : draw_unit(d) - 0.5;
    if (off != 0.0) off /= draw_decades(d, 15.0);
    real at[3], from[3];
    center_of(a, at);
    center_of(b, from);
    for (int i = 0; i < dimension; i++)
        b->pose[i] += (double)((from[i] - at[i]) * ((1.0 + off) / r.value - 1.0));
}

/* Draws a point of a shape: the centre, a surface point along an axis or any direction, a core
 * point if the core is known, or a point between. */
static void point_of(draw* d, int dimension, const drawn* x, real out[3]) {
    posed set;
    double n[3] = {0}, local[3] = {0};
    const uint8_t which = draw_byte(d);
    posed_make(&set, x->record, x->length, x->pose, x->shape);
    memcpy(out, set.center, sizeof set.center);
    if (which < 32) return;
    if (which < 160) {
        const int axis = draw_byte(d) % dimension;
        n[axis] = draw_byte(d) & 1 ? 1.0 : -1.0;
    } else {
        draw_direction(d, dimension, n);
    }
    if (gd_shape_support(x->shape, n, local) != GD_STATUS_OPTIMAL) return;
    const gd_kind kind = (gd_kind)(int)x->record[GD_RECORD_KIND];
    double round = x->record[GD_RECORD_MARGIN];
    if (kind == GD_KIND_CAPSULE || kind == GD_KIND_STADIUM)
        round += x->record[GD_RECORD_PARAMETERS + 1];
    const double t = which % 3 == 0 ? draw_unit(d) : 1.0;
    for (int i = 0; i < dimension; i++) {
        real to = set.at[i];
        for (int k = 0; k < dimension; k++)
            to += set.turn[3 * i + k] * ((real)local[k] - (which & 1 ? round * n[k] : 0.0));
        out[i] += t * (to - out[i]);
    }
}

/* Turns B as A, or by quarter turns from it, up to a tiny angle. */
static void turn_alike(draw* d, int dimension, const drawn* a, drawn* b) {
    const double turn = draw_byte(d) < 32 ? 0.0 : 1.0 / draw_decades(d, 12.0);
    if (dimension == 2) {
        b->pose[2] = a->pose[2] + 1.5707963267948966 * (draw_byte(d) % 4);
        b->pose[2] += turn * (draw_unit(d) - 0.5);
        return;
    }
    const double *p = a->pose + 3, *quarter = quarter_turns[draw_byte(d) % 8];
    double r[4];
    for (int i = 0; i < 4; i++)
        r[i] = quarter[i] + turn * (draw_unit(d) - 0.5);
    b->pose[3] = p[3] * r[0] + p[0] * r[3] + p[1] * r[2] - p[2] * r[1];
    b->pose[4] = p[3] * r[1] - p[0] * r[2] + p[1] * r[3] + p[2] * r[0];
    b->pose[5] = p[3] * r[2] + p[0] * r[1] - p[1] * r[0] + p[2] * r[3];
    b->pose[6] = p[3] * r[3] - p[0] * r[0] - p[1] * r[1] - p[2] * r[2];
}

/* Turns B as A and moves one of its points to a point of A, both exactly or nearly. */
static void pair_meet(draw* d, int dimension, double scale, const drawn* a, drawn* b) {
    real at[3], from[3];
    turn_alike(d, dimension, a, b);
    point_of(d, dimension, a, at);
    point_of(d, dimension, b, from);
    move_to(d, dimension, scale, at, from, b);
}

/* Turns and moves B so that one of its features lies on a feature of A, both exactly or nearly. */
static void pair_join(draw* d, double length, const drawn* a, drawn* b) {
    feature of_a, of_b;
    if (feature_draw(d, a, &of_a) && feature_draw(d, b, &of_b))
        feature_join(d, length, a, &of_a, b, &of_b);
}

static double family_scale(draw* d, family f, bool second) {
    switch (f) {
    case FAMILY_HUGE: return 1e6;
    case FAMILY_SMALL: return 1e-6;
    case FAMILY_UNEQUAL: return second ? draw_decades(d, 6.0) : 1.0;
    case FAMILY_MEETING: return second && draw_byte(d) < 64 ? 1.0 / draw_decades(d, 9.0) : 1.0;
    case FAMILY_FEATURES: return second && draw_byte(d) < 64 ? 1e-4 * draw_decades(d, 8.0) : 1.0;
    case FAMILY_GENERAL:
    case FAMILY_COINCIDENT:
    case FAMILY_TOUCHING:
    case FAMILY_NEEDLES:
    case FAMILY_FLAT:
    case FAMILY_ALIGNED:
    case FAMILY_PARALLEL:
    case FAMILY_COUNT: break;
    }
    return 1.0;
}

static bool draw_one(draw* d, family f, gd_kind kind, double scale, drawn* x) {
    const int dimension = is_plane(kind) ? 2 : 3;
    x->length = draw_record(d, kind, f, scale, x->record);
    memset(x->pose, 0, sizeof x->pose);
    pose_place(d, f, dimension, scale, x->pose);
    pose_turn(d, f, dimension, x->pose);
    if (f == FAMILY_HUGE) x->pose[0] += scale * draw_decades(d, 3.0);
    return gd_shape_create_custom(x->record, x->length, &set_custom, &x->shape) ==
           GD_STATUS_OPTIMAL;
}

bool draw_pair(draw* d, family f, gd_kind kind_a, gd_kind kind_b, drawn* a, drawn* b) {
    const int dimension = is_plane(kind_a) ? 2 : 3;
    const double scale = family_scale(d, f, false), other = family_scale(d, f, true);
    if (!draw_one(d, f, kind_a, scale, a)) return false;
    if (!draw_one(d, f, kind_b, other, b)) {
        gd_shape_destroy(a->shape);
        return false;
    }
    if (f == FAMILY_COINCIDENT) pair_coincide(d, dimension, scale, a, b);
    if (f == FAMILY_TOUCHING) pair_touch(d, dimension, a, b);
    if (f == FAMILY_MEETING) pair_meet(d, dimension, scale, a, b);
    if (f == FAMILY_FEATURES) pair_join(d, other < scale ? other : scale, a, b);
    return true;
}
