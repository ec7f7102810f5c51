/* Adapter of pairs for trees whose functions take a public gd_query. */
#include "against.h"

#include "growth_distance.h"

typedef union result {
    double status; /* the first field of each result */
    gd_growth_result growth;
    gd_collision_result collision;
    gd_distance_result distance;
    gd_penetration_result penetration;
    gd_growth_gradient_result growth_gradient;
    gd_distance_gradient_result distance_gradient;
    gd_penetration_gradient_result penetration_gradient;
#ifdef AGAINST_CASTS
    gd_cast_result cast;
#endif
} result;

/* An argument of queries with derivatives, in trees that have it (trees.js). */
#ifdef AGAINST_ROWS
static gd_jacobians rows;
#define ROWS(state) (state) == AGAINST_JACOBIANS ? &rows : NULL,
#else
#define ROWS(state)
#endif

static void* shape(const double* record, size_t length) {
    gd_shape* made;
    return gd_shape_create(record, length, &made) == GD_STATUS_OPTIMAL ? made : NULL;
}

static void shape_free(void* made) {
    gd_shape_destroy(made);
}

/* A cast in trees that have it (trees.js), otherwise a growth distance with a status that excludes
 * it from the comparison of values. */
static inline double ask_cast(const gd_query* pair, const double* to, size_t stride, result* out) {
#ifdef AGAINST_CASTS
    gd_cast cast = {.max_time = 1.0};
    for (size_t i = 0; i < (stride == 7 ? 3 : 2); i++)
        cast.displacement[i] = to[i] - pair->pose_b[i];
    gd_cast_shape(pair, &cast, &out->cast);
    return out->cast.lower;
#else
    (void)to, (void)stride;
    gd_growth_distance(pair, &out->growth);
    out->status = GD_ERROR_UNDEFINED;
    return out->growth.value;
#endif
}

/* Returns the value. The status is the first field of every result; for the overlap test ask sets
 * it. */
static inline double ask(against_query query, const against_pair* p, const double* pose_b,
                         size_t stride, gd_warm* warm, against_state state, result* out) {
    (void)state; /* without a parameter for Jacobians they are always computed */
    const gd_query pair = {p->a, p->pose_a, p->b, pose_b, NULL, warm};
    switch (query) {
    case AGAINST_GROWTH: gd_growth_distance(&pair, &out->growth); return out->growth.value;
    case AGAINST_COLLIDE: gd_collide(&pair, &out->collision); return out->collision.colliding;
    case AGAINST_INTERSECTS: out->status = GD_STATUS_OPTIMAL; return gd_intersects(&pair);
    case AGAINST_DISTANCE: gd_distance(&pair, &out->distance); return out->distance.value;
    case AGAINST_PENETRATION:
        gd_penetration(&pair, &out->penetration);
        return out->penetration.depth;
    case AGAINST_GROWTH_GRADIENT:
        gd_growth_gradient(&pair, NULL, ROWS(state) & out->growth_gradient);
        return out->growth_gradient.result.value;
    case AGAINST_DISTANCE_GRADIENT:
        gd_distance_gradient(&pair, NULL, ROWS(state) & out->distance_gradient);
        return out->distance_gradient.result.value;
    case AGAINST_PENETRATION_GRADIENT:
        gd_penetration_gradient(&pair, NULL, ROWS(state) & out->penetration_gradient);
        return out->penetration_gradient.result.depth;
    case AGAINST_CAST: return ask_cast(&pair, pose_b + stride, stride, out);
    case AGAINST_FIND: break;
    }
    out->status = GD_ERROR_UNDEFINED;
    return 0;
}

static void run(against_query query, const against_pairs* pairs, size_t frame, against_state state,
                against_answer* answers) {
    for (size_t i = 0; i < pairs->count; i++) {
        const against_pair* p = &pairs->items[i];
        result out;
        const double value = ask(query, p, p->poses_b + frame * pairs->stride, pairs->stride,
                                 state == AGAINST_WARM ? p->warm : NULL, state, &out);
        if (answers) answers[i] = (against_answer){value, out.status};
    }
}

AGAINST_EXPORT extern const against_pairs_api against_pairs_adapter;
const against_pairs_api against_pairs_adapter = {shape, shape_free, sizeof(gd_warm), run};
