/* A robot drives to its goal and keeps every growth distance above 1.2.
 *
 * The growth distance σ of each obstacle may fall at a rate of at most K (σ − SAFE): a control barrier function.
 * The gradient of σ turns this limit into a half-space of allowed velocities. Each step projects the wanted
 * velocity onto the half-spaces that it violates. */
import { Box, Capsule, Cylinder, growthGradient } from 'growth-distance';

const [SAFE, K, DT, FASTEST] = [1.2, 4, 0.02, 1.5];
const robot = new Capsule({ halfHeight: 0.2, radius: 0.3 });
const obstacles = [
  { shape: new Box({ halfExtents: [0.4, 0.5, 0.8] }), at: [3, 0, 0.35, 0, Math.SQRT1_2 / 2, 0, 1] },
  { shape: new Cylinder({ halfHeight: 0.5, radius: 0.6 }), at: [5.2, 0, -0.9, 0, 0, 0, 1] },
  { shape: new Cylinder({ halfHeight: 0.5, radius: 0.5 }), at: [5.2, 0, 1.6, 0, 0, 0, 1] },
];
const goal = [8, 0, 0];
const pose = { position: [0, 0, 0] };
const results = obstacles.map(() => ({})); // filled again in every step: no garbage

let least = Infinity;
let steps = 0;
const distanceTo = ([x, , z]) => Math.hypot(x - pose.position[0], z - pose.position[2]);
for (; distanceTo(goal) > 0.05 && steps < 2000; steps++) {
  const speed = Math.min(FASTEST, 2 * distanceTo(goal));
  const wish = goal.map((x, i) => ((x - pose.position[i]) * speed) / distanceTo(goal));
  const barriers = obstacles.map(({ shape, at }, i) => {
    const r = growthGradient(robot, pose, shape, at, { out: results[i] });
    least = Math.min(least, r.value);
    return { g: r.gradient.positionA, rate: -K * (r.value - SAFE) };
  });
  const v = [wish[0], 0, wish[2]];
  // 20 rounds over all half-spaces approximate the nearest velocity that lies in each of them
  for (let round = 0; round < 20; round++)
    for (const { g, rate } of barriers) {
      const lacking = rate - (g[0] * v[0] + g[2] * v[2]);
      if (lacking <= 0) continue;
      const size = g[0] * g[0] + g[2] * g[2];
      v[0] += (lacking / size) * g[0];
      v[2] += (lacking / size) * g[2];
    }
  pose.position[0] += DT * v[0];
  pose.position[2] += DT * v[2];
  if (steps % 50 === 0)
    console.log(`t = ${(DT * steps).toFixed(1)} s  at ${pose.position.map((x) => x.toFixed(2))}`);
}
console.log(`${steps < 2000 ? 'arrived' : 'stuck'} after ${(DT * steps).toFixed(2)} s`);
console.log(`least growth distance on the way: ${least.toFixed(4)}, wanted at least ${SAFE}`);
