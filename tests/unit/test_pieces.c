/* The pieces of cores near a normal. Support points of tilted normals show that every piece within
 * the window is listed. Point, height, slope and curvature of a piece follow their definitions. */
#include "lib/check.h"
#include "lib/draw.h"
#include "lib/make.h"

#include "derivatives/pieces.h"
#include "shapes/support.h"

#include <string.h>

static piece_frame frame_at(vec3 n, int dimension) {
    const vec3 other = fabs(n.x) < 0.5 ? make3(1, 0, 0) : make3(0, 1, 0);
    const vec3 e = dimension == 2 ? make3(-n.y, n.x, 0.0) : unit3(cross3(n, other));
    return (piece_frame){n, {e, cross3(n, e)}};
}

static vec3 random_unit(int dimension) {
    const double x = random_between(-1.0, 1.0), y = random_between(-1.0, 1.0);
    const double z = random_between(-1.0, 1.0);
    return unit3(make3(x, y, dimension == 3 ? z : 0.0));
}

/* h of the core about the shape's centre. */
static double height_of(const gd_shape* shape, vec3 n) {
    uint32_t hint = GD_NO_HINT;
    return dot3(n, sub3(core_support(shape, n, &hint), shape->center));
}

/* A linear model of every piece reaches h near n, up to its curvature. */
static double model_of(const piece_list* list, vec2 d) {
    double top = -INFINITE;
    for (int i = 0; i < list->count; i++) {
        const piece* p = &list->item[i];
        top = fmax(top, p->h + dot2(p->g, d) + 0.5 * dot2(d, sym2_apply(p->k, d)));
    }
    return top;
}

static void check_list(const gd_shape* shape, const piece_frame* f, double window) {
    const double size = fmax(shape->bound_radius, 1e-3); /* points have none */
    static piece_list list;
    gd_pieces_find(shape, f, window, &list);
    CHECK(list.count > 0 && list.complete);
    CHECK_NEAR(list.top, height_of(shape, f->n), 1e-13 * size);
    for (int i = 0; i < list.count; i++) {
        const piece* p = &list.item[i];
        CHECK(p->h <= list.top && p->h >= list.top - 8.0 * window);
        CHECK_NEAR(p->h, dot3(f->n, p->core), 1e-13 * size);
        CHECK_NEAR(p->g.x, dot3(f->e[0], p->core), 1e-13 * size);
        CHECK_NEAR(p->g.y, dot3(f->e[1], p->core), 1e-13 * size);
        for (int k = 0; k < i; k++)
            CHECK(max_abs3(sub3(p->core, list.item[k].core)) > 0.0);
    }
    for (int k = 0; k < 16; k++) { /* pieces of the window are those of normals this far away */
        const double r = ldexp(0.25 * window / size, -(k % 4));
        const double y = shape->dimension == 3 ? random_between(-r, r) : 0.0;
        const vec2 d = make2(random_between(-r, r), y);
        const vec3 n = add3(f->n, add3(scale3(d.x, f->e[0]), scale3(d.y, f->e[1])));
        CHECK_NEAR(height_of(shape, n), model_of(&list, d), 1e-4 * window);
    }
}

/* Normals anyhow, and normals at which pieces are level: of edges, faces and axes, nearly or
 * exactly. */
static vec3 draw_normal(const gd_shape* shape, int i) {
    vec3 n = random_unit(shape->dimension);
    const double near = i % 2 ? 1e-9 : 0.0;
    if (i % 5 == 1) n.y = near;
    if (i % 5 == 2 && shape->dimension == 3) n.x = near;
    if (i % 5 == 3 && shape->core == GD_CORE_FRUSTUM) { /* across the side */
        const double rho = sqrt(n.x * n.x + n.z * n.z);
        n.y = 0.5 * (shape->size.x - shape->size.z) * rho / shape->size.y + near;
    }
    return unit3(n);
}

static void test_lists_are_complete(void) {
    static const gd_kind kinds[2][15] = {
        {GD_KIND_SPHERE, GD_KIND_POINT, GD_KIND_CAPSULE, GD_KIND_SEGMENT, GD_KIND_BOX,
         GD_KIND_ELLIPSOID, GD_KIND_CYLINDER, GD_KIND_CONE, GD_KIND_FRUSTUM, GD_KIND_TRIANGLE,
         GD_KIND_HULL, GD_KIND_TRANSFORMED, GD_KIND_SUM, GD_KIND_CUSTOM, GD_KIND_DSF},
        {GD_KIND_CIRCLE, GD_KIND_POINT2, GD_KIND_STADIUM, GD_KIND_SEGMENT2, GD_KIND_RECTANGLE,
         GD_KIND_ELLIPSE, GD_KIND_POLYGON, GD_KIND_TRIANGLE2, GD_KIND_POLYGON, GD_KIND_DSF2,
         GD_KIND_TRANSFORMED2, GD_KIND_SUM2, GD_KIND_CUSTOM2, GD_KIND_ELLIPSE, GD_KIND_CIRCLE}};
    for (int i = 0; i < 3000; i++) {
        drawn a;
        const int dimension = i % 4 ? 3 : 2;
        draw_shape(kinds[dimension == 2][i / 4 % 15], 1.0, &a);
        const piece_frame f = frame_at(draw_normal(a.shape, i), dimension);
        /* curvature is bounded there, unlike near the axis of a round face */
        check_list(a.shape, &f, 1e-5 * fmax(a.shape->bound_radius, 1e-3));
        gd_shape_destroy(a.shape);
    }
}

/* A box has 1, 2, 4 or 8 corners within a window, a capsule's core 2 across its axis. */
static void test_how_many_there_are(void) {
    gd_shape* box = make_box(1, 2, 3);
    const vec3 normals[4] = {{0.3, 0.4, 0.5}, {0.6, 0.8, 0.0}, {0, 0, 1}, {0, 1e-9, -1}};
    const int counts[4] = {1, 2, 4, 4};
    static piece_list list;
    for (int i = 0; i < 4; i++) {
        const piece_frame f = frame_at(unit3(normals[i]), 3);
        gd_pieces_find(box, &f, 1e-6, &list);
        CHECK(list.count == counts[i]);
        gd_pieces_find(box, &f, 100.0, &list);
        CHECK(list.count == 8);
    }
    gd_shape_destroy(box);
    const double rod[8] = {GD_KIND_CAPSULE, 0, 0, 0, 0, 0, 2, 1};
    gd_shape* capsule = make(rod, 8);
    for (int i = 0; i < 2; i++) {
        const piece_frame f = frame_at(unit3(make3(1.0, i ? 1e-3 : 1e-9, 1.0)), 3);
        gd_pieces_find(capsule, &f, 1e-6, &list);
        CHECK(list.count == 2 - i && list.item[0].core.y == 2.0);
    }
    gd_shape_destroy(capsule);
}

/* A prism of so many sides that its face does not fit: the list says so, and still has the highest
 * corners; with a narrow window a corner's list fits. */
static void test_faces_of_many_corners(void) {
    enum { SIDES = 100, DOUBLES = 6 + 6 * SIDES };
    static double record[DOUBLES];
    memset(record, 0, sizeof record);
    record[0] = GD_KIND_HULL;
    for (int i = 0; i < 2 * SIDES; i++) {
        const double turn = (i / 2) * 2.0 * acos(-1.0) / SIDES;
        const double corner[3] = {cos(turn), i % 2 ? 1.0 : -1.0, sin(turn)};
        memcpy(record + 6 + 3 * i, corner, sizeof corner);
    }
    gd_shape* prism = make(record, DOUBLES);
    static piece_list list;
    const piece_frame up = frame_at(make3(0, 1, 0), 3), aside = frame_at(unit3(make3(1, 1, 0)), 3);
    gd_pieces_find(prism, &up, 1e-6, &list);
    CHECK(!list.complete && list.count == PIECES_MAX);
    CHECK_NEAR(list.top, 1.0, 1e-13);
    gd_pieces_find(prism, &aside, 0.5, &list); /* shrinks its window */
    CHECK(list.complete && list.count >= 1);
    CHECK_NEAR(list.top, sqrt(2.0), 1e-13);
    gd_shape_destroy(prism);
}

TEST(pieces) {
    test_lists_are_complete();
    test_how_many_there_are();
    test_faces_of_many_corners();
}
