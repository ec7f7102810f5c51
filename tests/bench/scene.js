/* Scenes of many moving bodies, frame by frame: how long finding pairs takes, and asking them.
 *
 * node tests/bench/scene.js [bodies ...] */
import { performance } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';

import { Scene, Shape } from 'growth-distance';
import { draw, random } from '../lib/random.js';
import { median } from './measure.js';

const PRIMITIVES = ['sphere', 'ellipsoid', 'box', 'capsule', 'cylinder', 'cone', 'frustum'];
/** Corners of a hull. */
const CORNERS = 40;
/** In a frame bodies drift by up to a hundredth of their size along every axis, and turn by a degree or
 * so. */
const DRIFT = 0.01;
const TURN = 0.005;
/** How much of the space the balls around the bodies fill. */
const FILL = 0.25;

/** A body a metre or so across, the largest four times the smallest. */
function randomBody(d, type) {
  const size = () => d.size(0.25, 1);
  switch (type) {
    case 'sphere':
      return { type, radius: size() };
    case 'ellipsoid':
      return { type, radii: [size(), size(), size()] };
    case 'box':
      return { type, halfExtents: [size(), size(), size()] };
    case 'frustum':
      return { type, halfHeight: size(), bottomRadius: size(), topRadius: size() };
    case 'hull': {
      const radii = [size(), size(), size()];
      const point = () => d.direction(3).map((x, i) => x * radii[i]);
      return { type, points: Array.from({ length: CORNERS }, point) };
    }
    default:
      return { type, halfHeight: size(), radius: size() };
  }
}

/** Bodies in a cube, one in ten a hull, that fly about and turn at its walls. */
export function movingScene({ count, seed = 1, margin = 0, fill = FILL }) {
  const d = draw(random(seed));
  const scene = new Scene({ margin });
  const shapes = Array.from({ length: count }, (_, i) =>
    Shape.from(randomBody(d, i % 10 === 0 ? 'hull' : d.pick(PRIMITIVES))),
  );
  const volume = shapes.reduce((sum, shape) => sum + 4.19 * shape.boundingRadius ** 3, 0);
  const edge = Math.cbrt(volume / fill);
  for (const shape of shapes)
    scene.add(shape, {
      position: [d.next() * edge, d.next() * edge, d.next() * edge],
      quaternion: d.quaternion(),
    });
  const velocities = Float64Array.from(
    { length: 7 * count },
    (_, i) => (i % 7 < 3 ? DRIFT : TURN) * d.between(-1, 1),
  );
  const step = () => {
    const { poses } = scene;
    for (let i = 0; i < 7 * count; i++) {
      poses[i] += velocities[i];
      const axis = i % 7;
      if (axis < 3 ? poses[i] < 0 || poses[i] > edge : Math.abs(poses[i]) > 1) velocities[i] *= -1;
    }
  };
  const dispose = () => {
    scene.dispose();
    for (const shape of shapes) shape.dispose();
  };
  return { scene, shapes, step, dispose };
}

const timed = (action) => {
  const start = performance.now();
  action();
  return performance.now() - start;
};

/**
 * Milliseconds a frame, as medians over frames after warming up.
 * @param {object} options
 * @param {number} options.count bodies
 * @param {number} [options.frames]
 * @returns {{ count: number, pairs: number, broad: number, growth: number, intersections: number,
 *   distances: number, frame: number }} pairs of a frame; time to find them, and to ask each query of
 *   them; a whole frame, found pairs and growth distances in one call
 */
export function measureScene({ count, frames = 120 }) {
  const { scene, step, dispose } = movingScene({ count });
  const times = { broad: [], growth: [], intersections: [], distances: [], frame: [] };
  const pairs = [];
  for (let k = -frames; k < frames; k++) {
    const measured = {};
    step();
    measured.broad = timed(() => scene.findPairs());
    pairs.push(scene.pairCount);
    const found = { pairs: scene.pairs };
    measured.growth = timed(() => scene.growthDistances(found));
    measured.intersections = timed(() => scene.intersections(found));
    measured.distances = timed(() => scene.distances(found));
    step();
    measured.frame = timed(() => scene.growthDistances());
    if (k >= 0) for (const [name, list] of Object.entries(times)) list.push(measured[name]);
  }
  dispose();
  const medians = Object.fromEntries(
    Object.entries(times).map(([name, list]) => [name, median(list)]),
  );
  return { count, pairs: median(pairs), ...medians };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const counts = process.argv.slice(2).map(Number);
  for (const count of counts.length > 0 ? counts : [1000, 10_000]) {
    const r = measureScene({ count, frames: count > 5000 ? 30 : 120 });
    const ms = (x) => x.toFixed(2).padStart(7);
    console.log(
      `${String(count).padStart(6)} bodies ${String(r.pairs).padStart(6)} pairs:` +
        ` find ${ms(r.broad)}  growth ${ms(r.growth)}  intersections ${ms(r.intersections)}` +
        `  distances ${ms(r.distances)}  frame ${ms(r.frame)} ms`,
    );
  }
}
