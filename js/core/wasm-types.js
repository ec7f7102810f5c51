/* Types of the WebAssembly modules' exports. */
export {};

/** @import { QueryName } from '../../wasm/dist/abi.js' */

/**
 * The module's functions, which wasm/ABI.md documents. The module of growth-distance/compare exports fewer.
 * @typedef {OtherExports & Record<QueryName, BatchQuery> &
 *   Record<`pair_${QueryName}` | `straight_${QueryName}`, SingleQuery>} Core
 */

/**
 * The exports except the queries of one pair, which src/queries/query_table.h lists.
 * @typedef {object} OtherExports
 * @property {WebAssembly.Memory} memory
 * @property {() => void} _initialize
 * @property {() => number} abi_version
 * @property {WebAssembly.Global} __stack_pointer
 * @property {(bytes: number) => number} alloc
 * @property {(pointer: number) => number} release
 * @property {(record: number, length: number) => number} shape_create
 * @property {(handle: number) => number} shape_destroy
 * @property {() => number} shape_count
 * @property {(handle: number, out: number) => number} shape_describe
 * @property {(handle: number, directions: number, count: number, out: number) => number} shape_support
 * @property {(handle: number, pose: number, out: number) => number} shape_bounds
 * @property {(handle: number, point: number) => number} shape_contains
 * @property {(handle: number, vertices: number, triangles: number) => number} shape_surface
 * @property {() => number} argument_block
 * @property {SingleQuery} pair_intersects
 * @property {SingleQuery} straight_intersects
 * @property {SingleQuery} pair_cast_shape
 * @property {SingleQuery} pair_cast_gradient
 * @property {SingleQuery} pair_time_of_impact
 * @property {SingleQuery} pair_stays_apart
 * @property {SingleQuery} straight_cast_shape
 * @property {SingleQuery} straight_time_of_impact
 * @property {(handle: number, ownSettings: number) => number} cast_ray
 * @property {(address: number, ownSettings: number) => number} straight_cast_ray
 * @property {(dimension: number, from: number, to: number, out: number) => number} motion_between
 * @property {(handle: number) => number} shape_address
 * @property {(handle: number, out: number) => number} shape_center
 * @property {(dimension: number) => number} workspace
 * @property {PairQuery} growth_distance_n
 * @property {PairQuery} collide_n
 * @property {(q: number, poseQ: number, minus: number, poseMinus: number, a: number, poseA: number,
 *   settings: number, workspace: number, out: number) => number} generalized_distance
 * @property {BatchGradient} growth_gradient
 * @property {BatchGradient} distance_gradient
 * @property {BatchGradient} penetration_gradient
 * @property {(dimension: number) => number} world_create
 * @property {(world: number) => number} world_destroy
 * @property {(world: number, handle: number, pose: number, group: number, mask: number) => number} world_add
 * @property {(world: number, body: number) => number} world_remove
 * @property {(world: number, body: number, handle: number) => number} world_set_shape
 * @property {(world: number, body: number, group: number, mask: number) => number} world_set_filter
 * @property {(world: number, margin: number) => number} world_find
 * @property {(world: number) => number} world_fit
 * @property {(world: number) => number} world_clear
 * @property {(world: number) => number} world_overlaps
 * @property {(world: number, handle: number, pose: number, mask: number, exclude: number,
 *   excludeCount: number, count: number, maxDistance: number) => number} world_nearest
 * @property {(world: number, handle: number, pose: number, mask: number, exclude: number,
 *   excludeCount: number) => number} world_overlapping
 * @property {(world: number, handle: number, pose: number, cast: number, settings: number, mask: number,
 *   group: number, exclude: number, excludeCount: number, out: number) => number} world_cast_shape
 * @property {(world: number, rays: number, count: number, settings: number, mask: number, group: number,
 *   exclude: number, excludeCount: number, out: number) => number} world_cast_rays
 * @property {(world: number, ray: number, settings: number, mask: number, group: number, exclude: number,
 *   excludeCount: number, any: number) => number} world_cast_ray_all
 * @property {(world: number, velocities: number, maxTime: number, target: number,
 *   settings: number) => number} world_times_of_impact
 * @property {(world: number, count: number) => number} world_give
 * @property {(world: number) => number} world_reset
 * @property {(world: number, query: number, source: number, settings: number, part: number,
 *   parts: number) => number} world_ask
 * @property {(world: number, array: number) => number} world_array
 * @property {(world: number, array: number) => number} world_room
 * @property {(world: number) => number} world_version
 */

/**
 * @typedef {(dimension: number, shapes: number, shapeCount: number, poses: number, pairs: number,
 *   count: number, settings: number, warm: number, results: number) => number} BatchQuery
 */

/**
 * `a` and `b` are handles for pair_<query> and addresses for straight_<query>.
 * @typedef {(a: number, b: number, ownSettings: number, warm: number) => number} SingleQuery
 */

/**
 * @typedef {(a: number, poseA: number, b: number, poseB: number, settings: number,
 *   workspace: number, out: number) => number} PairQuery
 */

/**
 * @typedef {(dimension: number, shapes: number, shapeCount: number, poses: number, pairs: number,
 *   count: number, settings: number, velocities: number, jacobians: number, warm: number,
 *   results: number) => number} BatchGradient
 */
