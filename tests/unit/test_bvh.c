/* The tree (src/world/bvh) finds exactly the pairs of boxes that overlap, after building and after
 * refitting. */
#include "lib/check.h"
#include "world/bvh.h"

#include <stdlib.h>
#include <string.h>

#define BODIES 200

static void draw_boxes(gd_aabb* boxes) {
    for (int i = 0; i < BODIES; i++)
        for (int k = 0; k < 3; k++) {
            const double low = random_between(-10.0, 10.0);
            boxes[i].axis[k] = (lanes2){low, -(low + random_between(0.0, 3.0))};
        }
}

static bool boxes_meet(const gd_aabb* a, const gd_aabb* b) {
    for (int k = 0; k < 3; k++)
        if (a->axis[k][0] > -b->axis[k][1] || b->axis[k][0] > -a->axis[k][1]) return false;
    return true;
}

static void check_pairs(const gd_pairs* pairs, const gd_aabb* boxes) {
    static unsigned char found[BODIES][BODIES];
    memset(found, 0, sizeof found);
    for (uint32_t k = 0; k < pairs->count; k++) {
        const uint32_t i = pairs->items[2 * k], j = pairs->items[2 * k + 1];
        CHECK(i < j && j < BODIES);
        found[i][j]++;
    }
    for (uint32_t i = 0; i < BODIES; i++)
        for (uint32_t j = i + 1; j < BODIES; j++)
            CHECK(found[i][j] == (boxes_meet(&boxes[i], &boxes[j]) ? 1 : 0));
}

TEST(bvh) {
    static gd_aabb boxes[BODIES], ordered[BODIES];
    static gd_bvh_node nodes[2 * BODIES];
    static uint32_t order[BODIES], bodies[BODIES];
    gd_bvh bvh = {.nodes = nodes, .order = order, .boxes = ordered, .stale = true};
    gd_pairs pairs = {0};
    for (uint32_t i = 0; i < BODIES; i++)
        bodies[i] = i;
    for (int frame = 0; frame < 20; frame++) {
        if (frame % 5 == 0) draw_boxes(boxes); /* in other frames the boxes move slightly */
        for (int i = 0; i < BODIES; i++)
            for (int k = 0; k < 3; k++) {
                const double step = random_between(-0.2, 0.2);
                boxes[i].axis[k] += (lanes2){step, -step};
            }
        pairs.count = 0;
        gd_bvh_fit(&bvh, boxes, bodies, BODIES);
        CHECK(gd_bvh_search(&bvh, &pairs));
        check_pairs(&pairs, boxes);
        CHECK(pairs.count > 0);
    }
    free(pairs.items);
}
