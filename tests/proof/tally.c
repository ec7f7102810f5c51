/* Counts and worst figures of certified answers: see tally.h. */
#include "tally.h"

#include <stdio.h>

/* The gap between bounds that rounding alone causes: part of the extent, for growth relative. */
#define OPEN 1e-9L

void tally_add(tally* t, const char* wrong, double status, const worst* seen) {
    t->asked++;
    if (status < 0.0)
        t->refused++;
    else if (status <= 6.0)
        t->status[(int)status]++;
    note(&t->seen.gap, seen->gap);
    note(&t->seen.proof, seen->proof);
    note(status <= 1.0 ? &t->seen.outside : &t->outside, seen->outside);
    if (wrong) t->wrong++;
    if (seen->open > OPEN) t->open++;
}

static const char* comma;

void tally_begin(unsigned long long part, int pairs) {
    printf("{\"part\": %llu, \"pairs\": %d, \"rows\": [", part, pairs);
    comma = "";
}

void tally_row(const tally* t, const char* query, const char* family, const char* manner) {
    if (!t->asked) return;
    printf("%s[\"%s\", \"%s\", \"%s\", %llu, %llu, %llu", comma, query, family, manner, t->asked,
           t->wrong, t->refused);
    for (int s = 0; s < 7; s++)
        printf(", %llu", t->status[s]);
    printf(", %llu, %.3Lg, %.3Lg, %.3Lg, %.3Lg]", t->open, t->seen.gap, t->seen.outside,
           t->seen.proof, t->outside);
    comma = ", ";
}

void tally_end(void) {
    printf("]}\n");
    fflush(stdout);
}
