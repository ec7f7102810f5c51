/* The runner: runs the tests that the command line names, or all of them. */
#include "check.h"

#include <string.h>

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
