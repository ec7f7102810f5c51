/* Compiles what stands between SMALL_BEGIN and SMALL_END for size: code that no loop of a solver
 * runs, such as the construction of shapes and the upkeep of worlds. The compressed module is 4 %
 * smaller. Gradients take up to 6 % longer, Jacobians 4 to 10 %, the construction of hulls 3 to 9
 * %; everything else is as fast (Node 20). */
#ifndef SMALL_H
#define SMALL_H

#define SMALL_BEGIN _Pragma("clang attribute push(__attribute__((minsize)), apply_to = function)")
#define SMALL_END _Pragma("clang attribute pop")

#endif
