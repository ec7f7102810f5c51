/* Every field of every row of a trace, for every query and method, against the definition of the
 * shapes. Vertices are support points of both shapes, and weights give the point. Faces and planes
 * belong to the vertices. Bounds, counts and the last row match the result. */
#include "lib/check.h"
#include "lib/draw.h"

#include "growth_distance.h"
#include "proof/sets.h"

#include <stdlib.h>
#include <string.h>

enum { ROOM = 400000, PAIRS = 2 };

/* Rounding of coordinates, and of planes across normals, as a part of the pair's extent. */
#define ROUNDING 1e-12
/* The same for means, whose weights may belong to a thin simplex. */
#define MEAN 1e-9

typedef enum query { GROWTH, COLLIDE, DISTANCE, DEPTH, SIGNED, QUERIES } query;

typedef struct subject {
    drawn set[2];
    double pose[2][7];
    posed posed[2];
    double extent;
    int dimension;
    query query;
    gd_method method;
} subject;

/* The fields that the results have in common. */
typedef struct answer {
    double status, iterations, lower, upper;
    double normal[3], point_a[3], point_b[3];
} answer;

static bool seen[QUERIES][6]; /* rows of a type */
static int witnesses;         /* depths whose last portal was compared with their points */

#define EXPECT(s, row, condition) expect((s), (row), (condition), #condition, __LINE__)
static void expect(const subject* s, const gd_iterate* row, bool holds, const char* what,
                   int line) {
    check_that(holds, what, __FILE__, line);
    if (holds) return;

    printf("  types %d %d, query %d, method %d", (int)s->set[0].kind, (int)s->set[1].kind,
           (int)s->query, (int)s->method);
    if (row) printf(", row of type %g at iteration %g", row->type, row->iteration);
    printf("\n");
}

/* ---- queries ------------------------------------------------------------------------------- */

#define COPY(out, r, last_a, last_b)                                                               \
    do {                                                                                           \
        memcpy((out)->normal, (r).normal, sizeof(r).normal);                                       \
        memcpy((out)->point_a, (r).last_a, sizeof(r).last_a);                                      \
        memcpy((out)->point_b, (r).last_b, sizeof(r).last_b);                                      \
    } while (0)

static gd_status ask(const subject* s, const gd_settings* settings, answer* out) {
    const gd_shape *a = s->set[0].shape, *b = s->set[1].shape;
    const double *p = s->pose[0], *q = s->pose[1];
    gd_growth_result g;
    gd_collision_result c;
    gd_distance_result d;
    gd_penetration_result deep;
    gd_signed_result both;
    gd_status status = GD_ERROR_UNDEFINED;
    switch (s->query) {
    case GROWTH:
        status = gd_growth_distance(&(gd_query){a, p, b, q, settings, NULL}, &g);
        *out = (answer){.iterations = g.iterations, .lower = g.lower, .upper = g.upper};
        COPY(out, g, point_a, point_b);
        break;
    case COLLIDE:
        status = gd_collide(&(gd_query){a, p, b, q, settings, NULL}, &c);
        *out = (answer){.iterations = c.iterations, .lower = c.lower, .upper = c.upper};
        COPY(out, c, point, point);
        break;
    case DISTANCE:
        status = gd_distance(&(gd_query){a, p, b, q, settings, NULL}, &d);
        *out = (answer){.iterations = d.iterations, .lower = d.lower, .upper = d.value};
        COPY(out, d, point_a, point_b);
        break;
    case DEPTH:
        status = gd_penetration(&(gd_query){a, p, b, q, settings, NULL}, &deep);
        *out = (answer){.iterations = deep.iterations, .lower = deep.lower, .upper = deep.depth};
        COPY(out, deep, point_a, point_b);
        break;
    case SIGNED:
        status = gd_signed_distance(&(gd_query){a, p, b, q, settings, NULL}, &both);
        *out = (answer){.iterations = both.iterations, .lower = both.lower, .upper = both.upper};
        COPY(out, both, point_a, point_b);
        break;
    case QUERIES: break;
    }
    out->status = status;
    return status;
}

/* ---- one row --------------------------------------------------------------------------------- */

static const double* vector_of(const gd_iterate* row, gd_iterate_vector which) {
    return row->data + (size_t)row->width * (size_t)which;
}

/* Its point, parts and weight. */
static const double* vertex_of(const gd_iterate* row, int i) {
    const size_t width = (size_t)row->width;
    return row->data + GD_ITERATE_VECTORS * width + (3 * width + 1) * (size_t)i;
}

static const double* face_of(const gd_iterate* row, int i) {
    return vertex_of(row, (int)row->vertex_count) + 3 * (size_t)i;
}

static double dot(const double* x, const double* y) {
    return x[0] * y[0] + x[1] * y[1] + x[2] * y[2];
}

static bool is_unit(const double* x) {
    return fabs(sqrt(dot(x, x)) - 1) <= 1e-14;
}

static bool is_zero(const double* x) {
    return x[0] == 0.0 && x[1] == 0.0 && x[2] == 0.0;
}

static bool are_near(const double* x, const double* y, double open) {
    for (int i = 0; i < 3; i++)
        if (!(fabs(x[i] - y[i]) <= open)) return false;
    return true;
}

/* Support function of a shape minus the ball that the row strips. */
static double reach(const posed* set, const double* direction, double sign, double radius) {
    real n[3];
    for (int i = 0; i < 3; i++)
        n[i] = (real)(sign * direction[i]);
    return (double)posed_support(set, n) - radius;
}

static void check_vertices(const subject* s, const gd_iterate* row) {
    const int count = (int)row->vertex_count;
    const double *shift = vector_of(row, GD_VECTOR_SHIFT), *point = vector_of(row, GD_VECTOR_POINT);
    const double open = ROUNDING * s->extent;
    double weights = 0.0, mean[3] = {0, 0, 0};
    for (int i = 0; i < count; i++) {
        const double *v = vertex_of(row, i), *on_a = v + 3, *on_b = v + 6;
        double made[3];
        for (int k = 0; k < 3; k++)
            made[k] = on_a[k] - row->scale * on_b[k] + shift[k];
        EXPECT(s, row, are_near(v, made, open));
        EXPECT(s, row, (double)posed_outside(&s->posed[0], on_a, point) <= open);
        EXPECT(s, row, (double)posed_outside(&s->posed[1], on_b, point) <= open);
        EXPECT(s, row, v[9] >= -1e-12);
        weights += v[9];
        for (int k = 0; k < 3; k++)
            mean[k] += v[9] * v[k];
    }
    for (int k = 0; k < 3; k++)
        EXPECT(s, row, fabs(mean[k] - point[k]) <= open);
    /* a polytope's point is on the face that expands */
    const bool carries = row->type == GD_ITERATE_POLYTOPE
                             ? row->nearest >= 0.0
                             : row->type != GD_ITERATE_DIRECTION && count > (int)row->support;
    EXPECT(s, row, fabs(weights - (carries ? 1 : 0)) <= 1e-9);
}

/* The new vertex must be as far along its direction as A and -B reach. */
static void check_support(const subject* s, const gd_iterate* row) {
    const double* n = vector_of(row, GD_VECTOR_DIRECTION);
    EXPECT(s, row, row->support == 0.0 || row->support == 1.0);
    if (row->support == 0.0) {
        EXPECT(s, row, is_zero(n));
        return;
    }
    EXPECT(s, row, is_unit(n) && row->vertex_count >= 1.0);
    const double* v = vertex_of(row, (int)row->vertex_count - 1);
    EXPECT(s, row, v[9] == 0.0);
    const double open = ROUNDING * s->extent;
    EXPECT(s, row, fabs(dot(n, v + 3) - reach(&s->posed[0], n, 1.0, row->radius_a)) <= open);
    EXPECT(s, row, fabs(-dot(n, v + 6) - reach(&s->posed[1], n, -1.0, row->radius_b)) <= open);
}

/* All vertices must be below the best supporting plane, and the shapes, too. */
static void check_plane(const subject* s, const gd_iterate* row) {
    const double *n = vector_of(row, GD_VECTOR_NORMAL), *shift = vector_of(row, GD_VECTOR_SHIFT);
    if (!isfinite(row->offset)) return;
    const double open = MEAN * s->extent;
    EXPECT(s, row, is_unit(n));
    for (int i = 0; i < (int)row->vertex_count; i++)
        EXPECT(s, row, dot(n, vertex_of(row, i)) <= row->offset + open);
    const double far = reach(&s->posed[0], n, 1.0, row->radius_a) +
                       reach(&s->posed[1], n, -1.0, row->radius_b) + dot(n, shift);
    EXPECT(s, row, far <= row->offset + open);
    if (s->query == GROWTH || s->query == COLLIDE) {
        /* a simplex row may have the plane of the bounding balls, which gives the lower bound */
        if (row->type == GD_ITERATE_SIMPLEX) return;
        const double proved = dot(n, shift) / row->offset;
        EXPECT(s, row, fabs(row->lower - proved) <= 1e-9 * fmax(proved, 1.0));
    } else {
        EXPECT(s, row, far >= row->offset - open);
    }
}

/* Faces name three vertices (in 2D two and a 0). The nearest face is orthogonal to the direction,
 * and only its vertices have a weight. */
static void check_faces(const subject* s, const gd_iterate* row) {
    const int corners = s->dimension, count = (int)row->vertex_count - (int)row->support;
    if (row->type != GD_ITERATE_POLYTOPE) {
        EXPECT(s, row, row->face_count == 0.0 && row->nearest == -1.0);
        return;
    }
    EXPECT(s, row, row->face_count >= (double)corners);
    for (int f = 0; f < (int)row->face_count; f++) {
        const double* at = face_of(row, f);
        for (int k = 0; k < corners; k++) {
            EXPECT(s, row, at[k] >= 0.0 && at[k] < count && at[k] == floor(at[k]));
            EXPECT(s, row, at[k] != at[(k + 1) % corners]);
        }
        if (corners == 2) EXPECT(s, row, at[2] == 0.0);
    }
    /* either the face was given up, or this step's direction is its normal */
    EXPECT(s, row, row->support == 1.0 ? row->nearest >= 0.0 : row->nearest == -1.0);
    EXPECT(s, row, row->nearest < row->face_count && row->nearest == floor(row->nearest));
    if (row->nearest < 0.0) return;
    const double *at = face_of(row, (int)row->nearest), *n = vector_of(row, GD_VECTOR_DIRECTION);
    const double* first = vertex_of(row, (int)at[0]);
    for (int k = 1; k < corners; k++)
        EXPECT(s, row,
               fabs(dot(n, vertex_of(row, (int)at[k])) - dot(n, first)) <= MEAN * s->extent);
    for (int i = 0; i < count; i++) {
        bool named = false;
        for (int k = 0; k < corners; k++)
            named = named || (int)at[k] == i;
        EXPECT(s, row, named || vertex_of(row, i)[9] == 0.0);
    }
}

static void check_frame(const subject* s, const gd_iterate* row) {
    const double *shift = vector_of(row, GD_VECTOR_SHIFT), *ray = vector_of(row, GD_VECTOR_RAY);
    const bool growth = s->query == GROWTH || s->query == COLLIDE;
    double between[3] = {0, 0, 0};
    for (int i = 0; i < 3 && growth; i++)
        between[i] = (double)(s->posed[1].center[i] - s->posed[0].center[i]);
    const bool on_cores = row->type == GD_ITERATE_SIMPLEX; /* the rows of these have no centres */
    if (on_cores) memset(between, 0, sizeof between);
    EXPECT(s, row, are_near(shift, between, ROUNDING * s->extent));
    EXPECT(s, row, row->scale == 1.0 && row->width == 3.0);
    EXPECT(s, row, row->radius_a >= 0.0 && row->radius_b >= 0.0);
    const double size = sqrt(dot(between, between));
    if (row->type == GD_ITERATE_PORTAL || (growth && row->type == GD_ITERATE_DIRECTION)) {
        for (int i = 0; i < 3 && size > 0; i++)
            EXPECT(s, row, fabs(ray[i] - between[i] / size) <= 1e-12 * s->extent / size);
    } else {
        EXPECT(s, row, row->type == GD_ITERATE_RAY ? is_unit(ray) : is_zero(ray));
    }
}

/* ---- the whole trace ------------------------------------------------------------------------- */

static void check_result(const subject* s, const gd_iterate* row, const answer* r) {
    const double *v = vertex_of(row, 0), *shift = vector_of(row, GD_VECTOR_SHIFT);
    double point[3];
    EXPECT(s, row, row->type == GD_ITERATE_RESULT && row->vertex_count == 1.0);
    EXPECT(s, row, row->face_count == 0.0 && row->nearest == -1.0 && row->support == 0.0);
    EXPECT(s, row, row->iteration == r->iterations);
    EXPECT(s, row, row->lower == r->lower && row->upper == r->upper);
    EXPECT(s, row, memcmp(vector_of(row, GD_VECTOR_NORMAL), r->normal, 24) == 0);
    EXPECT(s, row, is_zero(vector_of(row, GD_VECTOR_DIRECTION)));
    EXPECT(s, row, memcmp(v + 3, r->point_a, 24) == 0 && memcmp(v + 6, r->point_b, 24) == 0);
    EXPECT(s, row, v[9] == 1.0);
    for (int i = 0; i < 3; i++)
        point[i] = r->point_a[i] - r->point_b[i] + shift[i];
    EXPECT(s, row, are_near(v, point, ROUNDING * s->extent));
    EXPECT(s, row, are_near(vector_of(row, GD_VECTOR_POINT), point, ROUNDING * s->extent));
}

/* A depth along a ray has the witness points of its last portal, unless the portal leaves D at
 * another depth. */
static void check_witnesses(const subject* s, const gd_iterate* row, const answer* r) {
    if (s->query != DEPTH || r->status != GD_STATUS_LOCAL || row->type != GD_ITERATE_RAY) return;
    const double open = MEAN * s->extent, depth = r->upper - row->radius_a - row->radius_b;
    double on_a[3], on_b[3], foot[3];
    for (int k = 0; k < 3; k++) {
        on_a[k] = row->radius_a * r->normal[k];
        on_b[k] = -row->radius_b * r->normal[k];
        foot[k] = depth * r->normal[k];
        for (int i = 0; i < (int)row->vertex_count; i++) {
            const double* v = vertex_of(row, i);
            on_a[k] += v[9] * v[3 + k];
            on_b[k] += v[9] * v[6 + k];
        }
    }
    if (!are_near(vector_of(row, GD_VECTOR_POINT), foot, ROUNDING * s->extent)) return;
    EXPECT(s, row, are_near(r->point_a, on_a, open) && are_near(r->point_b, on_b, open));
    witnesses++;
}

static void check_trace(const subject* s, const gd_trace* trace, const answer* r) {
    static const gd_quantity quantities[QUERIES] = {GD_QUANTITY_GROWTH, GD_QUANTITY_GROWTH,
                                                    GD_QUANTITY_DISTANCE, GD_QUANTITY_DEPTH,
                                                    GD_QUANTITY_SIGNED};
    double lower = -INFINITE, upper = INFINITE, iteration = 0.0, rows = 0.0;
    EXPECT(s, NULL, trace->quantity == (double)quantities[s->query]);
    EXPECT(s, NULL, trace->used == trace->needed && trace->used <= trace->capacity);
    const gd_iterate *row = NULL, *before = NULL;
    for (size_t at = 0; at < (size_t)trace->used; at += (size_t)row->length, rows += 1.0) {
        row = (const gd_iterate*)(const void*)(trace->rows + at);
        const double vectors = GD_ITERATE_VECTORS + 3.0 * row->vertex_count;
        EXPECT(s, row,
               row->length == (double)(sizeof *row / sizeof(double)) + 3.0 * vectors +
                                  row->vertex_count + 3.0 * row->face_count);
        const bool last = (double)at + row->length == trace->used;
        EXPECT(s, row, last == (row->type == GD_ITERATE_RESULT));
        if (last) break;
        before = row;
        EXPECT(s, row, row->lower <= row->upper && row->upper <= upper);
        /* rounding may make the best bounds cross; then both are the upper one */
        EXPECT(s, row, row->lower >= lower || row->lower == row->upper);
        EXPECT(s, row, row->iteration >= iteration && row->iteration <= r->iterations);
        iteration = row->iteration;
        lower = row->lower;
        upper = row->upper;
        check_frame(s, row);
        check_vertices(s, row);
        check_support(s, row);
        check_plane(s, row);
        check_faces(s, row);
    }
    EXPECT(s, NULL, row != NULL && rows + 1.0 == trace->iterates);
    if (!row) return;
    check_result(s, row, r);
    if (before) check_witnesses(s, before, r);
    EXPECT(s, row, trace->lower >= lower && trace->upper == upper);
}

/* ---- every query --------------------------------------------------------------------------- */

static const gd_method methods[QUERIES][8] = {
    {GD_METHOD_AUTO, GD_METHOD_CUTTING_PLANE, GD_METHOD_NEWTON},
    {GD_METHOD_AUTO, GD_METHOD_CUTTING_PLANE, GD_METHOD_GJK, GD_METHOD_NESTEROV,
     GD_METHOD_NESTEROV_NORMALIZED, GD_METHOD_POLYAK, GD_METHOD_FRANK_WOLFE},
    {GD_METHOD_AUTO, GD_METHOD_GJK, GD_METHOD_NESTEROV, GD_METHOD_NESTEROV_NORMALIZED,
     GD_METHOD_POLYAK, GD_METHOD_FRANK_WOLFE},
    {GD_METHOD_AUTO, GD_METHOD_INCREMENTAL, GD_METHOD_SQP, GD_METHOD_MPR, GD_METHOD_EPA},
    {GD_METHOD_AUTO, GD_METHOD_INCREMENTAL, GD_METHOD_SQP, GD_METHOD_MPR, GD_METHOD_EPA},
};

static void trace_pair(subject* s, gd_trace* trace) {
    for (int q = 0; q < QUERIES; q++)
        for (int m = 0; m < 8 && (m == 0 || methods[q][m] != GD_METHOD_AUTO); m++) {
            s->query = (query)q;
            s->method = methods[q][m];
            const gd_settings settings = {.tolerance = GD_DEFAULT_TOLERANCE,
                                          .max_iterations = GD_DEFAULT_DEPTH_ITERATIONS,
                                          .method = s->method,
                                          .trace = (double)(uintptr_t)trace};
            answer r;
            trace->capacity = ROOM;
            if (ask(s, &settings, &r) < 0) continue;
            check_trace(s, trace, &r);
            for (size_t at = 0; at < (size_t)trace->used;) {
                const gd_iterate* row = (const gd_iterate*)(const void*)(trace->rows + at);
                seen[q][(int)row->type] = true;
                at += (size_t)row->length;
            }
        }
}

static void trace_kinds(gd_kind a, gd_kind b, int dimension, double far, gd_trace* trace) {
    subject s = {.dimension = dimension};
    draw_shape(a, 1.0, &s.set[0]);
    draw_shape(b, 1.0, &s.set[1]);
    draw_pose(dimension, 0.5, false, s.pose[0]);
    draw_pose(dimension, far, false, s.pose[1]);
    for (int i = 0; i < 2; i++) {
        posed_make(&s.posed[i], s.set[i].record, s.set[i].length, s.pose[i], s.set[i].shape);
        s.extent += (double)s.posed[i].extent;
    }
    trace_pair(&s, trace);
    for (int i = 0; i < 2; i++)
        gd_shape_destroy(s.set[i].shape);
}

TEST(trace_rows) {
    static const gd_kind kinds[2][9] = {
        {GD_KIND_CIRCLE, GD_KIND_ELLIPSE, GD_KIND_RECTANGLE, GD_KIND_POLYGON, GD_KIND_STADIUM,
         GD_KIND_TRIANGLE2, GD_KIND_DSF2, GD_KIND_TRANSFORMED2, GD_KIND_SUM2},
        {GD_KIND_SPHERE, GD_KIND_ELLIPSOID, GD_KIND_BOX, GD_KIND_CAPSULE, GD_KIND_CYLINDER,
         GD_KIND_FRUSTUM, GD_KIND_HULL, GD_KIND_TRANSFORMED, GD_KIND_TRIANGLE}};
    gd_trace* trace = calloc(1, sizeof *trace + ROOM * sizeof(double));
    random_seed(71);
    for (int dimension = 2; dimension <= 3; dimension++)
        for (int i = 0; i < 81; i += SHARE)
            for (int k = 0; k < PAIRS; k++)
                trace_kinds(kinds[dimension - 2][i % 9], kinds[dimension - 2][i / 9], dimension,
                            k ? 5.0 : 0.7, trace);
    free(trace);
    CHECK(witnesses > 100 / SHARE);
    CHECK(seen[GROWTH][GD_ITERATE_PORTAL] && seen[GROWTH][GD_ITERATE_RESULT]);
    CHECK(seen[COLLIDE][GD_ITERATE_PORTAL] && seen[COLLIDE][GD_ITERATE_SIMPLEX]);
    CHECK(seen[DISTANCE][GD_ITERATE_SIMPLEX]);
    for (int q = DEPTH; q <= SIGNED; q++)
        for (int type = GD_ITERATE_SIMPLEX; type <= GD_ITERATE_DIRECTION; type++)
            CHECK(seen[q][type]);
}
