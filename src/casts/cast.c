/* Casts: the interval of time, and the result.
 *
 * The line enters K at the first contact and leaves it at the last one. The entry decides most
 * queries. If it is not later than min_time, the exit decides: either the shapes have separated
 * again, or they overlap at min_time. A pair that moves apart needs one support value there. */
#include "casts/cast.h"

#include "convex/convex.h"
#include "distance/newton_distance.h"
#include "minkowski/trace.h"

/* If the guessed offset of the line exceeds this, a normal across the line is tried first. */
#define CAST_BESIDE 1.3
/* Bounds this near, as a multiple of their rounding, cannot approach each other further. */
#define CAST_FINAL 4.0
/* Decides the overlap of shapes at rest up to rounding. */
#define CAST_STILL_TOLERANCE 0x1p-48
#define CAST_STILL_ROUNDING 0x1p-48
/* Gaps below this part of the extent are small. */
#define CAST_STILL_NEAR 0x1p-12

/* The unit normal that proves the lower bound of the distance. The direction of the nearest points
 * may prove less: for a needle 1e-7 of the extent less. */
static vec3 cast_still_proof(const gd_query* query, const gd_distance_result* d) {
    gjk g;
    if (!gd_gjk_init(&g, query, true)) return load3(d->normal);
    gjk_run_auto(&g, query);
    return g.lower - g.radius >= d->lower ? rotate(&g.pair.rotation_a, g.proof) : load3(d->normal);
}

/* Without a displacement the distance decides. It has no undecided answer, so a small limit of
 * iterations is raised. */
static gd_status cast_still(const gd_query* query, const gd_cast* cast, gd_cast_result* out) {
    const double limit = max2(query->settings->max_iterations, GD_DEFAULT_MAX_ITERATIONS);
    const gd_settings settings = {.tolerance = CAST_STILL_TOLERANCE, .max_iterations = limit};
    const gd_query exact = {query->a, query->pose_a, query->b, query->pose_b, &settings, NULL};
    gd_distance_result d;
    const gd_status status = convex_distance(&exact, &d);
    if (status < 0) return status;
    out->iterations = d.iterations;
    const vec3 between = sub3(load3(d.point_b), load3(d.point_a));
    const double extent = query->a->origin_bound_radius + query->b->origin_bound_radius;
    const double slack = CAST_STILL_ROUNDING * (max_abs3(between) + cast->target + extent);
    if (d.lower <= cast->target + slack) return gd_cast_overlapping(cast, out);
    if (d.value - cast->target > CAST_STILL_NEAR * extent)
        return gd_cast_missed(cast, load3(d.normal), out);
    if (cast->target > 0.0) return gd_cast_missed(cast, cast_still_proof(&exact, &d), out);
    /* at a small gap the distance's normal may not separate; the overlap test's does */
    gd_collision_result apart;
    const bool proved = convex_collide(&exact, &apart) >= 0 && apart.colliding == 0.0;
    return gd_cast_missed(cast, load3(proved ? apart.normal : d.normal), out);
}

/* The unit normal in world coordinates. */
static vec3 cast_normal(const cast_search* c) {
    const pair3* pair = &c->line.pair;
    vec3 n = from_ray_frame(pair, c->normal);
    length_and_unit3(n, &n);
    return rotate(&pair->rotation_a, n);
}

/* Searches from the guess until the bounds answer the query. */
static gd_status cast_search_from(cast_search* c, const gd_query* query, const cast_guess* guess) {
    const bool plane = c->line.pair.a->dimension == 2, beside = guess->offset > CAST_BESIDE;
    vec3 n = beside ? guess->across : guess->entry;
    if (!cast_may_evaluate(c)) return GD_STATUS_MAX_ITERATIONS;
    if (!plane && gd_cast_by_newton(c, guess, beside)) return GD_STATUS_OPTIMAL;
    if (c->iterations > 1.0) { /* a new portal: the one of the steps may be too thin */
        cast_portal_init(&c->portal, c->line.slack);
        n = c->normal;
    }
    const gd_status status = plane ? gd_cast_2d(c, n) : gd_cast_by_portal(c, n);
    const double rounding = CAST_FINAL * (cast_proved(c) - c->outer);
    if (status != GD_STATUS_PRECISION || c->outer - c->inner <= rounding) return status;
    return gd_cast_by_distance(c, query);
}

/* Whether a closed form answers the query. */
static bool cast_closed(cast_search* c) {
    return gd_cast_by_boxes(c) || gd_cast_by_capsules(c);
}

/* The interval of a cast. */
static cast_window cast_window_of(const cast_line* line, double min_time, double max_time) {
    const double start = cast_height(line, min_time), end = cast_height(line, max_time);
    const double near = cast_height_error(line, min_time), far = cast_height_error(line, max_time);
    return (cast_window){start + near, start - near, end + far, end - far};
}

static gd_status cast_hit(const cast_search* c, const gd_cast* cast, gd_status status,
                          gd_cast_result* out) {
    const cast_line* line = &c->line;
    const pair3* pair = &line->pair;
    const double lower = cast_lower_time(c), upper = cast_upper_time(c);
    out->lower = max2(line->unit * lower, cast->min_time);
    if (!(out->lower <= cast->max_time)) return gd_cast_missed(cast, cast_normal(c), out);
    const double width = (upper - lower) * line->speed;
    const bool wide = status == GD_STATUS_OPTIMAL && width > c->tolerance;
    out->status = wide ? GD_STATUS_PRECISION : status;
    out->hit = 1.0;
    out->time = out->lower;
    out->upper = line->unit * upper;
    /* a contact before min_time proves nothing */
    if (!(out->upper >= out->lower))
        out->upper = status == GD_STATUS_MAX_ITERATIONS ? GD_INFINITY : out->lower;
    store3(out->normal, cast_normal(c));
    const vec3 moved = scale3(out->time * line->per_unit, line->velocity);
    store3(out->point_a, add3(pair->center_a, rotate(&pair->rotation_a, c->on_a)));
    store3(out->point_b, add3(add3(pair->center_b, moved), rotate(&pair->rotation_b, c->on_b)));
    return (gd_status)out->status;
}

/* Neither bound of the entry nor of the exit decides whether the shapes are in contact at min_time:
 * the distance does. */
static gd_status cast_tie(cast_search* entry, const gd_query* query, const gd_cast* cast,
                          gd_cast_result* out) {
    const vec3 normal = entry->normal;
    if (!cast_may_measure(entry)) return cast_hit(entry, cast, GD_STATUS_MAX_ITERATIONS, out);
    const cast_place place =
        gd_cast_place_at(entry, query, cast_height(&entry->line, cast->min_time));
    out->iterations = entry->iterations;
    const bool touched = entry->inner >= entry->window.start; /* before min_time, up to rounding */
    if (place == CAST_TOUCHES || (place == CAST_APPROACHES && touched))
        return gd_cast_overlapping(cast, out);
    if (place == CAST_LEAVES) return gd_cast_missed(cast, cast_normal(entry), out);
    entry->normal = normal;
    return cast_hit(entry, cast, GD_STATUS_PRECISION, out);
}

/* The first contact is not proved to be later than min_time. Decides whether the shapes have
 * separated since. */
static gd_status cast_exit(cast_search* entry, const gd_query* query, const gd_cast* cast,
                           gd_cast_result* out) {
    cast_search c = {.near = entry->near,
                     .iterations = entry->iterations,
                     .max_iterations = entry->max_iterations,
                     .trace = entry->trace,
                     .exits = true};
    c.line = gd_cast_line_reversed(&entry->line);
    c.window = cast_window_of(&c.line, -GD_INFINITY, -cast->min_time);
    c.window.early = c.window.end; /* an exit after min_time: no matter when */
    gd_status status = GD_STATUS_OPTIMAL;
    if (gd_cast_search_begin(&c) && !cast_closed(&c)) {
        const cast_guess guess = gd_cast_guess(&c.line);
        status = cast_search_from(&c, query, &guess);
    }
    out->iterations = entry->iterations = c.iterations;
    if (cast_misses(&c)) return gd_cast_missed(cast, cast_normal(&c), out);
    if (entry->inner >= entry->window.early && c.inner >= c.window.early)
        return gd_cast_overlapping(cast, out);
    if (status != GD_STATUS_MAX_ITERATIONS) return cast_tie(entry, query, cast, out);
    return cast_hit(entry, cast, status, out);
}

/* A warm state's normal that proved a miss is tried alone; other normals are guesses. */
static bool cast_warm_decides(cast_search* c, const cast_guess* guess) {
    vertex3 s;
    if (guess->leaves > c->window.early) return gd_cast_leaves(c, guess->exit);
    if (!(guess->offset > CAST_BESIDE)) return false;
    const vec3 n = unit3(guess->across);
    gd_cast_look(c, n, &s);
    return c->miss;
}

/* Searches for the entry. If the line leaves K before the start, the normal proves the exit. */
static gd_status cast_find_entry(cast_search* c, const gd_query* query) {
    cast_guess guess;
    if (cast_closed(c)) return GD_STATUS_OPTIMAL;
    if (query->warm && gd_cast_warm_load(c, query->warm, &guess)) {
        if (cast_warm_decides(c, &guess)) return GD_STATUS_OPTIMAL;
        if (guess.offset == 0.0 && guess.leaves == -GD_INFINITY)
            return cast_search_from(c, query, &guess);
    }
    guess = gd_cast_guess(&c->line);
    if (guess.leaves > c->window.early && gd_cast_leaves(c, guess.exit)) return GD_STATUS_OPTIMAL;
    return cast_search_from(c, query, &guess);
}

gd_status gd_cast_solve(const gd_query* query, const gd_cast* cast, gd_cast_result* out) {
    const bool plane = query->a->dimension == 2;
    const double* v = cast->displacement;
    if (query->a->core == GD_CORE_HALFSPACE || query->b->core == GD_CORE_HALFSPACE)
        return gd_cast_halfspace(query, cast, out);
    if (v[0] == 0.0 && v[1] == 0.0 && (plane || v[2] == 0.0)) return cast_still(query, cast, out);
    if (gd_cast_ball(query, cast, out)) return (gd_status)out->status;
    cast_search c;
    if (!gd_cast_line_init(&c.line, query, cast)) return GD_ERROR_POSE;
    c.tolerance = query->settings->tolerance * c.line.size;
    c.near = c.tolerance -
             min2(2.0 * CAST_TIME_ROUNDING * fabs(c.line.ref) * c.line.speed, 0.5 * c.tolerance);
    c.iterations = 0.0;
    c.max_iterations = query->settings->max_iterations;
    c.window = cast_window_of(&c.line, cast->min_time, cast->max_time);
    c.cast = cast;
    c.trace = trace_of(query->settings);
    c.row = NULL;
    c.exits = false;
    out->iterations = 0.0;
    if (!gd_cast_search_begin(&c)) return gd_cast_missed(cast, cast_normal(&c), out);
    const gd_status status = cast_find_entry(&c, query);
    out->iterations = c.iterations;
    if (query->warm) gd_cast_warm_save(&c, query->warm);
    if (c.normal.z < 0.0) return gd_cast_missed(cast, cast_normal(&c), out);
    if (c.trace) gd_cast_trace_complete(&c);
    if (cast_misses(&c)) return gd_cast_missed(cast, cast_normal(&c), out);
    if (!(cast_proved(&c) < c.window.start)) return cast_exit(&c, query, cast, out);
    return cast_hit(&c, cast, status, out);
}
