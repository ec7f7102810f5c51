/* Fuzzes worlds with any sequence of calls. A search by brute force must find the same pairs and
 * bodies. Bounds must be in order. */
#include "fuzz.h"

#include "growth_distance_world.h"

#include <math.h>

#define SHAPES 6
#define BODIES 40

typedef struct world {
    gd_world* scene;
    gd_shape* shapes[SHAPES];
    int dimension, shape_count;
    const gd_shape* body[BODIES]; /* what the world should contain; NULL: no body */
    uint32_t group[BODIES], mask[BODIES];
} world;

static double* pose_of(const world* w, uint32_t body) {
    return (double*)gd_world_at(w->scene, GD_WORLD_ARRAY_POSES) +
           (size_t)body * (w->dimension == 3 ? 7 : 3);
}

static void draw_pose(draw* d, int dimension, double* pose) {
    const int count = dimension == 3 ? 7 : 3;
    const uint8_t way = draw_byte(d);
    for (int i = 0; i < count; i++)
        pose[i] = way < 8 ? draw_any(d) : 4.0 * draw_unit(d) - 2.0;
    if (way < 64) pose[0] = 1e-6 * pose[0];
}

static void add(world* w, draw* d) {
    double pose[7];
    draw_pose(d, w->dimension, pose);
    const gd_shape* shape = w->shapes[draw_byte(d) % w->shape_count];
    const uint8_t groups = draw_byte(d);
    const uint32_t group = groups < 200 ? 1u : groups & 7u, mask = groups < 200 ? 1u : 5u;
    if (gd_world_bodies(w->scene) >= BODIES - 1) return;
    const int32_t body = gd_world_add(w->scene, shape, pose, group, mask);
    if (body < 0) {
        REQUIRE(body == GD_ERROR_POSE);
        return;
    }
    REQUIRE(body < BODIES && !w->body[body]);
    w->body[body] = shape;
    w->group[body] = group;
    w->mask[body] = mask;
}

static bool listed(const uint32_t* pairs, int32_t count, uint32_t i, uint32_t j) {
    for (int32_t k = 0; k < count; k++)
        if (pairs[2 * k] == i && pairs[2 * k + 1] == j) return true;
    return false;
}

/* Every pair within the margin must be found once, in order. */
static void find(world* w, draw* d) {
    const double margin = draw_byte(d) < 16 ? draw_any(d) : draw_unit(d);
    const int32_t count = gd_world_find(w->scene, margin);
    if (count < 0) {
        REQUIRE(count == GD_ERROR_MARGIN || count == GD_ERROR_POSE);
        return;
    }
    const uint32_t* pairs = gd_world_at(w->scene, GD_WORLD_ARRAY_FOUND);
    REQUIRE(count == 0 || pairs);
    for (int32_t k = 0; k < count; k++) {
        const uint32_t i = pairs[2 * k], j = pairs[2 * k + 1];
        REQUIRE(i < j && j < gd_world_bodies(w->scene) && w->body[i] && w->body[j]);
        REQUIRE((w->group[i] & w->mask[j]) && (w->group[j] & w->mask[i]));
        if (k > 0) REQUIRE(pairs[2 * k - 2] < i || (pairs[2 * k - 2] == i && pairs[2 * k - 1] < j));
    }
    for (uint32_t i = 0; i < BODIES; i++)
        for (uint32_t j = i + 1; j < BODIES; j++) {
            if (!w->body[i] || !w->body[j]) continue;
            if (!(w->group[i] & w->mask[j]) || !(w->group[j] & w->mask[i])) continue;
            if (listed(pairs, count, i, j)) continue;
            gd_distance_result r;
            if (gd_distance(
                    &(gd_query){w->body[i], pose_of(w, i), w->body[j], pose_of(w, j), NULL, NULL},
                    &r) < 0)
                continue; /* two half-spaces */
            REQUIRE(r.value >= margin * (1.0 - 1e-9) - 1e-12);
        }
}

static void give(world* w, draw* d) {
    const uint32_t count = draw_byte(d) % 16, bodies = gd_world_bodies(w->scene);
    uint32_t* pairs = gd_world_give(w->scene, count);
    REQUIRE(count == 0 || pairs);
    for (uint32_t i = 0; i < 2 * count; i++)
        pairs[i] = draw_byte(d) % (draw_byte(d) < 250 && bodies ? bodies : BODIES);
}

static bool takes(const world* w, const gd_world_probe* probe, uint32_t body) {
    return w->body[body] && (w->group[body] & probe->mask) &&
           !(probe->exclude_count && probe->exclude[0] == body);
}

/* No body outside the list may be nearer than the farthest listed body. */
static void search_nearest(world* w, const gd_world_probe* probe, uint32_t count, double most) {
    const int32_t found = gd_world_nearest(w->scene, probe, count, most);
    if (found < 0) {
        REQUIRE(found == GD_ERROR_POSE || found == GD_ERROR_SETTINGS);
        return;
    }
    REQUIRE((uint32_t)found <= count);
    const gd_world_neighbor* near = gd_world_at(w->scene, GD_WORLD_ARRAY_NEIGHBORS);
    bool listed_body[BODIES] = {false};
    for (int32_t k = 0; k < found; k++) {
        const uint32_t body = (uint32_t)near[k].body;
        REQUIRE(body < BODIES && takes(w, probe, body) && !listed_body[body]);
        REQUIRE(near[k].distance.value <= most);
        REQUIRE(k == 0 || near[k - 1].distance.value <= near[k].distance.value);
        listed_body[body] = true;
    }
    const double last = (uint32_t)found == count ? near[found - 1].distance.value : most;
    for (uint32_t i = 0; i < BODIES; i++) {
        if (listed_body[i] || !takes(w, probe, i)) continue;
        gd_distance_result r;
        const gd_query query = {w->body[i], pose_of(w, i), probe->shape, probe->pose, NULL, NULL};
        if (gd_distance(&query, &r) >= 0) REQUIRE(r.value >= last);
    }
}

static void search_overlapping(world* w, const gd_world_probe* probe) {
    const int32_t found = gd_world_overlapping(w->scene, probe);
    if (found < 0) {
        REQUIRE(found == GD_ERROR_POSE);
        return;
    }
    const uint32_t* bodies = gd_world_at(w->scene, GD_WORLD_ARRAY_OVERLAPPING);
    int32_t at = 0;
    for (uint32_t i = 0; i < BODIES; i++) {
        const bool is = at < found && bodies[at] == i;
        at += is;
        if (!takes(w, probe, i)) {
            REQUIRE(!is);
            continue;
        }
        const gd_query query = {w->body[i], pose_of(w, i), probe->shape, probe->pose, NULL, NULL};
        REQUIRE(is == (gd_intersects(&query) == 1));
    }
    REQUIRE(at == found);
}

/* No body may be hit for certain before the first hit. */
static void search_cast(world* w, draw* d, const gd_world_probe* probe) {
    gd_cast cast = {.min_time = draw_byte(d) < 200 ? 0.0 : -(double)INFINITY,
                    .max_time = draw_byte(d) < 128 ? 1.0 : (double)INFINITY,
                    .target = draw_byte(d) < 200 ? 0.0 : draw_unit(d)};
    for (int i = 0; i < 3; i++)
        cast.displacement[i] = draw_byte(d) < 240 ? 20.0 * draw_unit(d) - 10.0 : draw_any(d);
    const gd_world_filter filter = {probe->mask, 0, probe->exclude, probe->exclude_count};
    gd_query query = {.b = probe->shape, .pose_b = probe->pose};
    gd_world_cast_hit hit;
    const gd_status status = gd_world_cast_shape(w->scene, &query, &cast, &filter, &hit);
    if (status < 0) {
        REQUIRE(status == GD_ERROR_POSE || status == GD_ERROR_MOTION);
        return;
    }
    double until = (double)INFINITY;
    for (uint32_t i = 0; i < BODIES; i++) {
        if (!takes(w, probe, i)) continue;
        gd_cast_result r;
        query.a = w->body[i];
        query.pose_a = pose_of(w, i);
        if (gd_cast_shape(&query, &cast, &r) < 0 || r.hit == 0.0) continue;
        if (r.upper < until) until = r.upper;
        if (hit.body == (double)i) REQUIRE(r.lower == hit.cast.lower && r.upper == hit.cast.upper);
    }
    if (until < (double)INFINITY) REQUIRE(hit.body >= 0.0 && hit.cast.lower <= until);
}

static void search(world* w, draw* d) {
    double pose[7];
    draw_pose(d, w->dimension, pose);
    const uint32_t exclude = draw_byte(d) % BODIES;
    const gd_world_probe probe = {w->shapes[draw_byte(d) % w->shape_count], pose,
                                  draw_byte(d) < 200 ? UINT32_MAX : 5u, &exclude,
                                  draw_byte(d) & 1u};
    const gd_status status = gd_world_fit(w->scene);
    if (status != GD_STATUS_OPTIMAL) {
        REQUIRE(status == GD_ERROR_POSE);
        return;
    }
    const uint32_t count = 1 + draw_byte(d) % 8;
    search_nearest(w, &probe, count, draw_byte(d) < 128 ? (double)INFINITY : draw_any(d));
    search_overlapping(w, &probe);
    search_cast(w, d, &probe);
}

static void change(world* w, draw* d) {
    const uint32_t body = draw_byte(d) % BODIES;
    const gd_shape* shape = w->shapes[draw_byte(d) % w->shape_count];
    const uint32_t group = draw_byte(d) & 7u, mask = draw_byte(d) & 7u;
    const bool there = w->body[body] != NULL;
    REQUIRE((gd_world_set_shape(w->scene, body, shape) == GD_STATUS_OPTIMAL) == there);
    REQUIRE((gd_world_set_filter(w->scene, body, group, mask) == GD_STATUS_OPTIMAL) == there);
    if (!there) return;
    w->body[body] = shape;
    w->group[body] = group;
    w->mask[body] = mask;
}

static void ask_all(world* w, draw* d) {
    const gd_world_query query = draw_byte(d) % (GD_WORLD_SIGNED + 1);
    const gd_world_source source = draw_byte(d) & 1 ? GD_WORLD_FOUND : GD_WORLD_GIVEN;
    gd_settings settings;
    const gd_settings* chosen = ask_settings((question)query, d, &settings);
    const uint32_t parts = draw_byte(d) < 200 ? 1 : 1 + draw_byte(d) % 4;
    const uint32_t part = draw_byte(d) % (parts + (draw_byte(d) < 4));
    const int32_t rows = gd_world_ask(w->scene, query, source, chosen, part, parts);
    if (rows <= 0) return;
    const uint32_t room = gd_world_room(w->scene, GD_WORLD_ARRAY_COLUMNS + query);
    const int32_t* status = gd_world_at(w->scene, GD_WORLD_ARRAY_COLUMNS + query);
    REQUIRE((uint32_t)rows <= room && status);
    for (int32_t k = 0; k < rows; k++)
        REQUIRE(fuzz_is_status((double)status[k]));
}

static void step(world* w, draw* d) {
    const uint8_t what = draw_byte(d);
    const uint32_t bodies = gd_world_bodies(w->scene);
    switch (what % 8) {
    case 0:
    case 1: add(w, d); break;
    case 2: {
        if (what > 128) {
            change(w, d);
            break;
        }
        const uint32_t body = draw_byte(d) % BODIES;
        const gd_status status = gd_world_remove(w->scene, body);
        REQUIRE((status == GD_STATUS_OPTIMAL) == (w->body[body] != NULL));
        w->body[body] = NULL;
        break;
    }
    case 3: find(w, d); break;
    case 4: give(w, d); break;
    case 5:
        if (what > 128)
            search(w, d);
        else if (bodies)
            draw_pose(d, w->dimension, pose_of(w, draw_byte(d) % bodies));
        break;
    case 6: ask_all(w, d); break;
    default:
        if (what > 240) gd_world_reset(w->scene);
        find(w, d);
        ask_all(w, d);
        break;
    }
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    draw d = {.bytes = data, .left = size};
    world w = {.dimension = draw_byte(&d) & 1 ? 2 : 3};
    const int wanted = 1 + draw_byte(&d) % SHAPES;
    for (int i = 0; i < wanted; i++) {
        double record[DRAW_RECORD_MAX];
        const uint8_t kind = draw_byte(&d);
        const size_t length = draw_record(&d,
                                          w.dimension == 3 ? draw_kinds_3d[kind % DRAW_KINDS_3D]
                                                           : draw_kinds_2d[kind % DRAW_KINDS_2D],
                                          draw_byte(&d) % FAMILIES_NUMBERED, 1.0, record);
        if (gd_shape_create_custom(record, length, &set_custom, &w.shapes[w.shape_count]) ==
            GD_STATUS_OPTIMAL)
            w.shape_count++;
    }
    if (w.shape_count > 0 && gd_world_create(w.dimension, &w.scene) == GD_STATUS_OPTIMAL) {
        for (int i = 0; i < 60 && d.left > 0; i++)
            step(&w, &d);
        gd_world_destroy(w.scene);
    }
    for (int i = 0; i < w.shape_count; i++)
        gd_shape_destroy(w.shapes[i]);
    return 0;
}
