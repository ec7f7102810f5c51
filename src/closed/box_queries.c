/* Growth, overlap tests, distance and depth in 2D and 3D for cores that are boxes, segments or
 * points. They use box_box.c and box_capsule.c. Each function returns false if there is no closed
 * form, or if its bounds miss the tolerance: then a solver handles the pair. */
#include "closed/boxes.h"
#include "closed/pose_lanes.h"

/* A ball about its own centre needs no rotation, so this skips it. */
GD_NOINLINE bool gd_frame_of(const gd_shape* shape, const double* pose, frame3* frame) {
    if (!shape_is_point(shape) || shape->off_center)
        return frame_of_pose(pose, shape->dimension, frame);
    frame->rotation = (mat3){{1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}};
    return position_of_pose(pose, shape->dimension, &frame->position);
}

/* Places 3D shapes. Returns false if a pose is unusual or invalid. */
GD_INLINE bool boxes_place(const double* a, const double* b, boxes* x) {
    const pose_lanes l = pose_lanes_of(a, b);
    x->rotation_a = rotation_of(a[3], a[4], a[5], a[6], l.norm2[0]);
    x->rotation_b = rotation_of(b[3], b[4], b[5], b[6], l.norm2[1]);
    x->middle_a = lane3(&l.position, 0);
    x->middle_b = lane3(&l.position, 1);
    return pose_lanes_usual(&l);
}

/* Shapes in 2D, or poses that are unusual or invalid. */
static GD_COLD bool boxes_place_frames(const double* a, const double* b, boxes* x) {
    frame3 at_a, at_b;
    if (!frame_of_pose(a, x->a->dimension, &at_a) || !frame_of_pose(b, x->b->dimension, &at_b))
        return false;
    x->rotation_a = at_a.rotation;
    x->rotation_b = at_b.rotation;
    x->middle_a = at_a.position;
    x->middle_b = at_b.position;
    return true;
}

GD_NOINLINE bool gd_boxes_of(const gd_query* query, boxes* x) {
    const bool swapped = shape_is_line(query->a) && !shape_is_line(query->b);
    const double* a = swapped ? query->pose_b : query->pose_a;
    const double* b = swapped ? query->pose_a : query->pose_b;
    x->a = swapped ? query->b : query->a;
    x->b = swapped ? query->a : query->b;
    if (!(x->a->dimension == 3 && boxes_place(a, b, x)) && !boxes_place_frames(a, b, x))
        return false;
    x->swapped = swapped;
    x->radius = x->a->radius + x->b->radius;
    x->b_to_a = inv_mul(&x->rotation_a, &x->rotation_b);
    x->q = inv_rotate(&x->rotation_a, sub3(x->middle_b, x->middle_a));
    return true;
}

/* Returns false if no ball about the centres is known to be inside. */
static bool boxes_ray_of(const boxes* x, boxes_ray* ray) {
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
    ray->distance = length_and_unit3(p, &d);
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

static bool boxes_prove(const boxes* x, const boxes_ray* ray, boxes_proof* proof) {
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
    proof->inner = least * ray->inner / (ray->inner + missed);
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

/* The size to which rounding is relative. */
GD_INLINE double boxes_size(const boxes* x) {
    return max_abs3(x->a->size) + max_abs3(x->b->size) + max_abs3(x->q);
}

double gd_boxes_rounding(const boxes* x) {
    return GAP_ROUNDING * boxes_size(x);
}

/* Sets normal and points of a gap. */
static void boxes_gap_place(const boxes* x, const boxes_answer* answer, core_gap* gap) {
    const vec3 a = add3(x->middle_a, rotate(&x->rotation_a, answer->a));
    const vec3 b = add3(x->middle_b, rotate(&x->rotation_b, answer->b));
    gap->normal = boxes_world_normal(x, answer->normal);
    gap->a = x->swapped ? b : a;
    gap->b = x->swapped ? a : b;
}

/* The nearest points of a box a and a segment or point b. Of a segment, only the axis of its
 * rotation is needed. */
typedef struct box_segment {
    const gd_shape *a, *b;
    bool swapped;
    mat3 rotation; /* of a */
    vec3 axis;     /* unit, of b, world */
    vec3 middle_a, middle_b;
} box_segment;

/* Shapes in 2D, or poses that are unusual or invalid. */
static GD_COLD bool box_segment_place_frames(const double* a, const double* b, box_segment* s) {
    frame3 at_a, at_b;
    if (!frame_of_pose(a, s->a->dimension, &at_a) || !frame_of_pose(b, s->b->dimension, &at_b))
        return false;
    s->rotation = at_a.rotation;
    s->axis = at_b.rotation.cy;
    s->middle_a = at_a.position;
    s->middle_b = at_b.position;
    return true;
}

/* Places 3D shapes. Returns false if a pose is unusual or invalid. */
GD_INLINE bool box_segment_place(const double* a, const double* b, box_segment* s) {
    const pose_lanes l = pose_lanes_of(a, b);
    s->rotation = rotation_of(a[3], a[4], a[5], a[6], l.norm2[0]);
    s->axis = rotation_of(b[3], b[4], b[5], b[6], l.norm2[1]).cy;
    s->middle_a = lane3(&l.position, 0);
    s->middle_b = lane3(&l.position, 1);
    return pose_lanes_usual(&l);
}

GD_INLINE bool box_segment_of(const gd_query* query, box_segment* s) {
    const bool swapped = shape_is_line(query->a) && !shape_is_line(query->b);
    const double* a = swapped ? query->pose_b : query->pose_a;
    const double* b = swapped ? query->pose_a : query->pose_b;
    s->swapped = swapped;
    s->a = swapped ? query->b : query->a;
    s->b = swapped ? query->a : query->b;
    if (s->a->dimension == 3 && box_segment_place(a, b, s)) return true;
    box_segment other = *s; /* apart, so that the usual pair stays in registers */
    const bool valid = box_segment_place_frames(a, b, &other);
    *s = other;
    return valid;
}

/* Returns the length of the vector w between nearest points; *n becomes its direction. Of shapes
 * that touch or overlap the length is 0, and *n is the direction of q, from A's middle to B's. */
GD_INLINE double boxes_length(vec3 w, vec3 q, double size, vec3* n) {
    *n = make3(1.0, 0.0, 0.0);
    const double length = length_and_unit3(w, n);
    if (length > GAP_ROUNDING * size) return length;
    *n = make3(1.0, 0.0, 0.0);
    length_and_unit3(q, n);
    return 0.0;
}

/* If they touch or overlap, a and b are a common point. */
static bool box_segment_gap(const gd_query* query, core_gap* gap) {
    box_segment s;
    box_capsule r;
    if (!box_segment_of(query, &s)) return false;
    const vec3 half = s.a->size, arm = scale3(s.b->size.y, s.axis);
    const vec3 q = inv_rotate(&s.rotation, sub3(s.middle_b, s.middle_a));
    const vec3 g = inv_rotate(&s.rotation, arm);
    r.q = q;
    r.g = g;
    r.e = half;
    gd_box_capsule_nearest(&r);
    gap->size = max_abs3(half) + s.b->size.y + max_abs3(q);
    vec3 n;
    const double length = boxes_length(r.w, q, gap->size, &n);
    const double reach = half.x * fabs(n.x) + half.y * fabs(n.y) + half.z * fabs(n.z);
    gap->length = length;
    gap->lower = min2(dot3(n, q) - (reach + fabs(dot3(n, g))), length);
    n = rotate(&s.rotation, n);
    const vec3 on_b = madd3(s.middle_b, r.t, arm), on_a = madd3(on_b, -length, n);
    gap->a = s.swapped ? on_b : on_a;
    gap->b = s.swapped ? on_a : on_b;
    gap->normal = s.swapped ? sub3(make3(0.0, 0.0, 0.0), n) : n; /* neg3 would turn 0 into -0 */
    return true;
}

static void boxes_gap_deep(const boxes* x, core_gap* gap) {
    boxes_answer answer;
    gap->lower = -gd_boxes_depth(x, &answer);
    gap->length = gap->lower + gd_boxes_rounding(x);
    boxes_gap_place(x, &answer, gap);
}

/* The nearest points of two boxes. Returns false if the gap of the bounds is not rounding. */
static bool boxes_gap_apart(const gd_query* query, const boxes* x, core_gap* gap) {
    box_nearest nearest;
    if (!gd_box_distance(x, gap->size, &nearest)) return false;
    vec3 n;
    const double length = boxes_length(nearest.w, x->q, gap->size, &n);
    gap->length = length;
    gap->lower = min2(dot3(n, x->q) - gd_boxes_support(x, n), length);
    gap->normal = rotate(&x->rotation_a, n);
    gap->b = add3(x->middle_b, rotate(&x->rotation_b, nearest.b));
    gap->a = madd3(gap->b, -length, gap->normal);
    const double tolerance = min2(query->settings->tolerance, GD_DEFAULT_TOLERANCE);
    const double rounding = GAP_ROUNDING * gap->size;
    return length == 0.0 || length - gap->lower <= tolerance * fabs(length - x->radius) + rounding;
}

/* Two boxes. For GAP_DEPTH, separated ones need only the normal of the depth. The solver handles
 * those whose radii alone may overlap. */
static bool boxes_gap_two(const gd_query* query, const boxes* x, gap_goal goal, core_gap* gap) {
    if (goal != GAP_DEPTH) {
        if (!boxes_gap_apart(query, x, gap)) return false;
        if (goal == GAP_DISTANCE || gap->length > 0.0) return true;
    }
    core_gap deep = *gap;
    boxes_gap_deep(x, &deep);
    const bool apart = deep.lower > 0.0;
    if (goal == GAP_DEPTH || !apart) {
        *gap = deep;
        if (!apart) gap->length = min2(gap->length, 0.0);
        return !apart || gap->lower > x->radius;
    }
    /* touching boxes that the normal separates by less than rounding */
    gap->normal = deep.normal;
    gap->lower = 0.0;
    return true;
}

GD_NOINLINE bool gd_boxes_gap(const gd_query* query, gap_goal goal, core_gap* gap) {
    boxes x;
    const bool two = !shape_is_line(query->a) && !shape_is_line(query->b);
    if (!two) {
        if (!box_segment_gap(query, gap)) return false;
        if (goal == GAP_DISTANCE || gap->lower > 0.0) return true;
    }
    if (query->settings->method != GD_METHOD_AUTO || !gd_boxes_of(query, &x)) return false;
    gap->size = boxes_size(&x);
    if (two) return boxes_gap_two(query, &x, goal, gap);
    core_gap deep = *gap;
    boxes_gap_deep(&x, &deep);
    if (gap->length > 0.0) {
        /* The cores are so close that rounding tilts the normal and its proof fails. Use the normal
         * of the depth, which may be a face's. */
        gap->lower = min2(deep.lower, gap->length);
        gap->normal = deep.normal;
        return true;
    }
    *gap = deep;
    gap->lower = min2(gap->lower, 0.0);
    gap->length = min2(gap->length, 0.0);
    return true;
}

/* Overlap test without growth, by the factor that scales Z to q. The normal proves the lower bound
 * of the growth distance; the upper bound is 1 if the boxes overlap. */
bool gd_collide_boxes(const gd_query* query, gd_collision_result* out) {
    boxes x;
    boxes_answer answer;
    if (query->a->dimension == 2 || query->a->radius + query->b->radius > 0.0 ||
        !gd_boxes_of(query, &x))
        return false;
    const bool meet = gd_boxes_gauge(&x, &answer) <= 1.0;
    const vec3 n = answer.normal;
    /* If edges are nearly parallel, rounding may give a point of A that is not in B. */
    const vec3 apart = sub3(sub3(answer.a, rotate(&x.b_to_a, answer.b)), x.q);
    if (meet && max_abs3(apart) > 4.0 * gd_boxes_rounding(&x)) return false;
    const vec3 z = sub3(x.a->center, rotate(&x.b_to_a, x.b->center));
    const double moved = dot3(n, z), n_dot_p = dot3(n, x.q) - moved;
    /* The support value is small if the centre is next to the surface. Use at least its
     * rounding. */
    const double reach = max2(gd_boxes_support(&x, n) - moved, gd_boxes_rounding(&x));
    const double lower = n_dot_p > 0.0 ? n_dot_p / reach : 0.0;
    const double upper = meet ? 1.0 : GD_INFINITY;
    collision_fill(out, meet || lower > 1.0 ? GD_STATUS_OPTIMAL : GD_STATUS_PRECISION, 0.0, upper,
                   lower);
    store3(out->normal, boxes_world_normal(&x, n));
    store3(out->point, add3(x.middle_a, rotate(&x.rotation_a, answer.a)));
    return true;
}
