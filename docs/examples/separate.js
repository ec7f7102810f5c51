/* Separates overlapping parts: each step moves and rotates them along the gradients of their growth distances. */
import { Box, ConvexHull, Cylinder, World, growthGradient } from 'growth-distance';

const CLEAR = 1.05; // the growth distance that every pair should have
const STEP = 0.5;

const shapes = [
  new Box({ halfExtents: [0.5, 0.3, 0.4] }),
  new Cylinder({ halfHeight: 0.5, radius: 0.3 }),
  new ConvexHull({ points: [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0.8, 0.8, 0.8] }),
];
const world = new World({ margin: 0.2 });
for (let i = 0; i < 18; i++) {
  const spot = [i % 3, Math.floor(i / 3) % 3, Math.floor(i / 9)];
  world.add(shapes[i % shapes.length], { position: spot.map((x, k) => 0.55 * x + 0.01 * k * i) });
}

/** Rotates the quaternion at poses[at] by a small rotation vector. */
function turn(poses, at, [x, y, z]) {
  const [a, b, c, w] = poses.subarray(at, at + 4);
  const q = [a + (x * w + y * c - z * b) / 2, b + (y * w + z * a - x * c) / 2];
  q.push(c + (z * w + x * b - y * a) / 2, w - (x * a + y * b + z * c) / 2);
  const size = Math.hypot(...q);
  poses.set(
    q.map((v) => v / size),
    at,
  );
}

for (let step = 0; ; step++) {
  const { count, pairs, value } = world.growthDistances();
  const least = Math.min(...value.subarray(0, count));
  const left = value.subarray(0, count).filter((x) => x < CLEAR).length;
  if (step % 5 === 0 || left === 0)
    console.log(`step ${step}: ${left} pairs below ${CLEAR}, the least ${least.toFixed(3)}`);
  if (left === 0 || step === 200) break;
  const moves = new Float64Array(6 * world.size);
  for (let k = 0; k < count; k++) {
    if (value[k] >= CLEAR) continue;
    const [i, j] = [pairs[2 * k], pairs[2 * k + 1]];
    const poses = [i, j].map((body) => world.poses.slice(7 * body, 7 * body + 7));
    const { gradient: g } = growthGradient(world.shape(i), poses[0], world.shape(j), poses[1]);
    const whole = [...g.positionA, ...g.rotationA, ...g.positionB, ...g.rotationB];
    const length = whole.reduce((sum, x) => sum + x * x, 0);
    const t = (STEP * (CLEAR + 0.01 - value[k])) / length; // a damped Newton step towards CLEAR
    whole.forEach((x, n) => (moves[6 * (n < 6 ? i : j) + (n % 6)] += t * x));
  }
  for (let body = 0; body < world.size; body++) {
    const [x, y, z, ...rotation] = moves.subarray(6 * body, 6 * body + 6);
    [x, y, z].forEach((d, k) => (world.poses[7 * body + k] += d));
    turn(world.poses, 7 * body + 3, rotation);
  }
}
