/* The native driver of `make bench-against`: loads two builds of the library as shared objects,
 * alternates the same queries between them, and prints the times.
 *
 * Usage: native <before.so> <after.so>
 *
 * RTLD_LOCAL keeps the functions of the two libraries separate. The driver reads commands from
 * standard input:
 *
 *   open <file>                        reads a scene; the answer is "ready"
 *   measure <query> <state> <samples>  runs a query of the scene; the answer is a line
 *                                      "answer <value> <status> <value> <status>" for every pair
 *                                      (for bodies one line of sums), then the samples, a line
 *                                      "sample <before> <after>" each, in nanoseconds a query
 *                                      (for bodies a frame), then "end"; or "missing" if a side has
 *                                      no adapter for bodies
 *
 * A scene is a list of doubles. First: whether it contains bodies, the number of frames, the
 * doubles of a pose, the number of shapes. Then for every shape: the length and the doubles of its
 * record. Then: the number of pairs or bodies. Then for every pair: the numbers of both shapes, the
 * pose of A, and a pose of B for every frame. Or for every frame: the poses of all bodies. Body k
 * has shape k. */
#include "against.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { SIDES = 2, BEFORE = 0, AFTER = 1 };

/* As in measure.js: queries and time of a warm-up, length of a sample. */
static const double WARM_UP_QUERIES = 10000, WARM_UP_NS = 25e6, WARM_UP_LIMIT_NS = 200e6;
static const double SAMPLE_NS = 1e6;

typedef struct side {
    const against_pairs_api* pairs;
    const against_bodies_api* bodies;
    void** shapes;
    against_pair* items;
    char* warm;
    void* world;
    size_t pass;
} side;

typedef struct scene {
    double* data;
    bool of_bodies;
    size_t frames, stride, shape_count, count;
    const double* poses; /* only for bodies */
} scene;

typedef struct task {
    against_query query;
    against_state state;
} task;

static side sides[SIDES];
static scene current;

static void fail(const char* text, const char* about) {
    fprintf(stderr, "native: %s %s\n", text, about);
    exit(1);
}

static void* reserve(size_t count, size_t size) {
    void* block = calloc(count ? count : 1, size);
    if (!block) fail("out of memory", "");
    return block;
}

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t); /* excludes the time of other processes */
    return 1e9 * (double)t.tv_sec + (double)t.tv_nsec;
}

/* ---- opening --------------------------------------------------------------------------------- */

static void open_side(side* s, const char* path) {
    void* library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!library) fail("cannot open", dlerror());
    s->pairs = dlsym(library, "against_pairs_adapter");
    s->bodies = dlsym(library, "against_bodies_adapter");
    if (!s->pairs) fail("no adapter for queries in", path);
}

static double* read_file(const char* path) {
    FILE* file = fopen(path, "rb");
    if (!file) fail("cannot read", path);
    fseek(file, 0, SEEK_END);
    const size_t count = (size_t)ftell(file) / sizeof(double);
    rewind(file);
    double* data = reserve(count, sizeof *data);
    if (fread(data, sizeof *data, count, file) != count) fail("cannot read", path);
    fclose(file);
    return data;
}

static const double* make_shapes(side* s, const double* at) {
    s->shapes = reserve(current.shape_count, sizeof *s->shapes);
    for (size_t i = 0; i < current.shape_count; i++) {
        const size_t length = (size_t)at[0];
        s->shapes[i] = s->pairs->shape(at + 1, length);
        if (!s->shapes[i]) fail("a shape was refused", "");
        at += 1 + length;
    }
    return at;
}

static void make_pairs(side* s, const double* at) {
    s->items = reserve(current.count, sizeof *s->items);
    s->warm = reserve(current.count, s->pairs->warm_bytes);
    for (size_t i = 0; i < current.count; i++) {
        const double* pose = at + 2;
        s->items[i] = (against_pair){s->shapes[(size_t)at[0]], s->shapes[(size_t)at[1]], pose,
                                     pose + current.stride, s->warm + i * s->pairs->warm_bytes};
        at = pose + (1 + current.frames) * current.stride;
    }
}

static void close_scene(void) {
    for (side* s = sides; s < sides + SIDES; s++) {
        for (size_t i = 0; i < current.shape_count; i++)
            s->pairs->shape_free(s->shapes[i]);
        free(s->shapes);
        free(s->items);
        free(s->warm);
        s->shapes = NULL, s->items = NULL, s->warm = NULL;
    }
    free(current.data);
    current = (scene){0};
}

static void open_scene(const char* path) {
    close_scene();
    double* data = read_file(path);
    current = (scene){.data = data,
                      .of_bodies = data[0] != 0,
                      .frames = (size_t)data[1],
                      .stride = (size_t)data[2],
                      .shape_count = (size_t)data[3]};
    for (side* s = sides; s < sides + SIDES; s++) {
        const double* at = make_shapes(s, data + 4);
        current.count = (size_t)at[0];
        current.poses = at + 1;
        if (!current.of_bodies) make_pairs(s, at + 1);
    }
}

/* ---- running --------------------------------------------------------------------------------- */

/* The frames of bodies run forwards and then backwards, so that every step is short. */
static const double* poses_of_frame(size_t pass) {
    const size_t last = current.frames - 1, k = pass % (2 * last);
    return current.poses + (k <= last ? k : 2 * last - k) * current.count * current.stride;
}

static void run_frame(side* s, const task* t, against_answer* answer) {
    const double* poses = poses_of_frame(s->pass);
    double value;
    const long rows = s->bodies->frame(s->world, t->query, poses, answer ? &value : NULL);
    if (rows < 0) fail("bodies were refused", "");
    if (answer) *answer = (against_answer){value, 0};
}

/* Runs all pairs, or one frame. */
static void run_once(side* s, const task* t, against_answer* answers) {
    const against_pairs pairs = {s->items, current.count, current.stride};
    if (current.of_bodies)
        run_frame(s, t, answers);
    else
        s->pairs->run(t->query, &pairs, t->state == AGAINST_WARM ? s->pass % current.frames : 0,
                      t->state, answers);
    s->pass++;
}

static void begin(side* s) {
    s->pass = 0;
    if (!current.of_bodies)
        memset(s->warm, 0, current.count * s->pairs->warm_bytes);
    else if (!(s->world = s->bodies->create(s->shapes, current.poses, current.count)))
        fail("bodies were refused", "");
}

static void finish(side* s) {
    if (s->world) s->bodies->destroy(s->world);
    s->world = NULL;
}

static void print_answers(const task* t) {
    const size_t count = current.of_bodies ? 1 : current.count;
    against_answer* answers[SIDES];
    for (int k = 0; k < SIDES; k++) {
        answers[k] = reserve(count, sizeof *answers[k]);
        run_once(&sides[k], t, answers[k]);
    }
    for (size_t i = 0; i < count; i++)
        printf("answer %.17g %g %.17g %g\n", answers[BEFORE][i].value, answers[BEFORE][i].status,
               answers[AFTER][i].value, answers[AFTER][i].status);
    free(answers[BEFORE]);
    free(answers[AFTER]);
}

/* Warms both sides up alternately, with the same number of runs, so that both stay in the same
 * frame. Returns how often the task must run for a sample. */
static size_t warm_up(const task* t) {
    const double start = now();
    double spent = 0, runs = 0;
    while ((runs * (double)current.count < WARM_UP_QUERIES || spent < SIDES * WARM_UP_NS) &&
           spent < SIDES * WARM_UP_LIMIT_NS) {
        for (side* s = sides; s < sides + SIDES; s++)
            run_once(s, t, NULL);
        runs++;
        spent = now() - start;
    }
    const double run = spent / (SIDES * runs);
    return run >= SAMPLE_NS ? 1 : (size_t)(SAMPLE_NS / run) + 1;
}

static double sample(side* s, const task* t, size_t repeats) {
    const double start = now();
    for (size_t k = 0; k < repeats; k++)
        run_once(s, t, NULL);
    const double per_run = (now() - start) / (double)repeats;
    return current.of_bodies ? per_run : per_run / (double)current.count;
}

static void measure(const task* t, size_t samples) {
    double times[SIDES];
    if (current.of_bodies && !(sides[BEFORE].bodies && sides[AFTER].bodies)) {
        puts("missing");
        return;
    }
    for (int k = 0; k < SIDES; k++)
        begin(&sides[k]);
    print_answers(t);
    const size_t repeats = warm_up(t);
    for (size_t i = 0; i < samples; i++) {
        const int first = (int)(i % SIDES); /* A B, then B A */
        times[first] = sample(&sides[first], t, repeats);
        times[1 - first] = sample(&sides[1 - first], t, repeats);
        printf("sample %.3f %.3f\n", times[BEFORE], times[AFTER]);
    }
    for (int k = 0; k < SIDES; k++)
        finish(&sides[k]);
    puts("end");
}

int main(int argc, char** argv) {
    char line[4096], path[4096];
    int query, state;
    size_t samples;
    if (argc != 3) fail("usage:", "native <before.so> <after.so>");
    for (int k = 0; k < SIDES; k++)
        open_side(&sides[k], argv[1 + k]);
    while (fgets(line, sizeof line, stdin)) {
        if (sscanf(line, "open %4095[^\n]", path) == 1) {
            open_scene(path);
            puts("ready");
        } else if (sscanf(line, "measure %d %d %zu", &query, &state, &samples) == 3) {
            measure(&(task){(against_query)query, (against_state)state}, samples);
        } else {
            fail("unknown command", line);
        }
        fflush(stdout);
    }
    close_scene();
    return 0;
}
