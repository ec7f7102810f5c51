/* Spans of lines in primitives: their ends are on the surface, and known for lines through the
 * middle. */
#include "lib/check.h"
#include "lib/make.h"

#include "casts/cast_ray.h"

typedef struct primitive {
    double record[9];
    size_t length;
    bool (*inside)(const double* size, vec3 x, double more);
} primitive;

static bool in_ball(const double* s, vec3 x, double more) {
    return length3(x) <= s[0] + more;
}

static bool in_ellipsoid(const double* s, vec3 x, double more) {
    return length3(make3(x.x / s[0], x.y / s[1], x.z / s[2])) <= 1.0 + more;
}

static bool in_box(const double* s, vec3 x, double more) {
    return fabs(x.x) <= s[0] + more && fabs(x.y) <= s[1] + more && fabs(x.z) <= s[2] + more;
}

static bool in_capsule(const double* s, vec3 x, double more) {
    const double y = fmax(fabs(x.y) - s[0], 0.0);
    return length3(make3(x.x, y, x.z)) <= s[1] + more;
}

static bool in_frustum(const double* s, vec3 x, double more) {
    const double part = (x.y + s[0]) / (2.0 * s[0]), r = s[1] + part * (s[2] - s[1]);
    return fabs(x.y) <= s[0] + more && hypot(x.x, x.z) <= r + more;
}

#define MARGIN 0.5

static bool in_round_box(const double* s, vec3 x, double more) {
    return length3(make3(fmax(fabs(x.x) - s[0], 0.0), fmax(fabs(x.y) - s[1], 0.0),
                         fmax(fabs(x.z) - s[2], 0.0))) <= MARGIN + more;
}

static bool in_round_cylinder(const double* s, vec3 x, double more) {
    return hypot(fmax(fabs(x.y) - s[0], 0.0), fmax(hypot(x.x, x.z) - s[1], 0.0)) <= MARGIN + more;
}

/* The exit is infinite if it is not known. */
static void check_span(const primitive* p, const gd_shape* shape, const ray_line* line) {
    const double* size = p->record + GD_RECORD_PARAMETERS;
    ray_span span;
    const ray_answer answer = gd_ray_primitive(shape, shape->radius, line, &span);
    const double more = 1e-9;
    if (answer == RAY_MISS) CHECK(fabs(dot3(span.n_in, line->v)) <= 1e-9 * length3(span.n_in));
    if (answer != RAY_SPAN) { /* then no point of the line is clearly inside */
        for (int i = -50; i <= 50; i++)
            CHECK(answer == RAY_UNKNOWN ||
                  !p->inside(size, madd3(line->x, 0.1 * i, line->v), -1e-6));
        return;
    }
    CHECK(span.in <= span.out);
    CHECK(dot3(span.n_in, line->v) <= 0.0 && dot3(span.n_out, line->v) >= 0.0);
    const double ends[2] = {span.in, span.out};
    const int known = span.out < INFINITE ? 2 : 1;
    for (int i = 0; i < known; i++) {
        CHECK(p->inside(size, madd3(line->x, ends[i], line->v), more));
        const double beyond = ends[i] + (i ? 1e-3 : -1e-3);
        CHECK(!p->inside(size, madd3(line->x, beyond, line->v), 0.0));
    }
    if (known == 2)
        CHECK(p->inside(size, madd3(line->x, 0.5 * (span.in + span.out), line->v), more));
}

TEST(ray_primitive) {
    const primitive all[8] = {
        {{GD_KIND_SPHERE, 0, 0, 0, 0, 0, 1.25}, 7, in_ball},
        {{GD_KIND_ELLIPSOID, 0, 0, 0, 0, 0, 1.0, 0.25, 2.0}, 9, in_ellipsoid},
        {{GD_KIND_BOX, 0, 0, 0, 0, 0, 1.0, 0.25, 2.0}, 9, in_box},
        {{GD_KIND_CAPSULE, 0, 0, 0, 0, 0, 1.0, 0.5}, 8, in_capsule},
        {{GD_KIND_FRUSTUM, 0, 0, 0, 0, 0, 1.0, 1.5, 0.25}, 9, in_frustum},
        {{GD_KIND_FRUSTUM, 0, 0, 0, 0, 0, 1.0, 0.75, 0.75}, 9, in_frustum},
        {{GD_KIND_BOX, MARGIN, 0, 0, 0, 0, 1.0, 0.25, 0.5}, 9, in_round_box},
        {{GD_KIND_CYLINDER, MARGIN, 0, 0, 0, 0, 1.0, 0.75}, 8, in_round_cylinder},
    };
    for (int k = 0; k < 8; k++) {
        gd_shape* shape = make(all[k].record, all[k].length);
        int spans = 0;
        for (int i = 0; i < 3000; i++) {
            const vec3 d =
                make3(random_between(-1, 1), random_between(-1, 1), random_between(-1, 1));
            ray_line line = {.slack = 1e-15};
            line.v = unit3(i % 10 ? d : make3(0, 1, 0));
            line.x = make3(random_between(-2, 2), random_between(-2, 2), random_between(-2, 2));
            line.x = madd3(line.x, -dot3(line.x, line.v), line.v);
            ray_span span;
            check_span(&all[k], shape, &line);
            spans += gd_ray_primitive(shape, shape->radius, &line, &span) == RAY_SPAN;
        }
        CHECK(spans > 300);
        gd_shape_destroy(shape);
    }
}
