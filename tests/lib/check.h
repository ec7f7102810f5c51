/* Checks that go on after a failure: values are printed, NaN fails. */
#ifndef CHECK_H
#define CHECK_H

#include <math.h>
#include <stdbool.h>
#include <stdio.h>

#define NOT_A_NUMBER ((double)NAN)
#define INFINITE ((double)INFINITY)
#define LENGTH(array) (sizeof(array) / sizeof *(array))

extern int checks_passed, checks_failed;

#define CHECK(condition) check_that((condition), #condition, __FILE__, __LINE__)
#define CHECK_NEAR(actual, expected, tolerance)                                                    \
    check_near((actual), (expected), (tolerance), #actual, __FILE__, __LINE__)

void check_that(int holds, const char* what, const char* file, int line);
void check_near(double actual, double expected, double tolerance, const char* what,
                const char* file, int line);

/* Uniform in [0, 1), the same sequence everywhere; a test starts with its own seed. */
void random_seed(unsigned long long seed);
double random_next(void);
double random_between(double low, double high);

/* What follows draws once in an expression: the order of a call's arguments is the compiler's.
 *
 * x halved up to so many times. */
double random_shrunk(double x, double bits);
/* Between -1 and 1, halved so; the second never 0, and its sign drawn last. */
double random_fine(double bits);
double random_tiny(double bits);
/* A quaternion: turned anyhow, by next to nothing, by quarters, or not. */
void random_turn(double* q, double (*little)(double bits));

/* One function a test file. */
void test_vec(void);
void test_exact(void);
void test_hull(void);
void test_record(void);
void test_shape_centers(void);
void test_growth(void);
void test_newton(void);
void test_astray(void);
void test_boxes(void);
void test_warm(void);
void test_simplex(void);
void test_curvature(void);
void test_gradient(void);
void test_composite(void);
void test_inscribe(void);
void test_sums(void);
void test_compare(void);
void test_compare_any(void);
void test_trace(void);
void test_trace_rows(void);
void test_pairs(void);
void test_sets(void);
void test_sets_any(void);
void test_penetration(void);
void test_compare_conic(void);
void test_generalized(void);
void test_scene(void);
void test_scene_limits(void);
void test_memory(void);
void test_query(void);
void test_edges(void);
void test_degenerate(void);
void test_thin(void);
void test_slivers(void);
void test_corners(void);
void test_needles(void);
void test_ends(void);
void test_records(void);
void test_liars(void);
void test_inner(void);
/* The last three are parts of the first, which loads the extensions. */
void test_host(void);
void test_host_queries(void);
void test_host_pointers(void);
void test_host_scenes(void);

#endif
