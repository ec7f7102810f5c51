/* Checks, random numbers and the registration of tests. A failed check prints its values, and the
 * test goes on. A comparison with NaN fails. */
#ifndef CHECK_H
#define CHECK_H

#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#define NOT_A_NUMBER ((double)NAN)
#define INFINITE ((double)INFINITY)
#define LENGTH(array) (sizeof(array) / sizeof *(array))

/* A long loop runs 1/SHARE of its rounds. Every build returns the same bits
 * (tests/package/determinism.test.js), so only clang runs all rounds. The sanitizers look for
 * invalid accesses and are 3 to 5 times as slow, so they run an eighth. */
#if defined(GD_DEBUG)
#define SHARE 8
#elif defined(__clang__)
#define SHARE 1
#else
#define SHARE 4
#endif
#define ROUNDS(count) (((count) + SHARE - 1) / SHARE)

extern int checks_passed, checks_failed;

#define CHECK(condition) check_that((condition), #condition, __FILE__, __LINE__)
#define CHECK_NEAR(actual, expected, tolerance)                                                    \
    check_near((actual), (expected), (tolerance), #actual, __FILE__, __LINE__)
/* Takes the message of a certificate; NULL means that the certificate is valid. */
#define CHECK_CERTIFIED(certificate)                                                               \
    do {                                                                                           \
        const char* wrong = (certificate);                                                         \
        check_that(wrong == NULL, wrong ? wrong : "certified", __FILE__, __LINE__);                \
    } while (0)

void check_that(int holds, const char* what, const char* file, int line);
void check_near(double actual, double expected, double tolerance, const char* what,
                const char* file, int line);

/* random_next is uniform in [0, 1). Every platform draws the same sequence. The runner seeds it
 * before each test. */
void random_seed(unsigned long long seed);
double random_next(void);
double random_between(double low, double high);

/* Draw at most once in an expression: the compiler chooses the order of arguments.
 *
 * random_shrunk divides x by a random power of two, less than 2^bits. */
double random_shrunk(double x, double bits);
/* Both draw from -1 to 1 and divide by a random power of two. random_tiny never returns 0 and draws
 * its sign last. */
double random_fine(double bits);
double random_tiny(double bits);
/* Fills a quaternion: an arbitrary rotation, a tiny rotation by `little`, quarter turns, or the
 * identity. */
void random_turn(double* q, double (*little)(double bits));

/* Defines the test of a file: TEST(name) { ... } in test_<name>.c, with static functions above it
 * as its parts. The test registers itself before main runs, so no list names it. The runner seeds
 * the random numbers before each test, so the order of the tests does not matter. */
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
