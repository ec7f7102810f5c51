/* Adapter of bodies for trees whose C API has gd_scene. trees.js finds the name of the header. */
#include "against.h"

#include AGAINST_BODIES_HEADER

#include <string.h>

enum { POSE = 7 };

static void* create(void* const* shapes, const double* poses, size_t count) {
    gd_scene* scene;
    if (gd_scene_create(3, &scene) != GD_STATUS_OPTIMAL) return NULL;
    for (size_t i = 0; i < count; i++)
        if (gd_scene_add(scene, shapes[i], poses + POSE * i, 1, 1) < 0) {
            gd_scene_destroy(scene);
            return NULL;
        }
    return scene;
}

static void destroy(void* bodies) {
    gd_scene_destroy(bodies);
}

static gd_scene_query scene_query(against_query query) {
    if (query == AGAINST_GROWTH) return GD_SCENE_GROWTH;
    return query == AGAINST_DISTANCE ? GD_SCENE_DISTANCE : GD_SCENE_COLLISION;
}

/* The third column of growth and distance is the value; the third column of overlap tests is an
 * integer. */
static double sum_of_values(gd_scene* scene, gd_scene_query query, int32_t rows) {
    const gd_scene_array array = (gd_scene_array)(GD_SCENE_ARRAY_COLUMNS + (int)query);
    const double* column = gd_scene_at(scene, array);
    column += 2 * (size_t)gd_scene_room(scene, array);
    const int32_t* colliding = (const int32_t*)(const void*)column;
    double sum = 0;
    for (int32_t k = 0; k < rows; k++)
        sum += query == GD_SCENE_COLLISION ? colliding[k] : column[k];
    return sum;
}

static long frame(void* bodies, against_query query, const double* poses, double* answer) {
    gd_scene* scene = bodies;
    memcpy(gd_scene_at(scene, GD_SCENE_ARRAY_POSES), poses,
           POSE * gd_scene_bodies(scene) * sizeof *poses);
    int32_t rows = gd_scene_find(scene, 0);
    if (answer) *answer = rows;
    if (rows < 0 || query == AGAINST_FIND) return rows;
    rows = gd_scene_ask(scene, scene_query(query), GD_SCENE_FOUND, NULL, 0, 1);
    if (answer) *answer = sum_of_values(scene, scene_query(query), rows);
    return rows;
}

AGAINST_EXPORT extern const against_bodies_api against_bodies_adapter;
const against_bodies_api against_bodies_adapter = {create, destroy, frame};
