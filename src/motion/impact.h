/* Time of impact of two shapes that translate and rotate. Source: docs/algorithms.md, Times of
 * impact.
 *
 * A gap g_n(t) > 0 proves that the pair is free at t. The gap of two points along n has a second
 * derivative of at most M, so it lies above its chord less M/2 (t - a)(b - t). So does g_n, the
 * least of these gaps. The interval [a, b] is free if g_n(a), g_n(b) > 0 and (b - a) sqrt(M/2) <
 * sqrt(g_n(a)) + sqrt(g_n(b)). This uses the ends alone.
 *
 * The search keeps a time `at` until which the pair is proved free. A distance query at this time
 * proposes a normal, then the search takes the longest interval that passes the test. At edges and
 * faces the normal turns as it did between the two previous queries. Then support points stay the
 * nearest ones, and the search converges as Newton's method does.
 *
 * Invariants: intervals (n, omega, a, b) prove [0, at.t] free. Every gap is computed here; distance
 * queries only propose normals. A contact is shown at `upper`, or upper is infinite. */
#ifndef GD_IMPACT_H
#define GD_IMPACT_H

#include "motion/moving_pair.h"

/* Tolerances of distance queries: while the normal only has to be good, next to the contact, and
 * the tightest one. */
#define IMPACT_LOOSE 0x1p-10
#define IMPACT_SHARP 0x1p-26
#define IMPACT_SHARPEST 0x1p-44

typedef enum impact_goal {
    IMPACT_TIME,
    IMPACT_APART, /* only whether the whole motion is free */
} impact_goal;

typedef struct impact {
    moving_pair pair;
    gd_settings settings; /* of distance queries */
    gd_warm warm;         /* of these */
    bool halfspace;       /* one shape is a half-space: its normal is the only one */
    bool flat;            /* contact happens at one instant: no solid shape, target tiny or 0 */
    double tolerance;     /* of the time, in units of max_time */
    double small_gap;     /* the same part of the size */
    double max_normals, normals;
    moving_place at; /* until then the pair is proved free */
    vec3 n;          /* at that time, unit */
    moving_gap gap;  /* along n */
    double rate;     /* of gap, while n is fixed; half-space: while it turns */
    double upper;    /* a contact happens until then */
    /* the newest and the previous query */
    double distance;     /* its upper bound */
    double nearest_rate; /* rate of the gap of the two nearest points */
    vec3 found, found_prev;
    double found_t, found_prev_t; /* < 0: no query yet */
    bool sharp;                   /* the next query uses a tight tolerance */
    double expected;              /* gap that the next query is expected to find */
    gd_trace* trace;              /* NULL: none */
    const gd_query* query;        /* of the caller, in whose units results are */
    const gd_motion* motion;
} impact;

/* Whether rounding may hide the target from distance queries. */
GD_INLINE bool impact_target_is_tiny(const moving_pair* m) {
    return m->target <= 0x1p-24 * m->size;
}

/* A way to turn the normal, and what is known about the gap on it. */
typedef struct impact_course {
    bool turns;
    vec3 omega;
    double curvature; /* M; of a turning normal an estimate */
    double rate;      /* estimate */
    double step;      /* proposed */
} impact_course;

/* The end of an interval from w->at. */
typedef struct impact_end {
    moving_place at;
    vec3 n;
    double g;
    double reach; /* the interval is free if it is shorter; 0 if g <= 0 */
} impact_end;

/* Solves a valid motion of shapes of one dimension, at most one of them a half-space. Fills out, or
 * returns GD_ERROR_POSE. For IMPACT_APART only out->hit is defined. */
GD_INTERNAL gd_status gd_impact(const gd_query* query, const gd_motion* motion, impact_goal goal,
                                gd_cast_result* out);

/* Starts a search. w->at is as far as bounding balls prove the pair free. Returns OPTIMAL or
 * GD_ERROR_POSE. */
GD_INTERNAL gd_status gd_impact_init(impact* w, const gd_query* query, const gd_motion* motion);

/* Proposes a normal at w->at. Next to a contact rounding may return one that proves nothing; then
 * the normal that proved w->at stays. */
GD_INTERNAL void gd_impact_find_normal(impact* w);

/* The gap along w->n at w->at, and its rate. */
GD_INTERNAL void gd_impact_measure(impact* w);

/* Computes the end of an interval on a course. */
GD_INTERNAL void gd_impact_evaluate(impact* w, const impact_course* c, double t2, impact_end* end);

/* Whether the search must end here: gd_impact_finish says how. */
GD_INTERNAL bool gd_impact_is_close(impact* w);

/* Whether a test just behind the predicted contact shows it. Spares gd_stays_apart the last steps.
 */
GD_INTERNAL bool gd_impact_meets(impact* w);

/* Advances w->at by the longest step that it can prove, and may show a contact behind it. Returns
 * false if rounding prevents a step. */
GD_INTERNAL bool gd_impact_advance(impact* w);

/* The contact is within the tolerance, by size or by time. Returns the status of the query, or
 * IMPACT_ON. */
#define IMPACT_ON (-1) /* the search goes on */
GD_INTERNAL int gd_impact_finish(impact* w);

/* Whether a contact is shown at t2 or, for flat pairs, between at.t and t2. */
GD_INTERNAL bool gd_impact_contact(impact* w, double t2);

/* Whether two flat cores pass through each other between t and t2. */
GD_INTERNAL bool gd_impact_crosses(const impact* w, double t, double t2);

/* Nearest points at one time, world, relative to A's position. */
typedef struct impact_nearest {
    double value; /* upper bound of the distance */
    vec3 normal;  /* unit; the one that proves the lower bound */
    vec3 a, b;
    int count; /* of the simplex, 0 if there is none: points of the cores in their own frames */
    vec3 corner_a[4], corner_b[4];
} impact_nearest;

/* The settings must ask for AUTO. warm may be NULL. */
GD_INTERNAL void gd_impact_distance(const impact* w, const moving_place* at,
                                    const gd_settings* settings, gd_warm* warm,
                                    impact_nearest* out);

/* Makes the end of a free interval the proved time. */
GD_INTERNAL void gd_impact_accept(impact* w, const impact_course* c, const impact_end* end);

/* Record a free interval from w->at to t2; of a NULL course, one that bounding balls prove. */
GD_INTERNAL void gd_impact_trace_interval(const impact* w, const impact_course* c, double t2);

/* Records a test for contact. */
GD_INTERNAL void gd_impact_trace_probe(const impact* w, double t2, bool contact);

/* A's position at a time in the caller's unit. */
GD_INLINE vec3 impact_origin(const impact* w, double time) {
    const vec3 at = madd3(load3(w->query->pose_a), time, load3(w->motion->velocity_a));
    return make3(at.x, at.y, w->pair.dimension == 2 ? 0.0 : at.z);
}

/* The proved time and the time of a contact in the caller's unit, rounded outwards. */
GD_INLINE double impact_lower(const impact* w, double t) {
    const double time = w->motion->max_time;
    return t >= 1.0 ? time : t * time * (1.0 - GD_EPS);
}
GD_INLINE double impact_upper(const impact* w, double t) {
    const double time = w->motion->max_time;
    return t < GD_INFINITY ? min2(t * time * (1.0 + GD_EPS), time) : GD_INFINITY;
}

/* When the gap would be 0 at a constant rate. */
GD_INLINE double impact_root(double g, double rate) {
    return rate < 0.0 ? g / -rate : GD_INFINITY;
}

/* The velocity of a half-space's normal, radians from 0 to 1; 0 for pairs without one. */
GD_INLINE vec3 impact_halfspace_omega(const impact* w) {
    if (!w->halfspace) return make3(0.0, 0.0, 0.0);
    const moving_body* half = moving_is_halfspace(&w->pair.a) ? &w->pair.a : &w->pair.b;
    return scale3(half->rate, half->axis);
}
GD_INLINE bool impact_halfspace_turns(const impact* w) {
    return w->halfspace && w->pair.a.rate + w->pair.b.rate > 0.0 &&
           max_abs3(impact_halfspace_omega(w)) > 0.0;
}

#endif
