/* Features of shapes and pairs in which two features nearly coincide: see features.h. */
#include "features.h"

#include <math.h>
#include <string.h>

#define HALF_TURN 3.14159265358979323846264338327950288L
/* By how much a normal is tilted, to find both ends of the feature it supports. */
#define LEAN 0x1p-24L
/* Corners of the largest hull that can be drawn. */
#define CORNERS (DRAW_RECORD_MAX / 2)

/* ---- numbers ------------------------------------------------------------------------------- */

static int one_of(draw* d, int count) {
    return draw_byte(d) % count;
}

static real sign_of(draw* d) {
    return one_of(d, 2) ? 1 : -1;
}

/* Draws 10^-17 to 10^-1. */
static real next_to_nothing(draw* d) {
    return powl(10, -1 - 16 * (real)draw_unit(d));
}

/* Draws a number in [0, 1]: an end, near an end, the middle, or any. */
static real part_of(draw* d) {
    switch (one_of(d, 6)) {
    case 0: return 0;
    case 1: return 1;
    case 2: return next_to_nothing(d);
    case 3: return 1 - next_to_nothing(d);
    case 4: return 0.5L;
    default: return (real)draw_unit(d);
    }
}

/* Draw the sign first: the compiler chooses the order of draws within an expression. */
static real small_turn(draw* d) {
    const real sign = sign_of(d);
    return one_of(d, 2) ? 0 : sign * next_to_nothing(d);
}

static real small_step(draw* d, real length) {
    const real sign = sign_of(d);
    const int which = one_of(d, 8);
    if (which < 3) return 0;
    return sign * length * (which < 7 ? next_to_nothing(d) : (real)draw_unit(d));
}

/* ---- vectors ------------------------------------------------------------------------------- */

static void cross(const real a[3], const real b[3], real out[3]) {
    const real x = a[1] * b[2] - a[2] * b[1], y = a[2] * b[0] - a[0] * b[2];
    out[2] = a[0] * b[1] - a[1] * b[0];
    out[0] = x;
    out[1] = y;
}

static bool make_unit(real n[3]) {
    const real length = real_length(n);
    if (!(length > 0)) return false;
    for (int i = 0; i < 3; i++)
        n[i] /= length;
    return true;
}

/* Removes the part along n from a direction, and normalises the rest. The second pass removes
 * rounding. */
static bool make_across(const real n[3], real along[3]) {
    for (int twice = 0; twice < 2; twice++) {
        const real lean = real_dot(along, n);
        for (int i = 0; i < 3; i++)
            along[i] -= lean * n[i];
        if (!make_unit(along)) return false;
    }
    return true;
}

static void draw_normal(draw* d, int dimension, real n[3]) {
    memset(n, 0, 3 * sizeof *n);
    if (one_of(d, 2)) {
        const int axis = one_of(d, dimension);
        n[axis] = sign_of(d);
        return;
    }
    double anywhere[3];
    draw_direction(d, dimension, anywhere);
    for (int i = 0; i < dimension; i++)
        n[i] = anywhere[i];
}

/* ---- normals of the faces ------------------------------------------------------------------ */

/* The normal of an end of a solid of revolution about y, or of its side at the angle `turn`. The
 * side's normal has the length `side` across the axis and `rise` along it. */
static void revolved_normal(real turn, real side, real rise, int which, real n[3]) {
    memset(n, 0, 3 * sizeof *n);
    n[1] = which < 2 ? (which ? 1 : -1) : rise;
    if (which < 2) return;
    n[0] = side * cosl(turn);
    n[2] = side * sinl(turn);
}

/* The normal of a triangle, or in 2D of the edge from its first corner to its second. */
static bool flat_normal(const double* const v[3], int dimension, real n[3]) {
    real e[3] = {0}, f[3] = {0, 0, 1};
    for (int i = 0; i < dimension; i++) {
        e[i] = (real)v[1][i] - v[0][i];
        if (dimension == 3) f[i] = (real)v[2][i] - v[0][i];
    }
    cross(e, f, n);
    return make_unit(n);
}

/* The normals of a face of a hull and of its neighbour across one edge. */
static bool hull_normals(draw* d, const gd_shape* hull, real n[2][3]) {
    static double v[3 * CORNERS];
    static uint32_t t[6 * CORNERS];
    gd_shape_info info;
    gd_shape_describe(hull, &info);
    if (info.triangle_count < 4 || info.vertex_count > CORNERS) return false;
    gd_shape_surface(hull, v, t);
    const int count = (int)info.triangle_count, face = (int)(draw_word(d) % (uint64_t)count);
    const int edge = one_of(d, 3);
    const uint32_t from = t[3 * face + edge], to = t[3 * face + (edge + 1) % 3];
    int other = face;
    for (int i = 0; i < count; i++)
        for (int k = 0; k < 3; k++)
            if (t[3 * i + k] == to && t[3 * i + (k + 1) % 3] == from) other = i;
    for (int i = 0; i < 2; i++) {
        const uint32_t* corner = t + (i ? 3 * other : 3 * face);
        const double* const at[3] = {v + 3 * corner[0], v + 3 * corner[1], v + 3 * corner[2]};
        if (!flat_normal(at, 3, n[i])) return false;
    }
    return true;
}

/* The normals of two adjacent edges of a polygon. */
static bool polygon_normals(draw* d, const gd_shape* polygon, real n[2][3]) {
    static double v[3 * CORNERS];
    gd_shape_info info;
    gd_shape_describe(polygon, &info);
    const int count = (int)info.vertex_count;
    if (count < 3 || count > CORNERS) return false;
    gd_shape_surface(polygon, v, NULL);
    const int first = one_of(d, count);
    for (int i = 0; i < 2; i++) {
        const int k = (first + i) % count;
        const double* const at[3] = {v + 3 * k, v + 3 * ((k + 1) % count)};
        if (!flat_normal(at, 2, n[i])) return false;
    }
    return true;
}

/* For a triangle, its normal and the normal of one edge within its plane. For a segment, two
 * normals across it. */
static bool simplex_normals(draw* d, const double* p, int count, int dimension, real n[2][3]) {
    const int first = one_of(d, count);
    const double* const at[3] = {p + dimension * first, p + dimension * ((first + 1) % count),
                                 p + dimension * ((first + 2) % count)};
    if (dimension == 2) {
        if (!flat_normal(at, 2, n[0])) return false;
        memcpy(n[1], n[0], sizeof n[0]);
        return true;
    }
    real edge[3];
    for (int i = 0; i < 3; i++)
        edge[i] = (real)at[1][i] - at[0][i];
    if (!make_unit(edge)) return false;
    draw_normal(d, 3, n[0]);
    if (count == 3 && !flat_normal(at, 3, n[0])) return false;
    if (!make_across(edge, n[0])) return false;
    cross(edge, n[0], n[1]);
    const real up = sign_of(d), out = count == 2 ? sign_of(d) : 1;
    for (int i = 0; i < 3; i++) {
        n[0][i] *= up;
        n[1][i] *= out;
    }
    return true;
}

static bool draw_normals(draw* d, const double* record, size_t length, real n[2][3]);

/* The normals of the transformed shape: the inner shape's, by the inverse transpose of the
 * matrix. */
static bool image_normals(draw* d, const double* p, size_t length, int dimension, real n[2][3]) {
    const size_t inner = (size_t)(dimension * dimension + dimension);
    if (!draw_normals(d, p + inner, length - inner, n)) return false;
    real column[3][3] = {{0}, {0}, {0, 0, 1}}, across[3][3];
    for (int k = 0; k < dimension; k++)
        for (int i = 0; i < dimension; i++)
            column[k][i] = p[dimension * k + i];
    for (int k = 0; k < 3; k++)
        cross(column[(k + 1) % 3], column[(k + 2) % 3], across[k]);
    const real turned = real_dot(column[0], across[0]) < 0 ? -1 : 1;
    for (int j = 0; j < 2; j++) {
        real out[3] = {0};
        for (int k = 0; k < 3; k++)
            for (int i = 0; i < 3; i++)
                out[i] += turned * n[j][k] * across[k][i];
        memcpy(n[j], out, sizeof out);
        if (!make_unit(n[j])) return false;
    }
    return true;
}

/* Draws two normals of adjacent faces, or twice one face's. For a shape without faces, draws any
 * two. */
static bool draw_normals(draw* d, const double* record, size_t length, real n[2][3]) {
    const double* p = record + GD_RECORD_PARAMETERS;
    const size_t left = length - GD_RECORD_PARAMETERS;
    const gd_kind kind = (gd_kind)(int)record[GD_RECORD_KIND];
    const int dimension = is_plane(kind) ? 2 : 3;
    const real turn = one_of(d, 2) ? HALF_TURN / 2 * one_of(d, 4) : 2 * HALF_TURN * draw_unit(d);
    const int which = one_of(d, 3);
    switch (kind) {
    case GD_KIND_BOX:
    case GD_KIND_RECTANGLE: {
        const int axis = one_of(d, dimension);
        memset(n, 0, 6 * sizeof n[0][0]);
        n[0][axis] = sign_of(d);
        n[1][(axis + 1) % dimension] = sign_of(d);
        return true;
    }
    case GD_KIND_STADIUM:
        revolved_normal(one_of(d, 2) ? 0 : HALF_TURN, 1, 0, 2, n[0]);
        n[0][2] = 0;
        revolved_normal(0, 1, 0, one_of(d, 2), n[1]);
        return true;
    case GD_KIND_CAPSULE:
    case GD_KIND_CYLINDER:
    case GD_KIND_CONE:
    case GD_KIND_FRUSTUM: {
        const bool even = kind == GD_KIND_CAPSULE || kind == GD_KIND_CYLINDER;
        const real rise = even ? 0 : (real)p[1] - (kind == GD_KIND_CONE ? 0 : p[2]);
        revolved_normal(turn, 2 * (real)p[0], rise, 2, n[0]);
        revolved_normal(turn, 2 * (real)p[0], rise, which, n[1]);
        return make_unit(n[0]) && make_unit(n[1]);
    }
    case GD_KIND_SEGMENT:
    case GD_KIND_SEGMENT2: return simplex_normals(d, p, 2, dimension, n);
    case GD_KIND_TRIANGLE:
    case GD_KIND_TRIANGLE2: return simplex_normals(d, p, 3, dimension, n);
    case GD_KIND_HALFSPACE:
    case GD_KIND_HALFPLANE:
        memset(n, 0, 6 * sizeof n[0][0]);
        for (size_t i = 0; i + 1 < left; i++)
            n[0][i] = n[1][i] = p[i];
        return make_unit(n[0]) && make_unit(n[1]);
    case GD_KIND_HULL:
    case GD_KIND_POLYGON: {
        gd_shape* shape;
        if (gd_shape_create(record, length, &shape) != GD_STATUS_OPTIMAL) return false;
        const bool some =
            kind == GD_KIND_HULL ? hull_normals(d, shape, n) : polygon_normals(d, shape, n);
        gd_shape_destroy(shape);
        return some;
    }
    case GD_KIND_TRANSFORMED:
    case GD_KIND_TRANSFORMED2: return image_normals(d, p, left, dimension, n);
    case GD_KIND_SUM:
    case GD_KIND_SUM2: {
        const size_t first = (size_t)p[0];
        return which ? draw_normals(d, p + 1, first, n)
                     : draw_normals(d, p + 1 + first, left - 1 - first, n);
    }
    case GD_KIND_SPHERE:
    case GD_KIND_ELLIPSOID:
    case GD_KIND_POINT:
    case GD_KIND_DSF:
    case GD_KIND_CUSTOM:
    case GD_KIND_CIRCLE:
    case GD_KIND_ELLIPSE:
    case GD_KIND_POINT2:
    case GD_KIND_DSF2:
    case GD_KIND_CUSTOM2:
        draw_normal(d, dimension, n[0]);
        draw_normal(d, dimension, n[1]);
        return true;
    case GD_KIND_FLAT_HULL:
    case GD_KIND_FLAT_POLYGON: {
        const int points = (int)left / dimension;
        return points > 1 && simplex_normals(d, p, points < 3 ? 2 : 3, dimension, n);
    }
    case GD_KIND_NONE:
    case GD_KIND_POINTS:
    case GD_KIND_NORM_BALL: break;
    }
    return false;
}

/* ---- features ------------------------------------------------------------------------------ */

/* Returns the support point along a normal that is tilted slightly. */
static bool support_leaning(const gd_shape* shape, const real n[3], real lean, const real to[3],
                            double out[3]) {
    double leaning[3];
    for (int i = 0; i < 3; i++)
        leaning[i] = (double)(n[i] + lean * to[i]);
    return gd_shape_support(shape, leaning, out) == GD_STATUS_OPTIMAL;
}

bool feature_draw(draw* d, const drawn* x, feature* out) {
    real n[2][3], aside[3];
    const double* p = x->record + GD_RECORD_PARAMETERS;
    const gd_kind kind = (gd_kind)(int)x->record[GD_RECORD_KIND];
    const int dimension = is_plane(kind) ? 2 : 3;
    if (!draw_normals(d, x->record, x->length, n)) return false;
    /* between both normals: supports one face or their edge, exactly or nearly */
    const real weight = part_of(d);
    for (int i = 0; i < 3; i++)
        out->normal[i] = (1 - weight) * n[0][i] + weight * n[1][i];
    if (!make_unit(out->normal)) return false;
    cross(n[0], n[1], out->along);
    if (dimension == 2) {
        const real across[3] = {-out->normal[1], out->normal[0], 0};
        memcpy(out->along, across, sizeof across);
    } else {
        if (!(real_length(out->along) > 1e-9L)) draw_normal(d, 3, out->along);
        if (!make_across(out->normal, out->along)) return false;
    }
    cross(out->normal, out->along, aside);
    if (kind == GD_KIND_HALFSPACE || kind == GD_KIND_HALFPLANE) {
        real square = 0;
        for (int i = 0; i < dimension; i++)
            square += (real)p[i] * p[i];
        const real height = p[dimension] / sqrtl(square) + x->record[GD_RECORD_MARGIN];
        for (int i = 0; i < 3; i++)
            out->at[i] = height * out->normal[i];
        return true;
    }
    double end[3][3] = {{0}};
    if (!support_leaning(x->shape, out->normal, LEAN, out->along, end[0]) ||
        !support_leaning(x->shape, out->normal, -LEAN, out->along, end[1]) ||
        !support_leaning(x->shape, out->normal, sign_of(d) * LEAN, aside, end[2]))
        return false;
    const real to = part_of(d), beside = one_of(d, 2) ? 0 : (1 - to) * part_of(d);
    for (int i = 0; i < dimension; i++)
        out->at[i] = (1 - to - beside) * end[0][i] + to * end[1][i] + beside * end[2][i];
    for (int i = dimension; i < 3; i++)
        out->at[i] = 0;
    if (dimension == 3 && one_of(d, 2)) memcpy(out->along, aside, sizeof aside);
    return true;
}

/* ---- pairs --------------------------------------------------------------------------------- */

/* Row by row. */
typedef real matrix[9];

static void multiply(const matrix a, const matrix b, matrix out) {
    matrix product;
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++)
            product[3 * i + k] =
                a[3 * i] * b[k] + a[3 * i + 1] * b[3 + k] + a[3 * i + 2] * b[6 + k];
    memcpy(out, product, sizeof product);
}

static void turn_about(int axis, real angle, matrix out) {
    const int i = (axis + 1) % 3, k = (axis + 2) % 3;
    memset(out, 0, sizeof(matrix));
    out[4 * axis] = 1;
    out[4 * i] = out[4 * k] = cosl(angle);
    out[3 * k + i] = sinl(angle);
    out[3 * i + k] = -out[3 * k + i];
}

/* An orthonormal frame as columns: along the feature, along its normal (reversed if `facing` is
 * -1), and across both. */
static void frame_of(const feature* f, int dimension, real facing, matrix out) {
    real column[3][3];
    memcpy(column[0], f->along, sizeof column[0]);
    for (int i = 0; i < 3; i++)
        column[1][i] = facing * f->normal[i];
    if (dimension == 2) { /* keep the frame right-handed */
        column[0][0] = -column[1][1];
        column[0][1] = column[1][0];
    }
    cross(column[0], column[1], column[2]);
    for (int i = 0; i < 9; i++)
        out[i] = column[i % 3][i / 3];
}

/* Uses the largest of the four squares: sums of the diagonal give each square times 4. */
static void quaternion_of(const matrix m, double q[4]) {
    const real trace = m[0] + m[4] + m[8];
    int most = 3;
    for (int i = 0; i < 3; i++)
        if (m[4 * i] > (most == 3 ? trace : m[4 * most])) most = i;
    const real square = 1 + (most == 3 ? trace : 2 * m[4 * most] - trace), half = sqrtl(square);
    for (int i = 0; i < 3; i++) {
        const int j = (i + 1) % 3, k = (i + 2) % 3;
        const real turned = m[3 * k + j] - m[3 * j + k];
        if (most == 3 || most == i) q[most == 3 ? i : 3] = (double)(turned / half);
        if (most != 3 && most != i) q[i] = (double)((m[3 * i + most] + m[3 * most + i]) / half);
    }
    q[most] = (double)half;
}

void feature_join(draw* d, double length, const drawn* a, const feature* of_a, drawn* b,
                  const feature* of_b) {
    posed set;
    posed_make(&set, a->record, a->length, a->pose, a->shape);
    const int dimension = set.dimension;
    matrix joint, back, turn, small;
    frame_of(of_a, dimension, 1, joint);
    frame_of(of_b, dimension, -1, back);
    multiply(set.turn, joint, joint);
    memcpy(turn, joint, sizeof turn);
    for (int k = dimension == 2 ? 2 : 0; k < 3; k++) {
        const bool twist = k == 1 && one_of(d, 8) == 0;
        turn_about(k, twist ? 2 * HALF_TURN * draw_unit(d) : small_turn(d), small);
        multiply(turn, small, turn);
    }
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++)
            small[3 * i + k] = back[3 * k + i];
    multiply(turn, small, turn);
    if (dimension == 2)
        b->pose[2] = (double)atan2l(turn[3], turn[0]);
    else
        quaternion_of(turn, b->pose + 3);
    real step[3];
    for (int k = 0; k < 3; k++)
        step[k] = small_step(d, length);
    for (int i = 0; i < dimension; i++)
        b->pose[i] = (double)(set.at[i] + real_dot(set.turn + 3 * i, of_a->at) +
                              real_dot(joint + 3 * i, step) - real_dot(turn + 3 * i, of_b->at));
}
