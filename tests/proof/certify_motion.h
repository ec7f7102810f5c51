/* Certificates of casts, rays and times of impact, checked from the definitions alone.
 *
 * Casts: a normal n that a result names proves that no contact comes before the time at which the
 * gap along n is the target. This time is computed in extended precision, without any tolerance: a
 * lower bound may never be later. The reported points show the contact.
 * With rotation: the lower bound claims that no earlier time has a contact. Samples look for one.
 * Each is proved free by a plane, in extended precision. */
#ifndef CERTIFY_MOTION_H
#define CERTIFY_MOTION_H

#include "moved.h"

const char* certify_cast(moved_pair* p, const gd_cast_result* r, double tolerance, worst* seen);
const char* certify_impact(moved_pair* p, const gd_cast_result* r, double tolerance, worst* seen);

/* Relations between the derivatives of a cast that hold for any shapes. A translation of both
 * shapes changes nothing. If B moves along the displacement by an interval, the contact is later by
 * it. */
const char* certify_cast_derivatives(const moving* move, const gd_cast_gradient_result* r);

#endif
