#include "closed/flat_sets.h"

#include "math/pose.h"
#include "math/predicates_any.h"
#include "shapes/support.h"

/* So many exchanges choose the vertex that rounding finds farthest: fewer steps. Then the rule of
 * the least index excludes cycles. */
#define FLAT_STEPS 256

/* A vertex of A or B, a coordinate axis, or the right-hand side. */
typedef enum flat_role { FLAT_A, FLAT_B, FLAT_AXIS, FLAT_GOAL } flat_role;

typedef struct flat_column {
    flat_role role;
    uint32_t index; /* of the vertex */
    vec3 x;         /* the vertex in the world, or the axis */
} flat_column;

/* Five independent columns. Axes remain if the edges of both sets span less than space. They may
 * have any weight, so the search takes place in a projection along them. */
typedef struct flat_basis {
    flat_column column[5];
    int sign; /* of the determinant */
} flat_basis;

typedef struct flat_side {
    const gd_shape* shape;
    frame3 at;
    uint32_t count;
} flat_side;

/* Returns false if the shape is not the hull of vertices. */
static GD_COLD bool flat_read(const gd_shape* shape, const double* pose, flat_side* side) {
    const bool is_point = shape->core == GD_CORE_POINT;
    side->shape = shape;
    side->count = is_point ? 1 : shape->vertices.count;
    return (is_point || shape->core == GD_CORE_VERTICES || shape->core == GD_CORE_MESH) &&
           frame_of_pose(pose, shape->dimension, &side->at);
}

static GD_COLD flat_column flat_vertex(const flat_side sides[2], flat_role role, uint32_t index) {
    const flat_side* side = &sides[role];
    const bool is_point = side->shape->core == GD_CORE_POINT;
    const vec3 local =
        is_point ? make3(0.0, 0.0, 0.0) : shape_vertex(&side->shape->vertices, index);
    return (flat_column){role, index, add3(rotate(&side->at.rotation, local), side->at.position)};
}

/* Subtracts the first column of each set from the others of that set, and both from the right-hand
 * side. Their rows of ones vanish, and edges remain. Column `skip` is left out. Returns the sign
 * with which the determinant of the columns is the determinant of three edges. */
static GD_COLD int flat_reduce(const flat_column column[5], int skip, exact_edge edge[3]) {
    int base[2] = {-1, -1};
    for (int i = 4; i >= 0; i--)
        if (i != skip && column[i].role <= FLAT_B) base[column[i].role] = i;
    const vec3 a = column[base[FLAT_A]].x, b = column[base[FLAT_B]].x;
    for (int i = 0, count = 0; i < 5; i++) {
        const vec3 x = column[i].x;
        if (i == skip || i == base[FLAT_A] || i == base[FLAT_B]) continue;
        switch (column[i].role) {
        case FLAT_A: edge[count++] = (exact_edge){a, x}; break;
        case FLAT_B: edge[count++] = (exact_edge){x, b}; break;
        case FLAT_AXIS: edge[count++] = (exact_edge){make3(0.0, 0.0, 0.0), x}; break;
        case FLAT_GOAL: edge[count++] = (exact_edge){a, b}; break;
        }
    }
    return (base[FLAT_A] + base[FLAT_B] + (base[FLAT_A] < base[FLAT_B])) % 2 ? -1 : 1;
}

/* Sign of the determinant of the basis with column i replaced by x. */
static GD_COLD int flat_replaced(const flat_basis* basis, int i, flat_column x) {
    flat_column column[5];
    exact_edge edge[3];
    for (int k = 0; k < 5; k++)
        column[k] = k == i ? x : basis->column[k];
    const int sign = flat_reduce(column, -1, edge);
    return sign * gd_turn3_any(edge);
}

static bool flat_has(const flat_basis* basis, const flat_column* x) {
    for (int i = 0; i < 5; i++)
        if (basis->column[i].role == x->role && basis->column[i].index == x->index) return true;
    return false;
}

/* Exchanges column i for x if that gives the wanted sign: -1, or 1 for any but 0. */
static GD_COLD bool flat_exchange(flat_basis* basis, int i, int wanted, flat_column x) {
    if (flat_has(basis, &x)) return false;
    const int sign = flat_replaced(basis, i, x);
    if (sign == 0 || (wanted < 0 && sign == basis->sign)) return false;
    basis->column[i] = x;
    basis->sign = sign;
    return true;
}

/* Exchanges column i for the first vertex that gives the wanted sign. */
static GD_COLD bool flat_enter(flat_basis* basis, int i, int wanted, const flat_side sides[2]) {
    for (int role = FLAT_A; role <= FLAT_B; role++)
        for (uint32_t k = 0; k < sides[role].count; k++)
            if (flat_exchange(basis, i, wanted, flat_vertex(sides, (flat_role)role, k)))
                return true;
    return false;
}

/* A normal of the plane through all columns but one, or through parallel edges. Not of unit length;
 * 0 if unknown. */
static GD_COLD vec3 flat_plane(const flat_basis* basis, int left) {
    exact_edge edge[3];
    flat_reduce(basis->column, left, edge);
    for (int i = 0; i < 2; i++) { /* to lengths near 1 */
        const double unit = exact_unit(max_abs3(sub3(edge[i].to, edge[i].from)));
        edge[i] = (exact_edge){scale3(unit, edge[i].from), scale3(unit, edge[i].to)};
    }
    return gd_edge_cross(edge[0], edge[1]);
}

/* The vertex of a set that is farthest along n, up to rounding. */
static GD_COLD flat_column flat_farthest(const flat_side sides[2], flat_role role, vec3 n) {
    const gd_shape* shape = sides[role].shape;
    const vec3 local = inv_rotate(&sides[role].at.rotation, n);
    uint32_t index = 0;
    if (shape->core == GD_CORE_MESH)
        index = mesh_support(shape, local.x, local.y, local.z, GD_NO_HINT);
    else if (shape->vertices.corners)
        index = support_scan(shape->vertices.corners, shape->vertices.padded_count, local.x,
                             local.y, local.z);
    else if (shape->vertices.x)
        index = polygon_support(shape, local.x, local.y);
    return flat_vertex(sides, role, index);
}

/* Exchanges column i for a vertex that rounding finds farthest beyond the plane of the others. */
static GD_COLD bool flat_enter_farthest(flat_basis* basis, int i, int wanted,
                                        const flat_side sides[2]) {
    exact_edge e[3];
    flat_reduce(basis->column, i, e);
    const vec3 plane = cross3(sub3(e[0].to, e[0].from), sub3(e[1].to, e[1].from));
    for (int way = 0; way < 2; way++)
        for (int role = FLAT_A; role <= FLAT_B; role++) {
            const vec3 n = way == role ? plane : neg3(plane);
            const flat_column x = flat_farthest(sides, (flat_role)role, n);
            if (flat_exchange(basis, i, wanted, x)) return true;
        }
    return false;
}

/* Starts from the axes, and replaces each by a vertex if possible. */
static GD_COLD void flat_start(flat_basis* basis, const flat_side sides[2]) {
    basis->column[0] = flat_vertex(sides, FLAT_A, 0);
    basis->column[1] = flat_vertex(sides, FLAT_B, 0);
    for (int i = 0; i < 3; i++)
        basis->column[2 + i] = (flat_column){FLAT_AXIS, 0, make3(i == 0, i == 1, i == 2)};
    basis->sign = flat_replaced(basis, 0, basis->column[0]);
    for (int i = 2; i < 5; i++)
        if (!flat_enter_farthest(basis, i, 1, sides)) flat_enter(basis, i, 1, sides);
}

/* Whether column i is the only one of its set; then its weight is 1. */
static bool flat_alone(const flat_basis* basis, int i) {
    for (int k = 0; k < 5; k++)
        if (k != i && basis->column[k].role == basis->column[i].role) return false;
    return true;
}

/* The column that proves the separation or must leave: an axis with a weight, otherwise the first
 * vertex with a negative weight. Returns -1 if there is none: the sets overlap. */
static GD_COLD int flat_leave(const flat_basis* basis) {
    int first = -1;
    for (int i = 0; i < 5; i++) {
        const flat_column* c = &basis->column[i];
        if (c->role != FLAT_AXIS && flat_alone(basis, i)) continue;
        const int sign = flat_replaced(basis, i, (flat_column){.role = FLAT_GOAL});
        if (c->role == FLAT_AXIS && sign != 0) return i;
        if (c->role == FLAT_AXIS || sign * basis->sign >= 0) continue;
        const flat_column* best = &basis->column[first < 0 ? i : first];
        if (c->role < best->role || (c->role == best->role && c->index <= best->index)) first = i;
    }
    return first;
}

/* The gap between two flat sets along n, from one vertex, so that a far origin costs no digits. */
static GD_COLD double flat_gap(const flat_side sides[2], vec3 n) {
    const vec3 origin = flat_vertex(sides, FLAT_A, 0).x;
    double most = -GD_INFINITY, least = GD_INFINITY;
    for (uint32_t i = 0; i < sides[FLAT_A].count; i++)
        most = max2(most, dot3(n, sub3(flat_vertex(sides, FLAT_A, i).x, origin)));
    for (uint32_t i = 0; i < sides[FLAT_B].count; i++)
        least = min2(least, dot3(n, sub3(flat_vertex(sides, FLAT_B, i).x, origin)));
    return least - most;
}

/* Every column but one is on the plane that separates the sets, or on a parallel one. */
static GD_COLD void flat_normal(const flat_basis* basis, int left, const flat_side sides[2],
                                double normal[3]) {
    vec3 n = flat_plane(basis, left);
    if (!(max_abs3(n) > 0.0)) return;
    length_and_unit3(n, &n);
    double gap = flat_gap(sides, load3(normal));
    for (int i = 0; i < 2; i++, n = neg3(n)) {
        const double found = flat_gap(sides, n);
        if (!(found > gap)) continue;
        gap = found;
        store3(normal, n);
    }
}

flat_answer gd_flat_sets(const gd_query* query, double normal[3]) {
    flat_side sides[2];
    flat_basis basis;
    if (!flat_read(query->a, query->pose_a, &sides[FLAT_A]) ||
        !flat_read(query->b, query->pose_b, &sides[FLAT_B]))
        return FLAT_UNKNOWN;
    flat_start(&basis, sides);
    for (int step = 0;; step++) {
        const int left = flat_leave(&basis);
        if (left < 0) return FLAT_MEET;
        if (basis.column[left].role != FLAT_AXIS &&
            ((step < FLAT_STEPS && flat_enter_farthest(&basis, left, -1, sides)) ||
             flat_enter(&basis, left, -1, sides)))
            continue;
        flat_normal(&basis, left, sides, normal);
        return FLAT_APART;
    }
}
