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
    GD_CORE_POINTS,      /* points or p-norm ball of nd dimensions: points.h */
} gd_core;

struct gd_shape {
    gd_kind kind;
    gd_core core;
    int dimension;
    int nd; /* of a set of any dimension its own: dimension is 0, so that no query of the plane or
               of space takes it for one of theirs; otherwise 0 */
    double radius; /* of the ball summed to the core: own radius plus margin */
    vec3 size;
    vec3 center;   /* local */
    double offset; /* half-space only, margin included */

    /* vertex cores: room for padded_count (a multiple of 4), 16-byte aligned */
    uint32_t vertex_count;
    uint32_t padded_count;
    const double* corners;     /* in space: as in hull.h, and the same cells */
    const gd_hull_cell* cells; /* of a mesh, otherwise NULL */
    uint32_t grid;
    const double* x; /* in the plane */
    const double* y;

    /* a ball inside the shape, its centre relative to the shape's: for a solid the largest one
     * about its centre (inner_center 0); otherwise the core point nearest the centre and the
     * radius, which may be 0 */
    vec3 inner_center;
    double inner_radius;
    double bound_radius; /* of a ball about the centre that holds the shape */
    double reach;        /* of a ball about the local origin that does */
    double grasp; /* of a ball about the centre inside the shape; < 0: of the centre's distance */
    double hold;  /* the same about the local origin */
    vec3 spread; /* squares of the half extents about the core's middle, over the largest of them */
    double ball; /* radius of a ball that is a summand of the core: an ellipsoid's least
                    radius of curvature, otherwise 0 */
    bool solid;
    bool off_center;           /* the centre is not the local origin */
    bool point;                /* the core is one */
    bool line;                 /* or a segment along Y */
    bool box;                  /* or a box */
    bool cylinder;             /* or a cylinder */
    bool polytope;             /* the core is one */
    bool strictly_convex;      /* the core has no flat part and no edge */
    bool twice_differentiable; /* the support function of the whole shape is, away from 0 */
    uint64_t key;              /* hash of the record */

    gd_hull* hull;                  /* owned, kind HULL only */
    gd_polygon* polygon;            /* owned, kind POLYGON only */
    gd_smooth* smooth;              /* owned, core SMOOTH only */
    struct gd_composite* composite; /* owned, kinds made of others only */
    _Alignas(16) double few[12];    /* vertices of segments and triangles */

    /* a set of any dimension */
    double nd_p;       /* of the norm */
    double* nd_center; /* owned, local, nd doubles */
    double* nd_mean;   /* owned: the mean of the points when the centre is another; or NULL */
    double nd_ball;    /* radius of a ball inside about the mean, or the centre; 0: none known */
    double* nd_points; /* owned: padded_count points in blocks */
};

/* gd_shape_create for a record inside depth others. */
GD_SHARED gd_status gd_shape_read(const double* record, size_t length, int depth,
                                  const gd_custom* custom, gd_shape** shape);

#endif
