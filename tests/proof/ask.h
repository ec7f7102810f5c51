/* Every query of a drawn pair, certified. */
#ifndef ASK_H
#define ASK_H

#include "certify.h"
#include "draw.h"

typedef enum question {
    ASK_GROWTH,
    ASK_COLLISION,
    ASK_DISTANCE,
    ASK_DEPTH,
    ASK_SIGNED,
    ASK_GROWTH_N, /* the last that take a pair and are for counting; the rest repeat them */
    ASK_COLLISION_N,
    ASK_GROWTH_GRADIENT,
    ASK_DISTANCE_GRADIENT,
    ASK_DEPTH_GRADIENT,
    ASK_COMPARISON,
    ASK_COUNT,
} question;
extern const char* const question_names[ASK_COUNT];

typedef struct asked {
    const drawn *a, *b;
    posed set_a, set_b;
    truth known;
    int found; /* what is known so far: 0: nothing, 1: of growth, 2: all */
} asked;

void asked_make(asked* pair, const drawn* a, const drawn* b);

/* B's pose is another. */
void asked_move(asked* pair);

/* Asks and certifies: what is wrong, or NULL. status, support calls and worst figures are out. */
const char* ask(question q, asked* pair, const gd_settings* settings, gd_warm* warm, double* status,
                worst* seen);

/* Settings that a question takes. */
const gd_settings* ask_settings(question q, draw* d, gd_settings* settings);

/* Asks; whether the answer is certified. What is not is printed so that it can be asked again. */
bool ask_certified(question q, asked* pair, const gd_settings* settings, gd_warm* warm);

#endif
