/* The first direction of a warm distance: the previous normal, moved with the shapes.
 *
 * Newton's method on the distance (newton_distance.h) ends with a local model at the normal n. A
 * model at the old poses also predicts the normal at new ones: x = a - b of the saved support
 * points is the gradient, and B's curvature belongs to the normal that turned with B. So a small
 * motion leaves an error of second order, as an evaluation at n and a step from there would. It
 * takes a sixth of their time.
 *
 * A kink with a share of the nearest point is an edge of A or B in contact. The normal stays
 * perpendicular to that edge, which turns with its shape. Two edges of one shape, or its round
 * face, fix the normal to the shape. */
#ifndef GD_WARM_NORMAL_H
#define GD_WARM_NORMAL_H

#include "minkowski/warm_start.h"
#include "second_order/difference_model.h"

/* Saves the normal and the model of the final evaluation, with the shares of its kinks. */
GD_INTERNAL void gd_warm_normal_save(gd_warm* warm, double key, const difference_model* d,
                                     const evaluation* at, const double* share);

/* The unit normal at the present poses, A's frame. warm must fit the pair. gap is the least gap
 * that counts. */
GD_INTERNAL vec3 gd_warm_normal(const gd_warm* warm, const pair3* pair, double gap);

#endif
