/* growth-distance: exact convex proximity.
 *
 * This header is the manual of the C library and the one place where the flat-buffer ABI is
 * written down: record kinds, offsets, strides and status codes. JavaScript constants are
 * generated from it (wasm/abi_dump.c).
 *
 * Conventions
 *   Lengths are in the caller's unit, angles in radians, every number a double.
 *   3D poses are 7 doubles  px py pz qx qy qz qw  (world = R(q) local + p); a quaternion of any
 *   positive length is normalised. 2D poses are 3 doubles  px py angle  (counter-clockwise).
 *   The axis of round shapes is local +Y. Every shape has a centre, about which growth scales it.
 *   Results of 2D queries use the same records with z = 0.
 *
 * No query allocates, keeps state, reads a clock or prints. Only + - * / and sqrt are used, so
 * results are bit-identical on every platform (compile with -ffp-contract=off).
 *
 * Sources, of which docs/algorithms.md tells more
 *   [G]  A Ray Intersection Algorithm for Fast Growth Distance Computation Between Convex Sets
 *   [N]  Collision Detection Accelerated: An Optimization Perspective
 *   [D]  A divide-and-conquer implementation of the GJK algorithm
 *   [P]  Efficient Incremental Penetration Depth Estimation between Convex Geometries
 *   [Q]  An Efficient Algorithm for a Generalized Distance Measure
 */
#ifndef GROWTH_DISTANCE_H
#define GROWTH_DISTANCE_H

#include <stddef.h>
#include <stdint.h>

#include "growth_distance_trace.h"

#ifndef GD_API
#define GD_API extern
#endif

/* Version of everything below that another host relies on. Raised by any change of an offset,
 * a code or a signature. */
#define GD_ABI_VERSION 8

/* ---- limits ------------------------------------------------------------------------------ */

/* Lengths of shapes (sizes, margins, points, centres) are refused outside these bounds, so that
 * products of four lengths stay finite and normal; zero is allowed where a size may be zero. */
#define GD_LENGTH_MIN 1e-75
#define GD_LENGTH_MAX 1e75
/* Positions in poses: |component| at most this. There is no lower limit. */
#define GD_POSITION_MAX 1e150
/* Exponents of smooth hulls: 1 to this. */
#define GD_EXPONENT_MAX 1e6
/* Dimensions of point sets and p-norm balls: 2 to this. */
#define GD_DIMENSION_MAX 256
/* 2D angles: |angle| at most this, so that the reduction by multiples of pi stays exact. */
#define GD_ANGLE_MAX 1e9

/* ---- shapes ------------------------------------------------------------------------------ */

/* What the first double of a shape record says. 3D kinds first, then 2D. */
typedef enum gd_kind {
    GD_KIND_NONE = 0,
    GD_KIND_SPHERE = 1,     /* radius */
    GD_KIND_ELLIPSOID = 2,  /* rx ry rz */
    GD_KIND_BOX = 3,        /* hx hy hz */
    GD_KIND_CAPSULE = 4,    /* halfHeight >= 0, radius */
    GD_KIND_CYLINDER = 5,   /* halfHeight, radius */
    GD_KIND_CONE = 6,       /* halfHeight, radius; base at -halfHeight, apex at +halfHeight */
    GD_KIND_FRUSTUM = 7,    /* halfHeight, bottomRadius, topRadius; one radius may be 0 */
    GD_KIND_HULL = 8,       /* x y z of every point */
    GD_KIND_HALFSPACE = 9,  /* normal xyz (any length), offset: { x : normal.x <= offset } */
    GD_KIND_POINT = 10,     /* no parameters: the local origin */
    GD_KIND_SEGMENT = 11,   /* ax ay az bx by bz */
    GD_KIND_TRIANGLE = 12,  /* ax ay az bx by bz cx cy cz; may be degenerate */
    GD_KIND_CIRCLE = 13,    /* radius */
    GD_KIND_ELLIPSE = 14,   /* rx ry */
    GD_KIND_RECTANGLE = 15, /* hx hy */
    GD_KIND_POLYGON = 16,   /* x y of every point; their hull is taken */
    GD_KIND_STADIUM = 17,   /* halfHeight >= 0, radius */
    GD_KIND_HALFPLANE = 18, /* normal xy, offset */
    GD_KIND_POINT2 = 19,    /* as POINT, SEGMENT, TRIANGLE, with two coordinates */
    GD_KIND_SEGMENT2 = 20,
    GD_KIND_TRIANGLE2 = 21,
    GD_KIND_DSF = 22,          /* exponent, then x y z of every point: a smooth hull */
    GD_KIND_DSF2 = 23,         /* the same in the plane */
    GD_KIND_TRANSFORMED = 24,  /* 3x3 matrix by columns, offset xyz, record of a 3D shape */
    GD_KIND_TRANSFORMED2 = 25, /* 2x2 matrix by columns, offset xy, record of a 2D shape */
    GD_KIND_SUM = 26,          /* length of the first record, record, record: Minkowski sum */
    GD_KIND_SUM2 = 27,
    GD_KIND_CUSTOM = 28, /* id given to the caller's support function */
    GD_KIND_CUSTOM2 = 29,
    /* of any dimension, for n-D queries only: dimension n, then, if HAS_CENTER, the n coordinates
     * of the centre (default: the mean of the points, the local origin), then */
    GD_KIND_POINTS = 30,    /* n coordinates of every point; their hull, which may be flat */
    GD_KIND_NORM_BALL = 31, /* p >= 1, which may be infinite, and radius */
} gd_kind;

/* Offsets in a shape record. HAS_CENTER 0 means the default centre: the local origin for
 * primitives, the volume centroid for hulls and polygons, the mean of the points for segments
 * and triangles; the three centre doubles are then ignored. 2D shapes ignore the third. */
typedef enum gd_record_field {
    GD_RECORD_KIND = 0,
    GD_RECORD_MARGIN = 1,
    GD_RECORD_HAS_CENTER = 2,
    GD_RECORD_CENTER = 3,
    GD_RECORD_PARAMETERS = 6, /* parameters and points, up to the length of the record */
} gd_record_field;

/* Outcomes (>= 0, in results) and refusals (< 0, nothing was changed). */
typedef enum gd_status {
    GD_STATUS_OPTIMAL = 0,        /* the bounds meet the tolerance; booleans: decided */
    GD_STATUS_COINCIDENT = 1,     /* the centres coincide: growth distance 0, normal arbitrary */
    GD_STATUS_MAX_ITERATIONS = 2, /* the bounds hold but are wider than the tolerance */
    GD_STATUS_PRECISION = 3,      /* as near as doubles come; the bounds hold but did not meet */
    GD_STATUS_LOCAL = 4,          /* a local minimum: no smaller one nearby; see gd_penetration */

    GD_ERROR_KIND = -1,            /* unknown kind */
    GD_ERROR_LENGTH = -2,          /* record too short or too long for its kind */
    GD_ERROR_MARGIN = -3,          /* margin negative, not finite or out of range */
    GD_ERROR_CENTER = -4,          /* centre not finite, or not strictly inside a solid shape */
    GD_ERROR_RADIUS = -5,          /* radius not finite, not positive or out of range */
    GD_ERROR_RADII = -6,           /* likewise, one of several */
    GD_ERROR_HALF_EXTENTS = -7,    /* likewise */
    GD_ERROR_HALF_HEIGHT = -8,     /* likewise; a capsule's and stadium's may be 0 */
    GD_ERROR_BOTTOM_RADIUS = -9,   /* frustum: negative, not finite, or both radii 0 */
    GD_ERROR_TOP_RADIUS = -10,     /* likewise */
    GD_ERROR_POINTS = -11,         /* a coordinate not finite or out of range */
    GD_ERROR_TOO_FEW_POINTS = -12, /* fewer than 4 (3D) or 3 (2D) points, or distinct points */
    GD_ERROR_FLAT = -13,           /* the points span no volume (area) */
    GD_ERROR_NORMAL = -14,         /* normal zero, not finite or out of range */
    GD_ERROR_OFFSET = -15,         /* offset not finite or out of range */
    GD_ERROR_MEMORY = -16,         /* out of memory; everything else goes on working */
    GD_ERROR_HANDLE = -17,         /* no live shape has this handle */
    GD_ERROR_DIMENSION = -18,      /* 2D and 3D mixed */
    GD_ERROR_POSE = -19,           /* position or quaternion not finite, quaternion zero */
    GD_ERROR_SETTINGS = -20,       /* a setting outside its range */
    GD_ERROR_BUFFER = -21,         /* a buffer not aligned or not inside one allocated block */
    GD_ERROR_UNDEFINED = -22,      /* the quantity does not exist for this pair */
    GD_ERROR_INDEX = -23,          /* a pair names a shape outside the arrays */
    GD_ERROR_DIRECTION = -24,      /* a direction not finite or zero */
    GD_ERROR_EXPONENT = -25, /* a smooth hull's exponent not from 1 to 1e6, a norm's below 1 */
    GD_ERROR_MATRIX = -26,   /* not finite, not invertible to rounding, or with the images inside
                                it scales by less than about 1e-75 or more than 1e75 */
    GD_ERROR_PARTS = -27,    /* parts of different dimensions, two half-spaces, nested more
                                than 16 deep or more than 256 in all, or composed of these
                                a set larger than 1e75 or with less than 1e-91 inside */
} gd_status;

typedef struct gd_shape gd_shape;

/* Makes a shape from a flat record, validating every field.
 *
 * record  length doubles, laid out by gd_record_field; copied
 * shape   out: the shape, or NULL when refused; free it with gd_shape_destroy
 *
 * Returns GD_STATUS_OPTIMAL, or the GD_ERROR_* of the first field that cannot be accepted.
 */
GD_API gd_status gd_shape_create(const double* record, size_t length, gd_shape** shape);

/* A convex set given by its support function: the point farthest along a unit direction (local
 * frame, 3 doubles, z = 0 in the plane) is written to point, which before the call holds some
 * point. id is the one in the record, context the caller's. The function must answer the same for
 * the same direction, and with points of one bounded convex set: what the bounds prove rests on it.
 * A point that is not finite counts as the shape's centre. */
typedef void gd_support_function(void* context, double id, const double direction[3],
                                 double point[3]);
typedef struct gd_custom {
    gd_support_function* support;
    void* context;
} gd_custom;

/* gd_shape_create that also takes records of the kinds CUSTOM and CUSTOM2, by themselves or inside
 * others; custom outlives the call only as a copy. */
GD_API gd_status gd_shape_create_custom(const double* record, size_t length,
                                        const gd_custom* custom, gd_shape** shape);

/* Frees a shape; NULL is allowed. */
GD_API void gd_shape_destroy(gd_shape* shape);

/* What a shape is, as derived by its validation. */
typedef struct gd_shape_info {
    double kind;      /* gd_kind */
    double dimension; /* 2 or 3; of point sets and p-norm balls 2 to GD_DIMENSION_MAX */
    double center[3]; /* local; 0 for those: gd_shape_center */
    double inradius;  /* of the largest ball about the centre inside the shape; 0 if not solid; of
                         composites of one that is known, mostly more than 0.9 of it; of a point
                         set of one that its points and its margin prove, 0 where these prove
                         none */
    double bound_radius;   /* of the smallest ball about the centre known to hold the shape;
                              a half-space has -1 */
    double vertex_count;   /* hull and polygon: corners kept; otherwise 0 */
    double triangle_count; /* hull: triangles of its surface; otherwise 0 */
    double volume;         /* hull (volume) and polygon (area); otherwise 0 */
} gd_shape_info;
GD_API void gd_shape_describe(const gd_shape* shape, gd_shape_info* out);

/* Support point about the local origin: the point of the shape farthest along direction, margin
 * included. Ties are broken by a fixed rule. A half-space is unbounded and has none.
 *
 * direction  as many doubles as dimensions, finite and not zero, any length
 * point      out: 3 doubles (z = 0 in 2D); of point sets and p-norm balls as many as dimensions
 *
 * Returns GD_STATUS_OPTIMAL, GD_ERROR_DIRECTION or GD_ERROR_UNDEFINED (half-space).
 */
GD_API gd_status gd_shape_support(const gd_shape* shape, const double* direction, double* point);

/* The centre, local: as many doubles as the shape has dimensions. */
GD_API void gd_shape_center(const gd_shape* shape, double* center);

/* Axis-aligned bounds of the posed shape: out = min xyz, max xyz (z = 0 in 2D). A half-space
 * is bounded by infinities where it is unbounded. Returns GD_STATUS_OPTIMAL or GD_ERROR_POSE. */
GD_API gd_status gd_shape_bounds(const gd_shape* shape, const double* pose, double* out);

/* Whether a local point lies in the shape, its boundary included up to rounding.
 * point is 2 or 3 finite doubles. Returns 1 or 0, or GD_ERROR_DIRECTION when not finite,
 * GD_ERROR_UNDEFINED for a shape that is not solid. */
GD_API int gd_shape_contains(const gd_shape* shape, const double* point);

/* Surface of a hull for drawing: local xyz of vertex_count corners and three indices of each of
 * triangle_count triangles, counter-clockwise from outside; a polygon's corners counter-clockwise
 * (z = 0, no triangles). Pointers that are NULL are skipped. */
GD_API void gd_shape_surface(const gd_shape* shape, double* vertices, uint32_t* triangles);

/* ---- settings ---------------------------------------------------------------------------- */

/* How a query is solved. Every query takes AUTO and those of its kind; others are refused. */
typedef enum gd_method {
    GD_METHOD_AUTO = 0,
    GD_METHOD_CUTTING_PLANE = 1,       /* growth and collide */
    GD_METHOD_GJK = 2,                 /* distance and collide, as the next four */
    GD_METHOD_NESTEROV = 3,            /* GJK with Nesterov's momentum */
    GD_METHOD_NESTEROV_NORMALIZED = 4, /* the same, directions brought to one length */
    GD_METHOD_POLYAK = 5,              /* GJK with a heavy ball */
    GD_METHOD_FRANK_WOLFE = 6,         /* with line search */
    GD_METHOD_INCREMENTAL = 7, /* penetration, as the next three: SQP with shortcut; local */
    GD_METHOD_SQP = 8,         /* without shortcut; local */
    GD_METHOD_MPR = 9,         /* along one direction */
    GD_METHOD_EPA = 10,        /* expanding polytope; global */
    GD_METHOD_NEWTON = 11,     /* growth: Newton's method on the support functions' pieces */
    /* growth, by the comparison methods of src/compare/ only (docs/lab/methods.md) */
    GD_METHOD_IE = 12,    /* internal expanding */
    GD_METHOD_ZC = 13,    /* conic projection */
    GD_METHOD_ZC_IE = 14, /* conic projection, then internal expanding */
    GD_METHOD_INC = 15,   /* facet walking on polytopes */
    GD_METHOD_DCF = 16,   /* Newton on smooth hulls */
    GD_METHOD_DCOL = 17,  /* interior point on the conic program */
} gd_method;

/* How GJK finds the nearest point of a simplex. */
typedef enum gd_subalgorithm {
    GD_SUBALGORITHM_SIGNED_VOLUMES = 0,
    GD_SUBALGORITHM_JOHNSON = 1,
    GD_SUBALGORITHM_DIVIDE_AND_CONQUER = 2,
} gd_subalgorithm;

typedef struct gd_settings {
    double tolerance;      /* relative gap of the bounds at which a query stops; 0 < t < 1 */
    double max_iterations; /* steps at most, each one support call per set; 1 ... 1e6 */
    double method;         /* gd_method */
    double subalgorithm;   /* gd_subalgorithm; distance, and collide by GJK */
    double direction[3];   /* penetration: first guess of the normal, world, any length; 0: none */
    double trace;          /* address of a gd_trace, (double)(uintptr_t)trace; 0: none */
} gd_settings;

/* 2^-26 is the square root of the machine epsilon. */
#define GD_DEFAULT_TOLERANCE 0x1p-26
#define GD_DEFAULT_MAX_ITERATIONS 100.0
#define GD_DEFAULT_DEPTH_ITERATIONS 500.0 /* of penetration and signed distance */
#define GD_DEFAULT_RAY_ITERATIONS 2000.0  /* of queries in n dimensions */
#define GD_MAX_ITERATIONS_LIMIT 1e6

/* ---- growth distance --------------------------------------------------------------------- */

/* Least factor by which A and B, scaled about their centres, touch. */
typedef struct gd_growth_result {
    double status;     /* gd_status; when negative only the status is meaningful, the rest is 0 */
    double iterations; /* support calls on each set */
    double value;      /* the upper bound */
    double lower;      /* certified: lower <= truth <= upper */
    double upper;
    double normal[3];  /* unit, world, from A towards B; n.p / h_C(n) is the lower bound */
    double point_a[3]; /* witness points: of A and of B before scaling, world */
    double point_b[3];
    double contact[3]; /* the common point of the scaled sets, world */
} gd_growth_result;

/* Whether A and B intersect (touching included), with a certificate. */
typedef struct gd_collision_result {
    double status;
    double iterations;
    double colliding; /* 1 or 0 */
    double lower;     /* bounds of the growth distance: upper <= 1 proves an intersection, */
    double upper;     /* lower > 1 a separation, as colliding 0 does (gd_collide) */
    double normal[3]; /* apart: unit normal of a separating plane, from A towards B */
    double point[3];  /* colliding: a point of both sets; none where MAX_ITERATIONS left it open */
} gd_collision_result;

/* State of a pair between queries, owned by the caller: all zero means cold. It is the last
 * simplex as support points in each set's own frame, and the last normal; a state whose key or
 * check does not fit the pair is ignored. Growth and collision queries by cutting planes may
 * continue from each other's state, and so may distance, penetration and the other collision
 * queries; a change of method may make the state cold. */
typedef struct gd_warm {
    double key;         /* identifies the two shapes by content, and the family of the query */
    double check;       /* over everything below */
    double count;       /* vertices kept: 0 ... 3 */
    double normal[3];   /* unit, in A's frame */
    double points_a[9]; /* relative to A's centre, A's frame */
    double points_b[9]; /* relative to B's centre, B's frame */
} gd_warm;

/* Two posed shapes and how to solve their query. */
typedef struct gd_query {
    const gd_shape* a;    /* shapes of one dimension */
    const double* pose_a; /* 7 doubles (3D) or 3 (2D) */
    const gd_shape* b;
    const double* pose_b;
    const gd_settings* settings; /* NULL for the defaults */
    gd_warm* warm;               /* in and out; NULL for a cold query */
} gd_query;

/* Growth distance of two posed shapes.
 *
 * query  at least one shape is solid; at most one is a half-space, which is not scaled
 *        (docs/algorithms.md, Growth distance)
 * out    always filled
 *
 * Returns out->status: OPTIMAL, COINCIDENT (value, lower and upper 0; the rest is the limit for
 * B's centre approaching along world +X), MAX_ITERATIONS, PRECISION, or an error.
 *
 * method  CUTTING_PLANE; NEWTON, unless both are polytopes without rounding. In 3D, NEWTON takes
 *         two shapes each of which is a point, sphere, capsule, box, ellipsoid, cylinder, cone or
 *         frustum, with or without a margin, or has a twice differentiable support function
 *         (smooth hulls of exponent >= 2, affine images and sums of such and ellipsoids). It
 *         returns UNDEFINED for all others, for example segments, triangles and hulls. In 2D it
 *         takes any two. AUTO: NEWTON where it applies and pays, which it does not for a box and a
 *         shape with round faces
 *
 * Source: [G] Alg. 3, III-F; docs/algorithms.md, Growth distance.
 */
GD_API gd_status gd_growth_distance(const gd_query* query, gd_growth_result* out);

/* Whether two posed shapes intersect; arguments as above (the tolerance is not used: iterates
 * until a bound passes 1). When the bounds enclose 1 to rounding the sets touch: colliding is 1
 * and the status PRECISION; with MAX_ITERATIONS it is 1, too, unproved. By GJK and its kin, and
 * where AUTO has a closed form, the bounds of the growth distance are coarse: lower is 0 or what
 * the normal proves, upper at most 1 or, apart, infinite or coarse. If GJK or its kin find a gap
 * below the rounding of the centres' distance, colliding is 0 and lower may round to exactly 1;
 * the plane across normal still separates the shapes. Source: [G] III-F4;
 * docs/algorithms.md, Bounds; [N] III for GJK.
 */
GD_API gd_status gd_collide(const gd_query* query, gd_collision_result* out);

/* The answer of gd_collide alone: 1 or 0, or an error. With the default settings pairs whose balls
 * are apart or meet are told without iterating, and leave the warm state as it is. */
GD_API int gd_intersects(const gd_query* query);

/* ---- distance ---------------------------------------------------------------------------- */

/* Least distance between two points of A and B; 0 when they meet. */
typedef struct gd_distance_result {
    double status;     /* gd_status; when negative only the status is meaningful, the rest is 0 */
    double iterations; /* support calls on each set */
    double value;      /* attained by the witness points */
    double lower;      /* certified: lower <= truth <= value */
    double gap;        /* value - lower */
    double normal[3];  /* unit, world, from A towards B; where the cores meet, along the centres */
    double point_a[3]; /* witness points, world: point_b - point_a = value normal */
    double point_b[3];
    double simplex_count; /* vertices of the last simplex: 1 ... 4 */
    double simplex_a[12]; /* its support points on the core of A (gd_distance says which), world; */
    double simplex_b[12]; /* on that of B; their hulls hold the nearest points of the cores */
} gd_distance_result;

/* Distance of two posed shapes; solid or not, at most one a half-space. The centres only choose
 * where the search starts. Arguments as above; the tolerance is relative to the distance.
 *
 * AUTO takes closed forms for balls, capsules and points, each with each other and with boxes (and
 * circles, stadiums and rectangles), otherwise GJK. Every method's answer is certified in the same
 * way and all go on as plain GJK where they no longer gain: the momentum methods when a step brings
 * nothing, Frank-Wolfe after a quarter of max_iterations.
 *
 * The simplexes are of the cores: the shapes without their radii and margins. An ellipsoid is the
 * sum of a smaller set and a ball of radius (least radius)^2 / greatest radius. By AUTO, the
 * core of an ellipsoid or ellipse is that smaller set. With a half-space, the simplexes are the
 * witness points. Witness points are always on the whole shapes.
 *
 * Returns out->status: OPTIMAL, MAX_ITERATIONS, PRECISION, or an error.
 * Source: [N] III, IV; [D]; docs/algorithms.md, Distance.
 */
GD_API gd_status gd_distance(const gd_query* query, gd_distance_result* out);

/* ---- penetration ------------------------------------------------------------------------- */

/* Length of the shortest translation that separates the interiors of A and B; 0 when they are
 * disjoint. */
typedef struct gd_penetration_result {
    double status;        /* gd_status; when negative only the status is meaningful */
    double iterations;    /* steps of the method, and of the test for overlap before it */
    double support_calls; /* on each set */
    double depth;         /* moving B by depth * normal separates: never less than the truth */
    double lower;         /* certified: lower <= truth <= depth */
    double normal[3];     /* unit, world, from A towards B */
    double point_a[3]; /* witness points, world: point_a - point_b = depth * normal; of disjoint */
    double point_b[3]; /* shapes the points at which the search for overlap ended */
} gd_penetration_result;

/* Penetration depth of two posed shapes; solid or not, at most one a half-space. Arguments as
 * above; the tolerance is relative to the depth.
 *
 * method  AUTO and EPA find the global minimum; INCREMENTAL and SQP a local one, starting from
 *         direction, the warm state or the difference of the centres; MPR the depth along that
 *         direction, which then is the normal. A half-space's answer is closed, and so are AUTO's
 *         of boxes, capsules, balls and points, and their likes in the plane.
 *
 * When EPA's polytope is full or max_iterations are spent, up to 300 steps of the other methods
 * still lower the depth; of a point or a ball in a round set, box or hull the lower bound is then
 * a closed form. Needs about 150 kB of stack. Returns out->status: OPTIMAL (also:
 * disjoint), LOCAL, MAX_ITERATIONS (also when the polytope is full: the bounds hold), PRECISION, or
 * an error. Source: [P]; van den Bergen 2001 for EPA; docs/algorithms.md, Depth.
 */
GD_API gd_status gd_penetration(const gd_query* query, gd_penetration_result* out);

/* Distance where the shapes are disjoint, minus the depth where they overlap. */
typedef struct gd_signed_result {
    double status;
    double iterations;
    double support_calls;
    double value; /* >= 0: the distance, from above; < 0: minus the depth, which is from above */
    double lower; /* certified: lower <= truth <= upper */
    double upper;
    double normal[3];  /* unit, world, from A towards B, continuous through contact */
    double point_a[3]; /* witness points, world: point_b - point_a = value * normal */
    double point_b[3];
} gd_signed_result;

/* Signed distance: gd_distance and gd_penetration in one, with the arguments of the latter. */
GD_API gd_status gd_signed_distance(const gd_query* query, gd_signed_result* out);

/* ---- any dimension ----------------------------------------------------------------------- */

/* Queries that take shapes of any one dimension n, also point sets and p-norm balls, and write
 * vectors of n doubles. A pose is 7 doubles for n = 3, 3 for n = 2, as everywhere, and for n > 3 a
 * translation of n. Their workspace is the caller's: */

/* Doubles of workspace that one query of this dimension needs; 0 for a dimension out of range. */
GD_API size_t gd_workspace(int dimension);

typedef struct gd_growth_n_result {
    double status;     /* gd_status; when negative only the status is meaningful, the rest is 0 */
    double iterations; /* support calls on each set */
    double value;      /* the upper bound */
    double lower;      /* certified: lower <= truth <= upper */
    double upper;      /* infinite where the iterations did not suffice for any */
} gd_growth_n_result;

/* gd_growth_distance in n dimensions, by the cutting plane with a dense basis. At least one set, or
 * both together, must be solid about the centres; no half-space.
 *
 * workspace  gd_workspace(n) doubles
 * vectors    out: 4 n doubles: normal, point_a, point_b, contact as in gd_growth_result
 *
 * Returns as gd_growth_distance. max_iterations is 2000 by default: a basis of n points takes
 * some n steps to form. Source: [G] Alg. 3; docs/algorithms.md, Cutting planes. */
GD_API gd_status gd_growth_distance_n(const gd_query* query, double* workspace,
                                      gd_growth_n_result* out, double* vectors);

typedef struct gd_collision_n_result {
    double status;
    double iterations;
    double colliding; /* 1 or 0 */
    double lower;     /* bounds of the growth distance, as in gd_collision_result */
    double upper;
} gd_collision_n_result;

/* gd_collide in n dimensions, with the arguments of gd_growth_distance_n; vectors is 2 n doubles:
 * normal, point. Where a point set's given centre lies outside it, growth below 1 is no collision:
 * then the sets are searched once more about points of theirs, and bounds above 1 are about these.
 */
GD_API gd_status gd_collide_n(const gd_query* query, double* workspace, gd_collision_n_result* out,
                              double* vectors);

typedef struct gd_generalized_result {
    double status;         /* gd_status; when negative only the status is meaningful */
    double iterations;     /* growth problems solved: K of [Q] */
    double ray_iterations; /* support calls on each set in all of them: N_rs; showing that Q holds
                              the origin, where no ball inside Q does, is not among them */
    double value;          /* the upper bound, attained by the contact; 0: A contains the origin */
    double lower;          /* certified: lower <= truth <= upper */
    double upper;
} gd_generalized_result;

/* Generalized distance d_Q(A): the least lambda >= 0 for which A meets lambda Q, Q posed and then
 * scaled about the world origin, which must lie strictly inside it.
 *
 * q, a       shapes of one dimension; a solid or not, or a half-space
 * minus      NULL; or a shape A1, and then A is the Minkowski difference a - A1: the distance from
 *            A1 to a in Q's metric. At most one of the two a half-space.
 * workspace  gd_workspace(n) doubles
 * out        tolerance is of value / lower - 1, max_iterations of ray_iterations
 * vectors    out: 4 n doubles, world: contact, the common point of A and value Q; normal, unit,
 * from the origin (A1) towards A (a); point_a on A1 (the origin without one) and point_b on a, with
 * point_b - point_a = contact
 *
 * Returns out->status: OPTIMAL, MAX_ITERATIONS, PRECISION, or an error; UNDEFINED when the origin
 * is not strictly inside Q, or for two half-spaces. Source: [Q] Alg. 1; docs/algorithms.md,
 * Generalized distance. */
GD_API gd_status gd_generalized_distance(const gd_query* query, const gd_shape* minus,
                                         const double* pose_minus, double* workspace,
                                         gd_generalized_result* out, double* vectors);
/* ---- derivatives ------------------------------------------------------------------------- */

/* First derivatives with respect to the two poses: 12 numbers a row, d / d position of A, rotation
 * of A, position of B, rotation of B, three each. A rotation w takes the pose (p, R) to
 * (p, exp([w]) R): world axes, about the pose's position. In the plane only x and y of positions
 * and z of rotations count; the rest is 0. */
typedef struct gd_derivatives {
    double unique;  /* 1: the value is differentiable, and gradient is its derivative; 0: more than
                       one normal or contact is optimal, gradient belongs to the one reported */
    double regular; /* 1: normal and points are differentiable; 0: their Jacobians are 0 */
    double gradient[12];
    double normal[36]; /* three rows, as all below */
    double point_a[36];
    double point_b[36];
    double contact[36];       /* of growth only; otherwise 0 */
    double directional;       /* one-sided derivative of the value along the velocities given; */
    double directional_lower; /* bounds, finite, and equal to it when it is known exactly */
    double directional_upper;
} gd_derivatives;

typedef struct gd_growth_gradient_result {
    gd_growth_result result;
    gd_derivatives derivatives;
} gd_growth_gradient_result;

typedef struct gd_distance_gradient_result {
    gd_distance_result result;
    gd_derivatives derivatives;
} gd_distance_gradient_result;

typedef struct gd_penetration_gradient_result {
    gd_penetration_result result;
    gd_derivatives derivatives;
} gd_penetration_gradient_result;

/* Growth distance, distance or penetration depth with derivatives: the query of that name, then
 * Newton's method on the smooth pieces that meet at its optimum, then their linearised optimality
 * conditions. Where Newton's method ends, value, bounds, normal and points are improved to
 * rounding.
 *
 * velocity  12 finite doubles, laid out as a row of gd_derivatives: the direction of
 *           directional; NULL for none
 *
 * A value of 0 (coincident centres; shapes that overlap or are disjoint) has gradient 0, unique
 * when the value is 0 for all poses nearby; growth's at coincident centres is the gradient for the
 * normal reported. Depth is a minimum over normals: unique is about the one found; another, equally
 * deep, is not looked for.
 *
 * Where Newton's method does not end - on the kinks of a custom set, on round faces of a
 * composite's parts - unique and regular are 0 although derivatives may exist, and the bounds of
 * directional are wide: what no motion that fast can exceed.
 *
 * Returns out->result.status, as the query does; the derivatives of a refused query are 0.
 * Source: docs/algorithms.md, Derivatives.
 */
GD_API gd_status gd_growth_gradient(const gd_query* query, const double* velocity,
                                    gd_growth_gradient_result* out);
GD_API gd_status gd_distance_gradient(const gd_query* query, const double* velocity,
                                      gd_distance_gradient_result* out);
GD_API gd_status gd_penetration_gradient(const gd_query* query, const double* velocity,
                                         gd_penetration_gradient_result* out);

#endif
