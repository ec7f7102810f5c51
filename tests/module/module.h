/* The exports of the WebAssembly module (wasm/ABI.md), here in one native object file, and its
 * imported function. */
#ifndef MODULE_H
#define MODULE_H

#include "growth_distance_world.h"

uint32_t module_abi_version(void);

void* module_alloc(uint32_t bytes);
int module_release(void* pointer);
int module_shape_create(const double* record, uint32_t length);
int module_shape_destroy(int32_t handle);
const gd_shape* module_shape_address(int32_t handle);
uint32_t module_shape_count(void);
int module_shape_describe(int32_t handle, gd_shape_info* out);
int module_shape_support(int32_t handle, const double* directions, uint32_t count, double* out);
int module_shape_center(int32_t handle, double* out);
int module_shape_bounds(int32_t handle, const double* pose, double* out);
int module_shape_contains(int32_t handle, const double* point);
int module_shape_surface(int32_t handle, double* vertices, uint32_t* triangles);

/* Queries of batches, with the type of their results. */
#define MODULE_BATCH(name, result)                                                                 \
    int module_##name(uint32_t dimension, const int32_t* shapes, uint32_t shape_count,             \
                      const double* poses, const uint32_t* pairs, uint32_t count,                  \
                      const gd_settings* settings, gd_warm* warm, result* results)
#define MODULE_GRADIENT(name, result)                                                              \
    int module_##name(uint32_t dimension, const int32_t* shapes, uint32_t shape_count,             \
                      const double* poses, const uint32_t* pairs, uint32_t count,                  \
                      const gd_settings* settings, const double* velocities,                       \
                      gd_jacobians* jacobians, gd_warm* warm, result* results)
/* Queries of one pair; the other arguments are in the argument block. */
#define MODULE_SINGLE(name)                                                                        \
    int module_pair_##name(int32_t a, int32_t b, int32_t own_settings, gd_warm* warm)
/* The same of two shapes in 3D, without checks of the shapes and of warm. */
#define MODULE_STRAIGHT(name)                                                                      \
    int module_straight_##name(const gd_shape* a, const gd_shape* b, int32_t own_settings,         \
                               gd_warm* warm)

MODULE_BATCH(growth_distance, gd_growth_result);
MODULE_BATCH(collide, gd_collision_result);
MODULE_BATCH(distance, gd_distance_result);
MODULE_BATCH(penetration, gd_penetration_result);
MODULE_BATCH(signed_distance, gd_signed_result);
MODULE_GRADIENT(growth_gradient, gd_growth_gradient_result);
MODULE_GRADIENT(distance_gradient, gd_distance_gradient_result);
MODULE_GRADIENT(penetration_gradient, gd_penetration_gradient_result);
MODULE_SINGLE(growth_distance);
MODULE_SINGLE(collide);
MODULE_SINGLE(distance);
MODULE_SINGLE(penetration);
MODULE_SINGLE(signed_distance);
MODULE_SINGLE(intersects);
MODULE_SINGLE(cast_shape);
MODULE_SINGLE(time_of_impact);
MODULE_SINGLE(stays_apart);
MODULE_STRAIGHT(growth_distance);
MODULE_STRAIGHT(collide);
MODULE_STRAIGHT(distance);
MODULE_STRAIGHT(penetration);
MODULE_STRAIGHT(signed_distance);
MODULE_STRAIGHT(intersects);
MODULE_STRAIGHT(cast_shape);
MODULE_STRAIGHT(time_of_impact);
int module_straight_cast_ray(const gd_shape* shape, int32_t own_settings);
int module_cast_ray(int32_t shape, int32_t own_settings);
int module_motion_between(uint32_t dimension, const double* from, const double* to, double* out);
void* module_argument_block(void);

uint32_t module_workspace(uint32_t dimension);
int module_growth_distance_n(int32_t a, const double* pose_a, int32_t b, const double* pose_b,
                             const gd_settings* settings, double* workspace,
                             gd_growth_n_result* out);
int module_collide_n(int32_t a, const double* pose_a, int32_t b, const double* pose_b,
                     const gd_settings* settings, double* workspace, gd_collision_n_result* out);
int module_generalized_distance(int32_t q, const double* pose_q, int32_t minus,
                                const double* pose_minus, int32_t a, const double* pose_a,
                                const gd_settings* settings, double* workspace,
                                gd_generalized_result* out);

int module_world_create(uint32_t dimension);
int module_world_destroy(int32_t id);
int module_world_add(int32_t id, int32_t handle, const double* pose, uint32_t group, uint32_t mask);
int module_world_remove(int32_t id, uint32_t body);
int module_world_set_shape(int32_t id, uint32_t body, int32_t handle);
int module_world_set_filter(int32_t id, uint32_t body, uint32_t group, uint32_t mask);
int module_world_find(int32_t id, double margin);
int module_world_fit(int32_t id);
int module_world_clear(int32_t id);
int module_world_overlaps(int32_t id);
int module_world_nearest(int32_t id, int32_t handle, const double* pose, uint32_t mask,
                         const uint32_t* exclude, uint32_t exclude_count, uint32_t count,
                         double max_distance);
int module_world_overlapping(int32_t id, int32_t handle, const double* pose, uint32_t mask,
                             const uint32_t* exclude, uint32_t exclude_count);
int module_world_cast_shape(int32_t id, int32_t handle, const double* pose, const gd_cast* cast,
                            const gd_settings* settings, uint32_t mask, uint32_t group,
                            const uint32_t* exclude, uint32_t exclude_count,
                            gd_world_cast_hit* out);
int module_world_cast_rays(int32_t id, const gd_ray* rays, uint32_t count,
                           const gd_settings* settings, uint32_t mask, uint32_t group,
                           const uint32_t* exclude, uint32_t exclude_count, gd_world_ray_hit* out);
int module_world_cast_ray_all(int32_t id, const gd_ray* ray, const gd_settings* settings,
                              uint32_t mask, uint32_t group, const uint32_t* exclude,
                              uint32_t exclude_count, uint32_t any);
int module_world_times_of_impact(int32_t id, const double* velocities, double max_time,
                                 double target, const gd_settings* settings);
uint32_t* module_world_give(int32_t id, uint32_t count);
int module_world_reset(int32_t id);
int module_world_ask(int32_t id, uint32_t query, uint32_t source, const gd_settings* settings,
                     uint32_t part, uint32_t parts);
void* module_world_array(int32_t id, uint32_t array);
uint32_t module_world_room(int32_t id, uint32_t array);
uint32_t module_world_version(int32_t id);

/* The import that custom shapes call: an ellipsoid with radii 1, 0.5 and 0.75 times the id
 * (draw.h). */
void host_custom_support(uint32_t id, const double* direction, double* point);

/* The module of the comparison methods exports the same functions for blocks and shapes. */
void* module_compare_alloc(uint32_t bytes);
int module_compare_release(void* pointer);
int module_compare_shape_create(const double* record, uint32_t length);
int module_compare_shape_destroy(int32_t handle);
uint32_t module_compare_shape_count(void);
MODULE_BATCH(compare_growth_distance, gd_growth_result);
int module_compare_pair_growth_distance(int32_t a, int32_t b, int32_t own_settings, gd_warm* warm);

/* Parts of the test `host`, in this order: each needs the state that the previous parts leave. */
void test_host_queries(void);
void test_host_motion(void);
void test_host_pointers(void);
void test_host_worlds(void);

#endif
