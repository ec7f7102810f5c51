/* A question, its pair and its settings as a line of text, so that it can be asked again whatever
 * has become of the generator: fields separated by tabs, numbers by commas and to their last bit.
 *
 *   query  family  how  outcome  settings  record a  pose a  record b  pose b  warm state
 *
 * settings and the warm state are empty where there were none. */
#ifndef RECORD_H
#define RECORD_H

#include "ask.h"

#include <stdio.h>

/* Bytes of the longest line. */
#define RECORD_LINE_MAX (2 * 25 * DRAW_RECORD_MAX + 4096)

/* How a question was asked. */
typedef enum manner {
    MANNER_DEFAULT, /* cold, without settings */
    MANNER_WARM,    /* without settings, from a state of the pair */
    MANNER_CHOSEN,  /* cold, by a drawn method, tolerance, number of iterations */
    MANNER_COUNT,
} manner;
extern const char* const manner_names[MANNER_COUNT];

/* The outcome of a status, of a refusal too. */
const char* outcome_name(double status);

typedef struct record_line {
    question q;
    family f;
    manner how;
    char outcome[128];
    bool has_settings, has_warm;
    gd_settings settings;
    gd_warm warm;
    drawn a, b;
} record_line;

void record_write(FILE* file, question q, family f, manner how, const char* outcome,
                  const asked* pair, const gd_settings* settings, const gd_warm* warm);

/* False where a line is not such a record or a shape of it is refused; the shapes are the caller's,
 * see drawn_free. The line is changed. */
bool record_read(char* line, record_line* out);

/* Asks it again: what is wrong, or NULL, and the status it has now. */
const char* record_ask(record_line* r, double* status);

#endif
