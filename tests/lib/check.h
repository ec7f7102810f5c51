/* Checks that go on after a failure: values are printed, NaN fails. */
#ifndef CHECK_H
#define CHECK_H

#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#define NOT_A_NUMBER ((double)NAN)
#define INFINITE ((double)INFINITY)
#define LENGTH(array) (sizeof(array) / sizeof *(array))

extern int checks_passed, checks_failed;

#define CHECK(condition) check_that((condition), #condition, __FILE__, __LINE__)
#define CHECK_NEAR(actual, expected, tolerance)                                                    \
    check_near((actual), (expected), (tolerance), #actual, __FILE__, __LINE__)
/* A certificate says what is wrong, or NULL. */
#define CHECK_CERTIFIED(certificate)                                                               \
    do {                                                                                           \
        const char* wrong = (certificate);                                                         \
        check_that(wrong == NULL, wrong ? wrong : "certified", __FILE__, __LINE__);                \
    } while (0)

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

/* A test of a file: TEST(name) { ... } in test_<name>.c. It registers itself before main, so no
 * list names it. Its parts are plain functions above it. Before each test main seeds the random
 * numbers, so the order of the tests does not matter. */
typedef struct test_entry {
    const char* name;
    void (*run)(void);
    struct test_entry* next;
} test_entry;

void test_register(test_entry* entry);

#define TEST(test)                                                                                 \
    static void run_##test(void);                                                                  \
    __attribute__((constructor)) static void register_##test(void) {                               \
        static test_entry entry = {#test, run_##test, NULL};                                       \
        test_register(&entry);                                                                     \
    }                                                                                              \
    static void run_##test(void)

#endif
