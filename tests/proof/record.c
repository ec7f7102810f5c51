/* Questions as lines of text: see record.h. */
#include "record.h"

#include <stdlib.h>
#include <string.h>

const char* const manner_names[MANNER_COUNT] = {"default", "warm", "chosen"};

#define SETTINGS_DOUBLES (sizeof(gd_settings) / sizeof(double))
#define FIELDS 11
#define MOTION_DOUBLES (sizeof(moving) / sizeof(double))

const char* outcome_name(double status) {
    static const char* const names[] = {"optimal", "coincident",  "max-iterations", "precision",
                                        "local",   "overlapping", "grazing"};
    return status >= 0.0 && status <= 6.0 ? names[(int)status] : "refused";
}

/* ---- writing ------------------------------------------------------------------------------- */

static void write_doubles(FILE* file, const double* x, size_t count) {
    fputc('\t', file);
    for (size_t i = 0; i < count; i++)
        fprintf(file, "%s%.17g", i ? "," : "", x[i]);
}

void record_write(FILE* file, question q, family f, manner how, const char* outcome,
                  const asked* pair, const gd_settings* settings, const gd_warm* warm) {
    const size_t stride = pair->set_a.dimension == 3 ? 7 : 3;
    fprintf(file, "%s\t%s\t%s\t%s", question_names[q], family_names[f], manner_names[how], outcome);
    gd_settings kept = {0};
    if (settings) kept = *settings;
    kept.trace = 0.0; /* an address */
    write_doubles(file, &kept.tolerance, settings ? SETTINGS_DOUBLES : 0);
    write_doubles(file, pair->a->record, pair->a->length);
    write_doubles(file, pair->a->pose, stride);
    write_doubles(file, pair->b->record, pair->b->length);
    write_doubles(file, pair->b->pose, stride);
    write_doubles(file, warm ? &warm->key : NULL, warm ? sizeof *warm / sizeof(double) : 0);
    if (q >= ASK_CAST) write_doubles(file, pair->move.motion.velocity_a, MOTION_DOUBLES);
    fputc('\n', file);
}

/* ---- reading ------------------------------------------------------------------------------- */

/* Returns how many numbers there are, or -1 if there are more than `most` or the text is not
 * numbers. */
static int read_doubles(const char* at, double* x, int most) {
    int count = 0;
    while (*at) {
        char* end;
        if (count == most) return -1;
        x[count++] = strtod(at, &end);
        if (end == at || (*end && *end != ',')) return -1;
        at = *end ? end + 1 : end;
    }
    return count;
}

static int read_name(const char* at, const char* const* names, int count) {
    for (int i = 0; i < count; i++)
        if (strcmp(at, names[i]) == 0) return i;
    return -1;
}

static bool read_set(const char* record, const char* pose, drawn* x) {
    const int length = read_doubles(record, x->record, DRAW_RECORD_MAX);
    const int stride = read_doubles(pose, x->pose, 7);
    if (length < 0 || (stride != 3 && stride != 7)) return false;
    x->length = (size_t)length;
    return gd_shape_create_custom(x->record, x->length, &set_custom, &x->shape) ==
           GD_STATUS_OPTIMAL;
}

bool record_read(char* line, record_line* out) {
    const char* field[FIELDS];
    line[strcspn(line, "\r\n")] = 0;
    for (int i = 0; i < FIELDS; i++) {
        field[i] = line;
        char* tab = strchr(line, '\t');
        if (!tab && i + 2 < FIELDS) return false;
        if (tab) *tab = 0;
        line = tab ? tab + 1 : line + strlen(line);
    }
    memset(out, 0, sizeof *out);
    const int q = read_name(field[0], question_names, ASK_COUNT);
    const int f = read_name(field[1], family_names, FAMILY_COUNT);
    const int how = read_name(field[2], manner_names, MANNER_COUNT);
    if (q < 0 || f < 0 || how < 0 || strlen(field[3]) >= sizeof out->outcome) return false;
    out->q = (question)q;
    out->f = (family)f;
    out->how = (manner)how;
    strcpy(out->outcome, field[3]);
    const int settings = read_doubles(field[4], &out->settings.tolerance, SETTINGS_DOUBLES);
    const int warm = read_doubles(field[9], &out->warm.key, sizeof out->warm / sizeof(double));
    const int motion = read_doubles(field[10], out->move.motion.velocity_a, MOTION_DOUBLES);
    if (settings < 0 || warm < 0 || motion != (q >= ASK_CAST ? (int)MOTION_DOUBLES : 0))
        return false;
    out->has_settings = settings > 0;
    out->settings.trace = 0.0;
    out->has_warm = warm > 0;
    if (!read_set(field[5], field[6], &out->a)) return false;
    if (read_set(field[7], field[8], &out->b)) return true;
    gd_shape_destroy(out->a.shape);
    return false;
}

const char* record_ask(record_line* r, double* status) {
    asked pair;
    worst seen = {0, 0, 0, 0};
    asked_make(&pair, &r->a, &r->b);
    pair.move = r->move;
    return ask(r->q, &pair, r->has_settings ? &r->settings : NULL, r->has_warm ? &r->warm : NULL,
               status, &seen);
}
