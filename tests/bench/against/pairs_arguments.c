/* Adapter of pairs for trees whose functions take shapes, poses, settings and warm record as
 * separate arguments. */
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
} result;

static void* shape(const double* record, size_t length) {
    gd_shape* made;
    return gd_shape_create(record, length, &made) == GD_STATUS_OPTIMAL ? made : NULL;
}

static void shape_free(void* made) {
    gd_shape_destroy(made);
}

/* Returns the value. The status is the first field of every result; for the overlap test ask sets
 * it. */
static inline double ask(against_query query, const against_pair* p, const double* pose_b,
                         gd_warm* warm, result* out) {
    switch (query) {
    case AGAINST_GROWTH:
        gd_growth_distance(p->a, p->pose_a, p->b, pose_b, NULL, warm, &out->growth);
        return out->growth.value;
    case AGAINST_COLLIDE:
        gd_collide(p->a, p->pose_a, p->b, pose_b, NULL, warm, &out->collision);
        return out->collision.colliding;
    case AGAINST_INTERSECTS:
        out->status = GD_STATUS_OPTIMAL;
        return gd_intersects(p->a, p->pose_a, p->b, pose_b, NULL, warm);
    case AGAINST_DISTANCE:
        gd_distance(p->a, p->pose_a, p->b, pose_b, NULL, warm, &out->distance);
        return out->distance.value;
    case AGAINST_PENETRATION:
        gd_penetration(p->a, p->pose_a, p->b, pose_b, NULL, warm, &out->penetration);
        return out->penetration.depth;
    case AGAINST_GROWTH_GRADIENT:
        gd_growth_gradient(p->a, p->pose_a, p->b, pose_b, NULL, NULL, warm, &out->growth_gradient);
        return out->growth_gradient.result.value;
    case AGAINST_DISTANCE_GRADIENT:
        gd_distance_gradient(p->a, p->pose_a, p->b, pose_b, NULL, NULL, warm,
                             &out->distance_gradient);
        return out->distance_gradient.result.value;
    case AGAINST_PENETRATION_GRADIENT:
        gd_penetration_gradient(p->a, p->pose_a, p->b, pose_b, NULL, NULL, warm,
                                &out->penetration_gradient);
        return out->penetration_gradient.result.depth;
    case AGAINST_CAST: /* these trees have no casts; the status excludes it from the comparison */
        gd_growth_distance(p->a, p->pose_a, p->b, pose_b, NULL, warm, &out->growth);
        out->status = GD_ERROR_UNDEFINED;
        return out->growth.value;
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
        const double value = ask(query, p, p->poses_b + frame * pairs->stride,
                                 state == AGAINST_WARM ? p->warm : NULL, &out);
        if (answers) answers[i] = (against_answer){value, out.status};
    }
}

AGAINST_EXPORT extern const against_pairs_api against_pairs_adapter;
const against_pairs_api against_pairs_adapter = {shape, shape_free, sizeof(gd_warm), run};
