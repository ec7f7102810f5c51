/* Local models of support functions along a ray. The vertex is the support point, slope and
 * curvature are differences of the function, and kinks lead to other pieces of the shape. */
#include "lib/check.h"
#include "lib/make.h"

#include "second_order/support_model.h"

#include <string.h>

static const double RECORDS[][9] = {{GD_KIND_SEGMENT, 0, 0, 0, 0, 0},
                                    {GD_KIND_BOX, 0.25, 0, 0, 0, 0, 1, 2, 0.5},
                                    {GD_KIND_ELLIPSOID, 0, 0, 0, 0, 0, 2, 1, 3},
                                    {GD_KIND_CYLINDER, 0.5, 0, 0, 0, 0, 1, 2},
                                    {GD_KIND_CONE, 0, 0, 0, 0, 0, 1, 2},
                                    {GD_KIND_FRUSTUM, 0, 0, 0, 0, 0, 1, 2, 0.7},
                                    {GD_KIND_CAPSULE, 0, 1, 0.2, 0.1, 0, 1.5, 1}};
static const size_t LENGTHS[] = {0, 9, 9, 8, 8, 9, 8};

static gd_shape* make_model_shape(int i) {
    const double smooth[19] = {GD_KIND_DSF, 0, 0, 0, 0, 0, 4,  1,  0, 0,
                               0,           1, 0, 0, 0, 1, -1, -1, -1};
    return i == 0 ? make(smooth, 19) : make(RECORDS[i], LENGTHS[i]);
}

/* A model of one shape at y, and its ray. */
typedef struct view {
    const gd_shape* shape;
    support_model at;
    local_model m;
    vec3 ray, e1, e2;
    bool of_b;
} view;

static vec3 random_unit(void) {
    const double x = random_between(-1.0, 1.0), y = random_between(-1.0, 1.0);
    const double z = random_between(-1.0, 1.0);
    return unit3(make3(x, y, z));
}

static vec3 direction_of(const view* v, vec2 y) {
    return madd3(madd3(v->ray, y.x, v->e1), y.y, v->e2);
}

static void evaluate(view* v, vec2 y) {
    memset(&v->m, 0, sizeof v->m);
    v->m.y = y;
    gd_support_model_evaluate(&v->at, 1.0 / length3(direction_of(v, y)), &v->m);
}

static double height_of(const gd_shape* shape, vec3 n) {
    uint32_t hint = GD_NO_HINT;
    return dot3(n, core_support(shape, n, &hint));
}

/* Checks the core's support value and vertex, and the point of the shape itself. */
static void check_vertex(const view* v, vec2 y) {
    const vec3 n = direction_of(v, y);
    const double h = height_of(v->shape, unit3(n)) * length3(n);
    CHECK_NEAR(v->m.s.u * y.x + v->m.s.v * y.y + v->m.s.w, h, 1e-13);
    const vec3 p = v->of_b ? v->m.s.b : v->m.s.a, other = v->of_b ? v->m.s.a : v->m.s.b;
    CHECK(max_abs3(other) == 0.0);
    const double center = dot3(n, v->shape->center), ball = v->shape->radius * length3(n);
    CHECK_NEAR(dot3(n, p), h - center + ball, 1e-12);
}

/* Checks slope and Hessian by differences, unless a kink is near. */
static void check_differences(view* v, vec2 y) {
    const double step = 1e-4;
    const local_model m = v->m;
    for (int k = 0; k < m.count; k++)
        if (m.kinks[k].gap < 0.02) return;
    double u[2][2], w[2][2];
    for (int k = 0; k < 2; k++)
        for (int sign = 0; sign < 2; sign++) {
            const double d = sign ? step : -step;
            evaluate(v, make2(y.x + (k == 0 ? d : 0.0), y.y + (k == 1 ? d : 0.0)));
            u[k][sign] = v->m.s.u;
            w[k][sign] = v->m.s.v;
        }
    CHECK_NEAR((u[0][1] - u[0][0]) / (2.0 * step), m.k00, 1e-5 * (1.0 + fabs(m.k00)));
    CHECK_NEAR((u[1][1] - u[1][0]) / (2.0 * step), m.k01, 1e-5 * (1.0 + fabs(m.k01)));
    CHECK_NEAR((w[0][1] - w[0][0]) / (2.0 * step), m.k01, 1e-5 * (1.0 + fabs(m.k01)));
    CHECK_NEAR((w[1][1] - w[1][0]) / (2.0 * step), m.k11, 1e-5 * (1.0 + fabs(m.k11)));
    evaluate(v, y);
}

/* Beyond a kink there is a point of the shape that is lower by the gap; its offset is the slope. */
static void check_kinks(const view* v, vec2 y) {
    const vec3 n = direction_of(v, y);
    for (int k = 0; k < v->m.count; k++) {
        const kink* h = &v->m.kinks[k];
        const vec3 way = h->beyond;
        CHECK(h->of_b == v->of_b && h->gap >= 0.0);
        CHECK_NEAR(dot3(n, way), -h->gap, 1e-13);
        CHECK_NEAR(dot3(v->e1, way), h->slope.x, 1e-13);
        CHECK_NEAR(dot3(v->e2, way), h->slope.y, 1e-13);
        vec3 p = add3(v->of_b ? v->m.s.b : v->m.s.a, v->shape->center);
        p = scale3(1.0 - 1e-12, add3(p, way)); /* the origin is inside */
        CHECK(gd_shape_contains(v->shape, (const double[3]){p.x, p.y, p.z}) == 1);
        CHECK(max_abs3(way) > 0.1);
    }
}

/* Beyond a kink of a round shape is the other rim. Its curvature has the same tangent, and is
 * proportional to its radius. */
static void check_other_rim(const view* v) {
    const vec3 size = v->shape->size;
    if (v->shape->core != GD_CORE_CYLINDER && v->shape->core != GD_CORE_FRUSTUM) return;
    for (int k = 0; k < v->m.count; k++) {
        const kink* h = &v->m.kinks[k];
        const double rim = v->at.up ? size.x : size.z, rho = v->at.rim / v->at.curvature;
        if (v->at.rim == 0.0) continue;
        CHECK_NEAR(h->curvature, rim / rho - v->at.curvature, 1e-12 * (1.0 + 1.0 / rho));
        CHECK(h->tangent.x == v->at.tangent.x && h->tangent.y == v->at.tangent.y);
    }
}

/* The ball that touches at the support point is inside the shape: no direction's support value is
 * lower. */
static void check_ball(const view* v, vec2 y) {
    const vec3 n = unit3(direction_of(v, y)), p = v->of_b ? v->m.s.b : v->m.s.a;
    CHECK(v->at.ball >= v->shape->radius);
    for (int k = 0; k < 20; k++) {
        const vec3 d = random_unit();
        const double h = height_of(v->shape, d) - dot3(d, v->shape->center) + v->shape->radius;
        CHECK(h - dot3(d, p) >= v->at.ball * (1.0 - dot3(d, n)) - 1e-12);
    }
    if (v->shape->core == GD_CORE_ELLIPSOID) { /* the largest such ball has the radius r |n| / h */
        const vec3 size = v->shape->size, d = scaled3(size, n);
        CHECK_NEAR(v->at.ball, 1.0 / length3(d), 1e-13); /* the least radius is 1 */
    }
}

static void test_models_are_their_support_functions(void) {
    int kinks = 0;
    for (int i = 0; i < 700; i++) {
        gd_shape* shape = make_model_shape(i % 7);
        CHECK(support_model_fits(shape));
        view v = {.shape = shape, .ray = random_unit(), .of_b = i / 7 % 2};
        complete_ray(v.ray, &v.e1, &v.e2);
        gd_support_model_init(&v.at, shape, v.of_b);
        support_model_aim(&v.at, v.ray, v.e1, v.e2);
        CHECK_NEAR(v.at.origin.z, -dot3(v.ray, shape->center), 1e-15);
        CHECK_NEAR(v.at.origin.x, -dot3(v.e1, shape->center), 1e-15);
        const double x = random_between(-1.0, 1.0);
        const vec2 y = make2(x, random_between(-1.0, 1.0));
        evaluate(&v, y);
        check_vertex(&v, y);
        check_kinks(&v, y);
        check_other_rim(&v);
        check_ball(&v, y);
        check_differences(&v, y);
        kinks += v.m.count;
        gd_shape_destroy(shape);
    }
    CHECK(kinks == 100 * (3 + 1 + 1 + 1 + 1));
}

/* The ray from the middle of a cylinder leaves through its top if it is steep enough. Then the
 * face's point is where it leaves; otherwise it is the nearest rim point. */
static void test_faces_hold_where_the_ray_leaves(void) {
    const double record[8] = {GD_KIND_CYLINDER, 0, 0, 0, 0, 0, 2, 1};
    gd_shape* shape = make(record, 8);
    for (int i = 0; i < 400; i++) {
        const double slope = random_between(0.0, 1.0), turn = random_between(0.0, 6.28);
        const double up = i % 2 ? 1.0 : -1.0;
        if (fabs(slope - 0.5) < 1e-6) continue;
        view v = {.shape = shape, .ray = make3(slope * cos(turn), up, slope * sin(turn))};
        v.ray = unit3(v.ray);
        complete_ray(v.ray, &v.e1, &v.e2);
        gd_support_model_init(&v.at, shape, false);
        support_model_aim(&v.at, v.ray, v.e1, v.e2);
        /* every model predicts the face; near its normal the rim's curvature is 1e15 */
        const double far = i % 4 < 2 ? 0.1 : ldexp(1.0, -50);
        const vec2 from = i % 4 < 2 ? make2(0.0, 0.0) : v.at.face_y;
        const double aside = random_between(-far, far);
        evaluate(&v, add2(from, make2(aside, random_between(-far, far))));
        CHECK(gd_support_model_face(&v.at, &v.m) == (slope < 0.5));
        v.m = (local_model){.y = v.at.face_y};
        const vec3 n = direction_of(&v, v.at.face_y); /* the axis */
        CHECK_NEAR(fabs(n.y), length3(n), 1e-14);
        gd_support_model_evaluate_face(&v.at, 1.0 / length3(n), &v.m);
        const double out = fmin(2.0 * slope, 1.0);
        CHECK_NEAR(v.m.s.a.x, out * cos(turn), 1e-12);
        CHECK_NEAR(v.m.s.a.y, 2.0 * up, 1e-15);
        CHECK_NEAR(v.m.s.a.z, out * sin(turn), 1e-12);
        if (slope < 0.5) CHECK_NEAR(length2(make2(v.m.s.u, v.m.s.v)), 0.0, 1e-12);
    }
    gd_shape_destroy(shape);
}

/* Shapes whose pieces are not modelled are refused. A ray across the axis sees the face edge-on. */
static void test_what_is_not_modelled(void) {
    const double hull[18] = {GD_KIND_HULL, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1};
    const double cylinder[8] = {GD_KIND_CYLINDER, 0, 0, 0, 0, 0, 2, 1};
    gd_shape *corners = make(hull, 18), *round = make(cylinder, 8);
    CHECK(!support_model_fits(corners));
    support_model at;
    gd_support_model_init(&at, round, false);
    support_model_aim(&at, make3(1, 0, 0), make3(0, 1, 0), make3(0, 0, 1));
    CHECK(!at.face && !gd_support_model_face(&at, &(local_model){.count = 0}));
    gd_shape_destroy(corners);
    gd_shape_destroy(round);
}

TEST(support_model) {
    test_models_are_their_support_functions();
    test_faces_hold_where_the_ray_leaves();
    test_what_is_not_modelled();
}
