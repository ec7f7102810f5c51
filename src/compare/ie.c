/* Internal expanding: a simplex inside C grows along the ray, facet by facet. Source: Zheng, Lin
 * and Manocha 2010; [G] Table I; docs/lab/methods.md.
 *
 * Each step finds the support vertex along the normal of the facet through which the ray leaves.
 * Its plane bounds beta from above, the facet from below. Vertex and facet span a new simplex. Its
 * other facets are tested by the coefficients of p as a conic combination of their vertices: the
 * ray leaves through the one with all >= 0.
 *
 * In 2D and 3D, the cutting plane pivots to the same facet, so the iterates agree up to rounding.
 * Only the test differs: triple products in space here, areas projected along the ray in
 * cutting_plane.c. Keeping the facets of all former steps, except hidden ones, was tried on 2000
 * random curved pairs: 2 % fewer steps at twice the time.
 *
 * Invariants: coefficients >= 0; inner rises and outer falls, up to rounding. */
#include "compare/compare.h"

#include "compare/ray.h"

/* p.(s x q) */
GD_INLINE double ie_triple(vec3 p, const vertex3* s, const vertex3* q) {
    return dot3(p, cross3(s->s, q->s));
}

/* Replaces a vertex of the facet by q, so that the ray leaves the simplex through the result. By
 * Cramer's rule the coefficients of q, v_i and v_j are in the ratio p.(v_i x v_j) : p.(v_j x q) :
 * p.(q x v_i). The first was v_k's weight. Returns false if rounding leaves no facet. */
static bool ie_expand(portal3* facet, vec3 p, const vertex3* q) {
    const double d[3] = {ie_triple(p, &facet->v[0], q), ie_triple(p, &facet->v[1], q),
                         ie_triple(p, &facet->v[2], q)};
    const double noise = facet->rounding * max_abs3(q->s);
    double best = -noise;
    int leaving = -1;
    for (int k = 0; k < 3; k++) {
        const double least = min2(d[(k + 2) % 3], -d[(k + 1) % 3]);
        const double sum = facet->weight[k] + d[(k + 2) % 3] - d[(k + 1) % 3];
        if (!(least >= best && sum > noise)) continue;
        best = least;
        leaving = k;
    }
    if (leaving < 0) return false;
    const int i = (leaving + 1) % 3, j = (leaving + 2) % 3;
    facet->v[leaving] = *q;
    facet->weight[i] = max2(d[j], 0.0);
    facet->weight[j] = max2(-d[i], 0.0);
    portal3_measure(facet);
    return true;
}

/* Expands until the bounds prove the answer. Keeps the best facet as proof, because rounding on a
 * thin facet may lose the ray later. */
static gd_status ie_run(compare_ray* ray, portal3* facet) {
    for (;;) {
        /* near the end the coefficients need refinement */
        if (ray->outer <= ray->rule.slack * facet->inner) portal3_refine(facet);
        ray_improve(ray, facet);
        if (ray_proved(ray)) return GD_STATUS_OPTIMAL;
        const vec3 n = scale3(ray->unit, portal3_normal(facet));
        const double length = length3(n);
        if (!(length > 0.0)) return GD_STATUS_PRECISION;
        if (ray->iterations == ray->max_iterations) return GD_STATUS_MAX_ITERATIONS;

        vertex3 s;
        ray_support(ray, n, &s);
        const double height = dot3(n, madd3(s.s, -ray->inner, ray->pair.ray)) / length;
        if (!ie_expand(facet, ray->pair.ray, &s) ||
            stop_stalled(&ray->rule, ray->inner, ray->outer, height))
            return GD_STATUS_PRECISION;
    }
}

gd_status gd_compare_expand(compare_ray* ray, portal3* facet) {
    const gd_status status = ie_run(ray, facet);
    portal3_refine(facet);
    ray_improve(ray, facet);
    return status;
}

gd_status gd_compare_ie(const gd_query* query, gd_growth_result* out) {
    compare_ray ray;
    gd_status status = gd_ray_init(&ray, query);
    if (status != GD_STATUS_OPTIMAL) return status;
    portal3 start;
    portal3_start(&start, &ray.pair);
    status = gd_compare_expand(&ray, &start);
    return gd_ray_finish(&ray, status, out);
}
