/* What the soak once found wrong or uncertified, asked again: tests/data/soak.tsv names what each
 * must be now.
 *
 * - distance and signed distance of needles: the foot on a triangle as thin as one was another
 *   point than its weighted mean, 1e-4 away, and the witness points shared the difference.
 * - the same of needles and of cylinders: the weights on a triangle thin for its size were refined
 *   towards a foot that its leaning normal put a billionth away.
 * - whatever ended on a triangle so thin that its normal was rounding.
 * - distance by Frank-Wolfe, or warm, of needles: stuck on a mean, or on vertices of the place
 *   before.
 * - depth of sets that touch: nothing separated the cores, nothing came nearer, and the last normal
 *   of the search was that of rounding, whose bound is anything, and the points shared the rest;
 *   now the polytope decides. Where a search's earlier plane proves more than its last one, and the
 *   points are one, it is the normal.
 * - depth of a point or ball on the axis of a cone, cylinder or frustum: the same in a circle of
 *   directions, so that the polytope was full before its bounds met. */
#include "lib/check.h"
#include "proof/record.h"

#include <string.h>

/* From the repository's root, where the tests are run. */
#define RECORDS "tests/data/soak.tsv"

static void ask_record(char* text) {
    static record_line r;
    const bool read = record_read(text, &r);
    CHECK(read);
    if (!read) return;
    double status = 0.0;
    const char* wrong = record_ask(&r, &status);
    const bool same = !wrong && strcmp(outcome_name(status), r.outcome) == 0;
    if (!same)
        printf("%s, %s, %s: %s, not %s\n", question_names[r.q], family_names[r.f],
               manner_names[r.how], wrong ? wrong : outcome_name(status), r.outcome);
    CHECK(same);
    drawn_free(&r.a, &r.b);
}

TEST(soak_finds) {
    static char text[RECORD_LINE_MAX];
    FILE* file = fopen(RECORDS, "r");
    CHECK(file != NULL);
    if (!file) return;
    int count = 0;
    for (; fgets(text, sizeof text, file); count++)
        ask_record(text);
    CHECK(count > 0);
    fclose(file);
}
