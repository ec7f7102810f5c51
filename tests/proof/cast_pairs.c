/* Random casts: see cast_pairs.h. */
#include "cast_pairs.h"

#include <math.h>
#include <string.h>

static void cast_aim(draw* d, cast_pair* c) {
    const int dims = c->set_a.dimension;
    const double size = (double)(c->set_a.radius + c->set_b.radius);
    const double off = draw_unit(d) * 1.2 * size;
    double* v = c->cast.displacement;
    double away[3];
    draw_direction(d, dims, away);
    const uint8_t mode = draw_byte(d) % 8;
    for (int i = 0; i < dims; i++) {
        v[i] =
            mode == 0 ? away[i] : (double)(c->set_a.center[i] - c->set_b.center[i]) + off * away[i];
        if (mode == 1) v[i] = 0.0;
    }
    if (mode == 1) v[draw_byte(d) % dims] = size;
    const double scale = mode == 2   ? 1.0 / draw_decades(d, 12.0)
                         : mode == 3 ? draw_decades(d, 12.0)
                                     : 1.0;
    for (int i = 0; i < dims; i++)
        v[i] *= scale;
    c->cast.max_time = 1.0 / scale;
}

static void cast_interval(draw* d, gd_cast* cast) {
    const double end = cast->max_time;
    switch (draw_byte(d) % 8) {
    case 0: cast->min_time = -(double)INFINITY; break;
    case 1: cast->max_time = (double)INFINITY; break;
    case 2:
        cast->min_time = -2.0 * end * draw_unit(d);
        cast->max_time = cast->min_time + 3.0 * end * draw_unit(d);
        break;
    case 3:
        cast->min_time = -(double)INFINITY;
        cast->max_time = (double)INFINITY;
        break;
    default: break;
    }
}

static void cast_finish(draw* d, cast_pair* c) {
    memset(&c->cast, 0, sizeof c->cast);
    posed_make(&c->set_a, c->a.record, c->a.length, c->a.pose, c->a.shape);
    posed_make(&c->set_b, c->b.record, c->b.length, c->b.pose, c->b.shape);
    cast_aim(d, c);
    cast_interval(d, &c->cast);
    const double size = (double)(c->set_a.radius + c->set_b.radius);
    if (draw_byte(d) % 4 == 0) c->cast.target = size * draw_unit(d) / draw_decades(d, 9.0);
}

bool draw_cast(draw* d, family f, gd_kind kind_a, gd_kind kind_b, cast_pair* out) {
    const gd_kind halves[2] = {GD_KIND_HALFSPACE, GD_KIND_HALFPLANE};
    for (int i = 0; i < 2; i++)
        if (kind_a == halves[i] || kind_b == halves[i]) return false;
    if (!draw_pair(d, f, kind_a, kind_b, &out->a, &out->b)) return false;
    if (draw_byte(d) < 64) draw_center(d, &out->a);
    if (draw_byte(d) < 64) draw_center(d, &out->b);
    cast_finish(d, out);
    return true;
}

bool draw_ray(draw* d, family f, gd_kind kind, cast_pair* out) {
    const gd_kind point = is_plane(kind) ? GD_KIND_POINT2 : GD_KIND_POINT;
    if (kind == GD_KIND_HALFSPACE || kind == GD_KIND_HALFPLANE) return false;
    if (!draw_pair(d, f, kind, point, &out->a, &out->b)) return false;
    gd_shape_destroy(out->b.shape);
    memset(out->b.record, 0, sizeof out->b.record);
    out->b.pose[is_plane(kind) ? 2 : 6] = is_plane(kind) ? 0.0 : 1.0;
    drawn_make(&out->b, point, 0);
    if (draw_byte(d) < 64) draw_center(d, &out->a);
    cast_finish(d, out);
    double v = 0.0;
    for (int i = 0; i < 3; i++)
        v += fabs(out->cast.displacement[i]);
    if (v == 0.0) out->cast.displacement[0] = 1.0;
    return true;
}

const char* certify_cast_pair(const cast_pair* c, const gd_cast_result* r) {
    const double* v = c->cast.displacement;
    const moving move = {.motion = {.velocity_b = {v[0], v[1], v[2]}, .target = c->cast.target},
                         .min_time = c->cast.min_time,
                         .max_time = c->cast.max_time};
    moved_pair moved;
    worst seen = {0, 0, 0, 0};
    moved_make(&moved, &c->a, &c->b, &move, true);
    return certify_cast(&moved, r, GD_DEFAULT_TOLERANCE, &seen);
}

void cast_pair_free(cast_pair* c) {
    drawn_free(&c->a, &c->b);
}
