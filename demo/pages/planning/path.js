/* Operations on paths: sampled checks of moves, shortcuts, sampling, verification. A path is a list of
 * configurations. Between two of them, all joints move linearly and at the same time. */

/** A configuration on the move from a to b, written to out. */
export function between(out, a, b, t) {
  for (let j = 0; j < out.length; j++) out[j] = a[j] + t * (b[j] - a[j]);
  return out;
}

/**
 * Whether all samples of a move are free. Between two samples, no point of the robot moves farther than
 * `step` metres. The start is assumed to be free. The order is halves, quarters and so on, because then
 * most collisions are found after a few samples.
 */
export function sampledFree(cell, a, b, step) {
  const count = Math.max(1, Math.ceil(cell.robot.motion(a, b) / step));
  const q = new Float64Array(a.length);
  if (cell.collides(b)) return false;
  let stride = 1;
  while (stride < count) stride *= 2;
  for (; stride > 1; stride /= 2) {
    for (let i = stride / 2; i < count; i += stride)
      if (cell.collides(between(q, a, b, i / count))) return false;
  }
  return true;
}

/** The position of each corner along a path, in metres of motion; the last one is the path's length. */
export function stations(path, robot) {
  const at = [0];
  for (let i = 1; i < path.length; i++) at.push(at[i - 1] + robot.motion(path[i - 1], path[i]));
  return at;
}

/** The configuration at a fraction of a path's length. */
export function along(path, at, fraction) {
  const s = Math.min(1, Math.max(0, fraction)) * at[at.length - 1];
  let i = 1;
  while (i < path.length - 1 && at[i] < s) i++;
  const size = at[i] - at[i - 1];
  const t = size > 0 ? (s - at[i - 1]) / size : 0;
  return between(new Float64Array(path[0].length), path[i - 1], path[i], Math.min(1, t));
}

/**
 * Tries one shortcut: connects two random positions with a straight move, if this move is free and
 * shorter.
 * @returns {Float64Array[]} the shorter path, or the same path
 */
export function shortcut(path, robot, free, random) {
  const at = stations(path, robot);
  const whole = at[at.length - 1];
  const [from, to] = [random(), random()].sort((x, y) => x - y);
  const a = along(path, at, from);
  const b = along(path, at, to);
  if (robot.motion(a, b) > 0.98 * (to - from) * whole || !free(a, b)) return path;
  const before = path.filter((_, i) => at[i] < from * whole);
  const after = path.filter((_, i) => at[i] > to * whole);
  return [...before, a, b, ...after];
}

/** Configurations along a path. Between two of them, no point of the robot moves farther than `step`. */
export function* samples(path, robot, step) {
  yield Float64Array.from(path[0]);
  for (let i = 1; i < path.length; i++) {
    const count = Math.max(1, Math.ceil(robot.motion(path[i - 1], path[i]) / step));
    for (let k = 1; k <= count; k++)
      yield between(new Float64Array(path[0].length), path[i - 1], path[i], k / count);
  }
}
