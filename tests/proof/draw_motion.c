/* Motions of pairs: see draw_motion.h. */
#include "draw_motion.h"

#include <math.h>
#include <string.h>

/* Adds a random vector of a length. */
static void add_direction(draw* d, int dimension, double length, double* v) {
    double n[3] = {0, 0, 0};
    draw_direction(d, dimension, n);
    for (int i = 0; i < dimension; i++)
        v[i] += length * n[i];
}

/* Draws a vector across another one, of a length. */
static void across(draw* d, int dimension, const double* v, double length, double* out) {
    double n[3] = {0, 0, 0};
    real along = 0, square = 0, size = 0;
    draw_direction(d, dimension, n);
    for (int i = 0; i < dimension; i++) {
        along += (real)n[i] * v[i];
        square += (real)v[i] * v[i];
    }
    for (int i = 0; i < dimension; i++) {
        n[i] -= square > 0 ? (double)(along / square * v[i]) : 0.0;
        size += (real)n[i] * n[i];
    }
    for (int i = 0; i < dimension; i++)
        out[i] = size > 0 ? length * n[i] / (double)sqrtl(size) : 0.0;
}

/* The displacement of B. size: the sum of the radii */
static void draw_displacement(draw* d, const posed* a, const posed* b, double size, double* v) {
    const int dimension = a->dimension;
    const uint8_t which = draw_byte(d);
    for (int i = 0; i < dimension; i++)
        v[i] = (double)(a->center[i] - b->center[i]);
    if (which < 96) {
        add_direction(d, dimension, size * draw_unit(d), v);
    } else if (which < 160) { /* past A, at about the distance at which balls would touch */
        double off[3] = {0, 0, 0};
        const double beside = which & 1 ? size : size * draw_unit(d);
        across(d, dimension, v, beside * (1.0 + 0.5 / draw_decades(d, 12.0)), off);
        for (int i = 0; i < dimension; i++)
            v[i] += off[i];
    } else if (which < 224) { /* along an axis */
        const int axis = draw_byte(d) % dimension;
        memset(v, 0, 3 * sizeof *v);
        v[axis] = size * (double)(draw_byte(d) % 9 - 4);
    } else {
        memset(v, 0, 3 * sizeof *v);
        if (which < 248) add_direction(d, dimension, size * 0.1 * draw_decades(d, 3.0), v);
    }
    const double part = which & 2 ? 1.0 : 0.25 + 2.0 * draw_unit(d);
    for (int i = 0; i < dimension; i++)
        v[i] *= part;
}

static void draw_interval(draw* d, double* start, double* end) {
    const double never = (double)INFINITY;
    const uint8_t which = draw_byte(d);
    *start = 0.0;
    *end = 1.0;
    if (which >= 128) *start = which & 1 ? -2.0 : -never, *end = which & 2 ? 2.0 : never;
    if (which >= 192) *start = draw_unit(d) - 0.5, *end = *start + draw_unit(d);
}

/* An angular velocity: none, about an axis, or arbitrary, mostly less than a turn, at most five. */
static void draw_spin(draw* d, int dimension, double* w) {
    const uint8_t which = draw_byte(d);
    const double most = which & 1 ? (which & 14 ? 6.0 : 30.0) : 0.1 * draw_decades(d, 1.0);
    memset(w, 0, 3 * sizeof *w);
    if (which < 64) return;
    if (dimension == 2)
        w[0] = most * (2.0 * draw_unit(d) - 1.0);
    else if (which < 128)
        w[draw_byte(d) % 3] = most * (2.0 * draw_unit(d) - 1.0);
    else
        add_direction(d, 3, most * draw_unit(d), w);
}

bool draw_moving(draw* d, const drawn* a, drawn* b, moving* move) {
    posed at, of;
    posed_make(&at, a->record, a->length, a->pose, a->shape);
    posed_make(&of, b->record, b->length, b->pose, b->shape);
    const int dimension = at.dimension;
    gd_motion* m = &move->motion;
    memset(move, 0, sizeof *move);
    double size = (double)(fmaxl(at.radius, 0) + fmaxl(of.radius, 0));
    if (!(size > 0.0)) size = 1.0;
    draw_displacement(d, &at, &of, size, m->velocity_b);
    draw_interval(d, &move->min_time, &move->max_time);
    m->max_time = 1.0;
    const uint8_t how = draw_byte(d);
    const bool back = how & 1;
    for (int i = 0; i < dimension && back; i++)
        b->pose[i] -= m->velocity_b[i];
    if (how >= 224) { /* in another unit of time */
        const double unit = draw_decades(d, 12.0) * 1e-6;
        for (int i = 0; i < 3; i++)
            m->velocity_b[i] *= unit;
        move->min_time /= unit;
        move->max_time /= unit;
        m->max_time /= unit;
    }
    if (how & 2) m->target = how & 4 ? size * draw_unit(d) : size / draw_decades(d, 12.0);
    if (how & 8) add_direction(d, dimension, size * draw_unit(d) / m->max_time, m->velocity_a);
    draw_spin(d, dimension, m->angular_a);
    draw_spin(d, dimension, m->angular_b);
    for (int i = 0; i < 3; i++) {
        m->angular_a[i] /= m->max_time;
        m->angular_b[i] /= m->max_time;
    }
    return back;
}

/* Times at which the least gap of a motion is looked for. */
#define GRAZE_TIMES 100

void draw_graze(draw* d, const drawn* a, const drawn* b, moving* move) {
    gd_motion* m = &move->motion;
    moved_pair p;
    m->target = 0.0;
    moved_make(&p, a, b, move, false);
    real least = (real)INFINITY;
    for (int k = 0; k <= GRAZE_TIMES; k++)
        least = fminl(least, moved_gap_at(&p, (real)m->max_time * k / GRAZE_TIMES));
    const double beside = (2.0 * draw_unit(d) - 1.0) / draw_decades(d, 12.0);
    if (least > 0) m->target = (double)least * (1.0 + beside);
}
