/* Results that the soak test once found wrong or uncertified, repeated: tests/data/soak.tsv names
 * the status that each must have now.
 *
 * - Distance and signed distance of needles. On a triangle as thin as a needle, the computed foot
 *   was 1e-4 from the weighted mean of the vertices, and the witness points shared the difference.
 * - The same for needles and cylinders. On a thin triangle, the weights were refined towards a foot
 *   that the tilted normal put 1e-9 away.
 * - Any search that ended on a triangle so thin that rounding decides its normal.
 * - Distance of needles by Frank-Wolfe or from a warm state: no progress from a mean, or from
 *   vertices of the previous pose.
 * - Depth of touching shapes. GJK neither separated the cores nor came nearer, so its last normal
 *   was rounding and its bound arbitrary. Now EPA decides. If an earlier plane proves more than the
 *   last one and both points coincide, that plane gives the normal.
 * - Depth of a point or ball on the axis of a cone, cylinder or frustum. A circle of directions is
 *   equally near, so the polytope was full before its bounds converged.
 * - Casts at rest with a small limit of iterations. The distance had not converged, so a separated
 *   pair overlapped, or the normal of a miss proved nothing.
 * - Rays that miss flat ellipsoids. The normal was projected across the ray, but not normalised.
 * - Casts on half-spaces along a direction nearly in the plane. The rounding of the rate was not in
 *   the bound of the time.
 * - Rays that are tangent up to rounding. The bounds crossed by more than the tolerance, and the
 *   result was optimal although its point was off the ray.
 * - Overlap tests of points, segments and triangles with a gap of less than rounding. The normal of
 * their distance did not separate them.
 * - Casts nearly along a wall. The bound of the time was so wide that a miss became a contact.
 * - Impacts with a coarse tolerance. The search for a contact began early and ended as grazing,
 *   with a gap beyond the tolerance.
 * - Shallow depth of a cone and a capsule. The Hessian was wrong because of a far kink, so the
 *   steps converged slowly and ended before the witness points agreed.
 * - An impact that ended after one normal. That normal proved nothing, and the normal of the balls
 *   belonged to a later time than the bound.
 * - An impact of distant bodies. The root of the balls' contact time lost its
 *   digits, so the search began behind the contact.
 * - Impacts that start at their target. The distance was relative to the target, so its normal did
 *   not prove the gap.
 * - Casts at rest of needles near their target. The direction of the nearest points proved less
 *   than the distance's bound.
 * - Casts away from a half-space that touches at the start. The rounding of the gap was not in the
 *   decision.
 * - Growth gradient of a cylinder of 5e-9 beside a capsule of 1. The last step moved the point on
 *   the small rim so far that it left the rim.
 * - A ray from the apex of a cone. The normal at the apex was a guess, which the ray crosses in the
 *   other direction.
 * - Impacts of shapes that overlap at the start by less than rounding in the distance query. Now
 *   the overlap test decides for tiny targets.
 * - Impacts with a flat shape whose centre is outside of it. The overlap test has no answer by
 *   growth, so every hit was grazing. Now GJK decides.
 * - An impact whose last step was proved by the rate of the gap, which rounding then made negative.
 *   The next normal replaced the better one.
 * - Impacts of flat shapes at a corner. The origin passes through no face, so the hit was grazing.
 * - Depth by rays with a coarse tolerance. The ray's bounds converged relative to the height of a
 *   far plane of a needle, or the best plane left the ray far from its exit.
 * - Depth of small shapes near the axis of a cone, cylinder or frustum. As for points: now the
 *   nearest points prove the depth.
 * - Depth of a tiny box that touches a cone. The support points differed along the plane, and their
 *   direction replaced its normal.
 * - Depth by rays of shapes that touch. GJK's flat tetrahedron was reduced to a face that did not
 *   contain the origin, so the rays began outside.
 * - Depth of a rounded ellipsoid that touches the side of a cylinder. Rounding made the witness
 *   points nearer than the radii, and their direction replaced the plane's normal.
 * - Depth of rounded shapes whose cores are disjoint. The search for the witness points ended at a
 *   fraction of the radius, not of the depth.
 */
#include "lib/check.h"
#include "proof/record.h"

#include <string.h>

/* From the repository's root, where the tests run. */
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
