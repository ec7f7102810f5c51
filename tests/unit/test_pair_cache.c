/* Compares a list of pairs over many frames with a table of all pairs of bodies. A pair keeps its
 * slot while it is listed, no two pairs share a slot, and a new pair has an empty record. */
#include "lib/check.h"
#include "world/pair_cache.h"

#include <string.h>

#define BODIES 24
#define NO_SLOT UINT32_MAX

/* For every pair of bodies, its slot and the mark in its record. */
typedef struct table {
    uint32_t slot[BODIES][BODIES];
    double mark[GD_POOLS][BODIES][BODIES]; /* 0: cold */
} table;

static table known; /* static: it starts cold, and is too large for the stack */
static bool listed[BODIES][BODIES];

static void draw_pairs(gd_pair_cache* cache, double share) {
    memset(listed, 0, sizeof listed);
    cache->pairs.count = 0;
    for (uint32_t k = 0; k < BODIES * BODIES; k++) { /* in an unsorted order */
        const uint32_t i = k * 7 % BODIES, j = (k / BODIES + k * 5) % BODIES;
        if (i >= j || random_next() >= share) continue;
        listed[i][j] = true;
        for (int times = random_next() < 0.1 ? 2 : 1; times > 0; times--)
            CHECK(pairs_push(&cache->pairs, i, j));
    }
}

/* Slots of one frame: kept, different, and no more than the largest number of pairs so far. */
static void check_slots(const gd_pair_cache* cache, uint32_t max_pairs) {
    static bool taken[BODIES * BODIES];
    table* t = &known;
    memset(taken, 0, sizeof taken);
    uint32_t slot[BODIES][BODIES];
    memset(slot, 0xff, sizeof slot);
    for (uint32_t k = 0; k < cache->pairs.count; k++) {
        const uint32_t i = cache->pairs.items[2 * k], j = cache->pairs.items[2 * k + 1];
        CHECK(i < BODIES && j < BODIES && listed[i][j]);
        CHECK(cache->slots[k] < max_pairs);
        if (slot[i][j] == NO_SLOT) {
            CHECK(!taken[cache->slots[k]]);
            taken[cache->slots[k]] = true;
            slot[i][j] = cache->slots[k];
        }
        CHECK(cache->slots[k] == slot[i][j]); /* also if a pair is listed twice */
        if (t->slot[i][j] != NO_SLOT) CHECK(slot[i][j] == t->slot[i][j]);
    }
    for (int i = 0; i < BODIES; i++)
        for (int j = 0; j < BODIES; j++) {
            CHECK((slot[i][j] != NO_SLOT) == listed[i][j]);
            for (int pool = 0; pool < GD_POOLS && !listed[i][j]; pool++)
                t->mark[pool][i][j] = 0.0;
        }
    memcpy(t->slot, slot, sizeof slot);
}

static void check_sorted(const gd_pairs* pairs) {
    for (uint32_t k = 1; k < pairs->count; k++) {
        const uint32_t* at = pairs->items + 2 * (size_t)k;
        CHECK(at[-2] < at[0] || (at[-2] == at[0] && at[-1] <= at[1]));
    }
}

/* Every record must contain the mark of its pair, over its whole length. */
static void check_records(gd_pair_cache* cache, gd_warm_pool pool) {
    gd_warm* warm = gd_pair_cache_warm(cache, pool);
    CHECK(warm && cache->warm_count[pool] >= cache->slot_count);
    for (int i = 0; i < BODIES; i++)
        for (int j = 0; j < BODIES; j++) {
            if (!listed[i][j]) continue;
            const gd_warm* record = warm + known.slot[i][j];
            CHECK(record->key == known.mark[pool][i][j]);
            CHECK(record->points_b[8] == known.mark[pool][i][j]);
        }
}

static void mark_records(gd_pair_cache* cache, gd_warm_pool pool, double first) {
    gd_warm* warm = gd_pair_cache_warm(cache, pool);
    for (int i = 0; i < BODIES; i++)
        for (int j = 0; j < BODIES; j++) {
            if (!listed[i][j]) continue;
            gd_warm* record = warm + known.slot[i][j];
            known.mark[pool][i][j] = first += 1.0;
            record->key = record->points_b[8] = first;
        }
}

static void forget(uint32_t body) {
    for (int pool = 0; pool < GD_POOLS; pool++)
        for (uint32_t i = 0; i < BODIES; i++)
            for (uint32_t j = 0; j < BODIES; j++)
                if (body == BODIES || i == body || j == body) known.mark[pool][i][j] = 0.0;
}

TEST(pair_cache) {
    gd_pair_cache cache = {0};
    uint32_t counts[BODIES + 1], max_pairs = 0;
    memset(known.slot, 0xff, sizeof known.slot);
    const double shares[] = {0.1, 0.0, 0.5, 0.45, 0.55, 1.0, 0.2};
    for (int frame = 0; frame < 120; frame++) {
        draw_pairs(&cache, shares[frame % (int)LENGTH(shares)]);
        if (cache.pairs.count > max_pairs) max_pairs = cache.pairs.count;
        const bool sort = frame % 3 == 0;
        CHECK(gd_pair_cache_update(&cache, BODIES, counts, sort));
        check_slots(&cache, max_pairs);
        if (sort) check_sorted(&cache.pairs);
        if (frame < 3) continue; /* the first query makes the records, not the list */
        for (int pool = 0; pool < GD_POOLS; pool++) {
            check_records(&cache, (gd_warm_pool)pool);
            mark_records(&cache, (gd_warm_pool)pool, 1000.0 * frame + 0.5 * pool);
        }
        if (frame % 4 == 0) {
            const uint32_t body = (uint32_t)(BODIES * random_next());
            gd_pair_cache_remove_body(&cache, body);
            forget(body);
        }
        if (frame % 11 == 0) {
            gd_pair_cache_clear(&cache);
            forget(BODIES);
        }
    }
    CHECK(cache.slot_count <= max_pairs && cache.slot_count > 100);
    gd_pair_cache_free(&cache);
}
