/* The soak test of any dimension: a long run of random queries, each certified from the
 * definitions. It covers growth, overlap tests and generalized distance of point clouds and p-norm
 * balls of 2 to 8 dimensions. In 2D and 3D it adds the shapes of soak.c, with any of these as Q.
 *
 * Usage: soak_dimensions <first part> <parts>. A part is 4096 cases. Prints a line with the case's
 * number for every wrong result, and one line of JSON a part, as soak.c does.
 *
 * Usage: soak_dimensions case <number>. Prints the results of one case. */
#include "proof/any.h"
#include "proof/ask.h"
#include "proof/pairs.h"
#include "proof/record.h"
#include "proof/tally.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CASES 4096
#define DRAWN 6
#define POINTS 40
#define RECORD_MAX (GD_RECORD_PARAMETERS + 1 + ANY_MOST * (POINTS + 1))

typedef enum question_n {
    ASK_ANY_GROWTH,
    ASK_ANY_COLLISION,
    ASK_FROM_ORIGIN,
    ASK_BETWEEN,
    ASK_ANY_COUNT,
} question_n;
static const char* const names[ASK_ANY_COUNT] = {"growth", "collision", "generalized, of a shape",
                                                 "generalized, of two"};

typedef struct body {
    double record[RECORD_MAX];
    size_t length;
    double pose[ANY_MOST];
    gd_shape* shape;
    any_set set;
} body;

typedef struct any_case {
    int n;
    family f;
    drawn known[2]; /* A and B, if soak.c's families supply them */
    body a, b, q;
    any_truth truth[ASK_ANY_COUNT];
    double *workspace, vectors[4 * ANY_MOST];
} any_case;

static tally tallies[ASK_ANY_COUNT][FAMILIES_NUMBERED][MANNER_COUNT];
static bool telling;

/* ---- drawing ------------------------------------------------------------------------------- */

static double between(draw* d, double from, double to) {
    return from + (to - from) * draw_unit(d);
}

/* Returns 10 to a power between -decades and 0. */
static double shrink(draw* d, double decades) {
    return pow(10.0, -decades * draw_unit(d));
}

static double coordinate(draw* d, family f) {
    if (f != FAMILY_ALIGNED && f != FAMILY_PARALLEL) return between(d, -1.0, 1.0);
    const double x = (double)(draw_byte(d) % 5) - 2.0;
    return f == FAMILY_PARALLEL ? x + 1e-15 * between(d, -1.0, 1.0) : x;
}

/* Draws a point cloud or a norm ball. The family may stretch a cloud along the first axis or
 * flatten it along the last. */
static void draw_set_record(draw* d, int n, family f, double scale, body* x) {
    double* p = x->record + GD_RECORD_PARAMETERS;
    memset(x->record, 0, sizeof x->record);
    const bool cloud = draw_byte(d) < 160;
    x->record[GD_RECORD_KIND] = cloud ? GD_KIND_POINTS : GD_KIND_NORM_BALL;
    if (draw_byte(d) < 64) x->record[GD_RECORD_MARGIN] = scale * shrink(d, 4.0);
    size_t at = 0;
    p[at++] = n;
    if (cloud) {
        x->record[GD_RECORD_HAS_CENTER] =
            draw_byte(d) < 32 ? 1.0 : 0.0; /* a given centre may be outside */
        for (int k = 0; k < n && x->record[GD_RECORD_HAS_CENTER] != 0.0; k++)
            p[at++] = 0.5 * scale * coordinate(d, f);
        const int count =
            draw_byte(d) < 32 ? 1 + draw_byte(d) % (n + 1) : n + 1 + draw_byte(d) % (POINTS - n);
        const double first = f == FAMILY_NEEDLES ? 1.0 / shrink(d, 6.0) : 1.0;
        const double last = f == FAMILY_FLAT ? (draw_byte(d) < 64 ? 0.0 : shrink(d, 6.0)) : 1.0;
        for (int i = 0; i < count; i++)
            for (int k = 0; k < n; k++)
                p[at++] = scale * coordinate(d, f) * (k == 0 ? first : k == n - 1 ? last : 1.0);
    } else {
        static const double exponents[] = {1.0, 1.5, 2.0, 3.0, 10.0, (double)INFINITY};
        p[at++] = exponents[draw_byte(d) % 6];
        p[at++] = f == FAMILY_ALIGNED ? scale : scale * between(d, 0.1, 2.0);
    }
    x->length = GD_RECORD_PARAMETERS + at;
}

static bool draw_set(draw* d, int n, family f, double scale, double far, body* x) {
    draw_set_record(d, n, f, scale, x);
    memset(x->pose, 0, sizeof x->pose);
    for (int k = 0; k < n; k++)
        x->pose[k] = far * coordinate(d, f);
    if (f == FAMILY_HUGE) x->pose[0] += 1e3 * far * draw_unit(d);
    if (n == 3) x->pose[6] = 1.0;
    if (n == 2) x->pose[2] = 0.0;
    if (gd_shape_create(x->record, x->length, &x->shape) != GD_STATUS_OPTIMAL) return false;
    any_make(&x->set, n, x->record, x->length, x->pose, x->shape);
    return true;
}

static void move_b(any_case* c, const real* by) {
    for (int k = 0; k < c->n; k++)
        c->b.pose[k] += (double)by[k];
    any_make(&c->b.set, c->n, c->b.set.record, c->b.set.length, c->b.pose, c->b.shape);
}

/* Moves B's centre to A's or, for the touching family, to where the shapes touch: exactly or
 * nearly. */
static void bring(draw* d, any_case* c) {
    real by[ANY_MOST];
    real part = -1;
    if (c->f == FAMILY_TOUCHING) {
        gd_growth_n_result r;
        if (gd_growth_distance_n(
                &(gd_query){c->a.shape, c->a.pose, c->b.shape, c->b.pose, NULL, NULL}, c->workspace,
                &r, c->vectors) < 0 ||
            !(r.value > 1e-9) || !(r.value < 1e9))
            return;
        part = 1 / (real)r.value - 1;
    }
    const double off = draw_byte(d) < 64 ? 0.0 : shrink(d, 17.0);
    for (int k = 0; k < c->n; k++)
        by[k] = part * (c->b.set.center[k] - c->a.set.center[k]) + off * between(d, -1.0, 1.0);
    move_b(c, by);
}

/* Draws a pair as soak.c does, in 2D or 3D, without half-spaces, which have no support function. */
static bool draw_known(draw* d, any_case* c) {
    gd_kind kinds[2];
    for (int i = 0; i < 2; i++)
        do
            kinds[i] = c->n == 3 ? draw_kinds_3d[draw_byte(d) % DRAW_KINDS_3D]
                                 : draw_kinds_2d[draw_byte(d) % DRAW_KINDS_2D];
        while (kinds[i] == GD_KIND_HALFSPACE || kinds[i] == GD_KIND_HALFPLANE);
    if (!draw_pair(d, c->f, kinds[0], kinds[1], &c->known[0], &c->known[1])) return false;
    for (int i = 0; i < 2; i++) {
        body* x = i ? &c->b : &c->a;
        memcpy(x->pose, c->known[i].pose, sizeof c->known[i].pose);
        x->shape = c->known[i].shape;
        any_make(&x->set, c->n, c->known[i].record, c->known[i].length, x->pose, x->shape);
    }
    return true;
}

/* Returns false if a shape is refused. */
static bool draw_case(uint64_t index, draw* d, any_case* c) {
    c->n = 2 + (int)(index % (ANY_MOST - 1));
    c->f = (family)(index / (ANY_MOST - 1) % FAMILIES_NUMBERED);
    for (int i = 0; i < ASK_ANY_COUNT; i++)
        c->truth[i] = (any_truth){0, (real)INFINITY};
    const double scale = c->f == FAMILY_HUGE ? 1e6 : c->f == FAMILY_SMALL ? 1e-6 : 1.0;
    const double other = c->f == FAMILY_UNEQUAL ? 1.0 / shrink(d, 6.0) : scale;
    bool made;
    if (c->n <= 3 && draw_byte(d) < 128) {
        made = draw_known(d, c);
    } else {
        made = draw_set(d, c->n, c->f, scale, 2.0 * scale, &c->a);
        made = draw_set(d, c->n, c->f, other, 2.0 * scale, &c->b) && made;
        if (made && (c->f == FAMILY_COINCIDENT || c->f == FAMILY_TOUCHING)) bring(d, c);
    }
    const double far = draw_byte(d) < 128 ? 0.0 : 0.2 * scale;
    return draw_set(d, c->n, c->f, scale, far, &c->q) && made;
}

/* ---- queries ------------------------------------------------------------------------------- */

static const char* ask_any(question_n question, any_case* c, const gd_settings* settings,
                           double* status, worst* seen) {
    const double tolerance = settings ? settings->tolerance : GD_DEFAULT_TOLERANCE;
    const body *a = &c->a, *b = &c->b, *q = &c->q;
    any_truth* truth = &c->truth[question];
    if (question == ASK_ANY_GROWTH) {
        gd_growth_n_result r;
        gd_growth_distance_n(&(gd_query){a->shape, a->pose, b->shape, b->pose, settings, NULL},
                             c->workspace, &r, c->vectors);
        *status = r.status;
        if (telling) printf("%g %.17g %.17g in %g\n", r.status, r.lower, r.upper, r.iterations);
        if (r.status >= 0.0)
            return certify_growth_n(&a->set, &b->set, &r, c->vectors, tolerance, truth, seen);
        return any_solid(&a->set, &b->set) ? "refused, although the shapes are solid" : NULL;
    }
    if (question == ASK_ANY_COLLISION) {
        gd_collision_n_result r;
        gd_collide_n(&(gd_query){a->shape, a->pose, b->shape, b->pose, settings, NULL},
                     c->workspace, &r, c->vectors);
        *status = r.status;
        if (telling) printf("%g %.17g %.17g: %g\n", r.status, r.lower, r.upper, r.colliding);
        if (r.status >= 0.0)
            return certify_collision_n(&a->set, &b->set, &r, c->vectors, &c->truth[ASK_ANY_GROWTH],
                                       seen);
        return any_solid(&a->set, &b->set) ? "refused, although the shapes are solid" : NULL;
    }
    const bool two = question == ASK_BETWEEN;
    gd_generalized_result r;
    gd_generalized_distance(&(gd_query){q->shape, q->pose, b->shape, b->pose, settings, NULL},
                            two ? a->shape : NULL, a->pose, c->workspace, &r, c->vectors);
    *status = r.status;
    if (telling) printf("%g %.17g %.17g in %g\n", r.status, r.lower, r.upper, r.ray_iterations);
    if (r.status >= 0.0)
        return certify_generalized(&q->set, two ? &a->set : NULL, &b->set, &r, c->vectors,
                                   tolerance, truth, seen);
    bool about = q->set.round;
    for (int k = 0; k < c->n; k++)
        about = about && q->set.center[k] == 0;
    return about ? "refused, although Q contains the origin" : NULL;
}

static void count(question_n question, uint64_t index, any_case* c, const gd_settings* settings) {
    const manner how = settings ? MANNER_CHOSEN : MANNER_DEFAULT;
    double status = 0.0;
    worst seen = {0, 0, 0, 0};
    const char* wrong = ask_any(question, c, settings, &status, &seen);
    tally_add(&tallies[question][c->f][how], wrong, status, &seen);
    if (wrong || telling)
        printf("%s\t%s\t%s\t%s%s\tcase %llu of %d dimensions\n", names[question],
               family_names[c->f], manner_names[how], wrong ? "wrong: " : "",
               wrong ? wrong : outcome_name(status), (unsigned long long)index, c->n);
}

static void run_case(uint64_t index) {
    draw d = {.state = index * UINT64_C(0xd1342543de82ef95) + 0x2545f4914f6cdd1d};
    static any_case c;
    memset(&c, 0, sizeof c);
    c.workspace = malloc(sizeof(double) * gd_workspace(2 + (int)(index % (ANY_MOST - 1))));
    if (draw_case(index, &d, &c)) {
        for (question_n question = 0; question < ASK_ANY_COUNT; question++)
            count(question, index, &c, NULL);
        for (int i = 0; i < DRAWN; i++) {
            gd_settings settings;
            const question_n question = draw_byte(&d) % ASK_ANY_COUNT;
            count(question, index, &c, ask_settings(ASK_GROWTH_N, &d, &settings));
        }
    }
    gd_shape_destroy(c.a.shape);
    gd_shape_destroy(c.b.shape);
    gd_shape_destroy(c.q.shape);
    free(c.workspace);
}

static void print_part(uint64_t part) {
    tally_begin(part, CASES);
    for (question_n question = 0; question < ASK_ANY_COUNT; question++)
        for (family f = 0; f < FAMILIES_NUMBERED; f++)
            for (manner how = 0; how < MANNER_COUNT; how++)
                tally_row(&tallies[question][f][how], names[question], family_names[f],
                          manner_names[how]);
    tally_end();
}

int main(int argc, char** argv) {
    if (argc < 3) return 1;
    const uint64_t parts = strtoull(argv[2], NULL, 10);
    if (strcmp(argv[1], "case") == 0) {
        telling = true;
        run_case(parts);
        return 0;
    }
    const uint64_t first = strtoull(argv[1], NULL, 10);
    for (uint64_t part = first; part < first + parts; part++) {
        memset(tallies, 0, sizeof tallies);
        for (uint64_t i = 0; i < CASES; i++)
            run_case(part * CASES + i);
        print_part(part);
    }
    return 0;
}
