/* Queries of one shape in a world: the nearest bodies, and the bodies that overlap it. And rays. */
import * as gd from '../../../js/index.js';
import { draw, random } from '../../lib/random.js';
import { plain, table } from '../text.js';

const BODIES = 10000;
/** The mean distance of neighbouring bodies, whose sizes are 0.5 to 1. */
const SPACING = 3;
const PROBES = 500;
const CROWDS = {
  'spheres and boxes': ['sphere', 'box'],
  'cylinders, cones and hulls': ['cylinder', 'cone', 'hull'],
};
const GOALS = { 'spheres and boxes': 10, 'cylinders, cones and hulls': 15 };

function record(d, type) {
  const size = () => d.size(0.5, 1);
  if (type === 'sphere') return { type, radius: size() };
  if (type === 'box') return { type, halfExtents: [size(), size(), size()] };
  if (type !== 'hull') return { type, halfHeight: size(), radius: size() };
  return { type, points: Array.from({ length: 30 }, () => d.direction(3).map((x) => x * size())) };
}

const RAYS = 'castRays';
const SUBJECTS = {
  'nearest, 1': (world, shape, pose, out) => world.nearest(shape, pose, { out }),
  'nearest, 8': (world, shape, pose, out) => world.nearest(shape, pose, { count: 8, out }),
  overlapping: (world, shape, pose, out) => world.overlapping(shape, pose, { out }),
};

/** @type {import('../suite.js').Topic} */
export default {
  name: 'nearest',
  title: 'One shape among many bodies',
  platforms: ['node', 'chromium'],
  turns: 3,
  cases: () => Object.entries(CROWDS).map(([name, types]) => ({ name, types })),
  prepare({ types }) {
    const d = draw(random(5));
    const edge = SPACING * 21.544; // the cube root of 10,000
    const place = () => [d.next() * edge, d.next() * edge, d.next() * edge];
    const world = new gd.World();
    const shapes = Array.from({ length: BODIES }, (_, i) =>
      gd.Shape.from(record(d, types[i % types.length])),
    );
    for (const shape of shapes) world.add(shape, { position: place(), quaternion: d.quaternion() });
    const ball = new gd.Sphere({ radius: 0.75 });
    const poses = Array.from({ length: PROBES }, () => ({ position: place() }));
    const subjects = Object.entries(SUBJECTS).map(([name, ask]) => {
      const out = [];
      return [
        name,
        () => {
          for (const pose of poses) ask(world, ball, pose, out);
          return PROBES;
        },
      ];
    });
    const origins = Float64Array.from(poses.flatMap(({ position }) => position));
    const directions = Float64Array.from(poses.flatMap(() => d.direction(3)));
    subjects.push([
      RAYS,
      () => {
        world.castRays(origins, directions);
        return PROBES;
      },
    ]);
    const bodies = poses.map((pose) => world.nearest(ball, pose)[0].body);
    return {
      subjects: Object.fromEntries(subjects),
      facts: { bodies: bodies.reduce((sum, body, i) => (sum + body * (i + 1)) % 1000003, 0) },
      release() {
        world.dispose();
        for (const shape of [...shapes, ball]) shape.dispose();
      },
    };
  },
  report(rows) {
    const names = [...Object.keys(SUBJECTS), RAYS];
    const micro = (time) => (time ? plain(time.median / 1e3) : '–');
    const lines = rows.map((row) => [
      row.name,
      ...names.map(
        (name) => `${micro(row.times.node[name])} / ${micro(row.times.chromium?.[name])}`,
      ),
    ]);
    return {
      markdown: `A sphere of radius 0.75 is queried at ${PROBES} random places among ${BODIES} bodies at rest. The bodies have sizes from 0.5 to 1 and are about 3 apart. Rays start at these places in random directions, all in one call. Times are medians, microseconds a query with \`out\`.

${table(['bodies', ...names.map((name, i) => (i === 0 ? `${name}, µs Node / Chromium` : name))], lines)}`,
      figures: rows.flatMap((row) => [
        {
          figure: `the nearest body of ${BODIES} ${row.name}`,
          measured: `${micro(row.times.node['nearest, 1'])} µs`,
          goal: `≤ ${GOALS[row.name]} µs`,
        },
        {
          figure: `the bodies of ${BODIES} ${row.name} that overlap a sphere`,
          measured: `${micro(row.times.node.overlapping)} µs`,
          goal: '≤ 5 µs',
        },
        {
          figure: `the first of ${BODIES} ${row.name} on a ray`,
          measured: `${micro(row.times.node[RAYS])} µs`,
          goal: '≤ 3 µs',
        },
      ]),
      charts: [],
    };
  },
};
