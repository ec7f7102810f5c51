/* Shapes by their definition, in extended precision: see sets.h. */
#include "sets.h"

#include <math.h>
#include <string.h>

static real most_of(real a, real b) {
    return a > b ? a : b;
}

real real_dot(const real a[3], const real b[3]) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/* Needs no scaling: the exponents of extended precision cover the squares of all doubles. */
real real_length(const real a[3]) {
    return sqrtl(real_dot(a, a));
}

static real length2(real x, real y) {
    return sqrtl(x * x + y * y);
}

static real length3(real x, real y, real z) {
    return sqrtl(x * x + y * y + z * z);
}

/* x^exponent for x >= 0. A multiple of 1/2 up to 500 is multiplied out, in a tenth of the time of
 * powl. */
static real power(real x, real exponent) {
    const real twice = 2 * exponent;
    if (!(twice <= 1000) || twice != (int)twice) return powl(x, exponent);
    real product = (int)twice % 2 ? sqrtl(x) : 1;
    for (int left = (int)twice / 2; left; left /= 2, x *= x)
        if (left % 2) product *= x;
    return product;
}

/* ---- custom shapes ------------------------------------------------------------------------- */

static void custom_radii(double id, real radii[3]) {
    for (int i = 0; i < 3; i++)
        radii[i] = 0.5L + 0.25L * fmod(id * (i + 1), 5.0);
}

static void custom_support(void* context, double id, const double direction[3], double point[3]) {
    (void)context;
    real radii[3], sum = 0;
    custom_radii(id, radii);
    for (int i = 0; i < 3; i++)
        sum += radii[i] * radii[i] * direction[i] * direction[i];
    for (int i = 0; i < 3; i++)
        point[i] = (double)(radii[i] * radii[i] * direction[i] / sqrtl(sum));
}

const gd_custom set_custom = {custom_support, NULL};

/* ---- support functions of records ---------------------------------------------------------- */

static real support_record(const double* record, size_t length, const real n[3]);

static real support_points(const double* v, size_t count, int dimension, const real n[3]) {
    real best = -(real)INFINITY;
    for (size_t i = 0; i < count; i++) {
        real h = 0;
        for (int k = 0; k < dimension; k++)
            h += n[k] * v[i * (size_t)dimension + (size_t)k];
        best = most_of(best, h);
    }
    return best;
}

static real support_smooth(const double* record, size_t length, int dimension, const real n[3]) {
    const double* p = record + GD_RECORD_PARAMETERS;
    const double* c = record + GD_RECORD_CENTER;
    const size_t count = (length - GD_RECORD_PARAMETERS - 1) / (size_t)dimension;
    real most = 0, at_center = 0;
    for (int k = 0; k < dimension; k++)
        at_center += n[k] * c[k];
    for (int pass = 0;; pass++) {
        real sum = 0;
        for (size_t i = 0; i < count; i++) {
            const double* v = p + 1 + i * (size_t)dimension;
            real h = 0;
            for (int k = 0; k < dimension; k++)
                h += n[k] * ((real)v[k] - c[k]);
            if (pass == 0)
                most = most_of(most, h);
            else if (h > 0)
                sum += power(h / most, p[0]);
        }
        if (!(most > 0)) return at_center;
        if (pass == 1) return at_center + most * powl(sum, 1 / (real)p[0]);
    }
}

static real support_image(const double* record, size_t length, int dimension, const real n[3]) {
    const double* p = record + GD_RECORD_PARAMETERS;
    const int square = dimension * dimension;
    real turned[3] = {0, 0, 0}, at = 0;
    for (int k = 0; k < dimension; k++) {
        for (int i = 0; i < dimension; i++)
            turned[k] += n[i] * p[dimension * k + i];
        at += n[k] * p[square + k];
    }
    const int inner = GD_RECORD_PARAMETERS + square + dimension;
    return at + support_record(record + inner, length - (size_t)inner, turned);
}

static real support_core(const double* record, size_t length, const real n[3]) {
    const double* p = record + GD_RECORD_PARAMETERS;
    const size_t count = length - GD_RECORD_PARAMETERS;
    const real axial = length2(n[0], n[2]), whole = real_length(n);
    switch ((gd_kind)record[GD_RECORD_KIND]) {
    case GD_KIND_SPHERE:
    case GD_KIND_CIRCLE: return p[0] * whole;
    case GD_KIND_ELLIPSOID: return length3(n[0] * p[0], n[1] * p[1], n[2] * p[2]);
    case GD_KIND_ELLIPSE: return length2(n[0] * p[0], n[1] * p[1]);
    case GD_KIND_BOX: return fabsl(n[0]) * p[0] + fabsl(n[1]) * p[1] + fabsl(n[2]) * p[2];
    case GD_KIND_RECTANGLE: return fabsl(n[0]) * p[0] + fabsl(n[1]) * p[1];
    case GD_KIND_CAPSULE:
    case GD_KIND_STADIUM: return p[0] * fabsl(n[1]) + p[1] * whole;
    case GD_KIND_CYLINDER: return p[0] * fabsl(n[1]) + p[1] * axial;
    case GD_KIND_CONE: return fmaxl(p[0] * n[1], p[1] * axial - p[0] * n[1]);
    case GD_KIND_FRUSTUM: return fmaxl(p[2] * axial + p[0] * n[1], p[1] * axial - p[0] * n[1]);
    case GD_KIND_HULL:
    case GD_KIND_FLAT_HULL: return support_points(p, count / 3, 3, n);
    case GD_KIND_POLYGON:
    case GD_KIND_FLAT_POLYGON: return support_points(p, count / 2, 2, n);
    case GD_KIND_SEGMENT:
    case GD_KIND_TRIANGLE: return support_points(p, count / 3, 3, n);
    case GD_KIND_SEGMENT2:
    case GD_KIND_TRIANGLE2: return support_points(p, count / 2, 2, n);
    case GD_KIND_DSF: return support_smooth(record, length, 3, n);
    case GD_KIND_DSF2: return support_smooth(record, length, 2, n);
    case GD_KIND_TRANSFORMED: return support_image(record, length, 3, n);
    case GD_KIND_TRANSFORMED2: return support_image(record, length, 2, n);
    case GD_KIND_SUM:
    case GD_KIND_SUM2: {
        const size_t first = (size_t)p[0];
        return support_record(p + 1, first, n) +
               support_record(p + 1 + first, count - 1 - first, n);
    }
    case GD_KIND_CUSTOM:
    case GD_KIND_CUSTOM2: {
        real radii[3];
        custom_radii(p[0], radii);
        return length3(n[0] * radii[0], n[1] * radii[1], n[2] * radii[2]);
    }
    case GD_KIND_POINT:
    case GD_KIND_POINT2:
    case GD_KIND_NONE:
    case GD_KIND_HALFSPACE:
    case GD_KIND_HALFPLANE:
    case GD_KIND_POINTS:
    case GD_KIND_NORM_BALL: break;
    }
    return 0;
}

static real support_record(const double* record, size_t length, const real n[3]) {
    const real margin = record[GD_RECORD_MARGIN];
    return support_core(record, length, n) + margin * real_length(n);
}

/* ---- posed shapes -------------------------------------------------------------------------- */

static void pose_read(posed* set, const double* pose) {
    if (set->dimension == 2) {
        const real c = cosl(pose[2]), s = sinl(pose[2]);
        const real turn[9] = {c, -s, 0, s, c, 0, 0, 0, 1};
        memcpy(set->turn, turn, sizeof turn);
        set->at[2] = 0;
    } else {
        const real most =
            fmaxl(fmaxl(fabsl(pose[3]), fabsl(pose[4])), fmaxl(fabsl(pose[5]), fabsl(pose[6])));
        const real x = pose[3] / most, y = pose[4] / most, z = pose[5] / most, w = pose[6] / most;
        const real t = 2 / (x * x + y * y + z * z + w * w);
        const real turn[9] = {
            1 - t * (y * y + z * z), t * (x * y - w * z),     t * (x * z + w * y),
            t * (x * y + w * z),     1 - t * (x * x + z * z), t * (y * z - w * x),
            t * (x * z - w * y),     t * (y * z + w * x),     1 - t * (x * x + y * y)};
        memcpy(set->turn, turn, sizeof turn);
        set->at[2] = pose[2];
    }
    set->at[0] = pose[0];
    set->at[1] = pose[1];
}

static void to_local(const posed* set, const real n[3], real local[3]) {
    for (int i = 0; i < 3; i++)
        local[i] = set->turn[i] * n[0] + set->turn[3 + i] * n[1] + set->turn[6 + i] * n[2];
}

static void to_world(const posed* set, const real local[3], real n[3]) {
    for (int i = 0; i < 3; i++)
        n[i] = real_dot(set->turn + 3 * i, local);
}

/* Unit directions through the faces, edges and corners of a cube: 13, and their opposites slightly
 * tilted. In 2D the third coordinate is 0. */
static const real (*probe_directions(int dimension))[3] {
    static real probes[2][POSED_PROBES][3];
    static bool made;
    for (int i = 0; i < 2 * POSED_PROBES && !made; i++) {
        const int j = i / 2, k = j < 13 ? j : 26 - j;
        real* n = probes[i % 2][j];
        n[0] = (real)(k % 3 - 1);
        n[1] = (real)(k / 3 % 3 - 1);
        n[2] = (real)(k / 9 - 1);
        if (j >= 13) n[0] = -n[0] + 0.1L, n[1] = 0.2L - n[1], n[2] = -n[2] - 0.3L;
        if (i % 2 == 0) n[2] = 0;
        const real size = real_length(n);
        for (int axis = 0; axis < 3 && size > 0; axis++)
            n[axis] /= size;
    }
    made = true;
    return (const real(*)[3])probes[dimension - 2];
}

/* Returns a half-space's normal and offset in its own frame, without the margin. */
static real wall_of(const posed* set, real normal[3]) {
    const double* p = set->record + GD_RECORD_PARAMETERS;
    for (int i = 0; i < 3; i++)
        normal[i] = i < set->dimension ? p[i] : 0.0;
    const real size = real_length(normal);
    for (int i = 0; i < 3; i++)
        normal[i] /= size;
    return p[set->dimension] / size;
}

/* Sets everything that follows from the rotation and the position. */
static void posed_place(posed* set) {
    to_world(set, set->local, set->center);
    for (int i = 0; i < 3; i++)
        set->center[i] += set->at[i];
    set->extent = real_length(set->at) + 2 * real_length(set->local) + fmaxl(set->radius, 0);
    if (!set->halfspace) return;
    real normal[3];
    set->offset = wall_of(set, normal) + set->record[GD_RECORD_MARGIN];
    to_world(set, normal, set->wall);
    set->extent += fabsl(set->offset);
    set->offset += real_dot(set->wall, set->at);
}

void posed_move(posed* set, const double* pose) {
    pose_read(set, pose);
    posed_place(set);
}

/* Turns a vector about an axis of unit length (Rodrigues). */
static void turn_about(const real axis[3], real cosine, real sine, real x[3]) {
    const real along = (1 - cosine) * real_dot(axis, x);
    real turned[3];
    for (int i = 0; i < 3; i++) {
        const int j = (i + 1) % 3, k = (i + 2) % 3;
        turned[i] = cosine * x[i] + sine * (axis[j] * x[k] - axis[k] * x[j]) + along * axis[i];
    }
    memcpy(x, turned, sizeof turned);
}

void posed_carry(posed* set, const double* pose, const double velocity[3], const double angular[3],
                 real t) {
    pose_read(set, pose);
    real axis[3] = {0, 0, angular[0]};
    for (int i = 0; i < 3 && set->dimension == 3; i++)
        axis[i] = angular[i];
    const real rate = real_length(axis), c = cosl(rate * t), s = sinl(rate * t);
    for (int i = 0; i < 3 && rate > 0; i++)
        axis[i] /= rate;
    for (int column = 0; column < 3 && rate > 0; column++) {
        real x[3] = {set->turn[column], set->turn[3 + column], set->turn[6 + column]};
        turn_about(axis, c, s, x);
        for (int i = 0; i < 3; i++)
            set->turn[3 * i + column] = x[i];
    }
    for (int i = 0; i < set->dimension; i++)
        set->at[i] += t * velocity[i];
    posed_place(set);
}

void posed_make(posed* set, const double* record, size_t length, const double* pose,
                const gd_shape* shape) {
    gd_shape_info info;
    gd_shape_describe(shape, &info);
    memset(set, 0, sizeof *set);
    set->record = record;
    set->length = length;
    set->dimension = (int)info.dimension;
    for (int i = 0; i < 3; i++)
        set->local[i] = info.center[i];
    const gd_kind kind = (gd_kind)record[GD_RECORD_KIND];
    set->halfspace = kind == GD_KIND_HALFSPACE || kind == GD_KIND_HALFPLANE;
    set->inradius = info.inradius;
    set->solid = set->halfspace || set->inradius > 0;
    set->radius = info.bound_radius;
    posed_move(set, pose);
    const real(*probes)[3] = probe_directions(set->dimension);
    for (int i = 0; i < POSED_PROBES && !set->halfspace; i++)
        set->probe[i] = support_record(record, length, probes[i]);
}

real posed_support(const posed* set, const real n[3]) {
    real local[3];
    to_local(set, n, local);
    return support_record(set->record, set->length, local) + real_dot(n, set->at);
}

/* The distance between (r, y) and the trapezium between the radii at -half and half; 0 inside. */
static real outside_frustum(real r, real y, real half, real bottom, real top) {
    const real corner[4][2] = {{0, -half}, {bottom, -half}, {top, half}, {0, half}};
    real nearest = (real)INFINITY;
    bool inside = true;
    for (int i = 0; i < 3; i++) {
        const real dx = corner[i + 1][0] - corner[i][0], dy = corner[i + 1][1] - corner[i][1];
        const real x = r - corner[i][0], z = y - corner[i][1];
        const real square = dx * dx + dy * dy;
        if (!(square > 0)) continue;
        if (dx * z - dy * x < 0) inside = false;
        const real t = fminl(1, fmaxl(0, (x * dx + z * dy) / square));
        nearest = fminl(nearest, length2(x - t * dx, z - t * dy));
    }
    return inside ? 0 : nearest;
}

/* Finds how far a local point is outside, in closed form, with the margin and radius subtracted.
 * Returns false if the shape type has no closed form. */
static bool outside_closed(const double* record, const real x[3], int dimension, real* out) {
    const double* p = record + GD_RECORD_PARAMETERS;
    const real margin = record[GD_RECORD_MARGIN], r = length2(x[0], x[2]);
    const real beyond = fmaxl(fabsl(x[1]) - p[0], 0);
    switch ((int)record[GD_RECORD_KIND]) {
    case GD_KIND_SPHERE:
    case GD_KIND_CIRCLE: *out = real_length(x) - p[0] - margin; return true;
    case GD_KIND_POINT:
    case GD_KIND_POINT2: *out = real_length(x) - margin; return true;
    case GD_KIND_CAPSULE:
    case GD_KIND_STADIUM: *out = length2(r, beyond) - p[1] - margin; return true;
    case GD_KIND_CYLINDER: *out = length2(fmaxl(r - p[1], 0), beyond) - margin; return true;
    case GD_KIND_CONE: *out = outside_frustum(r, x[1], p[0], p[1], 0) - margin; return true;
    case GD_KIND_FRUSTUM: *out = outside_frustum(r, x[1], p[0], p[1], p[2]) - margin; return true;
    case GD_KIND_BOX:
    case GD_KIND_RECTANGLE: {
        real off[3] = {0, 0, 0};
        for (int i = 0; i < dimension; i++)
            off[i] = fmaxl(fabsl(x[i]) - p[i], 0);
        *out = real_length(off) - margin;
        return true;
    }
    default: return false;
    }
}

real posed_outside(const posed* set, const double x[3], const double hint[3]) {
    const real world[3] = {x[0], x[1], x[2]};
    if (set->halfspace) return real_dot(set->wall, world) - set->offset;
    const real off[3] = {x[0] - set->at[0], x[1] - set->at[1], x[2] - set->at[2]};
    real local[3], most = set->dimension == 2 ? fabsl(world[2]) : 0, closed;
    to_local(set, off, local);
    /* a hull of many points: try fixed directions instead of its own */
    const real(*probes)[3] = probe_directions(set->dimension);
    for (int i = 0; i < POSED_PROBES; i++)
        most = most_of(most, real_dot(probes[i], local) - set->probe[i]);
    const real direction[3] = {hint[0], hint[1], hint[2]};
    real turned[3];
    to_local(set, direction, turned);
    for (int sign = -1; sign <= 1; sign += 2) {
        const real n[3] = {sign * turned[0], sign * turned[1], sign * turned[2]};
        most = fmaxl(most, real_dot(n, local) - support_record(set->record, set->length, n));
    }
    if (outside_closed(set->record, local, set->dimension, &closed)) most = fmaxl(most, closed);
    return most;
}
