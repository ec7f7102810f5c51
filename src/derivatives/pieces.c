/* The pieces of each core near a normal (pieces.h). */
#include "derivatives/pieces.h"

#include "shapes/curvature.h"

/* Stands for the unbounded curvature of a rim at the face's normal, as a multiple of its radius. */
#define PIECES_ROUND 0x1p40

/* If a list is full, the window shrinks by this factor, down to the least fraction of the extent.
 */
#define PIECES_SHRINK 0x1p-6
#define PIECES_LEAST 0x1p-40

static void pieces_place(piece* p, const piece_frame* f, vec3 core) {
    p->core = core;
    p->g = make2(dot3(f->e[0], core), dot3(f->e[1], core));
    p->h = dot3(f->n, core);
}

/* Adds a point given relative to the local origin. A full list becomes incomplete instead, and its
 * last item is returned. */
static piece* pieces_add(piece_list* list, const piece_frame* f, vec3 core) {
    if (list->count == PIECES_MAX) {
        list->complete = false;
        return &list->item[PIECES_MAX - 1];
    }
    piece* p = &list->item[list->count++];
    pieces_place(p, f, sub3(core, list->origin));
    p->k = (sym2){0.0, 0.0, 0.0};
    return p;
}

/* Adds the mirror image of every piece across the plane where one local coordinate is 0. */
static void pieces_mirror(piece_list* list, const piece_frame* f, vec3 sign) {
    for (int i = 0, count = list->count; i < count; i++) {
        const vec3 c = add3(list->item[i].core, list->origin);
        pieces_add(list, f, make3(sign.x * c.x, sign.y * c.y, sign.z * c.z));
    }
}

/* A point, a segment or a box: a segment is a box without width. */
static void pieces_box(piece_list* list, const piece_frame* f, vec3 size, double window) {
    const vec3 n = f->n;
    const vec3 fall = make3(2.0 * size.x * fabs(n.x), 2.0 * size.y * fabs(n.y),
                            2.0 * size.z * fabs(n.z)); /* from each face to the opposite one */
    pieces_add(list, f, make3(copysign(size.x, n.x), copysign(size.y, n.y), copysign(size.z, n.z)));
    if (size.x > 0.0 && fall.x <= window) pieces_mirror(list, f, make3(-1.0, 1.0, 1.0));
    if (size.y > 0.0 && fall.y <= window) pieces_mirror(list, f, make3(1.0, -1.0, 1.0));
    if (size.z > 0.0 && fall.z <= window) pieces_mirror(list, f, make3(1.0, 1.0, -1.0));
}

static vec3 pieces_scaled(vec3 size, vec3 v) {
    return make3(size.x * v.x, size.y * v.y, size.z * v.z);
}

/* D / h - s s^T / h with D = diag(size^2), h = |diag(size) n| and the support point s. */
static void pieces_ellipsoid(piece_list* list, const piece_frame* f, vec3 size) {
    const vec3 d = pieces_scaled(size, f->n), a = pieces_scaled(size, f->e[0]),
               b = pieces_scaled(size, f->e[1]);
    const double t = 1.0 / length3(d);
    const vec3 s = pieces_scaled(size, scale3(t, d));
    const vec2 g = make2(dot3(f->e[0], s), dot3(f->e[1], s));
    pieces_add(list, f, s)->k = (sym2){t * (dot3(a, a) - g.x * g.x), t * (dot3(a, b) - g.x * g.y),
                                       t * (dot3(b, b) - g.y * g.y)};
}

/* A rim, whose Hessian is rim / rho along the circle; or an apex. rho is the normal's component
 * across the axis. On the axis the rim is not smooth: its curvature there is unbounded. */
static void pieces_rim(piece_list* list, const piece_frame* f, double rim, double y, double rho) {
    if (!(rho > SUPPORT_AXIS)) {
        pieces_add(list, f, make3(0.0, y, 0.0))->k =
            (sym2){PIECES_ROUND * rim, 0.0, PIECES_ROUND * rim};
        return;
    }
    const double t = 1.0 / rho, x = t * f->n.x, z = t * f->n.z;
    const vec2 along = make2(x * f->e[0].z - z * f->e[0].x, x * f->e[1].z - z * f->e[1].x);
    const vec2 k = scale2(rim * t, along);
    pieces_add(list, f, make3(rim * x, y, rim * z))->k =
        (sym2){k.x * along.x, k.x * along.y, k.y * along.y};
}

static void pieces_round(piece_list* list, const piece_frame* f, vec3 size, double window) {
    const vec3 n = f->n;
    const double rho = sqrt(n.x * n.x + n.z * n.z);
    const double rise = 2.0 * size.y * n.y + (size.z - size.x) * rho; /* of the top rim over the
                                                                       * bottom's */
    if (rise > -window) pieces_rim(list, f, size.z, size.y, rho);
    if (rise < window) pieces_rim(list, f, size.x, -size.y, rho);
}

static void pieces_scan(piece_list* list, const piece_frame* f, const gd_vertices* v,
                        double window) {
    const uint32_t top = support_scan(v->corners, v->padded_count, f->n.x, f->n.y, f->n.z);
    const vec3 highest = hull_corner(v->corners, top);
    for (uint32_t i = 0; i < v->count; i++) {
        const vec3 c = hull_corner(v->corners, i);
        if (dot3(f->n, sub3(c, highest)) >= -window) pieces_add(list, f, c);
    }
}

/* From the highest corner of a polygon, the corners on either side are lower and lower. */
static void pieces_polygon(piece_list* list, const piece_frame* f, const gd_shape* shape,
                           double window) {
    const gd_vertices* v = &shape->vertices;
    const uint32_t top = polygon_support(shape, f->n.x, f->n.y), last = v->count - 1;
    const vec3 highest = make3(v->x[top], v->y[top], 0.0);
    pieces_add(list, f, highest);
    uint32_t left = last; /* corners not compared yet */
    for (int way = 0; way < 2; way++)
        for (uint32_t i = top; left > 0; left--) {
            i = way == 0 ? (i == last ? 0 : i + 1) : (i == 0 ? last : i - 1);
            const vec3 c = make3(v->x[i], v->y[i], 0.0);
            if (!(dot3(f->n, sub3(c, highest)) >= -window)) break;
            pieces_add(list, f, c);
        }
}

static bool pieces_listed(const uint32_t* vertex, int count, uint32_t i) {
    while (count > 0)
        if (vertex[--count] == i) return true;
    return false;
}

/* The vertices above a plane are connected by edges, so a walk from the highest one finds them. */
static void pieces_mesh(piece_list* list, const piece_frame* f, const gd_hull* hull, uint32_t top,
                        double window) {
    uint32_t vertex[PIECES_MAX] = {top};
    const vec3 highest = hull_vertex(hull, top);
    pieces_add(list, f, highest);
    for (int k = 0; k < list->count && list->complete; k++) {
        const uint32_t end = hull->first_neighbor[vertex[k] + 1];
        for (uint32_t e = hull->first_neighbor[vertex[k]]; e < end; e++) {
            const uint32_t i = hull->neighbors[e];
            const vec3 c = hull_vertex(hull, i);
            if (!(dot3(f->n, sub3(c, highest)) >= -window)) continue;
            if (pieces_listed(vertex, list->count, i)) continue;
            pieces_add(list, f, c);
            vertex[list->count - 1] = i;
        }
    }
}

/* A core that is one piece without a formula of its own. */
static GD_COLD void pieces_smooth(piece_list* list, const piece_frame* f, const gd_shape* shape) {
    uint32_t hint = GD_NO_HINT;
    const sym3 h = gd_composite_curvature(shape, f->n, f->n);
    const vec3 a = sym3_apply(&h, f->e[0]), b = sym3_apply(&h, f->e[1]);
    pieces_add(list, f, core_support(shape, f->n, &hint))->k =
        (sym2){dot3(a, f->e[0]), dot3(b, f->e[0]), dot3(b, f->e[1])};
}

static void pieces_core(piece_list* list, const piece_frame* f, const gd_shape* shape,
                        double window);

/* The pieces of the image x -> M x + t of a part: h(n) = h_part(M'n) + t.n. So its derivatives
 * along a tangent e equal the part's derivatives along M'e. The part's ball becomes an ellipsoid.
 */
static GD_COLD void pieces_image(piece_list* list, const piece_frame* f, const gd_composite* c,
                                 double window) {
    const gd_shape* part = c->first;
    const vec3 inside = inv_rotate(&c->matrix, f->n), origin = list->origin;
    const double length = length3(inside), t = 1.0 / length, r = part->radius;
    const piece_frame g = {scale3(t, inside),
                           {inv_rotate(&c->matrix, f->e[0]), inv_rotate(&c->matrix, f->e[1])}};
    const vec2 slope = make2(dot3(g.n, g.e[0]), dot3(g.n, g.e[1]));
    const sym2 ball = {r * (dot3(g.e[0], g.e[0]) - slope.x * slope.x),
                       r * (dot3(g.e[0], g.e[1]) - slope.x * slope.y),
                       r * (dot3(g.e[1], g.e[1]) - slope.y * slope.y)};
    list->origin = make3(0.0, 0.0, 0.0);
    pieces_core(list, &g, part, window * t);
    list->origin = origin;
    for (int i = 0; i < list->count; i++) {
        piece* p = &list->item[i];
        const vec3 point = rotate(&c->matrix, madd3(p->core, r, g.n));
        pieces_place(p, f, sub3(add3(c->offset, point), origin));
        p->k = sym2_add((sym2){0.0, 0.0, 0.0}, t, sym2_add(p->k, 1.0, ball));
    }
}

/* Every sum of a piece of one part and a piece of the other. The shape's radius contains both
 * balls. */
static GD_COLD void pieces_sum(piece_list* list, const piece_frame* f, const gd_composite* c,
                               double window) {
    const vec3 origin = list->origin;
    piece_list second;
    second.origin = list->origin = make3(0.0, 0.0, 0.0);
    second.count = 0;
    second.complete = true;
    pieces_core(list, f, c->first, window);
    pieces_core(&second, f, c->second, window);
    list->complete = list->complete && second.complete;
    list->origin = origin;
    const int count = list->count;
    for (int j = second.count - 1; j >= 0; j--) /* the last pass overwrites the first part's */
        for (int i = 0; i < count; i++) {
            const vec3 point = add3(list->item[i].core, second.item[j].core);
            const sym2 k = sym2_add(list->item[i].k, 1.0, second.item[j].k);
            piece* p = &list->item[i];
            if (j > 0)
                p = pieces_add(list, f, point);
            else
                pieces_place(p, f, sub3(point, origin));
            p->k = k;
        }
}

static void pieces_core(piece_list* list, const piece_frame* f, const gd_shape* shape,
                        double window) {
    const vec3 size = shape->size;
    switch (shape->core) {
    case GD_CORE_POINT: pieces_box(list, f, make3(0.0, 0.0, 0.0), window); break;
    case GD_CORE_SEGMENT: pieces_box(list, f, make3(0.0, size.y, 0.0), window); break;
    case GD_CORE_BOX: pieces_box(list, f, size, window); break;
    case GD_CORE_ELLIPSOID: pieces_ellipsoid(list, f, size); break;
    case GD_CORE_CYLINDER:
    case GD_CORE_FRUSTUM: pieces_round(list, f, size, window); break;
    case GD_CORE_VERTICES:
        if (shape->dimension == 3)
            pieces_scan(list, f, &shape->vertices, window);
        else
            pieces_polygon(list, f, shape, window);
        break;
    case GD_CORE_MESH:
        pieces_mesh(list, f, shape->hull, mesh_support(shape, f->n.x, f->n.y, f->n.z, GD_NO_HINT),
                    window);
        break;
    case GD_CORE_SMOOTH:
    case GD_CORE_CUSTOM: pieces_smooth(list, f, shape); break;
    case GD_CORE_TRANSFORMED: pieces_image(list, f, shape->composite, window); break;
    case GD_CORE_SUM: pieces_sum(list, f, shape->composite, window); break;
    case GD_CORE_HALFSPACE:
    case GD_CORE_POINTS:
        break; /* unreachable: see halfspace.c; no queries of these have derivatives */
    }
}

void gd_pieces_find(const gd_shape* shape, const piece_frame* f, double window, piece_list* list) {
    const double least = PIECES_LEAST * shape->bound_radius;
    for (;; window *= PIECES_SHRINK) {
        list->origin = shape->center;
        list->count = 0;
        list->complete = true;
        pieces_core(list, f, shape, window);
        if (list->complete || window <= least) break;
    }
    list->top = list->item[0].h;
    for (int i = 0; i < list->count; i++) {
        list->top = max2(list->top, list->item[i].h);
        if (shape->dimension == 2) list->item[i].k.xy = list->item[i].k.yy = 0.0;
    }
}
