/* Many moving bodies, for the measurements of World. */
import { Shape } from '../../js/index.js';
import { draw, random } from '../lib/random.js';

const PRIMITIVES = ['sphere', 'ellipsoid', 'box', 'capsule', 'cylinder', 'cone', 'frustum'];
/** Vertices of a hull. */
const CORNERS = 40;
/** The motion in a frame: up to a hundredth of the size along every axis, and a turn by about a degree. */
const DRIFT = 0.01;
const TURN = 0.005;
/** The part of the cube that the balls around the bodies fill. */
const FILL = 0.25;

/** A body about a metre across. The largest size is four times the smallest. */
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

/** The cube root by Newton's method. Unlike Math.cbrt it gives the same bits in every engine. */
function cubeRoot(x) {
  let root = Math.sqrt(x);
  for (let i = 0; i < 60; i++) root = (2 * root + x / (root * root)) / 3;
  return root;
}

/** Records of random bodies, one in ten a hull. @param {number} count */
export function bodyRecords(count) {
  const d = draw(random(1));
  return Array.from({ length: count }, (_, i) =>
    randomBody(d, i % 10 === 0 ? 'hull' : d.pick(PRIMITIVES)),
  );
}

/** The shapes of these records. @param {number} count */
export const bodyShapes = (count) => bodyRecords(count).map((record) => Shape.from(record));

/**
 * Adds bodies in a cube to a world. They move and turn, and reverse at the walls. Every call gives the same
 * motion.
 * @param {Shape[]} shapes
 * @param {World} world an empty World or ParallelWorld
 * @returns {() => void} moves all by one frame
 */
export function moving(shapes, world) {
  const d = draw(random(2));
  const volume = shapes.reduce((sum, { boundingRadius: r }) => sum + 4.19 * r * r * r, 0);
  const edge = cubeRoot(volume / FILL);
  for (const shape of shapes)
    world.add(shape, {
      position: [d.next() * edge, d.next() * edge, d.next() * edge],
      quaternion: d.quaternion(),
    });
  const velocities = Float64Array.from(
    { length: 7 * shapes.length },
    (_, i) => (i % 7 < 3 ? DRIFT : TURN) * d.between(-1, 1),
  );
  return () => {
    const { poses } = world;
    for (let i = 0; i < velocities.length; i++) {
      poses[i] += velocities[i];
      const axis = i % 7;
      if (axis < 3 ? poses[i] < 0 || poses[i] > edge : Math.abs(poses[i]) > 1) velocities[i] *= -1;
    }
  };
}
