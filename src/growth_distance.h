/* growth-distance: exact proximity queries for convex shapes, with certified bounds.
 *
 * This header is the manual of the C library. It is also the only source of the flat-buffer ABI:
 * record types, offsets, strides and status codes. wasm/abi_dump.c generates the constants of the
 * JavaScript package from it.
 *
 * Conventions
 *   Lengths are in the caller's unit and angles in radians. Every number is a double.
 *   A 3D pose is 7 doubles, px py pz qx qy qz qw: world = R(q) local + p. The library normalises
 *   the quaternion, which may have any positive length.
 *   A 2D pose is 3 doubles, px py angle. The angle is counter-clockwise.
 *   The axis of round shapes is local +Y. Every shape has a centre, about which the growth distance
 *   scales it. A shape is solid if it has an interior. Points, segments, triangles, flat hulls and
 *   flat point sets count as not solid, unless they have a margin. This includes 2D triangles.
 *   2D queries fill the same records as 3D queries, with z = 0.
 *
 * A query does not allocate, keep state, read a clock or print. It uses only + - * / and sqrt, so
 * results are bit-identical on every platform (compile with -ffp-contract=off).
 *
 * Sources (docs/algorithms.md says which part uses which)
 *   [G]  A Ray Intersection Algorithm for Fast Growth Distance Computation Between Convex Sets.
 *   [N]  Collision Detection Accelerated: An Optimization Perspective.
 *   [D]  A divide-and-conquer implementation of the GJK algorithm.
 *   [P]  Efficient Incremental Penetration Depth Estimation between Convex Geometries.
 *   [Q]  An Efficient Algorithm for a Generalized Distance Measure.
 */
#ifndef GROWTH_DISTANCE_H
#define GROWTH_DISTANCE_H

#include <stddef.h>
#include <stdint.h>

#include "growth_distance_trace.h"

#ifndef GD_API
#define GD_API extern
#endif

/* Version of the ABI. Every change of an offset, a code or a signature below raises it. */
#define GD_ABI_VERSION 9

/* ---- limits ------------------------------------------------------------------------------ */

/* Range of sizes and margins, some of which may also be 0. GD_LENGTH_MAX is also the largest
 * |coordinate| of points, centres and offsets. In this range products of four lengths neither
 * overflow nor become subnormal. */
#define GD_LENGTH_MIN 1e-75
#define GD_LENGTH_MAX 1e75
/* Largest |component| of a position in a pose. Every smaller one is valid. */
#define GD_POSITION_MAX 1e150
/* Largest exponent of a smooth hull; the smallest is 1. */
#define GD_EXPONENT_MAX 1e6
/* Largest dimension of point sets and p-norm balls; the smallest is 2. */
#define GD_DIMENSION_MAX 256
/* Largest |angle| of a 2D pose. Up to this limit, the reduction by multiples of pi / 2 loses no
 * digits. */
#define GD_ANGLE_MAX 1e9

/* ---- shapes ------------------------------------------------------------------------------ */

/* Shape types: the first double of a shape record. The comments list the parameters. */
typedef enum gd_kind {
    GD_KIND_NONE = 0,
    GD_KIND_SPHERE = 1,     /* radius */
    GD_KIND_ELLIPSOID = 2,  /* rx ry rz */
    GD_KIND_BOX = 3,        /* half extents hx hy hz */
    GD_KIND_CAPSULE = 4,    /* halfHeight >= 0, radius */
    GD_KIND_CYLINDER = 5,   /* halfHeight, radius */
    GD_KIND_CONE = 6,       /* halfHeight, radius; base at -halfHeight, apex at +halfHeight */
    GD_KIND_FRUSTUM = 7,    /* halfHeight, bottomRadius, topRadius; one radius may be 0 */
    GD_KIND_HULL = 8,       /* x y z of every point; the shape is their convex hull */
    GD_KIND_HALFSPACE = 9,  /* normal xyz (any length > 0), offset: { x : normal.x <= offset } */
    GD_KIND_POINT = 10,     /* no parameters: the local origin */
    GD_KIND_SEGMENT = 11,   /* ax ay az bx by bz */
    GD_KIND_TRIANGLE = 12,  /* ax ay az bx by bz cx cy cz; may be degenerate */
    GD_KIND_CIRCLE = 13,    /* radius; from here to 21 the shapes are 2D */
    GD_KIND_ELLIPSE = 14,   /* rx ry */
    GD_KIND_RECTANGLE = 15, /* half extents hx hy */
    GD_KIND_POLYGON = 16,   /* x y of every point; the shape is their convex hull */
    GD_KIND_STADIUM = 17,   /* halfHeight >= 0, radius */
    GD_KIND_HALFPLANE = 18, /* normal xy (any length > 0), offset */
    GD_KIND_POINT2 = 19,    /* no parameters: the local origin */
    GD_KIND_SEGMENT2 = 20,  /* ax ay bx by */
    GD_KIND_TRIANGLE2 = 21, /* ax ay bx by cx cy; may be degenerate */
    GD_KIND_DSF = 22,       /* smooth hull (3D): exponent, then x y z of every point */
    GD_KIND_DSF2 = 23,      /* smooth hull (2D): exponent, then x y of every point */
    /* affine image (3D): 3x3 matrix by columns, offset xyz, then the record of a 3D shape */
    GD_KIND_TRANSFORMED = 24,
    /* affine image (2D): 2x2 matrix by columns, offset xy, then the record of a 2D shape */
    GD_KIND_TRANSFORMED2 = 25,
    GD_KIND_SUM = 26,     /* Minkowski sum (3D): length of the first record, then both records */
    GD_KIND_SUM2 = 27,    /* Minkowski sum (2D), likewise */
    GD_KIND_CUSTOM = 28,  /* custom shape (3D): the id that gd_support_function receives */
    GD_KIND_CUSTOM2 = 29, /* custom shape (2D), likewise */
    /* Shapes of any dimension n, for the queries of any dimension only. Their parameters begin with
     * n. If HAS_CENTER is not 0, the n coordinates of the centre follow; the default centre is the
     * mean of the points or, for a ball, the local origin. The rest of the parameters: */
    GD_KIND_POINTS = 30,       /* n coordinates of every point; the hull may be flat */
    GD_KIND_NORM_BALL = 31,    /* p >= 1, which may be infinite, then radius */
    GD_KIND_FLAT_HULL = 32,    /* as HULL; also coplanar points, which are not solid */
    GD_KIND_FLAT_POLYGON = 33, /* as POLYGON; also collinear points, likewise */
} gd_kind;

/* Offsets in a shape record.
 *
 * If HAS_CENTER is 0, the library ignores the three doubles at CENTER and uses the default centre:
 *   - primitives: the local origin.
 *   - hulls and polygons: the centroid of the volume or area; collinear points: the middle.
 *   - segments and triangles: the mean of their points.
 *   - smooth hulls: the centroid of the hull of their points.
 *   - affine images: the image of the shape's centre.
 *   - Minkowski sums: the sum of both centres.
 *   - custom shapes: the local origin.
 * 2D shapes ignore the third double. */
typedef enum gd_record_field {
    GD_RECORD_KIND = 0,       /* gd_kind */
    GD_RECORD_MARGIN = 1,     /* >= 0: radius of a ball that is added to the shape */
    GD_RECORD_HAS_CENTER = 2, /* 0: default centre; otherwise the next three doubles */
    GD_RECORD_CENTER = 3,     /* local xyz */
    GD_RECORD_PARAMETERS = 6, /* parameters and points, up to the length of the record */
} gd_record_field;

/* Outcomes are >= 0, errors are < 0. After an error, all arguments except the result and the trace
 * are unchanged. */
typedef enum gd_status {
    GD_STATUS_OPTIMAL = 0,        /* the bounds are within the tolerance; overlap test: decided */
    GD_STATUS_COINCIDENT = 1,     /* the centres coincide: growth distance 0, normal arbitrary */
    GD_STATUS_MAX_ITERATIONS = 2, /* the bounds hold but are wider than the tolerance */
    GD_STATUS_PRECISION = 3,      /* rounding stopped the solver; the bounds hold but are wider than
                                     the tolerance */
    GD_STATUS_LOCAL = 4,          /* a local minimum of the depth; see gd_penetration */
    GD_STATUS_OVERLAPPING = 5,    /* a motion starts in contact */
    GD_STATUS_GRAZING = 6,        /* the gap falls below the tolerance; see gd_time_of_impact */

    GD_ERROR_KIND = -1,          /* unknown shape type */
    GD_ERROR_LENGTH = -2,        /* record too short or too long for its shape type */
    GD_ERROR_MARGIN = -3,        /* margin negative, not finite or out of range */
    GD_ERROR_CENTER = -4,        /* centre not finite, or not strictly inside a solid shape */
    GD_ERROR_RADIUS = -5,        /* radius not finite, not positive or out of range */
    GD_ERROR_RADII = -6,         /* one of several radii, likewise */
    GD_ERROR_HALF_EXTENTS = -7,  /* a half extent, likewise */
    GD_ERROR_HALF_HEIGHT = -8,   /* half height, likewise; of a capsule or stadium it may be 0 */
    GD_ERROR_BOTTOM_RADIUS = -9, /* frustum: negative, not finite, or both radii are 0 */
    GD_ERROR_TOP_RADIUS = -10,   /* frustum: negative or not finite */
    GD_ERROR_POINTS = -11,       /* a coordinate not finite or out of range */
    GD_ERROR_TOO_FEW_POINTS =
        -12, /* fewer than 4 (3D) or 3 (2D) distinct points; a point set without points */
    GD_ERROR_FLAT = -13,      /* the points span no volume (2D: no area) */
    GD_ERROR_NORMAL = -14,    /* normal zero, not finite or out of range */
    GD_ERROR_OFFSET = -15,    /* offset not finite or out of range */
    GD_ERROR_MEMORY = -16,    /* out of memory; everything that exists stays usable */
    GD_ERROR_HANDLE = -17,    /* no live shape or world has this handle */
    GD_ERROR_DIMENSION = -18, /* shapes of different dimensions, or of a dimension not accepted */
    GD_ERROR_POSE = -19,      /* position, angle or quaternion out of range, or quaternion zero */
    GD_ERROR_SETTINGS = -20,  /* a setting outside its range */
    GD_ERROR_BUFFER = -21,    /* a buffer not aligned or not inside one allocated block */
    GD_ERROR_UNDEFINED = -22, /* the quantity does not exist for this pair */
    GD_ERROR_INDEX = -23,     /* an index outside the arrays, or a number that no body has */
    GD_ERROR_DIRECTION = -24, /* direction zero or not finite, or a point out of range */
    GD_ERROR_EXPONENT = -25,  /* smooth hull: exponent not from 1 to 1e6; p-norm ball: p below 1 */
    /* Matrix not finite, or singular up to rounding. Also if the product with the matrices of the
     * records inside this record scales lengths by less than about 1e-75 or by more than 1e75. */
    GD_ERROR_MATRIX = -26,
    /* Records inside a record: of different dimensions, two half-spaces, nested more than 16 deep,
     * or more than 256 that contain no others. Or the composed shape is larger than 1e75, or its
     * inner ball is smaller than 1e-91. */
    GD_ERROR_PARTS = -27,
    GD_ERROR_MOTION = -28, /* a velocity, time or target not finite or out of range */
} gd_status;

typedef struct gd_shape gd_shape;

/* Creates a shape from a flat record and validates every field.
 *
 * record  length doubles, laid out by gd_record_field; the shape keeps a copy
 * shape   out: the shape, or NULL after an error; free it with gd_shape_destroy
 *
 * Returns GD_STATUS_OPTIMAL, or the GD_ERROR_* of the first invalid field. For custom shapes it
 * returns GD_ERROR_KIND; gd_shape_create_custom accepts them.
 */
GD_API gd_status gd_shape_create(const double* record, size_t length, gd_shape** shape);

/* Support function of a custom shape: writes the point of the shape farthest along direction.
 *
 * context    as given in gd_custom.
 * id         as given in the record.
 * direction  unit, local, 3 doubles (z = 0 in 2D).
 * point      out: local, 3 doubles. Before the call it contains the shape's centre.
 *
 * The function must return the same point for the same direction, and all points must belong to
 * one bounded convex set. The certified bounds rely on both. If a coordinate is not finite or
 * exceeds GD_LENGTH_MAX, the library uses the centre instead of the point. */
typedef void gd_support_function(void* context, double id, const double direction[3],
                                 double point[3]);
typedef struct gd_custom {
    gd_support_function* support;
    void* context;
} gd_custom;

/* As gd_shape_create, and also accepts the shape types CUSTOM and CUSTOM2, alone or inside other
 * records. The shape keeps a copy of *custom; the context must live as long as the shape. */
GD_API gd_status gd_shape_create_custom(const double* record, size_t length,
                                        const gd_custom* custom, gd_shape** shape);

/* Frees a shape. NULL is allowed. */
GD_API void gd_shape_destroy(gd_shape* shape);

/* Properties of a shape that its validation derives. */
typedef struct gd_shape_info {
    double kind;      /* gd_kind */
    double dimension; /* 2 or 3; for point sets and p-norm balls 2 to GD_DIMENSION_MAX */
    double center[3]; /* local; 0 for point sets and p-norm balls: use gd_shape_center */
    /* Radius of the largest ball about the centre inside the shape; 0 if the shape is not solid and
     * for half-spaces. For affine images, sums and custom shapes it is the radius of a known ball,
     * mostly more than 0.9 of the largest. For a smooth hull it is the radius of the largest ball
     * in the hull of its points, plus the margin. For a point set it is a radius that the points
     * and the margin prove, or 0. */
    double inradius;
    double bound_radius;   /* of the smallest known ball about the centre that contains the shape;
                              -1 for half-spaces */
    double vertex_count;   /* hull and polygon: corners of the convex hull; otherwise 0 */
    double triangle_count; /* hull: triangles of its surface; otherwise 0 */
    double volume;         /* hull: volume; polygon: area; 0 if flat or of another type */
} gd_shape_info;

/* Writes the properties of a shape to out. */
GD_API void gd_shape_describe(const gd_shape* shape, gd_shape_info* out);

/* Support point: the point of the shape, including its margin, farthest along direction. A fixed
 * rule breaks ties.
 *
 * direction  local, as many doubles as the shape has dimensions. Finite, not zero, of any length.
 * point      out: local, 3 doubles (z = 0 in 2D). For point sets and p-norm balls, as many doubles
 *            as the shape has dimensions.
 *
 * Returns GD_STATUS_OPTIMAL, GD_ERROR_DIRECTION, or GD_ERROR_UNDEFINED for a half-space, which is
 * unbounded.
 */
GD_API gd_status gd_shape_support(const gd_shape* shape, const double* direction, double* point);

/* Writes the local centre: as many doubles as the shape has dimensions. */
GD_API void gd_shape_center(const gd_shape* shape, double* center);

/* Axis-aligned bounding box of the posed shape.
 *
 * pose  7 doubles (3D) or 3 (2D)
 * out   6 doubles: min xyz, max xyz (z = 0 in 2D); 0 if the pose is invalid
 *
 * A half-space has infinite limits, except along an axis that equals its normal.
 *
 * Returns GD_STATUS_OPTIMAL, GD_ERROR_POSE, or GD_ERROR_DIMENSION for point sets and p-norm balls.
 */
GD_API gd_status gd_shape_bounds(const gd_shape* shape, const double* pose, double* out);

/* Whether the shape contains a point. Points on the surface count as inside, up to rounding.
 *
 * point  local, 2 or 3 doubles, each at most GD_POSITION_MAX in magnitude
 *
 * Returns 1 or 0; or GD_ERROR_DIRECTION for a coordinate out of range, GD_ERROR_UNDEFINED for a
 * shape that is not solid, GD_ERROR_DIMENSION for point sets and p-norm balls. */
GD_API int gd_shape_contains(const gd_shape* shape, const double* point);

/* Surface of a hull or polygon, for drawing. Other shapes have no vertices and no triangles.
 *
 * vertices   out: 3 * vertex_count doubles, local xyz of every corner (see gd_shape_info). The
 *            corners of a polygon are in counter-clockwise order, with z = 0. NULL: not written
 * triangles  out: 3 * triangle_count indices, counter-clockwise from outside. NULL: not written */
GD_API void gd_shape_surface(const gd_shape* shape, double* vertices, uint32_t* triangles);

/* ---- settings ---------------------------------------------------------------------------- */

/* Solver of a query. Every query accepts AUTO and the methods whose comments name the query; for
 * others it returns GD_ERROR_SETTINGS. A signed distance accepts the methods of penetration. */
typedef enum gd_method {
    GD_METHOD_AUTO = 0,
    GD_METHOD_CUTTING_PLANE = 1,       /* growth and collide */
    GD_METHOD_GJK = 2,                 /* distance and collide, as the next four */
    GD_METHOD_NESTEROV = 3,            /* GJK with Nesterov's momentum */
    GD_METHOD_NESTEROV_NORMALIZED = 4, /* the same, with directions of equal length */
    GD_METHOD_POLYAK = 5,              /* GJK with Polyak's heavy-ball momentum */
    GD_METHOD_FRANK_WOLFE = 6,         /* with line search */
    GD_METHOD_INCREMENTAL = 7, /* penetration, as the next three; SQP, but leaves rays early */
    GD_METHOD_SQP = 8,         /* sequential quadratic programming; local */
    GD_METHOD_MPR = 9,         /* depth along one direction */
    GD_METHOD_EPA = 10,        /* expanding polytope; global */
    GD_METHOD_NEWTON = 11,     /* growth: Newton's method on the pieces of the support functions */
    /* growth, only in the comparison methods of src/compare/ (docs/lab/methods.md) */
    GD_METHOD_IE = 12,    /* internal expanding */
    GD_METHOD_ZC = 13,    /* conic projection */
    GD_METHOD_ZC_IE = 14, /* conic projection, then internal expanding */
    GD_METHOD_INC = 15,   /* facet walking on polytopes */
    GD_METHOD_DCF = 16,   /* Newton on smooth hulls */
    GD_METHOD_DCOL = 17,  /* interior point on the conic program */
} gd_method;

/* How GJK finds the point of a simplex nearest to the origin. */
typedef enum gd_subalgorithm {
    GD_SUBALGORITHM_SIGNED_VOLUMES = 0,
    GD_SUBALGORITHM_JOHNSON = 1,
    GD_SUBALGORITHM_DIVIDE_AND_CONQUER = 2,
} gd_subalgorithm;

typedef struct gd_settings {
    double tolerance;      /* relative gap of the bounds at which a query stops; 0 < t < 1 */
    double max_iterations; /* limit of steps, each one support call per shape; integer, 1 ... 1e6 */
    double method;         /* gd_method */
    double subalgorithm;   /* gd_subalgorithm; of distance, and of collide by GJK */
    double direction[3];   /* penetration: first guess of the normal, world, any length; 0: none */
    double trace;          /* address of a gd_trace, (double)(uintptr_t)trace; 0: none */
    double simplex;        /* distance: 1 if the result contains its simplex, otherwise 0 */
} gd_settings;

/* 2^-26 is the square root of the machine epsilon. */
#define GD_DEFAULT_TOLERANCE 0x1p-26
#define GD_DEFAULT_MAX_ITERATIONS 100.0
#define GD_DEFAULT_DEPTH_ITERATIONS 500.0 /* of penetration and signed distance */
#define GD_DEFAULT_RAY_ITERATIONS 2000.0  /* of queries of any dimension */
#define GD_DEFAULT_CAST_ITERATIONS 1000.0 /* of casts and times of impact */
#define GD_DEFAULT_IMPACT_TOLERANCE 1e-9  /* of times of impact */
#define GD_MAX_ITERATIONS_LIMIT 1e6

/* ---- growth distance --------------------------------------------------------------------- */

/* Growth distance: the smallest factor for which A and B touch, each scaled about its centre. */
typedef struct gd_growth_result {
    double status;     /* gd_status; after an error all other fields are 0 */
    double iterations; /* support calls per shape */
    double value;      /* equals upper */
    double lower;      /* certified bounds: lower <= truth <= upper */
    double upper;
    double normal[3];  /* unit, world, from A towards B; it proves lower = n.p / h_C(n), with
                          p = b - a and C = (A - a) - (B - b) about the centres a, b */
    double point_a[3]; /* witness points on A and on B before scaling, world */
    double point_b[3];
    double contact[3]; /* the common point of the scaled shapes, world */
} gd_growth_result;

/* Overlap test with a certificate. Touching shapes overlap. */
typedef struct gd_collision_result {
    double status;     /* gd_status; after an error all other fields are 0 */
    double iterations; /* support calls per shape */
    double colliding;  /* 1 or 0 */
    double lower;      /* lower bound of the growth distance: > 1 proves a separation. colliding = 0
                          also proves one, even if lower rounds to 1 (gd_collide) */
    double upper;      /* upper bound of the growth distance: <= 1 proves an overlap */
    double normal[3];  /* if separated: unit normal of a separating plane, from A towards B */
    double point[3];   /* if colliding: a common point; with MAX_ITERATIONS it need not be one */
} gd_collision_result;

/* State of a pair between queries (warm start). The caller owns it; all zeros mean cold.
 *
 * It stores the last normal and the last simplex, as points in each shape's own frame. Queries by
 * second order store the normal and the nearest points, or the normal only. A query ignores a state
 * whose key or check does not match the pair. Queries of a group use each other's state, also for
 * derivatives. The first group is growth, and collide by AUTO or CUTTING_PLANE. The second is
 * distance, penetration, signed distance, collide by GJK to FRANK_WOLFE, and times of impact. The
 * third is casts. After a change of method, a query may start cold even within its group. */
typedef struct gd_warm {
    double key;       /* hash of both shapes and of the group of queries */
    double check;     /* checksum of everything below */
    double count;     /* vertices of the simplex, the first 3 stored; < 0: points of another use */
    double normal[3]; /* unit, in A's frame */
    double points_a[9]; /* relative to A's centre, A's frame */
    double points_b[9]; /* relative to B's centre, B's frame */
} gd_warm;

/* Arguments of every query: two posed shapes and how to solve. */
typedef struct gd_query {
    const gd_shape* a;    /* a and b have the same dimension */
    const double* pose_a; /* 7 doubles (3D) or 3 (2D) */
    const gd_shape* b;
    const double* pose_b;
    const gd_settings* settings; /* NULL for the defaults */
    gd_warm* warm;               /* in and out; NULL for a cold query */
} gd_query;

/* Growth distance of two posed shapes.
 *
 * query  at least one shape must be solid. At most one may be a half-space: it is not scaled, and
 *        the value is 0 if it contains the other shape's centre (docs/algorithms.md)
 * out    filled on every path
 *
 * Returns out->status.
 *   OPTIMAL         the bounds are within the tolerance.
 *   COINCIDENT      the centres coincide; value, lower and upper are 0. The other fields are the
 *                   limit for B's centre approaching A's centre from the side of world +X.
 *   MAX_ITERATIONS  the bounds hold but are wider than the tolerance.
 *   PRECISION       likewise; rounding prevents further progress.
 *   GD_ERROR_*      SETTINGS, DIMENSION, POSE, or UNDEFINED: no shape is solid, both are
 *                   half-spaces, NEWTON does not apply, or no scaling reaches the half-space. Also
 *                   possible if the centre of a shape that is not solid lies outside it or, for
 *                   images, sums and custom shapes, away from its middle.
 *
 * method  CUTTING_PLANE accepts every pair. NEWTON accepts no pair of polytopes without margins. In
 *         2D it accepts every other pair. In 3D it accepts shapes of the following types, with or
 *         without a margin, and returns UNDEFINED for others, such as custom shapes:
 *         - point, segment, triangle, hull, box, capsule
 *         - sphere, ellipsoid, cylinder, cone, frustum
 *         - shapes with a twice differentiable support function: smooth hulls of exponent >= 2, and
 *           affine images and sums of these and of ellipsoids
 *         AUTO takes NEWTON in 3D if it applies and is faster. Without a fitting warm state it is
 *         slower for a polytope (box, segment, triangle, hull) beside another polytope, a cone or a
 *         frustum, and for a segment, triangle or hull beside a cylinder.
 *
 * Source: [G] Alg. 3, III-F; docs/algorithms.md, Growth distance.
 */
GD_API gd_status gd_growth_distance(const gd_query* query, gd_growth_result* out);

/* Overlap test of two posed shapes. Touching shapes overlap.
 *
 * query  as for gd_growth_distance; settings->tolerance is not used. No shape needs to be
 *        solid
 * out    filled on every path
 *
 * Returns out->status.
 *   OPTIMAL         decided: one of the bounds has passed 1.
 *   PRECISION       the bounds enclose 1 up to rounding: the shapes touch, colliding is 1.
 *   MAX_ITERATIONS  undecided: colliding is 1 without proof.
 *   GD_ERROR_*      SETTINGS, DIMENSION, POSE or UNDEFINED.
 *
 * If neither shape is solid, AUTO and CUTTING_PLANE take normal, point and the bound lower from the
 * distance. For points, segments and triangles the answer is exact for the world coordinates of
 * their corners, which are rounded once a shape; identity poses leave them as they are. If their
 * gap is less than rounding, lower may be exactly 1, and normal is the normal of a facet of A - B.
 *
 * Closed forms and the methods GJK to FRANK_WOLFE give coarse bounds. lower is 0 or the bound that
 * normal proves. upper is at most 1 for overlapping shapes, and coarse or infinite for separated
 * ones. These methods may find a gap smaller than the rounding of the centres' distance. Then
 * colliding is 0, lower may round to exactly 1, and a plane perpendicular to normal separates the
 * shapes.
 *
 * Source: [G] III-F4; docs/algorithms.md, Bounds; [N] III for GJK.
 */
GD_API gd_status gd_collide(const gd_query* query, gd_collision_result* out);

/* Overlap test without a result record: returns 1 or 0, or an error of gd_collide.
 *
 * If settings is NULL, bounding balls, inner balls and (3D) one plane decide most pairs without
 * iterating. If they decide a pair, its warm state does not change. */
GD_API int gd_intersects(const gd_query* query);

/* ---- distance ---------------------------------------------------------------------------- */

/* Distance: the smallest distance of a point of A and a point of B; 0 for overlapping shapes. */
typedef struct gd_distance_result {
    double status;     /* gd_status; after an error all other fields are 0 */
    double iterations; /* support calls per shape */
    double value;      /* upper bound; the witness points attain it */
    double lower;      /* certified: lower <= truth <= value */
    double gap;        /* value - lower */
    double normal[3];  /* unit, world, from A towards B; along the centres if the cores overlap */
    double point_a[3]; /* witness points, world: point_b - point_a = value * normal */
    double point_b[3];
    /* Vertices of the last simplex, 1 ... 4, if settings->simplex is 1. Otherwise 0, and simplex_a
     * and simplex_b are not written. */
    double simplex_count;
    double simplex_a[12]; /* its points on A's core, world (gd_distance defines the core) */
    double simplex_b[12]; /* likewise on B's core; the nearest core points lie in their hulls.
                             Unused vertices repeat the first */
} gd_distance_result;

/* Distance of two posed shapes, solid or not. The centres only choose where the search starts.
 *
 * query  at most one shape may be a half-space; the tolerance is relative to the distance
 * out    filled on every path
 *
 * Returns out->status: OPTIMAL, MAX_ITERATIONS, PRECISION, or GD_ERROR_SETTINGS, _DIMENSION, _POSE
 * or _UNDEFINED (two half-spaces).
 *
 * AUTO has closed forms for every pair of boxes, capsules, balls and points. A ball or point has
 * one with a cylinder, cone, frustum or ellipsoid, too. In 2D the same is true of their
 * counterparts. In 3D AUTO solves other pairs with a cylinder, cone, frustum, ellipsoid or twice
 * differentiable composite by second order. The other shape is one of these, a ball, capsule, box,
 * segment, triangle or hull. If that proves nothing, and for all other pairs, AUTO takes GJK.
 * All methods certify their result in the same way. A method that makes no progress continues as
 * plain GJK: the momentum methods when steps gain nothing or after 32 steps, FRANK_WOLFE after a
 * quarter of max_iterations.
 *
 * The core of a shape is the shape without its radius and margin. With AUTO, the core of an
 * ellipsoid or ellipse is smaller: the ellipsoid is the sum of this core and a ball of radius
 * (least radius)^2 / greatest radius. The simplexes lie in the cores; with a half-space they are
 * the witness points. GJK's simplexes are support points. Those of second order have at most three
 * vertices, which may be other points of the cores. For an ellipsoid they are centres of a ball
 * that touches it from inside. Witness points always lie on the whole shapes.
 *
 * Source: [N] III, IV; [D]; docs/algorithms.md, Distance.
 */
GD_API gd_status gd_distance(const gd_query* query, gd_distance_result* out);

/* ---- penetration ------------------------------------------------------------------------- */

/* Penetration depth: the length of the shortest translation that separates the interiors of A and
 * B; 0 for separated shapes. */
typedef struct gd_penetration_result {
    double status;        /* gd_status; after an error all other fields are 0 */
    double iterations;    /* steps of all methods that ran */
    double support_calls; /* per shape */
    double depth;         /* upper bound: translating B by depth * normal separates the shapes */
    double lower;         /* certified: lower <= truth <= depth */
    double normal[3];     /* unit, world, from A towards B */
    /* witness points, world: point_a - point_b = depth * normal; for separated shapes, the points
     * at which the overlap test ended */
    double point_a[3];
    double point_b[3];
} gd_penetration_result;

/* Penetration depth of two posed shapes, solid or not.
 *
 * query   at most one shape may be a half-space; the tolerance is relative to the depth. AUTO and
 *         EPA need about 150 kB of stack
 * out     filled on every path
 *
 * Returns out->status.
 *   OPTIMAL         the bounds are within the tolerance, or the shapes are separated.
 *   LOCAL           INCREMENTAL, SQP or MPR converged. A smaller depth may exist.
 *   MAX_ITERATIONS  the iterations, or the capacity of EPA's polytope, were not sufficient; the
 *                   bounds hold.
 *   PRECISION       rounding stopped the solver; the bounds hold.
 *   GD_ERROR_*      SETTINGS, DIMENSION, POSE, or UNDEFINED (two half-spaces).
 *
 * method  AUTO and EPA find the global minimum over all normals. INCREMENTAL and SQP find a local
 *         minimum; they start from settings->direction, else from the warm state, else from the
 *         difference of the centres. MPR gives the depth along this start direction, which it
 *         returns as the normal. AUTO has closed forms for every pair of boxes, capsules, balls
 *         and points, for a ball or point and a cylinder, cone, frustum or ellipsoid, and for the
 *         2D counterparts of all. In 3D, AUTO solves other pairs of cylinders, cones, frusta and
 *         ellipsoids, and of one of these with a box or capsule, by second order if
 *         max_iterations >= 256. It takes EPA for all other pairs, and if second order proves
 *         nothing. INCREMENTAL, SQP and EPA use closed forms with a capsule, ball or point
 *         if the cores are separated, and for two of these always. A half-space has a closed form
 *         with every method.
 *
 * If EPA's polytope is full or max_iterations are spent, up to 300 steps of the other methods still
 * lower the depth. For a point or ball in a round shape, box or hull, a closed form then gives the
 * lower bound.
 *
 * Source: [P]; van den Bergen 2001 for EPA; docs/algorithms.md, Depth.
 */
GD_API gd_status gd_penetration(const gd_query* query, gd_penetration_result* out);

/* Signed distance: the distance of separated shapes, minus the depth of overlapping shapes. */
typedef struct gd_signed_result {
    double status;        /* gd_status; after an error all other fields are 0 */
    double iterations;    /* as in gd_penetration_result */
    double support_calls; /* per shape */
    double value;         /* if > 0, it equals upper and the witness points attain it; otherwise it
                             equals lower: translating B by -value * normal separates the shapes */
    double lower;         /* certified: lower <= truth <= upper */
    double upper;
    double normal[3];  /* unit, world, from A towards B, continuous through contact */
    double point_a[3]; /* witness points, world: point_b - point_a = value * normal */
    double point_b[3];
} gd_signed_result;

/* Signed distance of two posed shapes: gd_distance and gd_penetration in one. Arguments, methods
 * and statuses are those of gd_penetration; the tolerance is relative to |value|. */
GD_API gd_status gd_signed_distance(const gd_query* query, gd_signed_result* out);

/* ---- any dimension ----------------------------------------------------------------------- */

/* The queries below accept two shapes of the same dimension n, 2 to GD_DIMENSION_MAX, including
 * point sets and p-norm balls. Vectors are n doubles. A pose is 7 doubles for n = 3 and 3 for n = 2
 * as everywhere; for n > 3 it is a translation of n doubles. query->warm is not used. The
 * methods are AUTO and CUTTING_PLANE. The caller provides the workspace. */

/* Returns the number of doubles of workspace that one query in this dimension needs; 0 if dimension
 * is not from 2 to GD_DIMENSION_MAX. */
GD_API size_t gd_workspace(int dimension);

typedef struct gd_growth_n_result {
    double status;     /* gd_status; after an error all other fields are 0 */
    double iterations; /* support calls per shape */
    double value;      /* equals upper */
    double lower;      /* certified: lower <= truth <= upper */
    double upper;      /* infinite if the iterations were not sufficient for an upper bound */
} gd_growth_n_result;

/* gd_growth_distance in n dimensions, by the cutting plane with a dense basis.
 *
 * query      no half-space. If the Minkowski difference C about the centres does not contain the
 *            origin in its interior, the status may be UNDEFINED. C contains it if both shapes
 *            contain their centres, and one of them in its interior
 * workspace  gd_workspace(n) doubles of any content
 * vectors    out: 4 n doubles: normal, point_a, point_b, contact as in gd_growth_result
 *
 * Returns the statuses of gd_growth_distance. max_iterations is 2000 by default, because forming a
 * basis of n points takes about n steps. Source: [G] Alg. 3; docs/algorithms.md, Cutting planes. */
GD_API gd_status gd_growth_distance_n(const gd_query* query, double* workspace,
                                      gd_growth_n_result* out, double* vectors);

typedef struct gd_collision_n_result {
    double status;     /* gd_status; after an error all other fields are 0 */
    double iterations; /* support calls per shape */
    double colliding;  /* 1 or 0 */
    double lower;      /* bounds of the growth distance, as in gd_collision_result */
    double upper;
} gd_collision_n_result;

/* gd_collide in n dimensions. Arguments are those of gd_growth_distance_n, except that vectors is
 * 2 n doubles: normal, point.
 *
 * If the given centre of a point set lies outside it, a growth distance below 1 does not prove an
 * overlap. The query then searches once more with points inside the shapes in place of the centres.
 * Bounds above 1 then belong to the growth distance about these points. */
GD_API gd_status gd_collide_n(const gd_query* query, double* workspace, gd_collision_n_result* out,
                              double* vectors);

typedef struct gd_generalized_result {
    double status;         /* gd_status; after an error all other fields are 0 */
    double iterations;     /* solved growth problems: K of [Q] */
    double ray_iterations; /* support calls per shape in all of them: N_rs of [Q]. The calls that
                              check whether Q contains the origin do not count. They are needed if
                              no known ball inside Q contains it */
    double value;          /* equals upper, which the contact attains; 0 if A contains the origin */
    double lower;          /* certified: lower <= truth <= upper */
    double upper;
} gd_generalized_result;

/* Generalized distance d_Q(A): the least lambda >= 0 for which A and lambda Q touch or overlap. The
 * pose is applied to Q before the scaling about the world origin.
 *
 * query       query->a is Q, which must contain the world origin in its interior. query->b is A,
 *             solid or not, or a half-space. The tolerance limits
 *             value / lower - 1, and max_iterations limits ray_iterations
 * minus       NULL; or a shape A1. Then the query measures the Minkowski difference A - A1: the
 *             distance from A1 to A in Q's metric. At most one of A and A1 may be a half-space
 * pose_minus  pose of A1; not read if minus is NULL
 * workspace   gd_workspace(n) doubles of any content
 * vectors     out: 4 n doubles, world:
 *               contact  the common point of A (or A - A1) and value * Q.
 *               normal   unit, from the origin (or A1) towards A.
 *               point    on A1, or the origin if minus is NULL.
 *               point    on A; its difference to the previous point is the contact.
 *
 * Returns out->status: OPTIMAL, MAX_ITERATIONS, PRECISION, or an error. It is UNDEFINED if the
 * interior of Q does not contain the origin, if Q is a half-space, or for two half-spaces.
 * Source: [Q] Alg. 1; docs/algorithms.md, Generalized distance. */
GD_API gd_status gd_generalized_distance(const gd_query* query, const gd_shape* minus,
                                         const double* pose_minus, double* workspace,
                                         gd_generalized_result* out, double* vectors);

/* ---- derivatives ------------------------------------------------------------------------- */

/* First derivatives with respect to both poses. A row is 12 numbers: the derivatives by position of
 * A, rotation of A, position of B, rotation of B, three each. A rotation vector w takes the pose
 * (p, R) to (p, exp([w]) R), where [w] is the cross-product matrix of w. It has world axes and
 * rotates the shape about its position. In 2D only x and y of positions and z of rotations count;
 * the other numbers are 0. */
typedef struct gd_derivatives {
    double unique; /* 1: the value is differentiable and gradient is its derivative. 0: several
                      normals or contacts are optimal and gradient belongs to the reported one */
    double gradient[12];      /* of the value: one row */
    double directional;       /* one-sided derivative of the value along velocity; 0 without one */
    double directional_lower; /* finite bounds; both equal directional if it is exact */
    double directional_upper;
} gd_derivatives;

/* Derivatives of normal and points: three rows, for x, y and z. */
typedef struct gd_jacobians {
    double regular; /* 1: normal and points are differentiable; 0: everything below is 0 */
    double normal[36];
    double point_a[36];
    double point_b[36];
    double contact[36]; /* of growth; otherwise 0 */
} gd_jacobians;

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

/* Growth distance, distance or penetration depth, with derivatives.
 *
 * query     as for the query of the same name
 * velocity  12 finite doubles, laid out as a row of gd_derivatives: the direction of the
 *           directional derivative; NULL for none
 * jacobians filled on every path unless NULL; without them a query takes about half the time
 * out       filled on every path; after an error everything except the status is 0
 *
 * Each function first solves the query. Newton's method then refines the optimum on the smooth
 * pieces of the support functions that are active there. The linearised optimality conditions of
 * these pieces give the derivatives. If Newton's method converges, value, bounds, normal and points
 * are accurate to rounding.
 *
 * Newton's method may fail to converge at the kinks of a custom shape, or at round faces of the
 * shapes in an affine image or Minkowski sum. Then unique and regular are 0 although derivatives
 * may exist. The bounds of directional are then wide: they are the largest rates that motions at
 * these velocities can cause.
 *
 * If the value is 0 (coincident centres, overlapping or separated shapes), the gradient is 0, and
 * unique is 1 if the value is 0 for all poses nearby. The exception is growth at coincident
 * centres: its gradient is the one for the reported normal. Depth is a minimum over normals, and
 * unique refers to the reported one; the functions do not search for another of equal depth.
 *
 * Returns out->result.status, with the statuses of the query.
 * Source: docs/algorithms.md, Derivatives.
 */
GD_API gd_status gd_growth_gradient(const gd_query* query, const double* velocity,
                                    gd_jacobians* jacobians, gd_growth_gradient_result* out);
GD_API gd_status gd_distance_gradient(const gd_query* query, const double* velocity,
                                      gd_jacobians* jacobians, gd_distance_gradient_result* out);
GD_API gd_status gd_penetration_gradient(const gd_query* query, const double* velocity,
                                         gd_jacobians* jacobians,
                                         gd_penetration_gradient_result* out);

/* ---- motion ------------------------------------------------------------------------------- */

/* The first contact of two shapes in motion: the first time at which their distance is at most the
 * target. Touching counts as contact. */
typedef struct gd_cast_result {
    double status;     /* gd_status; after an error all other fields are 0 */
    double iterations; /* casts: evaluations of both support functions; otherwise normals tried */
    double hit;        /* 1 or 0 */
    double time;       /* equals lower; infinite on a miss */
    double lower; /* certified: there is no contact from the start to lower. On a miss max_time */
    double upper; /* certified: a contact happens until then; infinite on a miss */
    double normal[3];  /* unit, world, from A towards B; it proves lower. 0 if overlapping */
    double point_a[3]; /* nearest points at time, world; 0 on a miss and if overlapping */
    double point_b[3];
} gd_cast_result;

/* A translation of B relative to A. The pose of B is its place at time 0. */
typedef struct gd_cast {
    double displacement[3]; /* world, in one unit of time; 2D ignores the third double */
    double min_time;        /* the interval; its ends may be negative or infinite */
    double max_time;        /* >= min_time */
    double target;          /* >= 0: the distance that counts as contact */
} gd_cast;

/* Casts B along a line: the first contact in [min_time, max_time].
 *
 * query  as for gd_distance. The default of max_iterations is GD_DEFAULT_CAST_ITERATIONS. The
 *        tolerance is that of (upper - lower) * speed / size. The size is the sum of both bounding
 *        radii and the target
 * out    filled on every path
 *
 * Returns out->status.
 *   OPTIMAL         a hit or a miss, with bounds within the tolerance.
 *   OVERLAPPING     in contact at min_time: time, lower and upper are min_time.
 *   MAX_ITERATIONS  hit is 1, time = lower is proved free, upper may be infinite.
 *   PRECISION       likewise; rounding prevents further progress.
 *   GD_ERROR_*      SETTINGS, DIMENSION, POSE, MOTION, or UNDEFINED (two half-spaces).
 * Without a displacement the result is OVERLAPPING or a miss.
 *
 * Source: docs/algorithms.md, Casts. */
GD_API gd_status gd_cast_shape(const gd_query* query, const gd_cast* cast, gd_cast_result* out);

typedef struct gd_cast_gradient_result {
    gd_cast_result result;
    double unique;          /* as in gd_derivatives, of the time */
    double gradient[12];    /* of the time by both poses: a row of gd_derivatives */
    double displacement[3]; /* of the time by the displacement */
} gd_cast_gradient_result;

/* gd_cast_shape with the derivatives of the time of contact.
 *
 * out  filled on every path; after an error everything except the status is 0
 *
 * The result is that of gd_cast_shape. Newton's method refines the normal and the points before the
 * derivatives are computed, so these do not depend on the tolerance. If it does not converge,
 * unique is 0 and the gradient belongs to the reported normal and points. On a miss and if the
 * motion starts in contact, the gradient is 0, and unique is 1 if that holds for all poses and
 * displacements nearby. unique is 0 if the contact comes at an end of the interval.
 *
 * Returns out->result.status, with the statuses of gd_cast_shape.
 * Source: docs/algorithms.md, Casts. */
GD_API gd_status gd_cast_gradient(const gd_query* query, const gd_cast* cast,
                                  gd_cast_gradient_result* out);

typedef struct gd_ray {
    double origin[3];    /* world; 2D ignores the third double */
    double direction[3]; /* world, any length > 0; time counts in its length */
    double min_time;     /* as in gd_cast */
    double max_time;
    double target;
} gd_ray;

typedef struct gd_ray_result {
    double status; /* as in gd_cast_result, up to upper */
    double iterations;
    double hit;
    double time;
    double lower;
    double upper;
    double normal[3]; /* unit, world, out of the shape, against the ray on a surface */
    double point[3];  /* on the shape, world */
} gd_ray_result;

/* Casts a ray: the first time in [min_time, max_time] at which it is in the shape. A ray that
 * starts inside is OVERLAPPING.
 *
 * settings  NULL for the defaults of gd_cast_shape
 * out       filled on every path
 *
 * Returns out->status, with the statuses of gd_cast_shape. Source: docs/algorithms.md, Casts. */
GD_API gd_status gd_cast_ray(const gd_shape* shape, const double* pose, const gd_ray* ray,
                             const gd_settings* settings, gd_ray_result* out);

/* Velocities of both shapes, constant and in world coordinates. Angular velocities are in radians
 * per unit of time and turn about the local origin. */
typedef struct gd_motion {
    double velocity_a[3]; /* 2D ignores the third double */
    double angular_a[3];  /* 2D: only the first double */
    double velocity_b[3];
    double angular_b[3];
    double max_time; /* finite, >= 0 */
    double target;   /* >= 0: the distance that counts as contact */
} gd_motion;

/* Time of impact: the first contact in [0, max_time] of two shapes that translate and rotate.
 *
 * query  the poses at time 0; otherwise as for gd_cast_shape. The default of the tolerance is
 *        GD_DEFAULT_IMPACT_TOLERANCE, and it is that of (upper - lower) / max_time
 * out    filled on every path
 *
 * Returns out->status, with the statuses of gd_cast_shape and
 *   GRAZING  contact comes within the tolerance of the size. hit is 1; upper is the time at which
 *            the gap exceeds the tolerance again and proves nothing.
 *
 * Source: docs/algorithms.md, Times of impact. */
GD_API gd_status gd_time_of_impact(const gd_query* query, const gd_motion* motion,
                                   gd_cast_result* out);

/* Whether two shapes are farther apart than the target during the whole motion: 1 if proved, 0, or
 * an error of gd_time_of_impact. It stops at the first time that is not proved free. */
GD_API int gd_stays_apart(const gd_query* query, const gd_motion* motion);

/* The constant velocities that lead from one pose to another in one unit of time. The turn goes the
 * short way; a half turn in 3D takes the axis of q1 q0^-1 as computed.
 *
 * dimension  3 or 2: poses of 7 or 3 doubles.
 * velocity   out: 3 doubles. In 2D the third is 0.
 * angular    out: 3 doubles. In 2D the angle in [-pi, pi), 0, 0.
 *
 * Returns GD_STATUS_OPTIMAL, or GD_ERROR_POSE or _DIMENSION. */
GD_API gd_status gd_motion_between(int dimension, const double* from, const double* to,
                                   double* velocity, double* angular);

#endif
