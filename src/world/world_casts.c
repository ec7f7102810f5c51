/* Casts of one shape or ray among the bodies of a world: see growth_distance_world.h.
 *
 * The mover's box and the box of a node or body overlap during an interval of time, which the
 * differences of their sides and the speed along each axis give. A contact cannot be earlier than
 * this interval. So the search visits boxes in the order in which the mover reaches them, and skips
 * those that it reaches after the least upper bound of a hit. The boxes of bodies include half the
 * margin, so the mover's box is smaller by the same length. */
#include "world/world.h"

#include "math/simd.h"

/* Relative error of a time: three roundings. */
#define HIT_ROUNDING 0x1p-50
/* The inverse of a smaller speed may overflow. */
#define HIT_SPEED_MIN 1e-300

typedef enum hit_goal { HIT_FIRST, HIT_ALL, HIT_ANY } hit_goal;

/* The fields of a ray result are also the first fields of a cast result. */
typedef union hit_record {
    gd_cast_result cast;
    gd_ray_result ray;
} hit_record;

typedef struct hit_search {
    gd_world* world;
    const gd_world_filter* filter;
    hit_goal goal;
    const gd_ray* ray; /* NULL: a shape */
    const gd_cast* cast;
    gd_query query; /* A is a body, B the moving shape */
    /* the mover's box at the time 0: { max, -min } along an axis, exchanged if it moves back */
    gd_aabb flipped;
    f64x2 inverse[3];   /* 1 / |speed| along each axis */
    uint32_t first[3];  /* the side of a box that it reaches first: 0 the minimum, 1 the maximum */
    double from, until; /* the interval of time, and the least upper bound of a hit */
    hit_record best;
    double body; /* of the best hit; -1: none */
    uint32_t found;
    gd_status status;
} hit_search;

/* ---- boxes --------------------------------------------------------------------------------- */

/* A time from which the mover can touch a box; infinity if it does not before until. A product of 0
 * and infinity is NaN: the boxes touch all the time along this axis, and the maximum ignores it. */
static double hit_entry(const void* search, const gd_aabb* box) {
    const hit_search* s = search;
    f64x2 time = {s->from, -s->until}; /* of entering, and minus the time of leaving */
    for (int i = 0; i < 3; i++) {
        const double* sides = (const double*)&box->axis[i];
        const f64x2 side = {sides[s->first[i]], sides[1 - s->first[i]]};
        time = lanes_max_of_known((side - s->flipped.axis[i]) * s->inverse[i], time);
    }
    time = lanes_min(time * (1.0 - HIT_ROUNDING), time * (1.0 + HIT_ROUNDING));
    return time[0] <= -time[1] ? time[0] : GD_INFINITY;
}

/* Whether a cast that can begin at this time cannot improve the result. */
static bool hit_skips(const void* search, double entry) {
    return entry == GD_INFINITY || entry > ((const hit_search*)search)->until;
}

/* Sets the mover's box and its speed along the axes. A tiny speed gets NaN, which makes no box
 * unreachable; so does a half-space. */
static void hit_set_mover(hit_search* s, const gd_aabb* box, const double* v, bool halfspace) {
    for (int i = 0; i < 3; i++) {
        const double speed = i < s->world->dimension ? fabs(v[i]) : 0.0;
        double inverse = speed == 0.0 ? GD_INFINITY : 1.0 / speed;
        if ((speed != 0.0 && speed < HIT_SPEED_MIN) || halfspace) inverse = (double)NAN;
        s->inverse[i] = (f64x2){inverse, inverse};
        s->first[i] = i < s->world->dimension && v[i] < 0.0;
        const double low = box->axis[i][0], high = -box->axis[i][1];
        s->flipped.axis[i] = s->first[i] ? (lanes2){-low, high} : (lanes2){high, -low};
    }
}

/* ---- hits ---------------------------------------------------------------------------------- */

/* Whether the filter allows a body; if so, it becomes query.a. */
static bool hit_takes(hit_search* s, uint32_t body) {
    const gd_world* world = s->world;
    const gd_world_filter* filter = s->filter;
    const uint32_t mask = world->filters[2 * (size_t)body + 1];
    if (!world_selects(world, body, filter->mask, filter->exclude, filter->exclude_count) ||
        (filter->group && !(mask & filter->group)))
        return false;
    const bool lives = world_select(world, body, &s->query);
    if (!lives) s->status = GD_ERROR_HANDLE;
    return lives;
}

/* Appends a hit of a ray to the list. */
static void hit_append(hit_search* s, uint32_t body, const gd_ray_result* result) {
    gd_world* world = s->world;
    if (world_room_for(world, (void**)&world->ray_hits, sizeof *world->ray_hits, s->found,
                       &world->ray_hit_capacity))
        world->ray_hits[s->found++] = (gd_world_ray_hit){body, *result};
    else
        s->status = GD_ERROR_MEMORY;
}

/* Keeps a hit if it is the first one so far. */
static void hit_keep(hit_search* s, uint32_t body, const hit_record* record) {
    const double lower = record->cast.lower, best = s->best.cast.lower;
    s->until = min2(s->until, record->cast.upper);
    if (s->body >= 0.0 && (lower > best || (lower == best && body > s->body))) return;
    s->best = *record;
    s->body = body;
}

/* Casts against one body. */
static void hit_measure(hit_search* s, uint32_t body) {
    if (!hit_takes(s, body)) return;
    hit_record record;
    const gd_query* q = &s->query;
    const gd_status status = s->ray ? gd_cast_ray(q->a, q->pose_a, s->ray, q->settings, &record.ray)
                                    : gd_cast_shape(q, s->cast, &record.cast);
    if (status < 0) {
        if (status != GD_ERROR_UNDEFINED) s->status = status; /* undefined: two half-spaces */
        return;
    }
    if (record.cast.hit == 0.0) return;
    if (s->goal == HIT_ALL)
        hit_append(s, body, &record.ray);
    else if (s->goal == HIT_FIRST)
        hit_keep(s, body, &record);
    else if (record.cast.upper < GD_INFINITY)
        s->found = 1;
}

/* ---- the tree ------------------------------------------------------------------------------ */

/* Whether the search can end now. */
GD_INLINE bool hit_done(const hit_search* s) {
    return s->status < 0 || (s->goal == HIT_ANY && s->found > 0);
}

static bool hit_visit(void* search, uint32_t body) {
    hit_measure(search, body);
    return !hit_done(search);
}

static const bvh_visitor first_reached = {hit_entry, hit_skips, hit_visit};

/* Fits the tree if bodies have come or gone, and casts against all bodies that can be hit. */
static gd_status hit_run(hit_search* s) {
    gd_world* world = s->world;
    if (world->bvh.stale) {
        const gd_status status = gd_world_fit(world);
        if (status != GD_STATUS_OPTIMAL) return status;
    }
    s->body = -1.0;
    for (uint32_t k = 0; k < world->unbounded_count && !hit_done(s); k++)
        hit_measure(s, world->unbounded[k]);
    if (!hit_done(s)) bvh_descend(&world->bvh, &first_reached, s);
    return s->status;
}

/* ---- shapes and rays ----------------------------------------------------------------------- */

/* Fills a miss until max_time, or an error. */
static gd_status hit_miss(gd_cast_result* out, double max_time, gd_status status) {
    *out = (gd_cast_result){.status = status};
    if (status < 0) return status;
    out->time = out->upper = GD_INFINITY;
    out->lower = max_time;
    return status;
}

gd_status gd_world_cast_shape(gd_world* world, const gd_query* query, const gd_cast* cast,
                              const gd_world_filter* filter, gd_world_cast_hit* out) {
    hit_search s = {.world = world, .filter = filter, .cast = cast, .query = *query};
    const gd_shape* shape = query->b;
    gd_status status = GD_STATUS_OPTIMAL;
    if (shape->nd_set.dimension || shape->dimension != world->dimension)
        status = GD_ERROR_DIMENSION;
    gd_aabb_proxy proxy;
    gd_aabb box;
    if (status == GD_STATUS_OPTIMAL) {
        gd_aabb_proxy_make(shape, &proxy);
        const double extra = cast->target - 0.5 * world->margin;
        if (gd_aabb_of(&proxy, query->pose_b, world->dimension, extra, &box)) {
            hit_set_mover(&s, &box, cast->displacement, proxy.kind == GD_AABB_HALFSPACE);
            s.from = cast->min_time;
            s.until = cast->max_time;
            s.query.warm = NULL;
            status = hit_run(&s);
        } else {
            status = GD_ERROR_POSE;
        }
    }
    if (status < 0 || s.body < 0.0) {
        out->body = -1.0;
        return hit_miss(&out->cast, cast->max_time, status);
    }
    out->body = s.body;
    out->cast = s.best.cast;
    return (gd_status)s.best.cast.status;
}

/* Prepares the search of a ray. */
static hit_search hit_of_ray(gd_world* world, const gd_ray* ray, const gd_settings* settings,
                             const gd_world_filter* filter, hit_goal goal) {
    hit_search s = {.world = world,
                    .filter = filter,
                    .goal = goal,
                    .ray = ray,
                    .query = {.settings = settings},
                    .from = ray->min_time,
                    .until = ray->max_time};
    const double extra = ray->target - 0.5 * world->margin;
    gd_aabb box;
    for (int i = 0; i < 3; i++) {
        const bool used = i < world->dimension;
        const double at = used ? ray->origin[i] : 0.0;
        const double more = extra + HIT_ROUNDING * (fabs(at) + fabs(extra));
        box.axis[i] = (lanes2){at - more, -more - at};
    }
    hit_set_mover(&s, &box, ray->direction, false);
    return s;
}

gd_status gd_world_cast_ray(gd_world* world, const gd_ray* ray, const gd_settings* settings,
                            const gd_world_filter* filter, gd_world_ray_hit* out) {
    hit_search s = hit_of_ray(world, ray, settings, filter, HIT_FIRST);
    const gd_status status = hit_run(&s);
    if (status < 0 || s.body < 0.0) hit_miss(&s.best.cast, ray->max_time, status);
    out->body = status < 0 ? -1.0 : s.body;
    out->ray = s.best.ray;
    return (gd_status)s.best.ray.status;
}

/* Order of hits: by lower bounds, then by numbers of bodies. */
static int hit_compare(const void* a, const void* b) {
    const gd_world_ray_hit *x = a, *y = b;
    if (x->ray.lower != y->ray.lower) return x->ray.lower < y->ray.lower ? -1 : 1;
    return (x->body > y->body) - (x->body < y->body);
}

int32_t gd_world_cast_ray_all(gd_world* world, const gd_ray* ray, const gd_settings* settings,
                              const gd_world_filter* filter) {
    hit_search s = hit_of_ray(world, ray, settings, filter, HIT_ALL);
    const gd_status status = hit_run(&s);
    if (status < 0) return status;
    if (s.found > 1) qsort(world->ray_hits, s.found, sizeof *world->ray_hits, hit_compare);
    return (int32_t)s.found;
}

int gd_world_cast_ray_any(gd_world* world, const gd_ray* ray, const gd_settings* settings,
                          const gd_world_filter* filter) {
    hit_search s = hit_of_ray(world, ray, settings, filter, HIT_ANY);
    const gd_status status = hit_run(&s);
    return status < 0 ? (int)status : (int)s.found;
}
