/* Counts and worst figures of many certified answers to one question, and their table for a part of
 * the soak test. */
#ifndef TALLY_H
#define TALLY_H

#include "certify.h"

typedef struct tally {
    unsigned long long asked, wrong, refused, open;
    unsigned long long status[7];
    worst seen;
    real outside; /* between the bounds of results that are not optimal */
} tally;

/* Adds an answer: what is wrong with it, or NULL, and the worst figures. */
void tally_add(tally* t, const char* wrong, double status, const worst* seen);

/* Print a part as one line of JSON: its start, a row for each question that was asked, its end. */
void tally_begin(unsigned long long part, int pairs);
void tally_row(const tally* t, const char* query, const char* family, const char* manner);
void tally_end(void);

#endif
