/* Searches of casts compared with each other: all certify bounds of the same height. */
#ifndef CAST_SEARCHES_H
#define CAST_SEARCHES_H

#include "proof/cast_pairs.h"

#include "casts/cast_search.h"

/* Draws a cast over all times without a target's interval, and begins its search. Returns false if
 * there is nothing to search. The caller frees the pair if true. */
bool draw_cast_search(draw* d, family f, gd_kind kind_a, gd_kind kind_b, cast_pair* pair,
                      cast_search* search);

/* Draws casts of all families of two shapes of a kind. Returns the part that the closed form
 * decides, and compares its contacts with the portal's contacts. */
double closed_part_of_casts(gd_kind kind, bool (*closed)(cast_search*));

/* Checks that the bounds of two searches of the same line do not contradict each other. */
void check_same_contact(const cast_search* a, const cast_search* b);

#endif
