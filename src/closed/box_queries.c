/* Growth, overlap tests, distance and depth in 2D and 3D for cores that are boxes, segments or
 * points. They use box_box.c and box_capsule.c. Each function returns false if there is no closed
 * form, or if its bounds miss the tolerance: then a solver handles the pair. */
#include "closed/boxes.h"

/* Fraction of the extent below which cores touch; also the uncertainty of a depth. */
#define BOXES_UNCERTAIN (8.0 * GD_EPS)

/* A ball about its own centre needs no rotation, so this skips it. */
GD_NOINLINE bool gd_frame_of(const gd_shape* shape, const double* pose, frame3* frame) {
    const bool plane = shape->dimension == 2;
    const double* q = pose + 3;
    const double norm2 = plane ? 1.0 : q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3];
    const bool usual = fabs(pose[0]) <= GD_POSITION_MAX && fabs(pose[1]) <= GD_POSITION_MAX &&
                       fabs(pose[2]) <= (plane ? GD_ANGLE_MAX : GD_POSITION_MAX) &&
                       norm2 > 0x1p-900 && norm2 < 0x1p900;
    if (!usual || !shape_is_point(shape) || max_abs3(shape->center) > 0.0)
        return frame_of_pose(pose, shape->dimension, frame);
    frame->position = make3(pose[0], pose[1], plane ? 0.0 : pose[2]);
    frame->rotation = (mat3){{1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}};
    return true;
}

GD_NOINLINE double gd_length_of(vec3 v, vec3* unit) {
    const double square = dot3(v, v);
    if (square > 0x1p-900 && square < 0x1p900) {
        const double length = sqrt(square);
        *unit = scale3(1.0 / length, v);
        return length;
    }
    const double length = safe_length3(v);
    if (length > 0.0) *unit = unit3(v);
    return length;
}

GD_NOINLINE bool gd_boxes_of(const gd_query* query, boxes* x) {
    const bool swapped = shape_is_line(query->a) && !shape_is_line(query->b);
    frame3 a, b;
    x->a = swapped ? query->b : query->a;
    x->b = swapped ? query->a : query->b;
    if (!gd_frame_of(x->a, swapped ? query->pose_b : query->pose_a, &a) ||
        !gd_frame_of(x->b, swapped ? query->pose_a : query->pose_b, &b))
        return false;
    x->swapped = swapped;
    x->radius = x->a->radius + x->b->radius;
    x->rotation_a = a.rotation;
    x->rotation_b = b.rotation;
    x->b_to_a = inv_mul(&a.rotation, &b.rotation);
    x->middle_a = a.position;
    x->middle_b = b.position;
    x->q = inv_rotate(&a.rotation, sub3(b.position, a.position));
    return true;
}

/* Returns false if no ball about the centres is known to be inside. */
static GD_NOINLINE bool boxes_ray_of(const boxes* x, boxes_ray* ray) {
    const vec3 zero = make3(0.0, 0.0, 0.0);
    vec3 offset_a = zero, offset_b = zero;
    ray->z = zero;
    ray->inner = x->a->inner_radius + x->b->inner_radius;
    if (max_abs3(x->a->center) + max_abs3(x->b->center) > 0.0) {
        offset_a = rotate(&x->rotation_a, x->a->center);
        offset_b = rotate(&x->rotation_b, x->b->center);
        ray->z = sub3(x->a->center, rotate(&x->b_to_a, x->b->center));
        ray->inner -=
            safe_length3(sub3(x->a->inner_center, rotate(&x->b_to_a, x->b->inner_center)));
    }
    /* Subtract the positions first: far from the origin this difference is exact. */
    const vec3 p = add3(sub3(x->middle_b, x->middle_a), sub3(offset_b, offset_a));
    ray->center_a = add3(x->middle_a, offset_a);
    ray->center_b = add3(x->middle_b, offset_b);
    vec3 d = make3(x->swapped ? -1.0 : 1.0, 0.0, 0.0);
    ray->distance = gd_length_of(p, &d);
    ray->d = inv_rotate(&x->rotation_a, d);
    ray->outer = (x->a->bound_radius + x->b->bound_radius) * (1.0 + 0x1p-40);
    return ray->inner > 0.0;
}

GD_INLINE vec3 boxes_world_normal(const boxes* x, vec3 n) {
    n = rotate(&x->rotation_a, n);
    return x->swapped ? sub3(make3(0.0, 0.0, 0.0), n) : n; /* neg3 would turn 0 into -0 */
}

/* ---- growth -------------------------------------------------------------------------------- */

/* What an answer proves: the ray leaves C between inner and outer, at the difference of the points
 * a and b. These are relative to the centres, in world orientation. */
typedef struct boxes_proof {
    double inner, outer;
    vec3 normal, a, b;
} boxes_proof;

static GD_NOINLINE bool boxes_prove(const boxes* x, const boxes_ray* ray, boxes_proof* proof) {
    boxes_answer answer;
    /* cppcheck-suppress uninitvar ; the function takes the address to write there */
    if (!(x->radius > 0.0 ? gd_box_capsule_exit : gd_boxes_exit)(x, ray, &answer)) return false;
    const vec3 n = answer.normal;
    const vec3 a = madd3(sub3(answer.a, x->a->center), x->a->radius, n);
    const vec3 b = madd3(rotate(&x->b_to_a, sub3(answer.b, x->b->center)), -x->b->radius, n);
    const double h = gd_boxes_support(x, n) + x->radius - dot3(n, ray->z),
                 n_dot_ray = dot3(n, ray->d);
    /* As in cutting_plane.c. A plane parallel to the ray bounds nothing. */
    proof->outer = h > 0.0 ? min2(h / max2(n_dot_ray, 0.0), ray->outer) : ray->outer;
    /* The ball inside C compensates for the point's distance from the ray, as in portal.h. A point
     * beyond the plane's crossing is no contact, so the excess counts against it. */
    const vec3 s = sub3(a, b);
    const double missed = length3(cross3(s, ray->d)), along = dot3(s, ray->d);
    const double least = min2(along, 2.0 * proof->outer - along);
    proof->inner = least * (ray->inner / (ray->inner + missed));
    proof->normal = boxes_world_normal(x, n);
    proof->a = rotate(&x->rotation_a, a);
    proof->b = rotate(&x->rotation_a, b);
    return true;
}

/* In 3D two rounded boxes have no closed form; 2D uses box_2d.c instead. */
static bool boxes_grow(const gd_query* query) {
    if (query->a->dimension == 2) return false;
    return shape_is_line(query->a) || shape_is_line(query->b) ||
           query->a->radius + query->b->radius == 0.0;
}

bool gd_growth_boxes(const gd_query* query, gd_growth_result* out) {
    if (!boxes_grow(query)) return false;
    boxes x;
    boxes_ray ray;
    boxes_proof proof;
    if (!gd_boxes_of(query, &x) || !boxes_ray_of(&x, &ray) || !boxes_prove(&x, &ray, &proof))
        return false;
    /* A larger tolerance than the default must not move the contact farther from the ray. */
    const double tolerance = min2(query->settings->tolerance, GD_DEFAULT_TOLERANCE);
    if (!(proof.outer <= (1.0 + tolerance) * proof.inner)) return false;
    const double upper = ray.distance / proof.inner;
    const vec3 a = add3(ray.center_a, proof.a), b = add3(ray.center_b, proof.b);
    growth_fill(out, GD_STATUS_OPTIMAL, 0.0, upper, ray.distance / proof.outer);
    store3(out->normal, proof.normal);
    store3(out->point_a, x.swapped ? b : a);
    store3(out->point_b, x.swapped ? a : b);
    store3(out->contact, scale3(0.5, add3(madd3(ray.center_a, upper, proof.a),
                                          madd3(ray.center_b, upper, proof.b))));
    return true;
}

/* ---- distance and depth -------------------------------------------------------------------- */

/* Signed distance of the cores with its points, in world coordinates. The normal proves lower. */
typedef struct boxes_gap {
    double value, lower;
    vec3 normal, a, b;
} boxes_gap;

static void boxes_gap_place(const boxes* x, const boxes_answer* answer, boxes_gap* gap) {
    const vec3 a = add3(x->middle_a, rotate(&x->rotation_a, answer->a));
    const vec3 b = add3(x->middle_b, rotate(&x->rotation_b, answer->b));
    gap->normal = boxes_world_normal(x, answer->normal);
    gap->a = x->swapped ? b : a;
    gap->b = x->swapped ? a : b;
}

/* Distance of a box and a segment, with their nearest points. If they touch or overlap, returns 0
 * and a common point; the normal then points from A's middle to B's. */
static GD_NOINLINE double boxes_nearest(const boxes* x, boxes_answer* answer) {
    const vec3 w = gd_box_capsule_nearest(x, answer);
    const double length = gd_length_of(w, &answer->normal);
    if (length > gd_boxes_rounding(x)) return length;
    answer->normal = make3(1.0, 0.0, 0.0);
    gd_length_of(x->q, &answer->normal);
    return 0.0;
}

static void boxes_gap_nearest(const boxes* x, boxes_gap* gap) {
    boxes_answer answer;
    gap->value = boxes_nearest(x, &answer);
    gap->lower = dot3(answer.normal, x->q) - gd_boxes_support(x, answer.normal);
    gap->lower = min2(gap->lower, gap->value);
    boxes_gap_place(x, &answer, gap);
}

/* The size to which rounding is relative. */
GD_INLINE double boxes_size(const boxes* x) {
    return max_abs3(x->a->size) + max_abs3(x->b->size) + max_abs3(x->q);
}

static double boxes_status(const gd_query* query, const boxes* x, double open, double value) {
    return closed_status(query->settings, open, value, boxes_size(x));
}

bool gd_distance_boxes(const gd_query* query, gd_distance_result* out) {
    if (!shape_is_line(query->a) && !shape_is_line(query->b)) return false;
    boxes x;
    boxes_gap gap;
    if (!gd_boxes_of(query, &x)) return false;
    boxes_gap_nearest(&x, &gap);
    const double radius_a = query->a->radius;
    const double value = max2(gap.value - x.radius, 0.0);
    out->iterations = 0.0;
    out->value = value;
    out->lower = max2(gap.lower - x.radius, 0.0);
    out->gap = value - out->lower;
    out->status = boxes_status(query, &x, out->gap, value);
    /* In contact both witnesses are one common point, placed by A's share of the radius. */
    const double reach =
        value > 0.0 || !(x.radius > 0.0) ? radius_a : gap.value * (radius_a / x.radius);
    const vec3 on_a = madd3(gap.a, reach, gap.normal);
    const vec3 on_b = value > 0.0 ? madd3(gap.b, -query->b->radius, gap.normal) : on_a;
    store3(out->normal, gap.normal);
    store3(out->point_a, on_a);
    store3(out->point_b, on_b);
    out->simplex_count = 1.0;
    store3(out->simplex_a, gap.a);
    store3(out->simplex_b, gap.b);
    simplex_repeat(out, 1);
    return true;
}

/* Whether bounding balls about both positions are separated. Decides only if the centres are the
 * local origins and the poses are in the usual range. */
bool gd_balls_apart(const gd_query* query, gd_collision_result* out) {
    const gd_shape *a = query->a, *b = query->b;
    const bool plane = a->dimension == 2;
    const double *at_a = query->pose_a, *at_b = query->pose_b;
    const vec3 p = make3(at_b[0] - at_a[0], at_b[1] - at_a[1], plane ? 0.0 : at_b[2] - at_a[2]);
    const double outer = (a->bound_radius + b->bound_radius) * (1.0 + 0x1p-40);
    const double square = dot3(p, p);
    if (!(square > outer * outer && square < 0x1p900 && square > 0x1p-900)) return false;
    if (max_abs3(a->center) + max_abs3(b->center) > 0.0) return false;
#pragma GCC unroll 1
    for (int i = 0; i < 2; i++) {
        const double *pose = i ? at_b : at_a, *q = pose + 3;
        const double norm2 = plane ? 1.0 : q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3];
        if (!(norm2 > 0x1p-900 && norm2 < 0x1p900)) return false;
        if (plane && !(fabs(pose[2]) <= GD_ANGLE_MAX)) return false;
        if (max_abs3(make3(pose[0], pose[1], pose[2])) > GD_POSITION_MAX) return false;
    }
    const double distance = sqrt(square), lower = distance / outer;
    if (!(lower > 1.0)) return false; /* the squares may round differently */
    collision_fill(out, GD_STATUS_OPTIMAL, 0.0, GD_INFINITY, lower);
    store3(out->normal, scale3(1.0 / distance, p));
    store3(out->point, make3(at_a[0], at_a[1], plane ? 0.0 : at_a[2]));
    return true;
}

/* Overlap test without growth: by the nearest points, or by the factor that scales Z to q. The
 * normal proves the lower bound of the growth distance; the upper bound is 1 if the shapes
 * overlap. */
bool gd_collide_boxes(const gd_query* query, gd_collision_result* out) {
    if (gd_balls_apart(query, out)) return true;
    if (!boxes_grow(query)) return false;
    boxes x;
    boxes_answer answer;
    if (!gd_boxes_of(query, &x)) return false;
    const double length =
        x.radius > 0.0 ? boxes_nearest(&x, &answer) : gd_boxes_gauge(&x, &answer) - 1.0;
    const vec3 n = answer.normal;
    /* If edges are nearly parallel, rounding may give a point of A that is not in B. */
    const vec3 apart = sub3(sub3(answer.a, rotate(&x.b_to_a, answer.b)), x.q);
    if (!(length > 0.0) && max_abs3(apart) > 4.0 * gd_boxes_rounding(&x)) return false;
    const vec3 z = sub3(x.a->center, rotate(&x.b_to_a, x.b->center));
    const double moved = dot3(n, z), n_dot_p = dot3(n, x.q) - moved;
    /* The support value is small if the centre is next to the surface. Use at least its
     * rounding. */
    const double reach = max2(gd_boxes_support(&x, n) + x.radius - moved, gd_boxes_rounding(&x));
    const double lower = n_dot_p > 0.0 ? n_dot_p / reach : 0.0;
    const double upper = length <= x.radius ? 1.0 : GD_INFINITY;
    /* placed by A's share of the radius */
    const double share = x.radius > 0.0 ? x.a->radius / x.radius : 0.0;
    const vec3 on_a = madd3(answer.a, min2(length, x.radius) * share, n);
    collision_fill(out, upper <= 1.0 || lower > 1.0 ? GD_STATUS_OPTIMAL : GD_STATUS_PRECISION, 0.0,
                   upper, lower);
    store3(out->normal, boxes_world_normal(&x, n));
    store3(out->point, add3(x.middle_a, rotate(&x.rotation_a, on_a)));
    return true;
}

double gd_boxes_rounding(const boxes* x) {
    return BOXES_UNCERTAIN * boxes_size(x);
}

static void boxes_gap_deep(const boxes* x, boxes_gap* gap) {
    boxes_answer answer;
    gap->lower = -gd_boxes_depth(x, &answer);
    gap->value = gap->lower + gd_boxes_rounding(x);
    boxes_gap_place(x, &answer, gap);
}

/* The solver computes the signed distance of two boxes, because they may be separated. A depth does
 * not need their distance, so this function computes it. */
static bool boxes_signed(const gd_query* query, bool depth_only, gd_signed_result* out) {
    boxes x;
    boxes_gap gap = {.value = 0.0};
    const bool two = !shape_is_line(query->a) && !shape_is_line(query->b);
    if (two && !depth_only) return false;
    if (!gd_boxes_of(query, &x)) return false;
    if (!two) boxes_gap_nearest(&x, &gap);
    if (!(gap.lower > 0.0)) {
        if (query->settings->method != GD_METHOD_AUTO) return false;
        boxes_gap deep;
        boxes_gap_deep(&x, &deep);
        if (two && deep.lower > 0.0 && !(deep.lower > x.radius)) return false;
        if (gap.value > 0.0) {
            /* The cores are so close that rounding tilts the normal and its proof fails. Use the
             * normal of the depth, which may be a face's. */
            gap.lower = min2(deep.lower, gap.value);
            gap.normal = deep.normal;
        } else {
            gap = deep;
            if (!two || !(gap.lower > 0.0)) {
                gap.lower = min2(gap.lower, 0.0);
                gap.value = min2(gap.value, 0.0);
            }
        }
    }
    out->iterations = out->support_calls = 0.0;
    out->lower = gap.lower - x.radius;
    out->upper = gap.value - x.radius;
    out->value = out->upper > 0.0 ? out->upper : out->lower;
    out->status = boxes_status(query, &x, out->upper - out->lower, out->value);
    /* Rounding leaves a difference between b - a and value * normal: split it between the
     * points. */
    const double length = (depth_only ? min2(out->lower, out->value) : out->value) + x.radius;
    const vec3 miss = sub3(sub3(gap.b, gap.a), scale3(length, gap.normal));
    store3(out->normal, gap.normal);
    store3(out->point_a, madd3(madd3(gap.a, 0.5, miss), query->a->radius, gap.normal));
    store3(out->point_b, madd3(madd3(gap.b, -0.5, miss), -query->b->radius, gap.normal));
    return true;
}

bool gd_signed_boxes(const gd_query* query, gd_signed_result* out) {
    return boxes_signed(query, false, out);
}

bool gd_penetration_boxes(const gd_query* query, gd_penetration_result* out) {
    gd_signed_result s;
    if (!boxes_signed(query, true, &s)) return false;
    out->status = s.lower > 0.0 ? (double)GD_STATUS_OPTIMAL : s.status; /* certainly separated */
    out->iterations = s.iterations;
    out->support_calls = s.support_calls;
    out->depth = max2(-s.lower, 0.0);
    out->lower = max2(-s.upper, 0.0);
    store3(out->normal, load3(s.normal));
    store3(out->point_a, load3(s.point_a));
    store3(out->point_b, load3(s.point_b));
    return true;
}
