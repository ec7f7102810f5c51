#include "simplex.h"

static simplex_point simplex_finish(const vec3* x, const double lambda[4], int count) {
    simplex_point out = {.x = {0.0, 0.0, 0.0}};
    double sum = 0.0;
    for (int i = 0; i < count; i++)
        sum += lambda[i];
    for (int i = 0; i < count; i++) {
        out.lambda[i] = lambda[i] / sum;
        out.x = madd3(out.x, out.lambda[i], x[i]);
    }
    out.normal = out.x;
    return out;
}

/* The result of a face, with its weights put back where its vertices are. */
static simplex_point simplex_of_face(const vec3* x, const int* face, int count,
                                     simplex_point (*project)(const vec3*)) {
    const vec3 corner[3] = {x[face[0]], x[face[1]], x[face[count - 1]]};
    const simplex_point found = project(corner);
    simplex_point out = {{0.0, 0.0, 0.0, 0.0}, found.x, found.normal};
    for (int i = 0; i < count; i++)
        out.lambda[face[i]] = found.lambda[i];
    return out;
}

static bool simplex_nearer(const simplex_point* a, const simplex_point* b) {
    return dot3(a->x, a->x) < dot3(b->x, b->x);
}

static simplex_point simplex_vertex(const vec3* x) {
    const double lambda[4] = {1.0, 0.0, 0.0, 0.0};
    return simplex_finish(x, lambda, 1);
}

static simplex_point simplex_segment(const vec3* x) {
    const vec3 d = sub3(x[1], x[0]);
    const double to_second = -dot3(x[0], d), to_first = dot3(x[1], d);
    if (!(to_second > 0.0)) return simplex_vertex(x);
    if (!(to_first > 0.0)) {
        const double lambda[4] = {0.0, 1.0, 0.0, 0.0};
        return simplex_finish(x, lambda, 2);
    }
    const double lambda[4] = {to_first, to_second, 0.0, 0.0};
    return simplex_finish(x, lambda, 2);
}

/* Area of a triangle in the coordinate plane left when axis is dropped, signed. */
static double simplex_area(vec3 a, vec3 b, vec3 c, int axis) {
    const vec3 u = sub3(b, a), v = sub3(c, a);
    return axis == 0   ? u.y * v.z - u.z * v.y
           : axis == 1 ? u.z * v.x - u.x * v.z
                       : u.x * v.y - u.y * v.x;
}

static simplex_point simplex_triangle(const vec3* x) {
    const vec3 n = cross3(sub3(x[1], x[0]), sub3(x[2], x[0]));
    const double nn = dot3(n, n);
    /* the projection of the origin on the plane, seen where the triangle looks largest */
    const vec3 o = nn > 0.0 ? scale3(dot3(n, x[0]) / nn, n) : make3(0.0, 0.0, 0.0);
    const double ax = fabs(n.x), ay = fabs(n.y), az = fabs(n.z);
    const int axis = ax >= ay && ax >= az ? 0 : ay >= az ? 1 : 2;
    const double whole = axis == 0 ? n.x : axis == 1 ? n.y : n.z;
    const double part[3] = {simplex_area(o, x[1], x[2], axis), simplex_area(x[0], o, x[2], axis),
                            simplex_area(x[0], x[1], o, axis)};
    bool inside[3];
    for (int i = 0; i < 3; i++)
        inside[i] = nn > 0.0 && (whole > 0.0 ? part[i] > 0.0 : part[i] < 0.0);
    if (inside[0] && inside[1] && inside[2]) {
        double lambda[4] = {fabs(part[0]), fabs(part[1]), fabs(part[2]), 0.0};
        simplex_point out = simplex_finish(x, lambda, 3);
        /* on a thin triangle the areas cancel and the mean misses o by more than rounding: one step
         * of refinement, as in portal.h */
        const vec3 miss = sub3(out.x, o);
        for (int i = 0; i < 3; i++) {
            const vec3 edge = sub3(x[(i + 2) % 3], x[(i + 1) % 3]);
            const double change = simplex_area(make3(0.0, 0.0, 0.0), miss, edge, axis);
            lambda[i] = max2(lambda[i] + (whole > 0.0 ? change : -change), 0.0);
        }
        out = simplex_finish(x, lambda, 3);
        out.normal = o;
        return out;
    }
    static const int edges[3][2] = {{1, 2}, {0, 2}, {0, 1}};
    simplex_point best;
    bool found = false;
    for (int i = 0; i < 3; i++) {
        if (inside[i]) continue;
        const simplex_point edge = simplex_of_face(x, edges[i], 2, simplex_segment);
        if (!found || simplex_nearer(&edge, &best)) best = edge;
        found = true;
    }
    return best;
}

static simplex_point simplex_tetrahedron(const vec3* x) {
    const double part[4] = {
        -dot3(x[1], cross3(x[2], x[3])),
        dot3(x[0], cross3(x[2], x[3])),
        -dot3(x[0], cross3(x[1], x[3])),
        dot3(x[0], cross3(x[1], x[2])),
    };
    const double whole = dot3(sub3(x[1], x[0]), cross3(sub3(x[2], x[0]), sub3(x[3], x[0])));
    bool inside[4];
    for (int i = 0; i < 4; i++)
        inside[i] = whole > 0.0 ? part[i] < 0.0 : whole < 0.0 && part[i] > 0.0;
    if (inside[0] && inside[1] && inside[2] && inside[3]) {
        const double lambda[4] = {fabs(part[0]), fabs(part[1]), fabs(part[2]), fabs(part[3])};
        simplex_point out = simplex_finish(x, lambda, 4);
        out.x = make3(0.0, 0.0, 0.0);
        return out;
    }
    static const int faces[4][3] = {{1, 2, 3}, {0, 2, 3}, {0, 1, 3}, {0, 1, 2}};
    simplex_point best;
    bool found = false;
    for (int i = 0; i < 4; i++) {
        if (inside[i]) continue;
        const simplex_point face = simplex_of_face(x, faces[i], 3, simplex_triangle);
        if (!found || simplex_nearer(&face, &best)) best = face;
        found = true;
    }
    return best;
}

/* The nearest point of all faces that hold the last vertex. */
simplex_point gd_simplex_search(const vec3* x, int count) {
    const int last = count - 1;
    simplex_point best = {{0.0, 0.0, 0.0, 0.0}, x[last], x[last]};
    best.lambda[last] = 1.0;
    for (int i = 0; i < last; i++) {
        const int edge[2] = {i, last};
        const simplex_point on_edge = simplex_of_face(x, edge, 2, simplex_segment);
        if (simplex_nearer(&on_edge, &best)) best = on_edge;
        for (int j = i + 1; j < last; j++) {
            const int face[3] = {i, j, last};
            const simplex_point on_face = simplex_of_face(x, face, 3, simplex_triangle);
            if (simplex_nearer(&on_face, &best)) best = on_face;
        }
    }
    return best;
}

simplex_point gd_simplex_project(const vec3* x, int count) {
    switch (count) {
    case 1: return simplex_vertex(x);
    case 2: return simplex_segment(x);
    case 3: return simplex_triangle(x);
    default: return simplex_tetrahedron(x);
    }
}
