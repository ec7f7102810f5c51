/* Where a ray leaves the difference Z of two boxes, and the depth of the origin in Z. Both use Z's
 * normals: three of each box, and nine perpendicular to an edge of each (the separating axes of
 * Gottschalk, Lin, Manocha 1996, OBBTree).
 *
 * The ray leaves Z at the first face plane that it crosses: the normal with the largest n.d /
 * (h_Z(n) - n.z). The depth is the least h_Z(n) - n.q. Any normal proves a bound, so superfluous
 * normals do no harm.
 *
 * All normals are measured in lanes without a branch. Two nearly parallel edges span a face as
 * narrow as the sine of their angle, and its normal loses as many digits. The support value
 * therefore belongs to the normal as computed, not to one exactly perpendicular to both edges. */
#include "closed/boxes.h"
#include "math/simd.h"

/* If the squared sine of the angle between two edges is below this, their face is narrower than
 * rounding. The neighbouring faces replace it. */
#define BOXES_SAME 0x1p-100
/* Below this, the products of other edges with the normal are not known well enough. */
#define BOXES_NARROW 0x1p-20

#define BOXES_GROUPS 9
#define BOXES_FACE_GROUPS 3

/* Two normals n: support value, squared length, n.u and n.v. */
typedef struct boxes_group {
    f64x2 reach, square, u, v;
} boxes_group;

/* What ranks the normals of a group: the greatest number wins. */
typedef f64x2 boxes_rank(const boxes_group* g, bool edges);

/* The edges whose cross product each lane of the groups is: the axes of A and B, then the products
 * of an edge of each. */
static const unsigned char boxes_edges_of_lane[2 * BOXES_GROUPS][2] = {
    {1, 2}, {2, 0}, {0, 1}, {3, 4}, {4, 5}, {5, 3}, /* A's x y z, B's z, B's x y */
    {0, 3}, {0, 4}, {1, 3}, {1, 4}, {2, 3}, {2, 4}, {0, 5}, {0, 5}, {1, 5}, {1, 5}, {2, 5}, {2, 5}};

GD_INLINE double boxes_reach(vec3 size, vec3 n) {
    return size.x * fabs(n.x) + size.y * fabs(n.y) + size.z * fabs(n.z);
}

GD_NOINLINE double gd_boxes_support(const boxes* x, vec3 n) {
    return boxes_reach(x->a->size, n) + boxes_reach(x->b->size, inv_rotate(&x->b_to_a, n));
}

/* ---- normals ------------------------------------------------------------------------------- */

/* Columns of B's rotation in A's frame: those of two edges j, and the next two of each, j + 1 and
 * j + 2, with their half extents. */
typedef struct boxes_columns {
    f64x2 at[3], next[3], last[3];
    f64x2 half_next, half_last;
} boxes_columns;

GD_INLINE boxes_columns boxes_first_columns(const boxes* x) {
    const vec3 a = x->b_to_a.cx, b = x->b_to_a.cy, c = x->b_to_a.cz, f = x->b->size;
    return (boxes_columns){{{a.x, b.x}, {a.y, b.y}, {a.z, b.z}},
                           {{b.x, c.x}, {b.y, c.y}, {b.z, c.z}},
                           {{c.x, a.x}, {c.y, a.y}, {c.z, a.z}},
                           {f.y, f.z},
                           {f.z, f.x}};
}
GD_INLINE boxes_columns boxes_last_column(const boxes* x) {
    const vec3 a = x->b_to_a.cx, b = x->b_to_a.cy, c = x->b_to_a.cz, f = x->b->size;
    return (boxes_columns){{{c.x, c.x}, {c.y, c.y}, {c.z, c.z}},
                           {{a.x, a.x}, {a.y, a.y}, {a.z, a.z}},
                           {{b.x, b.x}, {b.y, b.y}, {b.z, b.z}},
                           {f.x, f.x},
                           {f.y, f.y}};
}

/* The axes of both boxes. The reach of each is the sum of its own box's and the other's. */
GD_INLINE void boxes_measure_faces(const boxes* x, vec3 u, vec3 v, boxes_group g[3]) {
    const mat3* m = &x->b_to_a;
    const vec3 e = x->a->size, f = x->b->size, ub = inv_rotate(m, u), vb = inv_rotate(m, v);
    const mat3 r = {make3(fabs(m->cx.x), fabs(m->cx.y), fabs(m->cx.z)),
                    make3(fabs(m->cy.x), fabs(m->cy.y), fabs(m->cy.z)),
                    make3(fabs(m->cz.x), fabs(m->cz.y), fabs(m->cz.z))};
    const vec3 a = add3(e, rotate(&r, f)), b = add3(f, inv_rotate(&r, e));
    const f64x2 one = {1.0, 1.0};
    g[0] = (boxes_group){{a.x, a.y}, one, {u.x, u.y}, {v.x, v.y}};
    g[1] = (boxes_group){{a.z, b.z}, one, {u.z, ub.z}, {v.z, vb.z}};
    g[2] = (boxes_group){{b.x, b.y}, one, {ub.x, ub.y}, {vb.x, vb.y}};
    if (x->a->dimension == 2) /* ignore normals perpendicular to the plane */
        g[1].reach = (f64x2){GD_INFINITY, GD_INFINITY};
}

/* The normals perpendicular to A's edge i and two edges of B: 0 in component i. */
GD_INLINE boxes_group boxes_measure_edges(const double* half, int i, const boxes_columns* c,
                                          const double* u, const double* v) {
    const int j = (i + 1) % 3, k = (i + 2) % 3;
    const f64x2 y = -c->at[k], z = c->at[j];
    boxes_group g;
    g.square = y * y + z * z;
    g.reach = (half[j] * lanes_abs(y) + half[k] * lanes_abs(z)) +
              (c->half_next * lanes_abs(y * c->next[j] + z * c->next[k]) +
               c->half_last * lanes_abs(y * c->last[j] + z * c->last[k]));
    g.u = y * u[j] + z * u[k];
    g.v = y * v[j] + z * v[k];
    return g;
}

/* The first of the greatest of all lanes. Returns its number among all lanes. */
GD_INLINE int boxes_greatest(const f64x2* value, int groups, double* greatest) {
    f64x2 top = lanes_max(lanes_max(value[0], value[1]), value[2]);
    if (groups > BOXES_FACE_GROUPS)
        top = lanes_max(lanes_max(top, lanes_max(value[3], value[4])),
                        lanes_max(lanes_max(value[5], value[6]), lanes_max(value[7], value[8])));
    top = lanes_top(top);
    uint32_t equal = 0;
    for (int i = 0; i < groups; i++)
        equal |= lanes_equal(value[i], top) << 2 * i;
    *greatest = top[0];
    return __builtin_ctz(equal);
}

/* The face of a lane, on the side of u. */
GD_INLINE void boxes_face_of(const boxes* x, int lane, vec3 u, boxes_face* face) {
    const int i = boxes_edges_of_lane[lane][0], j = boxes_edges_of_lane[lane][1];
    const vec3 n = cross3(boxes_axis(x, i), boxes_axis(x, j));
    face->normal = scale3(copysign(1.0, dot3(n, u)), n);
    face->length = length3(n);
    face->edge[0] = i;
    face->edge[1] = j;
}

/* Ranks all normals in both ways; `second` may be NULL. Returns the number of groups. */
GD_INLINE int boxes_rank_all(const boxes* x, vec3 u, vec3 v, boxes_rank* first, boxes_rank* second,
                             f64x2 ranks[2][BOXES_GROUPS]) {
    boxes_group faces[3];
    boxes_measure_faces(x, u, v, faces);
    for (int i = 0; i < BOXES_FACE_GROUPS; i++) {
        ranks[0][i] = first(&faces[i], false);
        if (second) ranks[1][i] = second(&faces[i], false);
    }
    if (x->a->dimension == 2) return BOXES_FACE_GROUPS;
    const double half[3] = {x->a->size.x, x->a->size.y, x->a->size.z};
    const double us[3] = {u.x, u.y, u.z}, vs[3] = {v.x, v.y, v.z};
    const boxes_columns columns[2] = {boxes_first_columns(x), boxes_last_column(x)};
#pragma GCC unroll 3
    for (int i = 0; i < 3; i++) {
#pragma GCC unroll 2
        for (int j = 0; j < 2; j++) {
            const boxes_group g = boxes_measure_edges(half, i, &columns[j], us, vs);
            ranks[0][3 + 3 * j + i] = first(&g, true);
            if (second) ranks[1][3 + 3 * j + i] = second(&g, true);
        }
    }
    return BOXES_GROUPS;
}

/* Ranks all normals. Sets the face of the first of the best, on the side of u; returns its rank. */
GD_INLINE double boxes_best(const boxes* x, vec3 u, vec3 v, boxes_rank* rank, boxes_face* face) {
    double best;
    f64x2 ranks[2][BOXES_GROUPS];
    const int groups = boxes_rank_all(x, u, v, rank, NULL, ranks);
    boxes_face_of(x, boxes_greatest(ranks[0], groups, &best), u, face);
    return best;
}

/* ---- exit, gauge and depth ----------------------------------------------------------------- */

/* The rate 1 / beta at which v + beta u crosses the plane of a normal. The arguments are the
 * products of the normal with u and v. A start on the plane must not divide 0 by 0. */
GD_INLINE f64x2 boxes_rate(f64x2 u, f64x2 v, f64x2 reach) {
    const i64x2 sign = {INT64_MIN, INT64_MIN};
    const f64x2 least = {0x1p-900, 0x1p-900};
    const f64x2 h = reach - (f64x2)((i64x2)v ^ ((i64x2)u & sign));
    return lanes_abs(u) / lanes_max(h, least);
}
GD_INLINE f64x2 boxes_rank_exit(const boxes_group* g, bool edges) {
    const f64x2 rate = boxes_rate(g->u, g->v, g->reach);
    return edges ? (f64x2)((i64x2)(g->square >= BOXES_SAME) & (i64x2)rate) : rate;
}

/* Minus the depth of u along the normal. */
GD_INLINE f64x2 boxes_rank_depth(const boxes_group* g, bool edges) {
    const f64x2 none = {-GD_INFINITY, -GD_INFINITY}, along = lanes_abs(g->u) - g->reach;
    if (!edges) return along;
    const i64x2 usable = (i64x2)(g->square >= BOXES_SAME);
    return (f64x2)lanes_select(usable, (i64x2)(along / lanes_sqrt(g->square)), (i64x2)none);
}

/* Finds the first face that z + beta d crosses, and 1 / beta; 0 if rounding finds none. */
static GD_NOINLINE double boxes_first(const boxes* x, vec3 d, vec3 z, boxes_face* face) {
    return boxes_best(x, d, z, boxes_rank_exit, face);
}

/* Two normals for a start in the middle: |n.d| and the support values. Normals of parallel edges
 * are not usable. */
typedef struct boxes_planes {
    f64x2 along, reach;
    i64x2 usable;
} boxes_planes;

/* The normals perpendicular to A's edge i and two edges of B. If the edges are not nearly parallel,
 * n.b for B's other edges b are known: up to the sign, their products with A's edge. *narrow
 * becomes true if they are, but not exactly. */
GD_INLINE boxes_planes boxes_edge_planes(const double* half, int i, const boxes_columns* c,
                                         const double* u, i64x2* narrow) {
    const int j = (i + 1) % 3, k = (i + 2) % 3;
    const f64x2 y = c->at[k], z = c->at[j], square = y * y + z * z;
    const i64x2 usable = (i64x2)(square >= BOXES_SAME);
    *narrow |= usable & (i64x2)(square < BOXES_NARROW);
    return (boxes_planes){
        lanes_abs(z * u[k] - y * u[j]),
        (half[j] * lanes_abs(y) + half[k] * lanes_abs(z)) +
            (c->half_next * lanes_abs(c->last[i]) + c->half_last * lanes_abs(c->next[i])),
        usable};
}

GD_INLINE f64x2 boxes_plane_rate(boxes_planes p) {
    return (f64x2)(p.usable & (i64x2)(p.along / p.reach));
}

/* As boxes_first, for a start in the middle of boxes in 3D, which is the usual case. */
static GD_NOINLINE double boxes_first_centered(const boxes* x, vec3 d, boxes_face* face) {
    const vec3 zero = make3(0.0, 0.0, 0.0);
    boxes_group faces[3];
    f64x2 rates[BOXES_GROUPS];
    double rate;
    i64x2 narrow = {0, 0};
    boxes_measure_faces(x, d, zero, faces);
    for (int i = 0; i < BOXES_FACE_GROUPS; i++)
        rates[i] = lanes_abs(faces[i].u) / faces[i].reach;
    const double half[3] = {x->a->size.x, x->a->size.y, x->a->size.z}, u[3] = {d.x, d.y, d.z};
    const boxes_columns first = boxes_first_columns(x), last = boxes_last_column(x);
#pragma GCC unroll 3
    for (int i = 0; i < 3; i++) {
        rates[3 + i] = boxes_plane_rate(boxes_edge_planes(half, i, &first, u, &narrow));
        rates[6 + i] = boxes_plane_rate(boxes_edge_planes(half, i, &last, u, &narrow));
    }
    if (lanes_any(narrow)) return boxes_first(x, d, zero, face);
    const int lane = boxes_greatest(rates, BOXES_GROUPS, &rate);
    boxes_face_of(x, lane, d, face);
    return rate;
}

bool gd_boxes_exit(const boxes* x, const boxes_ray* ray, boxes_answer* answer) {
    boxes_face face;
    const bool usual = x->a->dimension == 3 && !x->a->off_center && !x->b->off_center;
    const double rate =
        usual ? boxes_first_centered(x, ray->d, &face) : boxes_first(x, ray->d, ray->z, &face);
    if (!(rate > 0.0)) return false;
    face.point = madd3(ray->z, 1.0 / rate, ray->d);
    gd_boxes_divide(x, &face, answer);
    return true;
}

/* Whether planes separate the boxes, or may do so: then the boxes touch up to rounding. */
typedef struct boxes_gap {
    i64x2 apart, close;
} boxes_gap;

GD_INLINE void boxes_compare(boxes_planes p, boxes_gap* gap) {
    gap->apart |= p.usable & (i64x2)(p.along > p.reach * (1.0 + EARLY_OUT_PLANE));
    gap->close |= p.usable & (i64x2)(p.along > p.reach * (1.0 - EARLY_OUT_PLANE));
}

early_out gd_intersects_boxes(const gd_query* query) {
    boxes x = {.a = query->a, .b = query->b};
    boxes_group faces[3];
    boxes_gap gap = {{0, 0}, {0, 0}};
    i64x2 narrow = {0, 0};
    const i64x2 all = {-1, -1};
    pair3 pair;
    const vec3 d = early_out_join(&pair, query);
    x.b_to_a = pair.b_to_a;
    boxes_measure_faces(&x, d, make3(0.0, 0.0, 0.0), faces);
    for (int i = 0; i < BOXES_FACE_GROUPS; i++)
        boxes_compare((boxes_planes){lanes_abs(faces[i].u), faces[i].reach, all}, &gap);
    if (lanes_any(gap.apart)) return EARLY_OUT_APART;
    const double half[3] = {x.a->size.x, x.a->size.y, x.a->size.z}, u[3] = {d.x, d.y, d.z};
    const boxes_columns first = boxes_first_columns(&x), last = boxes_last_column(&x);
#pragma GCC unroll 3
    for (int i = 0; i < 3; i++) {
        boxes_compare(boxes_edge_planes(half, i, &first, u, &narrow), &gap);
        boxes_compare(boxes_edge_planes(half, i, &last, u, &narrow), &gap);
    }
    if (lanes_any(narrow)) return EARLY_OUT_UNDECIDED;
    if (lanes_any(gap.apart)) return EARLY_OUT_APART;
    return lanes_any(gap.close) ? EARLY_OUT_UNDECIDED : EARLY_OUT_MEET;
}

double gd_boxes_gauge(const boxes* x, boxes_answer* answer) {
    boxes_face face;
    const double rate = boxes_first_centered(x, x->q, &face);
    answer->normal = scale3(1.0 / face.length, face.normal);
    answer->a = answer->b = make3(0.0, 0.0, 0.0);
    /* No common point; the rate is infinite for two different points. */
    if (!(rate > 0.0) || rate > 1.0) return rate;
    face.point = scale3(1.0 / rate, x->q);
    gd_boxes_divide(x, &face, answer);
    answer->a = scale3(rate, answer->a);
    answer->b = scale3(rate, answer->b);
    return rate;
}

double gd_boxes_depth(const boxes* x, boxes_answer* answer) {
    boxes_face face;
    const double outside = boxes_best(x, x->q, x->q, boxes_rank_depth, &face);
    face.point = madd3(x->q, -outside / face.length, face.normal);
    gd_boxes_divide(x, &face, answer);
    return -outside;
}

/* ---- a line -------------------------------------------------------------------------------- */

/* Where v + w u enters the slab of a normal, and minus where it leaves. A normal across the line
 * must not divide 0 by 0. */
GD_INLINE f64x2 boxes_rank_slab(const boxes_group* g, bool edges, i64x2 away) {
    const i64x2 sign = {INT64_MIN, INT64_MIN};
    const f64x2 least = {0x1p-900, 0x1p-900}, none = {-GD_INFINITY, -GD_INFINITY};
    const f64x2 along = (f64x2)((i64x2)g->v ^ ((i64x2)g->u & sign) ^ (away & sign));
    const f64x2 rank = (along - g->reach) / lanes_max(lanes_abs(g->u), least);
    if (!edges) return rank;
    return (f64x2)lanes_select((i64x2)(g->square >= BOXES_SAME), (i64x2)rank, (i64x2)none);
}
GD_INLINE f64x2 boxes_rank_leaves(const boxes_group* g, bool edges) {
    const i64x2 same = {0, 0};
    return boxes_rank_slab(g, edges, same);
}
GD_INLINE f64x2 boxes_rank_enters(const boxes_group* g, bool edges) {
    const i64x2 away = {INT64_MIN, INT64_MIN};
    return boxes_rank_slab(g, edges, away);
}

GD_NOINLINE void gd_boxes_span(const boxes* x, vec3 u, vec3 v, boxes_span* span) {
    double out;
    f64x2 ranks[2][BOXES_GROUPS];
    const int groups = boxes_rank_all(x, u, v, boxes_rank_leaves, boxes_rank_enters, ranks);
    boxes_face_of(x, boxes_greatest(ranks[0], groups, &out), u, &span->leaves);
    boxes_face_of(x, boxes_greatest(ranks[1], groups, &span->in), neg3(u), &span->enters);
    span->out = -out;
    span->leaves.point = madd3(v, span->out, u);
}
