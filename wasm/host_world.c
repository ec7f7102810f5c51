/* Worlds, by numbers that are never used again, so that a stale one is recognised. Bodies keep the
 * handles of their shapes. A handle is looked up again before every use, because its shape may have
 * been destroyed meanwhile. */
#include "batch.h"
#include "growth_distance_world.h"

#include <stdlib.h>

#ifndef SCENE_NUMBERS /* tests build with fewer */
#define SCENE_NUMBERS INT32_MAX
#endif

typedef struct scene_entry {
    int32_t id;
    int dimension;
    gd_world* scene;
    int32_t* handles; /* of every body; 0 where there is none */
    uint32_t capacity;
    struct scene_entry* next;
} scene_entry;

static scene_entry* scene_first;
static int32_t scene_last_id;

static scene_entry* scene_entry_of(int32_t id) {
    scene_entry* entry = scene_first;
    while (entry && entry->id != id)
        entry = entry->next;
    return entry;
}

/* A number > 0, or an error. */
int EXPORT(scene_create)(uint32_t dimension) {
    if (scene_last_id == SCENE_NUMBERS) return GD_ERROR_MEMORY;
    scene_entry* entry = calloc(1, sizeof *entry);
    if (!entry) return GD_ERROR_MEMORY;
    entry->dimension = dimension > 3 ? 0 : (int)dimension;
    const gd_status status = gd_world_create(entry->dimension, &entry->scene);
    if (status != GD_STATUS_OPTIMAL) {
        free(entry);
        return status;
    }
    entry->id = ++scene_last_id;
    entry->next = scene_first;
    scene_first = entry;
    return entry->id;
}

int EXPORT(scene_destroy)(int32_t id) {
    for (scene_entry** at = &scene_first; *at; at = &(*at)->next) {
        scene_entry* entry = *at;
        if (entry->id != id) continue;
        *at = entry->next;
        gd_world_destroy(entry->scene);
        free(entry->handles);
        free(entry);
        return GD_STATUS_OPTIMAL;
    }
    return GD_ERROR_HANDLE;
}

/* The number of the new body, or an error. */
int EXPORT(scene_add)(int32_t id, int32_t handle, const double* pose, uint32_t group,
                      uint32_t mask) {
    scene_entry* entry = scene_entry_of(id);
    const gd_shape* shape = host_shape(handle);
    if (!entry || !shape) return GD_ERROR_HANDLE;
    if (!host_holds_doubles(pose, entry->dimension == 3 ? 7 : 3)) return GD_ERROR_BUFFER;
    if (gd_world_bodies(entry->scene) == entry->capacity) {
        const uint32_t capacity = entry->capacity ? 2 * entry->capacity : 64;
        int32_t* grown = realloc(entry->handles, capacity * sizeof *grown);
        if (!grown) return GD_ERROR_MEMORY;
        entry->handles = grown;
        entry->capacity = capacity;
    }
    const int32_t body = gd_world_add(entry->scene, shape, pose, group, mask);
    if (body >= 0) entry->handles[body] = handle;
    return body;
}

int EXPORT(scene_remove)(int32_t id, uint32_t body) {
    const scene_entry* entry = scene_entry_of(id);
    if (!entry) return GD_ERROR_HANDLE;
    const gd_status status = gd_world_remove(entry->scene, body);
    if (status == GD_STATUS_OPTIMAL) entry->handles[body] = 0;
    return status;
}

/* Whether all bodies still have their shapes; where one has not it is forgotten. */
static bool scene_shapes_live(const scene_entry* entry) {
    const gd_shape** shapes = gd_world_shapes(entry->scene);
    const uint32_t count = gd_world_bodies(entry->scene);
    bool live = true;
    for (uint32_t i = 0; i < count; i++) {
        shapes[i] = host_shape(entry->handles[i]);
        live = live && (shapes[i] || entry->handles[i] == 0);
    }
    return live;
}

int EXPORT(scene_find)(int32_t id, double margin) {
    const scene_entry* entry = scene_entry_of(id);
    if (!entry || !scene_shapes_live(entry)) return GD_ERROR_HANDLE;
    return gd_world_find(entry->scene, margin);
}

/* Where the host writes count pairs; 0 when there is no memory or no such scene. */
uint32_t* EXPORT(scene_give)(int32_t id, uint32_t count) {
    const scene_entry* entry = scene_entry_of(id);
    return entry ? gd_world_give(entry->scene, count) : NULL;
}

int EXPORT(scene_reset)(int32_t id) {
    const scene_entry* entry = scene_entry_of(id);
    if (!entry) return GD_ERROR_HANDLE;
    gd_world_reset(entry->scene);
    return GD_STATUS_OPTIMAL;
}

int EXPORT(scene_ask)(int32_t id, uint32_t query, uint32_t source, const gd_settings* settings,
                      uint32_t part, uint32_t parts) {
    const scene_entry* entry = scene_entry_of(id);
    if (!entry || !scene_shapes_live(entry)) return GD_ERROR_HANDLE;
    if (settings && !host_holds_doubles(settings, sizeof *settings / 8)) return GD_ERROR_BUFFER;
    if (query > GD_WORLD_SIGNED || source > GD_WORLD_GIVEN) return GD_ERROR_SETTINGS;
    return gd_world_ask(entry->scene, (gd_world_query)query, (gd_world_source)source, settings,
                        part, parts);
}

void* EXPORT(scene_array)(int32_t id, uint32_t array) {
    const scene_entry* entry = scene_entry_of(id);
    if (!entry || array >= GD_WORLD_ARRAYS) return NULL;
    return gd_world_at(entry->scene, (gd_world_array)array);
}

uint32_t EXPORT(scene_room)(int32_t id, uint32_t array) {
    const scene_entry* entry = scene_entry_of(id);
    if (!entry || array >= GD_WORLD_ARRAYS) return 0;
    return gd_world_room(entry->scene, (gd_world_array)array);
}

uint32_t EXPORT(scene_version)(int32_t id) {
    const scene_entry* entry = scene_entry_of(id);
    return entry ? gd_world_version(entry->scene) : 0;
}
