/* Short names of what the core lends to its extensions: every page loads those of the core, and
 * nobody reads them. What is not here goes by its own. A letter after an underscore, for what
 * begins so is no business of a host (wasm/ABI.md). */
#ifndef LENT_H
#define LENT_H

#define gd_collide_gjk _a
#define gd_composite_curvature _b
#define gd_composite_piece _c
#define gd_composite_same _d
#define gd_composite_support _e
#define gd_core_support _f
#define gd_growth _g
#define gd_hull_build _h
#define gd_hull_free _i
#define gd_hull_inradius _j
#define gd_hull_normal _k
#define gd_orient3 _l
#define gd_polygon_build _m
#define gd_polygon_free _n
#define gd_polygon_inradius _o
#define gd_query_settings _p
#define gd_shape_bounds _q
#define gd_shape_destroy _r
#define gd_shape_read _s
#define gd_smooth_curvature _t
#define gd_distance _u
#define gd_penetration _v
#define gd_signed_distance _w
#define gd_growth_lines _x
#define gd_collide_lines _y
#define gd_growth_boxes _z
#define gd_collide_boxes _J
#define gd_growth_halfspace _K
#define gd_collide_halfspace _L
#define gd_box_2d_exit _M
#define gd_collide_astray _N
#define host_batch_at _A
#define host_batch_check _B
#define host_holds_doubles _C
#define host_late _D
#define host_realloc _E
#define host_refuse _F
#define host_shape _G
#define host_single _H
#define host_trace_check _I

#endif
