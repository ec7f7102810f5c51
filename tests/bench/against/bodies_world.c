/* Adapter of bodies for trees whose C API has gd_world: the functions of gd_scene, renamed. */
#define gd_scene gd_world
#define gd_scene_query gd_world_query
#define gd_scene_array gd_world_array
#define gd_scene_create gd_world_create
#define gd_scene_destroy gd_world_destroy
#define gd_scene_add gd_world_add
#define gd_scene_bodies gd_world_bodies
#define gd_scene_find gd_world_find
#define gd_scene_ask gd_world_ask
#define gd_scene_at gd_world_at
#define gd_scene_room gd_world_room
#define GD_SCENE_GROWTH GD_WORLD_GROWTH
#define GD_SCENE_DISTANCE GD_WORLD_DISTANCE
#define GD_SCENE_COLLISION GD_WORLD_COLLISION
#define GD_SCENE_FOUND GD_WORLD_FOUND
#define GD_SCENE_ARRAY_POSES GD_WORLD_ARRAY_POSES
#define GD_SCENE_ARRAY_COLUMNS GD_WORLD_ARRAY_COLUMNS
#include "bodies_scene.c"
