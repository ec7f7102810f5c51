/* Pairs with an exact answer: a half-space and any other shape.
 *
 * The half-space H = { x : m.x <= o } is not scaled. So sigma is the factor by which the other
 * shape A must grow to reach the plane. If its centre a is outside H, sigma = (m.a - o) /
 * h_{A-a}(-m), otherwise 0 (docs/algorithms.md, Growth distance). */
#include "closed/boxes.h"
#include "shapes/support.h"

#include <string.h>

/* A body opposite a half-space, in world coordinates. */
typedef struct facing {
    bool body_is_a;
    vec3 m;        /* unit outward normal of H */
    double height; /* height of the body's centre above the plane */
    vec3 center;   /* the body's centre */
    vec3 support;  /* the body's point nearest to the plane, relative to its centre */
    double reach;  /* h_{A-a}(-m) */
} facing;

static gd_status facing_of(const gd_query* query, facing* f) {
    f->body_is_a = query->b->core == GD_CORE_HALFSPACE;
    const gd_shape* body = f->body_is_a ? query->a : query->b;
    const gd_shape* half = f->body_is_a ? query->b : query->a;
    if (body->core == GD_CORE_HALFSPACE) return GD_ERROR_UNDEFINED;
    frame3 at, plane;
    if (!gd_frame_of(body, f->body_is_a ? query->pose_a : query->pose_b, &at) ||
        !gd_frame_of(half, f->body_is_a ? query->pose_b : query->pose_a, &plane))
        return GD_ERROR_POSE;
    f->m = rotate(&plane.rotation, half->size);
    f->center = add3(at.position, rotate(&at.rotation, body->center));
    f->height = dot3(f->m, sub3(f->center, plane.position)) - half->offset;
    const vec3 down = inv_rotate(&at.rotation, neg3(f->m));
    uint32_t hint = GD_NO_HINT;
    vec3 s = madd3(sub3(gd_core_support(body, down, &hint), body->center), body->radius, down);
    if (body->dimension == 2) s.z = 0.0;
    f->support = rotate(&at.rotation, s);
    f->reach = dot3(s, down);
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
    out->simplex_count = 1.0;
    store3(out->simplex_a, f.body_is_a ? on_body : on_plane);
    store3(out->simplex_b, f.body_is_a ? on_plane : on_body);
    simplex_repeat(out, 1);
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
    memcpy(out->normal, s.normal, sizeof s.normal);
    memcpy(out->point_a, s.point_a, sizeof s.point_a);
    memcpy(out->point_b, s.point_b, sizeof s.point_b);
    return GD_STATUS_OPTIMAL;
}
