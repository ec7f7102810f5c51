/* The conic program of a pair: its groups of constraints and its variables. */
#include "compare/dcol.h"

/* Starts a group of one body's constraints with xi = f R'(y - shift). */
static dcol_group* dcol_group_of(dcol_solver* solver, bool of_b, vec3 shift, double f) {
    dcol_group* g = &solver->group[solver->group_count++];
    *g = (dcol_group){.of_b = of_b};
    const mat3 identity = {make3(1.0, 0.0, 0.0), make3(0.0, 1.0, 0.0), make3(0.0, 0.0, 1.0)};
    const mat3 r = of_b ? solver->ray.pair.b_to_a : identity;
    const vec3 rows[3] = {r.cx, r.cy, r.cz};
    for (int i = 0; i < 3; i++) {
        g->map[i][0] = f * rows[i].x;
        g->map[i][1] = f * rows[i].y;
        g->map[i][2] = f * rows[i].z;
    }
    g->offset = scale3(-f, inv_rotate(&r, shift));
    return g;
}

static void dcol_add_core(dcol_solver* solver, dcol_group* g, const conic_set* set,
                          uint32_t first) {
    g->first = first;
    g->last = first + set->row_count;
    solver->degree += (double)set->row_count;
    if (!set->coned) return;
    g->coned = true;
    solver->degree += 1.0;
    g->column[0] = (soc){set->cone_t.x, set->cone_x.cx};
    g->column[1] = (soc){set->cone_t.y, set->cone_x.cy};
    g->column[2] = (soc){set->cone_t.z, set->cone_x.cz};
    g->column[3] = (soc){set->cone_ts, set->cone_xs};
}

static void dcol_add_ball(dcol_solver* solver, dcol_group* g, vec3 gap) {
    g->coned = true;
    solver->degree += 1.0;
    g->column[0] = (soc){0.0, make3(1.0, 0.0, 0.0)};
    g->column[1] = (soc){0.0, make3(0.0, 1.0, 0.0)};
    g->column[2] = (soc){0.0, make3(0.0, 0.0, 1.0)};
    g->column[3] = (soc){1.0, gap};
}

/* Adds the constraints of one body. *next is the first free variable and is advanced. */
static bool dcol_add_body(dcol_solver* solver, const gd_shape* shape, bool of_b, vec3 shift,
                          uint32_t* row_count, int* next) {
    conic_set set;
    const uint32_t first = *row_count;
    if (!gd_conic_of(shape, solver->ray.extent, &set, solver->row + first, CONIC_ROWS_MAX - first))
        return false;
    *row_count += set.row_count;
    const int at = *next;
    solver->core[of_b] = -1;
    if (set.aux == CONIC_AXIS) {
        *next += 1;
        dcol_group* core = dcol_group_of(solver, of_b, shift, 0.0);
        core->map[0][at] = 1.0;
        dcol_add_core(solver, core, &set, first);
        dcol_group* ball = dcol_group_of(solver, of_b, shift, 1.0 / set.radius);
        ball->map[1][at] = -set.axis / set.radius;
        dcol_add_ball(solver, ball, set.gap);
        return true;
    }
    if (set.core) {
        solver->core[of_b] = solver->group_count;
        dcol_group* core = dcol_group_of(solver, of_b, shift, 1.0);
        dcol_add_core(solver, core, &set, first);
        if (set.aux == CONIC_NONE) return true;
        for (int i = 0; i < 3; i++)
            core->map[i][at + i] = -set.radius;
    }
    dcol_group* ball = dcol_group_of(solver, of_b, shift, set.core ? 0.0 : 1.0 / set.radius);
    dcol_add_ball(solver, ball, set.gap);
    if (set.core) {
        *next += 3;
        for (int i = 0; i < 3; i++)
            ball->map[i][at + i] = 1.0;
    }
    return true;
}

/* y is relative to the smaller set's centre. So the tighter constraints are free of the rounding of
 * the distance between the sets. */
bool gd_dcol_build(dcol_solver* solver) {
    const pair3* pair = &solver->ray.pair;
    const vec3 zero = make3(0.0, 0.0, 0.0);
    solver->group_count = 0;
    solver->degree = 0.0;
    const bool from_b = pair->b->bound_radius < pair->a->bound_radius;
    solver->origin = from_b ? pair->ray : zero;
    uint32_t row_count = 0;
    int next = 3;
    if (!dcol_add_body(solver, pair->a, false, neg3(solver->origin), &row_count, &next) ||
        !dcol_add_body(solver, pair->b, true, from_b ? zero : pair->ray, &row_count, &next))
        return false;
    solver->count = next + 1;
    return true;
}
