/* Shapes in motion: see moved.h. */
#include "moved.h"

#include <math.h>
#include <string.h>

static const gd_settings fine = {.tolerance = 1e-12, .max_iterations = 1000};

void moved_to(moved_pair* p, real time) {
    static const double none[3] = {0, 0, 0};
    const gd_motion* m = &p->move->motion;
    p->time = time;
    posed_carry(&p->set_b, p->b->pose, m->velocity_b, p->cast ? none : m->angular_b, time);
    if (p->cast) return;
    posed_carry(&p->set_a, p->a->pose, m->velocity_a, m->angular_a, time);
}

void moved_make(moved_pair* p, const drawn* a, const drawn* b, const moving* move, bool cast) {
    p->a = a;
    p->b = b;
    p->move = move;
    p->cast = cast;
    posed_make(&p->set_a, a->record, a->length, a->pose, a->shape);
    posed_make(&p->set_b, b->record, b->length, b->pose, b->shape);
    moved_to(p, 0);
}

real moved_length(const double v[3], int dimension) {
    const real x[3] = {v[0], v[1], dimension == 3 ? v[2] : 0};
    return real_length(x);
}

real moved_extent(const moved_pair* p) {
    const gd_motion* m = &p->move->motion;
    real way = moved_length(m->velocity_b, p->set_a.dimension);
    if (!p->cast) way += moved_length(m->velocity_a, p->set_a.dimension);
    return p->set_a.extent + p->set_b.extent + m->target + fabsl(p->time) * way;
}

real moved_size(const moved_pair* p) {
    real size = p->move->motion.target;
    const posed* sets[2] = {&p->set_a, &p->set_b};
    for (int i = 0; i < 2; i++)
        if (!sets[i]->halfspace) size += sets[i]->radius + real_length(sets[i]->local);
    return size;
}

/* The quaternion of a rotation matrix, by its largest component. */
static void quaternion_of(const real turn[9], double q[4]) {
    const real xx = turn[0], yy = turn[4], zz = turn[8];
    const real square[4] = {1 + xx - yy - zz, 1 - xx + yy - zz, 1 - xx - yy + zz, 1 + xx + yy + zz};
    int k = 0;
    for (int i = 1; i < 4; i++)
        if (square[i] > square[k]) k = i;
    if (k == 3) {
        q[0] = (double)(turn[7] - turn[5]);
        q[1] = (double)(turn[2] - turn[6]);
        q[2] = (double)(turn[3] - turn[1]);
    } else {
        const int i = (k + 1) % 3, j = (k + 2) % 3;
        q[i] = (double)(turn[3 * k + i] + turn[3 * i + k]);
        q[j] = (double)(turn[3 * k + j] + turn[3 * j + k]);
        q[3] = (double)(turn[3 * j + i] - turn[3 * i + j]);
    }
    q[k] = (double)square[k];
}

/* The pose of a set, rounded, with its position relative to a point. */
static void pose_of(const posed* set, const real from[3], double pose[7]) {
    for (int i = 0; i < set->dimension; i++)
        pose[i] = (double)(set->at[i] - from[i]);
    if (set->dimension == 3)
        quaternion_of(set->turn, pose + 3);
    else
        pose[2] = (double)atan2l(set->turn[3], set->turn[0]);
}

/* The gap beyond the target that a normal proves where the sets are. */
static real gap_here(const moved_pair* p, const double n[3]) {
    const real x[3] = {n[0], n[1], n[2]}, size = real_length(x);
    if (!(size > 0)) return -(real)INFINITY;
    return -certify_width(&p->set_a, &p->set_b, n) / size - p->move->motion.target;
}

real moved_gap_along(moved_pair* p, const double n[3], real time) {
    moved_to(p, time);
    return gap_here(p, n);
}

/* Keeps the better of two normals. */
static void keep_better(const moved_pair* p, const double n[3], double best[3], real* gap) {
    const real found = gap_here(p, n);
    if (!(found > *gap)) return;
    *gap = found;
    memcpy(best, n, 3 * sizeof *n);
}

real moved_gap_found(const moved_pair* p, double best[3], real* depth) {
    const posed *a = &p->set_a, *b = &p->set_b;
    real gap = gap_here(p, best);
    *depth = 0;
    if (a->halfspace || b->halfspace) {
        double n[3];
        for (int i = 0; i < 3; i++)
            n[i] = (double)(a->halfspace ? a->wall[i] : -b->wall[i]);
        keep_better(p, n, best, &gap);
        *depth = -gap;
        return gap;
    }
    double pose_a[7], pose_b[7];
    pose_of(a, a->at, pose_a);
    pose_of(b, a->at, pose_b);
    const gd_query query = {p->a->shape, pose_a, p->b->shape, pose_b, &fine, NULL};
    gd_distance_result apart;
    gd_distance(&query, &apart);
    keep_better(p, apart.normal, best, &gap);
    if (gap > 0) return gap;
    gd_signed_result deep;
    gd_growth_result grown;
    if (gd_signed_distance(&query, &deep) >= 0) {
        keep_better(p, deep.normal, best, &gap);
        *depth = p->move->motion.target - deep.upper;
    }
    if (gd_growth_distance(&query, &grown) >= 0) keep_better(p, grown.normal, best, &gap);
    return gap;
}

real moved_gap_at(moved_pair* p, real time) {
    double n[3] = {0, 0, 0};
    real depth;
    moved_to(p, time);
    return moved_gap_found(p, n, &depth);
}
