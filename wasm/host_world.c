/* Exported functions of worlds. The number of a world is never reused, so that a stale one is
 * detected. An entry stores the handle of every body's shape. The host may destroy a shape, so
 * every search and query first checks that all shapes still exist. */
#include "batch.h"
#include "growth_distance_world.h"

#include <stdlib.h>

#ifndef WORLD_NUMBERS /* tests build with fewer */
#define WORLD_NUMBERS INT32_MAX
#endif

typedef struct world_entry {
    int32_t id;
    int dimension;
    gd_world* world;
    int32_t* handles; /* of every body's shape; 0: no body */
    uint32_t capacity;
    bool live;          /* result of the last check of shapes */
    uint32_t destroyed; /* shapes_destroyed at that check */
    struct world_entry* next;
} world_entry;

static world_entry* world_first;
static int32_t world_last_id;

static world_entry* world_entry_of(int32_t id) {
    world_entry* entry = world_first;
    while (entry && entry->id != id)
        entry = entry->next;
    return entry;
}

/* Returns the world's number > 0, or an error. */
int EXPORT(world_create)(uint32_t dimension) {
    if (world_last_id == WORLD_NUMBERS) return GD_ERROR_MEMORY;
    world_entry* entry = calloc(1, sizeof *entry);
    if (!entry) return GD_ERROR_MEMORY;
    entry->dimension = dimension > 3 ? 0 : (int)dimension;
    const gd_status status = gd_world_create(entry->dimension, &entry->world);
    if (status != GD_STATUS_OPTIMAL) {
        free(entry);
        return status;
    }
    entry->id = ++world_last_id;
    entry->next = world_first;
    world_first = entry;
    return entry->id;
}

int EXPORT(world_destroy)(int32_t id) {
    for (world_entry** at = &world_first; *at; at = &(*at)->next) {
        world_entry* entry = *at;
        if (entry->id != id) continue;
        *at = entry->next;
        gd_world_destroy(entry->world);
        free(entry->handles);
        free(entry);
        return GD_STATUS_OPTIMAL;
    }
    return GD_ERROR_HANDLE;
}

/* Returns the number of the new body, or an error. */
int EXPORT(world_add)(int32_t id, int32_t handle, const double* pose, uint32_t group,
                      uint32_t mask) {
    world_entry* entry = world_entry_of(id);
    const gd_shape* shape = host_shape(handle);
    if (!entry || !shape) return GD_ERROR_HANDLE;
    if (!host_holds_doubles(pose, entry->dimension == 3 ? 7 : 3)) return GD_ERROR_BUFFER;
    if (gd_world_bodies(entry->world) == entry->capacity) {
        const uint32_t capacity = entry->capacity ? 2 * entry->capacity : 64;
        int32_t* grown = realloc(entry->handles, capacity * sizeof *grown);
        if (!grown) return GD_ERROR_MEMORY;
        entry->handles = grown;
        entry->capacity = capacity;
    }
    const int32_t body = gd_world_add(entry->world, shape, pose, group, mask);
    if (body >= 0) entry->handles[body] = handle;
    return body;
}

int EXPORT(world_remove)(int32_t id, uint32_t body) {
    const world_entry* entry = world_entry_of(id);
    if (!entry) return GD_ERROR_HANDLE;
    const gd_status status = gd_world_remove(entry->world, body);
    if (status == GD_STATUS_OPTIMAL) entry->handles[body] = 0;
    return status;
}

int EXPORT(world_clear)(int32_t id) {
    world_entry* entry = world_entry_of(id);
    if (!entry) return GD_ERROR_HANDLE;
    gd_world_clear(entry->world);
    return GD_STATUS_OPTIMAL;
}

int EXPORT(world_set_shape)(int32_t id, uint32_t body, int32_t handle) {
    const world_entry* entry = world_entry_of(id);
    const gd_shape* shape = host_shape(handle);
    if (!entry || !shape) return GD_ERROR_HANDLE;
    const gd_status status = gd_world_set_shape(entry->world, body, shape);
    if (status == GD_STATUS_OPTIMAL) entry->handles[body] = handle;
    return status;
}

int EXPORT(world_set_filter)(int32_t id, uint32_t body, uint32_t group, uint32_t mask) {
    const world_entry* entry = world_entry_of(id);
    return entry ? gd_world_set_filter(entry->world, body, group, mask) : GD_ERROR_HANDLE;
}

/* Whether the shapes of all bodies still exist. The world's entry of a destroyed shape becomes
 * NULL. */
static bool world_shapes_live(world_entry* entry) {
    if (entry->live && entry->destroyed == shapes_destroyed) return true;
    const gd_shape** shapes = gd_world_shapes(entry->world);
    const uint32_t count = gd_world_bodies(entry->world);
    bool live = true;
    for (uint32_t i = 0; i < count; i++) {
        shapes[i] = host_shape(entry->handles[i]);
        live = live && (shapes[i] || entry->handles[i] == 0);
    }
    entry->live = live;
    entry->destroyed = shapes_destroyed;
    return live;
}

int EXPORT(world_find)(int32_t id, double margin) {
    world_entry* entry = world_entry_of(id);
    if (!entry || !world_shapes_live(entry)) return GD_ERROR_HANDLE;
    return gd_world_find(entry->world, margin);
}

/* Returns room for count pairs; 0 without memory or world. */
uint32_t* EXPORT(world_give)(int32_t id, uint32_t count) {
    const world_entry* entry = world_entry_of(id);
    return entry ? gd_world_give(entry->world, count) : NULL;
}

int EXPORT(world_reset)(int32_t id) {
    const world_entry* entry = world_entry_of(id);
    if (!entry) return GD_ERROR_HANDLE;
    gd_world_reset(entry->world);
    return GD_STATUS_OPTIMAL;
}

int EXPORT(world_ask)(int32_t id, uint32_t query, uint32_t source, const gd_settings* settings,
                      uint32_t part, uint32_t parts) {
    world_entry* entry = world_entry_of(id);
    if (!entry || !world_shapes_live(entry)) return GD_ERROR_HANDLE;
    if (settings && !host_holds_doubles(settings, sizeof *settings / 8)) return GD_ERROR_BUFFER;
    if (query > GD_WORLD_SIGNED || source > GD_WORLD_GIVEN) return GD_ERROR_SETTINGS;
    return gd_world_ask(entry->world, (gd_world_query)query, (gd_world_source)source, settings,
                        part, parts);
}

int EXPORT(world_fit)(int32_t id) {
    world_entry* entry = world_entry_of(id);
    if (!entry || !world_shapes_live(entry)) return GD_ERROR_HANDLE;
    return gd_world_fit(entry->world);
}

/* Checks the arguments of a search, and that the shapes of all bodies exist; fills the probe. */
static gd_status world_probe(world_entry* entry, int32_t handle, const double* pose, uint32_t mask,
                             const uint32_t* exclude, uint32_t exclude_count, gd_world_probe* out) {
    const gd_shape* shape = host_shape(handle);
    if (!entry || !shape || !world_shapes_live(entry)) return GD_ERROR_HANDLE;
    if (!host_holds_doubles(pose, entry->dimension == 3 ? 7 : 3) ||
        (exclude_count > 0 && !host_holds_doubles(exclude, ((uint64_t)exclude_count + 1) / 2)))
        return GD_ERROR_BUFFER;
    *out = (gd_world_probe){shape, pose, mask, exclude, exclude_count};
    return GD_STATUS_OPTIMAL;
}

int EXPORT(world_nearest)(int32_t id, int32_t handle, const double* pose, uint32_t mask,
                          const uint32_t* exclude, uint32_t exclude_count, uint32_t count,
                          double max_distance) {
    world_entry* entry = world_entry_of(id);
    gd_world_probe probe;
    const gd_status status = world_probe(entry, handle, pose, mask, exclude, exclude_count, &probe);
    if (status != GD_STATUS_OPTIMAL) return status;
    return gd_world_nearest(entry->world, &probe, count, max_distance);
}

int EXPORT(world_overlapping)(int32_t id, int32_t handle, const double* pose, uint32_t mask,
                              const uint32_t* exclude, uint32_t exclude_count) {
    world_entry* entry = world_entry_of(id);
    gd_world_probe probe;
    const gd_status status = world_probe(entry, handle, pose, mask, exclude, exclude_count, &probe);
    if (status != GD_STATUS_OPTIMAL) return status;
    return gd_world_overlapping(entry->world, &probe);
}

int EXPORT(world_overlaps)(int32_t id) {
    world_entry* entry = world_entry_of(id);
    if (!entry || !world_shapes_live(entry)) return GD_ERROR_HANDLE;
    return gd_world_overlaps(entry->world);
}

/* ---- motion -------------------------------------------------------------------------------------
 */

/* Checks the world, its shapes, the excluded bodies and the settings. */
static gd_status world_cast_check(world_entry* entry, const gd_world_filter* filter,
                                  const gd_settings* settings) {
    if (!entry || !world_shapes_live(entry)) return GD_ERROR_HANDLE;
    const uint64_t doubles = ((uint64_t)filter->exclude_count + 1) / 2;
    if ((filter->exclude_count > 0 && !host_holds_doubles(filter->exclude, doubles)) ||
        (settings && !host_holds_doubles(settings, sizeof *settings / 8)))
        return GD_ERROR_BUFFER;
    return settings && settings->trace != 0.0 ? GD_ERROR_SETTINGS : GD_STATUS_OPTIMAL;
}

int EXPORT(world_cast_shape)(int32_t id, int32_t handle, const double* pose, const gd_cast* cast,
                             const gd_settings* settings, uint32_t mask, uint32_t group,
                             const uint32_t* exclude, uint32_t exclude_count,
                             gd_world_cast_hit* out) {
    world_entry* entry = world_entry_of(id);
    const gd_shape* shape = host_shape(handle);
    const gd_world_filter filter = {mask, group, exclude, exclude_count};
    const gd_status status = world_cast_check(entry, &filter, settings);
    if (status != GD_STATUS_OPTIMAL) return status;
    if (!shape) return GD_ERROR_HANDLE;
    if (!host_holds_doubles(pose, entry->dimension == 3 ? 7 : 3) ||
        !host_holds_doubles(cast, sizeof *cast / 8) || !host_holds_doubles(out, sizeof *out / 8))
        return GD_ERROR_BUFFER;
    const gd_query query = {.b = shape, .pose_b = pose, .settings = settings};
    return gd_world_cast_shape(entry->world, &query, cast, &filter, out);
}

/* Casts count rays, each with a result; a ray that fails has the error as its status. */
int EXPORT(world_cast_rays)(int32_t id, const gd_ray* rays, uint32_t count,
                            const gd_settings* settings, uint32_t mask, uint32_t group,
                            const uint32_t* exclude, uint32_t exclude_count,
                            gd_world_ray_hit* out) {
    world_entry* entry = world_entry_of(id);
    const gd_world_filter filter = {mask, group, exclude, exclude_count};
    const gd_status status = world_cast_check(entry, &filter, settings);
    if (status != GD_STATUS_OPTIMAL) return status;
    if (!host_holds_doubles(rays, sizeof *rays / 8 * (uint64_t)count) ||
        !host_holds_doubles(out, sizeof *out / 8 * (uint64_t)count))
        return GD_ERROR_BUFFER;
    for (uint32_t k = 0; k < count; k++)
        gd_world_cast_ray(entry->world, &rays[k], settings, &filter, &out[k]);
    return GD_STATUS_OPTIMAL;
}

/* Returns the number of bodies that the ray hits; if any is not 0, 1 or 0. */
int EXPORT(world_cast_ray_all)(int32_t id, const gd_ray* ray, const gd_settings* settings,
                               uint32_t mask, uint32_t group, const uint32_t* exclude,
                               uint32_t exclude_count, uint32_t any) {
    world_entry* entry = world_entry_of(id);
    const gd_world_filter filter = {mask, group, exclude, exclude_count};
    const gd_status status = world_cast_check(entry, &filter, settings);
    if (status != GD_STATUS_OPTIMAL) return status;
    if (!host_holds_doubles(ray, sizeof *ray / 8)) return GD_ERROR_BUFFER;
    return any ? gd_world_cast_ray_any(entry->world, ray, settings, &filter)
               : gd_world_cast_ray_all(entry->world, ray, settings, &filter);
}

/* velocities are 6 doubles for each number of a body so far. */
int EXPORT(world_times_of_impact)(int32_t id, const double* velocities, double max_time,
                                  double target, const gd_settings* settings) {
    world_entry* entry = world_entry_of(id);
    const gd_world_filter none = {0};
    const gd_status status = world_cast_check(entry, &none, settings);
    if (status != GD_STATUS_OPTIMAL) return status;
    if (!host_holds_doubles(velocities, UINT64_C(6) * gd_world_bodies(entry->world)))
        return GD_ERROR_BUFFER;
    const gd_world_motion motion = {velocities, max_time, target};
    return gd_world_times_of_impact(entry->world, &motion, settings);
}

/* ---- arrays -------------------------------------------------------------------------------------
 */

void* EXPORT(world_array)(int32_t id, uint32_t array) {
    const world_entry* entry = world_entry_of(id);
    if (!entry || array >= GD_WORLD_ARRAYS) return NULL;
    return gd_world_at(entry->world, (gd_world_array)array);
}

uint32_t EXPORT(world_room)(int32_t id, uint32_t array) {
    const world_entry* entry = world_entry_of(id);
    if (!entry || array >= GD_WORLD_ARRAYS) return 0;
    return gd_world_room(entry->world, (gd_world_array)array);
}

uint32_t EXPORT(world_version)(int32_t id) {
    const world_entry* entry = world_entry_of(id);
    return entry ? gd_world_version(entry->world) : 0;
}
