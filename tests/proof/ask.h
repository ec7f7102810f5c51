/* Runs any query of a drawn pair and certifies its result. */
#ifndef ASK_H
#define ASK_H

#include "certify.h"
#include "certify_motion.h"
#include "draw.h"

typedef enum question {
    ASK_GROWTH,
    ASK_COLLISION,
    ASK_DISTANCE,
    ASK_DEPTH,
    ASK_SIGNED,
    ASK_GROWTH_N, /* the soak test counts the questions up to here; the others repeat them */
    ASK_COLLISION_N,
    ASK_GROWTH_GRADIENT,
    ASK_DISTANCE_GRADIENT,
    ASK_DEPTH_GRADIENT,
    ASK_COMPARISON,
    ASK_CAST, /* from here on the shapes move */
    ASK_CAST_GRADIENT,
    ASK_RAY,
    ASK_IMPACT,
    ASK_COUNT,
} question;
extern const char* const question_names[ASK_COUNT];

typedef struct asked {
    const drawn *a, *b;
    posed set_a, set_b;
    moving move; /* for the questions that need one */
    truth known;
    int found; /* how much of `known` is computed: 0 nothing, 1 growth, 2 all */
} asked;

void asked_make(asked* pair, const drawn* a, const drawn* b);

/* Call after B's pose has changed. */
void asked_move(asked* pair);

/* Runs a query and certifies it: returns what is wrong, or NULL. Also returns the status, and
 * raises the worst figures in `seen`. */
const char* ask(question q, asked* pair, const gd_settings* settings, gd_warm* warm, double* status,
                worst* seen);

/* Likewise for a question about shapes that move (ask_motion.c). */
const char* ask_motion(question q, asked* pair, const gd_settings* settings, gd_warm* warm,
                       double* status, worst* seen);

/* Draws settings that the question accepts. */
const gd_settings* ask_settings(question q, draw* d, gd_settings* settings);

/* Runs a query and returns whether its result is certified. Prints a failure with records, poses
 * and settings, to repeat it. */
bool ask_certified(question q, asked* pair, const gd_settings* settings, gd_warm* warm);

#endif
