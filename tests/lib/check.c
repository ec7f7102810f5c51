/* The checks and the random numbers of check.h. */
#include "check.h"

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
