/* The methods that the cutting plane is compared with (docs/lab/methods.md; [G] Table I).
 * Readability comes before speed. They form a module of their own that no other folder of src/
 * uses, so they can be deleted. */
#ifndef GD_COMPARE_H
#define GD_COMPARE_H

#include "minkowski/problem.h"

/* gd_growth_distance with the comparison methods added. These start cold and take bounded 3D
 * shapes; for other shapes they return GD_ERROR_UNDEFINED. On an error *out contains the status and
 * zeros. */
GD_INTERNAL gd_status gd_compare_growth_distance(const gd_query* query, gd_growth_result* out);

/* Growth distance of two bounded 3D shapes. On success each function fills *out with the bounds,
 * normal and points of gd_growth_distance and returns its status. If the method does not support
 * the shapes, it returns GD_ERROR_UNDEFINED and leaves *out unchanged.
 *
 * out->iterations counts support calls on each shape, for gd_compare_inc pivots, and for
 * gd_compare_dcol interior-point iterations. */
GD_INTERNAL gd_status gd_compare_ie(const gd_query* query, gd_growth_result* out);
GD_INTERNAL gd_status gd_compare_zc(const gd_query* query, gd_growth_result* out);
GD_INTERNAL gd_status gd_compare_zc_ie(const gd_query* query, gd_growth_result* out);
GD_INTERNAL gd_status gd_compare_inc(const gd_query* query, gd_growth_result* out);
GD_INTERNAL gd_status gd_compare_dcf(const gd_query* query, gd_growth_result* out);
GD_INTERNAL gd_status gd_compare_dcol(const gd_query* query, gd_growth_result* out);

#endif
