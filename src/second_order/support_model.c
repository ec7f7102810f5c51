#include "second_order/support_model.h"

GD_NOINLINE void gd_support_model_init(support_model* at, const gd_shape* shape, bool of_b) {
    at->shape = shape;
    at->of_b = of_b;
    at->hint = GD_NO_HINT;
    at->radial = make2(0.0, 0.0);
    at->inner_square = ellipsoid_inner_square(shape->size);
}

/* Adds the support point of a core: c in the local frame, place the same point in ray
 * coordinates. */
GD_INLINE void support_model_point(const support_model* at, vec3 c, vec3 place, vec3 n,
                                   double inverse, local_model* m) {
    m->s.u += place.x;
    m->s.v += place.y;
    m->s.w += place.z;
    const vec3 p = madd3(sub3(c, at->shape->center), at->shape->radius * inverse, n);
    if (at->of_b)
        m->s.b = p;
    else
        m->s.a = p;
}

/* Adds the kink to the support point at the other end of a local axis. reach >= 0 is the part of h
 * from the middle to this end; place is the vector from the middle to this end, in ray
 * coordinates. */
static void support_model_kink(const support_model* at, vec3 half, double reach, vec3 place,
                               local_model* m) {
    kink* h = &m->kinks[m->count];
    h->gap = 2.0 * reach;
    h->slope = make2(-2.0 * place.x, -2.0 * place.y);
    h->curvature = 0.0;
    h->tangent = make2(0.0, 0.0);
    h->beyond = scale3(-2.0, half);
    h->wider = 0.0;
    h->of_b = at->of_b;
    h->vertex = false;
    if (dot2(h->slope, h->slope) > 0.0) m->count++;
}

static vec3 support_model_segment(const support_model* at, vec3 n, local_model* m, vec3* spot) {
    const double half = copysign(at->shape->size.y, n.y);
    const vec3 place = scale3(half, at->y);
    support_model_kink(at, make3(0.0, half, 0.0), half * n.y, place, m);
    *spot = place;
    return make3(0.0, half, 0.0);
}

static vec3 support_model_box(const support_model* at, vec3 n, local_model* m, vec3* spot) {
    const vec3 size = at->shape->size;
    const vec3 c = make3(copysign(size.x, n.x), copysign(size.y, n.y), copysign(size.z, n.z));
    const vec3 x = scale3(c.x, at->x), y = scale3(c.y, at->y), z = scale3(c.z, at->z);
    support_model_kink(at, make3(c.x, 0.0, 0.0), c.x * n.x, x, m);
    support_model_kink(at, make3(0.0, c.y, 0.0), c.y * n.y, y, m);
    support_model_kink(at, make3(0.0, 0.0, c.z), c.z * n.z, z, m);
    *spot = add3(x, add3(y, z));
    return c;
}

static vec3 support_model_ellipsoid(support_model* at, vec3 n, double inverse, local_model* m,
                                    vec3* spot) {
    const vec3 size = at->shape->size, d = scaled3(size, n);
    const double h = length3(d), t = 1.0 / h;
    const vec3 c = scale3(t, scaled3(size, d)), place = support_model_place(at, c);
    at->ball = at->shape->radius + at->inner_square * t / inverse;
    m->k00 += t * (at->spread00 - place.x * place.x);
    m->k01 += t * (at->spread01 - place.x * place.y);
    m->k11 += t * (at->spread11 - place.y * place.y);
    *spot = place;
    return c;
}

/* Two rims, one of which may be an apex. */
static vec3 support_model_round(support_model* at, vec3 n, local_model* m, vec3* spot) {
    const vec3 size = at->shape->size;
    /* 1 / rho does not wait for the root */
    const double rho2 = n.x * n.x + n.z * n.z, rho = sqrt(rho2);
    const double t = rho > SUPPORT_AXIS ? rho * (1.0 / rho2) : 0.0;
    const double rise = size.y * n.y, wider = size.z - size.x; /* radius of the top rim minus the
                                                                * bottom's */
    at->up = 2.0 * rise + wider * rho > 0.0;
    at->rim = at->up ? size.z : size.x;
    const vec2 r = make2(t * n.x, t * n.z);
    at->radial = r;
    at->tangent = make2(r.x * at->z.x - r.y * at->x.x, r.x * at->z.y - r.y * at->x.y);
    at->curvature = at->rim * t;
    const vec2 k = scale2(at->curvature, at->tangent);
    m->k00 += k.x * at->tangent.x;
    m->k01 += k.x * at->tangent.y;
    m->k11 += k.y * at->tangent.y;

    const vec3 radial = madd3(scale3(r.x, at->x), r.y, at->z);
    const double half = at->up ? size.y : -size.y;
    kink* h = &m->kinks[m->count++];
    h->gap = fabs(2.0 * rise + wider * rho);
    const double out = at->up ? -wider : wider;
    h->wider = out;
    h->beyond = make3(out * r.x, -2.0 * half, out * r.y);
    h->slope = make2(out * radial.x - 2.0 * half * at->y.x, out * radial.y - 2.0 * half * at->y.y);
    h->curvature = out * t;
    h->tangent = at->tangent;
    h->of_b = at->of_b;
    h->vertex = false;
    if (!(dot2(h->slope, h->slope) > 0.0)) m->count--;

    *spot = madd3(scale3(at->rim, radial), half, at->y);
    return make3(at->rim * r.x, half, at->rim * r.y);
}

/* The part of a vector across the ray. */
GD_INLINE vec2 support_model_across(const support_model* at, vec3 d) {
    return make2(d.x * at->x.x + d.y * at->y.x + d.z * at->z.x,
                 d.x * at->x.y + d.y * at->y.y + d.z * at->z.y);
}

/* The kink to a vertex beside the support vertex of a hull. */
static void support_model_hull_kink(const support_model* at, vec3 n, vec3 beyond, local_model* m) {
    m->kinks[m->count++] = (kink){.gap = max2(-dot3(n, beyond), 0.0),
                                  .slope = support_model_across(at, beyond),
                                  .tangent = {0.0, 0.0},
                                  .beyond = beyond,
                                  .wider = 0.0,
                                  .of_b = at->of_b,
                                  .vertex = true};
}

/* The index of the support vertex of a hull. */
static uint32_t support_model_vertex(support_model* at, vec3 n) {
    const gd_vertices* vertices = &at->shape->vertices;
    if (at->shape->core == GD_CORE_VERTICES)
        return support_scan(vertices->corners, vertices->padded_count, n.x, n.y, n.z);
    core_support(at->shape, n, &at->hint);
    return at->hint;
}

/* A vertex of a hull, with the two nearest of the kinks to the vertices beside it. A triangle has
 * no lists of these; there they are the other two. The model adds what lies beyond two kinks,
 * although the hull takes the maximum. That only costs evaluations: bounds come from vertices, not
 * from the model. */
static GD_NOINLINE vec3 support_model_hull(support_model* at, vec3 n, local_model* m, vec3* spot) {
    const gd_hull* hull = at->shape->hull;
    const double* corners = at->shape->vertices.corners;
    const uint32_t v = support_model_vertex(at, n), all = at->shape->vertices.count;
    const uint32_t* beside = hull ? hull->neighbors + hull->first_neighbor[v] : NULL;
    const uint32_t count = hull ? hull_degree(hull, v) : all - 1;
    const vec3 c = hull_corner(corners, v);
    *spot = support_model_place(at, c);
    vec3 first = c, second = c;
    double first_angle = GD_INFINITY, second_angle = GD_INFINITY; /* squared tangents */
    for (uint32_t k = 0; k < count; k++) {
        const vec3 d = sub3(hull_corner(corners, beside ? beside[k] : (v + 1 + k) % all), c);
        const vec2 slope = support_model_across(at, d);
        const double gap = min2(dot3(n, d), 0.0), angle = gap * gap / dot2(slope, slope);
        const bool is_first = angle < first_angle, is_second = angle < second_angle;
        second = is_first ? first : is_second ? d : second;
        second_angle = is_first ? first_angle : is_second ? angle : second_angle;
        first = is_first ? d : first;
        first_angle = is_first ? angle : first_angle;
    }
    if (first_angle < GD_INFINITY) support_model_hull_kink(at, n, first, m);
    if (second_angle < GD_INFINITY) support_model_hull_kink(at, n, second, m);
    return c;
}

/* Any core whose support function is twice differentiable. */
static GD_COLD vec3 support_model_smooth(const support_model* at, vec3 n, double inverse,
                                         local_model* m, vec3* spot) {
    const gd_shape* shape = at->shape;
    sym3 h;
    const vec3 unit = scale3(inverse, n);
    vec3 c;
    if (shape->core == GD_CORE_SMOOTH) { /* one call for both: powers dominate the cost */
        c = add3(gd_smooth_curvature(shape->smooth, unit, &h), shape->center);
    } else { /* composite */
        uint32_t hint = GD_NO_HINT;
        c = gd_composite_support(shape, unit, &hint);
        h = gd_composite_curvature(shape, unit, unit);
    }
    const vec3 e1 = make3(at->x.x, at->y.x, at->z.x), e2 = make3(at->x.y, at->y.y, at->z.y);
    const vec3 h1 = sym3_apply(&h, e1), h2 = sym3_apply(&h, e2);
    m->k00 += inverse * dot3(e1, h1);
    m->k01 += inverse * dot3(e2, h1);
    m->k11 += inverse * dot3(e2, h2);
    *spot = support_model_place(at, c);
    return c;
}

/* Adds one shape at the direction n, local frame. */
static GD_NOINLINE void support_model_add(support_model* at, vec3 n, double inverse,
                                          local_model* m) {
    vec3 c = make3(0.0, 0.0, 0.0), place = c;
    switch (at->shape->core) {
    case GD_CORE_SEGMENT: c = support_model_segment(at, n, m, &place); break;
    case GD_CORE_BOX: c = support_model_box(at, n, m, &place); break;
    case GD_CORE_ELLIPSOID: c = support_model_ellipsoid(at, n, inverse, m, &place); break;
    case GD_CORE_CYLINDER:
    case GD_CORE_FRUSTUM: c = support_model_round(at, n, m, &place); break;
    case GD_CORE_SMOOTH:
    case GD_CORE_TRANSFORMED:
    case GD_CORE_SUM: c = support_model_smooth(at, n, inverse, m, &place); break;
    case GD_CORE_VERTICES:
    case GD_CORE_MESH: c = support_model_hull(at, n, m, &place); break;
    case GD_CORE_CUSTOM:
    case GD_CORE_HALFSPACE:
    case GD_CORE_POINTS: /* unreachable: support_model_fits excludes these */
    case GD_CORE_POINT: break;
    }
    support_model_point(at, c, place, n, inverse, m);
}

void gd_support_model_evaluate(support_model* at, double inverse, local_model* m) {
    support_model_add(at, support_model_direction(at, m->y), inverse, m);
}

void gd_support_model_evaluate_along(support_model* at, local_model* m) {
    support_model_add(at, make3(at->x.z, at->y.z, at->z.z), 1.0, m);
}

/* ---- round faces ------------------------------------------------------------------------- */

/* The point (x, z) of the face whose place across the ray is g, times the determinant. */
static vec2 support_model_face_solve(const support_model* at, vec2 g, double* determinant) {
    *determinant = at->x.x * at->z.y - at->z.x * at->x.y;
    return make2(g.x * at->z.y - g.y * at->z.x, g.y * at->x.x - g.x * at->x.y);
}

bool gd_support_model_face(const support_model* at, const local_model* m) {
    if (!at->face || at->up != (at->y.z > 0.0)) return false;
    /* More than 45 degrees from the face's normal, its rim is never the wrong model. */
    const double along = at->y.z + m->y.x * at->y.x + m->y.y * at->y.y;
    if (2.0 * along * along < 1.0 + dot2(m->y, m->y)) return false;
    const vec2 d = sub2(at->face_y, m->y), r = at->radial;
    /* Predicted place of the vertex at the face's normal, without the rim's own place and
     * curvature. */
    const double k = at->curvature * dot2(at->tangent, d);
    vec2 g = make2(m->s.u + m->k00 * d.x + m->k01 * d.y, m->s.v + m->k01 * d.x + m->k11 * d.y);
    g = madd2(g, -k, at->tangent);
    g.x -= at->rim * (r.x * at->x.x + r.y * at->z.x);
    g.y -= at->rim * (r.x * at->x.y + r.y * at->z.y);
    for (int i = 0; i < m->count; i++)
        if (m->kinks[i].of_b != at->of_b && dot2(m->kinks[i].slope, d) > m->kinks[i].gap)
            g = add2(g, m->kinks[i].slope);
    double determinant;
    const vec2 x = support_model_face_solve(at, g, &determinant);
    const double reach = at->face_radius * determinant;
    return dot2(x, x) <= reach * reach;
}

void gd_support_model_evaluate_face(support_model* at, double inverse, local_model* m) {
    const double height = at->face_height;
    const vec2 g = make2(m->s.u + height * at->y.x, m->s.v + height * at->y.y);
    double determinant;
    vec2 x = support_model_face_solve(at, g, &determinant);
    x = scale2(-1.0 / determinant, x);
    const double far = length2(x);
    if (far > at->face_radius) x = scale2(at->face_radius / far, x);
    at->face_point = x;
    at->face_miss = max2(far - at->face_radius, 0.0);
    const vec3 c = make3(x.x, height, x.y);
    support_model_point(at, c, support_model_place(at, c), support_model_direction(at, m->y),
                        inverse, m);
}
