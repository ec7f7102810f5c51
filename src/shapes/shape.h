/* A validated shape: a core, a ball summed to it, a centre, and what queries need precomputed.
 *
 * Every kind is one of a few cores rounded by a radius (its own and its margin together): a sphere
 * is a rounded point, a capsule a rounded segment, a cone a frustum. Solvers never look in here;
 * they see support points (support.h) and the inner ball. */
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
    GD_CORE_VERTICES,    /* few vertices: linear scan */
    GD_CORE_MESH,        /* many vertices: looked up by direction */
    GD_CORE_SMOOTH,      /* a smooth hull; this and the next three answer by gd_composite_support */
    GD_CORE_TRANSFORMED, /* an affine image of a shape */
    GD_CORE_SUM,         /* the Minkowski sum of two shapes */
    GD_CORE_CUSTOM,      /* what the caller's function says */
    GD_CORE_HALFSPACE,   /* { x : size.x <= offset }, unit normal size */
    GD_CORE_POINTS,      /* points or p-norm ball of nd dimensions: points_nd.h */
} gd_core;

/* What a core made of other shapes consists of; owned by its shape, as are the parts. */
typedef struct gd_composite {
    gd_shape* first;
    gd_shape* second; /* of a sum */
    mat3 matrix;      /* of an affine image x -> matrix x + offset */
    vec3 offset;
    double shrink;               /* matrix makes no length shorter than shrink times itself */
    double min_scale, max_scale; /* images in images, all in all, scale by this much */
    gd_custom custom;
    double id;
    uint32_t leaves; /* parts that are not made of others */
    bool polytope;   /* the image or sum is one */
} gd_composite;

/* Vertices of a core: arrays with room for padded_count (a multiple of 4), 16-byte aligned. */
typedef struct gd_vertices {
    uint32_t count;
    uint32_t padded_count;
    const double* corners;          /* in 3D: as in hull.h, and the same cells */
    const gd_direction_cell* cells; /* of a mesh, otherwise NULL */
    uint32_t grid;
    const double* x; /* in 2D */
    const double* y;
} gd_vertices;

/* A set of any dimension: points (vertices.count of them) or a p-norm ball. */
typedef struct gd_nd_set {
    int dimension;   /* 0: the shape is none */
    double exponent; /* of the norm */
    double* center;  /* owned, local, as many doubles as dimensions */
    double* mean;    /* owned: the mean of the points when the centre is another; or NULL */
    double inradius; /* of a ball inside about the mean, or the centre; 0: none known */
    double* points;  /* owned: vertices.padded_count points in blocks */
} gd_nd_set;

struct gd_shape {
    /* what support points need */
    gd_kind kind;
    gd_core core;
    int dimension;             /* 2 or 3; of a set of any dimension 0, so that no query of 2D or 3D
                                  takes it for one of theirs */
    bool solid;                /* it has an interior */
    bool off_center;           /* the centre is not the local origin */
    bool strictly_convex;      /* the core has no flat part and no edge */
    bool twice_differentiable; /* the support function of the whole shape is, away from 0 */
    double radius;             /* of the ball summed to the core: own radius plus margin */
    vec3 size;
    vec3 center; /* local */
    gd_vertices vertices;

    /* what early outs need: radii of balls inside and around the shape */
    double center_inradius;     /* about the centre, inside; < 0: minus the centre's distance */
    double origin_inradius;     /* the same about the local origin */
    double origin_bound_radius; /* about the local origin, around */
    double bound_radius;        /* about the centre, around; < 0: a half-space */
    vec3 ellipsoid_proxy; /* squares of the half extents about the core's middle, over the largest
                             of them */

    /* a ball inside the shape, its centre relative to the shape's: for a solid the largest one
     * about its centre (inner_center 0); otherwise the core point nearest the centre and the
     * radius, which may be 0 */
    vec3 inner_center;
    double inner_radius;
    double summand_radius; /* of a ball that is a summand of the core: an ellipsoid's least radius
                              of curvature, otherwise 0 */
    double offset;         /* half-space only, margin included */
    uint64_t key;          /* hash of the record */

    gd_hull* hull;           /* owned, kind HULL only */
    gd_polygon* polygon;     /* owned, kind POLYGON only */
    gd_smooth* smooth;       /* owned, core SMOOTH only */
    gd_composite* composite; /* owned, kinds made of others only */
    gd_nd_set nd_set;
    _Alignas(16) double inline_vertices[12]; /* of segments and triangles */
};

/* The core is a point. */
GD_INLINE bool shape_is_point(const gd_shape* shape) {
    return shape->core == GD_CORE_POINT;
}

/* Or a segment along Y. */
GD_INLINE bool shape_is_line(const gd_shape* shape) {
    return shape->core == GD_CORE_POINT || shape->core == GD_CORE_SEGMENT;
}

/* Or a box. */
GD_INLINE bool shape_is_box(const gd_shape* shape) {
    return shape_is_line(shape) || shape->core == GD_CORE_BOX;
}

GD_INLINE bool shape_is_cylinder(const gd_shape* shape) {
    return shape->core == GD_CORE_CYLINDER;
}

/* The core is a polytope. */
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
