/* Point clouds for the tests of hulls: see cloud.h. */
#include "cloud.h"

#include "check.h"

void cloud_push(double* points, size_t* count, double x, double y, double z) {
    points[3 * *count] = x;
    points[3 * *count + 1] = y;
    points[3 * *count + 2] = z;
    ++*count;
}

void cloud_turn(double* points, size_t count) {
    const vec3 axis = unit3(make3(random_next() + 0.1, random_next(), random_next()));
    const double half = random_next(), s = sqrt(1.0 - half * half);
    const mat3 turn = rotation_of(s * axis.x, s * axis.y, s * axis.z, half, 1.0);
    for (size_t i = 0; i < count; i++)
        store3(points + 3 * i, rotate(&turn, load3(points + 3 * i)));
}
