/* The runner: runs the tests that the command line names, or all of them. Defines the checks and
 * the random numbers of check.h. */
#include "check.h"

#include <string.h>

int checks_passed, checks_failed;

void check_that(int holds, const char* what, const char* file, int line) {
    if (holds) {
        checks_passed++;
        return;
    }
    checks_failed++;
    printf("%s:%d: failed: %s\n", file, line, what);
}

void check_near(double actual, double expected, double tolerance, const char* what,
                const char* file, int line) {
    if (fabs(actual - expected) <= tolerance) {
        checks_passed++;
        return;
    }
    checks_failed++;
    printf("%s:%d: %s is %.17g, expected %.17g within %g\n", file, line, what, actual, expected,
           tolerance);
}

static unsigned long long state;

void random_seed(unsigned long long seed) {
    state = seed;
}

double random_next(void) {
    /* splitmix64 */
    state += 0x9e3779b97f4a7c15ULL;
    unsigned long long z = state;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
    return (double)((z ^ (z >> 31)) >> 11) * 0x1p-53;
}

double random_between(double low, double high) {
    return low + (high - low) * random_next();
}

double random_shrunk(double x, double bits) {
    return ldexp(x, -(int)(bits * random_next()));
}

double random_fine(double bits) {
    return random_shrunk(random_between(-1.0, 1.0), bits);
}

double random_tiny(double bits) {
    const double x = random_shrunk(random_between(0.5, 1.0), bits);
    return random_next() < 0.5 ? -x : x;
}

void random_turn(double* q, double (*little)(double bits)) {
    const int how = (int)(4.0 * random_next());
    q[3] = 1.0;
    for (int k = 0; k < 4; k++) {
        if (how == 0) q[k] = random_between(-1.0, 1.0);
        if (how == 1 && k < 3) q[k] = little(60.0);
        if (how == 2) q[k] = random_next() < 0.5 ? 1.0 : 0.0;
    }
    if (q[0] == 0.0 && q[1] == 0.0 && q[2] == 0.0) q[3] = 1.0;
}

/* Sorted by name. */
static test_entry* tests;

void test_register(test_entry* entry) {
    test_entry** at = &tests;
    while (*at && strcmp((*at)->name, entry->name) < 0)
        at = &(*at)->next;
    entry->next = *at;
    *at = entry;
}

static const test_entry* test_named(const char* name) {
    const test_entry* test = tests;
    while (test && strcmp(test->name, name) != 0)
        test = test->next;
    return test;
}

static void test_run(const test_entry* test) {
    random_seed(1);
    test->run();
}

/* Returns 2 and runs nothing if a name is unknown. */
int main(int argc, char** argv) {
    for (int k = 1; k < argc; k++) {
        if (test_named(argv[k])) continue;
        fprintf(stderr, "no test is named %s; the tests are", argv[k]);
        for (const test_entry* test = tests; test; test = test->next)
            fprintf(stderr, " %s", test->name);
        fputs("\n", stderr);
        return 2;
    }
    for (int k = 1; k < argc; k++)
        test_run(test_named(argv[k]));
    if (argc == 1)
        for (const test_entry* test = tests; test; test = test->next)
            test_run(test);
    printf("%d passed, %d failed\n", checks_passed, checks_failed);
    return checks_failed > 0 || checks_passed == 0;
}
