/* Runs the tests named on the command line, or all of them. */
#include "check.h"

#include <string.h>

int checks_passed, checks_failed;

void check_that(int holds, const char* what, const char* file, int line) {
    if (holds) {
        checks_passed++;
        return;
    }
    checks_failed++;
    printf("%s:%d: not so: %s\n", file, line, what);
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

static const struct {
    const char* name;
    void (*run)(void);
} tests[] = {
    {"vec", test_vec},
    {"exact", test_exact},
    {"hull", test_hull},
    {"record", test_record},
    {"shape_centers", test_shape_centers},
    {"memory", test_memory},
    {"query", test_query},
    {"edges", test_edges},
    {"degenerate", test_degenerate},
    {"thin", test_thin},
    {"slivers", test_slivers},
    {"corners", test_corners},
    {"needles", test_needles},
    {"ends", test_ends},
    {"records", test_records},
    {"liars", test_liars},
    {"inner", test_inner},
    {"growth", test_growth},
    {"newton", test_newton},
    {"astray", test_astray},
    {"boxes", test_boxes},
    {"warm", test_warm},
    {"simplex", test_simplex},
    {"penetration", test_penetration},
    {"generalized", test_generalized},
    {"scene", test_scene},
    {"scene_limits", test_scene_limits},
#ifdef WITH_MODULE
    {"host", test_host},
#endif
    {"curvature", test_curvature},
    {"gradient", test_gradient},
    {"composite", test_composite},
    {"inscribe", test_inscribe},
    {"sums", test_sums},
    {"trace", test_trace},
    {"trace_rows", test_trace_rows},
    {"pairs", test_pairs},
    {"sets", test_sets},
    {"sets_any", test_sets_any},
    {"compare", test_compare},
    {"compare_any", test_compare_any},
    {"compare_conic", test_compare_conic},
};

int main(int argc, char** argv) {
    for (size_t i = 0; i < sizeof tests / sizeof tests[0]; i++) {
        int wanted = argc == 1;
        for (int k = 1; k < argc; k++)
            wanted |= strcmp(argv[k], tests[i].name) == 0;
        if (wanted) tests[i].run();
    }
    printf("%d passed, %d failed\n", checks_passed, checks_failed);
    return checks_failed > 0 || checks_passed == 0;
}
