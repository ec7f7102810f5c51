/* The hybrid of conic projection and internal expanding. The first finds three vertices of C whose
 * cone contains p, the second expands from there. Source: Zheng and Yamane 2013;
 * docs/lab/methods.md.
 *
 * p is projected on the cone of the vertices themselves, without lift. The origin is inside C, so C
 * extends along the residual, and the support vertex there brings the cone nearer, until it
 * contains p. This takes few steps. Expanding then begins with vertices on the boundary of C
 * instead of a small simplex. */
#include "compare/compare.h"

#include "compare/conic_projection.h"

/* Fallback if rounding leaves the ray on the border of the cone: the inner ball's simplex, raised
 * by the cone's vertices. */
static void hybrid_fall_back(const compare_ray* ray, const cone3* cone, portal3* facet) {
    portal3_start(facet, &ray->pair);
    for (int i = 0; i < cone->count; i++) {
        const vec3 n = portal3_normal(facet);
        if (dot3(n, sub3(cone->v[i].s, facet->v[0].s)) > 0.0) portal3_pivot(facet, &cone->v[i]);
    }
}

/* Finds three vertices around the ray. */
static void hybrid_project(compare_ray* ray, portal3* facet) {
    const vec3 x = scale3(ray->extent, ray->pair.ray);
    cone3 cone;
    cone.count = 0;
    vec3 n = ray->pair.ray;
    while (ray->iterations < ray->max_iterations) {
        vertex3 s;
        ray_support(ray, n, &s);
        if (!gd_conic_project(&cone, &s, x, 0.0)) break;
        if (cone.count == 3 && gd_ray_surrounded(cone.v, facet)) {
            facet->rounding = 0.5 * ray->rule.rounding;
            if (facet->inner > 0.0) return;
        }
        double sum = 1.0;
        for (int i = 0; i < cone.count; i++)
            sum += cone.lambda[i];
        const double size = max_abs3(cone.residual);
        if (!(size > ray->rule.rounding * sum)) break;
        n = scale3(1.0 / size, cone.residual);
    }
    hybrid_fall_back(ray, &cone, facet);
}

gd_status gd_compare_zc_ie(const gd_query* query, gd_growth_result* out) {
    compare_ray ray;
    gd_status status = gd_ray_init(&ray, query);
    if (status != GD_STATUS_OPTIMAL) return status;
    portal3 facet;
    hybrid_project(&ray, &facet);
    status = gd_compare_expand(&ray, &facet);
    return gd_ray_finish(&ray, status, out);
}
