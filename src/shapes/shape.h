/* A validated shape: a core plus a ball (Minkowski sum), a centre, and precomputed data for
 * queries.
 *
 * Every shape type is one of a few cores rounded by a radius: its own radius plus its margin. A
 * sphere is a rounded point, a capsule a rounded segment, a cone a frustum. Solvers do not read
 * these fields; they use support points (support.h) and the inner ball. */
#ifndef GD_SHAPE_H
#define GD_SHAPE_H

#include "growth_distance.h"
#include "shapes/hull.h"
#include "shapes/smooth_hull.h"
#include "math/vec.h"

typedef enum gd_core {
    GD_CORE_POINT,       /* the local origin */
    GD_CORE_SEGMENT,     /* along Y, half height size.y */
    GD_CORE_BOX,         /* half extents size */
    GD_CORE_ELLIPSOID,   /* radii size */
    GD_CORE_CYLINDER,    /* half height size.y, radius size.x */
    GD_CORE_FRUSTUM,     /* half height size.y, bottom radius size.x, top radius size.z */
    GD_CORE_VERTICES,    /* few vertices: scanned */
    GD_CORE_MESH,        /* many vertices: found by direction (hull_lookup.h) */
    GD_CORE_SMOOTH,      /* a smooth hull; this and the next three use gd_composite_support */
    GD_CORE_TRANSFORMED, /* an affine image of a shape */
    GD_CORE_SUM,         /* the Minkowski sum of two shapes */
    GD_CORE_CUSTOM,      /* defined by the caller's support function */
    GD_CORE_HALFSPACE,   /* { x : size.x <= offset }, unit normal size */
    GD_CORE_POINTS,      /* point set or p-norm ball of any dimension (points_nd.h) */
} gd_core;

/* The parts of a composite core. The shape owns this struct, and the struct owns the parts. */
typedef struct gd_composite {
    gd_shape* first;
    gd_shape* second; /* of a sum, otherwise NULL */
    mat3 matrix;      /* of an affine image x -> matrix x + offset */
    vec3 offset;
    double shrink;               /* |matrix v| >= shrink |v| for every vector v */
    double min_scale, max_scale; /* least and greatest scale of the nested images together */
    gd_custom custom;
    double id;
    uint32_t leaves; /* number of parts that are not composite */
    bool polytope;   /* the image or sum is a polytope */
} gd_composite;

/* Vertices of a core: arrays of padded_count entries (a multiple of 4), 16-byte aligned. */
typedef struct gd_vertices {
    uint32_t count;
    uint32_t padded_count;
    const double* corners;          /* 3D: blocks and cells as in hull.h */
    const gd_direction_cell* cells; /* of a mesh, otherwise NULL */
    uint32_t grid;
    vec3 stretch;    /* of a mesh, as in hull.h */
    const double* x; /* 2D */
    const double* y;
} gd_vertices;

/* A vertex of either dimension (2D: z = 0). */
GD_INLINE vec3 shape_vertex(const gd_vertices* v, uint32_t i) {
    return v->corners ? hull_corner(v->corners, i) : make3(v->x[i], v->y[i], 0.0);
}

/* A point set of vertices.count points, or a p-norm ball, of any dimension. */
typedef struct gd_nd_set {
    int dimension;   /* 0: the shape is of another type */
    double exponent; /* p of the norm */
    double* center;  /* owned; local; as many doubles as dimensions */
    double* mean;    /* owned; the mean of the points if the centre is another point, otherwise
                      * NULL */
    double inradius; /* of a known ball inside, about the mean (p-norm ball: centre); 0: none
                      * known */
    double* points;  /* owned; vertices.padded_count points in blocks */
} gd_nd_set;

struct gd_shape {
    /* for support points */
    gd_kind kind;
    gd_core core;
    int dimension;             /* 2 or 3; 0 for point sets and p-norm balls, so that 2D and 3D
                                * queries reject them */
    bool solid;                /* the shape has an interior */
    bool off_center;           /* the centre is not the local origin */
    bool strictly_convex;      /* the core has no flat part and no edge */
    bool twice_differentiable; /* the whole shape's support function is, except at 0 */
    double radius;             /* of the ball added to the core: own radius plus margin */
    vec3 size;
    vec3 center; /* local */
    gd_vertices vertices;

    /* for early outs: radii of balls inside and around the shape */
    double center_inradius;     /* inside, about the centre; < 0: minus the distance to the shape */
    double origin_inradius;     /* the same about the local origin, as a lower bound */
    double origin_bound_radius; /* around, about the local origin */
    double bound_radius;        /* around, about the centre; < 0: a half-space */
    vec3 ellipsoid_proxy; /* squares of the half extents about the core's middle, divided by the
                           * largest of them */

    /* A ball inside the shape; inner_center is relative to the shape's centre. Solid core: a ball
     * about the centre (inner_center 0). Composite: a ball that contains the centre. Otherwise: the
     * core point nearest to the centre with the shape's radius, which may be 0. */
    vec3 inner_center;
    double inner_radius;
    double summand_radius; /* of a ball that is a summand of the core: least radius of curvature
                            * of an ellipsoid, otherwise 0 */
    double offset;         /* half-space only; includes the margin */
    uint64_t key;          /* hash of the record */

    gd_hull* hull;           /* owned; hulls only */
    gd_polygon* polygon;     /* owned; polygons only */
    gd_smooth* smooth;       /* owned; smooth hulls only */
    gd_composite* composite; /* owned; composites only */
    gd_nd_set nd_set;
    _Alignas(16) double inline_vertices[12]; /* of segments and triangles */
};

/* Whether the core is a point. */
GD_INLINE bool shape_is_point(const gd_shape* shape) {
    return shape->core == GD_CORE_POINT;
}

/* Whether the core is a point or a segment along Y. */
GD_INLINE bool shape_is_line(const gd_shape* shape) {
    return shape->core == GD_CORE_POINT || shape->core == GD_CORE_SEGMENT;
}

/* Whether the core is a point, a segment along Y or a box. */
GD_INLINE bool shape_is_box(const gd_shape* shape) {
    return shape_is_line(shape) || shape->core == GD_CORE_BOX;
}

GD_INLINE bool shape_is_cylinder(const gd_shape* shape) {
    return shape->core == GD_CORE_CYLINDER;
}

/* Whether the shape has round rims: a cylinder, cone or frustum. */
GD_INLINE bool shape_has_rims(const gd_shape* shape) {
    return shape->core == GD_CORE_CYLINDER || shape->core == GD_CORE_FRUSTUM;
}

/* Whether the core is a polytope. */
GD_INLINE bool shape_is_polytope(const gd_shape* shape) {
    switch (shape->core) {
    case GD_CORE_POINT:
    case GD_CORE_SEGMENT:
    case GD_CORE_BOX:
    case GD_CORE_VERTICES:
    case GD_CORE_MESH: return true;
    case GD_CORE_TRANSFORMED:
    case GD_CORE_SUM: return shape->composite->polytope;
    case GD_CORE_ELLIPSOID:
    case GD_CORE_CYLINDER:
    case GD_CORE_FRUSTUM:
    case GD_CORE_SMOOTH:
    case GD_CORE_CUSTOM:
    case GD_CORE_HALFSPACE:
    case GD_CORE_POINTS: break;
    }
    return false;
}

#endif
