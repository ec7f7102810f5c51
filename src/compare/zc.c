/* Conic projection (Zheng and Chew 2009, after the ray cast of van den Bergen 2004 by GJK;
 * docs/lab/methods.md): a point x on the ray comes in from outside until it touches C.
 *
 * x is projected on the cone of the vertices known, each lifted by the same length (basis.h). The
 * residual is a normal: the vertices of the face that holds the projection lie in one plane, and x
 * beyond it. The support vertex along it either shows that C ends before x, and x moves down to its
 * plane, or joins the cone, which comes nearer to x.
 *
 * x is the outer bound. The projection bounds from below: what is missing to x is made up for by a
 * point of the ball inside C, x = sum lambda_i s_i + |r| / ball * (ball r / |r|); and so does the
 * face itself where the ray passes through it.
 *
 * Invariants: coefficients > 0; outer falls. The nearer x is, the less a residual says of the
 * normal: where it leads nowhere the same normal is computed in another way, once, and where that
 * does not help either the bounds stay apart and the status is PRECISION. */
#include "compare/compare.h"

#include "compare/conic_projection.h"

/* The lift as a part of the extent. It hardly matters: on 2000 random curved pairs 23.2 steps in
 * the mean with 1/50, 21.7 with 1, 21.6 with 10. */
#define ZC_LIFT 1.0
/* Steps after which nothing will come nearer: thin faces send the search in circles. */
#define ZC_IDLE_STEPS 4
/* Bounds as near as this are kept: rounding may take the cone away from x again. */
#define ZC_NEAR (1.0 + 0x1p-20)

/* Of all coefficients, the ball's included. */
static double zc_sum(const compare_ray* ray, const cone3* cone) {
    double sum = length3(cone->residual) / ray->ball;
    for (int i = 0; i < cone->count; i++)
        sum += cone->lambda[i];
    return sum;
}

/* The face as a portal where the ray passes through it. */
static bool zc_face(const cone3* cone, portal3* portal) {
    if (cone->count != 3 || !gd_ray_surrounded(cone->v, portal)) return false;
    portal3_refine(portal);
    return true;
}

/* The inner bound by the cone: what is in it, and its face. */
static double zc_inner(const compare_ray* ray, const cone3* cone) {
    portal3 portal;
    const double inner = ray->outer / zc_sum(ray, cone);
    return zc_face(cone, &portal) ? max2(inner, portal3_certain(&portal, ray->ball)) : inner;
}

/* The points of that bound, if it is the best so far. */
static void zc_prove(compare_ray* ray, const cone3* cone) {
    portal3 portal;
    if (zc_face(cone, &portal)) ray_improve(ray, &portal);
    const double inner = ray->outer / zc_sum(ray, cone);
    if (!(inner > ray->inner)) return;
    ray->inner = inner;
    ray->count = cone->count;
    for (int i = 0; i < cone->count; i++) {
        ray->point[i] = cone->v[i];
        ray->weight[i] = cone->lambda[i];
    }
    const double length = length3(cone->residual);
    gd_ray_ball(ray, scale3(length > 0.0 ? ray->ball / length : 0.0, cone->residual),
                &ray->point[ray->count]);
    ray->weight[ray->count++] = length / ray->ball;
}

/* Whether a support vertex along n is no farther than the face already is. */
static bool zc_knows(const compare_ray* ray, const cone3* cone, vec3 n, const vertex3* s) {
    if (cone->count == 0) return false;
    return dot3(n, sub3(s->s, cone->v[0].s)) <= ray->rule.rounding * length3(n);
}

/* The normal of the cone's face, or where that did not help (again) another that would be the same
 * but for rounding: of a triangle its own and the residual, of an edge the residual and what is
 * across it in the plane of the ray. */
static bool zc_normal(const compare_ray* ray, const cone3* cone, bool again, vec3* n) {
    *n = cone->residual;
    if (cone->count == 3 && !again) *n = cone->normal;
    if (cone->count == 2 && again) {
        const vec3 edge = sub3(cone->v[1].s, cone->v[0].s), p = ray->pair.ray;
        *n = madd3(p, -dot3(p, edge) / dot3(edge, edge), edge);
    }
    const double size = max_abs3(*n);
    *n = scale3(1.0 / size, *n);
    return size > 0.0 && !(cone->count == 1 && again);
}

/* Brings x in; the last cone is left for the proof. */
static gd_status zc_run(compare_ray* ray, cone3* cone) {
    vec3 n = ray->pair.ray;
    bool again = false;           /* n is the second normal of a face */
    double nearest = GD_INFINITY; /* the cone's least distance from x, squared */
    int idle = 0;                 /* steps since x moved or the cone came nearer */
    for (;;) {
        vertex3 s;
        const double outer = ray->outer;
        ray_support(ray, n, &s);
        const bool known = zc_knows(ray, cone, n, &s) && ray->outer == outer;
        const vec3 x = scale3(ray->outer, ray->pair.ray);
        if (!known && !gd_conic_project(cone, &s, x, ZC_LIFT * ray->extent))
            return GD_STATUS_PRECISION;
        const double inner = zc_inner(ray, cone);
        if (ray->outer <= ZC_NEAR * inner) zc_prove(ray, cone);
        if (stop_proved(&ray->rule, inner, ray->outer)) return GD_STATUS_OPTIMAL;
        const bool nearer = ray->outer < outer || cone->squared < nearest;
        idle = nearer ? 0 : idle + 1;
        if (nearer) nearest = cone->squared;
        if ((known && again) || idle == ZC_IDLE_STEPS ||
            stop_stalled(&ray->rule, inner, ray->outer, GD_INFINITY))
            return GD_STATUS_PRECISION;
        if (ray->iterations == ray->max_iterations) return GD_STATUS_MAX_ITERATIONS;
        again = known;
        if (!zc_normal(ray, cone, again, &n)) return GD_STATUS_PRECISION;
    }
}

gd_status gd_compare_zc(const gd_query* query, gd_growth_result* out) {
    compare_ray ray;
    gd_status status = gd_ray_init(&ray, query);
    if (status != GD_STATUS_OPTIMAL) return status;
    cone3 cone;
    cone.count = 0;
    cone.residual = scale3(ray.outer, ray.pair.ray); /* all of x is missing to an empty cone */
    status = zc_run(&ray, &cone);
    zc_prove(&ray, &cone);
    return gd_ray_finish(&ray, status, out);
}
