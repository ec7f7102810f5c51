/* A question, its pair and its settings as a line of text, which stays valid if the random
 * generator changes. Tabs separate fields, commas separate numbers, and numbers are exact to the
 * last bit.
 *
 * query family how outcome settings record a pose a record b pose b warm state [motion]
 *
 * Without settings or a warm state, these fields are empty. Only shapes that move have the last. */
#ifndef RECORD_H
#define RECORD_H

#include "ask.h"

#include <stdio.h>

/* Bytes of the longest line. */
#define RECORD_LINE_MAX (2 * 25 * DRAW_RECORD_MAX + 4096)

/* How a question runs. */
typedef enum manner {
    MANNER_DEFAULT, /* cold, without settings */
    MANNER_WARM,    /* without settings, from a warm state of the pair */
    MANNER_CHOSEN,  /* cold, with drawn method, tolerance and number of iterations */
    MANNER_COUNT,
} manner;
extern const char* const manner_names[MANNER_COUNT];

/* The name of a status; all errors are "refused". */
const char* outcome_name(double status);

typedef struct record_line {
    question q;
    family f;
    manner how;
    char outcome[128];
    bool has_settings, has_warm;
    gd_settings settings;
    gd_warm warm;
    moving move;
    drawn a, b;
} record_line;

void record_write(FILE* file, question q, family f, manner how, const char* outcome,
                  const asked* pair, const gd_settings* settings, const gd_warm* warm);

/* Returns false for a malformed line or a refused shape. The caller frees the shapes with
 * drawn_free. Changes the line. */
bool record_read(char* line, record_line* out);

/* Repeats the question: returns what is wrong, or NULL, and the new status. */
const char* record_ask(record_line* r, double* status);

#endif
