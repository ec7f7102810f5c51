/* Motions of pairs, drawn from a stream of bytes. */
#ifndef DRAW_MOTION_H
#define DRAW_MOTION_H

#include "certify_motion.h"

/* Draws a motion. It leads B to A, past it at about the distance at which the shapes touch, or
 * anywhere, slowly or fast. It may move B back first, so that B comes to where it was, and then
 * returns true. */
bool draw_moving(draw* d, const drawn* a, drawn* b, moving* move);

/* Sets the target of a motion to about its least gap, so that the shapes hardly reach it, or hardly
 * miss it. */
void draw_graze(draw* d, const drawn* a, const drawn* b, moving* move);

#endif
