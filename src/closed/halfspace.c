/* Pairs with an exact answer: a half-space and any other shape.
 *
 * The half-space H = { x : m.x <= o } is not scaled. So sigma is the factor by which the other
 * shape A must grow to reach the plane. If its centre a is outside H, sigma = (m.a - o) /
 * h_{A-a}(-m), otherwise 0 (docs/algorithms.md, Growth distance). */
#include "closed/closed.h"
#include "closed/pose_lanes.h"
#include "shapes/support.h"

/* A body opposite a half-space, in world coordinates. */
typedef struct facing {
    bool body_is_a;
    vec3 m;        /* unit outward normal of H */
    double height; /* height of the body's centre above the plane */
    vec3 center;   /* the body's centre */
    vec3 support;  /* the body's point nearest to the plane, relative to its centre */
    double reach;  /* h_{A-a}(-m) */
} facing;

/* The frames of body and plane. */
typedef struct facing_frames {
    frame3 body, plane;
} facing_frames;

/* Shapes in 2D, or poses that are unusual or invalid. */
static GD_COLD bool facing_place_any(const double* body, const double* plane, int dimension,
                                     facing_frames* at) {
    return frame_of_pose(body, dimension, &at->body) && frame_of_pose(plane, dimension, &at->plane);
}

/* Returns false if a pose is invalid. */
GD_INLINE bool facing_place(const double* body, const double* plane, int dimension,
                            facing_frames* at) {
    if (dimension == 3) {
        const pose_lanes l = pose_lanes_of(body, plane);
        at->body.position = lane3(&l.position, 0);
        at->plane.position = lane3(&l.position, 1);
        at->body.rotation = rotation_of(body[3], body[4], body[5], body[6], l.norm2[0]);
        at->plane.rotation = rotation_of(plane[3], plane[4], plane[5], plane[6], l.norm2[1]);
        if (pose_lanes_usual(&l)) return true;
    }
    facing_frames other; /* apart, so that usual frames stay in registers */
    const bool valid = facing_place_any(body, plane, dimension, &other);
    *at = other;
    return valid;
}

/* The point of a body farthest along down in its frame, relative to its centre. */
GD_INLINE vec3 facing_support(const gd_shape* body, vec3 down) {
    uint32_t hint = GD_NO_HINT;
    vec3 s = sub3(core_support(body, down, &hint), body->center);
    s = madd3(s, body->radius, down);
    return make3(s.x, s.y, body->dimension == 2 ? 0.0 : s.z);
}

static GD_NOINLINE gd_status facing_of(const gd_query* query, facing* f) {
    f->body_is_a = query->b->core == GD_CORE_HALFSPACE;
    const gd_shape* body = f->body_is_a ? query->a : query->b;
    const gd_shape* half = f->body_is_a ? query->b : query->a;
    facing_frames at;
    if (body->core == GD_CORE_HALFSPACE) return GD_ERROR_UNDEFINED;
    if (!facing_place(f->body_is_a ? query->pose_a : query->pose_b,
                      f->body_is_a ? query->pose_b : query->pose_a, body->dimension, &at))
        return GD_ERROR_POSE;
    f->m = rotate(&at.plane.rotation, half->size);
    const bool ball = shape_is_point(body) && !body->off_center; /* the same in all orientations */
    if (ball) {
        f->center = at.body.position;
        f->support = scale3(-body->radius, f->m);
        f->reach = body->radius;
    } else {
        const vec3 down = inv_rotate(&at.body.rotation, neg3(f->m));
        const vec3 s = facing_support(body, down);
        f->center = add3(at.body.position, rotate(&at.body.rotation, body->center));
        f->support = rotate(&at.body.rotation, s);
        f->reach = dot3(s, down);
    }
    f->height = dot3(f->m, sub3(f->center, at.plane.position)) - half->offset;
    return GD_STATUS_OPTIMAL;
}

gd_status gd_growth_halfspace(const gd_query* query, gd_growth_result* out) {
    facing f;
    const gd_status status = facing_of(query, &f);
    if (status != GD_STATUS_OPTIMAL) return status;
    double sigma = 0.0;
    if (f.height > 0.0) {
        if (!(f.reach > 0.0)) return GD_ERROR_UNDEFINED; /* growth never reaches the plane */
        sigma = f.height / f.reach;
    }
    /* H is not scaled, so its witness point is the contact. */
    const vec3 contact = madd3(f.center, sigma, f.support);
    const vec3 witness = add3(f.center, f.support);
    out->status = GD_STATUS_OPTIMAL;
    out->iterations = 1.0;
    out->value = out->lower = out->upper = sigma;
    store3(out->normal, f.body_is_a ? neg3(f.m) : f.m);
    store3(out->point_a, f.body_is_a ? witness : contact);
    store3(out->point_b, f.body_is_a ? contact : witness);
    store3(out->contact, contact);
    return GD_STATUS_OPTIMAL;
}

gd_status gd_collide_halfspace(const gd_query* query, gd_collision_result* out) {
    facing f;
    const gd_status status = facing_of(query, &f);
    if (status != GD_STATUS_OPTIMAL) return status;
    /* A body with zero reach never approaches by growing: sigma is infinite or 0. */
    const double sigma = f.height <= 0.0 ? 0.0 : f.reach > 0.0 ? f.height / f.reach : GD_INFINITY;
    out->status = GD_STATUS_OPTIMAL;
    out->iterations = 1.0;
    out->colliding = f.height <= f.reach ? 1.0 : 0.0;
    out->lower = out->upper = sigma;
    store3(out->normal, f.body_is_a ? neg3(f.m) : f.m);
    /* If the centre is outside the body, only the end of the segment to the support point is in the
     * body. */
    const double grasp = (f.body_is_a ? query->a : query->b)->center_inradius;
    store3(out->point, madd3(f.center, grasp < 0.0 ? 1.0 : min2(sigma, 1.0), f.support));
    return GD_STATUS_OPTIMAL;
}

gd_status gd_distance_halfspace(const gd_query* query, gd_distance_result* out) {
    facing f;
    const gd_status status = facing_of(query, &f);
    if (status != GD_STATUS_OPTIMAL) return status;
    const double value = max2(f.height - f.reach, 0.0);
    const vec3 on_body = add3(f.center, f.support);
    const vec3 on_plane = madd3(on_body, -value, f.m);
    out->status = GD_STATUS_OPTIMAL;
    out->iterations = 1.0;
    out->value = out->lower = value;
    out->gap = 0.0;
    store3(out->normal, f.body_is_a ? neg3(f.m) : f.m);
    store3(out->point_a, f.body_is_a ? on_body : on_plane);
    store3(out->point_b, f.body_is_a ? on_plane : on_body);
    out->simplex_count = 0.0;
    if (simplex_wanted(query)) simplex_fill_point(load3(out->point_a), load3(out->point_b), out);
    return GD_STATUS_OPTIMAL;
}

gd_status gd_signed_halfspace(const gd_query* query, gd_signed_result* out) {
    facing f;
    const gd_status status = facing_of(query, &f);
    if (status != GD_STATUS_OPTIMAL) return status;
    const double value = 0.0 + (f.height - f.reach); /* 0 instead of -0 */
    const vec3 on_body = add3(f.center, f.support), on_plane = madd3(on_body, -value, f.m);
    out->status = GD_STATUS_OPTIMAL;
    out->iterations = out->support_calls = 1.0;
    out->value = out->lower = out->upper = value;
    store3(out->normal, f.body_is_a ? neg3(f.m) : f.m);
    store3(out->point_a, f.body_is_a ? on_body : on_plane);
    store3(out->point_b, f.body_is_a ? on_plane : on_body);
    return GD_STATUS_OPTIMAL;
}

gd_status gd_penetration_halfspace(const gd_query* query, gd_penetration_result* out) {
    gd_signed_result s;
    const gd_status status = gd_signed_halfspace(query, &s);
    if (status != GD_STATUS_OPTIMAL) return status;
    out->status = s.status;
    out->iterations = s.iterations;
    out->support_calls = s.support_calls;
    out->depth = out->lower = max2(-s.value, 0.0);
    store3(out->normal, load3(s.normal));
    store3(out->point_a, load3(s.point_a));
    store3(out->point_b, load3(s.point_b));
    return GD_STATUS_OPTIMAL;
}
