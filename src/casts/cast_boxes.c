/* Casts of two boxes without balls: the normals of their separating axes propose where the line
 * enters and leaves K.
 *
 * If it enters before it leaves, the normal of the entry and the point there, divided between the
 * boxes, are the bounds. Otherwise both normals combine to one across the line. Each is only a
 * proposal: a support value proves the normal, and the point must be on the line. If the bounds do
 * not answer the query, the search goes on from them. */
#include "casts/cast_search.h"

#include "closed/boxes.h"

/* One support vertex along the unit vector n, if the limit allows it. Returns true if it decides.
 */
static bool cast_boxes_take(cast_search* c, vec3 n) {
    vertex3 s;
    return cast_may_evaluate(c) && gd_cast_look(c, n, &s);
}

/* The line leaves one slab before it enters another. K is symmetric about its middle, so the
 * normal's side is the one of the line, which is at z from there. */
static bool cast_boxes_miss(cast_search* c, const boxes_span* span, vec3 z) {
    const pair3* pair = &c->line.pair;
    vec3 n = span->enters.normal;
    const double in = dot3(n, pair->ray), out = dot3(span->leaves.normal, pair->ray);
    if (in != 0.0) n = sub3(scale3(out, n), scale3(in, span->leaves.normal));
    n = cast_seen(pair, dot3(n, z) < 0.0 ? neg3(n) : n);
    n.z = 0.0;
    return length_and_unit3(n, &n) > 0.0 && cast_boxes_take(c, n);
}

static bool cast_boxes_suit(const cast_line* line) {
    const gd_shape *a = line->pair.a, *b = line->pair.b;
    return a->core == GD_CORE_BOX && b->core == GD_CORE_BOX && a->dimension == 3 &&
           a->radius + b->radius + line->target == 0.0;
}

bool gd_cast_by_boxes(cast_search* c) {
    const pair3* pair = &c->line.pair;
    if (!cast_boxes_suit(&c->line)) return false;
    const boxes x = {.a = pair->a, .b = pair->b, .b_to_a = pair->b_to_a};
    vec3 z = pair->p; /* between the middles */
    if (x.a->off_center || x.b->off_center)
        z = add3(z, sub3(x.a->center, rotate(&x.b_to_a, x.b->center)));
    boxes_span span;
    gd_boxes_span(&x, pair->ray, z, &span);
    if (!(span.in <= span.out)) return cast_boxes_miss(c, &span, z);
    if (!c->exits && span.in > c->window.early)
        return gd_cast_leaves(c, cast_seen(pair, span.enters.normal));
    const vec3 n = scale3(1.0 / span.leaves.length, cast_seen(pair, span.leaves.normal));
    if (!(n.z > 0.0)) return false;
    if (cast_boxes_take(c, n)) return true;
    boxes_answer answer;
    gd_boxes_divide(&x, &span.leaves, &answer);
    vertex3 s = {.a = sub3(answer.a, x.a->center), .b = sub3(answer.b, x.b->center)};
    cast_line_place(&c->line, n, &s);
    gd_cast_take_point(c, &s);
    return cast_decided(c);
}
