/* The queries of one pair of shapes in 2D or 3D, one row each. This table generates the functions
 * of query.c, the exports of the WebAssembly module and their names in the ABI dump.
 *
 * ROW(name, result, methods, quantity, solver, upper, point_a, point_b) defines gd_<name>, which
 *   - fills a gd_<result>_result.
 *   - accepts these methods.
 *   - records traces of this quantity.
 *   - calls the solver after checking its arguments.
 * A trace ends with the result: its lower bound, the field <upper>, its normal, and the fields
 * <point_a> and <point_b>. */
#ifndef GD_QUERY_TABLE_H
#define GD_QUERY_TABLE_H

/* A set of methods: an unsigned number with one bit per method. */
#define METHOD_BITS 32
#define METHOD(name) (1u << GD_METHOD_##name)
#define METHODS_GROWTH (METHOD(AUTO) | METHOD(CUTTING_PLANE) | METHOD(NEWTON))
#define METHODS_DISTANCE                                                                           \
    (METHOD(AUTO) | METHOD(GJK) | METHOD(NESTEROV) | METHOD(NESTEROV_NORMALIZED) |                 \
     METHOD(POLYAK) | METHOD(FRANK_WOLFE))
#define METHODS_COLLIDE (METHODS_DISTANCE | METHOD(CUTTING_PLANE))
#define METHODS_PENETRATION                                                                        \
    (METHOD(AUTO) | METHOD(INCREMENTAL) | METHOD(SQP) | METHOD(MPR) | METHOD(EPA))

#define GD_PAIR_QUERIES(ROW)                                                                       \
    ROW(growth_distance, growth, METHODS_GROWTH, GROWTH, convex_growth, upper, point_a, point_b)   \
    ROW(collide, collision, METHODS_COLLIDE, GROWTH, convex_collide, upper, point, point)          \
    ROW(distance, distance, METHODS_DISTANCE, DISTANCE, convex_distance, value, point_a, point_b)  \
    ROW(penetration, penetration, METHODS_PENETRATION, DEPTH, convex_penetration, depth, point_a,  \
        point_b)                                                                                   \
    ROW(signed_distance, signed, METHODS_PENETRATION, SIGNED, convex_signed, upper, point_a,       \
        point_b)

/* The queries with derivatives: gd_<name>_gradient fills a gd_<name>_gradient_result. */
#define GD_GRADIENT_QUERIES(ROW) ROW(growth) ROW(distance) ROW(penetration)

#endif
