/* The soak test: a long run of random queries, each certified from the definitions. It covers all
 * pairs of shape types and all degenerate families. Each part is independent and repeatable.
 *
 * Usage: soak <first part> <parts> [records to print]. A part is 16384 pairs. Prints a record
 * (proof/record.h) of every wrong result, and of some results that default settings leave
 * uncertified. Then prints one line of JSON a part: counts by query, family and manner, and the
 * worst figures.
 *
 * Usage: soak replay <file>. Repeats such records and prints each former and new outcome; exits
 * with 1 if one is wrong. */
#include "proof/draw_motion.h"
#include "proof/pairs.h"
#include "proof/record.h"
#include "proof/tally.h"

#include <stdlib.h>
#include <string.h>

#define PAIRS 16384
/* Of 256 shapes, so many have a given centre. */
#define CENTERED 64
/* Each pair gets DRAWN queries with a drawn method and tolerance, and STEPS warm queries of one
 * type. Between the warm queries B moves by up to 1/2000, 1/400 and 1/80 of A's extent. */
#define DRAWN 10
#define STEPS 4
/* Each pair gets so many motions. Of 256 motions, so many have a target near their least gap. */
#define MOTIONS 2
#define GRAZES 32

/* A part records so many uncertified results of each query, family, manner and status. */
#define UNCERTIFIED 2

static tally tallies[ASK_COUNT][FAMILY_COUNT][MANNER_COUNT];
static long records_left = 1000;

/* Every pair of shape types occurs with every family before any combination repeats. */
static void choose(uint64_t index, gd_kind* kind_a, gd_kind* kind_b, family* f) {
    const uint64_t space = DRAW_KINDS_3D * DRAW_KINDS_3D, plane = DRAW_KINDS_2D * DRAW_KINDS_2D;
    *f = (family)(index % FAMILY_COUNT);
    const uint64_t round = index / FAMILY_COUNT;
    /* in half of the last two families' pairs, both shapes are of types with closed forms */
    static const gd_kind closed[2][3] = {{GD_KIND_BOX, GD_KIND_CAPSULE, GD_KIND_SEGMENT},
                                         {GD_KIND_RECTANGLE, GD_KIND_STADIUM, GD_KIND_SEGMENT2}};
    if (*f >= FAMILIES_NUMBERED && round & 1) {
        const gd_kind* kinds = closed[round / 2 % 2];
        *kind_a = kinds[round / 4 % 3];
        *kind_b = kinds[round / 12 % 3];
        return;
    }
    const uint64_t pair = round % (space + plane);
    if (pair < space) {
        *kind_a = draw_kinds_3d[pair / DRAW_KINDS_3D];
        *kind_b = draw_kinds_3d[pair % DRAW_KINDS_3D];
    } else {
        *kind_a = draw_kinds_2d[(pair - space) / DRAW_KINDS_2D];
        *kind_b = draw_kinds_2d[(pair - space) % DRAW_KINDS_2D];
    }
}

static void count(question q, family f, asked* pair, const gd_settings* settings, gd_warm* warm) {
    const manner how = settings ? MANNER_CHOSEN : warm ? MANNER_WARM : MANNER_DEFAULT;
    tally* t = &tallies[q][f][how];
    double status = 0.0;
    worst seen = {0, 0, 0, 0};
    gd_warm before;
    if (warm) before = *warm;
    const char* wrong = ask(q, pair, settings, warm, &status, &seen);
    const bool certified = status <= 1.0 || status == (double)GD_STATUS_OVERLAPPING;
    tally_add(t, wrong, status, &seen);
    const bool keep = !certified && !settings && t->status[(int)status] <= UNCERTIFIED;
    if ((!wrong && !keep) || records_left-- <= 0) return;
    char outcome[128];
    snprintf(outcome, sizeof outcome, "%s%s", wrong ? "wrong: " : "",
             wrong ? wrong : outcome_name(status));
    record_write(stdout, q, f, how, outcome, pair, settings, warm ? &before : NULL);
}

/* Questions about two motions of a pair: by default, with drawn settings, and warm. */
static void run_motions(draw* d, family f, const drawn* a, drawn* b) {
    for (int i = 0; i < MOTIONS; i++) {
        asked pair;
        moving move;
        drawn moved = *b;
        draw_moving(d, a, &moved, &move);
        if (draw_byte(d) < GRAZES) draw_graze(d, a, &moved, &move);
        asked_make(&pair, a, &moved);
        pair.move = move;
        for (question q = ASK_CAST; q < ASK_COUNT; q++) {
            gd_settings settings;
            gd_warm warm = {0};
            count(q, f, &pair, NULL, NULL);
            count(q, f, &pair, ask_settings(q, d, &settings), NULL);
            for (int k = 0; k < 2 && q == ASK_IMPACT; k++)
                count(q, f, &pair, NULL, &warm);
        }
    }
}

static void run_pair(uint64_t index) {
    draw d = {.state = index * UINT64_C(0xd1342543de82ef95) + 1};
    gd_kind kind_a, kind_b;
    family f;
    drawn a, b;
    choose(index, &kind_a, &kind_b, &f);
    if (!draw_pair(&d, f, kind_a, kind_b, &a, &b)) return;
    if (draw_byte(&d) < CENTERED) draw_center(&d, &a);
    if (draw_byte(&d) < CENTERED) draw_center(&d, &b);
    asked pair;
    asked_make(&pair, &a, &b);
    for (question q = 0; q < ASK_CAST; q++) {
        if (q == ASK_COMPARISON && pair.set_a.dimension == 2) continue;
        gd_settings settings;
        const gd_settings* chosen = q == ASK_COMPARISON ? ask_settings(q, &d, &settings) : NULL;
        count(q, f, &pair, chosen, NULL);
    }
    for (int i = 0; i < DRAWN; i++) {
        const question q = draw_byte(&d) % ASK_GROWTH_N;
        gd_settings settings;
        count(q, f, &pair, ask_settings(q, &d, &settings), NULL);
    }
    const question q = draw_byte(&d) % ASK_GROWTH_N;
    gd_warm warm = {0};
    double step = 1e-3;
    for (int i = 0; i < STEPS; i++, step *= 5.0) {
        count(q, f, &pair, NULL, &warm);
        const int axis = i % pair.set_b.dimension;
        b.pose[axis] += step * (draw_unit(&d) - 0.5) * (double)pair.set_a.extent;
        asked_move(&pair);
    }
    run_motions(&d, f, &a, &b);
    drawn_free(&a, &b);
}

static void print_part(uint64_t part) {
    tally_begin(part, PAIRS);
    for (question q = 0; q < ASK_COUNT; q++)
        for (family f = 0; f < FAMILY_COUNT; f++)
            for (manner how = 0; how < MANNER_COUNT; how++)
                tally_row(&tallies[q][f][how], question_names[q], family_names[f],
                          manner_names[how]);
    tally_end();
}

/* Repeats a record; prints what is wrong, or the outcome. */
static bool replay_line(char* line) {
    static record_line r;
    if (!record_read(line, &r)) {
        printf("not a record: %.60s\n", line);
        return false;
    }
    double status = 0.0;
    const char* wrong = record_ask(&r, &status);
    printf("%s\t%s\t%s\twas %s\tis %s%s\n", question_names[r.q], family_names[r.f],
           manner_names[r.how], r.outcome, wrong ? "wrong: " : "",
           wrong ? wrong : outcome_name(status));
    drawn_free(&r.a, &r.b);
    return !wrong;
}

static int replay(const char* name) {
    static char line[RECORD_LINE_MAX];
    FILE* file = fopen(name, "r");
    if (!file) {
        fprintf(stderr, "cannot read %s\n", name);
        return 1;
    }
    bool right = true;
    while (fgets(line, sizeof line, file))
        right = replay_line(line) && right;
    fclose(file);
    return right ? 0 : 1;
}

int main(int argc, char** argv) {
    if (argc < 3) return 1;
    if (strcmp(argv[1], "replay") == 0) return replay(argv[2]);
    const uint64_t first = strtoull(argv[1], NULL, 10), parts = strtoull(argv[2], NULL, 10);
    if (argc > 3) records_left = strtol(argv[3], NULL, 10);
    for (uint64_t part = first; part < first + parts; part++) {
        memset(tallies, 0, sizeof tallies);
        for (uint64_t i = 0; i < PAIRS; i++)
            run_pair(part * PAIRS + i);
        print_part(part);
    }
    return 0;
}
