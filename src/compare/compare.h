/* The methods the cutting plane is compared with (docs/lab/methods.md; [G] Table I): readable,
 * isolated, deletable. They ship as a module of their own, and nothing in src/ knows them. */
#ifndef GD_COMPARE_H
#define GD_COMPARE_H

#include "minkowski/problem.h"

/* gd_growth_distance, also by these methods: cold, in space, of bounded sets; otherwise
 * GD_ERROR_UNDEFINED. */
GD_INTERNAL gd_status gd_compare_growth_distance(const gd_query* query, gd_growth_result* out);

/* Growth distance of two 3D shapes, no half-space among them; each fills out with the bounds,
 * normal and points of gd_growth_distance and returns a status, or returns GD_ERROR_UNDEFINED and
 * leaves out alone where the method does not know the shapes. Iterations are support calls on each
 * set; of gd_compare_inc they are changes of an active facet. */
GD_INTERNAL gd_status gd_compare_ie(const gd_query* query, gd_growth_result* out);
GD_INTERNAL gd_status gd_compare_zc(const gd_query* query, gd_growth_result* out);
GD_INTERNAL gd_status gd_compare_zc_ie(const gd_query* query, gd_growth_result* out);
GD_INTERNAL gd_status gd_compare_inc(const gd_query* query, gd_growth_result* out);
GD_INTERNAL gd_status gd_compare_dcf(const gd_query* query, gd_growth_result* out);
GD_INTERNAL gd_status gd_compare_dcol(const gd_query* query, gd_growth_result* out);

#endif
