/* Counts and worst figures of many certified answers to one question, and a part's line of them. */
#ifndef TALLY_H
#define TALLY_H

#include "certify.h"

typedef struct tally {
    unsigned long long asked, wrong, refused, open;
    unsigned long long status[5];
    worst seen;
    real outside; /* of what is not called optimal */
} tally;

/* One more answer: what is wrong with it, or NULL, and what was seen. */
void tally_add(tally* t, const char* wrong, double status, const worst* seen);

/* The start of a part's line, a row where anything was asked, and the end. */
void tally_begin(unsigned long long part, int pairs);
void tally_row(const tally* t, const char* query, const char* family, const char* manner);
void tally_end(void);

#endif
