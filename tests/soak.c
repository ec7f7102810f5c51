/* A long run of random queries, every certificate checked from the definitions: all pairs of types
 * and all degenerate families, in parts of which each stands for itself and can be asked again.
 *
 * Usage: soak <first part> <parts> [failures to print]. A part is 16384 pairs; prints a line of
 * JSON a part: counts by query and family, and the worst figures. */
#include "proof/ask.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PAIRS 16384

typedef struct tally {
    unsigned long long asked, wrong, refused;
    unsigned long long status[5];
    worst seen;
} tally;

static tally tallies[ASK_COUNT][FAMILY_COUNT];
static long failures_left = 10;

/* Every pair of kinds comes with every family before any comes again. */
static void choose(uint64_t index, gd_kind* kind_a, gd_kind* kind_b, family* f) {
    const uint64_t space = DRAW_KINDS_3D * DRAW_KINDS_3D, plane = DRAW_KINDS_2D * DRAW_KINDS_2D;
    *f = (family)(index % FAMILY_COUNT);
    const uint64_t pair = index / FAMILY_COUNT % (space + plane);
    if (pair < space) {
        *kind_a = draw_kinds_3d[pair / DRAW_KINDS_3D];
        *kind_b = draw_kinds_3d[pair % DRAW_KINDS_3D];
    } else {
        *kind_a = draw_kinds_2d[(pair - space) / DRAW_KINDS_2D];
        *kind_b = draw_kinds_2d[(pair - space) % DRAW_KINDS_2D];
    }
}

static void count(question q, family f, asked* pair, const gd_settings* settings, gd_warm* warm) {
    tally* t = &tallies[q][f];
    double status = 0.0;
    const char* wrong = ask(q, pair, settings, warm, &status, &t->seen);
    t->asked++;
    if (status < 0.0)
        t->refused++;
    else if (status <= 4.0)
        t->status[(int)status]++;
    if (!wrong) return;
    t->wrong++;
    if (failures_left-- > 0) {
        printf("%s, %s\n", family_names[f], warm ? "warm" : "cold");
        ask_print(q, pair, settings, wrong);
    }
}

static void run_pair(uint64_t index) {
    draw d = {.state = index * UINT64_C(0xd1342543de82ef95) + 1};
    gd_kind kind_a, kind_b;
    family f;
    drawn a, b;
    choose(index, &kind_a, &kind_b, &f);
    if (!draw_pair(&d, f, kind_a, kind_b, &a, &b)) return;
    asked pair;
    asked_make(&pair, &a, &b);
    for (question q = 0; q < ASK_COUNT; q++) {
        if (q == ASK_COMPARISON && pair.set_a.dimension == 2) continue;
        gd_settings settings;
        const gd_settings* chosen = q == ASK_COMPARISON ? ask_settings(q, &d, &settings) : NULL;
        count(q, f, &pair, chosen, NULL);
    }
    /* by a drawn method and tolerance, and warm from where the pair was before a small step */
    const question q = draw_byte(&d) % ASK_GROWTH_N;
    gd_settings settings;
    count(q, f, &pair, ask_settings(q, &d, &settings), NULL);
    gd_warm warm = {0};
    count(q, f, &pair, NULL, &warm);
    b.pose[0] += 1e-3 * draw_unit(&d) * (double)pair.set_a.extent;
    asked_make(&pair, &a, &b);
    count(q, f, &pair, NULL, &warm);
    drawn_free(&a, &b);
}

static void print_part(uint64_t part) {
    printf("{\"part\": %llu, \"pairs\": %d, \"rows\": [", (unsigned long long)part, PAIRS);
    const char* comma = "";
    for (int q = 0; q < ASK_COUNT; q++)
        for (int f = 0; f < FAMILY_COUNT; f++) {
            const tally* t = &tallies[q][f];
            if (!t->asked) continue;
            printf("%s[\"%s\", \"%s\", %llu, %llu, %llu", comma, question_names[q], family_names[f],
                   t->asked, t->wrong, t->refused);
            for (int s = 0; s < 5; s++)
                printf(", %llu", t->status[s]);
            printf(", %.3Lg, %.3Lg, %.3Lg]", t->seen.gap, t->seen.outside, t->seen.proof);
            comma = ", ";
        }
    printf("]}\n");
    fflush(stdout);
}

int main(int argc, char** argv) {
    if (argc < 3) return 1;
    const uint64_t first = strtoull(argv[1], NULL, 10), parts = strtoull(argv[2], NULL, 10);
    if (argc > 3) failures_left = strtol(argv[3], NULL, 10);
    for (uint64_t part = first; part < first + parts; part++) {
        memset(tallies, 0, sizeof tallies);
        for (uint64_t i = 0; i < PAIRS; i++)
            run_pair(part * PAIRS + i);
        print_part(part);
    }
    return 0;
}
