/* Searches for a time of impact: see impact_searches.h. */
#include "impact_searches.h"

#include "check.h"
#include "motions.h"

static const gd_settings defaults = {
    .tolerance = GD_DEFAULT_IMPACT_TOLERANCE,
    .max_iterations = GD_DEFAULT_CAST_ITERATIONS,
};

static const gd_kind kinds[] = {
    GD_KIND_SPHERE,  GD_KIND_ELLIPSOID, GD_KIND_BOX,         GD_KIND_CAPSULE, GD_KIND_CYLINDER,
    GD_KIND_CONE,    GD_KIND_FRUSTUM,   GD_KIND_HULL,        GD_KIND_SEGMENT, GD_KIND_TRIANGLE,
    GD_KIND_DSF,     GD_KIND_SUM,       GD_KIND_TRANSFORMED, GD_KIND_CIRCLE,  GD_KIND_ELLIPSE,
    GD_KIND_POLYGON, GD_KIND_RECTANGLE, GD_KIND_STADIUM,     GD_KIND_SUM2,
};
#define COUNT (int)(sizeof kinds / sizeof *kinds)
#define FIRST_2D 13

void restart_impact_search(drawn_impact_search* s) {
    CHECK(gd_impact_init(&s->search, &s->query, &s->motion) == GD_STATUS_OPTIMAL);
}

void draw_impact_search(int number, double turn, drawn_impact_search* out) {
    const int dimension = number % 4 == 3 ? 2 : 3;
    const int low = dimension == 3 ? 0 : FIRST_2D, high = dimension == 3 ? FIRST_2D : COUNT;
    draw_shape(kinds[(int)random_between(low, high)], 1.0, &out->a);
    draw_shape(kinds[(int)random_between(low, high)], 1.0, &out->b);
    const double size = out->a.shape->bound_radius + out->b.shape->bound_radius;
    draw_motion(dimension, size, turn, out->pose_a, out->pose_b, &out->motion);
    out->query = (gd_query){out->a.shape, out->pose_a, out->b.shape, out->pose_b, &defaults, NULL};
    restart_impact_search(out);
}

void destroy_impact_search(drawn_impact_search* s) {
    gd_shape_destroy(s->a.shape);
    gd_shape_destroy(s->b.shape);
}
