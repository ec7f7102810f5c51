/* Compiles what stands between SMALL_BEGIN and SMALL_END for size: code that no loop of a solver
 * runs, such as the construction of shapes. The compressed module is 3 % smaller. Derivatives take
 * 1 to 7 % longer, the construction of hulls 5 to 9 %; everything else is as fast (Node 26). */
#ifndef SMALL_H
#define SMALL_H

#define SMALL_BEGIN _Pragma("clang attribute push(__attribute__((minsize)), apply_to = function)")
#define SMALL_END _Pragma("clang attribute pop")

#endif
